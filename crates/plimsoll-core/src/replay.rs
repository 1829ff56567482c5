//! Replay: the whole result recomputed from its capsule and compared with what was recorded.

use crate::capsule::Capsule;
use crate::decide::{Decision, Fate, Undecidable, decide};
use crate::record::{Record, RecordedArtifact};
use crate::vocab::Lane;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use std::fmt::Debug;

/// What a replay found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Replay {
    pub passed: bool,
    pub differences: Vec<Difference>,
}

/// Something that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Difference {
    pub what: String,
    pub was: String,
    pub is: String,
}

/// An artifact that a golden test wants in the document, in the form of seed A's ArtifactRef. What is not said about
/// it is not compared.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ExpectedArtifact {
    pub id: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub kind: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lane: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub token_estimate: Option<u64>,
}

/// What a decision did not select of what was expected, what it selected besides, and what is not as it was said to be.
pub fn unexpected(
    capsule: &Capsule,
    decision: &Decision,
    expected: &[ExpectedArtifact],
) -> Vec<Difference> {
    let difference = |id: &str, was: &str, is: &str| Difference {
        what: format!("expected selection, artifact {id}"),
        was: was.to_owned(),
        is: is.to_owned(),
    };
    let candidates = capsule.candidates.iter().zip(&decision.verdicts);
    let mut selected: BTreeMap<&str, _> = candidates
        .filter(|(_, verdict)| matches!(verdict.fate, Fate::Aboard { .. }))
        // What frames a composition is no artifact.
        .filter(|(one, _)| capsule.admission.is_none() || Lane::from_name(&one.group).is_some())
        .map(|(one, verdict)| (one.id.as_str(), (&one.kind, &one.group, verdict.estimate)))
        .collect();
    let mut differences = Vec::new();
    for ExpectedArtifact { id, kind, lane, token_estimate } in expected {
        let Some((is_kind, is_lane, is_estimate)) = selected.remove(id.as_str()) else {
            differences.push(difference(id, "selected", "not selected"));
            continue;
        };
        let words = [(kind, is_kind), (lane, is_lane)];
        for (was, is) in words.into_iter().filter_map(|(was, is)| Some((was.as_ref()?, is))) {
            if was != is {
                differences.push(difference(id, was, is));
            }
        }
        if let Some(was) = token_estimate.filter(|was| *was != is_estimate) {
            differences.push(difference(id, &was.to_string(), &is_estimate.to_string()));
        }
    }
    differences.extend(selected.keys().map(|id| difference(id, "not selected", "selected")));
    differences
}

/// Decides a capsule again and compares selection, counts, outcome and document with a record.
pub fn replay(capsule: &Capsule, record: &Record) -> Result<(Decision, Replay), Undecidable> {
    let decision = decide(capsule)?;
    let mut is = Record::of(capsule, &decision, record.recorded_at);
    if record.has_names() {
        is = is.with_names(capsule, &decision);
    }
    let mut differences = Vec::new();
    let mut compare = |what: &str, was: &dyn Debug, is: &dyn Debug| {
        let (was, is) = (format!("{was:?}"), format!("{is:?}"));
        if was != is {
            differences.push(Difference { what: what.to_owned(), was, is });
        }
    };
    compare("decision", &record.id, &is.id);
    compare("fingerprint", &record.fingerprint, &is.fingerprint);
    compare("engine", &record.engine, &is.engine);
    compare("outcome", &record.outcome, &is.outcome);
    compare("limit", &record.limit, &is.limit);
    compare("used", &record.used, &is.used);
    compare("document", &record.document, &is.document);
    let by_id = |record: &Record| -> BTreeMap<String, RecordedArtifact> {
        record.artifacts.iter().map(|a| (a.id.clone(), a.clone())).collect()
    };
    let (was, is) = (by_id(record), by_id(&is));
    for id in was.keys().chain(is.keys().filter(|id| !was.contains_key(*id))) {
        compare(&format!("artifact {id}"), &was.get(id), &is.get(id));
    }
    Ok((decision, Replay { passed: differences.is_empty(), differences }))
}
