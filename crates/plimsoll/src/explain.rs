//! Looking back: a logged decision, decided again from its capsule.

use crate::error::Error;
use crate::passage::Passage;
use crate::replaying::{Kept, Replayed, replay_capsule};
use crate::workspace::Workspace;
use plimsoll_core::store::{Entry, Which};

/// A decision of the log.
#[derive(Debug)]
pub struct Explained {
    pub entry: Entry,
    /// The decision made again; without a capsule there is only the record.
    pub passage: Option<Passage>,
    /// Rules that came later found a secret in the capsule, so it was removed.
    pub withdrawn: bool,
}

impl Workspace {
    /// A decision of the log, or nothing where there is none. The whole decision is recomputed from its
    /// capsule, so what is explained is what was decided and not what somebody wrote about it.
    pub fn explain(&self, which: &Which) -> Result<Option<Explained>, Error> {
        let Some(logbook) = self.logbook()? else { return Ok(None) };
        let Some(entry) = logbook.entry(which)? else { return Ok(None) };
        let (capsule, withdrawn) = match logbook.capsule(&entry)? {
            Kept::Capsule(capsule) => (Some(*capsule), false),
            Kept::Nothing => (None, false),
            Kept::Withdrawn => (None, true),
        };
        let Some(capsule) = capsule else {
            return Ok(Some(Explained { entry, passage: None, withdrawn }));
        };
        let Replayed { capsule, decision, .. } =
            replay_capsule(capsule, entry.record.clone())?.as_recorded()?;
        let (notices, remarks, log_trouble) = (Vec::new(), Vec::new(), None);
        let cache_hit = false;
        let passage = Passage { capsule, decision, notices, remarks, log_trouble, cache_hit };
        Ok(Some(Explained { entry, passage: Some(passage), withdrawn }))
    }
}
