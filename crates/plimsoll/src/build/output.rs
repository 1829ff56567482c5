//! Seed C's four outputs: bundle, manifest, redaction report, budget report.

mod bundle;
mod manifest;
mod reports;

pub(super) use manifest::Reason;

use super::candidates::Gathering;
use super::request::BuildRequest;
use crate::passage::Passage;
use bundle::ContextBundle;
use manifest::ContextManifest;
use plimsoll_core::decide::Loaded;
use plimsoll_core::refusal::RefusalCode;
use plimsoll_core::seal;
use reports::{BudgetReport, RedactionReport};
use serde_json::{Map, Value, json};

/// A bundle with its manifest and reports.
#[derive(Debug, Clone)]
pub struct Bundle {
    passage: Passage,
    bundle: ContextBundle,
    manifest: ContextManifest,
    redactions: RedactionReport,
    budget: BudgetReport,
}

impl Bundle {
    pub(super) fn new(passage: Passage, gathering: &About) -> Self {
        let request = &gathering.request;
        let bundle = ContextBundle::new(&passage, request, &gathering.files);
        let manifest = ContextManifest::new(&passage, &bundle, gathering);
        let redactions = RedactionReport::new(&passage, &bundle.bundle_id);
        let budget = BudgetReport::new(&passage, request, &bundle.bundle_id);
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

    /// Every candidate with its score line by line and what became of it, best first.
    pub fn ranking(&self) -> Vec<Value> {
        self.passage.rows()
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

/// What the outputs tell besides the decision.
pub(super) struct About {
    pub(super) request: BuildRequest,
    pub(super) files: super::candidates::Files,
    pub(super) target_files: Vec<String>,
    pub(super) target_symbols: Vec<String>,
}

impl Gathering {
    /// What is decided on, and what is told about it.
    pub(super) fn parts(self) -> (crate::call::Gathered, About) {
        let Self { gathered, screened: request, files, target_files, target_symbols } = self;
        (gathered, About { request, files, target_files, target_symbols })
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
        let budget = BudgetReport::new(passage, request, &id);
        reports.insert("budget_report".to_owned(), json!(budget));
    }
    let redactions = RedactionReport::new(passage, &id);
    reports.insert("redaction_report".to_owned(), json!(redactions));
    reports
}

fn loaded(passage: &Passage) -> &Loaded {
    passage.loaded().expect("a bundle is made of a loaded passage only")
}
