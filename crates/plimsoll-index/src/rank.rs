//! Puts files in the order in which a sentence asks for them.
//!
//! The score is BM25 (k1 = 1.2, b = 0.75) in integers, in thousandths of a bit of surprise: a word that is
//! in few files counts more. A word in the file's name counts more than any number of them in its content.

use crate::counts::WordCounts;
use crate::fixed::log2;
use crate::query::{Mention, Query};
use crate::words::words;
use plimsoll_core::vocab::FileClass;
use std::collections::BTreeSet;

/// A file as ranking sees it.
#[derive(Debug, Clone, Copy)]
pub struct IndexedFile<'a> {
    /// Relative, with `/`.
    pub path: &'a str,
    pub class: FileClass,
    pub words: &'a WordCounts,
}

/// A file that has to do with the query.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ranked {
    /// Its place in the list that was given.
    pub file: usize,
    /// The sum of its lines, more than 0.
    pub score: i64,
    pub lines: Vec<ScoreLine>,
}

/// One reason for a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct ScoreLine {
    pub signal: Signal,
    pub points: i64,
}

/// What speaks for or against a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Signal {
    /// The sentence has the file's path.
    PathMention,
    /// The sentence has the file's name.
    FileNameMention,
    /// The sentence has the file's name without its extension, and it is no everyday word.
    StemMention,
    FileNameWords,
    FolderWords,
    ContentWords,
    TestFile,
    GeneratedFile,
    MinifiedFile,
    VendoredFile,
    LockFile,
}

impl Signal {
    /// As it is shown.
    pub const fn name(self) -> &'static str {
        match self {
            Self::PathMention => "the request has its path",
            Self::FileNameMention => "the request has its name",
            Self::StemMention => "the request has its name without the extension",
            Self::FileNameWords => "words in its name",
            Self::FolderWords => "words in its folders",
            Self::ContentWords => "words in its content",
            Self::TestFile => "a test, and none is asked for",
            Self::GeneratedFile => "generated",
            Self::MinifiedFile => "minified",
            Self::VendoredFile => "somebody else's code",
            Self::LockFile => "a lock file",
        }
    }
}

const PATH_MENTION: i64 = 1_000_000;
const FILE_NAME_MENTION: i64 = 300_000;
const STEM_MENTION: i64 = 30_000;
/// Thousandths of a bit per bit. BM25 gives content at most 2,200.
const FILE_NAME_WORD: i64 = 2_500;
const FOLDER_WORD: i64 = 1_000;

/// What a word says at least: a hundredth of a bit, times 65,536.
const LEAST_SURPRISE: i64 = 655;

