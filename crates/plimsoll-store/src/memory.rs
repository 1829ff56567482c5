//! A store that lasts as long as its process. The same behaviour as the file, and the same tests.

use crate::SHORTEST_PREFIX;
use crate::codec::{decode, encode};
use plimsoll_core::record::Record;
use plimsoll_core::store::{Entry, FactKey, Facts, Store, StoreError, Which};
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The store in memory.
#[derive(Debug, Default)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
}

#[derive(Debug, Default)]
struct Kept {
    decisions: Vec<Decision>,
    facts: BTreeMap<FactKey, Vec<u8>>,
}

#[derive(Debug)]
struct Decision {
    id: String,
    /// As text, as in the file: what cannot be written there cannot be kept here either.
    record: String,
    capsule: Option<Vec<u8>>,
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// With their sequence, newest first.
    fn newest(&self) -> impl Iterator<Item = (u64, &Decision)> {
        let numbered = self.decisions.iter().enumerate().rev();
        numbered.map(|(index, decision)| (index as u64 + 1, decision))
    }

    /// The id that is meant: this one, or the only one that begins so.
    fn resolve<'a>(&'a self, id: &'a str) -> Result<&'a str, StoreError> {
        let long_enough = id.chars().count() >= SHORTEST_PREFIX;
        if !long_enough || self.decisions.iter().any(|decision| decision.id == id) {
            return Ok(id);
        }
        let mut ids = self.decisions.iter().map(|d| d.id.as_str()).filter(|d| d.starts_with(id));
        let Some(first) = ids.next() else { return Ok(id) };
        if ids.any(|other| other != first) {
            return Err(StoreError::Ambiguous { prefix: id.to_owned() });
        }
        Ok(first)
    }
}

impl Store for MemoryStore {
    fn append(&self, record: &Record, capsule: Option<&[u8]>) -> Result<u64, StoreError> {
        let text = encode(record)?;
        let mut kept = self.kept();
        kept.decisions.push(Decision {
            id: record.id.clone(),
            record: text,
            capsule: capsule.map(<[u8]>::to_vec),
        });
        Ok(kept.decisions.len() as u64)
    }

    fn entry(&self, which: &Which) -> Result<Option<Entry>, StoreError> {
        let kept = self.kept();
        let id = match which {
            Which::Newest => None,
            Which::Id(id) => Some(kept.resolve(id)?),
        };
        let found = kept.newest().find(|(_, decision)| id.is_none_or(|id| decision.id == id));
        found.map(|(sequence, decision)| decode(sequence, &decision.record)).transpose()
    }

    fn entries(&self, at_most: usize) -> Result<Vec<Entry>, StoreError> {
        let kept = self.kept();
        let newest = kept.newest().take(at_most);
        newest.map(|(sequence, decision)| decode(sequence, &decision.record)).collect()
    }

    fn capsule(&self, sequence: u64) -> Result<Option<Vec<u8>>, StoreError> {
        let index = sequence.checked_sub(1).and_then(|index| usize::try_from(index).ok());
        let kept = self.kept();
        let decision = index.and_then(|index| kept.decisions.get(index));
        Ok(decision.and_then(|decision| decision.capsule.clone()))
    }
}

impl Facts for MemoryStore {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        let kept = self.kept();
        keys.iter().map(|key| kept.facts.get(key).cloned()).collect()
    }

    fn keep(&self, facts: &[(FactKey, Vec<u8>)]) {
        self.kept().facts.extend(facts.iter().cloned());
    }
}
