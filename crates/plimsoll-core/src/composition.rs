//! Seed A's view of a decision: what was selected, the allocation by lanes, the explanation, the decision log.
//! Every number in it is true; the seed has stand-ins for some of them.

use crate::candidate::Candidate;
use crate::capsule::{AdmissionRules, Capsule};
use crate::constraints::Standing;
use crate::decide::{Decision, Fate, OutReason, Outcome};
use crate::limit::Grouped;
use crate::record::Record;
use crate::render::shown_content;
use crate::seal;
use crate::vocab::{ArtifactKind, Lane, ShrinkStrategy};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A decision with the capsule it was made of, seen by lanes. What belongs to no lane is framing.
#[derive(Debug, Clone, Copy)]
pub struct Composition<'a> {
    capsule: &'a Capsule,
    decision: &'a Decision,
    rules: &'a AdmissionRules,
}

/// Thousandths, written as the JSON number that they stand for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Thousandths(pub i64);

impl Serialize for Thousandths {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (whole, rest) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let number: Value = serde_json::from_str(&format!("{sign}{whole}.{rest:03}"))
            .map_err(serde::ser::Error::custom)?;
        number.serialize(serializer)
    }
}

impl JsonSchema for Thousandths {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Thousandths".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({"type": "number"})
    }
}

/// An artifact by its id: safe for records.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ArtifactRef {
    pub id: String,
    pub kind: ArtifactKind,
    pub lane: Lane,
    pub token_estimate: u64,
}

/// Why the composition is as it is.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    pub summary: String,
    pub lane_breakdown: Vec<LaneLine>,
    pub top_rejections: Vec<RejectedArtifact>,
    pub constraints: ConstraintCounts,
    pub performance: Performance,
}

/// What a lane has.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct LaneLine {
    pub lane: Lane,
    pub selected_count: usize,
    pub budget_used: u64,
    pub budget_max: u64,
    pub top_artifacts: Vec<TopArtifact>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct TopArtifact {
    pub id: String,
    pub kind: ArtifactKind,
    pub score: Thousandths,
}

/// An artifact that was not taken.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RejectedArtifact {
    pub artifact: ArtifactRef,
    pub reason: OutReason,
    pub detail: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct ConstraintCounts {
    pub pinned_count: usize,
    pub must_include_count: usize,
    pub excluded_count: usize,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Performance {
    pub candidate_count: usize,
    pub selected_count: usize,
    /// Rendered tokens of what is selected over estimated tokens of all candidates.
    pub compression_ratio: Thousandths,
    pub cache_hit: bool,
}

/// An artifact as the document shows it. For the caller only: never logged.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RenderedArtifact {
    pub id: String,
    pub kind: ArtifactKind,
    pub lane: Lane,
    pub content: String,
    pub exact_token_count: u64,
    pub shrunk: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub original_token_count: Option<u64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shrink_strategy: Option<ShrinkStrategy>,
}

/// A lane that ended below its minimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LaneShortfall {
    pub lane: Lane,
    pub requested: u64,
    pub available: u64,
}

/// Seed A's decision log (A16): ids, kinds, lanes and numbers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct DecisionLog {
    pub id: String,
    pub timestamp: u64,
    pub composer_version: String,
    pub workspace_fingerprint: String,
    pub trigger_event: String,
    pub commitish: String,
    pub candidate_count: usize,
    pub candidate_digest: String,
    pub constraints_digest: String,
    pub budget_config_digest: String,
    pub selected_artifacts: Vec<ArtifactRef>,
    pub budget_allocation: BTreeMap<Lane, u64>,
    pub total_tokens_used: u64,
    pub rankings: Vec<RankedArtifact>,
    pub cache_key: String,
    pub cache_hit: bool,
    pub duration_ms: u64,
}

/// A candidate in the order of rank, with what became of it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RankedArtifact {
    pub artifact: ArtifactRef,
    pub score: Thousandths,
    pub selected: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub rejection_reason: Option<OutReason>,
}

/// What only the caller of a composition knows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Circumstances {
    /// Milliseconds since 1970.
    pub timestamp: u64,
    pub cache_hit: bool,
    pub duration_ms: u64,
}

impl Circumstances {
    /// As they were recorded.
    pub fn of(record: &Record) -> Self {
        let Record { recorded_at, cache_hit, duration_ms, .. } = *record;
        Self { timestamp: recorded_at, cache_hit, duration_ms: duration_ms.unwrap_or(0) }
    }
}

impl<'a> Composition<'a> {
    /// Nothing when the capsule was not decided by lanes.
    pub fn new(capsule: &'a Capsule, decision: &'a Decision) -> Option<Self> {
        Some(Self { capsule, decision, rules: capsule.admission.as_ref()? })
    }

    /// Artifacts of the document, in the order of admission.
    pub fn selected(&self) -> Vec<ArtifactRef> {
        self.aboard().map(|(index, lane)| self.reference(index, lane)).collect()
    }

