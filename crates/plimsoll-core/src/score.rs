//! Scores: exact integers, line by line, so that `why` can show where every point comes from.

use crate::vocab::{ArtifactKind, Lane, names};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One line of a score.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct ScoreLine {
    pub signal: String,
    pub points: i64,
}

impl ScoreLine {
    pub fn new(signal: impl Into<String>, points: i64) -> Self {
        Self { signal: signal.into(), points }
    }
}

/// A total with the lines that make it up.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Score {
    pub total: i64,
    pub lines: Vec<ScoreLine>,
}

/// What a score is computed from. Each variant is one of the seeds' formulas.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(
    tag = "by",
    rename_all = "snake_case",
    rename_all_fields = "camelCase",
    deny_unknown_fields
)]
pub enum Scoring {
    /// Seed A (A06): recency, relevance, specificity and risk.
    Signals(Signals),
    /// Seed C (C09): the role that a file plays for the targets.
    Roles { roles: Vec<Role>, byte_size: u64, hops: u32, duplicate: bool },
    /// Seed B (B04): the order in which the task names things.
    Given { order: u32 },
    /// Points that a search gave, with their lines.
    Search { lines: Vec<ScoreLine> },
}

impl Scoring {
    pub fn score(&self) -> Score {
        match self {
            Self::Signals(signals) => signals.score(),
            Self::Roles { roles, byte_size, hops, duplicate } => {
                role_score(roles, *byte_size, *hops, *duplicate)
            }
            // What the task names stands above whatever a search finds.
            Self::Given { order } => Score::of(vec![
                ScoreLine::new("named by the task", 1_000_000_000),
                ScoreLine::new("place in its list", -i64::from(*order)),
            ]),
            Self::Search { lines } => Score::of(lines.clone()),
        }
    }

    /// What decides between equal scores before the path does: lower comes first. `group` is the group's
    /// place in the order in which groups are served.
    pub(crate) fn ties(&self, group: usize, kind: &str) -> [u64; 2] {
        match self {
            Self::Signals(_) => [
                group as u64,
                ArtifactKind::from_name(kind).map_or(99, |kind| u64::from(kind.priority())),
            ],
            Self::Roles { byte_size, hops, .. } => [u64::from(*hops), *byte_size],
            Self::Given { .. } | Self::Search { .. } => [0, 0],
        }
    }
}

impl Score {
    fn of(lines: Vec<ScoreLine>) -> Self {
        Self { total: lines.iter().map(|line| line.points).sum(), lines }
    }
}

/// Seed A's scoring inputs: thousandths, and a bucket from 0 (a day and more) to 5 (under a minute).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Signals {
    pub recency_bucket: u8,
    pub relevance: u16,
    pub specificity: u16,
    pub risk: u16,
}

impl Signals {
    /// 0.30 recency/5 + 0.35 relevance + 0.20 specificity + 0.15 risk, in thousandths, half up.
    fn score(self) -> Score {
        // In hundred-thousandths every product is whole.
        let lines = [
            ("recency", 6000 * i64::from(self.recency_bucket)),
            ("relevance", 35 * i64::from(self.relevance)),
            ("specificity", 20 * i64::from(self.specificity)),
            ("risk", 15 * i64::from(self.risk)),
        ];
        let total = lines.iter().map(|(_, points)| points).sum::<i64>();
        Score {
            total: (total + 50).div_euclid(100),
            lines: lines.iter().map(|&(signal, points)| ScoreLine::new(signal, points)).collect(),
        }
    }

    /// Seed A's vitals (A20): sums of fixed steps, capped at 1.
    pub fn adjusted(mut self, lane: Lane, vitals: &Vitals) -> Self {
        let mut steps = 0;
        if vitals.pressure_high && self.recency_bucket >= 4 {
            steps += 100;
        }
        if vitals.pulse_high && lane == Lane::Local {
            steps += 150;
        }
        if vitals.oxygen_low && matches!(lane, Lane::Rules | Lane::Policy) {
            steps += 100;
        }
        self.relevance = (self.relevance + steps).min(1000);
        self
    }
}

/// What the vitals say, reduced to the three questions that seed A asks of them.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Vitals {
    pub pressure_high: bool,
    pub pulse_high: bool,
    pub oxygen_low: bool,
}

/// A JSON number from 0 to 1 as thousandths: floor(x × 1000 + 0.5) in IEEE double. The only place where
/// a float is looked at; outside 0..1 there is no answer.
#[expect(clippy::disallowed_types, reason = "the edge where a JSON number becomes an integer")]
pub fn quantize(value: f64) -> Option<u16> {
    if !(0.0..=1.0).contains(&value) {
        return None;
    }
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "the value is between 0 and 1000"
    )]
    Some((value * 1000.0 + 0.5).floor() as u16)
}

/// Seed A's recency bucket (A07). An age below zero is the newest bucket.
pub fn recency_bucket(age_ms: i64) -> u8 {
    const EDGES_SECONDS: [i64; 5] = [60, 300, 1800, 7200, 86400];
    let older_than = EDGES_SECONDS.iter().filter(|&&edge| age_ms >= edge * 1000).count();
    [5, 4, 3, 2, 1, 0][older_than]
}

names! {
    /// The role of a file for the targets of a plan step (C09), best first.
    Role {
        Target = "target",
        TargetSymbol = "target_symbol",
        Dependency = "dependency",
        Interface = "interface",
        BaseType = "base_type",
        Caller = "caller",
        Callee = "callee",
        Config = "config",
        Other = "other",
    }
}

impl Role {
    const fn weight(self) -> i64 {
        match self {
            Self::Target => 100,
            Self::TargetSymbol => 90,
            Self::Dependency => 60,
            Self::Interface | Self::BaseType => 55,
            Self::Caller | Self::Callee => 40,
            Self::Config => 30,
            Self::Other => 0,
        }
    }
}

fn role_score(roles: &[Role], byte_size: u64, hops: u32, duplicate: bool) -> Score {
    let best = roles.iter().copied().max_by_key(|role| role.weight()).unwrap_or(Role::Other);
    let size_steps = i64::try_from((byte_size / 200_000).min(30)).unwrap_or(30);
    let far = i64::from(hops.saturating_sub(1));
    Score::of(vec![
        ScoreLine::new(best.name(), best.weight()),
        ScoreLine::new("file size", -size_steps),
        ScoreLine::new("distance", -10 * far),
        ScoreLine::new("duplicate", if duplicate { -5 } else { 0 }),
    ])
}
