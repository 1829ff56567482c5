//! What `compose` is asked (seed A), with the keys of CLI.md.

use super::given::{GivenArtifact, GivenBudget, GivenSources, GivenVitals};
use super::sources;
use crate::error::Error;
use crate::request::{parse, path};
use crate::screening::is_nameable;
use plimsoll_core::budget::Budget;
use plimsoll_core::candidate::Draft;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::escape::quoted;
use plimsoll_core::near::did_you_mean;
use plimsoll_core::score::Vitals;
use plimsoll_core::time;
use plimsoll_core::vocab::Format;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::BTreeMap;

/// What happened where nobody says so.
const MANUAL: &str = "manual";

/// What `compose` is asked.
#[derive(Debug, Clone)]
pub struct ComposeRequest {
    /// What happened. Any word; it is part of the cache's key, and some have a meaning.
    pub event: String,
    pub keywords: Vec<String>,
    /// From the root.
    pub files: Vec<String>,
    /// The time from which ages are counted, in milliseconds since 1970.
    pub as_of_ms: i64,
    /// The budget, where it is not that of the settings.
    pub budget: Option<Budget>,
    /// Joined with those of the policy; they cannot take any of them away.
    pub constraints: Constraints,
    /// Those that are not given are measured.
    pub vitals: KnownVitals,
    pub workspace_fingerprint: Option<String>,
    pub commitish: Option<String>,
    /// Sources by name, switched on or off for this call.
    pub sources: BTreeMap<String, bool>,
    /// Artifacts of the caller's own.
    pub artifacts: Vec<Draft>,
    pub format: Format,
}

/// Seed A's three questions, as far as the caller answers them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct KnownVitals {
    pub pressure_high: Option<bool>,
    pub pulse_high: Option<bool>,
    pub oxygen_low: Option<bool>,
}

impl KnownVitals {
    /// With what was measured where nothing is given.
    pub(super) fn or(self, measured: Vitals) -> Vitals {
        Vitals {
            pressure_high: self.pressure_high.unwrap_or(measured.pressure_high),
            pulse_high: self.pulse_high.unwrap_or(measured.pulse_high),
            oxygen_low: self.oxygen_low.unwrap_or(measured.oxygen_low),
        }
    }
}

/// A request as JSON.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields, default)]
pub(crate) struct GivenRequest {
    event: String,
    keywords: Vec<String>,
    files: Vec<String>,
    /// The time from which ages are counted, as RFC 3339. Default: now.
    as_of: Option<String>,
    budget: Option<GivenBudget>,
    constraints: Constraints,
    vitals: GivenVitals,
    workspace_fingerprint: Option<String>,
    commitish: Option<String>,
    sources: GivenSources,
    artifacts: Vec<GivenArtifact>,
}

impl Default for GivenRequest {
    fn default() -> Self {
        Self {
            event: MANUAL.to_owned(),
            keywords: Vec::new(),
            files: Vec::new(),
            as_of: None,
            budget: None,
            constraints: Constraints::default(),
            vitals: GivenVitals::default(),
            workspace_fingerprint: None,
            commitish: None,
            sources: GivenSources::default(),
            artifacts: Vec::new(),
        }
    }
}

impl ComposeRequest {
    pub fn new(event: impl Into<String>, as_of_ms: i64) -> Self {
        Self {
            event: event.into(),
            keywords: Vec::new(),
            files: Vec::new(),
            as_of_ms,
            budget: None,
            constraints: Constraints::default(),
            vitals: KnownVitals::default(),
            workspace_fingerprint: None,
            commitish: None,
            sources: BTreeMap::new(),
            artifacts: Vec::new(),
            format: Format::Markdown,
        }
    }

    /// Reads a request from foreign JSON, or says everything that is wrong with it. `now_ms` is when it is asked,
    /// unless it says so itself.
    pub fn from_json(value: &Value, now_ms: i64) -> Result<Self, Error> {
        let given: GivenRequest = parse(value)?;
        let mut problems = Vec::new();
        let mut take =
            |result: Result<(), Vec<String>>| problems.extend(result.err().into_iter().flatten());
        let mut request = Self::new(given.event, now_ms);
        let as_of = given.as_of.map_or(Ok(now_ms), |text| time::parse(&text));
        let as_of = as_of.map_err(|problem| vec![format!("`asOf`: {problem}")]);
        take(as_of.map(|time| request.as_of_ms = time));
        let budget = given.budget.map(|budget| budget.read()).transpose();
        take(budget.map(|budget| request.budget = budget));
        take(given.vitals.read().map(|vitals| request.vitals = vitals));
        for (index, artifact) in given.artifacts.into_iter().enumerate() {
            take(artifact.read(index).map(|draft| request.artifacts.push(draft)));
        }
        request.keywords = given.keywords;
        request.files = given.files;
        request.constraints = given.constraints;
        request.workspace_fingerprint = given.workspace_fingerprint;
        request.commitish = given.commitish;
        request.sources = given.sources.read();
        take(request.check());
        if problems.is_empty() { Ok(request) } else { Err(Error::Invalid(problems)) }
    }

