//! What a request's words find: files in order, and what each part of them is worth.

mod worth;

use crate::copies;
use crate::error::Error;
use crate::facts::Wanted;
use crate::known::{KnownFile, OpenFile};
use crate::parallel;
use crate::snapshot::Snapshot;
use crate::touches::Touched;
use crate::workspace::Workspace;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::ladder::{Cut, Ladder, Lines};
use plimsoll_core::limit::Grouped;
use plimsoll_core::progress::Quiet;
use plimsoll_core::score::ScoreLine;
use plimsoll_core::vocab::{FileClass, Level};
use plimsoll_index::outline::Outline;
use plimsoll_index::search::{
    Examined, FileSignal, IndexedFile, Model, PastSignals, PooledFile, RankedFile, RankedPart,
    Searching, probability, rank_files, rank_parts, ranker,
};
use plimsoll_index::{Query, matching_lines, regions};
use std::collections::btree_map::Entry;
use std::collections::{BTreeMap, BTreeSet};
use worth::{by_worth, part_lengths};

/// So many files are looked at more closely.
const POOL: usize = 160;
/// So many of them become candidates.
const MOST_FILES: usize = 80;
/// With files that were not looked at closely, so many become candidates.
const MOST_CANDIDATES: usize = 500;
/// What has no word of the request has to be so probable for other reasons, in millionths.
const WITHOUT_WORDS: u32 = 100_000;
/// Candidates have together so many times the document's room, if there are enough.
const ENOUGH: usize = 4;
/// So many facts are held at a time.
const COUNTED_AT_ONCE: usize = 4096;

/// Why a file is passed over whose text nobody reads.
const MINIFIED: &str = "a program wrote it for programs; name it to have it shown";

/// The rungs of a file below the whole: how many lines each shows at most, and how many around a match.
const REGIONS: &[(usize, usize)] = &[(800, 60), (300, 25), (120, 8), (50, 3), (20, 3)];

/// The same for a part of a file among many others.
const CHUNKS: &[(usize, usize)] = &[(40, 5), (20, 3), (8, 2)];
/// A file of so many lines is a part by itself.
const SHORT_FILE: usize = 40;

/// The files of a snapshot in the order in which a request asks for them.
pub(crate) struct Finder<'a> {
    snapshot: &'a Snapshot<'a>,
    searching: Searching<'a>,
    pool: Vec<Examined>,
    /// The texts of the pool.
    texts: Vec<OpenFile>,
    /// The pool, best first.
    ranked: Vec<RankedFile>,
    /// The parts of the first of them, file by file.
    parts: Vec<RankedPart>,
    /// Files that words lead to and that were not looked at closely, by a first guess.
    others: Vec<usize>,
}

/// A file that may matter.
pub(crate) struct FoundFile {
    pub(crate) file: OpenFile,
    /// What speaks for it.
    pub(crate) lines: Vec<ScoreLine>,
    pub(crate) ladder: Ladder,
    /// Whether the request names it.
    pub(crate) is_meant: bool,
}

/// The files that may matter.
pub(crate) struct Found {
    pub(crate) files: Vec<FoundFile>,
    pub(crate) passed_over: Vec<PassedOver>,
}

impl Found {
    fn pass_over(&mut self, path: &str, reason: &str, detail: String) {
        let (path, reason) = (path.to_owned(), reason.to_owned());
        self.passed_over.push(PassedOver { path, reason, detail });
    }
}