    /// What each lane has in the document, exactly.
    pub fn allocation(&self) -> BTreeMap<Lane, u64> {
        let of = |lane: &Lane| self.decision.group_totals.get(lane.name()).copied().unwrap_or(0);
        Lane::ALL.iter().map(|lane| (*lane, of(lane))).collect()
    }

    /// The lanes that end below their minimum. Admission knows estimates; what is aboard may count more.
    pub fn shortfalls(&self) -> Vec<LaneShortfall> {
        let used = self.allocation();
        let shortfall = |s: &crate::decide::GroupShortfall| {
            let lane = Lane::from_name(&s.group)?;
            let (requested, available) = (s.requested, s.available.max(used[&lane]));
            (used[&lane] < requested).then_some(LaneShortfall { lane, requested, available })
        };
        self.decision.shortfalls.iter().filter_map(shortfall).collect()
    }

    /// Every artifact that was not taken, best first.
    pub fn rejections(&self) -> Vec<RejectedArtifact> {
        self.ranked()
            .filter_map(|(index, lane)| {
                let fate = &self.decision.verdicts[index].fate;
                let (reason, detail) = (fate.reason()?, fate.detail());
                Some(RejectedArtifact { artifact: self.reference(index, lane), reason, detail })
            })
            .collect()
    }

    /// The artifacts of the document with their contents.
    pub fn rendered(&self) -> Vec<RenderedArtifact> {
        self.aboard()
            .filter_map(|(index, lane)| {
                let candidate = &self.capsule.candidates[index];
                let kind = ArtifactKind::from_name(&candidate.kind)?;
                let Fate::Aboard { rung, count, whole, .. } = self.decision.verdicts[index].fate
                else {
                    return None;
                };
                Some(RenderedArtifact {
                    id: candidate.id.clone(),
                    kind,
                    lane,
                    content: shown_content(candidate, rung),
                    exact_token_count: count,
                    shrunk: rung > 0,
                    original_token_count: (rung > 0).then_some(whole),
                    shrink_strategy: (rung > 0).then(|| kind.shrink_strategy()),
                })
            })
            .collect()
    }

    pub fn explanation(&self, cache_hit: bool) -> Explanation {
        let mut top_rejections = self.rejections();
        top_rejections.truncate(5);
        Explanation {
            summary: self.summary(),
            lane_breakdown: Lane::ALL.iter().map(|&lane| self.lane_line(lane)).collect(),
            top_rejections,
            constraints: self.constraint_counts(),
            performance: Performance {
                candidate_count: self.artifacts().count(),
                selected_count: self.aboard().count(),
                compression_ratio: self.compression_ratio(),
                cache_hit,
            },
        }
    }

    /// The record of this composition.
    pub fn decision_log(&self, circumstances: Circumstances) -> DecisionLog {
        let request = |key: &str| self.capsule.request[key].as_str().unwrap_or("").to_owned();
        let rank = |(index, lane): (usize, Lane)| {
            let verdict = &self.decision.verdicts[index];
            RankedArtifact {
                artifact: self.reference(index, lane),
                score: Thousandths(verdict.score.total),
                selected: matches!(verdict.fate, Fate::Aboard { .. }),
                rejection_reason: verdict.fate.reason(),
            }
        };
        DecisionLog {
            id: self.decision.id.clone(),
            timestamp: circumstances.timestamp,
            composer_version: self.capsule.engine.clone(),
            workspace_fingerprint: self.workspace_fingerprint().to_owned(),
            trigger_event: request("event"),
            commitish: self.commitish().to_owned(),
            candidate_count: self.artifacts().count(),
            candidate_digest: self.candidate_digest(),
            constraints_digest: self.constraints_digest(),
            budget_config_digest: self.budget_digest(),
            selected_artifacts: self.selected(),
            budget_allocation: self.allocation(),
            total_tokens_used: self.decision.used(),
            rankings: self.ranked().map(rank).collect(),
            cache_key: self.cache_key(),
            cache_hit: circumstances.cache_hit,
            duration_ms: circumstances.duration_ms,
        }
    }

    /// Seed A's key (A13), from inputs only: whatever can change the result moves it.
    pub fn cache_key(&self) -> String {
        let mut contents: Vec<&Candidate> = self.capsule.candidates.iter().collect();
        contents.sort_by_key(|c| (&c.kind, &c.group, &c.name, c.chunk));
        let contents: Vec<_> =
            contents.iter().map(|c| (&c.name, c.chunk, c.text.text(), &c.scoring)).collect();
        seal::cache_key(&json!({
            "workspaceFingerprint": self.workspace_fingerprint(),
            "triggerEvent": self.capsule.request["event"],
            "commitish": self.commitish(),
            "candidateDigest": self.candidate_digest(),
            "rulesDigest": self.capsule.request["rulesDigest"],
            "budgetConfigDigest": self.budget_digest(),
            "constraintsDigest": self.constraints_digest(),
            "composerVersion": self.capsule.engine,
            "contentDigest": seal::fingerprint("plimsoll.contents.1", &contents),
            "counter": self.capsule.limit.counter,
            "format": self.capsule.format,
        }))
    }

