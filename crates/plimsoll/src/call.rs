//! One call of a door: what is its own, put through what is the same for all of them.

use crate::cached::{self, Decided};
use crate::error::Error;
use crate::passage::Passage;
use crate::request::config_fingerprint;
use crate::snapshot::Snapshot;
use crate::workspace::{DecisionEvent, Logging, Timings, Workspace};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::{
    AdmissionRules, CAPSULE_VERSION, Capsule, ENGINE, InputFingerprints, Overview, PassedOver,
};
use plimsoll_core::composition::{Circumstances, Composition};
use plimsoll_core::fit::{Group, Program};
use plimsoll_core::limit::Limit;
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::Record;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::screened::ScreenedValue;
use plimsoll_core::seal;
use plimsoll_core::store::{Cache, Store, StoreError};
use plimsoll_core::vocab::{Door, Format};
use plimsoll_guard::builtin_digest;
use plimsoll_store::SqliteStore;
use std::collections::BTreeSet;
use std::time::Duration;

/// What a door has to say.
pub(crate) struct Call {
    pub(crate) door: Door,
    pub(crate) limit: Limit,
    pub(crate) format: Format,
    pub(crate) groups: Vec<Group>,
    pub(crate) program: Program,
    pub(crate) admission: Option<AdmissionRules>,
    /// The section before which the document says what was cut.
    pub(crate) notice_section: Option<u16>,
    pub(crate) overview: Option<Overview>,
    /// When it is asked. Only the log reads it.
    pub(crate) as_of_ms: i64,
    pub(crate) gathered: Gathered,
}

/// What a door has gathered for a call.
pub(crate) struct Gathered {
    /// What was asked, after screening.
    pub(crate) request: ScreenedValue,
    pub(crate) candidates: Vec<Candidate>,
    pub(crate) left_out: Vec<PassedOver>,
    /// Why there is nothing to decide.
    pub(crate) refusal: Option<Refusal>,
    /// What the user should know, besides what the snapshot tells.
    pub(crate) notices: Vec<String>,
    pub(crate) remarks: Vec<String>,
}

/// When a call was begun: by the host's clock, and as it is asked.
#[derive(Debug, Clone, Copy)]
struct Begun {
    at: Option<Duration>,
    as_of_ms: i64,
}

fn label(candidate: &Candidate, secret: &str) -> String {
    let Candidate { kind, group, name, chunk, .. } = candidate;
    seal::artifact_id(kind, group, name.as_str(), *chunk, secret)
}

impl Workspace {
    /// Puts a call through: makes its capsule, decides and records.
    pub(crate) fn pass(&self, snapshot: &Snapshot<'_>, call: Call) -> Result<Passage, Error> {
        let Gathered { request, candidates, left_out, refusal, notices, remarks } = call.gathered;
        let capsule = Capsule {
            version: CAPSULE_VERSION,
            engine: ENGINE.to_owned(),
            door: call.door,
            request,
            format: call.format,
            admission: call.admission,
            groups: call.groups,
            program: call.program,
            candidates,
            notice_section: call.notice_section,
            overview: call.overview,
            left_out,
            fingerprints: InputFingerprints {
                project_index: snapshot.fingerprint().to_owned(),
                config: config_fingerprint(self, snapshot.facts.as_ref(), &call.limit.counter),
            },
            screening: snapshot.evidence.clone(),
            limit: call.limit,
            refusal,
        };
        let notices = [&*snapshot.notices, &*notices, &*snapshot.last_notices()].concat();
        let begun = Begun { at: snapshot.begun_at, as_of_ms: call.as_of_ms };
        let mut passage = self.conclude(capsule, begun, notices)?;
        passage.remarks = [&*snapshot.remarks, &*remarks].concat();
        Ok(passage)
    }

