//! Seed C's four outputs: bundle, manifest, redaction report, budget report.

use super::request::BuildRequest;
use crate::known::KnownFile;
use crate::passage::Passage;
use plimsoll_core::build_limits::LimitDecision;
use plimsoll_core::candidate::{Candidate, kind};
use plimsoll_core::decide::{Fate, Loaded};
use plimsoll_core::fit::Action;
use plimsoll_core::ladder::LineStarts;
use plimsoll_core::refusal::RefusalCode;
use plimsoll_core::seal;
use plimsoll_core::vocab::Origin;
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// A bundle with its manifest and reports.
#[derive(Debug, Clone)]
pub struct Bundle {
    passage: Passage,
    bundle: Value,
    manifest: Value,
    redactions: Value,
    budget: Value,
}

impl Bundle {
    pub(super) fn new(
        passage: Passage,
        request: &BuildRequest,
        files: &BTreeMap<String, (KnownFile, &'static str)>,
    ) -> Self {
        let model = json!(request.token_budget);
        let blocks: Vec<Value> =
            loaded(&passage).blocks.iter().map(|b| block(&passage, b.candidate, files)).collect();
        let content = json!({
            "bundle_version": 1,
            "purpose": request.purpose,
            "model": model,
            "blocks": blocks,
        });
        let fingerprint = seal::fingerprint("plimsoll.bundle.1", &content);
        let bundle_id = seal::uuid("plimsoll.bundle", &fingerprint);
        let correlation_id = request
            .correlation_id
            .clone()
            .unwrap_or_else(|| seal::uuid("plimsoll.correlation", &fingerprint));
        let mut bundle = content;
        bundle["bundle_id"] = json!(bundle_id);
        bundle["created_at"] = json!(request.created_at);
        bundle["correlation_id"] = json!(correlation_id);
        let manifest = json!({
            "bundle_id": bundle_id,
            "correlation_id": correlation_id,
            "purpose": request.purpose,
            "selection": {
                "target_files": request.target_files(),
                "target_symbols": request.target_symbols(),
                "included_files": included(&passage, files),
                "excluded_candidates": excluded(&passage),
            },
            "fingerprints": {
                "project_index_fingerprint": passage.capsule.fingerprints.project_index,
                "config_fingerprint": passage.capsule.fingerprints.config,
                "bundle_fingerprint": fingerprint,
            },
        });
        let redactions = redaction_report(&passage, &bundle_id);
        let budget = budget_report(&passage, request, &bundle_id);
        Self { passage, bundle, manifest, redactions, budget }
    }

    /// The document, as it is to be sent.
    pub fn document(&self) -> &str {
        &loaded(&self.passage).document
    }

    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    /// How many blocks the bundle has, and how many had to go.
    pub fn block_counts(&self) -> (usize, usize) {
        let shown = loaded(&self.passage).blocks.len();
        (shown, self.passage.capsule.candidates.len() - shown)
    }

    pub fn to_json(&self) -> Value {
        json!({
            "outcome": "loaded",
            "context_bundle": self.bundle,
            "context_manifest": self.manifest,
            "redaction_report": self.redactions,
            "budget_report": self.budget,
            "document": self.document(),
            "meta": self.passage.meta(),
        })
    }
}

/// The reports that go with a refusal.
pub(super) fn refusal_reports(
    passage: &Passage,
    request: &BuildRequest,
    code: RefusalCode,
) -> Map<String, Value> {
    let id = seal::uuid("plimsoll.bundle", &passage.decision.fingerprint);
    let mut reports = Map::new();
    if code == RefusalCode::ContextTooLarge {
        reports.insert("budget_report".to_owned(), budget_report(passage, request, &id));
    }
    reports.insert("redaction_report".to_owned(), redaction_report(passage, &id));
    reports
}

fn loaded(passage: &Passage) -> &Loaded {
    passage.loaded().expect("a bundle is made of a loaded passage only")
}

fn block(
    passage: &Passage,
    index: usize,
    files: &BTreeMap<String, (KnownFile, &'static str)>,
) -> Value {
    let candidate = &passage.capsule.candidates[index];
    let file = candidate.name.path().and_then(|path| files.get(path)).map(|(file, _)| file);
    let content = passage.content(index);
    let source = match candidate.origin {
        Origin::Plimsoll => "system",
        Origin::Repository if file.is_some() => "filesystem",
        Origin::Repository => "index",
        _ => "user",
    };
    let mut block = json!({
        "block_type": block_type(candidate),
        "priority": candidate.group,
        "title": candidate.name.as_str(),
        "meta": {
            "path": candidate.name.path(),
            "symbol": null,
            // Of the screened text: a hash of raw bytes would let a weak secret be guessed.
            "hash": seal::sha256_hex(candidate.text.text().as_bytes()),
            "encoding": file.map_or("utf-8", |file| file.encoding.name()),
            "byte_size": file.map_or(content.len() as u64, |file| file.byte_size),
            "line_count": LineStarts::of(&content).count(),
            "source": source,
        },
        "content": content,
    });
    let fingerprint = seal::fingerprint("plimsoll.block.1", &block);
    block["block_id"] = json!(seal::uuid("plimsoll.block", &fingerprint));
    block
}

fn block_type(candidate: &Candidate) -> &str {
    if candidate.kind == kind::TARGET { kind::FILE } else { &candidate.kind }
}

fn included(passage: &Passage, files: &BTreeMap<String, (KnownFile, &'static str)>) -> Vec<Value> {
    let mut included = Vec::new();
    for block in &loaded(passage).blocks {
        let candidate = &passage.capsule.candidates[block.candidate];
        let file = candidate.name.path().and_then(|path| files.get(path));
        if let Some((file, reason)) = file {
            included.push(json!({
                "path": file.path.as_str(),
                "hash": seal::hex(&file.content),
                "encoding": file.encoding.name(),
                "byte_size": file.byte_size,
                "reason": reason,
            }));
        }
    }
    included
}

/// Files that were candidates and are not in the bundle.
fn excluded(passage: &Passage) -> Vec<Value> {
    let mut excluded: Vec<(&str, &str)> = passage
        .capsule
        .left_out
        .iter()
        // Seed C has no word for what a purpose does not see; its deny rules come nearest.
        .map(|out| {
            (out.path.as_str(), if out.reason == "policy" { "deny_rule" } else { &out.reason })
        })
        .collect();
    for (candidate, verdict) in passage.capsule.candidates.iter().zip(&passage.decision.verdicts) {
        if let (Some(path), Fate::Shed { .. }) = (candidate.name.path(), &verdict.fate) {
            excluded.push((path, "token_budget"));
        }
    }
    excluded.sort_unstable();
    excluded.into_iter().map(|(path, reason)| json!({"path": path, "reason": reason})).collect()
}

fn redaction_report(passage: &Passage, bundle_id: &str) -> Value {
    let redaction = |kind: &str, target: &str, reason: &str, details: String| json!({"type": kind, "target": target, "reason": reason, "details": details});
    let mut redactions: Vec<Value> = Vec::new();
    for out in &passage.capsule.left_out {
        let reason = match out.reason.as_str() {
            "binary" => "binary",
            "secret_risk" => "secret",
            "deny_rule" => "deny_rule",
            _ => "policy",
        };
        redactions.push(redaction("path_excluded", &out.path, reason, out.detail.clone()));
    }
    for candidate in &passage.capsule.candidates {
        for finding in candidate.text.findings() {
            let details = format!("{} on line {}", finding.rule, finding.line);
            redactions.push(redaction(
                "pattern_redacted",
                candidate.name.as_str(),
                "secret",
                details,
            ));
        }
    }
    for action in &passage.decision.actions {
        let name = |item: usize| passage.capsule.candidates[item].name.as_str();
        redactions.push(match *action {
            Action::Drop { item } | Action::Shed { item } => {
                redaction("block_removed", name(item), "budget", step(passage, action))
            }
            Action::Lower { item, .. } | Action::Raise { item, .. } => {
                redaction("content_sliced", name(item), "budget", step(passage, action))
            }
        });
    }
    json!({"bundle_id": bundle_id, "redactions": redactions})
}

/// A step of fit, as people say it.
fn step(passage: &Passage, action: &Action) -> String {
    let describe = |verb: &str, item: usize| {
        let candidate = &passage.capsule.candidates[item];
        format!("{verb} {} `{}`", candidate.group, candidate.name.as_str())
    };
    match *action {
        Action::Drop { item } => describe("dropped", item),
        Action::Shed { item } => describe("removed", item),
        Action::Lower { item, rung } => format!("{} to rung {rung}", describe("sliced", item)),
        Action::Raise { item, rung } => format!("{} to rung {rung}", describe("raised", item)),
    }
}

fn budget_report(passage: &Passage, request: &BuildRequest, bundle_id: &str) -> Value {
    let limits = request.limits();
    let estimated = passage.used();
    let decision = limits.decision(estimated);
    let mut notes = vec![format!("estimator: {}", passage.capsule.limit.counter)];
    if decision == LimitDecision::WarnSoftLimit {
        notes.push(format!("{estimated} tokens are above the soft limit of {}", limits.soft));
    }
    notes.extend(passage.decision.actions.iter().map(|action| step(passage, action)));
    json!({
        "bundle_id": bundle_id,
        "estimated_input_tokens": estimated,
        "max_input_tokens": request.token_budget.max_input_tokens,
        "soft_limit_tokens": limits.soft,
        "hard_limit_tokens": limits.hard,
        "reserve_output_tokens": request.token_budget.response_token_reserve,
        "decision": decision,
        "notes": notes,
    })
}
