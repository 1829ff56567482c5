//! What a request brings of its own: artifacts with their scoring inputs, and vitals. Numbers of JSON become integers
//! here (A03).

use super::request::KnownVitals;
use super::vitals::HIGH_PULSE;
use plimsoll_core::budget::{Budget, LaneBudget};
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::escape::quoted;
use plimsoll_core::names;
use plimsoll_core::score::{Scoring, Signals, quantize};
use plimsoll_core::vocab::{ArtifactKind, Lane, Origin};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Number, json};
use std::collections::BTreeMap;

/// Half, in thousandths.
const LOW_OXYGEN: u16 = 500;

/// An artifact of the caller's own. The names are the seed's.
#[derive(Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GivenArtifact {
    kind: ArtifactKind,
    /// The lane, where it is not that of its kind.
    #[serde(default)]
    lane: Option<Lane>,
    name: String,
    /// Tells artifacts of one kind, lane and name apart.
    #[serde(default)]
    chunk_index: u32,
    content: String,
    /// From 0 (a day and more) to 5 (under a minute).
    #[serde(default)]
    recency_bucket: u64,
    /// From 0 to 1.
    #[schemars(with = "f64")]
    relevance_score: Number,
    /// From 0 to 1.
    #[schemars(with = "f64")]
    specificity_score: Number,
    /// From 0 to 1.
    #[schemars(with = "f64")]
    risk_alignment: Number,
    #[serde(default)]
    token_estimate: Option<u64>,
}

impl GivenArtifact {
    /// As a candidate, or everything that is wrong with its numbers.
    pub(super) fn read(self, index: usize) -> Result<Draft, Vec<String>> {
        let mut problems = Vec::new();
        let mut wrong = |what: &str, value: &dyn std::fmt::Display, most: u8| {
            let name = quoted(&self.name);
            let is = format!("{what} is {value}; it must be from 0 to {most}");
            problems.push(format!("`artifacts[{index}]` ({name}): {is}"));
        };
        let recency_bucket = u8::try_from(self.recency_bucket).ok().filter(|bucket| *bucket <= 5);
        if recency_bucket.is_none() {
            wrong("recencyBucket", &self.recency_bucket, 5);
        }
        let mut share = |what: &str, number: &Number| {
            let value = thousandths(number);
            if value.is_none() {
                wrong(what, number, 1);
            }
            value.unwrap_or(0)
        };
        let signals = Signals {
            recency_bucket: recency_bucket.unwrap_or(0),
            relevance: share("relevanceScore", &self.relevance_score),
            specificity: share("specificityScore", &self.specificity_score),
            risk: share("riskAlignment", &self.risk_alignment),
        };
        if !problems.is_empty() {
            return Err(problems);
        }
        let (kind, lane) = (self.kind, self.lane.unwrap_or(self.kind.lane()));
        let text = format!("{}\n", self.content.trim_end());
        let name = Name::Title(self.name);
        let draft = Candidate::new(kind.name(), lane.name(), Origin::Request, name, text);
        let draft = Candidate {
            chunk: self.chunk_index,
            scoring: Scoring::Signals(signals),
            estimate: self.token_estimate,
            ..draft
        };
        Ok(draft.at(section::CONTEXT, 1))
    }
}

names! {
    /// How much is being changed at once.
    Pressure { Low = "low", Normal = "normal", High = "high" }
}

/// Vitals that the caller knows; the others are measured.
#[derive(Debug, Default, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GivenVitals {
    pressure: Option<Pressure>,
    /// Edits a minute.
    pulse: Option<u64>,
    /// From 0 to 1.
    #[schemars(with = "Option<f64>")]
    oxygen: Option<Number>,
}

impl GivenVitals {
    pub(super) fn read(self) -> Result<KnownVitals, Vec<String>> {
        let oxygen = self.oxygen.map(|number| {
            thousandths(&number)
                .ok_or_else(|| vec![format!("`vitals.oxygen` is {number}; it must be from 0 to 1")])
        });
        Ok(KnownVitals {
            pressure_high: self.pressure.map(|pressure| pressure == Pressure::High),
            pulse_high: self.pulse.map(|pulse| pulse > HIGH_PULSE),
            oxygen_low: oxygen.transpose()?.map(|oxygen| oxygen < LOW_OXYGEN),
        })
    }
}

/// A total, and the lanes where they are not in proportion to it.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub(crate) struct GivenBudget {
    total_tokens: u64,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    lanes: Option<GivenLanes>,
}

#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
struct GivenLanes {
    policy: LaneBudget,
    rules: LaneBudget,
    local: LaneBudget,
    structure: LaneBudget,
    retrieved: LaneBudget,
    history: LaneBudget,
}

impl GivenBudget {
    pub(super) fn read(&self) -> Result<Budget, Vec<String>> {
        if self.lanes.is_none() && self.total_tokens > 0 {
            return Ok(Budget::scaled(self.total_tokens));
        }
        Budget::from_json(&json!(self))
            .map_err(|all| all.iter().map(|problem| format!("`budget`: {problem}")).collect())
    }
}

/// Sources, switched on or off for this call.
#[derive(Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields, default)]
pub(crate) struct GivenSources {
    #[serde(skip_serializing_if = "Option::is_none")]
    constraints: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    violations: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    rule_docs: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    diff: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    recent_edits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    symbols: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    dependencies: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    tests: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    retrieved: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turns: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    learnings: Option<bool>,
}

impl GivenSources {
    /// Those that are given, by name.
    pub(super) fn read(&self) -> BTreeMap<String, bool> {
        serde_json::from_value(json!(self)).expect("it is an object of switches")
    }
}

fn thousandths(number: &Number) -> Option<u16> {
    number.as_f64().and_then(quantize)
}
