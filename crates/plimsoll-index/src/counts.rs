//! The words of one file and how often each occurs, kept as facts so that a warm run splits nothing.

use crate::query::Query;
use crate::words::count_words;
use plimsoll_core::codec::{push_number, take_count, take_number, take_u32};
use plimsoll_core::screened::Screened;

/// Rises when the same text would give other words.
const EXTRACTOR: &str = "words 2";

/// How often each word occurs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordCounts {
    /// Sorted bytewise.
    counts: Vec<(String, u32)>,
    total: u64,
}

impl WordCounts {
    pub fn of(text: &Screened) -> Self {
        let counts = count_words(text.text());
        let total = counts.iter().map(|&(_, count)| u64::from(count)).sum();
        Self { counts, total }
    }

    pub fn count(&self, word: &str) -> u32 {
        let found = self.counts.binary_search_by(|(known, _)| known.as_str().cmp(word));
        found.map_or(0, |at| self.counts[at].1)
    }

    /// How many words the file has, repetitions included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// As a fact. Sorted words share their beginnings, so each is written as what it adds to the one before.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut previous: &[u8] = &[];
        push_number(&mut out, self.total);
        push_number(&mut out, self.counts.len() as u64);
        for (word, count) in &self.counts {
            let word = word.as_bytes();
            let shared = previous.iter().zip(word).take_while(|(a, b)| a == b).count();
            push_number(&mut out, shared as u64);
            push_number(&mut out, (word.len() - shared) as u64);
            out.extend_from_slice(&word[shared..]);
            push_number(&mut out, u64::from(*count));
            previous = word;
        }
        out
    }

    /// Of a fact only what a query asks for: a project has too many words to hold all of them. Nothing where
    /// the bytes are not what `encode` writes: the words are then counted again.
    pub fn decode_for(query: &Query, bytes: &[u8]) -> Option<Self> {
        Self::decode(bytes, |word| query.has_word(word))
    }

    fn decode(mut bytes: &[u8], wanted: impl Fn(&str) -> bool) -> Option<Self> {
        let total = take_number(&mut bytes)?;
        let length = take_count(&mut bytes)?;
        let mut counts = Vec::new();
        let mut word: Vec<u8> = Vec::new();
        let mut sum = 0_u64;
        for at in 0..length {
            let shared = usize::try_from(take_number(&mut bytes)?).ok()?;
            let added = usize::try_from(take_number(&mut bytes)?).ok()?;
            let (suffix, rest) = bytes.split_at_checked(added)?;
            bytes = rest;
            let grows = word.get(shared..).is_some_and(|old| suffix > old);
            if !grows && at > 0 {
                return None;
            }
            word.truncate(shared);
            word.extend_from_slice(suffix);
            let count = take_u32(&mut bytes).filter(|&count| count > 0)?;
            sum = sum.checked_add(u64::from(count))?;
            let text = str::from_utf8(&word).ok()?;
            if wanted(text) {
                counts.push((text.to_owned(), count));
            }
        }
        (bytes.is_empty() && sum == total).then_some(Self { counts, total })
    }
}

/// The name of what makes these facts, under rules of the guard with this digest.
pub fn words_extractor(guard_digest: &str) -> String {
    format!("{EXTRACTOR} {guard_digest}")
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(text in any::<String>()) {
            let counts = WordCounts::of(&Screened::ours(text));
            prop_assert_eq!(WordCounts::decode(&counts.encode(), |_| true), Some(counts));
        }

        #[test]
        fn broken_bytes_are_refused_or_read_but_never_break(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Some(counts) = WordCounts::decode(&bytes, |_| true) {
                prop_assert!(counts.counts.is_sorted());
            }
        }

        #[test]
        fn a_cut_or_grown_fact_is_refused(text in "[a-z]{3,6}( [a-z]{3,6}){1,9}", cut in 1_usize..4) {
            let mut bytes = WordCounts::of(&Screened::ours(text)).encode();
            let grown = [bytes.as_slice(), &[0]].concat();
            prop_assert_eq!(WordCounts::decode(&grown, |_| true), None);
            bytes.truncate(bytes.len().saturating_sub(cut));
            prop_assert_eq!(WordCounts::decode(&bytes, |_| true), None);
        }
    }
}
