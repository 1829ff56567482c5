//! ContextPack, seed B's output form.

use crate::passage::Passage;
use plimsoll_core::candidate::kind;
use plimsoll_core::count::count_utf16;
use plimsoll_core::decide::Loaded;
use serde_json::{Value, json};

/// A document for a task, with what it was decided from.
#[derive(Debug, Clone)]
pub struct Pack {
    pub(super) passage: Passage,
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

    fn loaded(&self) -> &Loaded {
        self.passage.loaded().expect("a pack is made of a loaded passage only")
    }

    /// ContextPack with seed B's fields, plus `document` and `meta`.
    pub fn to_json(&self) -> Value {
        let task = &self.passage.capsule.request["task"];
        let contract = &task["contract"];
        let previous = &task["previous"];
        let mut pack = json!({
            "task": {
                "id": task["id"],
                "title": task["title"],
                "goal": task["goal"],
                "acceptance": task["acceptance"],
            },
            "constraints": {
                "allowedGlobs": list(&contract["allowedGlobs"]),
                "forbiddenGlobs": list(&contract["forbiddenGlobs"]),
                "allowNewFiles": contract["allowNewFiles"].as_bool().unwrap_or(contract.is_null()),
            },
            "files": self.shown(kind::FILE),
            "docs": self.shown(kind::DOC),
            "totalChars": count_utf16(self.document()),
            "truncated": self.truncated(),
            "document": self.document(),
            "meta": self.passage.meta(),
        });
        if !previous.is_null() {
            pack["previousState"] = json!({
                "iteration": previous["iteration"],
                "diffSummary": self.diff_summary(previous),
                "issues": list(&previous["issues"]),
            });
        }
        if !list(&task["repairTickets"]).as_array().is_none_or(Vec::is_empty) {
            pack["repairTickets"] = task["repairTickets"].clone();
        }
        pack
    }

    /// The files or docs of the document, as they are shown in it.
    fn shown(&self, wanted: &str) -> Vec<Value> {
        let capsule = &self.passage.capsule;
        let blocks = self.loaded().blocks.iter();
        let blocks = blocks.filter(|block| capsule.candidates[block.candidate].kind == wanted);
        blocks
            .map(|block| {
                let candidate = &capsule.candidates[block.candidate];
                let mut shown = json!({
                    "path": candidate.name.as_str(),
                    "content": self.passage.content(block.candidate),
                });
                if wanted == kind::FILE {
                    shown["priority"] = json!(candidate.group);
                }
                shown
            })
            .collect()
    }

    /// What the request said of the last changes, or what is shown of its diff.
    fn diff_summary(&self, previous: &Value) -> String {
        if let Some(summary) = previous["diffSummary"].as_str() {
            return summary.to_owned();
        }
        let candidates = self.passage.capsule.candidates.iter().enumerate();
        let diffs =
            candidates.filter(|(_, candidate)| candidate.kind == kind::DIFF && candidate.required);
        diffs.map(|(index, _)| self.passage.content(index)).collect()
    }
}

fn list(value: &Value) -> Value {
    if value.is_null() { json!([]) } else { value.clone() }
}
