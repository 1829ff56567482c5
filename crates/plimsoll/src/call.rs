//! One call of a door: what is its own, put through what is the same for all of them.

use crate::error::Error;
use crate::passage::Passage;
use crate::request::config_fingerprint;
use crate::snapshot::Snapshot;
use crate::workspace::{DecisionEvent, Logging, Workspace};
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::{
    AdmissionRules, CAPSULE_VERSION, Capsule, ENGINE, InputFingerprints, PassedOver,
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
            left_out,
            fingerprints: InputFingerprints {
                project_index: snapshot.fingerprint(),
                config: config_fingerprint(self, &call.limit.counter),
            },
            screening: snapshot.evidence.clone(),
            limit: call.limit,
            refusal,
        };
        let notices = [&*snapshot.notices, &*notices, &*snapshot.last_notices()].concat();
        let mut passage = self.conclude(capsule, call.as_of_ms, notices)?;
        passage.remarks = [&*snapshot.remarks, &*remarks].concat();
        Ok(passage)
    }

    /// Labels, decides and records.
    fn conclude(
        &self,
        mut capsule: Capsule,
        as_of_ms: i64,
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
        // Without a state folder there is no secret; the project's fingerprint is no path either.
        let unlogged = self.label_secret.as_ref().unwrap_or(&capsule.fingerprints.project_index);
        let secret = log.as_ref().map_or(unlogged, |(secret, _)| secret);
        for candidate in &mut capsule.candidates {
            let (kind, group, name) = (&candidate.kind, &candidate.group, candidate.name.as_str());
            candidate.id = seal::artifact_id(kind, group, name, candidate.chunk, secret);
        }
        let recorded_at = u64::try_from(as_of_ms).unwrap_or(0);
        // Who wants no contents kept wants none in the cache either.
        let keep = self.values().store.capsules;
        let cache = log.as_ref().filter(|_| keep).map(|(_, store)| store as &dyn Cache);
        let (decision, cache_hit) = crate::cached::decide(&capsule, cache, recorded_at)?;
        let remarks = Vec::new();
        let mut passage = Passage { capsule, decision, notices, remarks, log_trouble, cache_hit };
        let record = Record::of(&passage.capsule, &passage.decision, recorded_at);
        let mut sequence = None;
        if let Some((_, store)) = log {
            match self.record(&store, &record, &passage.capsule) {
                Ok(logged) => sequence = Some(logged),
                Err(error) if self.options.logging == Logging::Required => {
                    return Err(Error::NotLogged(error.to_string()));
                }
                Err(error) => passage.log_trouble = Some(error.to_string()),
            }
        }
        self.tell(sequence, record, &passage);
        Ok(passage)
    }

    fn log(&self) -> Result<(String, SqliteStore), Error> {
        let state = self.state()?;
        let store = SqliteStore::open(&state.store_file())?;
        Ok((state.secret().expose().to_owned(), store))
    }

    fn record(
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
    fn tell(&self, sequence: Option<u64>, record: Record, passage: &Passage) {
        let Some(hear) = &self.options.on_decision else { return };
        let (timestamp, cache_hit) = (record.recorded_at, passage.cache_hit);
        let circumstances = Circumstances { timestamp, cache_hit, duration_ms: 0 };
        let composition = Composition::new(&passage.capsule, &passage.decision)
            .map(|view| view.decision_log(circumstances));
        hear(&DecisionEvent { sequence, record, composition });
    }
}