    /// What is wrong with it that its type does not tell.
    pub(super) fn check(&mut self) -> Result<(), Vec<String>> {
        let mut problems = Vec::new();
        if self.event.trim().is_empty() {
            problems.push(format!("`event` is empty; the default is {}", quoted(MANUAL)));
        }
        for (index, file) in self.files.iter_mut().enumerate() {
            // Looked at as it was written: without its dots it may not be known as what it is.
            if !is_nameable(file) {
                problems.push(format!("`files[{index}]` holds a secret, so it is no file to name"));
                continue;
            }
            match path(file, &format!("files[{index}]")) {
                Ok(path) => *file = path.as_str().to_owned(),
                Err(problem) => problems.push(problem),
            }
        }
        for name in self.sources.keys().filter(|name| !sources::names().any(|n| n == *name)) {
            let near = did_you_mean(name, sources::names());
            problems.push(format!("`sources`: there is no source {}{near}", quoted(name)));
        }
        if let Some(budget) = &self.budget {
            let all = budget.problems();
            problems.extend(all.iter().map(|problem| format!("`budget`: {problem}")));
        }
        if let Err(error) = self.constraints.compile() {
            problems.push(error.to_string());
        }
        if problems.is_empty() { Ok(()) } else { Err(problems) }
    }
}

/// Reads constraints from foreign JSON, or says everything that is wrong with them.
pub fn constraints_from_json(value: &Value) -> Result<Constraints, Error> {
    let constraints: Constraints = parse(value)?;
    match constraints.compile() {
        Ok(_) => Ok(constraints),
        Err(error) => Err(Error::invalid(error.to_string())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn problems(value: &Value) -> Vec<String> {
        match ComposeRequest::from_json(value, 0) {
            Err(Error::Invalid(problems)) => problems,
            other => panic!("it is wrong: {other:?}"),
        }
    }

    #[test]
    fn every_source_can_be_switched() {
        let all: BTreeMap<&str, bool> = sources::names().map(|name| (name, false)).collect();
        let request = ComposeRequest::from_json(&json!({"sources": all}), 0).unwrap();
        assert_eq!(request.sources.len(), all.len());
    }

    #[test]
    fn a_request_that_says_nothing_is_one() {
        let request = ComposeRequest::from_json(&json!({}), 7).unwrap();
        assert_eq!((request.event.as_str(), request.as_of_ms), ("manual", 7));
        assert_eq!(request.vitals, KnownVitals::default());
    }

    #[test]
    fn everything_that_can_be_said_is_understood() {
        let value = json!({
            "event": "test_failed",
            "keywords": ["cache"],
            "files": ["./src//a.rs"],
            "asOf": "1970-01-01T00:00:02Z",
            "budget": {"totalTokens": 4000},
            "vitals": {"pressure": "high", "pulse": 31, "oxygen": 0.75},
            "sources": {"retrieved": false},
            "artifacts": [{
                "kind": "learning", "name": "tests first", "content": "run them",
                "recencyBucket": 4, "relevanceScore": 0.1235, "specificityScore": 1, "riskAlignment": 0,
            }],
        });
        let request = ComposeRequest::from_json(&value, 0).unwrap();
        assert_eq!((request.as_of_ms, &*request.files), (2000, &["src/a.rs".to_owned()][..]));
        assert_eq!(request.budget, Some(Budget::scaled(4000)));
        let vitals = KnownVitals {
            pressure_high: Some(true),
            pulse_high: Some(true),
            oxygen_low: Some(false),
        };
        assert_eq!(request.vitals, vitals);
        let signals = json!(request.artifacts[0].scoring);
        assert_eq!(
            signals,
            json!({
                "by": "signals", "recencyBucket": 4, "relevance": 124, "specificity": 1000, "risk": 0,
            })
        );
    }

    #[test]
    fn all_that_is_wrong_is_said_at_once_and_scores_name_their_artifact() {
        let value = json!({
            "event": " ",
            "files": ["../x"],
            "asOf": "yesterday",
            "budget": {"totalTokens": 0},
            "vitals": {"oxygen": 2},
            "artifacts": [{
                "kind": "learning", "name": "tests first", "content": "run them",
                "recencyBucket": 6, "relevanceScore": 1.5, "specificityScore": -1, "riskAlignment": 0,
            }],
        });
        let unknown = problems(&json!({"sources": {"symbol": false}}));
        assert_eq!(unknown, ["unknown key `symbol` in `sources` (did you mean `symbols`?)"]);
        let mut request = ComposeRequest::new("manual", 0);
        request.sources.insert("symbol".to_owned(), false);
        assert!(request.check().is_err());
        let all = problems(&value).join("\n");
        for part in [
            "`event` is empty",
            "`files[0]`",
            "`asOf`",
            "`budget`",
            "`vitals.oxygen` is 2; it must be from 0 to 1",
            "`artifacts[0]` (`tests first`): recencyBucket is 6; it must be from 0 to 5",
            "`artifacts[0]` (`tests first`): relevanceScore is 1.5; it must be from 0 to 1",
            "`artifacts[0]` (`tests first`): specificityScore is -1; it must be from 0 to 1",
        ] {
            assert!(all.contains(part), "{part} is not in:\n{all}");
        }
    }
}
