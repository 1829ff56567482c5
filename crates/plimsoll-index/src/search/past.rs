//! What past commits say about files: by their words, by how often and how lately they touched a file, and by what
//! they touched together.

use super::lexical::Searching;
use super::share::{logarithm, points};
use crate::fixed::log2;
use crate::query::Query;
use plimsoll_core::ladder::Lines;
use std::cmp::Reverse;

/// A commit, as far as searching needs it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct PastCommit {
    /// The words of its message, each once.
    pub words: Vec<String>,
    /// Places of the files that it touched, among the files that are searched.
    pub files: Vec<u32>,
}

/// Past commits, the newest first.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Past {
    pub commits: Vec<PastCommit>,
}

/// What a past commit touched of a file, as lines of the file as it is now.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Touch {
    /// Its place among the past commits.
    pub commit: u32,
    pub lines: Vec<Lines>,
}

/// What the past says of each file.
#[derive(Debug)]
pub struct PastSignals<'a> {
    past: &'a Past,
    /// The commits that touched each file, the newest first.
    touched: Vec<Vec<u32>>,
    /// The sum of what alike commits say, in thousandths of a bit, and the best of them.
    pub(super) alike: Vec<i64>,
    pub(super) most_alike: Vec<i64>,
    /// The same for the words of the first line alone.
    pub(super) subject_alike: Vec<i64>,
    /// The same for all words, where the past counts less the longer ago it is.
    pub(super) alike_lately: Vec<i64>,
    /// All that was said of what touched a file, as one text, in thousandths of a bit; and the words of the first line alone.
    pub(super) told: Vec<i64>,
    pub(super) subject_told: Vec<i64>,
    /// How much the message of each commit is like the query.
    pub(super) likeness: Vec<i64>,
}

/// These many of the newest commits are lately, and these are just now.
pub(super) const LATELY: u32 = 200;
pub(super) const JUST_NOW: u32 = 20;
/// After so many commits the past counts half.
const HALF_FORGOTTEN: i64 = 100;

impl<'a> PastSignals<'a> {
    pub fn new(past: &'a Past, searching: &Searching<'_>) -> Self {
        let files = searching.files.len();
        let mut touched = vec![Vec::new(); files];
        for (commit, at) in past.commits.iter().zip(0_u32..) {
            commit.files.iter().for_each(|&file| touched[file as usize].push(at));
        }
        let spoken = Spoken::new(past, &searching.query);
        let (mut alike, mut most, mut subject) = (vec![0; files], vec![0; files], vec![0; files]);
        let mut lately = vec![0; files];
        let likeness = spoken.likeness(past);
        for (age, (commit, &(all, first))) in (0_i64..).zip(past.commits.iter().zip(&likeness)) {
            if all == 0 {
                continue;
            }
            // What a commit says is shared by what it touched.
            let sharing = sharing(commit);
            for &file in &commit.files {
                let at = file as usize;
                alike[at] += all * 10 / sharing;
                most[at] = most[at].max(all * 10 / sharing);
                subject[at] += first * 10 / sharing;
                lately[at] += all * 10 * HALF_FORGOTTEN / (sharing * (HALF_FORGOTTEN + age));
            }
        }
        let (told, subject_told) = spoken.told(past, files);
        Self {
            past,
            touched,
            alike,
            most_alike: most,
            subject_alike: subject,
            alike_lately: lately,
            told,
            subject_told,
            likeness: likeness.into_iter().map(|(all, _)| all).collect(),
        }
    }

    /// The newest commits that touched a file, by their places, the newest first.
    pub fn newest(&self, file: usize) -> &[u32] {
        &self.touched[file]
    }

    /// Those whose messages are most like the query, the most alike first.
    pub fn most_alike_of(&self, file: usize, most: usize) -> Vec<u32> {
        let likeness = |&commit: &u32| self.likeness[commit as usize];
        let touched = self.touched[file].iter().copied();
        let mut alike: Vec<u32> = touched.filter(|commit| likeness(commit) > 0).collect();
        alike.sort_by_key(|commit| (Reverse(likeness(commit)), *commit));
        alike.truncate(most);
        alike
    }

    /// How often a file was touched.
    pub(super) fn touches(&self, file: usize) -> usize {
        self.touched[file].len()
    }

    /// How many of the newest commits touched a file.
    pub(super) fn touches_lately(&self, file: usize, newest: u32) -> u64 {
        self.touched[file].iter().take_while(|&&at| at < newest).count() as u64
    }

    /// How many commits ago a file was last touched.
    pub(super) fn last_touch(&self, file: usize) -> u64 {
        self.touched[file].first().map_or(self.past.commits.len() as u64 * 2, |&at| u64::from(at))
    }

