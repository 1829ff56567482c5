//! What is remembered, and the traits behind which it is remembered.
//!
//! Narrow on purpose: appends, reads by key, content-addressed facts; each call is one transaction, and none
//! holds anything open. An embedded file stands behind it today; a shared server can stand behind the same
//! calls.

use crate::notes::{Note, NoteKind, Noted};
use crate::parcel::Parcel;
use crate::record::Record;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::sync::Arc;

/// A record as it stands in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Position in the log, from 1, without gaps.
    pub sequence: u64,
    /// Marked as one that is never removed.
    pub kept: bool,
    pub record: Record,
}

/// Which entry of the log is meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Which {
    Newest,
    /// The newest entry with this decision id, or the only one whose id starts so.
    Id(String),
}

/// Why the store could not do what it was asked to.
#[derive(Debug, thiserror::Error)]
pub enum StoreError {
    #[error("{0}")]
    Unavailable(String),
    #[error(
        "the store was written by a newer version of plimsoll (format {found}, this one knows {known})"
    )]
    Newer { found: i64, known: i64 },
    #[error("the store holds something that cannot be read: {0}")]
    Corrupt(String),
    #[error("there is no decision number {0} in the log")]
    NoEntry(u64),
    #[error("`{prefix}` is the beginning of more than one decision id")]
    Ambiguous { prefix: String },
}

/// How far a log has come: how many decisions there have been, and the hash that covers all of them.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Head {
    pub count: u64,
    /// In hexadecimal.
    pub hash: String,
}

/// A head and, where its owner has signed it, the signature and the key that verifies it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SignedHead {
    pub count: u64,
    pub hash: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signature: Option<HeadSignature>,
}

impl SignedHead {
    pub fn head(&self) -> Head {
        Head { count: self.count, hash: self.hash.clone() }
    }
}

impl From<Head> for SignedHead {
    fn from(Head { count, hash }: Head) -> Self {
        Self { count, hash, signature: None }
    }
}

/// ed25519 over a head; both in hexadecimal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct HeadSignature {
    pub key: String,
    pub value: String,
}

/// A place of the log as it is kept: the record to the letter, or what is left of one that was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogLine {
    pub sequence: u64,
    /// The head's hash when this was the newest.
    pub hash: String,
    pub content: LineContent,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum LineContent {
    /// The record as canonical JSON.
    Record(String),
    /// The sha256 of a record that was removed later.
    Removed { digest: String },
}

/// The decision log with its capsules. Each call is one transaction: all of it is seen, or nothing.
pub trait Store {
    /// Appends a record, with the capsule that replays it. Durable when it returns.
    fn append(&self, record: &Record, capsule: Option<&Parcel>) -> Result<u64, StoreError>;
    fn entry(&self, which: &Which) -> Result<Option<Entry>, StoreError>;
    /// The newest entries, newest first.
    fn entries(&self, at_most: usize) -> Result<Vec<Entry>, StoreError>;
    /// The first entries after this place, oldest first.
    fn entries_after(&self, sequence: u64, at_most: usize) -> Result<Vec<Entry>, StoreError>;
    /// The capsule that was kept for an entry.
    fn capsule(&self, sequence: u64) -> Result<Option<Parcel>, StoreError>;
    /// Keeps a capsule for an entry that is there, in the place of one that it may have.
    fn put_capsule(&self, sequence: u64, capsule: &Parcel) -> Result<(), StoreError>;

    /// Where the log stands.
    fn head(&self) -> Result<Head, StoreError>;
    /// Where it begins: behind everything that was removed without a trace of its own.
    fn start(&self) -> Result<SignedHead, StoreError>;
    /// Keeps a signature of the beginning; does nothing where the log begins elsewhere by now.
    fn sign_start(&self, start: &SignedHead) -> Result<(), StoreError>;
    /// The first places of the log after this one, as they are kept.
    fn lines(&self, after: u64, at_most: usize) -> Result<Vec<LogLine>, StoreError>;
}

