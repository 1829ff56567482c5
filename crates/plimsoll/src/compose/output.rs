//! Seed A's result: what was selected, the allocation, the explanation, the rendered artifacts.

use super::FRAME;
use crate::passage::{Passage, out_reason};
use crate::screening::screen_message;
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::AdmissionRules;
use plimsoll_core::decide::{Fate, Loaded, Verdict};
use plimsoll_core::limit::Grouped;
use plimsoll_core::seal;
use plimsoll_core::vocab::{ArtifactKind, Lane};
use plimsoll_workspace::settings::Effective;
use serde::Serialize;
use serde_json::{Value, json};
use std::collections::BTreeMap;

/// A composition: a document by lanes, with why it is as it is.
#[derive(Debug, Clone)]
pub struct Composition {
    passage: Passage,
    explanation: Explanation,
    cache_key: String,
}

/// Seed A's explanation, with true values throughout.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Explanation {
    pub summary: String,
    pub lane_breakdown: Vec<LaneLine>,
    pub top_rejections: Vec<RejectionLine>,
    pub constraints: Value,
    pub performance: Value,
}

/// What a lane has.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct LaneLine {
    pub lane: Lane,
    pub selected_count: usize,
    pub budget_used: u64,
    pub budget_max: u64,
    pub top_artifacts: Vec<Value>,
}

/// An artifact that was not taken.
#[derive(Debug, Clone, Serialize)]
pub struct RejectionLine {
    pub artifact: Value,
    pub reason: &'static str,
    pub detail: String,
}

impl Composition {
    pub(super) fn new(passage: Passage) -> Self {
        let explanation = explain(&passage);
        let cache_key = cache_key(&passage);
        Self { passage, explanation, cache_key }
    }

    /// The document, as it is to be sent.
    pub fn document(&self) -> &str {
        &loaded(&self.passage).document
    }

    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    pub fn explanation(&self) -> &Explanation {
        &self.explanation
    }

    /// Every rejection, not only the first few.
    pub fn rejections(&self) -> Vec<RejectionLine> {
        rejections(&self.passage)
    }

    /// The artifacts of the document in the order of admission, each with what it counts there.
    pub fn selected(&self) -> Vec<Value> {
        selected(&self.passage).map(|index| reference(&self.passage, index)).collect()
    }

    pub fn to_json(&self) -> Value {
        let passage = &self.passage;
        let shortfall = |s: &plimsoll_core::decide::GroupShortfall| json!({"lane": s.group, "requested": s.requested, "available": s.available});
        json!({
            "selected": self.selected(),
            "allocation": allocation(passage),
            "explanation": self.explanation,
            "cacheKey": self.cache_key,
            "cacheHit": false,
            "rendered": rendered(passage),
            "actualTokens": loaded(passage).used,
            "document": self.document(),
            "shortfalls": passage.decision.shortfalls.iter().map(shortfall).collect::<Vec<_>>(),
            "unmatchedConstraints": passage.decision.unmatched,
            "meta": passage.meta(),
        })
    }
}

fn loaded(passage: &Passage) -> &Loaded {
    passage.loaded().expect("a composition is made of a loaded passage only")
}

fn is_artifact(candidate: &Candidate) -> bool {
    candidate.group != FRAME
}

fn is_aboard(verdict: &Verdict) -> bool {
    matches!(verdict.fate, Fate::Aboard { .. })
}

/// Artifacts in the document, in the order of admission.
fn selected(passage: &Passage) -> impl Iterator<Item = usize> {
    passage.decision.admitted.iter().copied().filter(|&index| {
        is_artifact(&passage.capsule.candidates[index])
            && is_aboard(&passage.decision.verdicts[index])
    })
}

fn reference(passage: &Passage, index: usize) -> Value {
    let candidate = &passage.capsule.candidates[index];
    json!({
        "id": candidate.id,
        "kind": candidate.kind,
        "lane": candidate.group,
        "tokenEstimate": passage.decision.verdicts[index].estimate,
    })
}

