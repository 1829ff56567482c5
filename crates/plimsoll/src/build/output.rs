//! Seed C's four outputs: bundle, manifest, redaction report, budget report.

mod bundle;
mod manifest;
mod reports;

pub(super) use manifest::Reason;
pub(crate) use reports::{BudgetReport, RedactionReport};

use super::candidates::Gathering;
use super::request::BuildRequest;
use crate::passage::{Meta, Passage};
use bundle::ContextBundle;
use manifest::ContextManifest;
use plimsoll_core::decide::Loaded;
use plimsoll_core::refusal::RefusalCode;
use plimsoll_core::seal;
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};

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

    pub fn to_json(&self) -> Value {
        json!(self.output())
    }

    /// The same with every score line by line.
    pub fn to_json_explained(&self) -> Value {
        let mut output = self.output();
        output.meta.ranking = Some(self.passage.rows());
        json!(output)
    }

    fn output(&self) -> BuildOutput<'_> {
        BuildOutput {
            outcome: "loaded",
            context_bundle: &self.bundle,
            context_manifest: &self.manifest,
            redaction_report: &self.redactions,
            budget_report: &self.budget,
            document: self.document(),
            meta: self.passage.meta(),
        }
    }
}

/// Seed C's four outputs, plus `document` and `meta`.
#[derive(Debug, Serialize, JsonSchema)]
pub(crate) struct BuildOutput<'a> {
    #[schemars(extend("const" = "loaded"))]
    outcome: &'static str,
    context_bundle: &'a ContextBundle,
    context_manifest: &'a ContextManifest,
    redaction_report: &'a RedactionReport,
    budget_report: &'a BudgetReport,
    /// The document, as it is to be sent.
    document: &'a str,
    meta: Meta<'a>,
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

/// The reports that go with a refusal; other doors have none.
#[derive(Debug, Clone, Default)]
pub(crate) struct RefusalReports {
    /// Where it was too large.
    pub(crate) budget: Option<BudgetReport>,
    pub(crate) redactions: Option<RedactionReport>,
}

impl RefusalReports {
    pub(super) fn new(passage: &Passage, request: &BuildRequest, code: RefusalCode) -> Self {
        let id = seal::uuid("plimsoll.bundle", &passage.decision.fingerprint);
        let is_too_large = code == RefusalCode::ContextTooLarge;
        Self {
            budget: is_too_large.then(|| BudgetReport::new(passage, request, &id)),
            redactions: Some(RedactionReport::new(passage, &id)),
        }
    }
}

fn loaded(passage: &Passage) -> &Loaded {
    passage.loaded().expect("a bundle is made of a loaded passage only")
}
