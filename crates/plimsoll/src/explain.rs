//! Looking back: a logged decision, decided again from its capsule.

use crate::error::Error;
use crate::passage::Passage;
use crate::workspace::Workspace;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::replay::replay;
use plimsoll_core::store::{Entry, Store, StoreError, Which};

/// A decision of the log.
#[derive(Debug)]
pub struct Explained {
    pub entry: Entry,
    /// The decision made again; without a capsule there is only the record.
    pub passage: Option<Passage>,
}

impl Workspace {
    /// A decision of the log, or nothing where there is none. The whole decision is recomputed from its
    /// capsule, so what is explained is what was decided and not what somebody wrote about it.
    pub fn explain(&self, which: &Which) -> Result<Option<Explained>, Error> {
        let Some(store) = self.existing_store()? else { return Ok(None) };
        let Some(entry) = store.entry(which)? else { return Ok(None) };
        let Some(bytes) = store.capsule(entry.sequence)? else {
            return Ok(Some(Explained { entry, passage: None }));
        };
        let corrupt = |what: String| Error::Store(StoreError::Corrupt(what));
        let capsule: Capsule = serde_json::from_slice(&bytes)
            .map_err(|error| corrupt(format!("the capsule of {}: {error}", entry.record.id)))?;
        let (decision, replay) = replay(&capsule, &entry.record)?;
        if let Some(difference) = replay.differences.first() {
            let (id, what) = (&entry.record.id, &difference.what);
            return Err(corrupt(format!(
                "the capsule of {id} gives another decision now ({what})"
            )));
        }
        let (notices, remarks, log_trouble) = (Vec::new(), Vec::new(), None);
        let passage = Passage { capsule, decision, notices, remarks, log_trouble };
        Ok(Some(Explained { entry, passage: Some(passage) }))
    }
}
