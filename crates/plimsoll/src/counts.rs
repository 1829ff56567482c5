//! A counter that remembers. Most of selecting is counting tokens, and from one composition to the next almost all
//! blocks are what they were. What is remembered is kept in the cache, by the digest of the text; the document that
//! comes of it is counted anew in any case.

use plimsoll_core::count::Counter;
use plimsoll_core::limit::Unit;
use plimsoll_core::seal;
use plimsoll_core::store::Cache;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// A day: longer than people are away from their work, and shorter than what is forgotten otherwise.
const LIVES_MS: u64 = 86_400_000;
/// What is shorter is counted as quickly as it is looked up.
const SHORT: usize = 48;

/// The first half of a sha256.
type Key = [u8; 16];
/// A key and its count, as they are kept.
const ENTRY: usize = 24;

pub(crate) struct Remembering {
    counter: &'static dyn Counter,
    known: BTreeMap<Key, u64>,
    /// What was asked for now. Only this is kept: what nobody asks for any more is forgotten.
    asked: Mutex<BTreeMap<Key, u64>>,
}

impl Remembering {
    /// Without a cache there is nothing to remember.
    pub(crate) fn new(
        counter: &'static dyn Counter,
        cache: Option<&dyn Cache>,
        now_ms: u64,
    ) -> Self {
        let kept = cache.and_then(|cache| cache.get(&place(counter), now_ms)).unwrap_or_default();
        let known = kept.chunks_exact(ENTRY).filter_map(|entry| {
            let (key, count) = entry.split_first_chunk::<16>()?;
            Some((*key, u64::from_le_bytes(count.try_into().ok()?)))
        });
        Self { counter, known: known.collect(), asked: Mutex::default() }
    }

    /// Keeps what was asked for, unless that is what is kept.
    pub(crate) fn keep(&self, cache: &dyn Cache, now_ms: u64) {
        let asked = self.asked();
        if *asked == self.known {
            return;
        }
        let bytes = |(key, count): (&Key, &u64)| (*key).into_iter().chain(count.to_le_bytes());
        let entries: Vec<u8> = asked.iter().flat_map(bytes).collect();
        cache.put(&place(self.counter), &entries, now_ms, LIVES_MS);
    }

    fn asked(&self) -> MutexGuard<'_, BTreeMap<Key, u64>> {
        self.asked.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Where the counts of a counter are kept.
fn place(counter: &dyn Counter) -> String {
    format!("counts 1 {}", counter.name())
}

impl Counter for Remembering {
    fn name(&self) -> &'static str {
        self.counter.name()
    }

    fn unit(&self) -> Unit {
        self.counter.unit()
    }

    fn margin(&self) -> Option<&'static str> {
        self.counter.margin()
    }

    fn count(&self, text: &str) -> u64 {
        if text.len() < SHORT {
            return self.counter.count(text);
        }
        let digest = seal::sha256(text.as_bytes());
        let Some((key, _)) = digest.split_first_chunk::<16>() else {
            return self.counter.count(text);
        };
        let count = self.known.get(key).copied().unwrap_or_else(|| self.counter.count(text));
        self.asked().insert(*key, count);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_core::count::{DEFAULT_COUNTER, counter};
    use plimsoll_store::MemoryStore;

    #[test]
    fn counts_are_the_counter_s_and_outlast_it() {
        let store = MemoryStore::new();
        let plain = counter(DEFAULT_COUNTER).unwrap();
        let texts: Vec<String> = (1..40).map(|n| "let a = b.c(d); ".repeat(n)).collect();
        for now in [1, 2, LIVES_MS, 2 * LIVES_MS] {
            let remembering = Remembering::new(plain, Some(&store), now);
            let is_warm = now == 2 || now == LIVES_MS;
            assert_eq!(!remembering.known.is_empty(), is_warm, "at {now}");
            for text in &texts {
                assert_eq!(remembering.count(text), plain.count(text));
            }
            remembering.keep(&store, now);
        }
        let fewer = Remembering::new(plain, Some(&store), 2 * LIVES_MS);
        assert_eq!(fewer.known.len(), texts.iter().filter(|text| text.len() >= SHORT).count());
        fewer.count(&texts[30]);
        fewer.keep(&store, 2 * LIVES_MS);
        assert_eq!(Remembering::new(plain, Some(&store), 2 * LIVES_MS).known.len(), 1);
    }

    #[test]
    fn what_is_kept_in_another_form_is_forgotten() {
        let store = MemoryStore::new();
        let plain = counter(DEFAULT_COUNTER).unwrap();
        store.put(&place(plain), b"not what was kept", 1, LIVES_MS);
        let text = "let a = b.c(d); ".repeat(9);
        assert_eq!(Remembering::new(plain, Some(&store), 2).count(&text), plain.count(&text));
    }
}
