//! What `build` is asked (seed C), with the keys of CLI.md.

use crate::error::Error;
use crate::request::{glob_problems, parse, path};
use plimsoll_core::build_limits::BuildLimits;
use plimsoll_core::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

names! {
    /// Seed C's purposes: intent sees metadata only, plan sees structure, diff sees code.
    Purpose { Intent = "intent", Plan = "plan", Diff = "diff" }
}

/// A request for a bundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct BuildRequest {
    pub purpose: Purpose,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub intent: Option<Intent>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plan_step: Option<PlanStep>,
    #[serde(default)]
    pub constraints: Vec<GivenConstraint>,
    #[serde(default)]
    pub token_budget: TokenBudget,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sandbox: Option<Sandbox>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub active_file: Option<String>,
    #[serde(default)]
    pub user_selected_targets: Vec<SelectedTarget>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_error: Option<LastError>,
    #[serde(default)]
    pub options: BuildOptions,
    /// In no fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub correlation_id: Option<String>,
    /// ISO 8601; in no fingerprint.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub created_at: Option<String>,
}

impl BuildRequest {
    /// Reads a request from foreign JSON, or says everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let request: Self = parse(value)?;
        request.check().map(|()| request)
    }

    /// What no schema can say: how the parts of a request go together.
    pub(super) fn check(&self) -> Result<(), Error> {
        let mut problems = Vec::new();
        let budget = &self.token_budget;
        if budget.response_token_reserve >= budget.max_input_tokens {
            problems.push(format!(
                "`token_budget.response_token_reserve` ({}) leaves nothing of `max_input_tokens` ({})",
                budget.response_token_reserve, budget.max_input_tokens
            ));
        }
        if !(1..=100).contains(&budget.soft_limit_threshold_pct) {
            let percent = budget.soft_limit_threshold_pct;
            problems.push(format!(
                "`token_budget.soft_limit_threshold_pct` is {percent}, but must be from 1 to 100"
            ));
        }
        if self.purpose == Purpose::Diff && self.plan_step.is_none() {
            problems.push("`plan_step` is missing: purpose diff needs it".to_owned());
        } else if self.purpose == Purpose::Diff && self.has_no_target() {
            problems.push(
                "there is no target: purpose diff needs `plan_step.target_files`, \
                 `plan_step.target_symbols` or `user_selected_targets`"
                    .to_owned(),
            );
        }
        for (index, file) in self.target_files().iter().enumerate() {
            problems.extend(path(file, &format!("plan_step.target_files[{index}]")).err());
        }
        for (index, target) in self.user_selected_targets.iter().enumerate() {
            problems.extend(path(&target.path, &format!("user_selected_targets[{index}]")).err());
        }
        problems.extend(self.active_file.iter().filter_map(|file| path(file, "active_file").err()));
        if let Some(sandbox) = &self.sandbox {
            for (key, globs) in [("allow", &sandbox.allow), ("deny", &sandbox.deny)] {
                problems.extend(glob_problems(&format!("sandbox.{key}"), globs));
            }
        }
        if problems.is_empty() { Ok(()) } else { Err(Error::Invalid(problems)) }
    }

    fn has_no_target(&self) -> bool {
        self.target_files().is_empty()
            && self.target_symbols().is_empty()
            && self.user_selected_targets.is_empty()
    }

    pub(super) fn target_files(&self) -> &[String] {
        self.plan_step.as_ref().map_or(&[], |step| &step.target_files)
    }

    pub(super) fn target_symbols(&self) -> &[String] {
        self.plan_step.as_ref().map_or(&[], |step| &step.target_symbols)
    }

    pub(super) fn limits(&self) -> BuildLimits {
        let budget = &self.token_budget;
        BuildLimits::new(
            budget.max_input_tokens,
            budget.response_token_reserve,
            budget.soft_limit_threshold_pct,
        )
    }
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Intent {
    #[serde(default)]
    pub id: String,
    pub text: String,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct PlanStep {
    #[serde(default)]
    pub id: String,
    pub text: String,
    #[serde(default)]
    pub target_files: Vec<String>,
    #[serde(default)]
    pub target_symbols: Vec<String>,
}

names! {
    /// Whose constraint it is, the strongest first.
    ConstraintSource { System = "system", Project = "project", Session = "session", User = "user" }
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GivenConstraint {
    pub source: ConstraintSource,
    pub id: String,
    pub text: String,
}

/// Seed C's model numbers are the defaults.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct TokenBudget {
    pub provider: String,
    pub model: String,
    pub max_input_tokens: u64,
    pub max_output_tokens: u64,
    pub response_token_reserve: u64,
    pub soft_limit_threshold_pct: u64,
}

impl Default for TokenBudget {
    fn default() -> Self {
        Self {
            provider: String::new(),
            model: String::new(),
            max_input_tokens: 100_000,
            max_output_tokens: 16_000,
            response_token_reserve: 4_000,
            soft_limit_threshold_pct: 80,
        }
    }
}

/// Can only narrow what the workspace allows.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct Sandbox {
    pub allow: Vec<String>,
    pub deny: Vec<String>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct SelectedTarget {
    pub path: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub symbol: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LastError {
    pub kind: String,
    pub message: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub line: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub output: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub diff: Option<String>,
}

#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct BuildOptions {
    pub allow_redacted_targets: bool,
    pub allow_summaries: bool,
    pub include_optional: bool,
}
