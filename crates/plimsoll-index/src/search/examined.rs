//! A closer look at a file: its parts, and what each has of the query.

use super::lexical::{Searching, bm25, surprises};
use super::parts::{Part, cut_into_parts};
use super::past::Touch;
use crate::outline::Outline;
use crate::query::Query;
use crate::recent::Recent;
use crate::words::{Splitter, for_each_name};
use plimsoll_core::ladder::{Lines, join};
use std::cmp::Reverse;
use std::collections::{BTreeMap, BTreeSet};

/// A file that is looked at more closely.
#[derive(Debug, Clone, Copy)]
pub struct PooledFile<'a> {
    /// Its place among the files that are searched.
    pub file: usize,
    pub text: &'a str,
    pub outline: Option<&'a Outline>,
    /// What past commits touched of it, the newest first.
    pub touches: &'a [Touch],
    /// The same of those that read most like the query.
    pub alike: &'a [Touch],
}

/// What a closer look has found.
#[derive(Debug)]
pub struct Examined {
    pub file: usize,
    pub parts: Vec<Part>,
    /// The lines that say what it takes from elsewhere.
    pub imports: Vec<Lines>,
    pub(super) found: Vec<PartFound>,
}

/// What a part has of the query.
#[derive(Debug, Clone, Default)]
pub(super) struct PartFound {
    pub(super) hits: Vec<(u32, u32)>,
    pub(super) words: u64,
    pub(super) content: i64,
    pub(super) subject: i64,
    pub(super) names: i64,
    /// Words that the query has beside each other: as one name, and beside each other here.
    pub(super) joined: i64,
    pub(super) paired: i64,
    /// Words that may stand for one of the query.
    pub(super) kindred: i64,
    /// What the names that it defines have of the query, and what those that the query has whole.
    pub(super) defined: i64,
    pub(super) defined_whole: i64,
    /// What the names around it have.
    pub(super) around: i64,
    /// The past commits that touched it, by their places, the newest first.
    pub(super) touched_by: Vec<u32>,
    /// The same of those that read most like the query.
    pub(super) alike: Vec<u32>,
}

/// Words of a part on average; what is longer counts a little less for each.
pub(super) const PART_WORDS: u64 = 120;

impl Examined {
    /// Takes a file apart, and counts the words of the query in each part.
    pub fn new(searching: &Searching<'_>, pooled: PooledFile<'_>) -> Self {
        let PooledFile { file, text, outline, touches, alike } = pooled;
        let parts = cut_into_parts(text, outline);
        let mut found = count(searching, text, &parts);
        let query = &searching.query;
        for (found, part) in found.iter_mut().zip(&parts) {
            let points = |wanted: &dyn Fn(usize) -> bool| {
                searching.points(&found.hits, found.words, PART_WORDS, wanted)
            };
            let content = points(&|at| query.words()[at].is_said());
            let joined = points(&|at| query.words()[at].is_joined);
            let kindred = points(&|at| query.words()[at].is_kindred);
            let subject = points(&|at| query.words()[at].in_subject);
            let names = points(&|at| query.words()[at].is_name);
            let places = |names: &BTreeSet<String>| -> Vec<u32> {
                names.iter().filter_map(|name| query.place(name)).collect()
            };
            let weigh = |at: u32| {
                let word = &query.words()[at as usize];
                searching.surprise[at as usize]
                    * (1 + i64::from(word.is_name) + i64::from(word.in_subject))
            };
            let weighed =
                |places: Vec<u32>| (places.into_iter().map(weigh).sum::<i64>() * 1000) >> 16;
            let defined = weighed(places(&part.names));
            let defined_whole = weighed(places(&part.whole_names));
            let around = weighed(places(&part.around));
            let told = PartFound {
                content,
                subject,
                names,
                joined,
                kindred,
                paired: found.paired,
                defined,
                defined_whole,
                around,
                words: found.words,
                hits: std::mem::take(&mut found.hits),
                touched_by: touched_by(part.lines, touches),
                alike: touched_by(part.lines, alike),
            };
            *found = told;
        }
        let imports = outline.into_iter().flat_map(|outline| &outline.imports);
        let mut imports: Vec<Lines> =
            imports.filter(|import| !import.inner).map(|import| import.lines).collect();
        imports.sort_unstable();
        Self { file, parts, imports: join(imports.iter()), found }
    }

