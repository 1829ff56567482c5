//! Replaying decisions: from the log, or from a capsule file without any repository; and comparing two of them.

use crate::error::Error;
use crate::logbook::Logbook;
use crate::workspace::GUARD;
use plimsoll_core::capsule::{Capsule, ENGINE};
use plimsoll_core::compare::{Comparison, Decided, compare};
use plimsoll_core::composition::{Circumstances, Composition, DecisionLog};
use plimsoll_core::decide::Decision;
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::Record;
use plimsoll_core::replay::{ExpectedArtifact, Replay, replay, unexpected};
use plimsoll_core::seal::{canonical_json, is_artifact_id};
use plimsoll_core::store::{Entry, Span, Store, StoreError, Upkeep, Which};
use plimsoll_guard::builtin_digest;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeSet;

/// What a capsule file says it is.
const CAPSULE_FORM: &str = "plimsoll.capsule.1";

/// What there is to replay of an entry.
#[derive(Debug)]
pub enum Kept {
    Capsule(Box<Capsule>),
    /// None was kept, or it has been removed since.
    Nothing,
    /// Rules that came later found a secret in it, so it was removed just now.
    Withdrawn,
}

/// A decision made again.
#[derive(Debug)]
pub struct Replayed {
    pub record: Record,
    pub capsule: Capsule,
    pub decision: Decision,
    pub replay: Replay,
}

/// A decision that travels: its record and everything it was made from, in one file.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct CapsuleFile {
    form: String,
    rules: String,
    record: Record,
    capsule: Capsule,
    /// For golden tests: what the document has to have, whatever else is compared.
    #[serde(default, rename = "expectedSelection", skip_serializing_if = "Option::is_none")]
    expected_selection: Option<Vec<ExpectedArtifact>>,
}

/// Whether a text is a capsule file, whoever laid it out: decisions are kept in repositories, to be replayed as tests.
pub(crate) fn is_capsule_file(text: &str) -> bool {
    let is_form = |(at, key): (usize, &str)| {
        let value = text[at + key.len()..].trim_start().strip_prefix(':');
        value.is_some_and(|value| value.trim_start().starts_with(&format!("\"{CAPSULE_FORM}\"")))
    };
    text.trim_start().starts_with('{') && text.match_indices("\"form\"").any(is_form)
}

impl Replayed {
    /// The engine that made the record, where it is not this one. What it decided need not be what this one decides.
    pub fn made_by_another_engine(&self) -> Option<&str> {
        Some(self.record.engine.as_str()).filter(|engine| *engine != ENGINE)
    }

    /// Insists that the capsule gives what was recorded: anything else is neither explained nor compared.
    pub fn as_recorded(self) -> Result<Self, Error> {
        let Some(difference) = self.replay.differences.first() else { return Ok(self) };
        let (id, what) = (&self.record.id, &difference.what);
        let what = format!("the capsule of {id} gives another decision now ({what})");
        Err(Error::Store(StoreError::Corrupt(what)))
    }

    /// What became of this decision in a later one.
    pub fn compare(&self, later: &Self) -> Result<Comparison, Error> {
        Ok(compare(self.decided(), later.decided())?)
    }

    /// Seed A's record of it, where it is a composition.
    pub fn composition(&self) -> Option<DecisionLog> {
        let view = Composition::new(&self.capsule, &self.decision)?;
        Some(view.decision_log(Circumstances::of(&self.record)))
    }

    pub(crate) fn decided(&self) -> Decided<'_> {
        Decided { capsule: &self.capsule, decision: &self.decision }
    }
}

impl Logbook {
    /// The capsule of an entry. One that was made under other rules is screened again before use.
    pub fn capsule(&self, entry: &Entry) -> Result<Kept, Error> {
        let Some(parcel) = self.store.capsule(entry.sequence)? else { return Ok(Kept::Nothing) };
        let capsule = parcel.open().map_err(|error| {
            Error::Store(StoreError::Corrupt(format!("{error} (decision {})", entry.record.id)))
        })?;
        if parcel.rules == builtin_digest() {
            return Ok(Kept::Capsule(Box::new(capsule)));
        }
        if !is_clean(&capsule) {
            self.withdraw(entry)?;
            return Ok(Kept::Withdrawn);
        }
        // Where this cannot be noted, it is screened again next time.
        let rules = builtin_digest().to_owned();
        let _ = self.store.put_capsule(entry.sequence, &Parcel { rules, ..parcel });
        Ok(Kept::Capsule(Box::new(capsule)))
    }

