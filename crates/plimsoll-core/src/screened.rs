//! Text that the guard has seen.
//!
//! Everything that keeps, counts, ranks or shows text takes [`Screened`] and nothing else, so a text that
//! was never scanned cannot get there by mistake.

use serde::{Deserialize, Serialize};

/// How sure the guard is of a finding.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Grade {
    /// The form leaves no room for doubt.
    Certain,
    /// It looks like a secret; it may be something else.
    Likely,
}

/// Something that must not leave. It never holds the secret itself.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
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
