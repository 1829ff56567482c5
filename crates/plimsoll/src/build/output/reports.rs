//! What was redacted, removed and sliced, and what the budget has to say.

use super::super::request::BuildRequest;
use crate::passage::Passage;
use plimsoll_core::build_limits::LimitDecision;
use plimsoll_core::decide::Fate;
use plimsoll_core::fit::Action;
use plimsoll_core::ladder::Ladder;
use plimsoll_core::names;
use plimsoll_core::screened::Finding;
use plimsoll_core::vocab::Level;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeSet;

/// Seed C's RedactionReport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct RedactionReport {
    bundle_id: String,
    redactions: Vec<Redaction>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Redaction {
    #[serde(rename = "type")]
    kind: RedactionType,
    target: String,
    reason: RedactionReason,
    details: String,
}

names! {
    RedactionType {
        PathExcluded = "path_excluded",
        PatternRedacted = "pattern_redacted",
        BlockRemoved = "block_removed",
        ContentSliced = "content_sliced",
    }
}

names! {
    RedactionReason {
        Secret = "secret",
        DenyRule = "deny_rule",
        Budget = "budget",
        Binary = "binary",
        Policy = "policy",
    }
}

impl RedactionReport {
    pub(super) fn new(passage: &Passage, bundle_id: &str) -> Self {
        let redactions =
            [excluded(passage), replaced(passage), never_whole(passage), given_way(passage)];
        Self { bundle_id: bundle_id.to_owned(), redactions: redactions.concat() }
    }
}

fn excluded(passage: &Passage) -> Vec<Redaction> {
    let row = |out: &plimsoll_core::capsule::PassedOver| Redaction {
        kind: RedactionType::PathExcluded,
        target: out.path.clone(),
        reason: match out.reason.as_str() {
            "binary" => RedactionReason::Binary,
            "secret_risk" => RedactionReason::Secret,
            "deny_rule" => RedactionReason::DenyRule,
            "token_budget" => RedactionReason::Budget,
            _ => RedactionReason::Policy,
        },
        details: out.detail.clone(),
    };
    passage.capsule.left_out.iter().map(row).collect()
}

/// Values that were replaced in what was a candidate, each once: several blocks may show parts of one file.
fn replaced(passage: &Passage) -> Vec<Redaction> {
    let mut seen: BTreeSet<(&str, &Finding)> = BTreeSet::new();
    let mut redactions = Vec::new();
    for candidate in &passage.capsule.candidates {
        let target = candidate.name.path().unwrap_or(candidate.name.as_str());
        for finding in candidate.text.findings() {
            if seen.insert((target, finding)) {
                redactions.push(Redaction {
                    kind: RedactionType::PatternRedacted,
                    target: target.to_owned(),
                    reason: RedactionReason::Secret,
                    details: format!("{} on line {}", finding.rule, finding.line),
                });
            }
        }
    }
    redactions
}

/// What is in the bundle in part, and could never have been there whole.
fn never_whole(passage: &Passage) -> Vec<Redaction> {
    let verdicts = passage.capsule.candidates.iter().zip(&passage.decision.verdicts);
    let partial =
        verdicts.filter_map(|(candidate, verdict)| match (&candidate.ladder, &verdict.fate) {
            (Ladder::Cuts { never_whole: true, .. }, Fate::Aboard { level, .. }) => {
                Some((candidate, level))
            }
            _ => None,
        });
    let row = |(candidate, level): (&plimsoll_core::candidate::Candidate, &Level)| Redaction {
        kind: RedactionType::ContentSliced,
        target: candidate.name.as_str().to_owned(),
        reason: RedactionReason::Policy,
        details: format!("shown as {}, since no more of it is needed", slice(*level)),
    };
    partial.map(row).collect()
}

/// What fit did, in its order.
fn given_way(passage: &Passage) -> Vec<Redaction> {
    let row = |action: &Action| {
        let (kind, item) = match *action {
            Action::Drop { item } | Action::Shed { item } => (RedactionType::BlockRemoved, item),
            Action::Lower { item, .. } | Action::Raise { item, .. } => {
                (RedactionType::ContentSliced, item)
            }
        };
        Redaction {
            kind,
            target: passage.capsule.candidates[item].name.as_str().to_owned(),
            reason: RedactionReason::Budget,
            details: step(passage, action),
        }
    };
    passage.decision.actions.iter().map(row).collect()
}

/// A step of fit, as people say it.
fn step(passage: &Passage, action: &Action) -> String {
    let describe = |verb: &str, item: usize| {
        let candidate = &passage.capsule.candidates[item];
        format!("{verb} {} `{}`", candidate.group, candidate.name.as_str())
    };
    let to = |item: usize| match &passage.decision.verdicts[item].fate {
        Fate::Aboard { level, .. } => slice(*level),
        // It was sliced first, and that was not enough.
        _ => "its smallest slice",
    };
    match *action {
        Action::Drop { item } => describe("dropped", item),
        Action::Shed { item } => describe("removed", item),
        Action::Lower { item, .. } => format!("{} to {}", describe("sliced", item), to(item)),
        Action::Raise { item, .. } => format!("{} to {}", describe("raised", item), to(item)),
    }
}

/// Seed C's word for a level.
const fn slice(level: Level) -> &'static str {
    match level {
        Level::Whole => "FULL_FILE",
        Level::Regions => "TARGET_REGION_ONLY",
        // Diffs are no files; the seed has no word for some of their hunks.
        Level::Part => "a part",
        Level::Signatures => "SIGNATURES_ONLY",
        Level::Summary => "SUMMARY_ONLY",
    }
}

/// Seed C's BudgetReport.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct BudgetReport {
    bundle_id: String,
    estimated_input_tokens: u64,
    max_input_tokens: u64,
    soft_limit_tokens: u64,
    hard_limit_tokens: u64,
    reserve_output_tokens: u64,
    decision: LimitDecision,
    notes: Vec<String>,
}

impl BudgetReport {
    pub(super) fn new(passage: &Passage, request: &BuildRequest, bundle_id: &str) -> Self {
        let limits = request.limits();
        let estimated = passage.used();
        let decision = limits.decision(estimated);
        let mut notes = vec![format!("estimator: {}", passage.capsule.limit.counter)];
        if decision == LimitDecision::WarnSoftLimit {
            notes.push(format!("{estimated} tokens are above the soft limit of {}", limits.soft));
        }
        notes.extend(passage.decision.actions.iter().map(|action| step(passage, action)));
        Self {
            bundle_id: bundle_id.to_owned(),
            estimated_input_tokens: estimated,
            max_input_tokens: request.token_budget.max_input_tokens,
            soft_limit_tokens: limits.soft,
            hard_limit_tokens: limits.hard,
            reserve_output_tokens: request.token_budget.response_token_reserve,
            decision,
            notes,
        }
    }
}
