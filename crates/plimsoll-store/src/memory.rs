//! A store that lasts as long as its process. The same behaviour as the file, and the same tests.

use crate::SHORTEST_PREFIX;
use crate::chain::link;
use crate::codec::{decode, encode};
use plimsoll_core::notes::{Note, NoteKind, Noted};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::Record;
use plimsoll_core::seal::sha256_hex;
use plimsoll_core::store::{
    Cache, Entry, FactKey, Facts, Head, LineContent, LogLine, Notebook, SignedHead, Store,
    StoreError, Which,
};
use std::cmp::Reverse;
use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

/// The store in memory.
#[derive(Debug)]
pub struct MemoryStore {
    kept: Mutex<Kept>,
}

#[derive(Debug)]
pub(crate) struct Kept {
    pub(crate) start: SignedHead,
    /// In the order of the log.
    pub(crate) places: Vec<Place>,
    /// With the order in which they came.
    pub(crate) facts: BTreeMap<FactKey, (u64, Vec<u8>)>,
    /// In the order in which they were first seen.
    pub(crate) extractors: Vec<String>,
    pub(crate) cache: BTreeMap<String, Cached>,
    /// In the order in which they came.
    pub(crate) notes: Vec<Noted>,
    facts_so_far: u64,
    notes_so_far: u32,
}

#[derive(Debug)]
pub(crate) struct Place {
    pub(crate) sequence: u64,
    pub(crate) hash: String,
    digest: String,
    pub(crate) kept: bool,
    pub(crate) written: Option<Written>,
    pub(crate) capsule: Option<Parcel>,
}

#[derive(Debug)]
pub(crate) struct Written {
    id: String,
    pub(crate) recorded_at: u64,
    /// As text, as in the file: what cannot be written there cannot be kept here either.
    pub(crate) record: String,
}

#[derive(Debug)]
pub(crate) struct Cached {
    made_at: u64,
    expires_at: u64,
    value: Vec<u8>,
}

impl Default for MemoryStore {
    fn default() -> Self {
        let start = Head { count: 0, hash: sha256_hex(b"a log in memory") }.into();
        let kept = Kept {
            start,
            places: Vec::new(),
            facts: BTreeMap::new(),
            extractors: Vec::new(),
            cache: BTreeMap::new(),
            notes: Vec::new(),
            facts_so_far: 0,
            notes_so_far: 0,
        };
        Self { kept: Mutex::new(kept) }
    }
}

impl MemoryStore {
    pub fn new() -> Self {
        Self::default()
    }

    pub(crate) fn kept(&self) -> MutexGuard<'_, Kept> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Kept {
    /// What has not been removed, in the order of the log.
    fn written(&self) -> impl DoubleEndedIterator<Item = (&Place, &Written)> {
        self.places.iter().filter_map(|place| Some((place, place.written.as_ref()?)))
    }

    fn head(&self) -> Head {
        let head = |place: &Place| Head { count: place.sequence, hash: place.hash.clone() };
        self.places.last().map_or_else(|| self.start.head(), head)
    }

    /// The id that is meant: this one, or the only one that begins so.
    fn resolve<'a>(&'a self, id: &'a str) -> Result<&'a str, StoreError> {
        let long_enough = id.chars().count() >= SHORTEST_PREFIX;
        if !long_enough || self.written().any(|(_, written)| written.id == id) {
            return Ok(id);
        }
        let mut ids = self.written().map(|(_, w)| w.id.as_str()).filter(|w| w.starts_with(id));
        let Some(first) = ids.next() else { return Ok(id) };
        if ids.any(|other| other != first) {
            return Err(StoreError::Ambiguous { prefix: id.to_owned() });
        }
        Ok(first)
    }

    pub(crate) fn place(&mut self, sequence: u64) -> Result<&mut Place, StoreError> {
        self.places
            .iter_mut()
            .find(|place| place.sequence == sequence && place.written.is_some())
            .ok_or(StoreError::NoEntry(sequence))
    }
}

fn entry((place, written): (&Place, &Written)) -> Result<Entry, StoreError> {
    decode(place.sequence, place.kept, &written.record)
}

impl Store for MemoryStore {
    fn append(&self, record: &Record, capsule: Option<&Parcel>) -> Result<u64, StoreError> {
        let text = encode(record)?;
        let mut kept = self.kept();
        let Head { count, hash } = kept.head();
        let (sequence, digest) = (count + 1, sha256_hex(text.as_bytes()));
        kept.places.push(Place {
            sequence,
            hash: link(&hash, sequence, &digest),
            digest,
            kept: false,
            written: Some(Written {
                id: record.id.clone(),
                recorded_at: record.recorded_at,
                record: text,
            }),
            capsule: capsule.cloned(),
        });
        Ok(sequence)
    }

