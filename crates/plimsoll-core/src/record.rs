//! What is remembered of a decision: ids, kinds, groups and numbers. No content, and no path unless the user turns
//! that on.

use crate::capsule::Capsule;
use crate::decide::{Decision, Fate, OutReason, Outcome, Refused};
use crate::limit::Limit;
use crate::refusal::RefusalCode;
use crate::seal;
use crate::vocab::Door;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The record of one decision. It has ids, kinds, groups and numbers: no content, and no path unless the user wants
/// to have them in the log.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Record {
    /// Made from the decision's fingerprint: the same decision has the same id.
    pub id: String,
    pub door: Door,
    /// Milliseconds since 1970, from the edge of the program.
    pub recorded_at: u64,
    pub engine: String,
    pub fingerprint: String,
    /// `loaded`, or the code of the refusal.
    pub outcome: String,
    pub limit: Limit,
    /// What the document counts; for a refusal, what it would have needed.
    pub used: u64,
    /// sha256 of the document; it holds screened text only.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub document: Option<String>,
    pub artifacts: Vec<RecordedArtifact>,
    /// It was decided a moment before, of the same input, and only looked up.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub cache_hit: bool,
    /// How long the call took, where there is a clock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duration_ms: Option<u64>,
    /// Decided elsewhere and taken in with its capsule.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub imported: bool,
}

/// One candidate of a decision, by its path-free id.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct RecordedArtifact {
    pub id: String,
    pub kind: String,
    pub group: String,
    pub score: i64,
    /// What it counts in the document; nothing when it is not in it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Why it is not in the document.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<OutReason>,
    /// Path or title, where the user wants them in the log.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
}

impl Record {
    /// The same with the names of its artifacts.
    pub fn with_names(mut self, capsule: &Capsule, decision: &Decision) -> Self {
        for (artifact, &index) in self.artifacts.iter_mut().zip(&decision.ranking) {
            artifact.name = Some(capsule.candidates[index].name.as_str().to_owned());
        }
        self
    }

    pub fn has_names(&self) -> bool {
        self.artifacts.iter().any(|artifact| artifact.name.is_some())
    }

    /// The record of a decision that was made of a capsule.
    pub fn of(capsule: &Capsule, decision: &Decision, recorded_at: u64) -> Self {
        let artifact = |&index: &usize| {
            let (candidate, verdict) = (&capsule.candidates[index], &decision.verdicts[index]);
            RecordedArtifact {
                id: candidate.id.clone(),
                kind: candidate.kind.clone(),
                group: candidate.group.clone(),
                score: verdict.score.total,
                count: match verdict.fate {
                    Fate::Aboard { count, .. } => Some(count),
                    _ => None,
                },
                reason: verdict.fate.reason(),
                name: None,
            }
        };
        let (outcome, document) = match &decision.outcome {
            Outcome::Loaded(loaded) => {
                ("loaded".to_owned(), Some(seal::sha256_hex(loaded.document.as_bytes())))
            }
            Outcome::Refused(Refused::TooLarge { .. }) => {
                (RefusalCode::ContextTooLarge.to_string(), None)
            }
            Outcome::Refused(Refused::Beforehand(refusal)) => (refusal.code.to_string(), None),
        };
        Self {
            id: decision.id.clone(),
            door: capsule.door,
            recorded_at,
            engine: capsule.engine.clone(),
            fingerprint: decision.fingerprint.clone(),
            outcome,
            limit: capsule.limit.clone(),
            used: decision.used(),
            document,
            artifacts: decision.ranking.iter().map(artifact).collect(),
            cache_hit: false,
            duration_ms: None,
            imported: false,
        }
    }
}
