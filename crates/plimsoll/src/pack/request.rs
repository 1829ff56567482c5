//! What `pack` is asked: a sentence, or a task (seed B).

use crate::error::Error;
use crate::request::{glob_problems, parse, path};
use plimsoll_core::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// A task: what is to be done, and what is known about it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Task {
    #[serde(default)]
    pub id: String,
    #[serde(default)]
    pub title: String,
    pub goal: String,
    #[serde(default)]
    pub acceptance: Vec<Acceptance>,
    #[serde(default)]
    pub context: Context,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub contract: Option<Contract>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub previous: Option<Previous>,
    #[serde(default)]
    pub repair_tickets: Vec<RepairTicket>,
}

impl Task {
    /// A task that is only a sentence. The files are then found by the words of it.
    pub fn sentence(goal: impl Into<String>) -> Self {
        Self { goal: goal.into(), ..Self::default() }
    }

    /// Reads a task from foreign JSON, or says everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let task: Self = parse(value)?;
        task.check().map(|()| task)
    }

    /// What no schema can say. It is said before any file is read.
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
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(untagged)]
pub enum Acceptance {
    Text(String),
    Criterion(Criterion),
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Criterion {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    pub text: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub check: Option<String>,
}

/// What the task says to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Context {
    pub files: Vec<String>,
    pub docs: Vec<String>,
}

/// What may be changed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Contract {
    pub allowed_globs: Vec<String>,
    pub forbidden_globs: Vec<String>,
    pub allow_new_files: bool,
}

/// What the last iteration left behind.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Previous {
    pub iteration: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub diff_summary: Option<String>,
    pub issues: Vec<Issue>,
}

impl Previous {
    /// The issues, the worst first, then in the order given.
    pub(super) fn by_severity(&self) -> Vec<&Issue> {
        let mut issues: Vec<&Issue> = self.issues.iter().collect();
        issues.sort_by_key(|issue| issue.severity);
        issues
    }
}

names! {
    /// How bad something is, the worst first.
    #[derive(Default)]
    Severity { #[default] Error = "error", Warning = "warning", Info = "info" }
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Issue {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default)]
    pub severity: Severity,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
}

#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct RepairTicket {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    #[serde(default)]
    pub severity: Severity,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub expected: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub actual: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub hint: Option<String>,
}
