//! The words of one file and how often each occurs, kept as facts so that a warm run splits nothing.

use crate::codec::{push_number, take_number};
use crate::words::for_each_word;
use plimsoll_core::screened::Screened;
use plimsoll_core::store::{FactKey, Facts};
use sha2::{Digest, Sha256};
use std::collections::BTreeMap;

/// Rises when the same text would give other words.
const EXTRACTOR: &str = "words 1";

/// How often each word occurs.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct WordCounts {
    /// Sorted bytewise.
    counts: Vec<(String, u32)>,
    total: u64,
}

impl WordCounts {
    pub fn of(text: &Screened) -> Self {
        let mut counts: BTreeMap<String, u32> = BTreeMap::new();
        for_each_word(text.text(), &mut |word| match counts.get_mut(word) {
            Some(count) => *count = count.saturating_add(1),
            None => {
                counts.insert(word.to_owned(), 1);
            }
        });
        let total = counts.values().map(|&count| u64::from(count)).sum();
        Self { counts: counts.into_iter().collect(), total }
    }

    pub fn count(&self, word: &str) -> u32 {
        let found = self.counts.binary_search_by(|(known, _)| known.as_str().cmp(word));
        found.map_or(0, |at| self.counts[at].1)
    }

    /// How many words the file has, repetitions included.
    pub fn total(&self) -> u64 {
        self.total
    }

    /// Sorted words share their beginnings, so each is written as what it adds to the one before.
    fn encode(&self) -> Vec<u8> {
        let mut out = Vec::new();
        let mut previous: &[u8] = &[];
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

    /// Nothing where the bytes are not what `encode` writes: the words are then counted again.
    fn decode(mut bytes: &[u8]) -> Option<Self> {
        let length = usize::try_from(take_number(&mut bytes)?).ok()?;
        let mut decoded = Self::default();
        let mut word: Vec<u8> = Vec::new();
        for _ in 0..length {
            let shared = usize::try_from(take_number(&mut bytes)?).ok()?;
            let added = usize::try_from(take_number(&mut bytes)?).ok()?;
            word.truncate(word.len().min(shared));
            if word.len() != shared {
                return None;
            }
            let (suffix, rest) = bytes.split_at_checked(added)?;
            word.extend_from_slice(suffix);
            bytes = rest;
            let count = u32::try_from(take_number(&mut bytes)?).ok().filter(|&count| count > 0)?;
            let text = str::from_utf8(&word).ok()?.to_owned();
            if decoded.counts.last().is_some_and(|(last, _)| *last >= text) {
                return None;
            }
            decoded.counts.push((text, count));
            decoded.total += u64::from(count);
        }
        bytes.is_empty().then_some(decoded)
    }
}

/// The word counts of each text, in order: from facts where they are known, else counted and kept.
/// `guard_digest` names the rules under which the texts were screened. `count` counts what is not known;
/// it is the caller's, since only the caller knows how many threads there are.
pub fn word_counts(
    texts: &[&Screened],
    facts: &dyn Facts,
    guard_digest: &str,
    count: impl FnOnce(&[&Screened]) -> Vec<WordCounts>,
) -> Vec<WordCounts> {
    let extractor = format!("{EXTRACTOR} {guard_digest}");
    let key = |text: &&Screened| FactKey {
        extractor: extractor.clone(),
        content: Sha256::digest(text.text().as_bytes()).into(),
    };
    let keys: Vec<FactKey> = texts.iter().map(key).collect();
    let known = facts.lookup(&keys);
    let mut counts: Vec<Option<WordCounts>> =
        known.into_iter().map(|bytes| bytes.as_deref().and_then(WordCounts::decode)).collect();
    // A store may answer with less than it was asked for; what is missing is counted.
    counts.resize(keys.len(), None);
    let unknown: Vec<usize> = (0..texts.len()).filter(|&at| counts[at].is_none()).collect();
    let fresh = count(&unknown.iter().map(|&at| texts[at]).collect::<Vec<_>>());
    let facts_of = |(&at, counts): (&usize, &WordCounts)| (keys[at].clone(), counts.encode());
    let to_keep: Vec<(FactKey, Vec<u8>)> = unknown.iter().zip(&fresh).map(facts_of).collect();
    if !to_keep.is_empty() {
        facts.keep(&to_keep);
    }
    for (at, fresh) in unknown.into_iter().zip(fresh) {
        counts[at] = Some(fresh);
    }
    let all = texts.iter().zip(counts);
    all.map(|(text, counts)| counts.unwrap_or_else(|| WordCounts::of(text))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn decoding_undoes_encoding(text in any::<String>()) {
            let counts = WordCounts::of(&Screened::ours(text));
            prop_assert_eq!(WordCounts::decode(&counts.encode()), Some(counts));
        }

        #[test]
        fn broken_bytes_are_refused_or_read_but_never_break(bytes in prop::collection::vec(any::<u8>(), 0..64)) {
            if let Some(counts) = WordCounts::decode(&bytes) {
                prop_assert!(counts.counts.is_sorted());
            }
        }

        #[test]
        fn a_cut_or_grown_fact_is_refused(text in "[a-z]{3,6}( [a-z]{3,6}){1,9}", cut in 1_usize..4) {
            let mut bytes = WordCounts::of(&Screened::ours(text)).encode();
            let grown = [bytes.as_slice(), &[0]].concat();
            prop_assert_eq!(WordCounts::decode(&grown), None);
            bytes.truncate(bytes.len().saturating_sub(cut));
            prop_assert_eq!(WordCounts::decode(&bytes), None);
        }
    }
}
