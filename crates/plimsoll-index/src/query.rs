//! What a sentence asks for.

use crate::words::words;
use std::collections::BTreeSet;

/// The words of a sentence, and the names in it that could be paths, files or identifiers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Query {
    words: BTreeSet<String>,
    names: BTreeSet<String>,
    asks_for_tests: bool,
}

impl Query {
    pub fn new(sentence: &str) -> Self {
        let words: BTreeSet<String> = words(sentence).into_iter().collect();
        let asks_for_tests = words.contains("test");
        Self { names: names(sentence), words, asks_for_tests }
    }

    /// Whether there is nothing to look for.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty() && self.names.is_empty()
    }

    /// Whether it has words that are searched for.
    pub fn has_words(&self) -> bool {
        !self.words.is_empty()
    }

    /// Sorted, each once.
    pub(crate) fn words(&self) -> impl Iterator<Item = &str> {
        self.words.iter().map(String::as_str)
    }

    pub(crate) fn has_word(&self, word: &str) -> bool {
        self.words.contains(word)
    }

    /// The same word as it stands here, if it does.
    pub(crate) fn word(&self, word: &str) -> Option<&str> {
        self.words.get(word).map(String::as_str)
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
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Mention {
    /// Its path, or the end of it from some folder on.
    Path,
    FileName,
    /// Its name without what follows the first dot, where that is no everyday word.
    Stem,
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
}
