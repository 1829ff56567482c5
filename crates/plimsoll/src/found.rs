//! What the words of a request find. Lexical and honest about it: no meaning, no structure yet.

use crate::error::Error;
use crate::known::{KnownFile, OpenFile};
use crate::snapshot::Snapshot;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::ladder::{Cut, Ladder, Lines};
use plimsoll_core::limit::Grouped;
use plimsoll_core::score::ScoreLine;
use plimsoll_core::vocab::Level;
use plimsoll_index::{IndexedFile, Query, Ranked, rank, regions};
use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

/// Candidates have together at most so many times the document's room: enough to choose from, and little
/// enough to count.
const POOL: usize = 64;
/// A file counts for at most so many times the document's room.
const LARGEST_PART: usize = 4;
/// No more files than this become candidates, however small they are.
const MOST_FILES: usize = 500;
/// So many facts are held at a time.
const COUNTED_AT_ONCE: usize = 4096;

/// The rungs of a file below the whole: how many lines each shows at most, and how many around a match.
const REGIONS: &[(usize, usize)] = &[(800, 60), (300, 25), (120, 8), (50, 3), (20, 3)];

/// The same for a part of a file among many others.
const CHUNKS: &[(usize, usize)] = &[(40, 5), (20, 3), (8, 2)];
/// A file of so many lines is a part by itself.
const SHORT_FILE: usize = 40;

/// Ranks the files of a snapshot by the words of a request.
pub(crate) struct Finder<'a> {
    snapshot: &'a Snapshot<'a>,
    query: Query,
    /// Best first; only files that have something to do with the request.
    ranked: Vec<Ranked>,
}

/// The files that may matter.
pub(crate) struct Found<'a> {
    pub(crate) files: Vec<(&'a KnownFile, Vec<ScoreLine>)>,
    pub(crate) passed_over: Vec<PassedOver>,
    matched: usize,
    known: usize,
    has_words: bool,
}

impl Found<'_> {
    pub(crate) fn is_empty(&self) -> bool {
        self.matched == 0
    }

    /// What was searched and how, in a sentence.
    pub(crate) fn summary(&self) -> String {
        if !self.has_words {
            return "the request has no word to search for: those of everyday speech and of \
                    programming languages (`case`, `type`) are everywhere; name what it is about"
                .to_owned();
        }
        if self.matched == 0 {
            return match self.known {
                0 => "there is no file to search".to_owned(),
                1 => "the only file has no word of the request; try other words".to_owned(),
                known => format!(
                    "none of the {} files has a word of the request; try other words",
                    Grouped(known as u64)
                ),
            };
        }
        format!(
            "files are ranked by the words of the request: {} of {} have some of them",
            Grouped(self.matched as u64),
            Grouped(self.known as u64)
        )
    }
}

impl<'a> Finder<'a> {
    pub(crate) fn new(snapshot: &'a Snapshot<'a>, sentence: &str) -> Result<Self, Error> {
        let query = Query::new(sentence);
        let mut counts = Vec::with_capacity(snapshot.files.len());
        for part in snapshot.files.chunks(COUNTED_AT_ONCE) {
            counts.extend(snapshot.word_counts(&query, &part.iter().collect::<Vec<_>>())?);
        }
        let files = snapshot.files.iter().zip(&counts);
        let indexed = |(file, words): (&'a KnownFile, _)| IndexedFile {
            path: file.path.as_str(),
            class: file.class,
            words,
        };
        let files: Vec<IndexedFile<'_>> = files.map(indexed).collect();
        Ok(Self { snapshot, ranked: rank(&files, &query), query })
    }

    /// Whole, or fewer and fewer of the lines that match best.
    pub(crate) fn ladder(&self, file: &OpenFile) -> Ladder {
        cut_to_matches(&self.query, file.text.text(), REGIONS)
    }

    /// The lines of a file that match best, and fewer of them; a short file is also shown whole.
    pub(crate) fn chunk(&self, file: &OpenFile) -> Option<Ladder> {
        let text = file.text.text();
        let ladder = cut_to_matches(&self.query, text, CHUNKS);
        if text.lines().count() <= SHORT_FILE { Some(ladder) } else { ladder.never_whole() }
    }

    /// The files that the words find, best first, each with its points.
    pub(crate) fn points(&self) -> impl Iterator<Item = (&'a KnownFile, i64)> {
        let files = &self.snapshot.files;
        self.ranked.iter().map(|ranked| (&files[ranked.file], ranked.score))
    }

    /// The best files that are meant, of those that the words find.
    pub(crate) fn best(&self, bytes: usize, is_meant: impl Fn(&str) -> bool) -> Found<'a> {
        let found = self.ranked.iter().map(|ranked| (ranked.file, lines(ranked)));
        self.choose(found, bytes, is_meant)
    }

    /// The same of all files: those that the words do not find come last, by path.
    pub(crate) fn all(&self, bytes: usize, is_meant: impl Fn(&str) -> bool) -> Found<'a> {
        let mut is_ranked = vec![false; self.snapshot.files.len()];
        self.ranked.iter().for_each(|ranked| is_ranked[ranked.file] = true);
        let found = self.ranked.iter().map(|ranked| (ranked.file, lines(ranked)));
        let others = (0..is_ranked.len()).filter(|&file| !is_ranked[file]);
        self.choose(found.chain(others.map(|file| (file, Vec::new()))), bytes, is_meant)
    }

    /// The first files that may matter to a document of so many bytes. What is left is far behind, or says the same as
    /// another.
    fn choose(
        &self,
        files: impl Iterator<Item = (usize, Vec<ScoreLine>)>,
        bytes: usize,
        is_meant: impl Fn(&str) -> bool,
    ) -> Found<'a> {
        let mut found = Found {
            files: Vec::new(),
            passed_over: Vec::new(),
            matched: self.ranked.len(),
            known: self.snapshot.files.len(),
            has_words: self.query.has_words(),
        };
        let mut room = bytes.saturating_mul(POOL);
        let mut contents: BTreeMap<[u8; 32], &str> = BTreeMap::new();
        let files = files.map(|(file, lines)| (&self.snapshot.files[file], lines));
        let files: Vec<_> = files.filter(|(file, _)| is_meant(file.path.as_str())).collect();
        let of = Grouped(files.len() as u64);
        for (place, (file, lines)) in files.into_iter().enumerate() {
            // A file that is larger than the document is in it in part at most.
            let size = file.length.min(bytes.saturating_mul(LARGEST_PART));
            let mut pass_over = |reason: &str, detail: String| {
                let path = file.path.as_str().to_owned();
                found.passed_over.push(PassedOver { path, reason: reason.to_owned(), detail });
            };
            if place >= MOST_FILES || size > room {
                let place = Grouped(place as u64 + 1);
                let detail = format!("place {place} of {of} by the words of the request");
                pass_over("ranked_below", detail);
                continue;
            }
            match contents.entry(file.content) {
                Entry::Occupied(same) => {
                    pass_over("duplicate", format!("the same as `{}`", reveal_line(same.get())));
                }
                Entry::Vacant(new) => {
                    new.insert(file.path.as_str());
                    room -= size;
                    found.files.push((file, lines));
                }
            }
        }
        found
    }
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

fn lines(ranked: &Ranked) -> Vec<ScoreLine> {
    ranked.lines.iter().map(|line| ScoreLine::new(line.signal.name(), line.points)).collect()
}
