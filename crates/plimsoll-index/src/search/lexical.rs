//! What the words of every file, and of its path, have to do with a query.
//!
//! BM25 (k1 = 1.2, b = 0.75) in integers, in thousandths of a bit of surprise: a word that is in few files counts more.

use super::share::{points as points_of, share};
use crate::counts::WordCounts;
use crate::fixed::log2;
use crate::query::{Mention, Query};
use crate::words::plain_words;
use plimsoll_core::vocab::FileClass;
use std::collections::BTreeMap;

/// A file as searching sees it.
#[derive(Debug, Clone, Copy)]
pub struct IndexedFile<'a> {
    /// Relative, with `/`.
    pub path: &'a str,
    pub class: FileClass,
    pub language: Option<&'a str>,
    pub bytes: u64,
}

/// What a word says at least: a hundredth of a bit, times 65,536.
const LEAST_SURPRISE: i64 = 655;

/// A query over the files of a project: what each word says, and what each file has of them.
#[derive(Debug)]
pub struct Searching<'a> {
    pub(super) files: Vec<IndexedFile<'a>>,
    pub(super) query: Query,
    /// How much each word of the query says, times 65,536.
    pub(super) surprise: Vec<i64>,
    pub(super) lexical: Vec<Lexical>,
    /// Words of a file on average.
    average: u64,
}

/// What words say of one file. Points are thousandths of a bit.
#[derive(Debug, Clone, Default)]
pub(super) struct Lexical {
    pub(super) content: i64,
    pub(super) subject: i64,
    /// Names of several parts.
    pub(super) names: i64,
    /// Words that the query has beside each other, as one name.
    pub(super) joined: i64,
    /// Words that may stand for one of the query.
    pub(super) kindred: i64,
    /// How much of what the query says the file has at all, in thousandths.
    pub(super) coverage: i32,
    pub(super) subject_coverage: i32,
    /// What the rarest word says that the file has.
    pub(super) rarest: i64,
    /// Words of the file's name.
    pub(super) in_name: i64,
    /// The same with words that may stand for one of the query.
    pub(super) meant_in_name: i64,
    /// How much of the file's name the query has, in thousandths.
    pub(super) name_covered: i32,
    pub(super) in_folders: i64,
    pub(super) folders_covered: i32,
    /// How much of what the query says first its name and its folders have, in thousandths.
    pub(super) scope_in_name: i32,
    pub(super) scope_in_folders: i32,
    pub(super) mention: Option<Mention>,
}

impl<'a> Searching<'a> {
    /// `counts` are those of the files, in their order.
    pub fn new(files: Vec<IndexedFile<'a>>, counts: &[WordCounts], query: Query) -> Self {
        let mut numbers = PathWordNumbers::default();
        let paths: Vec<PathWords> = files.iter().map(|file| numbers.path(file.path)).collect();
        let of_path = PathSurprise::of(&paths, &numbers.numbers, &query);
        let hits: Vec<Vec<(u32, u32)>> = counts.iter().map(|words| words.hits(&query)).collect();
        let all = counts.iter().map(WordCounts::total).sum::<u64>();
        let mut searching = Self {
            surprise: surprises(&hits, &query),
            average: (all / (files.len() as u64).max(1)).max(1),
            lexical: Vec::new(),
            files,
            query,
        };
        let files = hits.into_iter().zip(counts).zip(&paths).zip(&searching.files);
        let lexical = files.map(|(((hits, words), path), file)| {
            searching.of_file(file, path, &of_path, &hits, words.total())
        });
        searching.lexical = lexical.collect();
        searching
    }

    /// The files that the query names, in whatever way.
    pub(super) fn mentioned(&self) -> impl Iterator<Item = &IndexedFile<'a>> {
        let files = self.files.iter().zip(&self.lexical);
        files.filter(|(_, lexical)| lexical.mention.is_some()).map(|(file, _)| file)
    }

    pub fn query(&self) -> &Query {
        &self.query
    }

    fn of_file(
        &self,
        file: &IndexedFile<'_>,
        path: &PathWords,
        of_path: &PathSurprise,
        hits: &[(u32, u32)],
        length: u64,
    ) -> Lexical {
        let query = &self.query;
        let points =
            |wanted: &dyn Fn(usize) -> bool| self.points(hits, length, self.average, wanted);
        let covered = |wanted: &dyn Fn(usize) -> bool| {
            let places = hits.iter().map(|&(at, _)| at as usize).filter(|&at| wanted(at));
            let has: i64 = places.map(|at| self.surprise[at]).sum();
            let of = (0..self.surprise.len()).filter(|&at| wanted(at));
            share(has, of.map(|at| self.surprise[at]).sum())
        };
        let is_subject = |at: usize| query.words()[at].in_subject;
        let is_said = |at: usize| query.words()[at].is_said();
        let (in_name, name_covered) = of_path.matched(&path.name, |word| word.is_said);
        let (in_folders, folders_covered) = of_path.matched(&path.folders, |word| word.is_said);
        let (meant_in_name, _) = of_path.matched(&path.name, |word| word.is_meant);
        let scoped = |words: &[u32]| {
            share(points_of(of_path.in_scope(words)), points_of(query.scope().len()))
        };
        Lexical {
            content: points(&is_said),
            subject: points(&is_subject),
            names: points(&|at| query.words()[at].is_name),
            joined: points(&|at| query.words()[at].is_joined),
            kindred: points(&|at| query.words()[at].is_kindred),
            coverage: covered(&is_said),
            subject_coverage: covered(&is_subject),
            rarest: self.rarest(hits),
            in_name,
            meant_in_name,
            name_covered,
            in_folders,
            folders_covered,
            scope_in_name: scoped(&path.name),
            scope_in_folders: scoped(&path.folders),
            mention: query.mention_of(file.path),
        }
    }

    /// What some words of the query say together.
    pub(super) fn says(&self, wanted: impl Fn(usize) -> bool) -> i64 {
        (0..self.surprise.len()).filter(|&at| wanted(at)).map(|at| self.surprise[at]).sum()
    }

    /// What the rarest of some words says; those that are put together of others say nothing here.
    pub(super) fn rarest(&self, hits: &[(u32, u32)]) -> i64 {
        let said = hits.iter().map(|&(at, _)| at as usize);
        let said = said.filter(|&at| self.query.words()[at].is_said());
        said.map(|at| self.surprise[at]).max().unwrap_or(0)
    }

    /// BM25 of a text of `length` words where the average has `average`.
    pub(super) fn points(
        &self,
        hits: &[(u32, u32)],
        length: u64,
        average: u64,
        wanted: &dyn Fn(usize) -> bool,
    ) -> i64 {
        bm25(&self.surprise, hits, length, average, wanted)
    }
}

