//! One suite for every implementation, and what only a file can get wrong.

mod chain;
mod faults;
mod file;
mod foreign;
mod formats;
mod kept_bytes;
mod notes;
mod processes;
mod removing;
mod suite;

use crate::{Break, SqliteStore, Walk};
use plimsoll_core::decide::OutReason;
use plimsoll_core::limit::{Limit, Unit};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::{Record, RecordedArtifact};
use plimsoll_core::store::{Head, Store};
use plimsoll_core::vocab::Door;
use std::fs;
use std::path::PathBuf;

/// A record with an id and a time of one's choice.
fn record(id: &str, recorded_at: u64) -> Record {
    Record {
        id: id.to_owned(),
        door: Door::Compose,
        recorded_at,
        engine: "0.1.0".to_owned(),
        fingerprint: "00ff".repeat(16),
        outcome: "loaded".to_owned(),
        limit: Limit { value: 8000, unit: Unit::Tokens, counter: "o200k".to_owned() },
        used: 7999,
        document: Some("ee".repeat(32)),
        artifacts: vec![
            RecordedArtifact {
                id: "a1".to_owned(),
                kind: "rule_doc".to_owned(),
                group: "rules".to_owned(),
                score: -125,
                count: Some(40),
                reason: None,
                name: None,
            },
            RecordedArtifact {
                id: "a2".to_owned(),
                kind: "local_diff".to_owned(),
                group: "local".to_owned(),
                score: 900,
                count: None,
                reason: Some(OutReason::BudgetExceeded),
                name: None,
            },
        ],
        cache_hit: false,
        duration_ms: None,
        imported: false,
    }
}

/// A capsule of parts of one's choice; a store does not look into them.
fn parcel(parts: &[&[u8]]) -> Parcel {
    Parcel { rules: "rules 1".to_owned(), parts: parts.iter().map(|part| part.to_vec()).collect() }
}

/// Everything that does not hold in a log, given a head or not.
fn breaks(store: &dyn Store, head: Option<&Head>) -> Vec<Break> {
    let mut walk = Walk::new(&store.start().unwrap().head(), head);
    for line in store.lines(0, usize::MAX).unwrap() {
        walk.step(&line);
    }
    let (end, breaks) = walk.end();
    assert_eq!(end, store.head().unwrap());
    breaks
}

fn contains(haystack: &[u8], needle: &[u8]) -> bool {
    haystack.windows(needle.len()).any(|window| window == needle)
}

/// A folder of a test's own, for one store.
struct Place {
    folder: tempfile::TempDir,
}

impl Place {
    fn new() -> Self {
        Self { folder: tempfile::tempdir().unwrap() }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("store.sqlite")
    }

    fn open(&self) -> SqliteStore {
        SqliteStore::open(&self.file()).unwrap()
    }

    /// Every file with its bytes.
    fn contents(&self) -> Vec<(PathBuf, Vec<u8>)> {
        let mut all: Vec<(PathBuf, Vec<u8>)> = fs::read_dir(self.folder.path())
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .map(|path| (path.clone(), fs::read(path).unwrap()))
            .collect();
        all.sort();
        all
    }
}
