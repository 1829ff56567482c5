//! What of a request a capsule keeps so that it can be made once more. When it was asked is in the record: a
//! capsule that knew the time would be another one each time.

use super::{ComposeRequest, KnownVitals};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::source::Source;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// What the caller gave, before policy and defaults were added.
#[derive(Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
struct Given {
    constraints: Constraints,
    vitals: KnownVitals,
    commitish: Option<String>,
    sources: BTreeMap<String, bool>,
    /// How many artifacts of the caller's own there were.
    artifacts: usize,
    /// Names of sources of the caller's own.
    own_sources: Vec<String>,
}

pub(super) fn given(request: &ComposeRequest, own_sources: &[&dyn Source]) -> Value {
    json!(Given {
        constraints: request.constraints.clone(),
        vitals: request.vitals,
        commitish: request.commitish.clone(),
        sources: request.sources.clone(),
        artifacts: request.artifacts.len(),
        own_sources: own_sources.iter().map(|source| source.name().to_owned()).collect(),
    })
}

/// The request of a composition, as of this time; or why it cannot be made once more.
pub(crate) fn request_of(capsule: &Capsule, as_of_ms: i64) -> Result<ComposeRequest, String> {
    let asked = &capsule.request;
    let given = Given::deserialize(&asked["given"])
        .map_err(|_| "it was kept without what was given to it".to_owned())?;
    if !given.own_sources.is_empty() {
        let names = given.own_sources.join(", ");
        return Err(format!("it had sources of its caller ({names}), which are not here"));
    }
    if given.artifacts > 0 {
        return Err("it had artifacts of its caller, which are not here".to_owned());
    }
    let texts = |key: &str| Vec::<String>::deserialize(&asked[key]).unwrap_or_default();
    let mut request = ComposeRequest::new(asked["event"].as_str().unwrap_or_default(), as_of_ms);
    request.keywords = texts("keywords");
    request.files = texts("files");
    // The limit belongs to what was asked, whatever set it then.
    request.budget = capsule.admission.as_ref().map(|rules| rules.budget.clone());
    request.constraints = given.constraints;
    request.vitals = given.vitals;
    request.sources = given.sources;
    request.workspace_fingerprint = asked["workspaceFingerprint"].as_str().map(str::to_owned);
    request.commitish = given.commitish;
    request.format = capsule.format;
    Ok(request)
}
