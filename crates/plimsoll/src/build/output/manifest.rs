//! The manifest: every candidate, in or out, with its reason.

use super::super::request::Purpose;
use super::bundle::ContextBundle;
use super::{About, loaded};
use crate::passage::Passage;
use plimsoll_core::decide::Fate;
use plimsoll_core::names;
use plimsoll_core::score::Role;
use plimsoll_core::seal;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

names! {
    /// Why a file is included, the best reason first.
    Reason {
        Target = "target",
        UserSelected = "user_selected",
        Dependency = "dependency",
        Interface = "interface",
        BaseType = "base_type",
        Caller = "caller",
        Config = "config",
    }
}

impl Reason {
    /// Where the seed has no reason of its own for a role, the next best (C07).
    pub(in super::super) const fn of(role: Role) -> Self {
        match role {
            Role::Target | Role::TargetSymbol => Self::Target,
            Role::Dependency | Role::Other => Self::Dependency,
            Role::Interface => Self::Interface,
            Role::BaseType => Self::BaseType,
            Role::Caller | Role::Callee => Self::Caller,
            Role::Config => Self::Config,
        }
    }
}

/// Seed C's ContextManifest.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ContextManifest {
    bundle_id: String,
    correlation_id: String,
    purpose: Purpose,
    selection: Selection,
    fingerprints: Fingerprints,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Selection {
    target_files: Vec<String>,
    target_symbols: Vec<String>,
    included_files: Vec<IncludedFile>,
    excluded_candidates: Vec<ExcludedCandidate>,
}

/// A file of which something is in the bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct IncludedFile {
    path: String,
    /// Of the screened text, as in the block.
    hash: String,
    encoding: String,
    byte_size: u64,
    reason: Reason,
}

/// A file, or a symbol (`path#symbol`), of which nothing is in the bundle.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
pub(crate) struct ExcludedCandidate {
    path: String,
    reason: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct Fingerprints {
    project_index_fingerprint: String,
    config_fingerprint: String,
    bundle_fingerprint: String,
}

impl ContextManifest {
    pub(super) fn new(passage: &Passage, bundle: &ContextBundle, about: &About) -> Self {
        let inputs = &passage.capsule.fingerprints;
        Self {
            bundle_id: bundle.bundle_id.clone(),
            correlation_id: bundle.correlation_id.clone(),
            purpose: bundle.purpose,
            selection: Selection {
                target_files: about.target_files.clone(),
                target_symbols: about.target_symbols.clone(),
                included_files: included(passage, about),
                excluded_candidates: excluded(passage),
            },
            fingerprints: Fingerprints {
                project_index_fingerprint: inputs.project_index.clone(),
                config_fingerprint: inputs.config.clone(),
                bundle_fingerprint: bundle.fingerprint.clone(),
            },
        }
    }
}

/// Each file once, by path, however many blocks show something of it.
fn included(passage: &Passage, about: &About) -> Vec<IncludedFile> {
    let mut included = BTreeMap::new();
    for block in &loaded(passage).blocks {
        let path = passage.capsule.candidates[block.candidate].name.path();
        if let Some((file, reason)) = path.and_then(|path| about.files.get(path)) {
            included.entry(file.path.as_str()).or_insert_with(|| IncludedFile {
                path: file.path.as_str().to_owned(),
                hash: seal::hex(&file.content),
                encoding: file.encoding.name().to_owned(),
                byte_size: file.byte_size,
                reason: *reason,
            });
        }
    }
    included.into_values().collect()
}

/// What was a candidate and is not in the bundle.
fn excluded(passage: &Passage) -> Vec<ExcludedCandidate> {
    let row = |path: &str, reason: &str| {
        let (path, reason) = (path.to_owned(), reason.to_owned());
        ExcludedCandidate { path, reason }
    };
    let mut excluded = BTreeSet::new();
    for out in &passage.capsule.left_out {
        // Seed C has no word for what a purpose does not see; its deny rules come nearest.
        let reason = if out.reason == "policy" { "deny_rule" } else { &out.reason };
        excluded.insert(row(&out.path, reason));
    }
    for (candidate, verdict) in passage.capsule.candidates.iter().zip(&passage.decision.verdicts) {
        if candidate.name.path().is_some() && matches!(verdict.fate, Fate::Shed { .. }) {
            excluded.insert(row(candidate.name.as_str(), "token_budget"));
        }
    }
    excluded.into_iter().collect()
}