impl<'a> Finder<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot<'a>, sentence: &str) -> Result<Self, Error> {
        Self::with_parts_of(snapshot, sentence, MOST_FILES, ranker())
    }

    /// Says of so many files what their parts are worth.
    fn with_parts_of(
        snapshot: &'a Snapshot<'a>,
        sentence: &str,
        most: usize,
        model: &Model,
    ) -> Result<Self, Error> {
        let query = Query::new(sentence);
        let mut counts = Vec::with_capacity(snapshot.files.len());
        for part in snapshot.files.chunks(COUNTED_AT_ONCE) {
            counts.extend(snapshot.word_counts(&query, &part.iter().collect::<Vec<_>>())?);
        }
        let indexed = |file: &'a KnownFile| IndexedFile {
            path: file.path.as_str(),
            class: file.class,
            language: file.language,
            bytes: file.byte_size,
        };
        let searching =
            Searching::new(snapshot.files.iter().map(indexed).collect(), &counts, query);
        let past = snapshot.past()?;
        let signals = PastSignals::new(&past.past, &searching);
        let (pooled, others) = searching.pool(&signals, POOL);
        let known: Vec<&KnownFile> = pooled.iter().map(|&at| &snapshot.files[at]).collect();
        let outlines = snapshot.outlines(&known)?;
        let opened = snapshot.open_all(&known)?;
        // What is no longer what it was cannot be shown.
        let there = pooled.into_iter().zip(outlines).zip(opened);
        let there = there.filter_map(|((at, outline), file)| Some((at, outline, file.ok()?)));
        let there: Vec<(usize, Option<Outline>, OpenFile)> = there.collect();
        let texts: Vec<(usize, &str)> =
            there.iter().map(|(at, _, opened)| (*at, opened.text.text())).collect();
        let touches = snapshot.touches(&past, &signals, &texts)?;
        let look = |(at, touched): &(usize, Touched)| {
            let (file, outline, opened) = &there[*at];
            Examined::new(
                &searching,
                PooledFile {
                    file: *file,
                    text: opened.text.text(),
                    outline: outline.as_ref(),
                    touches: &touched.newest,
                    alike: &touched.alike,
                },
            )
        };
        let touches: Vec<(usize, Touched)> = touches.into_iter().enumerate().collect();
        let threads = snapshot.workspace().threads();
        let pool = parallel::each(&touches, threads, &Quiet, look)?;
        let outlines: Vec<Option<&Outline>> =
            there.iter().map(|(_, outline, ..)| outline.as_ref()).collect();
        let ranked = rank_files(&searching, &signals, &pool, &outlines, model);
        let parts = rank_parts(&searching, &signals, &pool, &outlines, &ranked, most, model);
        let texts = there.into_iter().map(|(.., opened)| opened).collect();
        Ok(Self { snapshot, searching, pool, texts, ranked, parts, others })
    }

    pub(crate) fn snapshot(&self) -> &'a Snapshot<'a> {
        self.snapshot
    }

    /// What was searched and how, in a sentence; and whether anything was found.
    pub(crate) fn summary(&self) -> (bool, String) {
        let known = Grouped(self.snapshot.files.len() as u64);
        let said = if !self.searching.query().has_words() {
            "the request has no word to search for: those of everyday speech and of programming \
             languages (`case`, `type`) are everywhere; name what it is about"
                .to_owned()
        } else if self.ranked.is_empty() {
            match self.snapshot.files.len() {
                0 => "there is no file to search".to_owned(),
                1 => "the only file has no word of the request; try other words".to_owned(),
                _ => {
                    format!("none of the {known} files has a word of the request; try other words")
                }
            }
        } else {
            let looked_at = Grouped(self.ranked.len() as u64);
            format!(
                "of {known} files {looked_at} were looked at closely, by the words of the request and the past"
            )
        };
        (!self.ranked.is_empty(), said)
    }

    /// Whole, or fewer and fewer of the lines that match best.
    pub(crate) fn ladder(&self, file: &OpenFile) -> Ladder {
        cut_to_matches(self.searching.query(), file.text.text(), REGIONS)
    }

    /// The lines of a text that match best, the best first.
    pub(crate) fn matching_lines(&self, text: &str) -> Vec<u32> {
        let lines = matching_lines(text, self.searching.query());
        lines.into_iter().map(|line| u32::try_from(line).unwrap_or(u32::MAX)).collect()
    }

    /// The lines of a file that match best, and fewer of them; a short file is also shown whole.
    pub(crate) fn chunk(&self, file: &OpenFile) -> Option<Ladder> {
        let text = file.text.text();
        let ladder = cut_to_matches(self.searching.query(), text, CHUNKS);
        if text.lines().count() <= SHORT_FILE { Some(ladder) } else { ladder.never_whole() }
    }

    /// The files that the words find, best first, each with how probable it is, in millionths.
    pub(crate) fn points(&self) -> impl Iterator<Item = (&'a KnownFile, i64)> {
        let files = &self.snapshot.files;
        self.ranked
            .iter()
            .filter(|ranked| ranked.has_words)
            .map(|ranked| (&files[ranked.file], i64::from(probability(ranked.sum))))
    }

    /// The best files that are meant, for a document of about so many bytes.
    pub(crate) fn best(
        &self,
        room: usize,
        is_meant: impl Fn(&str) -> bool,
    ) -> Result<Found, Error> {
        let mut found = self.looked_at(&is_meant);
        self.pass_over_ranked_below(&mut found, &is_meant);
        let others = self.others.iter().map(|&at| &self.snapshot.files[at]);
        let others: Vec<&KnownFile> = others.filter(|file| is_meant(file.path.as_str())).collect();
        let ladder = |file: &OpenFile| self.ladder(file);
        self.add_others(&mut found, &others, room.saturating_mul(ENOUGH), ladder)?;
        copies::pass_over(&mut found);
        Ok(found)
    }

    /// Those that were looked at closely and of whose parts nobody knows what they are worth, with their places.
    fn ranked_below(&self) -> impl Iterator<Item = (usize, &str)> {
        let known: BTreeSet<usize> = self.parts.iter().map(|part| part.place).collect();
        let ranked = self.ranked.iter().enumerate().filter(|(_, ranked)| is_sought(ranked));
        ranked
            .filter(move |(place, _)| !known.contains(place))
            .map(|(place, ranked)| (place, self.texts[ranked.pooled].path()))
    }

    fn pass_over_ranked_below(&self, found: &mut Found, is_meant: &impl Fn(&str) -> bool) {
        let of = Grouped(self.ranked.len() as u64);
        for (place, path) in self.ranked_below().filter(|(_, path)| is_meant(path)) {
            let place = Grouped(place as u64 + 1);
            found.pass_over(path, "ranked_below", format!("place {place} of {of} in the search"));
        }
    }

    /// The best of those that were looked at closely.
    fn looked_at(&self, is_meant: &impl Fn(&str) -> bool) -> Found {
        let mut found = Found { files: Vec::new(), passed_over: Vec::new() };
        let mut contents: BTreeMap<[u8; 32], &str> = BTreeMap::new();
        let parts: Vec<&[RankedPart]> = self.parts.chunk_by(|a, b| a.place == b.place).collect();
        let mut parts_of: BTreeMap<usize, &[RankedPart]> = BTreeMap::new();
        parts_of.extend(parts.iter().map(|parts| (parts[0].place, *parts)));
        for (place, ranked) in self.ranked.iter().enumerate() {
            let file = &self.texts[ranked.pooled];
            let Some(parts) = parts_of.get(&place) else { continue };
            if !is_sought(ranked) || !is_meant(file.path()) {
                continue;
            }
            if file.known.class == FileClass::Minified && !ranked.is_meant {
                found.pass_over(file.path(), "minified", MINIFIED.to_owned());
                continue;
            }
            match contents.entry(file.known.content) {
                Entry::Occupied(same) => {
                    let detail = format!("the same as `{}`", reveal_line(same.get()));
                    found.pass_over(file.path(), "duplicate", detail);
                }
                Entry::Vacant(new) => {
                    new.insert(file.path());
                    let text = file.text.text();
                    let ladder = by_worth(ranked, &self.pool[ranked.pooled], text, parts);
                    let lines = score_lines(ranked);
                    let (file, is_meant) = (file.clone(), ranked.is_meant);
                    found.files.push(FoundFile { file, lines, ladder, is_meant });
                }
            }
        }
        found
    }

    /// All files that are meant: those that the search has no word of come last, by path. What was not looked at closely is
    /// shown by this ladder.
    pub(crate) fn all(
        &self,
        is_meant: impl Fn(&str) -> bool,
        ladder: impl Fn(&OpenFile) -> Ladder,
    ) -> Result<Found, Error> {
        let mut found = self.looked_at(&is_meant);
        let below: BTreeMap<&str, usize> =
            self.ranked_below().map(|(place, path)| (path, place)).collect();
        let taken: BTreeSet<&str> = found.files.iter().map(|found| found.file.path()).collect();
        let passed: BTreeSet<&str> =
            found.passed_over.iter().map(|out| out.path.as_str()).collect();
        let is_new = |file: &&KnownFile| {
            let path = file.path.as_str();
            is_meant(path) && !taken.contains(path) && !passed.contains(path)
        };
        let mut others: Vec<&KnownFile> = self.snapshot.files.iter().filter(is_new).collect();
        others.sort_by_key(|file| below.get(file.path.as_str()).copied().unwrap_or(usize::MAX));
        self.add_others(&mut found, &others, usize::MAX, ladder)?;
        copies::pass_over(&mut found);
        Ok(found)
    }

    /// Files that were not looked at closely, while all together have not so many bytes.
    fn add_others(
        &self,
        found: &mut Found,
        others: &[&KnownFile],
        bytes: usize,
        ladder: impl Fn(&OpenFile) -> Ladder,
    ) -> Result<(), Error> {
        let is_minified = |file: &&&KnownFile| file.class == FileClass::Minified;
        for file in others.iter().filter(is_minified) {
            found.pass_over(file.path.as_str(), "minified", MINIFIED.to_owned());
        }
        let others: Vec<&KnownFile> =
            others.iter().filter(|file| !is_minified(file)).copied().collect();
        let mut so_far: usize = found.files.iter().map(|found| found.file.known.length).sum();
        let mut wanted = 0;
        let most = MOST_CANDIDATES.saturating_sub(found.files.len()).min(others.len());
        while wanted < most && so_far < bytes {
            so_far = so_far.saturating_add(others[wanted].length);
            wanted += 1;
        }
        let (wanted, rest) = others.split_at(wanted);
        for ((known, place), file) in wanted.iter().zip(1..).zip(self.snapshot.open_all(wanted)?) {
            match file {
                Ok(file) => {
                    let ladder = worth_least(ladder(&file));
                    let lines =
                        vec![ScoreLine::new("not looked at closely", NOT_LOOKED_AT - place)];
                    found.files.push(FoundFile { file, lines, ladder, is_meant: false });
                }
                Err(why) => found.passed_over.push(why.passed_over(known.path.as_str())),
            }
        }
        found.passed_over.extend(rest.iter().map(|file| PassedOver {
            path: file.path.as_str().to_owned(),
            reason: "ranked_below".to_owned(),
            detail: "more probable files are more than enough".to_owned(),
        }));
        Ok(())
    }
}