    /// Removes a capsule, also of an entry that is marked as kept: a secret is not.
    fn withdraw(&self, entry: &Entry) -> Result<(), Error> {
        self.store.mark_kept(entry.sequence, false)?;
        self.store.remove_capsules(Span::One(entry.sequence))?;
        if entry.kept {
            self.store.mark_kept(entry.sequence, true)?;
        }
        Ok(())
    }

    /// A decision as one file that replays anywhere; nothing where there is no capsule.
    pub fn export_capsule(&self, entry: &Entry) -> Result<Option<String>, Error> {
        let Kept::Capsule(capsule) = self.capsule(entry)? else { return Ok(None) };
        let file = CapsuleFile {
            form: CAPSULE_FORM.to_owned(),
            rules: builtin_digest().to_owned(),
            record: entry.record.clone(),
            capsule: *capsule,
            expected_selection: None,
        };
        Ok(Some(canonical_json(&file) + "\n"))
    }

    /// Takes in a decision that was made elsewhere, if it replays. An entry that has lost its capsule gets
    /// it back; otherwise the decision is appended, marked as imported.
    pub fn import_capsule(&self, text: &str) -> Result<Entry, Error> {
        let replayed = replay_file(text)?;
        if !replayed.replay.passed {
            return Err(Error::invalid("the capsule does not give the decision that it names"));
        }
        let parcel = Parcel::of(&replayed.capsule, builtin_digest());
        let known = self.store.entry(&Which::Id(replayed.record.id.clone()))?;
        let known = known.filter(|known| known.record.fingerprint == replayed.record.fingerprint);
        if let Some(entry) = known {
            self.store.put_capsule(entry.sequence, &parcel)?;
            return Ok(entry);
        }
        let record = Record { imported: true, ..replayed.record };
        let sequence = self.store.append(&record, Some(&parcel))?;
        Ok(Entry { sequence, kept: false, record })
    }
}

/// Replays a capsule file. Nobody vouches for it, so it is screened before anything of it is used.
pub fn replay_file(text: &str) -> Result<Replayed, Error> {
    let file: CapsuleFile = serde_json::from_str(text).map_err(|error| {
        let (line, column) = (error.line(), error.column());
        Error::invalid(format!("this is no capsule file (line {line}, column {column})"))
    })?;
    if file.form != CAPSULE_FORM {
        return Err(Error::invalid("this is a capsule file of a form that is not known here"));
    }
    let is_clean =
        is_clean(&file.capsule) && is_clean(&file.record) && is_clean(&file.expected_selection);
    if !is_clean {
        return Err(Error::invalid("the capsule holds a secret, so it is not used"));
    }
    // Whoever wrote the file is to blame, not the machine.
    let mut replayed = replay_capsule(file.capsule, file.record)
        .map_err(|error| Error::invalid(error.to_string()))?;
    if let Some(expected) = &file.expected_selection {
        let unexpected = unexpected(&replayed.capsule, &replayed.decision, expected);
        replayed.replay.passed &= unexpected.is_empty();
        replayed.replay.differences.extend(unexpected);
    }
    Ok(replayed)
}

/// Decides again and compares.
pub fn replay_capsule(capsule: Capsule, record: Record) -> Result<Replayed, Error> {
    let (decision, replay) = replay(&capsule, &record)?;
    Ok(Replayed { record, capsule, decision, replay })
}

/// Whether the guard, as it is now, finds nothing in any text of it. Ids of artifacts are no texts, wherever constraints
/// name them again: they are drawn from so many characters that one in three hundred looks like a token.
fn is_clean(kept: &impl Serialize) -> bool {
    let Ok(before) = serde_json::to_value(kept) else { return false };
    let lists = ["/candidates", "/artifacts", ""].map(|list| before.pointer(list));
    let listed = lists.into_iter().flatten().filter_map(Value::as_array).flatten();
    let ids = listed.filter_map(|one| one.get("id")?.as_str());
    let ids: BTreeSet<&str> = ids.filter(|id| is_artifact_id(id)).collect();
    let (after, _) = GUARD.screen_value_around(before.clone(), "", &|text| ids.contains(text));
    before == *after.value()
}
