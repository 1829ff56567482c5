//! What each part of the best files is worth.

use super::examined::{Examined, PART_WORDS, PartFound, among_parts};
use super::files::{FileSignal, RankedFile, magnitude, rows, signals};
use super::forest::probability;
use super::lexical::{Searching, bm25, surprises};
use super::links::{Links, Names};
use super::model::Model;
use super::parts::Part;
use super::past::PastSignals;
use super::share::{logarithm, places, points, share, shares};
use crate::outline::Outline;
use plimsoll_core::vocab::FileClass;
use std::cmp::Reverse;

signals! {
    /// What speaks for or against a part of a file.
    PieceSignal {
        FileSum = "its file",
        FilePlace = "its file",
        FileAhead = "its file",
        Content = "words",
        ContentInFile = "words",
        ContentPoints = "words",
        ContentPlace = "words",
        ContentPlaceInFile = "words",
        Subject = "words",
        SubjectInFile = "words",
        Telling = "words that few parts of its file have",
        TellingInFile = "words that few parts of its file have",
        TellingPlaceInFile = "words that few parts of its file have",
        TellingSubjectInFile = "words that few parts of its file have",
        TellingNamesInFile = "words that few parts of its file have",
        FromMostTelling = "words that few parts of its file have",
        AmongParts = "words that few parts have",
        AmongPartsPlace = "words that few parts have",
        Coverage = "words",
        SubjectCoverage = "words",
        Rarest = "words",
        Names = "names that the request has",
        NamesInFile = "names that the request has",
        Joined = "words that stand together",
        JoinedInFile = "words that stand together",
        Paired = "words that stand together",
        PairedInFile = "words that stand together",
        Kindred = "short forms of its words",
        KindredInFile = "short forms of its words",
        UsesBest = "linked to the best parts by names",
        UsedByBest = "linked to the best parts by names",
        LikeBest = "linked to the best parts by names",
        Defined = "defines what the request names",
        DefinedInFile = "defines what the request names",
        DefinedWhole = "defines what the request names",
        DefinedWholeInFile = "defines what the request names",
        Around = "stands in what the request names",
        AroundInFile = "stands in what the request names",
        Touches = "past commits that touched it",
        TouchesInFile = "past commits that touched it",
        LastTouch = "past commits that touched it",
        Told = "past commits that touched it",
        ToldInFile = "past commits that touched it",
        MostTold = "past commits that touched it",
        Alike = "past commits that read alike and touched it",
        AlikeInFile = "past commits that read alike and touched it",
        MostAlike = "past commits that read alike and touched it",
        MostAlikeInFile = "past commits that read alike and touched it",
        SameBody = "what stands beside it",
        Before = "what stands beside it",
        After = "what stands beside it",
        Kind = "its kind",
        Lines = "its size",
        Words = "its size",
        ShareOfFile = "its size",
        Parts = "its size",
        Position = "its place in the file",
        Test = "its kind",
        InTests = "its kind",
        AllWords = "the request",
        ChangeKind = "the request",
    }
}

/// A part of a file, and how probable it is that it is asked for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RankedPart {
    /// Its file's place in the order of files.
    pub place: usize,
    /// Its place among the parts of its file.
    pub part: usize,
    pub signals: Vec<i32>,
    /// In millionths.
    pub probability: u32,
}

/// What the parts of the first `most` files are worth, file by file. They are compared with those of all files, so that what is
/// said of a part does not depend on how many are asked for.
pub fn rank_parts(
    searching: &Searching<'_>,
    past: &PastSignals<'_>,
    pool: &[Examined],
    outlines: &[Option<&Outline>],
    ranked: &[RankedFile],
    most: usize,
    model: &Model,
) -> Vec<RankedPart> {
    let parts: Vec<(usize, usize)> = ranked
        .iter()
        .enumerate()
        .flat_map(|(place, file)| (0..pool[file.pooled].parts.len()).map(move |part| (place, part)))
        .collect();
    let signals = piece_signals(searching, past, pool, outlines, ranked, &parts);
    parts
        .into_iter()
        .zip(signals)
        .take_while(|((place, _), _)| *place < most)
        .map(|((place, part), signals)| RankedPart {
            place,
            part,
            probability: probability(model.pieces.sum(&signals)),
            signals,
        })
        .collect()
}