    /// Candidates that belong to a lane, by index.
    fn artifacts(&self) -> impl Iterator<Item = (usize, Lane)> {
        let candidates = self.capsule.candidates.iter().enumerate();
        candidates.filter_map(|(index, c)| Some((index, Lane::from_name(&c.group)?)))
    }

    fn lane_of(&self, index: usize) -> Option<(usize, Lane)> {
        Some((index, Lane::from_name(&self.capsule.candidates[index].group)?))
    }

    fn ranked(&self) -> impl Iterator<Item = (usize, Lane)> {
        self.decision.ranking.iter().filter_map(|&index| self.lane_of(index))
    }

    fn aboard(&self) -> impl Iterator<Item = (usize, Lane)> {
        let admitted = self.decision.admitted.iter().filter_map(|&index| self.lane_of(index));
        admitted
            .filter(|(index, _)| matches!(self.decision.verdicts[*index].fate, Fate::Aboard { .. }))
    }

    fn reference(&self, index: usize, lane: Lane) -> ArtifactRef {
        let candidate = &self.capsule.candidates[index];
        ArtifactRef {
            id: candidate.id.clone(),
            // A door checks kinds when it gathers; what slipped through is shown as what is found.
            kind: ArtifactKind::from_name(&candidate.kind).unwrap_or(ArtifactKind::SemanticMatch),
            lane,
            token_estimate: self.decision.verdicts[index].estimate,
        }
    }

    fn summary(&self) -> String {
        let under_filled = self.shortfalls().len();
        let mut summary = format!(
            "Selected {} artifacts using {}/{} tokens",
            self.aboard().count(),
            Grouped(self.decision.used()),
            Grouped(self.rules.budget.total_tokens)
        );
        if under_filled > 0 {
            summary.push_str(&format!(" ({under_filled} lanes under-filled)"));
        }
        summary
    }

    fn lane_line(&self, lane: Lane) -> LaneLine {
        let of_lane: Vec<ArtifactRef> =
            self.aboard().filter(|(_, l)| *l == lane).map(|(i, l)| self.reference(i, l)).collect();
        let top = self.aboard().filter(|(_, l)| *l == lane).take(3).map(|(index, lane)| {
            let ArtifactRef { id, kind, .. } = self.reference(index, lane);
            TopArtifact { id, kind, score: Thousandths(self.decision.verdicts[index].score.total) }
        });
        let group = self.capsule.groups.iter().find(|group| group.name == lane.name());
        LaneLine {
            lane,
            selected_count: of_lane.len(),
            budget_used: self.decision.group_totals.get(lane.name()).copied().unwrap_or(0),
            budget_max: group.and_then(|group| group.max).unwrap_or(0),
            top_artifacts: top.collect(),
        }
    }

    /// How many artifacts are pinned, must be in without being pinned, and are excluded.
    fn constraint_counts(&self) -> ConstraintCounts {
        let mut counts =
            ConstraintCounts { pinned_count: 0, must_include_count: 0, excluded_count: 0 };
        let Ok(mut compiled) = self.rules.constraints.compile() else { return counts };
        for (index, _) in self.artifacts() {
            match compiled.standing(self.capsule.candidates[index].matchable()) {
                Standing::Pinned => counts.pinned_count += 1,
                Standing::MustInclude => counts.must_include_count += 1,
                Standing::Excluded { .. } => counts.excluded_count += 1,
                Standing::Open => {}
            }
        }
        counts
    }

    fn compression_ratio(&self) -> Thousandths {
        if matches!(self.decision.outcome, Outcome::Refused(_)) {
            return Thousandths(0);
        }
        let rendered: u64 = self.allocation().values().sum();
        let estimated: u64 =
            self.artifacts().map(|(index, _)| self.decision.verdicts[index].estimate).sum();
        let ratio = (u128::from(rendered) * 1000 + u128::from(estimated) / 2)
            .checked_div(u128::from(estimated))
            .unwrap_or(0);
        Thousandths(i64::try_from(ratio).unwrap_or(i64::MAX))
    }

    fn workspace_fingerprint(&self) -> &str {
        let given = self.capsule.request["workspaceFingerprint"].as_str();
        given.unwrap_or(&self.capsule.fingerprints.project_index)
    }

    fn commitish(&self) -> &str {
        self.capsule.request["commitish"].as_str().unwrap_or("HEAD")
    }

    fn candidate_digest(&self) -> String {
        seal::candidate_digest(self.artifacts().map(|(index, _)| {
            let c = &self.capsule.candidates[index];
            let estimate = self.decision.verdicts[index].estimate;
            (c.id.as_str(), c.group.as_str(), c.kind.as_str(), estimate)
        }))
    }

    fn budget_digest(&self) -> String {
        seal::fingerprint("plimsoll.budget.1", &self.rules.budget)
    }

    fn constraints_digest(&self) -> String {
        seal::fingerprint("plimsoll.constraints.1", &self.rules.constraints)
    }
}