    /// How much of what touched the given files, each with a weight in thousandths, touched other files too: thousandths.
    pub(super) fn together(&self, with: &[(usize, i64)]) -> Vec<i64> {
        let mut together = vec![0; self.touched.len()];
        for &(seed, weight) in with {
            let commits = &self.touched[seed];
            let each = weight * 1000 / (points(commits.len()) + 3);
            for &at in commits {
                let files = &self.past.commits[at as usize].files;
                let part = each * 10 / (5 + i64::from(logarithm(files.len() as u64)));
                files.iter().filter(|&&file| file as usize != seed).for_each(|&file| {
                    together[file as usize] += part;
                });
            }
        }
        together
    }
}

/// A commit that touched one file is about it; tenths by which one that touched many says less of each.
fn sharing(commit: &PastCommit) -> i64 {
    10 + i64::from(logarithm(commit.files.len() as u64))
}

/// What past messages have of a query.
struct Spoken<'a> {
    query: &'a Query,
    /// The words of the query in each message.
    places: Vec<Vec<u32>>,
    /// How much each word of the query says among messages, times 65,536.
    surprise: Vec<i64>,
}

impl<'a> Spoken<'a> {
    fn new(past: &Past, query: &'a Query) -> Self {
        let mut with = vec![0_u64; query.words().len()];
        let places: Vec<Vec<u32>> = past
            .commits
            .iter()
            .map(|commit| commit.words.iter().filter_map(|word| query.place(word)).collect())
            .collect();
        places.iter().flatten().for_each(|&at| with[at as usize] += 1);
        let all = log2(2 * past.commits.len() as u64 + 2);
        let surprise = with.iter().map(|&with| (all - log2(2 * with + 1)).max(0)).collect();
        Self { query, places, surprise }
    }

    fn in_subject(&self, at: usize) -> bool {
        self.query.words()[at].in_subject
    }

    /// How much each commit's message is like the query, and like its first line: squares, so that one that is very alike
    /// counts more than many that are a little.
    fn likeness(&self, past: &Past) -> Vec<(i64, i64)> {
        let lengths: u64 = past.commits.iter().map(|commit| commit.words.len() as u64).sum();
        let average =
            i64::try_from(lengths / (past.commits.len() as u64).max(1)).unwrap_or(1).max(1);
        let like = |(places, commit): (&Vec<u32>, &PastCommit)| {
            let length = i64::try_from(commit.words.len()).unwrap_or(i64::MAX >> 32);
            let sum = |wanted: &dyn Fn(usize) -> bool| -> i64 {
                let places = places.iter().map(|&at| at as usize).filter(|&at| wanted(at));
                let bits: i64 = places.map(|at| self.surprise[at]).sum();
                // As BM25 has it, for a word that occurs once.
                let tenths = ((bits * 10) >> 16) * 22 * average / (13 * average + 9 * length);
                tenths * tenths / 10
            };
            (sum(&|_| true), sum(&|at| self.in_subject(at)))
        };
        self.places.iter().zip(&past.commits).map(like).collect()
    }

    /// BM25 of all messages that touched a file as one text; a message counts as much as it is about that file alone.
    fn told(&self, past: &Past, files: usize) -> (Vec<i64>, Vec<i64>) {
        let mut lengths = vec![0_i64; files];
        let mut counts = vec![Vec::<(u32, i64)>::new(); files];
        for (commit, places) in past.commits.iter().zip(&self.places) {
            let part = 1000 / sharing(commit);
            let length = part * points(commit.words.len());
            for &file in &commit.files {
                lengths[file as usize] += length;
                counts[file as usize].extend(places.iter().map(|&at| (at, part)));
            }
        }
        let texts = lengths.iter().filter(|&&length| length > 0).count();
        let average = i128::from((lengths.iter().sum::<i64>() / points(texts.max(1))).max(1));
        let (mut told, mut subject) = (vec![0; files], vec![0; files]);
        for (file, mut counts) in counts.into_iter().enumerate() {
            counts.sort_unstable();
            for word in counts.chunk_by(|a, b| a.0 == b.0) {
                let at = word[0].0 as usize;
                // Hundredths of an occurrence.
                let count = i128::from(word.iter().map(|&(_, part)| part).sum::<i64>());
                let above = 22 * count * average;
                let below = 10 * count * average + 300 * average + 900 * i128::from(lengths[file]);
                let says = i128::from(self.surprise[at]) * 1_000 * above / (below.max(1) << 16);
                let says = i64::try_from(says).unwrap_or(0);
                told[file] += says;
                subject[file] += if self.in_subject(at) { says } else { 0 };
            }
        }
        (told, subject)
    }
}
