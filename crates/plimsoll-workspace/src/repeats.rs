//! What a revision has more than once. Git keeps equal folders and files as one object, so a few objects can name
//! more paths than there are atoms. On a disk each of them would cost its sender something; here it would cost
//! us alone. What comes for the first time is counted by the walk.

use crate::ground::Seen;
use crate::rules::WalkRules;
use crate::tree::WalkError;
use std::collections::BTreeSet;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The sums do not depend on the order in which things are met, so threads may share them.
#[derive(Debug, Default)]
pub(crate) struct Repeats {
    folders: Mutex<BTreeSet<u64>>,
    files: Mutex<BTreeSet<u64>>,
    entries: AtomicU64,
    bytes: AtomicU64,
}

impl Repeats {
    /// A folder with so many entries was listed.
    pub(crate) fn folder(&self, identity: Option<u64>, entries: usize) {
        if is_known(&self.folders, identity) {
            self.entries.fetch_add(entries as u64, Ordering::Relaxed);
        }
    }

    /// A file was found that will be read, unless it is larger than that.
    pub(crate) fn file(&self, seen: &Seen, max_bytes: u64) {
        if seen.size <= max_bytes && is_known(&self.files, seen.identity) {
            self.bytes.fetch_add(seen.size, Ordering::Relaxed);
        }
    }

    pub(crate) fn check(&self, rules: &WalkRules) -> Result<(), WalkError> {
        let limit = rules.max_repeated as u64;
        if self.entries.load(Ordering::Relaxed) > limit {
            return Err(WalkError::Repeated { what: "folders", limit });
        }
        let limit = rules.max_repeated_bytes;
        if self.bytes.load(Ordering::Relaxed) > limit {
            return Err(WalkError::Repeated { what: "files", limit });
        }
        Ok(())
    }
}

/// Whether something was there before; from now on it was.
fn is_known(known: &Mutex<BTreeSet<u64>>, identity: Option<u64>) -> bool {
    let Some(identity) = identity else { return false };
    known.lock().is_ok_and(|mut known| !known.insert(identity))
}