    pub(super) fn best(&self, points: impl Fn(&PartFound) -> i64) -> i64 {
        self.found.iter().map(points).max().unwrap_or(0)
    }

    /// The sum of the three best.
    pub(super) fn best_three(&self, points: impl Fn(&PartFound) -> i64) -> i64 {
        let mut all: Vec<i64> = self.found.iter().map(points).collect();
        all.sort_unstable_by_key(|&points| Reverse(points));
        all.iter().take(3).sum()
    }
}

/// What the words of each part of some files say, where a word says the more the fewer of these parts have it.
pub(super) fn among_parts<'a>(
    searching: &Searching<'_>,
    files: impl Iterator<Item = &'a Examined>,
) -> Vec<i64> {
    let found: Vec<&PartFound> = files.flat_map(|file| &file.found).collect();
    let hits: Vec<&[(u32, u32)]> = found.iter().map(|part| part.hits.as_slice()).collect();
    let surprise = surprises(&hits, &searching.query);
    let said = |at: usize| searching.query.words()[at].is_said();
    found.iter().map(|part| bm25(&surprise, &part.hits, part.words, PART_WORDS, &said)).collect()
}

/// The commits that touched some lines.
fn touched_by(lines: Lines, touches: &[Touch]) -> Vec<u32> {
    let is_in = |touched: &Lines| touched.first <= lines.last && lines.first <= touched.last;
    let touches = touches.iter().filter(|touch| touch.lines.iter().any(is_in));
    touches.map(|touch| touch.commit).collect()
}

/// An identifier that was taken apart.
#[derive(Default)]
struct Known {
    /// The places of its words in the query, as far as they are there; as a whole, too.
    hits: Vec<u32>,
    words: u64,
    /// Its first and its last word, if the query has them.
    ends: (Option<u32>, Option<u32>),
    pairs: Vec<(u32, u32)>,
}

impl Known {
    fn new(splitter: &mut Splitter, name: &str, query: &Query) -> Self {
        let mut known = Self::default();
        let is_whole = splitter.split_parts(name, |word| {
            let place = query.place(word);
            if known.words == 0 {
                known.ends.0 = place;
            } else {
                known.pairs.extend(pair(query, known.ends.1, place));
            }
            known.ends.1 = place;
            known.words += 1;
            known.hits.extend(place);
        });
        if is_whole {
            known.words += 1;
            known.hits.extend(query.place(splitter.whole()));
        }
        known
    }
}

fn pair(query: &Query, first: Option<u32>, second: Option<u32>) -> Option<(u32, u32)> {
    let (first, second) = (first?, second?);
    query.has_pair(first, second).then_some((first, second))
}

/// The words of the query that each part has, and which of them stand beside each other.
fn count(searching: &Searching<'_>, text: &str, parts: &[Part]) -> Vec<PartFound> {
    let query = &searching.query;
    let mut splitter = Splitter::default();
    let mut recent = Recent::new(text.len());
    let mut known: Vec<Known> = Vec::new();
    let mut found = Vec::with_capacity(parts.len());
    let mut lines = text.lines();
    for part in parts {
        let mut hits: BTreeMap<u32, u32> = BTreeMap::new();
        let mut pairs: BTreeSet<(u32, u32)> = BTreeSet::new();
        let mut words = 0;
        let mut before = None;
        for line in lines.by_ref().take((part.lines.last - part.lines.first + 1) as usize) {
            for_each_name(line, |name| {
                let number = recent.number(name, || {
                    known.push(Known::new(&mut splitter, name, query));
                    u32::try_from(known.len() - 1).expect("a text has fewer names than 2^32")
                });
                let known = &known[number as usize];
                words += known.words;
                known.hits.iter().for_each(|&at| *hits.entry(at).or_default() += 1);
                // Words that say nothing part nothing.
                if known.words > 0 {
                    pairs.extend(pair(query, before, known.ends.0));
                    pairs.extend(&known.pairs);
                    before = known.ends.1;
                }
            });
        }
        let says = |at: u32| searching.surprise[at as usize];
        let paired: i64 = pairs.iter().map(|&(first, second)| says(first) + says(second)).sum();
        found.push(PartFound {
            hits: hits.into_iter().collect(),
            words,
            paired: (paired * 1000) >> 16,
            ..PartFound::default()
        });
    }
    found
}