fn piece_signals(
    searching: &Searching<'_>,
    past: &PastSignals<'_>,
    pool: &[Examined],
    outlines: &[Option<&Outline>],
    ranked: &[RankedFile],
    parts: &[(usize, usize)],
) -> Vec<Vec<i32>> {
    let file = |place: usize| &pool[ranked[place].pooled];
    let found = |&(place, part): &(usize, usize)| &file(place).found[part];
    let of = |points: &dyn Fn(&PartFound) -> i64| -> Vec<i64> {
        parts.iter().map(|at| points(found(at))).collect()
    };
    // The same compared with the best of its file only.
    let in_file =
        |points: &dyn Fn(&PartFound) -> i64, make: &dyn Fn(&[i64]) -> Vec<i32>| -> Vec<i32> {
            ranked
                .iter()
                .flat_map(|ranked| {
                    let points: Vec<i64> = pool[ranked.pooled].found.iter().map(points).collect();
                    make(&points)
                })
                .collect()
        };
    let most = of(&|part| part.content).into_iter().max().unwrap_or(0);
    let beside = |by: isize| -> Vec<i32> {
        parts
            .iter()
            .map(|&(place, part)| {
                let other =
                    part.checked_add_signed(by).and_then(|part| file(place).found.get(part));
                share(other.map_or(0, |part| part.content), most)
            })
            .collect()
    };
    let is_said = |at: usize| searching.query.words()[at].is_said();
    let all = searching.says(is_said);
    let in_subject = |at: usize| searching.query.words()[at].in_subject;
    let subject = searching.says(in_subject);
    let coverage = |part: &PartFound, wanted: &dyn Fn(usize) -> bool, of: i64| {
        let has = part.hits.iter().map(|&(at, _)| at as usize).filter(|&at| wanted(at));
        share(has.map(|at| searching.surprise[at]).sum(), of)
    };
    let rarest = |part: &PartFound| searching.rarest(&part.hits);
    let telling: Vec<Telling> =
        ranked.iter().flat_map(|file| tell(searching, &pool[file.pooled])).collect();
    let told_in_file =
        |of: &dyn Fn(&Telling) -> i64, make: &dyn Fn(&[i64]) -> Vec<i32>| -> Vec<i32> {
            let mut all = telling.iter();
            let file = |file: &RankedFile| {
                let parts = pool[file.pooled].parts.len();
                make(&all.by_ref().take(parts).map(of).collect::<Vec<i64>>())
            };
            ranked.iter().flat_map(file).collect()
        };
    let among_parts = among_parts(searching, ranked.iter().map(|file| &pool[file.pooled]));
    let (content, of_subject) = (of(&|part| part.content), of(&|part| part.subject));
    let linked = linked(searching, pool, outlines, ranked, parts);
    let [uses_best, used_by_best, like_best] =
        linked.map(|points| points.iter().map(|sum| logarithm(sum.unsigned_abs())).collect());
    let like = |&commit: &u32| past.likeness[commit as usize];
    let touches = |part: &PartFound| points(part.touched_by.len());
    let last_touch = |part: &PartFound| {
        part.touched_by.first().map_or(NEVER, |&commit| i64::from(logarithm(u64::from(commit))))
    };
    let told = |part: &PartFound| part.touched_by.iter().map(like).sum::<i64>();
    let most_told = |part: &PartFound| part.touched_by.iter().map(like).max().unwrap_or(0);
    let alike = |part: &PartFound| part.alike.iter().map(like).sum::<i64>();
    let most_alike = |part: &PartFound| part.alike.iter().map(like).max().unwrap_or(0);
    let length = |part: &Part| i64::from(part.lines.last - part.lines.first) + 1;
    let best_sum = ranked.first().map_or(0, |file| file.sum);
    let int = |value: i64| i32::try_from(value).unwrap_or(i32::MAX);
    let each = |value: &dyn Fn(usize, usize) -> i32| -> Vec<i32> {
        parts.iter().map(|&(place, part)| value(place, part)).collect()
    };
    let columns: Vec<(PieceSignal, Vec<i32>)> = vec![
        (PieceSignal::FileSum, each(&|place, _| int(ranked[place].sum))),
        (PieceSignal::FilePlace, each(&|place, _| logarithm(place as u64))),
        (PieceSignal::FileAhead, each(&|place, _| int(best_sum - ranked[place].sum))),
        (PieceSignal::Content, shares(&content)),
        (PieceSignal::ContentInFile, in_file(&|part| part.content, &shares)),
        (PieceSignal::ContentPoints, content.iter().map(|&points| magnitude(points)).collect()),
        (PieceSignal::ContentPlace, places(&content)),
        (PieceSignal::ContentPlaceInFile, in_file(&|part| part.content, &places)),
        (PieceSignal::Subject, shares(&of_subject)),
        (PieceSignal::SubjectInFile, in_file(&|part| part.subject, &shares)),
        (PieceSignal::Telling, telling.iter().map(|part| magnitude(part.all)).collect()),
        (PieceSignal::TellingInFile, told_in_file(&|part| part.all, &shares)),
        (PieceSignal::TellingPlaceInFile, told_in_file(&|part| part.all, &places)),
        (PieceSignal::TellingSubjectInFile, told_in_file(&|part| part.subject, &shares)),
        (PieceSignal::TellingNamesInFile, told_in_file(&|part| part.names, &shares)),
        (PieceSignal::FromMostTelling, told_in_file(&|part| part.all, &from_most)),
        (PieceSignal::AmongParts, shares(&among_parts)),
        (PieceSignal::AmongPartsPlace, places(&among_parts)),
        (
            PieceSignal::Coverage,
            parts.iter().map(|at| coverage(found(at), &is_said, all)).collect(),
        ),
        (
            PieceSignal::SubjectCoverage,
            parts.iter().map(|at| coverage(found(at), &in_subject, subject)).collect(),
        ),
        (PieceSignal::Rarest, shares(&of(&rarest))),
        (PieceSignal::Names, shares(&of(&|part| part.names))),
        (PieceSignal::NamesInFile, in_file(&|part| part.names, &shares)),
        (PieceSignal::Joined, shares(&of(&|part| part.joined))),
        (PieceSignal::JoinedInFile, in_file(&|part| part.joined, &shares)),
        (PieceSignal::Paired, shares(&of(&|part| part.paired))),
        (PieceSignal::PairedInFile, in_file(&|part| part.paired, &shares)),
        (PieceSignal::Kindred, shares(&of(&|part| part.kindred))),
        (PieceSignal::KindredInFile, in_file(&|part| part.kindred, &shares)),
        (PieceSignal::UsesBest, uses_best),
        (PieceSignal::UsedByBest, used_by_best),
        (PieceSignal::LikeBest, like_best),
        (PieceSignal::Defined, shares(&of(&|part| part.defined))),
        (PieceSignal::DefinedInFile, in_file(&|part| part.defined, &shares)),
        (PieceSignal::DefinedWhole, shares(&of(&|part| part.defined_whole))),
        (PieceSignal::DefinedWholeInFile, in_file(&|part| part.defined_whole, &shares)),
        (PieceSignal::Around, shares(&of(&|part| part.around))),
        (PieceSignal::AroundInFile, in_file(&|part| part.around, &shares)),
        (PieceSignal::Touches, of(&touches).iter().map(|&count| int(count)).collect()),
        (PieceSignal::TouchesInFile, in_file(&touches, &shares)),
        (PieceSignal::LastTouch, of(&last_touch).iter().map(|&place| int(place)).collect()),
        (PieceSignal::Told, shares(&of(&told))),
        (PieceSignal::ToldInFile, in_file(&told, &shares)),
        (PieceSignal::MostTold, shares(&of(&most_told))),
        (PieceSignal::Alike, shares(&of(&alike))),
        (PieceSignal::AlikeInFile, in_file(&alike, &shares)),
        (PieceSignal::MostAlike, shares(&of(&most_alike))),
        (PieceSignal::MostAlikeInFile, in_file(&most_alike, &shares)),
        (PieceSignal::SameBody, each(&|place, part| share(same_body(file(place), part), most))),
        (PieceSignal::Before, beside(-1)),
        (PieceSignal::After, beside(1)),
        (PieceSignal::Kind, each(&|place, part| file(place).parts[part].kind as i32)),
        (PieceSignal::Lines, each(&|place, part| int(length(&file(place).parts[part])))),
        (
            PieceSignal::Words,
            of(&|part| i64::from(logarithm(part.words))).iter().map(|&words| int(words)).collect(),
        ),
        (
            PieceSignal::ShareOfFile,
            each(&|place, part| {
                let parts = &file(place).parts;
                let all = parts.last().map_or(0, |part| i64::from(part.lines.last));
                share(length(&parts[part]), all)
            }),
        ),
        (PieceSignal::Parts, each(&|place, _| logarithm(file(place).parts.len() as u64))),
        (
            PieceSignal::Position,
            each(&|place, part| share(points(part), points(file(place).parts.len()))),
        ),
        (
            PieceSignal::Test,
            each(&|place, _| {
                i32::from(searching.files[ranked[place].file].class == FileClass::Test)
            }),
        ),
        (
            PieceSignal::InTests,
            each(&|place, part| i32::from(file(place).parts[part].is_about_tests())),
        ),
        (PieceSignal::AllWords, vec![logarithm(searching.query.said() as u64); parts.len()]),
        (PieceSignal::ChangeKind, vec![searching.query.kind() as i32; parts.len()]),
    ];
    let columns: Vec<(usize, &[i32])> =
        columns.iter().map(|(signal, column)| (*signal as usize, column.as_slice())).collect();
    rows(parts.len(), &columns)
}

