//! The order of files: what speaks for each of a pool, and what learned trees make of it.

use super::examined::{Examined, among_parts};
use super::lexical::{IndexedFile, Lexical, Searching};
use super::links::{Links, Names};
use super::model::Model;
use super::past::{JUST_NOW, LATELY, PastSignals};
use super::share::{logarithm, places, points, share, shares};
use crate::outline::Outline;
use crate::query::Mention;
use plimsoll_core::vocab::FileClass;
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// So many of the first guesses say what else may belong to them.
const GUESSES: usize = 5;
/// So many files are looked at more closely because of the past, or of what they changed with.
const BY_OTHER_WAYS: usize = 40;

macro_rules! signals {
    ($(#[$doc:meta])* $name:ident { $($signal:ident = $group:literal,)* }) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
        pub enum $name { $($signal,)* }

        impl $name {
            pub const ALL: &[Self] = &[$(Self::$signal,)*];

            /// What it is about, in words; several signals may be about the same.
            pub const fn about(self) -> &'static str {
                match self { $(Self::$signal => $group,)* }
            }

            /// Its name in the tables.
            pub const fn name(self) -> &'static str {
                match self { $(Self::$signal => stringify!($signal),)* }
            }
        }
    };
}
pub(super) use signals;

signals! {
    /// What speaks for or against a file.
    FileSignal {
        Content = "words in its content",
        ContentPlace = "words in its content",
        Subject = "words in its content",
        Coverage = "words in its content",
        SubjectCoverage = "words in its content",
        Rarest = "words in its content",
        ContentPoints = "words in its content",
        BestPart = "words in its best part",
        BestPartPlace = "words in its best part",
        BestPartPoints = "words in its best part",
        BestPartSubject = "words in its best part",
        BestParts = "words in its best part",
        Names = "names that the request has",
        BestPartNames = "names that the request has",
        Joined = "words that stand together",
        JoinedPlace = "words that stand together",
        BestPartJoined = "words that stand together",
        BestPartPaired = "words that stand together",
        BestPartPairedPlace = "words that stand together",
        Kindred = "short forms of its words",
        KindredPlace = "short forms of its words",
        BestPartKindred = "short forms of its words",
        KindredInName = "short forms of its words",
        KindredInNamePlace = "short forms of its words",
        BestPartCovered = "words in its best part",
        AmongParts = "words that few parts have",
        AmongPartsPlace = "words that few parts have",
        Defined = "defines what the request names",
        DefinedPlace = "defines what the request names",
        DefinedWhole = "defines what the request names",
        DefinedWholePlace = "defines what the request names",
        InName = "words in its name",
        InNamePlace = "words in its name",
        NameCovered = "words in its name",
        InFolders = "words in its folders",
        FoldersCovered = "words in its folders",
        ScopeInName = "what the request says first",
        ScopeInFolders = "what the request says first",
        Mentioned = "the request has its name",
        Alike = "past commits that read alike",
        AlikePlace = "past commits that read alike",
        MostAlike = "past commits that read alike",
        SubjectAlike = "past commits that read alike",
        AlikeLately = "past commits that read alike",
        Told = "what past commits said of it",
        ToldPlace = "what past commits said of it",
        SubjectTold = "what past commits said of it",
        ToldPoints = "what past commits said of it",
        FolderTold = "what past commits said beside it",
        FolderAlike = "what past commits said beside it",
        Touches = "how often and how lately it changed",
        TouchesPlace = "how often and how lately it changed",
        TouchesLately = "how often and how lately it changed",
        TouchesJustNow = "how often and how lately it changed",
        LastTouch = "how often and how lately it changed",
        Together = "changed together with the best",
        TogetherPlace = "changed together with the best",
        UsesBest = "linked to the best by names",
        UsedByBest = "linked to the best by names",
        LikeBest = "linked to the best by names",
        SameFolder = "beside the best",
        FolderPoints = "beside the best",
        SameStem = "beside the best",
        Tested = "a test of it is found",
        UsedByTests = "a test of it is found",
        Test = "its kind",
        Class = "its kind",
        Code = "its kind",
        LanguageShare = "its kind",
        Bytes = "its size",
        Parts = "its size",
        Depth = "its place",
        FirstGuess = "all of that together",
        FirstGuessPlace = "all of that together",
        AllFiles = "the project and the request",
        AllWords = "the project and the request",
        HasScope = "the project and the request",
        AsksForTests = "the project and the request",
        ChangeKind = "the project and the request",
    }
}

