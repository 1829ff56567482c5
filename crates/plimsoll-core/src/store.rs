//! What is remembered, and the traits behind which it is remembered.
//!
//! Narrow on purpose: appends, reads by key, content-addressed facts. An embedded file stands behind it
//! today; a shared server can stand behind the same calls.

use crate::record::Record;

/// A record as it stands in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Entry {
    /// Position in the log, from 1, without gaps.
    pub sequence: u64,
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
    #[error("`{prefix}` is the beginning of more than one decision id")]
    Ambiguous { prefix: String },
}

/// The decision log with its capsules.
pub trait Store {
    /// Appends a record, with the serialised capsule that replays it. Durable when it returns.
    fn append(&self, record: &Record, capsule: Option<&[u8]>) -> Result<u64, StoreError>;
    fn entry(&self, which: &Which) -> Result<Option<Entry>, StoreError>;
    /// The newest entries, newest first.
    fn entries(&self, at_most: usize) -> Result<Vec<Entry>, StoreError>;
    /// The capsule that was kept for an entry.
    fn capsule(&self, sequence: u64) -> Result<Option<Vec<u8>>, StoreError>;
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
pub trait Facts {
    /// The facts that are there, in the order of the keys.
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>>;
    fn keep(&self, facts: &[(FactKey, Vec<u8>)]);
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