/// Whether a file is found for its words, or for what else speaks for it.
fn is_sought(ranked: &RankedFile) -> bool {
    ranked.has_words || probability(ranked.sum) >= WITHOUT_WORDS
}

/// What speaks for files and their parts, for those who learn from it how much each signal counts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SearchSignals {
    pub files: Vec<FileSignals>,
}

/// One file that was looked at closely.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileSignals {
    pub path: String,
    /// In the order of [`FileSignal::ALL`].
    pub signals: Vec<i32>,
    pub parts: Vec<PartSignals>,
}

/// Some lines of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PartSignals {
    pub lines: Lines,
    pub bytes: u64,
    /// In the order of `PieceSignal::ALL`. Those about the file are left to whoever learns, since they follow from what is
    /// learned of files.
    pub signals: Vec<i32>,
}

impl Workspace {
    /// The signals of a search for a sentence.
    pub fn search_signals(&self, sentence: &str) -> Result<SearchSignals, Error> {
        let snapshot = self.snapshot(Wanted::WORDS)?;
        // Whoever learns does so from signals alone: tables of other signals do not stand in the way of new ones.
        let finder = Finder::with_parts_of(&snapshot, sentence, POOL, &Model::default())?;
        let file = |(place, ranked): (usize, &RankedFile)| {
            let examined = &finder.pool[ranked.pooled];
            let own = finder.parts.iter().filter(|part| part.place == place);
            let text = finder.texts[ranked.pooled].text.text();
            let lengths = part_lengths(text, &examined.parts);
            let part = |part: &RankedPart| PartSignals {
                lines: examined.parts[part.part].lines,
                bytes: lengths[part.part],
                signals: part.signals.clone(),
            };
            FileSignals {
                path: finder.texts[ranked.pooled].path().to_owned(),
                signals: ranked.signals.clone(),
                parts: own.map(part).collect(),
            }
        };
        Ok(SearchSignals { files: finder.ranked.iter().enumerate().map(file).collect() })
    }
}