/// What the words of a part say where a word says the more the fewer parts of the same file have it.
struct Telling {
    all: i64,
    subject: i64,
    names: i64,
}

fn tell(searching: &Searching<'_>, file: &Examined) -> Vec<Telling> {
    let query = &searching.query;
    let hits: Vec<&[(u32, u32)]> = file.found.iter().map(|part| part.hits.as_slice()).collect();
    let surprise = surprises(&hits, query);
    let said = |at: usize| query.words()[at].is_said();
    let of_part = |part: &PartFound| {
        let points = |wanted: &dyn Fn(usize) -> bool| {
            bm25(&surprise, &part.hits, part.words, PART_WORDS, wanted)
        };
        let of_names = points(&|at| query.words()[at].is_name || query.words()[at].is_joined);
        let subject = points(&|at| said(at) && query.words()[at].in_subject);
        Telling { all: points(&said), subject, names: of_names }
    };
    file.found.iter().map(of_part).collect()
}

/// How far each is from the one with the most points.
fn from_most(all: &[i64]) -> Vec<i32> {
    let most = (0..all.len()).max_by_key(|&at| (all[at], Reverse(at))).unwrap_or(0);
    (0..all.len()).map(|at| logarithm(at.abs_diff(most) as u64)).collect()
}

/// What the best of the other parts of the same function has of the query.
fn same_body(file: &Examined, part: usize) -> i64 {
    let Some(body) = file.parts[part].body else { return 0 };
    let others =
        (0..file.parts.len()).filter(|&at| at != part && file.parts[at].body == Some(body));
    others.map(|at| file.found[at].content).max().unwrap_or(0)
}