/// A file with its place in the order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedFile {
    /// Its place among the files that are searched.
    pub file: usize,
    /// Its place in the pool.
    pub pooled: usize,
    /// Whether it has a word of the request, in its content or its name.
    pub has_words: bool,
    pub signals: Vec<i32>,
    /// Whether the request asks for it by its name.
    pub is_meant: bool,
    /// What it counts that the request names it.
    pub named: i64,
    /// What the trees make of the signals, and that.
    pub sum: i64,
}

/// Whoever names a file means it. Nothing of that can be learned: the tasks to learn from have no paths in them. A name that
/// several files have (`package.json`) means each of them a little, and nobody means what a tool writes.
fn named(mention: Option<Mention>, class: FileClass, with_the_name: u64) -> i64 {
    let is_written = matches!(class, FileClass::Source | FileClass::Test);
    match mention {
        Some(Mention::Path) => 12 * 1024,
        Some(Mention::FileName) if !is_written => 0,
        Some(Mention::FileName) if with_the_name > 1 => 2 * 1024,
        Some(Mention::FileName) => MEANT,
        None | Some(Mention::Stem) => 0,
    }
}

/// What counts so much is asked for by its name.
const MEANT: i64 = 8 * 1024;

impl<'a> Searching<'a> {
    /// The files that are worth a closer look, the best first: by their words, by the past, and by what changed with the first of
    /// them. Then all others that a word leads to.
    pub fn pool(&self, past: &PastSignals<'_>, most: usize) -> (Vec<usize>, Vec<usize>) {
        let guesses = self.guesses(past, &vec![0; self.files.len()]);
        let order = |points: &[i64], most: usize| {
            let mut order: Vec<usize> = (0..points.len()).filter(|&at| points[at] > 0).collect();
            order.sort_by_key(|&at| (Reverse(points[at]), self.files[at].path));
            order.truncate(most);
            order
        };
        let best = order(&guesses, guesses.len());
        let together = past.together(&weighted(&best, &guesses));
        let mut is_pooled = vec![false; self.files.len()];
        let mut pool = Vec::new();
        let others = most.saturating_sub(2 * BY_OTHER_WAYS);
        let ways = [
            &best[..others.min(best.len())],
            &order(&past.alike, BY_OTHER_WAYS),
            &order(&together, BY_OTHER_WAYS),
            &best[..most.min(best.len())],
        ];
        for &file in ways.into_iter().flatten() {
            if !std::mem::replace(&mut is_pooled[file], true) && pool.len() < most {
                pool.push(file);
            }
        }
        let in_pool: BTreeSet<usize> = pool.iter().copied().collect();
        let others = best.into_iter().filter(|file| !in_pool.contains(file));
        let others =
            others.filter(|&file| self.lexical[file].content > 0 || self.lexical[file].in_name > 0);
        let others = others.collect();
        (pool, others)
    }

    /// A first guess for each file, from what is known of all of them.
    fn guesses(&self, past: &PastSignals<'_>, closer: &[i64]) -> Vec<i64> {
        let of = |points: &dyn Fn(&Lexical) -> i64| -> Vec<i32> {
            shares(&self.lexical.iter().map(points).collect::<Vec<_>>())
        };
        let content = of(&|file| file.content);
        let subject = of(&|file| file.subject);
        let names = of(&|file| file.names);
        let in_name = of(&|file| file.in_name);
        let alike = shares(&past.alike);
        let told = shares(&past.told);
        let joined = of(&|file| file.joined);
        (0..self.files.len())
            .map(|at| {
                let mentioned = match self.lexical[at].mention {
                    None => 0,
                    Some(Mention::Stem) => 3_000,
                    Some(Mention::FileName) => 8_000,
                    Some(Mention::Path) => 16_000,
                };
                let sum = 3 * content[at]
                    + 3 * subject[at]
                    + 2 * names[at]
                    + 3 * in_name[at]
                    + 2 * alike[at]
                    + 2 * told[at]
                    + joined[at];
                let sum = i64::from(sum) + closer[at];
                let percent = match self.files[at].class {
                    FileClass::Source => 100,
                    FileClass::Test if self.query.asks_for_tests() => 100,
                    FileClass::Test => 60,
                    FileClass::Generated | FileClass::Minified | FileClass::Vendored => 25,
                    FileClass::Lock => 5,
                };
                sum * percent / 100 + mentioned
            })
            .collect()
    }
}