/// Below whatever was looked at.
const NOT_LOOKED_AT: i64 = -1_000_000;

/// What fills the room that nothing else needs.
fn worth_least(ladder: Ladder) -> Ladder {
    let ladder = match ladder {
        Ladder::Fixed => Ladder::cuts(Vec::new(), None, None),
        other => other,
    };
    let rungs = ladder.rungs() as u64;
    ladder.with_worth((0..rungs).map(|rung| rungs - rung).collect())
}

/// What each kind of signal contributes, in thousandths of the logarithm of the odds.
fn score_lines(ranked: &RankedFile) -> Vec<ScoreLine> {
    let forest = &ranker().files;
    let mut by_kind: Vec<(&str, i64)> = vec![("before anything is known", forest.bias())];
    for (signal, points) in FileSignal::ALL.iter().zip(forest.contributions(&ranked.signals)) {
        match by_kind.iter_mut().find(|(about, _)| *about == signal.about()) {
            Some((_, sum)) => *sum += points,
            None => by_kind.push((signal.about(), points)),
        }
    }
    by_kind.push(("the request names it", ranked.named));
    let said = by_kind.into_iter().filter(|&(_, points)| points != 0);
    said.map(|(about, points)| ScoreLine::new(about, points)).collect()
}

/// Whole, or fewer and fewer of the lines that match best.
fn cut_to_matches(query: &Query, text: &str, sizes: &[(usize, usize)]) -> Ladder {
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let cut = |&(most, context): &(usize, usize)| -> Vec<Lines> {
        regions(text, query, most, context)
            .into_iter()
            .map(|(first, last)| Lines { first: line(first), last: line(last) })
            .collect()
    };
    let mut keeps: Vec<Vec<Lines>> = sizes.iter().map(cut).collect();
    keeps.dedup();
    let cuts = keeps.into_iter().filter(|keep| !keep.is_empty());
    let cuts: Vec<Cut> = cuts.map(|keep| Cut { level: Level::Regions, keep }).collect();
    if cuts.is_empty() { Ladder::Fixed } else { Ladder::cuts(cuts, None, None) }
}
