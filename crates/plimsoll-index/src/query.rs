//! What a sentence asks for.

use crate::words::{plain_words, whole_name, words};
use std::collections::{BTreeMap, BTreeSet};

/// The words of a sentence, and the names in it that could be paths, files or identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    /// Sorted, each once.
    words: Vec<QueryWord>,
    by_word: BTreeMap<String, u32>,
    names: BTreeSet<String>,
    /// Words as names of files have them, those that are everywhere included.
    plain: BTreeSet<String>,
    asks_for_tests: bool,
}

/// A word that is searched for.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct QueryWord {
    pub(crate) word: String,
    /// It stands in the first line, which says what it is about.
    pub(crate) in_subject: bool,
    /// It is a name of several parts, or stands between marks of code: nobody says that by chance.
    pub(crate) is_name: bool,
}

impl Query {
    pub fn new(sentence: &str) -> Self {
        let subject = sentence.trim_start().lines().next().unwrap_or("");
        let subject: BTreeSet<String> = words(subject).into_iter().collect();
        let marked: BTreeSet<String> = marked(sentence).flat_map(words).collect();
        let wholes: BTreeSet<String> =
            crate::words::names(sentence).into_iter().filter_map(whole_name).collect();
        let all: BTreeSet<String> = words(sentence).into_iter().collect();
        let words: Vec<QueryWord> = all
            .into_iter()
            .map(|word| QueryWord {
                in_subject: subject.contains(&word),
                is_name: wholes.contains(&word) || marked.contains(&word),
                word,
            })
            .collect();
        let by_word = words.iter().zip(0..).map(|(word, at)| (word.word.clone(), at)).collect();
        let asks_for_tests = words.iter().any(|word| word.word == "test");
        let plain = plain_words(sentence).into_iter().collect();
        Self { words, by_word, names: names(sentence), plain, asks_for_tests }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.names.is_empty()
    }

    /// Whether it has words that are searched for.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    pub(crate) fn words(&self) -> &[QueryWord] {
        &self.words
    }

    /// The place of a word among those of the query.
    pub(crate) fn place(&self, word: &str) -> Option<u32> {
        self.by_word.get(word).copied()
    }

    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.by_word.contains_key(word)
    }

    /// The same word as it stands here, if it does.
    pub(crate) fn word(&self, word: &str) -> Option<&str> {
        self.by_word.get_key_value(word).map(|(word, _)| word.as_str())
    }

    pub(crate) fn has_plain(&self, word: &str) -> bool {
        self.plain.contains(word)
    }

    pub(crate) fn asks_for_tests(&self) -> bool {
        self.asks_for_tests
    }

    /// How the sentence names a file, in the strongest way that it does.
    pub(crate) fn mention_of(&self, path: &str) -> Option<Mention> {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let is_path = |start: usize| self.names.contains(&path[start..]);
        let later_starts = path.match_indices('/').map(|(at, _)| at + 1);
        let tail_starts = later_starts.filter(|&start| path[start..].contains('/'));
        if path.contains('/') && (is_path(0) || tail_starts.into_iter().any(is_path)) {
            Some(Mention::Path)
        } else if name.contains('.') && self.names.contains(name) {
            Some(Mention::FileName)
        } else if is_distinctive(stem) && self.names.contains(stem) {
            Some(Mention::Stem)
        } else {
            None
        }
    }
}

/// How a sentence names a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Mention {
    /// Its name without what follows the first dot, where that is no everyday word.
    Stem,
    FileName,
    /// Its path, or the end of it from some folder on.
    Path,
}

/// What stands between back quotes.
fn marked(sentence: &str) -> impl Iterator<Item = &str> {
    sentence.split('`').skip(1).step_by(2)
}

/// Everything between blanks and quotes that could be a name, without the punctuation around it.
fn names(sentence: &str) -> BTreeSet<String> {
    let is_edge = |c: char| !c.is_alphanumeric() && c != '_' && c != '.' && c != '/';
    sentence
        .split(|c: char| c.is_whitespace() || "`'\"()[]{}<>,;:".contains(c))
        .map(|name| name.trim_matches(is_edge).trim_end_matches(['.', '/']))
        .map(|name| name.strip_prefix("./").unwrap_or(name))
        .filter(|name| !name.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Whether a name is made like an identifier of several parts.
fn is_distinctive(name: &str) -> bool {
    let mut chars = name.chars();
    chars.next();
    name.chars().count() >= 4 && chars.any(|c| c.is_uppercase() || c == '_' || c.is_numeric())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_a_sentence_are_found_in_the_strongest_form() {
        let query =
            Query::new("Why does `src/net/retry.rs:12` (see RetryPolicy, and lib.rs) stop?");
        assert_eq!(query.mention_of("src/net/retry.rs"), Some(Mention::Path));
        assert_eq!(query.mention_of("core/src/net/retry.rs"), Some(Mention::Path));
        assert_eq!(query.mention_of("other/retry.rs"), None);
        assert_eq!(query.mention_of("a/RetryPolicy.java"), Some(Mention::Stem));
        assert_eq!(query.mention_of("core/lib.rs"), Some(Mention::FileName));
        assert_eq!(query.mention_of("docs/see"), None);
        assert!(Query::new(" … !").is_empty() && !query.is_empty());
    }

    #[test]
    fn words_know_where_they_stand() {
        let query = Query::new("Evict entries\n\nThe `ttl` of a cacheEntry is ignored.");
        let said = |word: &str| {
            let word = query.words().iter().find(|one| one.word == word).unwrap();
            (word.in_subject, word.is_name)
        };
        assert_eq!(said("evict"), (true, false));
        assert_eq!(said("ttl"), (false, true));
        assert_eq!(said("cacheentry"), (false, true));
        assert_eq!(said("cach"), (false, false));
        assert!(query.has_plain("of") && query.place("of").is_none());
    }
}