/// BM25 of a text of `length` words where the average has `average`, for words that say so much, times 65,536.
pub(super) fn bm25(
    surprise: &[i64],
    hits: &[(u32, u32)],
    length: u64,
    average: u64,
    wanted: &dyn Fn(usize) -> bool,
) -> i64 {
    let of_word = |&(at, count): &(u32, u32)| {
        let at = at as usize;
        if !wanted(at) {
            return 0;
        }
        // Both sides of the fraction are multiplied by what makes them whole.
        let (count, average) = (i128::from(count), i128::from(average));
        let above = 22 * count * average;
        let below = 10 * count * average + 3 * average + 9 * i128::from(length);
        let points = i128::from(surprise[at]) * 1_000 * above / (below.max(1) << 16);
        i64::try_from(points).unwrap_or(0)
    };
    hits.iter().map(of_word).sum()
}

/// How much each word of a query says of some texts, times 65,536.
pub(super) fn surprises(hits: &[impl AsRef<[(u32, u32)]>], query: &Query) -> Vec<i64> {
    let mut with = vec![0_u64; query.words().len()];
    hits.iter().flat_map(AsRef::as_ref).for_each(|&(at, _)| with[at as usize] += 1);
    let all = log2(2 * hits.len() as u64 + 2);
    // A word that every file has says little, but never nothing; one that no file has says nothing of any.
    let surprise =
        |with: u64| if with == 0 { 0 } else { (all - log2(2 * with + 1)).max(LEAST_SURPRISE) };
    with.into_iter().map(surprise).collect()
}

/// The words of a path, by their numbers, ascending.
struct PathWords {
    name: Vec<u32>,
    folders: Vec<u32>,
}

/// The words of all paths, each with a number: every folder, and every name that several files have, is taken apart once.
#[derive(Default)]
struct PathWordNumbers<'a> {
    numbers: BTreeMap<String, u32>,
    of_texts: BTreeMap<&'a str, Vec<u32>>,
}

impl<'a> PathWordNumbers<'a> {
    fn path(&mut self, path: &'a str) -> PathWords {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        // Every file of a language has its extension: it says nothing about which one is meant.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name = self.text(if stem.is_empty() { name } else { stem }).to_vec();
        let folders = self.text(folders).iter().copied();
        let folders = folders.filter(|word| name.binary_search(word).is_err()).collect();
        PathWords { name, folders }
    }

    fn text(&mut self, text: &'a str) -> &[u32] {
        let numbers = &mut self.numbers;
        self.of_texts.entry(text).or_insert_with(|| {
            let number = |word: String| {
                let next =
                    u32::try_from(numbers.len()).expect("a project has fewer words than 2^32");
                *numbers.entry(word).or_insert(next)
            };
            let mut words: Vec<u32> = plain_words(text).into_iter().map(number).collect();
            words.sort_unstable();
            words.dedup();
            words
        })
    }
}

/// What each word of the paths says, and what a query has of it.
struct PathWord {
    surprise: i64,
    is_said: bool,
    is_meant: bool,
    is_scope: bool,
}

/// By their numbers.
struct PathSurprise(Vec<PathWord>);

impl PathSurprise {
    fn of(paths: &[PathWords], numbers: &BTreeMap<String, u32>, query: &Query) -> Self {
        let mut with = vec![0_u64; numbers.len()];
        for &word in paths.iter().flat_map(|path| path.name.iter().chain(&path.folders)) {
            with[word as usize] += 1;
        }
        let all = log2(2 * paths.len() as u64 + 2);
        let mut words: Vec<(u32, &String)> =
            numbers.iter().map(|(word, &number)| (number, word)).collect();
        words.sort_unstable();
        let word = |(number, word): (u32, &String)| PathWord {
            surprise: (all - log2(2 * with[number as usize] + 1)).max(LEAST_SURPRISE),
            is_said: query.has_plain(word),
            is_meant: query.has_plain(word) || query.has_kindred(word),
            is_scope: query.scope().contains(word),
        };
        Self(words.into_iter().map(word).collect())
    }

    /// What those words say that are asked for, in thousandths of a bit; and which share of all of them that is, in thousandths.
    fn matched(&self, words: &[u32], is_asked: impl Fn(&PathWord) -> bool) -> (i64, i32) {
        let words = || words.iter().map(|&word| &self.0[word as usize]);
        let all: i64 = words().map(|word| word.surprise).sum();
        let matched: i64 = words().filter(|word| is_asked(word)).map(|word| word.surprise).sum();
        ((matched * 1000) >> 16, share(matched, all))
    }

    fn in_scope(&self, words: &[u32]) -> usize {
        words.iter().filter(|&&word| self.0[word as usize].is_scope).count()
    }
}