    /// Labels, decides and records.
    fn conclude(
        &self,
        mut capsule: Capsule,
        begun: Begun,
        mut notices: Vec<String>,
    ) -> Result<Passage, Error> {
        let mut log_trouble = None;
        let log = match self.options.logging {
            Logging::Off => None,
            _ => match self.log() {
                Ok(log) => Some(log),
                Err(error) if self.options.logging == Logging::On => {
                    log_trouble = Some(error.to_string());
                    None
                }
                Err(error) => return Err(Error::NotLogged(error.to_string())),
            },
        };
        notices.extend(self.take_state_notices());
        let unlogged = self.unlogged_secret(&capsule.fingerprints.project_index);
        let secret = log.as_ref().map_or(unlogged, |(secret, _)| secret);
        for candidate in &mut capsule.candidates {
            candidate.id = label(candidate, secret);
        }
        let recorded_at = u64::try_from(begun.as_of_ms).unwrap_or(0);
        // Who wants no contents kept wants none in the cache either.
        let keep = self.values().store.capsules;
        let cache = log.as_ref().filter(|_| keep).map(|(_, store)| store as &dyn Cache);
        let gathered_at = self.clock();
        let Decided { decision, cache_hit, recalled_at, selected_at, rendered_at } =
            cached::decide(&capsule, cache, recorded_at, || self.clock())?;
        let remarks = Vec::new();
        let mut passage = Passage { capsule, decision, notices, remarks, log_trouble, cache_hit };
        let mut record = Record::of(&passage.capsule, &passage.decision, recorded_at);
        record.cache_hit = cache_hit;
        let took = self.clock().zip(begun.at).map(|(now, begun)| now.saturating_sub(begun));
        record.duration_ms = took.and_then(|took| u64::try_from(took.as_millis()).ok());
        if self.values().store.paths_in_log {
            record = record.with_names(&passage.capsule, &passage.decision);
        }
        let mut sequence = None;
        if let Some((_, store)) = log {
            match self.append(&store, &record, &passage.capsule) {
                Ok(logged) => sequence = Some(logged),
                Err(error) if self.options.logging == Logging::Required => {
                    return Err(Error::NotLogged(error.to_string()));
                }
                Err(error) => passage.log_trouble = Some(error.to_string()),
            }
        }
        let timings = || {
            let (gathered, recalled) = (gathered_at?, recalled_at?);
            let (selected, rendered) = (selected_at?, rendered_at?);
            Some(Timings {
                gather: gathered.saturating_sub(begun.at?),
                recall: recalled.saturating_sub(gathered),
                select: selected.saturating_sub(recalled),
                render: rendered.saturating_sub(selected),
                record: self.clock()?.saturating_sub(rendered),
            })
        };
        self.tell(sequence, record, &passage, timings());
        Ok(passage)
    }

    /// Without a state folder there is no secret; the project's fingerprint is no path either.
    fn unlogged_secret<'a>(&'a self, project_index: &'a str) -> &'a str {
        self.label_secret.as_deref().unwrap_or(project_index)
    }

    /// The ids that candidates are going to have.
    pub(crate) fn ids(
        &self,
        snapshot: &Snapshot<'_>,
        candidates: &[Candidate],
    ) -> BTreeSet<String> {
        let state = match self.options.logging {
            Logging::Off => None,
            Logging::On | Logging::Required => self.state().ok(),
        };
        let unlogged = self.unlogged_secret(snapshot.fingerprint());
        let secret = state.as_ref().map_or(unlogged, |state| state.secret().expose());
        candidates.iter().map(|candidate| label(candidate, secret)).collect()
    }

    fn log(&self) -> Result<(String, SqliteStore), Error> {
        let state = self.state()?;
        let store = SqliteStore::open(&state.store_file())?;
        Ok((state.secret().expose().to_owned(), store))
    }

    fn append(
        &self,
        store: &SqliteStore,
        record: &Record,
        capsule: &Capsule,
    ) -> Result<u64, StoreError> {
        let keep = self.values().store.capsules;
        let parcel = keep.then(|| Parcel::of(capsule, builtin_digest()));
        store.append(record, parcel.as_ref())
    }

    /// Tells whoever wants to hear of decisions.
    fn tell(
        &self,
        sequence: Option<u64>,
        record: Record,
        passage: &Passage,
        timings: Option<Timings>,
    ) {
        let Some(hear) = &self.options.on_decision else { return };
        let composition = Composition::new(&passage.capsule, &passage.decision)
            .map(|view| view.decision_log(Circumstances::of(&record)));
        hear(&DecisionEvent { sequence, record, composition, timings });
    }
}