/// The first of an order, each with its share of the best, in thousandths.
fn weighted(order: &[usize], points: &[i64]) -> Vec<(usize, i64)> {
    let best = order.first().map_or(0, |&at| points[at]);
    order.iter().take(GUESSES).map(|&at| (at, i64::from(share(points[at], best)))).collect()
}

/// Puts the files of a pool in order. `outlines` are those of the pool.
pub fn rank_files(
    searching: &Searching<'_>,
    past: &PastSignals<'_>,
    pool: &[Examined],
    outlines: &[Option<&Outline>],
    model: &Model,
) -> Vec<RankedFile> {
    let signals = file_signals(searching, past, pool, outlines);
    let mut with_name: BTreeMap<&str, u64> = BTreeMap::new();
    for file in searching.mentioned() {
        *with_name.entry(file_name(file.path)).or_default() += 1;
    }
    let mut ranked: Vec<RankedFile> = signals
        .into_iter()
        .enumerate()
        .map(|(pooled, signals)| {
            let file = pool[pooled].file;
            let lexical = &searching.lexical[file];
            let known = &searching.files[file];
            let with_the_name = with_name.get(file_name(known.path)).copied().unwrap_or(1);
            let named = named(lexical.mention, known.class, with_the_name);
            RankedFile {
                file,
                pooled,
                has_words: lexical.content > 0 || lexical.in_name > 0,
                is_meant: named >= MEANT,
                named,
                sum: model.files.sum(&signals) + named,
                signals,
            }
        })
        .collect();
    let path = |ranked: &RankedFile| searching.files[ranked.file].path;
    ranked.sort_by(|a, b| b.sum.cmp(&a.sum).then_with(|| path(a).cmp(path(b))));
    ranked
}

