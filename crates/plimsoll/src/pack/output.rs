//! ContextPack, seed B's output form.

use super::request::{Acceptance, Contract, Issue, Previous, RepairTicket, Task};
use super::texts::TOP_ISSUES;
use crate::error::Error;
use crate::passage::{Meta, Passage};
use plimsoll_core::candidate::kind;
use plimsoll_core::count::count_utf16;
use plimsoll_core::decide::Loaded;
use plimsoll_core::limit::Grouped;
use plimsoll_core::split::split;
use plimsoll_core::vocab::PackClass;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

/// A document for a task, with what it was decided from.
#[derive(Debug, Clone)]
pub struct Pack {
    pub(super) passage: Passage,
}

/// Seed B's fields, plus `document` and `meta`.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ContextPack<'a> {
    task: PackedTask,
    constraints: Contract,
    #[serde(skip_serializing_if = "Option::is_none")]
    previous_state: Option<PreviousState>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    repair_tickets: Vec<RepairTicket>,
    files: Vec<PackedFile<'a>>,
    docs: Vec<PackedText<'a>>,
    /// UTF-16 code units of the document.
    total_chars: u64,
    truncated: bool,
    /// The document, as it is to be sent.
    document: &'a str,
    meta: Meta<'a>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PackedTask {
    id: String,
    title: String,
    goal: String,
    acceptance: Vec<Acceptance>,
}

#[derive(Debug, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct PreviousState {
    iteration: u64,
    diff_summary: String,
    issues: Vec<Issue>,
}

#[derive(Debug, Serialize, JsonSchema)]
struct PackedFile<'a> {
    #[serde(flatten)]
    text: PackedText<'a>,
    #[schemars(with = "PackClass")]
    priority: &'a str,
}

/// A text as the document shows it.
#[derive(Debug, Serialize, JsonSchema)]
struct PackedText<'a> {
    path: &'a str,
    content: String,
}

impl Pack {
    /// The document, as it is to be sent.
    pub fn document(&self) -> &str {
        &self.loaded().document
    }

    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    pub fn truncated(&self) -> bool {
        self.loaded().truncated
    }

    /// The document in parts of at most so much each, in the limit's unit and by its counter. Each stands alone.
    pub fn split(&self, most: u64) -> Result<Vec<String>, Error> {
        let Passage { capsule, decision, .. } = &self.passage;
        let task = capsule.request["task"]["goal"].as_str().unwrap_or("");
        split(capsule, decision, task, most).map_err(|too_small| {
            let unit = capsule.limit.unit;
            Error::invalid(format!(
                "a part of {} {unit} is too small for this document; give at least {}",
                Grouped(most),
                Grouped(too_small.needed)
            ))
        })
    }

    fn loaded(&self) -> &Loaded {
        self.passage.loaded().expect("a pack is made of a loaded passage only")
    }

    /// ContextPack with seed B's fields, plus `document` and `meta`.
    pub fn to_json(&self) -> Value {
        let Task { id, title, goal, acceptance, contract, previous, repair_tickets, .. } =
            Task::deserialize(&self.passage.capsule.request["task"])
                .expect("the door writes a task there, and screening leaves its keys and numbers");
        // A task without a contract forbids nothing.
        let free = || Contract { allow_new_files: true, ..Contract::default() };
        let previous_state = previous.map(|previous| PreviousState {
            iteration: previous.iteration,
            diff_summary: self.diff_summary(&previous),
            issues: previous.by_severity().into_iter().take(TOP_ISSUES).cloned().collect(),
        });
        json!(ContextPack {
            task: PackedTask { id, title, goal, acceptance },
            constraints: contract.unwrap_or_else(free),
            previous_state,
            repair_tickets,
            files: self.files(),
            docs: self.shown(kind::DOC).map(|(_, text)| text).collect(),
            total_chars: count_utf16(self.document()),
            truncated: self.truncated(),
            document: self.document(),
            meta: self.passage.meta(),
        })
    }

    fn files(&self) -> Vec<PackedFile<'_>> {
        let files = self.shown(kind::FILE);
        files.map(|(priority, text)| PackedFile { text, priority }).collect()
    }

    /// The files or docs of the document with their classes, as they are shown in it.
    fn shown(&self, wanted: &str) -> impl Iterator<Item = (&str, PackedText<'_>)> {
        self.loaded().blocks.iter().filter_map(move |block| {
            let candidate = &self.passage.capsule.candidates[block.candidate];
            let content = || self.passage.content(block.candidate);
            (candidate.kind == wanted).then(|| {
                let text = PackedText { path: candidate.name.as_str(), content: content() };
                (candidate.group.as_str(), text)
            })
        })
    }

    /// What the request said of the last changes, or what is shown of its diff.
    fn diff_summary(&self, previous: &Previous) -> String {
        if let Some(summary) = &previous.diff_summary {
            return summary.clone();
        }
        let candidates = self.passage.capsule.candidates.iter().enumerate();
        let diffs =
            candidates.filter(|(_, candidate)| candidate.kind == kind::DIFF && candidate.required);
        diffs.map(|(index, _)| self.passage.content(index)).collect()
    }
}
