//! The build door (seed C): a plan step in, a bundle with manifest and reports out, or a refusal.

mod candidates;
mod output;
mod project;
mod request;
mod targets;

pub use output::Bundle;
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
use candidates::Gathering;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::limit::Unit;
use plimsoll_core::vocab::{Door, Format, Priority};

/// What to do when P0 alone is above the hard limit.
pub(crate) const TOO_LARGE: &[&str] = &[
    "narrow the step: fewer target files, or a smaller one",
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
        let snapshot = self.snapshot(Wanted::NOTHING)?;
        let Gathering { gathered, screened, files } = candidates::gather(&snapshot, request);
        let call = Call {
            door: Door::Build,
            limit,
            format,
            groups: Priority::NAMES.iter().map(|&priority| Group::named(priority)).collect(),
            program: programs::build(),
            admission: None,
            notice_section: None,
            as_of_ms,
            gathered,
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(
            |passage, refusal| output::refusal_reports(passage, &screened, refusal.code),
            |passage| Bundle::new(passage, &screened, &files),
        ))
    }
}