    fn entry(&self, which: &Which) -> Result<Option<Entry>, StoreError> {
        let kept = self.kept();
        let id = match which {
            Which::Newest => None,
            Which::Id(id) => Some(kept.resolve(id)?),
        };
        let mut newest = kept.written().rev();
        newest.find(|(_, written)| id.is_none_or(|id| written.id == id)).map(entry).transpose()
    }

    fn entries(&self, at_most: usize) -> Result<Vec<Entry>, StoreError> {
        self.kept().written().rev().take(at_most).map(entry).collect()
    }

    fn entries_after(&self, sequence: u64, at_most: usize) -> Result<Vec<Entry>, StoreError> {
        let kept = self.kept();
        let after = kept.written().filter(|(place, _)| place.sequence > sequence);
        after.take(at_most).map(entry).collect()
    }

    fn capsule(&self, sequence: u64) -> Result<Option<Parcel>, StoreError> {
        let kept = self.kept();
        let place = kept.places.iter().find(|place| place.sequence == sequence);
        Ok(place.and_then(|place| place.capsule.clone()))
    }

    fn put_capsule(&self, sequence: u64, capsule: &Parcel) -> Result<(), StoreError> {
        self.kept().place(sequence)?.capsule = Some(capsule.clone());
        Ok(())
    }

    fn head(&self) -> Result<Head, StoreError> {
        Ok(self.kept().head())
    }

    fn start(&self) -> Result<SignedHead, StoreError> {
        Ok(self.kept().start.clone())
    }

    fn sign_start(&self, start: &SignedHead) -> Result<(), StoreError> {
        let mut kept = self.kept();
        if start.signature.is_some() && kept.start.head() == start.head() {
            kept.start = start.clone();
        }
        Ok(())
    }

    fn lines(&self, after: u64, at_most: usize) -> Result<Vec<LogLine>, StoreError> {
        let line = |place: &Place| LogLine {
            sequence: place.sequence,
            hash: place.hash.clone(),
            content: match &place.written {
                Some(written) => LineContent::Record(written.record.clone()),
                None => LineContent::Removed { digest: place.digest.clone() },
            },
        };
        let kept = self.kept();
        let lines = kept.places.iter().filter(|place| place.sequence > after);
        Ok(lines.take(at_most).map(line).collect())
    }
}

impl Notebook for MemoryStore {
    fn note(&self, made_at_ms: i64, note: &Note) -> Result<Noted, StoreError> {
        let mut kept = self.kept();
        kept.notes_so_far += 1;
        let noted = Noted { id: kept.notes_so_far, made_at_ms, note: note.clone() };
        kept.notes.push(noted.clone());
        Ok(noted)
    }

    fn notes(&self, kind: NoteKind, at_most: usize) -> Result<Vec<Noted>, StoreError> {
        let kept = self.kept();
        let mut notes: Vec<&Noted> = kept.notes.iter().filter(|n| n.note.kind() == kind).collect();
        notes.sort_by_key(|noted| Reverse((noted.made_at_ms, noted.id)));
        Ok(notes.into_iter().take(at_most).cloned().collect())
    }
}

impl Facts for MemoryStore {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        let kept = self.kept();
        keys.iter().map(|key| kept.facts.get(key).map(|(_, value)| value.clone())).collect()
    }

    fn known(&self, keys: &[FactKey]) -> Vec<bool> {
        let kept = self.kept();
        keys.iter().map(|key| kept.facts.contains_key(key)).collect()
    }

    fn keep(&self, facts: &[(FactKey, Vec<u8>)]) {
        let mut kept = self.kept();
        for (key, value) in facts {
            if !kept.extractors.contains(&key.extractor) {
                kept.extractors.push(key.extractor.clone());
            }
            kept.facts_so_far += 1;
            let order = kept.facts_so_far;
            kept.facts.insert(key.clone(), (order, value.clone()));
        }
    }
}

impl Cache for MemoryStore {
    fn get(&self, key: &str, now_ms: u64) -> Option<Vec<u8>> {
        let kept = self.kept();
        let cached = kept.cache.get(key)?;
        let holds = cached.made_at <= now_ms && now_ms < cached.expires_at;
        holds.then(|| cached.value.clone())
    }

    fn put(&self, key: &str, value: &[u8], now_ms: u64, lives_ms: u64) {
        let mut kept = self.kept();
        kept.cache.retain(|_, cached| cached.made_at <= now_ms && now_ms < cached.expires_at);
        let expires_at = now_ms.saturating_add(lives_ms);
        let cached = Cached { made_at: now_ms, expires_at, value: value.to_vec() };
        kept.cache.insert(key.to_owned(), cached);
    }
}