fn file_signals(
    searching: &Searching<'_>,
    past: &PastSignals<'_>,
    pool: &[Examined],
    outlines: &[Option<&Outline>],
) -> Vec<Vec<i32>> {
    let lexical: Vec<&Lexical> = pool.iter().map(|one| &searching.lexical[one.file]).collect();
    let of = |points: &dyn Fn(&Lexical) -> i64| -> Vec<i64> {
        lexical.iter().map(|lexical| points(lexical)).collect()
    };
    let looked =
        |points: &dyn Fn(&Examined) -> i64| -> Vec<i64> { pool.iter().map(points).collect() };
    let past_of =
        |values: &[i64]| -> Vec<i64> { pool.iter().map(|one| values[one.file]).collect() };
    let best_part = looked(&|one| one.best(|part| part.content));
    let paired = looked(&|one| one.best(|part| part.paired));
    let joined = of(&|file| file.joined);
    let told = past_of(&past.told);
    let defined = looked(&|one| one.best(|part| part.defined));
    let defined_whole = looked(&|one| one.best(|part| part.defined_whole));

    let mut closer = vec![0; searching.files.len()];
    for ((one, part), defined) in pool.iter().zip(shares(&best_part)).zip(shares(&defined_whole)) {
        closer[one.file] = 4 * i64::from(part) + 3 * i64::from(defined);
    }
    let guesses = past_of(&searching.guesses(past, &closer));
    let mut order: Vec<usize> = (0..pool.len()).collect();
    order.sort_by_key(|&at| (Reverse(guesses[at]), searching.files[pool[at].file].path));
    let first = weighted(&order, &guesses);
    let seeds: Vec<(usize, i64)> =
        first.iter().map(|&(at, weight)| (pool[at].file, weight)).collect();
    let together = past_of(&past.together(&seeds));
    let near = Near::new(searching, pool, &guesses, &first);
    let links = Links::new(outlines.iter().map(|outline| Names::of_file(*outline)));
    let linked = |uses: &dyn Fn(usize, usize) -> i64, to: &[(usize, i64)]| -> Vec<i32> {
        let all = |at: usize| {
            let others = to.iter().filter(|&&(other, _)| other != at);
            others.map(|&(other, weight)| uses(at, other) * weight / 1000).sum()
        };
        (0..pool.len()).map(|at| magnitude(all(at))).collect()
    };
    let is_test = |at: usize| searching.files[pool[at].file].class == FileClass::Test;
    let tests: Vec<usize> = order.iter().copied().filter(|&at| is_test(at)).collect();
    let tests = weighted(&tests, &guesses);
    let lately = |newest: u32| -> Vec<i32> {
        pool.iter().map(|one| logarithm(past.touches_lately(one.file, newest))).collect()
    };
    let languages = language_shares(&searching.files);

    let content = of(&|file| file.content);
    let names = of(&|file| file.names);
    let in_name = of(&|file| file.in_name);
    let meant_in_name = of(&|file| file.meant_in_name);
    let kindred = of(&|file| file.kindred);
    let all_said = searching.says(|at| searching.query.words()[at].is_said());
    let covered = |one: &Examined| {
        one.best(|part| {
            let said = part.hits.iter().map(|&(at, _)| at as usize);
            let said = said.filter(|&at| searching.query.words()[at].is_said());
            i64::from(share(said.map(|at| searching.surprise[at]).sum(), all_said))
        })
    };
    let among_parts = best_among_parts(searching, pool);
    let alike = past_of(&past.alike);
    let touches = looked(&|one| points(past.touches(one.file)));
    let columns: Vec<(FileSignal, Vec<i32>)> = vec![
        (FileSignal::Content, shares(&content)),
        (FileSignal::ContentPlace, places(&content)),
        (FileSignal::Subject, shares(&of(&|file| file.subject))),
        (FileSignal::Coverage, lexical.iter().map(|file| file.coverage).collect()),
        (FileSignal::SubjectCoverage, lexical.iter().map(|file| file.subject_coverage).collect()),
        (FileSignal::Rarest, shares(&of(&|file| file.rarest))),
        (FileSignal::ContentPoints, content.iter().map(|&points| magnitude(points)).collect()),
        (FileSignal::BestPart, shares(&best_part)),
        (FileSignal::BestPartPlace, places(&best_part)),
        (FileSignal::BestPartPoints, best_part.iter().map(|&points| magnitude(points)).collect()),
        (FileSignal::BestPartSubject, shares(&looked(&|one| one.best(|part| part.subject)))),
        (FileSignal::BestParts, shares(&looked(&|one| one.best_three(|part| part.content)))),
        (FileSignal::Names, shares(&names)),
        (FileSignal::BestPartNames, shares(&looked(&|one| one.best(|part| part.names)))),
        (FileSignal::Joined, shares(&joined)),
        (FileSignal::JoinedPlace, places(&joined)),
        (FileSignal::BestPartJoined, shares(&looked(&|one| one.best(|part| part.joined)))),
        (FileSignal::BestPartPaired, shares(&paired)),
        (FileSignal::BestPartPairedPlace, places(&paired)),
        (FileSignal::Kindred, shares(&kindred)),
        (FileSignal::KindredPlace, places(&kindred)),
        (FileSignal::BestPartKindred, shares(&looked(&|one| one.best(|part| part.kindred)))),
        (FileSignal::KindredInName, shares(&meant_in_name)),
        (FileSignal::KindredInNamePlace, places(&meant_in_name)),
        (FileSignal::BestPartCovered, looked(&covered).iter().map(|&part| clamp(part)).collect()),
        (FileSignal::AmongParts, shares(&among_parts)),
        (FileSignal::AmongPartsPlace, places(&among_parts)),
        (FileSignal::Defined, shares(&defined)),
        (FileSignal::DefinedPlace, places(&defined)),
        (FileSignal::DefinedWhole, shares(&defined_whole)),
        (FileSignal::DefinedWholePlace, places(&defined_whole)),
        (FileSignal::InName, shares(&in_name)),
        (FileSignal::InNamePlace, places(&in_name)),
        (FileSignal::NameCovered, lexical.iter().map(|file| file.name_covered).collect()),
        (FileSignal::InFolders, shares(&of(&|file| file.in_folders))),
        (FileSignal::FoldersCovered, lexical.iter().map(|file| file.folders_covered).collect()),
        (FileSignal::ScopeInName, lexical.iter().map(|file| file.scope_in_name).collect()),
        (FileSignal::ScopeInFolders, lexical.iter().map(|file| file.scope_in_folders).collect()),
        (
            FileSignal::Mentioned,
            lexical
                .iter()
                .map(|file| file.mention.map_or(0, |mention| mention as i32 + 1))
                .collect(),
        ),
        (FileSignal::Alike, shares(&alike)),
        (FileSignal::AlikePlace, places(&alike)),
        (FileSignal::MostAlike, shares(&past_of(&past.most_alike))),
        (FileSignal::SubjectAlike, shares(&past_of(&past.subject_alike))),
        (FileSignal::AlikeLately, shares(&past_of(&past.alike_lately))),
        (FileSignal::Told, shares(&told)),
        (FileSignal::ToldPlace, places(&told)),
        (FileSignal::SubjectTold, shares(&past_of(&past.subject_told))),
        (FileSignal::ToldPoints, told.iter().map(|&points| magnitude(points)).collect()),
        (FileSignal::FolderTold, shares(&past_of(&beside(searching, &past.told)))),
        (FileSignal::FolderAlike, shares(&past_of(&beside(searching, &past.alike)))),
        (
            FileSignal::Touches,
            touches.iter().map(|&touches| logarithm(touches.unsigned_abs())).collect(),
        ),
        (FileSignal::TouchesPlace, places(&touches)),
        (FileSignal::TouchesLately, lately(LATELY)),
        (FileSignal::TouchesJustNow, lately(JUST_NOW)),
        (
            FileSignal::LastTouch,
            pool.iter().map(|one| logarithm(past.last_touch(one.file))).collect(),
        ),
        (FileSignal::Together, together.iter().map(|&points| clamp(points)).collect()),
        (FileSignal::TogetherPlace, places(&together)),
        (FileSignal::UsesBest, linked(&|at, seed| links.uses(at, seed), &first)),
        (FileSignal::UsedByBest, linked(&|at, seed| links.uses(seed, at), &first)),
        (FileSignal::LikeBest, linked(&|at, seed| links.shares(at, seed), &first)),
        (FileSignal::SameFolder, near.same_folder),
        (FileSignal::FolderPoints, near.folder_points),
        (FileSignal::SameStem, near.same_stem),
        (FileSignal::Tested, near.tested),
        (FileSignal::UsedByTests, linked(&|at, test| links.uses(test, at), &tests)),
        (FileSignal::Test, each(searching, pool, |file| i32::from(file.class == FileClass::Test))),
        (FileSignal::Class, each(searching, pool, |file| file.class as i32)),
        (
            FileSignal::Code,
            each(searching, pool, |file| i32::from(file.language.is_some_and(is_code))),
        ),
        (
            FileSignal::LanguageShare,
            each(searching, pool, |file| languages.get(&file.language).copied().unwrap_or(0)),
        ),
        (FileSignal::Bytes, each(searching, pool, |file| logarithm(file.bytes))),
        (FileSignal::Parts, pool.iter().map(|one| logarithm(one.parts.len() as u64)).collect()),
        (
            FileSignal::Depth,
            each(searching, pool, |file| clamp(points(file.path.matches('/').count()))),
        ),
        (FileSignal::FirstGuess, shares(&guesses)),
        (FileSignal::FirstGuessPlace, places(&guesses)),
        (FileSignal::AllFiles, vec![logarithm(searching.files.len() as u64); pool.len()]),
        (FileSignal::AllWords, vec![logarithm(searching.query.said() as u64); pool.len()]),
        (FileSignal::HasScope, vec![i32::from(!searching.query.scope().is_empty()); pool.len()]),
        (FileSignal::AsksForTests, vec![i32::from(searching.query.asks_for_tests()); pool.len()]),
        (FileSignal::ChangeKind, vec![searching.query.kind() as i32; pool.len()]),
    ];
    rows(
        pool.len(),
        &columns
            .iter()
            .map(|(signal, column)| (*signal as usize, column.as_slice()))
            .collect::<Vec<_>>(),
    )
}

