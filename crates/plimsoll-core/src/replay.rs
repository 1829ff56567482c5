//! Replay: the whole result recomputed from its capsule and compared with what was recorded.

use crate::capsule::Capsule;
use crate::decide::{Decision, Undecidable, decide};
use crate::record::{Record, RecordedArtifact};
use schemars::JsonSchema;
use serde::Serialize;
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
