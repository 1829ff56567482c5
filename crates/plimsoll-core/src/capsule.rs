//! The capsule: everything a decision is made from, as one value. Same capsule, same bytes.

use crate::budget::Budget;
use crate::candidate::Candidate;
use crate::constraints::Constraints;
use crate::fit::{Group, Program};
use crate::limit::Limit;
use crate::refusal::Refusal;
use crate::screened::ScreenedValue;
use crate::seal;
use crate::vocab::{Door, Format};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The version of the capsule's form.
pub const CAPSULE_VERSION: u32 = 1;
/// Name and version of the engine, part of every fingerprint.
pub const ENGINE: &str = concat!("plimsoll-core ", env!("CARGO_PKG_VERSION"));

/// The whole input of the pure function [`crate::decide::decide`].
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Capsule {
    pub version: u32,
    pub engine: String,
    /// A label for records. The engine never asks for it.
    pub door: Door,
    /// The request after validation, for the door's own output form.
    pub request: ScreenedValue,
    pub limit: Limit,
    pub format: Format,
    /// Who may board before anything is counted; without it everybody may.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub admission: Option<AdmissionRules>,
    /// Groups in the order in which they are served.
    pub groups: Vec<Group>,
    pub program: Program,
    pub candidates: Vec<Candidate>,
    /// The section before which the document says what was cut, where the door wants that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub notice_section: Option<u16>,
    /// What else the document tells about itself there, where the door wants that.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub overview: Option<Overview>,
    /// What was left out before it could become a candidate.
    pub left_out: Vec<PassedOver>,
    pub fingerprints: InputFingerprints,
    /// What the guard has seen.
    #[serde(default)]
    pub screening: Evidence,
    /// A refusal that was certain before anything could be decided.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub refusal: Option<Refusal>,
}

/// A table of contents of what stands before the notice, and a list of the best that is left out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Overview {
    /// So much room is kept for the list. It is a number of the capsule and no share of the limit, so that what fits
    /// at another limit can be told.
    pub left_out_room: u64,
}

/// Budget and constraints by which candidates are admitted on estimates.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct AdmissionRules {
    pub budget: Budget,
    pub constraints: Constraints,
}

/// Something that never became a candidate, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PassedOver {
    pub path: String,
    /// A word that programs can rely on.
    pub reason: String,
    /// The rest of the story, for people.
    pub detail: String,
}

/// Fingerprints of what the candidates were gathered from.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct InputFingerprints {
    pub project_index: String,
    pub config: String,
}

/// What was screened for a decision, under which rules, and what came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Evidence {
    /// The digest of the rules.
    pub rule_set: String,
    /// How many bytes of the project's files were scanned.
    pub scanned_bytes: u64,
    pub certain: u64,
    pub likely: u64,
    /// Findings that somebody has declared to be none.
    pub silenced: u64,
}

impl Capsule {
    /// Covers every input; the labels of candidates depend on the workspace's secret and are left out.
    pub fn fingerprint(&self) -> String {
        let mut candidates: Vec<String> =
            self.candidates.iter().map(Candidate::fingerprint).collect();
        candidates.sort_unstable();
        let rest = self.without_candidates();
        seal::fingerprint("plimsoll.capsule.1", &(rest, candidates))
    }

    pub(crate) fn without_candidates(&self) -> Self {
        Self {
            version: self.version,
            engine: self.engine.clone(),
            door: self.door,
            request: self.request.clone(),
            limit: self.limit.clone(),
            format: self.format,
            admission: self.admission.clone(),
            groups: self.groups.clone(),
            program: self.program.clone(),
            candidates: Vec::new(),
            notice_section: self.notice_section,
            overview: self.overview,
            left_out: self.left_out.clone(),
            fingerprints: self.fingerprints.clone(),
            screening: self.screening.clone(),
            refusal: self.refusal.clone(),
        }
    }
}
