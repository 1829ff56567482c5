//! The decision log as its owner uses it: reading, marking, exporting, purging.

use crate::error::Error;
use crate::exported::{ExportLine, Last};
use crate::signing::SecretKey;
use crate::workspace::Workspace;
use plimsoll_core::seal::canonical_json;
use plimsoll_core::store::{
    Entry, FactSpan, Head, LogLine, NoteSpan, SignedHead, Span, Store, Upkeep, Which,
};
use plimsoll_store::{Retention, SqliteStore, Tidied, tidy};
use schemars::JsonSchema;
use serde::Serialize;
use std::ops::ControlFlow;

/// How many lines are read at once: no transaction stays open while somebody reads slowly.
const PAGE: usize = 500;

/// The log of a workspace.
#[derive(Debug)]
pub struct Logbook {
    pub(crate) store: SqliteStore,
}

/// What a purge removes besides capsules.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct PurgeOptions {
    /// Also the decisions themselves; the log then begins later.
    pub decisions: bool,
    /// Also facts and cached answers.
    pub facts: bool,
}

/// What a purge has removed, and how many bytes the store needs before and after.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Purged {
    pub decisions: u64,
    pub capsules: u64,
    pub facts: u64,
    pub notes: u64,
    pub bytes_before: u64,
    pub bytes_after: u64,
}

impl Workspace {
    /// The log as it is; nothing where nothing was ever logged.
    pub fn logbook(&self) -> Result<Option<Logbook>, Error> {
        Ok(self.existing_store()?.map(|store| Logbook { store }))
    }

    /// The log, made where there is none.
    pub fn make_logbook(&self) -> Result<Logbook, Error> {
        Ok(Logbook { store: SqliteStore::open(&self.state()?.store_file())? })
    }

    /// Removes what the settings say is too old or too much. For the time after an answer was given: it
    /// costs a few look-ups when nothing is due.
    pub fn tidy(&self, now_ms: i64) -> Result<Tidied, Error> {
        let Some(store) = self.existing_store()? else { return Ok(Tidied::default()) };
        let settings = &self.values().store;
        let retention = Retention {
            keep_days: settings.keep_days,
            capsule_days: settings.capsule_days,
            keep_bytes: settings.keep_bytes,
        };
        Ok(tidy(&store, &retention, u64::try_from(now_ms).unwrap_or(0))?)
    }
}

impl Logbook {
    /// The newest entries, newest first.
    pub fn newest(&self, at_most: usize) -> Result<Vec<Entry>, Error> {
        Ok(self.store.entries(at_most)?)
    }

    pub fn entry(&self, which: &Which) -> Result<Option<Entry>, Error> {
        Ok(self.store.entry(which)?)
    }

    /// The first entries after a place, oldest first.
    pub fn after(&self, sequence: u64, at_most: usize) -> Result<Vec<Entry>, Error> {
        Ok(self.store.entries_after(sequence, at_most)?)
    }

    pub fn head(&self) -> Result<Head, Error> {
        Ok(self.store.head()?)
    }

    /// Where the log begins.
    pub fn start(&self) -> Result<SignedHead, Error> {
        Ok(self.store.start()?)
    }

    /// Signs where the log begins, if something was removed and nobody has signed it yet.
    pub fn sign_start(&self, key: &SecretKey) -> Result<(), Error> {
        let start = self.store.start()?;
        if start.count > 0 && start.signature.is_none() {
            self.store.sign_start(&key.sign(start.head()))?;
        }
        Ok(())
    }

    /// Marks an entry as one that is never removed, or takes the mark away.
    pub fn mark_kept(&self, sequence: u64, kept: bool) -> Result<(), Error> {
        Ok(self.store.mark_kept(sequence, kept)?)
    }

    /// Hands over the whole log, line by line, for as long as `write` goes on: what a third party needs to verify it. No
    /// content, and no path unless the settings have paths in the log.
    pub fn export(
        &self,
        key: Option<&SecretKey>,
        mut write: impl FnMut(&str) -> ControlFlow<()>,
    ) -> Result<(), Error> {
        let start = self.store.start()?;
        let mut line = |line: &ExportLine| write(&(canonical_json(line) + "\n"));
        let mut head = start.head();
        let mut goes_on = line(&ExportLine::first(start));
        self.each_line(|place| {
            head = Head { count: place.sequence, hash: place.hash.clone() };
            if goes_on.is_continue() {
                goes_on = line(&ExportLine::place(place)?);
            }
            Ok(goes_on)
        })?;
        let head = match key {
            Some(key) => key.sign(head),
            None => head.into(),
        };
        if goes_on.is_continue() {
            let _ = line(&ExportLine::Last(Last { head }));
        }
        Ok(())
    }

    /// Every place of the log, in order.
    pub(crate) fn each_line(
        &self,
        mut take: impl FnMut(&LogLine) -> Result<ControlFlow<()>, Error>,
    ) -> Result<(), Error> {
        let mut after = 0;
        loop {
            let page = self.store.lines(after, PAGE)?;
            let Some(last) = page.last() else { return Ok(()) };
            after = last.sequence;
            for line in &page {
                if take(line)?.is_break() {
                    return Ok(());
                }
            }
        }
    }

