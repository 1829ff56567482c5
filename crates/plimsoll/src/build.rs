//! The build door (seed C): a plan step in, a bundle with manifest and reports out, or a refusal.

mod candidates;
mod output;
mod targets;

pub use output::Bundle;

use crate::build_request::{BUILD, BuildRequest, Purpose};
use crate::call::Call;
use crate::error::Error;
use crate::facts::Wanted;
use crate::limits::token_or_character_limit;
use crate::passage::Outcome;
use crate::request::{glob_problems, parse, path};
use crate::workspace::Workspace;
use plimsoll_core::build_limits::BuildLimits;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::limit::Unit;
use plimsoll_core::vocab::{Door, Format, Priority};
use serde_json::Value;

/// What to do when P0 alone is above the hard limit.
pub(crate) const TOO_LARGE: &[&str] = &[
    "narrow the step: fewer target files, or a smaller one",
    "raise token_budget.max_input_tokens, or lower response_token_reserve",
];

impl BuildRequest {
    /// Reads a request from foreign JSON, or says everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Error> {
        let request: Self = parse(value, &BUILD)?;
        let problems = request.problems();
        if problems.is_empty() { Ok(request) } else { Err(Error::Invalid(problems)) }
    }

    /// What no shape can say: how the parts of a request go together.
    fn problems(&self) -> Vec<String> {
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
        problems
    }

    pub(crate) fn target_files(&self) -> &[String] {
        self.plan_step.as_ref().map_or(&[], |step| &step.target_files)
    }

    pub(crate) fn target_symbols(&self) -> &[String] {
        self.plan_step.as_ref().map_or(&[], |step| &step.target_symbols)
    }

    pub(crate) fn limits(&self) -> BuildLimits {
        let budget = &self.token_budget;
        BuildLimits::new(
            budget.max_input_tokens,
            budget.response_token_reserve,
            budget.soft_limit_threshold_pct,
        )
    }
}

impl Workspace {
    /// Makes a bundle for a plan step. `as_of_ms` is when it is asked; only the log reads it.
    pub fn build(
        &self,
        request: &BuildRequest,
        format: Format,
        as_of_ms: i64,
    ) -> Result<Outcome<Bundle>, Error> {
        let problems = request.problems();
        if !problems.is_empty() {
            return Err(Error::Invalid(problems));
        }
        let limit = token_or_character_limit(request.limits().hard, Unit::Tokens, None)?;
        let snapshot = self.snapshot(Wanted::NOTHING)?;
        let gathered = candidates::gather(&snapshot, request)?;
        let call = Call {
            door: Door::Build,
            request: gathered.request,
            limit,
            format,
            groups: Priority::ALL.iter().map(|priority| Group::named(priority.name())).collect(),
            program: programs::build(),
            admission: None,
            notice_section: None,
            candidates: gathered.candidates,
            left_out: gathered.excluded,
            refusal: gathered.refusal,
            as_of_ms,
            notices: Vec::new(),
            remarks: Vec::new(),
        };
        let passage = self.pass(&snapshot, call)?;
        let asked = &gathered.screened;
        Ok(passage.outcome(
            |passage, refusal| output::refusal_reports(passage, asked, refusal.code),
            |passage| Bundle::new(passage, asked, &gathered.files),
        ))
    }
}