/// The files that have to do with the query, best first; ties by path, then by place in the list.
pub fn rank(files: &[IndexedFile<'_>], query: &Query) -> Vec<Ranked> {
    let paths: Vec<PathWords> = files.iter().map(|file| PathWords::of(file.path)).collect();
    let corpus = Corpus::of(files, &paths, query);
    let mut ranked: Vec<Ranked> = files
        .iter()
        .zip(&paths)
        .enumerate()
        .filter_map(|(at, (file, path))| {
            let lines = score_lines(file, path, &corpus, query);
            let score = lines.iter().map(|line| line.points).sum();
            (score > 0).then_some(Ranked { file: at, score, lines })
        })
        .collect();
    ranked.sort_by(|a, b| {
        let path = |ranked: &Ranked| files[ranked.file].path.as_bytes();
        b.score.cmp(&a.score).then_with(|| path(a).cmp(path(b))).then_with(|| a.file.cmp(&b.file))
    });
    ranked
}

/// The words of a path.
struct PathWords {
    name: BTreeSet<String>,
    folders: BTreeSet<String>,
}

impl PathWords {
    fn of(path: &str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        // Every file of a language has its extension: it says nothing about which one is meant.
        let stem = name.rsplit_once('.').map_or(name, |(stem, _)| stem);
        let name: BTreeSet<String> =
            words(if stem.is_empty() { name } else { stem }).into_iter().collect();
        let folders = words(folders).into_iter().filter(|word| !name.contains(word)).collect();
        Self { name, folders }
    }
}

/// What is known of all files together.
struct Corpus<'q> {
    files: u64,
    words: u64,
    /// The words of the query that some file has, and how much each says, times 65,536.
    surprise: Vec<(&'q str, i64)>,
}

impl<'q> Corpus<'q> {
    fn of(files: &[IndexedFile<'_>], paths: &[PathWords], query: &'q Query) -> Self {
        let count = files.len() as u64;
        let surprise = query
            .words()
            .filter_map(|word| {
                let has = |(file, path): &(&IndexedFile<'_>, &PathWords)| {
                    file.words.count(word) > 0
                        || path.name.contains(word)
                        || path.folders.contains(word)
                };
                let with = files.iter().zip(paths).filter(has).count() as u64;
                // A word that every file has says little, but never nothing.
                let surprise = log2(2 * count + 2) - log2(2 * with + 1);
                (with > 0).then(|| (word, surprise.max(LEAST_SURPRISE)))
            })
            .collect();
        Self { files: count, words: files.iter().map(|file| file.words.total()).sum(), surprise }
    }

    /// BM25's part for one word that occurs `count` times in a file of `length` words: both sides of the
    /// fraction are multiplied by what makes them whole.
    fn content_points(&self, surprise: i64, count: u32, length: u64) -> i64 {
        let (count, all) = (i128::from(count), i128::from(self.words));
        let above = 22 * count * all;
        let below = 10 * count * all + 3 * all + 9 * i128::from(length) * i128::from(self.files);
        let points = i128::from(surprise) * 1_000 * above / (below.max(1) << 16);
        i64::try_from(points.max(1)).unwrap_or(i64::MAX / 1024)
    }
}

fn score_lines(
    file: &IndexedFile<'_>,
    path: &PathWords,
    corpus: &Corpus<'_>,
    query: &Query,
) -> Vec<ScoreLine> {
    let mention = query.mention_of(file.path);
    let sum = |points: &dyn Fn(&str, i64) -> i64| -> i64 {
        corpus.surprise.iter().map(|&(word, surprise)| points(word, surprise)).sum()
    };
    let in_name = sum(&|word, bits| i64::from(path.name.contains(word)) * FILE_NAME_WORD * bits);
    let in_folders = sum(&|word, bits| i64::from(path.folders.contains(word)) * FOLDER_WORD * bits);
    let in_content = sum(&|word, bits| match file.words.count(word) {
        0 => 0,
        count => corpus.content_points(bits, count, file.words.total()),
    });
    let mut lines: Vec<ScoreLine> = mention.map(mention_line).into_iter().collect();
    lines.extend([
        ScoreLine { signal: Signal::FileNameWords, points: in_name >> 16 },
        ScoreLine { signal: Signal::FolderWords, points: in_folders >> 16 },
        ScoreLine { signal: Signal::ContentWords, points: in_content },
    ]);
    if !matches!(mention, Some(Mention::Path | Mention::FileName)) {
        let so_far: i64 = lines.iter().map(|line| line.points).sum();
        lines.extend(penalty(file.class, so_far, query));
    }
    lines.retain(|line| line.points != 0);
    lines
}

fn mention_line(mention: Mention) -> ScoreLine {
    let (signal, points) = match mention {
        Mention::Path => (Signal::PathMention, PATH_MENTION),
        Mention::FileName => (Signal::FileNameMention, FILE_NAME_MENTION),
        Mention::Stem => (Signal::StemMention, STEM_MENTION),
    };
    ScoreLine { signal, points }
}

/// What a file loses by its class, as a share of what it has.
fn penalty(class: FileClass, so_far: i64, query: &Query) -> Option<ScoreLine> {
    let (signal, percent) = match class {
        FileClass::Source => return None,
        FileClass::Test if query.asks_for_tests() => return None,
        FileClass::Test => (Signal::TestFile, 50),
        FileClass::Generated => (Signal::GeneratedFile, 80),
        FileClass::Minified => (Signal::MinifiedFile, 80),
        FileClass::Vendored => (Signal::VendoredFile, 80),
        FileClass::Lock => (Signal::LockFile, 95),
    };
    Some(ScoreLine { signal, points: -(so_far * percent / 100) })
}
