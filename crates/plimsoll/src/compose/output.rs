//! A composition as the caller gets it. What it says is seed A's view of the decision (core's `composition`).

use crate::passage::{Meta, Passage};
use crate::screening::screen_message;
use plimsoll_core::candidate::Candidate;
use plimsoll_core::composition::{
    self, ArtifactRef, Explanation, LaneShortfall, RejectedArtifact, RenderedArtifact,
};
use plimsoll_core::decide::Fate;
use plimsoll_core::seal;
use plimsoll_core::vocab::{ArtifactKind, Lane};
use plimsoll_workspace::settings::{Effective, Policy};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::{Value, json};
use std::borrow::Cow;
use std::collections::BTreeMap;

/// A document by lanes, with why it is as it is.
#[derive(Debug, Clone)]
pub struct Composition {
    passage: Passage,
}

/// Seed A's result, plus `document`, `shortfalls`, `unmatchedConstraints` and `meta`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ComposeOutput<'a> {
    /// In the order of admission.
    selected: Vec<ArtifactRef>,
    /// What each lane has in the document.
    allocation: BTreeMap<Lane, u64>,
    explanation: Explanation,
    cache_key: String,
    cache_hit: bool,
    rendered: Vec<RenderedArtifact>,
    actual_tokens: u64,
    /// The document, as it is to be sent.
    document: &'a str,
    shortfalls: Vec<LaneShortfall>,
    /// Constraints without a match, as `mustInclude[0]`.
    unmatched_constraints: &'a [String],
    meta: Meta<'a>,
}

impl Composition {
    pub(super) fn new(passage: Passage) -> Self {
        Self { passage }
    }

    /// The document, as it is to be sent.
    pub fn document(&self) -> &str {
        &self.passage.loaded().expect("a composition is made of a loaded passage only").document
    }

    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    fn view(&self) -> composition::Composition<'_> {
        composition::Composition::new(&self.passage.capsule, &self.passage.decision)
            .expect("a composition is always admitted by rules")
    }

    pub fn explanation(&self) -> Explanation {
        self.view().explanation(self.passage.cache_hit)
    }

    /// Every rejection, not only the first few.
    pub fn rejections(&self) -> Vec<RejectedArtifact> {
        self.view().rejections()
    }

    /// The lanes that are below their minimum.
    pub fn shortfalls(&self) -> Vec<LaneShortfall> {
        self.view().shortfalls()
    }

    /// The constraints of the request that match nothing, as `mustInclude[0]`.
    pub fn unmatched(&self) -> &[String] {
        &self.passage.decision.unmatched
    }

    /// What the document has: kind, lane, tokens and name of each artifact, in the order of admission.
    /// Names are paths: for the terminal of whoever asked, not for records.
    pub fn shown(&self) -> Vec<(&str, &str, u64, Cow<'_, str>)> {
        let Passage { capsule, decision, .. } = &self.passage;
        let artifact = |&index: &usize| {
            let candidate = &capsule.candidates[index];
            match decision.verdicts[index].fate {
                Fate::Aboard { count, .. } if candidate.group != super::FRAME => {
                    Some((&*candidate.kind, &*candidate.group, count, candidate.said()))
                }
                _ => None,
            }
        };
        decision.admitted.iter().filter_map(artifact).collect()
    }

    pub fn to_json(&self) -> Value {
        let view = self.view();
        json!(ComposeOutput {
            selected: view.selected(),
            allocation: view.allocation(),
            explanation: view.explanation(self.passage.cache_hit),
            cache_key: view.cache_key(),
            cache_hit: self.passage.cache_hit,
            rendered: view.rendered(),
            actual_tokens: self.passage.used(),
            document: self.document(),
            shortfalls: view.shortfalls(),
            unmatched_constraints: self.unmatched(),
            meta: self.passage.meta(),
        })
    }
}

/// Covers rule documents, policy and constraints.
pub(super) fn rules_digest(candidates: &[Candidate], settings: &Effective) -> String {
    let rules = candidates.iter().filter(|c| c.kind == ArtifactKind::RuleDoc.name());
    let rules: Vec<_> = rules.map(|c| (c.name.as_str(), c.chunk, c.text.text())).collect();
    let policy = &settings.policy;
    let constraints: Vec<_> =
        settings.constraints.iter().map(|c| (&c.id, screen_message(&c.text))).collect();
    let Policy { pin_diff, sensitive, protected, rules_min, violations } = policy;
    let policy = json!([pin_diff, sensitive, protected, rules_min, violations]);
    seal::fingerprint("plimsoll.rules.1", &(rules, policy, constraints))
}