    /// Removes capsules, and what the options name, of the decisions that are meant, and notes of the same time. What is marked as kept
    /// stays.
    pub fn purge(&self, spans: &[Span], options: PurgeOptions) -> Result<Purged, Error> {
        let store = &self.store;
        let bytes_before = store.size()?;
        let (mut decisions, mut capsules) = (0, 0);
        for &span in spans {
            capsules += store.remove_capsules(span)?;
            if options.decisions {
                decisions += store.remove_entries(span)?;
            }
        }
        let mut notes = 0;
        for &span in spans {
            notes += match span {
                Span::All => store.remove_notes(NoteSpan::All)?,
                Span::Before(time) => {
                    let time = i64::try_from(time).unwrap_or(i64::MAX);
                    store.remove_notes(NoteSpan::Before(time))?
                }
                Span::One(_) | Span::Oldest(_) => 0,
            };
        }
        let facts = if options.facts { store.remove_facts(FactSpan::All)? } else { 0 };
        if options.facts {
            store.clear_cache()?;
        }
        store.compact()?;
        Ok(Purged { decisions, capsules, facts, notes, bytes_before, bytes_after: store.size()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::replaying::Kept;
    use crate::workspace::{DecisionEvent, Options};
    use crate::{ComposeRequest, PackRequest, Task};
    use plimsoll_core::parcel::Parcel;
    use std::sync::{Arc, Mutex};

    /// A project of one file, and who hears of its decisions.
    fn project() -> (tempfile::TempDir, Workspace, Arc<Mutex<Vec<DecisionEvent>>>) {
        let folder = tempfile::tempdir().unwrap();
        let rules = folder.path().join("project/AGENTS.md");
        std::fs::create_dir(rules.parent().unwrap()).unwrap();
        std::fs::write(rules, "# Rules\nBe kind to the reader.\n").unwrap();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let ears = Arc::clone(&heard);
        let on_decision = move |event: &DecisionEvent| ears.lock().unwrap().push(event.clone());
        let state = folder.path().join("state");
        let root = folder.path().join("project");
        let options = Options {
            on_decision: Some(Arc::new(on_decision)),
            state: Some(state),
            ..Options::default()
        };
        let workspace = Workspace::open_with(root, options).unwrap();
        (folder, workspace, heard)
    }

    #[test]
    fn subscribers_hear_of_each_decision_after_it_was_logged() {
        let (_folder, workspace, heard) = project();
        for _ in 0..2 {
            workspace.compose(&ComposeRequest::new("file_saved", 1000)).unwrap();
        }
        workspace.pack(&PackRequest::new(Task::sentence("be kind"))).unwrap();
        let heard = heard.lock().unwrap();
        assert_eq!(heard.len(), 3);
        let newest = workspace.logbook().unwrap().unwrap().newest(9).unwrap();
        for (event, entry) in heard.iter().zip(newest.iter().rev()) {
            assert_eq!((event.sequence, &event.record), (Some(entry.sequence), &entry.record));
        }
        let views: Vec<_> = heard.iter().map(|event| event.composition.as_ref()).collect();
        let (first, second) = (views[0].unwrap(), views[1].unwrap());
        assert_eq!(first.trigger_event, "file_saved");
        assert_eq!(first.rankings.len(), 1);
        assert_eq!(
            (first.cache_hit, second.cache_hit),
            (false, true),
            "as the seed's own test asks"
        );
        assert_eq!(first.cache_key, second.cache_key);
        assert!(views[2].is_none());
        let said = format!("{heard:?}");
        assert!(!said.contains("AGENTS") && !said.contains("reader"), "{said}");
    }

    /// The newest entry, with its capsule made to look as if older rules had let a text pass.
    fn under_older_rules(logbook: &Logbook, text: Option<&str>) -> Entry {
        let entry = logbook.entry(&Which::Newest).unwrap().unwrap();
        let mut parcel = logbook.store.capsule(entry.sequence).unwrap().unwrap();
        parcel.rules = "older".to_owned();
        if let Some(text) = text {
            let last = parcel.parts.last_mut().unwrap();
            *last = text.as_bytes().to_vec();
        }
        logbook.store.put_capsule(entry.sequence, &parcel).unwrap();
        entry
    }

    #[test]
    fn a_capsule_of_older_rules_is_screened_again_before_use() {
        let (_folder, workspace, _) = project();
        workspace.pack(&PackRequest::new(Task::sentence("be kind"))).unwrap();
        let logbook = workspace.logbook().unwrap().unwrap();
        let entry = under_older_rules(&logbook, None);
        assert!(matches!(logbook.capsule(&entry).unwrap(), Kept::Capsule(_)));
        let Parcel { rules, .. } = logbook.store.capsule(entry.sequence).unwrap().unwrap();
        assert_eq!(rules, plimsoll_guard::builtin_digest(), "once is enough");

        let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n";
        let kind = "PRIVATE KEY-----\n";
        let secret = format!("-----BEGIN {kind}{}-----END {kind}", line.repeat(6));
        let entry = under_older_rules(&logbook, Some(&secret));
        logbook.mark_kept(entry.sequence, true).unwrap();
        let entry = logbook.entry(&Which::Newest).unwrap().unwrap();
        assert!(workspace.explain(&Which::Newest).unwrap().unwrap().withdrawn);
        assert!(logbook.store.capsule(entry.sequence).unwrap().is_none(), "also of what is kept");
        assert!(logbook.entry(&Which::Newest).unwrap().unwrap().kept);
        assert!(matches!(logbook.capsule(&entry).unwrap(), Kept::Nothing));
    }
}
