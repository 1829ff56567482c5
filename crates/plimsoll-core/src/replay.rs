//! Replay: the whole result recomputed from its capsule and compared with what was recorded.

use crate::capsule::Capsule;
use crate::decide::{Decision, Fate, Undecidable, decide};
use crate::record::{Record, RecordedArtifact};
use crate::seal::canonical_json;
use crate::vocab::Lane;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

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
    let mut compare = |what: &str, was: Value, is: Value| {
        if was != is {
            let (was, is) = (said(&was), said(&is));
            differences.push(Difference { what: what.to_owned(), was, is });
        }
    };
    compare("decision", json!(record.id), json!(is.id));
    compare("fingerprint", json!(record.fingerprint), json!(is.fingerprint));
    compare("engine", json!(record.engine), json!(is.engine));
    compare("outcome", json!(record.outcome), json!(is.outcome));
    compare("limit", json!(record.limit), json!(is.limit));
    compare("used", json!(record.used), json!(is.used));
    compare("document", json!(record.document), json!(is.document));
    let by_id = |record: &Record| -> BTreeMap<String, RecordedArtifact> {
        record.artifacts.iter().map(|a| (a.id.clone(), a.clone())).collect()
    };
    let (was, is) = (by_id(record), by_id(&is));
    for id in was.keys().chain(is.keys().filter(|id| !was.contains_key(*id))) {
        compare(&format!("artifact {id}"), json!(was.get(id)), json!(is.get(id)));
    }
    Ok((decision, Replay { passed: differences.is_empty(), differences }))
}

/// A text as it is, nothing in a word, and everything else as JSON.
fn said(value: &Value) -> String {
    match value {
        Value::Null => "nothing".to_owned(),
        Value::String(text) => text.clone(),
        other => canonical_json(other),
    }
}