/// What the best part of each file says, where a word says the more the fewer parts of all of them have it.
fn best_among_parts(searching: &Searching<'_>, pool: &[Examined]) -> Vec<i64> {
    let mut points = among_parts(searching, pool.iter()).into_iter();
    pool.iter().map(|one| points.by_ref().take(one.parts.len()).max().unwrap_or(0)).collect()
}

/// Columns, each with its number, as rows.
pub(super) fn rows(count: usize, columns: &[(usize, &[i32])]) -> Vec<Vec<i32>> {
    let mut rows = vec![vec![0; columns.len()]; count];
    for &(signal, column) in columns {
        for (row, &value) in rows.iter_mut().zip(column) {
            row[signal] = value;
        }
    }
    rows
}

/// The most that a value is for another file of the same folder.
fn beside(searching: &Searching<'_>, values: &[i64]) -> Vec<i64> {
    let folder_of = |at: usize| folder(searching.files[at].path);
    // The two greatest of each folder, so that a file can be told what the others have.
    let mut greatest: BTreeMap<&str, [i64; 2]> = BTreeMap::new();
    for (at, &value) in values.iter().enumerate() {
        let [first, second] = greatest.entry(folder_of(at)).or_default();
        if value > *first {
            *second = std::mem::replace(first, value);
        } else {
            *second = value.max(*second);
        }
    }
    let of_others = |(at, value): (usize, &i64)| match greatest[folder_of(at)] {
        [first, second] if first == *value => second,
        [first, _] => first,
    };
    values.iter().enumerate().map(of_others).collect()
}

