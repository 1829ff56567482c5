//! Text that the guard has seen.
//!
//! Everything that keeps, counts, ranks or shows text takes [`Screened`] and nothing else, so a text that
//! was never scanned cannot get there by mistake.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::ops::Index;

/// How sure the guard is of a finding.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The form leaves no room for doubt.
    Certain,
    /// It looks like a secret; it may be something else.
    Likely,
}

/// Something that must not leave. It never holds the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Finding {
    /// The id of the rule that matched.
    pub rule: String,
    pub grade: Grade,
    /// First line of the secret in the text that was scanned, counted from 1.
    pub line: u32,
    /// How many lines it covers.
    pub lines: u32,
}

/// A text with every secret replaced by a placeholder, and what was replaced.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Screened {
    text: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    findings: Vec<Finding>,
}

impl Screened {
    /// Only the guard calls this (`cargo xtask test` checks that no other crate does).
    pub fn by_guard(text: String, findings: Vec<Finding>) -> Self {
        Self { text, findings }
    }

    /// A text that the guard has screened and that was kept since.
    pub(crate) fn restored(text: String, findings: Vec<Finding>) -> Self {
        Self { text, findings }
    }

    /// A text that plimsoll itself wrote and that holds nothing foreign.
    pub fn ours(text: impl Into<String>) -> Self {
        Self { text: text.into(), findings: Vec::new() }
    }

    pub fn text(&self) -> &str {
        &self.text
    }

    pub fn findings(&self) -> &[Finding] {
        &self.findings
    }
}

/// A value, such as a request, in which the guard has seen every text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ScreenedValue(Value);

impl ScreenedValue {
    /// Only the guard calls this, as with [`Screened::by_guard`].
    pub fn by_guard(value: Value) -> Self {
        Self(value)
    }

    pub fn value(&self) -> &Value {
        &self.0
    }

    /// Takes a part out of it. What is left was screened as well.
    pub fn take(&mut self, key: &str) -> Value {
        self.0.as_object_mut().and_then(|object| object.remove(key)).unwrap_or_default()
    }
}

/// Null where there is nothing of that name.
impl Index<&str> for ScreenedValue {
    type Output = Value;

    fn index(&self, key: &str) -> &Value {
        &self.0[key]
    }
}

/// What the guard says of a text.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Screening {
    /// May be shown; secrets in it are replaced.
    Shown(Screened),
    /// Holds a secret whose bounds are in doubt: nothing of it may be shown.
    Withheld(Vec<Finding>),
}

impl Screening {
    pub fn findings(&self) -> &[Finding] {
        match self {
            Self::Shown(screened) => screened.findings(),
            Self::Withheld(findings) => findings,
        }
    }
}
