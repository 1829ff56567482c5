//! What every door says about its result, and what it says when it refuses.

use super::Passage;
use crate::build::{BudgetReport, RedactionReport};
use plimsoll_core::capsule::{Evidence, InputFingerprints, PassedOver};
use plimsoll_core::count::{Counter, counter};
use plimsoll_core::decide::{Fate, OutReason};
use plimsoll_core::limit::Limit;
use plimsoll_core::refusal::Refusal;
use plimsoll_core::score::Score;
use plimsoll_core::screened::Grade;
use plimsoll_core::seal::canonical_json;
use plimsoll_core::vocab::Level;
use plimsoll_guard::Hidden;
use schemars::JsonSchema;
use serde::Serialize;

/// A call that was refused.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct RefusedOutput<'a> {
    #[schemars(extend("const" = "refused"))]
    pub(crate) outcome: &'static str,
    pub(crate) refusal: &'a Refusal,
    pub(crate) meta: Meta<'a>,
    /// Where `build` found it too large.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) budget_report: Option<&'a BudgetReport>,
    /// Of `build`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) redaction_report: Option<&'a RedactionReport>,
}

/// What every door says about its result.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Meta<'a> {
    decision_id: &'a str,
    fingerprint: &'a str,
    limit: &'a Limit,
    /// What the document counts; for a refusal, what it would have needed.
    used: u64,
    levels: Vec<ShownAt<'a>>,
    left_out: Vec<PassedOver>,
    redactions: Vec<Redaction<'a>>,
    /// Byte offsets of the document at which less stable parts begin.
    breakpoints: Option<&'a [usize]>,
    fingerprints: &'a InputFingerprints,
    screening: &'a Evidence,
    hidden: Vec<HiddenPlace<'a>>,
    /// How the result came about, and what its counter promises.
    notes: Vec<String>,
    /// Every candidate with its score line by line, best first; where it was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) ranking: Option<Vec<Row<'a>>>,
}

/// At which level a file is shown.
#[derive(Debug, Serialize, JsonSchema)]
struct ShownAt<'a> {
    path: &'a str,
    kind: &'a str,
    level: Level,
    count: u64,
}

/// Where a value was replaced.
#[derive(Debug, Serialize, JsonSchema)]
struct Redaction<'a> {
    path: &'a str,
    line: u32,
    rule: &'a str,
    grade: Grade,
}

/// Where something stands that a person does not see as what it is.
#[derive(Debug, Serialize, JsonSchema)]
pub struct HiddenPlace<'a> {
    pub path: &'a str,
    #[serde(flatten)]
    pub hidden: Hidden,
}

/// A candidate with its score and what became of it.
#[derive(Debug, Serialize, JsonSchema)]
pub struct Row<'a> {
    name: &'a str,
    kind: &'a str,
    group: &'a str,
    /// From 0, the best first.
    rank: usize,
    score: &'a Score,
    required: bool,
    #[serde(flatten)]
    fate: RowFate,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
enum RowFate {
    /// It is in the document; `whole` is what all of it would count.
    In {
        level: Level,
        count: u64,
        whole: u64,
    },
    Out {
        reason: Option<OutReason>,
        detail: String,
    },
}

impl Passage {
    pub(crate) fn meta(&self) -> Meta<'_> {
        let mut notes: Vec<String> = self.remarks.clone();
        let margin = counter(&self.capsule.limit.counter).and_then(Counter::margin);
        notes.extend(margin.map(str::to_owned));
        Meta {
            decision_id: &self.decision.id,
            fingerprint: &self.decision.fingerprint,
            limit: &self.capsule.limit,
            used: self.used(),
            levels: self.levels(),
            left_out: self.left_out(),
            redactions: self.redactions(),
            breakpoints: self.loaded().map(|loaded| loaded.breakpoints.as_slice()),
            fingerprints: &self.capsule.fingerprints,
            screening: &self.capsule.screening,
            hidden: self.hidden(),
            notes,
            ranking: None,
        }
    }

    fn levels(&self) -> Vec<ShownAt<'_>> {
        let Some(loaded) = self.loaded() else { return Vec::new() };
        let shown = |candidate: usize| {
            let Fate::Aboard { level, count, .. } = self.decision.verdicts[candidate].fate else {
                return None;
            };
            let candidate = &self.capsule.candidates[candidate];
            Some(ShownAt { path: candidate.name.path()?, kind: &candidate.kind, level, count })
        };
        loaded.blocks.iter().filter_map(|block| shown(block.candidate)).collect()
    }

    /// Every candidate with its score, its fate and the reason, best first.
    pub fn rows(&self) -> Vec<Row<'_>> {
        let row = |&index: &usize| {
            let (candidate, verdict) =
                (&self.capsule.candidates[index], &self.decision.verdicts[index]);
            Row {
                name: candidate.name.as_str(),
                kind: &candidate.kind,
                group: &candidate.group,
                rank: verdict.rank,
                score: &verdict.score,
                required: verdict.required,
                fate: match verdict.fate {
                    Fate::Aboard { level, count, whole, .. } => RowFate::In { level, count, whole },
                    ref out => RowFate::Out { reason: out.reason(), detail: out.detail() },
                },
            }
        };
        self.decision.ranking.iter().map(row).collect()
    }

    /// Where values were replaced in what was a candidate.
    fn redactions(&self) -> Vec<Redaction<'_>> {
        let mut redactions = Vec::new();
        for candidate in &self.capsule.candidates {
            redactions.extend(candidate.text.findings().iter().map(|finding| Redaction {
                path: candidate.name.as_str(),
                line: finding.line,
                rule: &finding.rule,
                grade: finding.grade,
            }));
        }
        redactions.sort_by_cached_key(canonical_json);
        redactions
    }

    /// What stands in the document and a person would not see as what it is.
    fn hidden(&self) -> Vec<HiddenPlace<'_>> {
        let Some(loaded) = self.loaded() else { return Vec::new() };
        let mut found = Vec::new();
        for block in &loaded.blocks {
            let candidate = &self.capsule.candidates[block.candidate];
            let path = candidate.name.as_str();
            let hidden = plimsoll_guard::hidden(candidate.text.text());
            found.extend(hidden.into_iter().map(|hidden| HiddenPlace { path, hidden }));
        }
        found.sort_by_cached_key(canonical_json);
        found
    }
}
