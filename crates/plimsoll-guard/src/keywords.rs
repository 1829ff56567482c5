//! The words that a text is searched for first. The fastest automaton takes longer to build than a small text takes
//! to be read, so it is built when there has been enough to read; until then a smaller one finds the same.

use aho_corasick::{AhoCorasick, AhoCorasickKind, BuildError, MatchKind};
use std::sync::OnceLock;
use std::sync::atomic::{AtomicUsize, Ordering};

/// The smaller one takes about as long for this many bytes as the fastest takes to be built.
const ENOUGH: usize = 2 << 20;

#[derive(Debug)]
pub(crate) struct Keywords {
    sorted: Vec<String>,
    small: AhoCorasick,
    /// Nothing where it cannot be built.
    fast: OnceLock<Option<AhoCorasick>>,
    /// How many bytes have been searched. What is found does not depend on it.
    searched: AtomicUsize,
}

impl Keywords {
    pub(crate) fn new(sorted: Vec<String>) -> Result<Self, BuildError> {
        let small = build(&sorted, AhoCorasickKind::ContiguousNFA)?;
        Ok(Self { sorted, small, fast: OnceLock::new(), searched: AtomicUsize::new(0) })
    }

    /// For a text of this length, and for all that come after it.
    pub(crate) fn for_text_of(&self, length: usize) -> &AhoCorasick {
        let searched = self.searched.fetch_add(length, Ordering::Relaxed).saturating_add(length);
        if searched < ENOUGH {
            return &self.small;
        }
        let fast = self.fast.get_or_init(|| build(&self.sorted, AhoCorasickKind::DFA).ok());
        fast.as_ref().unwrap_or(&self.small)
    }
}

fn build(words: &[String], kind: AhoCorasickKind) -> Result<AhoCorasick, BuildError> {
    AhoCorasick::builder()
        .ascii_case_insensitive(true)
        .match_kind(MatchKind::Standard)
        .kind(Some(kind))
        .build(words)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn keywords() -> Keywords {
        let words = ["a", "ab", "abab", "b", "token", "to", "ken"];
        Keywords::new(words.map(str::to_owned).to_vec()).unwrap()
    }

    #[test]
    fn the_fast_one_is_built_when_there_has_been_enough_to_read() {
        let keywords = keywords();
        keywords.for_text_of(ENOUGH - 1);
        assert!(keywords.fast.get().is_none());
        keywords.for_text_of(1);
        assert!(keywords.fast.get().is_some_and(Option::is_some));
    }

    proptest! {
        #[test]
        fn both_find_the_same_in_the_same_order(text in "[abtTokKenN ]{0,60}") {
            let keywords = keywords();
            let found = |of: &AhoCorasick| of.find_overlapping_iter(&text).collect::<Vec<_>>();
            let small = found(keywords.for_text_of(0));
            prop_assert_eq!(small, found(keywords.for_text_of(ENOUGH)));
        }
    }
}
