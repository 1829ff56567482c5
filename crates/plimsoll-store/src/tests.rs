//! One suite for every implementation, and what only a file can get wrong.

mod file;
mod foreign;
mod suite;

use crate::SqliteStore;
use plimsoll_core::decide::OutReason;
use plimsoll_core::limit::{Limit, Unit};
use plimsoll_core::record::{Record, RecordedArtifact};
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
            },
            RecordedArtifact {
                id: "a2".to_owned(),
                kind: "local_diff".to_owned(),
                group: "local".to_owned(),
                score: 900,
                count: None,
                reason: Some(OutReason::BudgetExceeded),
            },
        ],
    }
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