fn allocation(passage: &Passage) -> BTreeMap<&str, u64> {
    let totals = passage.decision.group_totals.iter();
    totals
        .map(|(group, used)| (group.as_str(), *used))
        .filter(|(group, _)| *group != FRAME)
        .collect()
}

/// The contents, for the caller only: never logged.
fn rendered(passage: &Passage) -> Vec<Value> {
    selected(passage)
        .map(|index| {
            let candidate = &passage.capsule.candidates[index];
            let Fate::Aboard { rung, count, whole, .. } = passage.decision.verdicts[index].fate
            else {
                unreachable!("only what is aboard is selected")
            };
            let mut rendered = json!({
                "id": candidate.id,
                "kind": candidate.kind,
                "lane": candidate.group,
                "content": passage.content(index),
                "exactTokenCount": count,
                "shrunk": rung > 0,
            });
            if rung > 0 {
                let kind = ArtifactKind::from_name(&candidate.kind);
                rendered["originalTokenCount"] = json!(whole);
                rendered["shrinkStrategy"] = json!(kind.map(ArtifactKind::shrink_strategy));
            }
            rendered
        })
        .collect()
}

fn rejections(passage: &Passage) -> Vec<RejectionLine> {
    let ranked = passage.decision.ranking.iter().copied();
    ranked
        .filter(|&index| is_artifact(&passage.capsule.candidates[index]))
        .filter_map(|index| {
            let (reason, detail) = out_reason(&passage.decision.verdicts[index].fate)?;
            Some(RejectionLine { artifact: reference(passage, index), reason, detail })
        })
        .collect()
}

fn explain(passage: &Passage) -> Explanation {
    let rules = admission(passage);
    let mut rejections = rejections(passage);
    let excluded = rejections.iter().filter(|line| line.reason == "excluded_by_policy").count();
    rejections.truncate(5);
    let selected_count = selected(passage).count();
    let candidate_count = passage.capsule.candidates.iter().filter(|c| is_artifact(c)).count();
    let used = loaded(passage).used;
    let under_filled = passage.decision.shortfalls.len();
    let mut summary = format!(
        "Selected {selected_count} artifacts using {}/{} tokens",
        Grouped(used),
        Grouped(rules.budget.total_tokens)
    );
    if under_filled > 0 {
        summary.push_str(&format!(" ({under_filled} lanes under-filled)"));
    }
    let (pinned, must_include) = required_counts(passage);
    Explanation {
        summary,
        lane_breakdown: lane_lines(passage),
        top_rejections: rejections,
        constraints: json!({
            "pinnedCount": pinned,
            "mustIncludeCount": must_include,
            "excludedCount": excluded,
        }),
        performance: json!({
            "candidateCount": candidate_count,
            "selectedCount": selected_count,
            "compressionRatio": compression_ratio(passage),
            "cacheHit": false,
        }),
    }
}

fn admission(passage: &Passage) -> &AdmissionRules {
    passage.capsule.admission.as_ref().expect("a composition is always admitted by rules")
}

fn lane_lines(passage: &Passage) -> Vec<LaneLine> {
    let line = |&lane: &Lane| {
        let in_lane: Vec<usize> = selected(passage)
            .filter(|&index| passage.capsule.candidates[index].group == lane.name())
            .collect();
        let top = in_lane.iter().take(3).map(|&index| {
            let candidate = &passage.capsule.candidates[index];
            let score = thousandths(passage.decision.verdicts[index].score.total);
            json!({"id": candidate.id, "kind": candidate.kind, "score": score})
        });
        let group = passage.capsule.groups.iter().find(|group| group.name == lane.name());
        LaneLine {
            lane,
            selected_count: in_lane.len(),
            budget_used: passage.decision.group_totals.get(lane.name()).copied().unwrap_or(0),
            budget_max: group.and_then(|group| group.max).unwrap_or(0),
            top_artifacts: top.collect(),
        }
    };
    Lane::ALL.iter().map(line).collect()
}