/// Which decisions are meant. What is marked as kept never is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Span {
    All,
    One(u64),
    /// Recorded before this time, in milliseconds since 1970.
    Before(u64),
    /// So many, those that stand first in the log.
    Oldest(usize),
}

/// What somebody recorded for later calls.
pub trait Notebook {
    /// Keeps a note. Durable when it returns.
    fn note(&self, made_at_ms: i64, note: &Note) -> Result<Noted, StoreError>;
    /// The newest notes of a kind, newest first.
    fn notes(&self, kind: NoteKind, at_most: usize) -> Result<Vec<Noted>, StoreError>;
}

/// Which notes are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoteSpan {
    All,
    One(u32),
    /// Made before this time, in milliseconds since 1970.
    Before(i64),
}

/// Which facts are meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FactSpan {
    All,
    /// Those of extractors that have been replaced, and replaced again.
    Stale,
    /// So many, those that were found first.
    Oldest(usize),
}

/// Removing what need not be remembered. Done in small transactions, so that nobody who appends has to wait
/// for long; what is removed is overwritten.
pub trait Upkeep {
    /// Marks an entry, with its capsule, as one that is never removed; or takes the mark away.
    fn mark_kept(&self, sequence: u64, kept: bool) -> Result<(), StoreError>;
    /// Removes capsules and says how many. The log stays as it is.
    fn remove_capsules(&self, span: Span) -> Result<u64, StoreError>;
    /// Removes entries with their capsules and says how many. The chain still verifies from where the log
    /// now begins.
    fn remove_entries(&self, span: Span) -> Result<u64, StoreError>;
    fn remove_facts(&self, span: FactSpan) -> Result<u64, StoreError>;
    fn remove_notes(&self, span: NoteSpan) -> Result<u64, StoreError>;
    fn clear_cache(&self) -> Result<(), StoreError>;
    /// How many bytes it takes to hold what is there.
    fn size(&self) -> Result<u64, StoreError>;
    /// When the newest entries were recorded, newest first.
    fn recent_times(&self, at_most: usize) -> Result<Vec<u64>, StoreError>;
    /// Gives back room that removing has left.
    fn compact(&self) -> Result<(), StoreError>;
}

/// Answers that hold for some time. Losing one costs time, never an answer, so nothing here fails.
pub trait Cache {
    /// What was put under this key, unless its time is over, has not begun, or it does not verify.
    fn get(&self, key: &str, now_ms: u64) -> Option<Vec<u8>>;
    fn put(&self, key: &str, value: &[u8], now_ms: u64, lives_ms: u64);
}

/// The name of a fact: what made it, and the sha256 of the screened text that it is about.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct FactKey {
    /// Name and version of the extractor, with the digest of the guard's rules.
    pub extractor: String,
    pub content: [u8; 32],
}

/// Facts about texts, keyed by content, so that what was found once need not be found again.
/// Losing a fact costs time, never an answer: failures to read or write are not errors of the caller.
pub trait Facts: std::fmt::Debug {
    /// The facts that are there, in the order of the keys.
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>>;
    fn keep(&self, facts: &[(FactKey, Vec<u8>)]);
    /// Why something could not be kept, if that has happened.
    fn trouble(&self) -> Option<String> {
        None
    }
    /// Which facts are there, in the order of the keys; none of them is read.
    fn known(&self, keys: &[FactKey]) -> Vec<bool> {
        self.lookup(keys).iter().map(Option::is_some).collect()
    }
}

impl<F: Facts + ?Sized> Facts for Arc<F> {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        (**self).lookup(keys)
    }
    fn keep(&self, facts: &[(FactKey, Vec<u8>)]) {
        (**self).keep(facts);
    }
    fn trouble(&self) -> Option<String> {
        (**self).trouble()
    }
    fn known(&self, keys: &[FactKey]) -> Vec<bool> {
        (**self).known(keys)
    }
}

/// Remembers nothing.
#[derive(Debug, Clone, Copy, Default)]
pub struct NoFacts;

impl Facts for NoFacts {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        vec![None; keys.len()]
    }
    fn keep(&self, _facts: &[(FactKey, Vec<u8>)]) {}
}