fn clamp(points: i64) -> i32 {
    i32::try_from(points).unwrap_or(i32::MAX)
}

/// How large a sum is by itself, beside its share of the best.
pub(super) fn magnitude(points: i64) -> i32 {
    logarithm(points.unsigned_abs())
}

fn each(
    searching: &Searching<'_>,
    pool: &[Examined],
    value: impl Fn(&IndexedFile<'_>) -> i32,
) -> Vec<i32> {
    pool.iter().map(|one| value(&searching.files[one.file])).collect()
}

/// How much of a project is in each language, in thousandths.
fn language_shares<'a>(files: &[IndexedFile<'a>]) -> BTreeMap<Option<&'a str>, i32> {
    let mut counts: BTreeMap<Option<&str>, i64> = BTreeMap::new();
    for file in files {
        *counts.entry(file.language).or_default() += 1;
    }
    let all = points(files.len());
    counts.into_iter().map(|(language, count)| (language, share(count, all))).collect()
}

/// Languages in which people write what a project does, not what it says or is given.
fn is_code(language: &str) -> bool {
    const NOT_CODE: &[&str] = &[
        "markdown",
        "json",
        "yaml",
        "toml",
        "xml",
        "html",
        "css",
        "text",
        "ini",
        "csv",
        "rst",
        "restructuredtext",
        "asciidoc",
        "svg",
        "properties",
        "diff",
    ];
    !NOT_CODE.contains(&language)
}

/// What lies beside the first guesses.
struct Near {
    same_folder: Vec<i32>,
    folder_points: Vec<i32>,
    same_stem: Vec<i32>,
    tested: Vec<i32>,
}

impl Near {
    fn new(
        searching: &Searching<'_>,
        pool: &[Examined],
        guesses: &[i64],
        first: &[(usize, i64)],
    ) -> Self {
        let path = |at: usize| searching.files[pool[at].file].path;
        let class = |at: usize| searching.files[pool[at].file].class;
        let seed_of = |is_it: &dyn Fn(usize) -> bool| {
            first
                .iter()
                .filter(|&&(seed, _)| is_it(seed))
                .map(|&(_, weight)| clamp(weight))
                .max()
                .unwrap_or(0)
        };
        let all = 0..pool.len();
        let mut in_folder: BTreeMap<&str, i64> = BTreeMap::new();
        all.clone().for_each(|at| *in_folder.entry(folder(path(at))).or_default() += guesses[at]);
        let folder_points: Vec<i64> =
            all.clone().map(|at| in_folder[folder(path(at))] - guesses[at]).collect();
        // What a test's name has beside the words of testing names what it tests.
        let best = guesses.iter().copied().max().unwrap_or(0);
        let mut tests: BTreeMap<String, i64> = BTreeMap::new();
        for at in all.clone().filter(|&at| class(at) == FileClass::Test) {
            let stem = tested_stem(path(at));
            let points = tests.entry(stem).or_default();
            *points = (*points).max(guesses[at]);
        }
        let tested = |at: usize| match class(at) {
            FileClass::Test => 0,
            _ => share(tests.get(&tested_stem(path(at))).copied().unwrap_or(0), best),
        };
        Self {
            same_folder: all
                .clone()
                .map(|at| seed_of(&|seed| seed != at && folder(path(seed)) == folder(path(at))))
                .collect(),
            folder_points: shares(&folder_points),
            same_stem: all
                .clone()
                .map(|at| seed_of(&|seed| seed != at && stem(path(seed)) == stem(path(at))))
                .collect(),
            tested: all.map(tested).collect(),
        }
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or("", |(folder, _)| folder)
}

fn stem(path: &str) -> &str {
    let name = file_name(path);
    name.split_once('.').map_or(name, |(stem, _)| stem)
}

/// The words of a file's name without those of testing.
fn tested_stem(path: &str) -> String {
    let words: BTreeSet<String> = crate::words::plain_words(stem(path)).into_iter().collect();
    let words: Vec<String> = words
        .into_iter()
        .filter(|word| !matches!(word.as_str(), "test" | "spec" | "unit"))
        .collect();
    words.join(" ")
}