/// How many artifacts are pinned, and how many must be in without being pinned.
fn required_counts(passage: &Passage) -> (usize, usize) {
    let rules = admission(passage);
    let Ok(mut compiled) = rules.constraints.compile() else { return (0, 0) };
    let mut counts = (0, 0);
    for candidate in passage.capsule.candidates.iter().filter(|c| is_artifact(c)) {
        match compiled.standing(candidate.matchable()) {
            plimsoll_core::constraints::Standing::Pinned => counts.0 += 1,
            plimsoll_core::constraints::Standing::MustInclude => counts.1 += 1,
            _ => {}
        }
    }
    counts
}

/// Rendered tokens of what is selected over estimated tokens of all candidates.
fn compression_ratio(passage: &Passage) -> Value {
    let rendered: u64 = allocation(passage).values().sum();
    let candidates = passage.capsule.candidates.iter().zip(&passage.decision.verdicts);
    let estimated: u64 = candidates
        .filter(|(candidate, _)| is_artifact(candidate))
        .map(|(_, verdict)| verdict.estimate)
        .sum();
    if estimated == 0 {
        return json!(0);
    }
    thousandths(i64::try_from((rendered * 1000 + estimated / 2) / estimated).unwrap_or(i64::MAX))
}

/// Thousandths as the JSON number that they stand for. Three decimals are exact in every JSON reader.
fn thousandths(value: i64) -> Value {
    let digits = format!("{}.{:03}", value / 1000, value % 1000);
    serde_json::from_str(&digits).unwrap_or(Value::Null)
}

/// Covers rule documents, policy and constraints.
pub(super) fn rules_digest(candidates: &[Candidate], settings: &Effective) -> String {
    let rules = candidates.iter().filter(|c| c.kind == ArtifactKind::RuleDoc.name());
    let rules: Vec<_> = rules.map(|c| (c.name.as_str(), c.chunk, c.text.text())).collect();
    let policy = &settings.policy;
    let constraints: Vec<_> =
        settings.constraints.iter().map(|c| (&c.id, screen_message(&c.text))).collect();
    let policy = json!([policy.pin_diff, policy.sensitive, policy.protected, policy.rules_min]);
    seal::fingerprint("plimsoll.rules.1", &(rules, policy, constraints))
}

/// Seed A's key, from inputs only (A13).
fn cache_key(passage: &Passage) -> String {
    let capsule = &passage.capsule;
    let artifacts = || capsule.candidates.iter().zip(&passage.decision.verdicts);
    let digest = seal::candidate_digest(
        artifacts()
            .filter(|(candidate, _)| is_artifact(candidate))
            .map(|(c, v)| (c.id.as_str(), c.group.as_str(), c.kind.as_str(), v.estimate)),
    );
    let mut contents: Vec<_> = capsule.candidates.iter().collect();
    contents.sort_by_key(|c| (&c.kind, &c.group, &c.name, c.chunk));
    let contents: Vec<_> =
        contents.iter().map(|c| (&c.name, c.chunk, c.text.text(), &c.scoring)).collect();
    let rules = admission(passage);
    let given = &capsule.request["workspaceFingerprint"];
    let workspace = given.as_str().unwrap_or(&capsule.fingerprints.project_index);
    seal::cache_key(&json!({
        "workspaceFingerprint": workspace,
        "triggerEvent": capsule.request["event"],
        "commitish": capsule.request["commitish"].as_str().unwrap_or("HEAD"),
        "candidateDigest": digest,
        "rulesDigest": capsule.request["rulesDigest"],
        "budgetConfigDigest": seal::fingerprint("plimsoll.budget.1", &rules.budget),
        "constraintsDigest": seal::fingerprint("plimsoll.constraints.1", &rules.constraints),
        "composerVersion": capsule.engine,
        "contentDigest": seal::fingerprint("plimsoll.contents.1", &contents),
        "counter": capsule.limit.counter,
        "format": capsule.format,
    }))
}
