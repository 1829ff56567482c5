//! The build door (seed C): a plan step in, a bundle with manifest and reports out, or a refusal.

mod around;
mod candidates;
mod code;
mod constraints;
mod output;
mod project;
mod request;
mod slices;
mod sought;
mod stop;
mod targets;
mod texts;

pub use output::Bundle;
pub(crate) use output::{BudgetReport, BuildOutput, RedactionReport, RefusalReports};
pub use request::{
    BuildOptions, BuildRequest, ConstraintSource, GivenConstraint, Intent, LastError, PlanStep,
    Purpose, Sandbox, SelectedTarget, TokenBudget,
};

use crate::call::Call;
use crate::error::Error;
use crate::facts::Wanted;
use crate::limits::token_or_character_limit;
use crate::passage::Outcome;
use crate::workspace::Workspace;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::limit::Unit;
use plimsoll_core::vocab::{Door, Format, Priority};

/// What to do when P0 alone is above the hard limit.
pub(crate) const TOO_LARGE: &[&str] = &[
    "narrow the step: fewer target files, or the symbols that are meant in plan_step.target_symbols",
    "raise token_budget.max_input_tokens, or lower response_token_reserve",
];

impl Workspace {
    /// Makes a bundle for a plan step. `as_of_ms` is when it is asked; only the log reads it.
    pub fn build(
        &self,
        request: &BuildRequest,
        format: Format,
        as_of_ms: i64,
    ) -> Result<Outcome<Bundle>, Error> {
        request.check()?;
        let limit = token_or_character_limit(request.limits().hard, Unit::Tokens, None)?;
        let wanted = match request.purpose {
            Purpose::Intent => Wanted::NOTHING,
            Purpose::Plan | Purpose::Diff => Wanted::OUTLINES,
        };
        let snapshot = self.snapshot(wanted)?;
        let (gathered, about) = candidates::gather(&snapshot, request)?.parts();
        let call = Call {
            door: Door::Build,
            limit,
            format,
            groups: Priority::NAMES.iter().map(|&priority| Group::named(priority)).collect(),
            program: programs::build(),
            admission: None,
            notice_section: None,
            overview: None,
            as_of_ms,
            gathered,
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(
            |passage, refusal| RefusalReports::new(passage, &about.request, refusal.code),
            |passage| Bundle::new(passage, &about),
        ))
    }
}