/// As the logarithm of how many commits ago.
const NEVER: i64 = 200;
/// So many parts that seem best say what else belongs to them.
const BEST_PARTS: usize = 6;

/// What each part uses of the best ones, what they use of it, and what both use.
fn linked(
    searching: &Searching<'_>,
    pool: &[Examined],
    outlines: &[Option<&Outline>],
    ranked: &[RankedFile],
    parts: &[(usize, usize)],
) -> [Vec<i64>; 3] {
    let names = ranked
        .iter()
        .flat_map(|file| Names::of_parts(outlines[file.pooled], &pool[file.pooled].parts));
    let links = Links::new(names);
    // What is found in a part, as far as its file seems to be meant. Nothing learned is asked, or what is learned of links would
    // depend on what was learned before.
    let seems = |&(place, part): &(usize, usize)| {
        let file = &ranked[place];
        let found = &pool[file.pooled].found[part];
        let words = found.content + found.defined + found.defined_whole + found.paired;
        words.saturating_mul(i64::from(file.signals[FileSignal::FirstGuess as usize])) / 1000
    };
    let guesses: Vec<i64> = parts.iter().map(seems).collect();
    let path = |at: usize| searching.files[ranked[parts[at].0].file].path;
    let mut best: Vec<usize> = (0..parts.len()).filter(|&at| guesses[at] > 0).collect();
    best.sort_by_key(|&at| (Reverse(guesses[at]), path(at), parts[at].1));
    best.truncate(BEST_PARTS);
    let most = best.first().map_or(0, |&at| guesses[at]);
    let sums = |link: &dyn Fn(usize, usize) -> i64| -> Vec<i64> {
        let weighed =
            |at: usize, seed: usize| link(at, seed) * i64::from(share(guesses[seed], most)) / 1000;
        let all = |at: usize| {
            best.iter().filter(|&&seed| seed != at).map(|&seed| weighed(at, seed)).sum()
        };
        (0..parts.len()).map(all).collect()
    };
    [
        sums(&|at, seed| links.uses(at, seed)),
        sums(&|at, seed| links.uses(seed, at)),
        sums(&|at, seed| links.shares(at, seed)),
    ]
}
