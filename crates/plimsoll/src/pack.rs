//! The pack door (seed B): a task or a sentence in, a document out.

mod asked;
mod candidates;
mod named;
mod output;
mod request;
mod texts;

pub(crate) use output::ContextPack;
pub use output::Pack;
pub use request::{
    Acceptance, Context, Contract, Criterion, Issue, Previous, RepairTicket, Severity, Task,
};

use crate::build::RefusalReports;
use crate::call::Call;
use crate::error::Error;
use crate::facts::Wanted;
use crate::limits::{self, LimitRequest};
use crate::passage::Outcome;
use crate::workspace::Workspace;
use plimsoll_core::candidate::section;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::vocab::{Door, Format, PackClass};

/// What `pack` is asked.
#[derive(Debug, Clone)]
pub struct PackRequest {
    pub task: Task,
    pub limit: LimitRequest,
    /// The counter, where it is not the usual one of the limit's unit.
    pub counter: Option<String>,
    /// The model that is to read it: its counter counts, and its window bounds the limit.
    pub model: Option<String>,
    pub format: Format,
    /// Also show what has changed in the working tree.
    pub diff: bool,
    /// Each line of a file has its number before it.
    pub line_numbers: bool,
    /// When it is asked, in milliseconds since 1970. Only the log reads it.
    pub as_of_ms: i64,
}

impl PackRequest {
    pub fn new(task: Task) -> Self {
        Self {
            task,
            limit: LimitRequest::default(),
            counter: None,
            model: None,
            format: Format::Markdown,
            diff: false,
            line_numbers: false,
            as_of_ms: 0,
        }
    }

    pub fn limit(mut self, limit: LimitRequest) -> Self {
        self.limit = limit;
        self
    }
}

/// What to do when even the parts that are always in do not fit.
pub(crate) const TOO_LARGE: &[&str] = &[
    "raise the limit (--tier strong, --max-chars or --budget)",
    "shorten the goal, the acceptance criteria or the issues' messages",
];

impl Workspace {
    /// Makes a document for a task.
    ///
    /// ```no_run
    /// use plimsoll::{LimitRequest, Outcome, PackRequest, Task, Workspace};
    ///
    /// let workspace = Workspace::open(".")?;
    /// let task = Task::sentence("make the cache respect its TTL");
    /// match workspace.pack(&PackRequest::new(task).limit(LimitRequest::Tokens(8_000)))? {
    ///     Outcome::Loaded(pack) => print!("{}", pack.document()),
    ///     Outcome::Refused(refused) => eprintln!("{}: {:?}", refused.message(), refused.advice()),
    /// }
    /// # Ok::<(), plimsoll::Error>(())
    /// ```
    pub fn pack(&self, request: &PackRequest) -> Result<Outcome<Pack>, Error> {
        let settings = self.values();
        let model = request.model.as_deref().map(|name| limits::model(&settings.models, name));
        let model = model.transpose()?;
        let limit = match model {
            Some(model) => request.limit.resolve_for(model)?,
            None => request.limit.resolve(settings, request.counter.as_deref())?,
        };
        request.task.check()?;
        let snapshot = self.snapshot(Wanted::WORDS)?;
        let mut gathered = candidates::gather(&snapshot, request)?;
        gathered.remarks.extend(model.map(limits::described));
        let program = if request.task.is_sentence() {
            programs::pack_sentence()
        } else {
            programs::pack_task()
        };
        let call = Call {
            door: Door::Pack,
            limit,
            format: request.format,
            groups: PackClass::NAMES.iter().map(|&class| Group::named(class)).collect(),
            program,
            admission: None,
            notice_section: Some(section::NOTICE),
            as_of_ms: request.as_of_ms,
            gathered,
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(|_, _| RefusalReports::default(), |passage| Pack { passage }))
    }
}
