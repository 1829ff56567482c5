//! The words of one file and how often each occurs, kept as facts so that a warm run splits nothing.

use crate::query::Query;
use crate::tally::tally;
use plimsoll_core::codec::{push_number, take_count, take_number, take_u32};
use plimsoll_core::screened::Screened;
use std::cmp::Ordering;

/// Rises when the same text would give other words.
const EXTRACTOR: &str = "words 2";

/// How often each word occurs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordCounts {
    /// All words, one after the other, sorted bytewise.
    words: String,
    /// Where each word ends, and how often it occurs.
    counts: Vec<(usize, u32)>,
    total: u64,
}

impl WordCounts {
    pub fn of(text: &Screened) -> Self {
        let mut counts = Self::default();
        tally(text.text(), |word, count| counts.push(word, count));
        counts.total = counts.counts.iter().map(|&(_, count)| u64::from(count)).sum();
        counts
    }

    fn push(&mut self, word: &str, count: u32) {
        self.words.push_str(word);
        self.counts.push((self.words.len(), count));
    }

    fn word(&self, at: usize) -> &str {
        let start = at.checked_sub(1).map_or(0, |before| self.counts[before].0);
        &self.words[start..self.counts[at].0]
    }

    pub fn count(&self, word: &str) -> u32 {
        let (mut from, mut to) = (0, self.counts.len());
        while from < to {
            let middle = usize::midpoint(from, to);
            match self.word(middle).cmp(word) {
                Ordering::Equal => return self.counts[middle].1,
                Ordering::Less => from = middle + 1,
                Ordering::Greater => to = middle,
            }
        }
        0
    }

    /// The words of a query that are there: the place of each among the query's, and how often it occurs.
    pub(crate) fn hits(&self, query: &Query) -> Vec<(u32, u32)> {
        let words = (0..self.counts.len()).map(|at| (self.word(at), self.counts[at].1));
        words.filter_map(|(word, count)| Some((query.place(word)?, count))).collect()
    }

    /// How many words the file has, repetitions included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// As a fact. Sorted words share their beginnings, so each is written as what it adds to the one before.
    pub fn encode(&self) -> Vec<u8> {
        let mut out = Vec::with_capacity(self.words.len() + 2 * self.counts.len());
        let mut previous: &[u8] = &[];
        push_number(&mut out, self.total);
        push_number(&mut out, self.counts.len() as u64);
        for (at, (_, count)) in self.counts.iter().enumerate() {
            let word = self.word(at).as_bytes();
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
        // Both are sorted, and most words of a file are none of the query's.
        let mut rest = query.words();
        Self::decode(bytes, |word| {
            while let [first, others @ ..] = rest
                && first.word.as_bytes() < word
            {
                rest = others;
            }
            rest.first().is_some_and(|first| first.word.as_bytes() == word)
        })
    }

    fn decode(mut bytes: &[u8], mut wanted: impl FnMut(&[u8]) -> bool) -> Option<Self> {
        let mut counts = Self { total: take_number(&mut bytes)?, ..Self::default() };
        let length = take_count(&mut bytes)?;
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
            if wanted(&word) {
                counts.push(str::from_utf8(&word).ok()?, count);
            }
        }
        (bytes.is_empty() && sum == counts.total).then_some(counts)
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
        fn each_word_is_found_with_its_count(text in "((cacheSize|cache_size|x|Größe2|http|\\.| |\n)){0,40}|\\PC*") {
            let counts = WordCounts::of(&Screened::ours(text.clone()));
            let words = crate::words(&text);
            for word in &words {
                let slowly = words.iter().filter(|one| *one == word).count();
                prop_assert_eq!(counts.count(word) as usize, slowly);
            }
            prop_assert_eq!(counts.total(), words.len() as u64);
            prop_assert_eq!(counts.count("none such"), 0);
        }

        #[test]
        fn decoding_undoes_encoding(text in any::<String>()) {
            let counts = WordCounts::of(&Screened::ours(text));
            prop_assert_eq!(WordCounts::decode(&counts.encode(), |_| true), Some(counts));
        }

        #[test]
        fn broken_bytes_are_refused_or_read_but_never_break(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Some(counts) = WordCounts::decode(&bytes, |_| true) {
                let words: Vec<&str> = (0..counts.counts.len()).map(|at| counts.word(at)).collect();
                prop_assert!(words.is_sorted());
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
