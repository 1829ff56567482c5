//! What `pack` is asked: a sentence, or a task (seed B).

use crate::error::Error;
use crate::request::{glob_problems, parse, path};
use crate::shape::{Field, Shape, optional, required};
use plimsoll_core::names;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A task, with the keys of CLI.md.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Task {
    pub id: String,
    pub title: String,
    pub goal: String,
    pub acceptance: Vec<Acceptance>,
    pub context: Context,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous>,
    pub repair_tickets: Vec<RepairTicket>,
}

impl Task {
    /// A task that is only a sentence. The files are then found by the words of it.
    pub fn sentence(goal: impl Into<String>) -> Self {
        Self { goal: goal.into(), ..Self::default() }
    }

    /// Reads a task from foreign JSON, or says everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let task: Self = parse(value, &TASK)?;
        task.check().map(|()| task)
    }

    /// What no shape can say. It is said before any file is read.
    pub(super) fn check(&self) -> Result<(), Error> {
        let mut problems = Vec::new();
        if self.goal.trim().is_empty() {
            problems.push("`goal` is empty; say what you want done".to_owned());
        }
        for (index, file) in self.context.files.iter().enumerate() {
            problems.extend(path(file, &format!("context.files[{index}]")).err());
        }
        for (index, doc) in self.context.docs.iter().enumerate() {
            problems.extend(path(doc, &format!("context.docs[{index}]")).err());
        }
        if let Some(contract) = &self.contract {
            problems.extend(glob_problems("contract.allowedGlobs", &contract.allowed_globs));
            problems.extend(glob_problems("contract.forbiddenGlobs", &contract.forbidden_globs));
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::Invalid(problems)) }
    }

    /// Whether nothing but a goal is given.
    pub(super) fn is_sentence(&self) -> bool {
        let bare = Self { id: self.id.clone(), title: self.title.clone(), ..Self::default() };
        *self == Self { goal: self.goal.clone(), ..bare }
    }
}

/// An acceptance criterion: a text, or a text with an id and a check.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Acceptance {
    Text(String),
    Criterion(Criterion),
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Criterion {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub text: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

/// What the task says to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Context {
    pub files: Vec<String>,
    pub docs: Vec<String>,
}

/// What may be changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Contract {
    pub allowed_globs: Vec<String>,
    pub forbidden_globs: Vec<String>,
    pub allow_new_files: bool,
}

/// What the last iteration left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Previous {
    pub iteration: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff_summary: Option<String>,
    pub issues: Vec<Issue>,
}

names! {
    /// How bad something is, the worst first.
    #[derive(Default)]
    Severity { #[default] Error = "error", Warning = "warning", Info = "info" }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Issue {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub severity: Severity,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct RepairTicket {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub severity: Severity,
    pub message: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}

const TEXTS: Shape = Shape::List(&Shape::Text);

const ISSUE: &[Field] = &[
    optional("id", Shape::Text),
    optional("severity", Shape::Word(Severity::NAMES)),
    required("message", Shape::Text),
    optional("file", Shape::Text),
    optional("line", Shape::Whole),
    optional("output", Shape::Text),
];

const TICKET: &[Field] = &[
    optional("id", Shape::Text),
    optional("severity", Shape::Word(Severity::NAMES)),
    required("message", Shape::Text),
    optional("file", Shape::Text),
    optional("line", Shape::Whole),
    optional("expected", Shape::Text),
    optional("actual", Shape::Text),
    optional("hint", Shape::Text),
];

/// The shape of a task as it comes from outside.
const TASK: Shape = Shape::Object(&[
    optional("id", Shape::Text),
    optional("title", Shape::Text),
    required("goal", Shape::Text),
    optional(
        "acceptance",
        Shape::List(&Shape::TextOr(&Shape::Object(&[
            optional("id", Shape::Text),
            required("text", Shape::Text),
            optional("check", Shape::Text),
        ]))),
    ),
    optional("context", Shape::Object(&[optional("files", TEXTS), optional("docs", TEXTS)])),
    optional(
        "contract",
        Shape::Object(&[
            optional("allowedGlobs", TEXTS),
            optional("forbiddenGlobs", TEXTS),
            optional("allowNewFiles", Shape::Bool),
        ]),
    ),
    optional(
        "previous",
        Shape::Object(&[
            optional("iteration", Shape::Whole),
            optional("diff", Shape::Text),
            optional("diffSummary", Shape::Text),
            optional("issues", Shape::List(&Shape::Object(ISSUE))),
        ]),
    ),
    optional("repairTickets", Shape::List(&Shape::Object(TICKET))),
]);
