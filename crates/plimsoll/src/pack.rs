//! The pack door (seed B): a task or a sentence in, a document out.

mod asked;
mod candidates;
mod contract;
mod named;
mod output;
mod references;
mod request;
mod room;
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
use crate::found::Finder;
use crate::limits::{self, LimitRequest};
use crate::passage::Outcome;
use crate::workspace::Workspace;
use candidates::Asked;
use plimsoll_core::candidate::{Candidate, section};
use plimsoll_core::capsule::Overview;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::limit::{Limit, Unit};
use plimsoll_core::vocab::{Door, Format, PackClass};
use plimsoll_workspace::settings::Model;

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

/// About; of source code in bytes just as well.
const CHARACTERS_OF_A_TOKEN: u64 = 4;

/// The room that is kept for the list of what is left out: about five lines of it, and the rest as far as there is
/// room. No share of the limit, or `why` could not tell what another limit would bring.
const fn left_out_room(unit: Unit) -> u64 {
    match unit {
        Unit::Tokens => 75,
        Unit::Characters => 300,
    }
}

/// The classes, with what the programs keep for them when there is not room for all: for outputs that are no more than a
/// hundred lines together, all of them while anything else can give way; for longer ones about fifty, and a hundred before
/// anything else is more than modest; about twenty lines around a place that issues name, and as many such places as make up
/// a minimum; as much of a diff, and somewhat less of a file or a doc that is context. Numbers for the same reason.
fn classes(unit: Unit, candidates: &[Candidate]) -> Vec<Group> {
    let scale = match unit {
        Unit::Tokens => 1,
        Unit::Characters => CHARACTERS_OF_A_TOKEN,
    };
    let outputs = candidates.iter().filter(|one| one.group == PackClass::Errors.name());
    let lengths: Vec<u64> = outputs.map(|one| one.text.text().len() as u64).collect();
    let all_outputs = 2_000;
    let least_of_outputs = if lengths.iter().sum::<u64>() <= all_outputs * CHARACTERS_OF_A_TOKEN {
        all_outputs
    } else {
        all_outputs / 2 / (lengths.len() as u64).max(1)
    };
    let group = |&class: &PackClass| {
        let [floor, min] = match class {
            PackClass::Always => [400, 0],
            PackClass::Errors => [least_of_outputs, all_outputs],
            PackClass::High => [400, 1_000],
            PackClass::Medium => [300, 0],
            PackClass::Low => [0, 0],
        };
        Group { floor: floor * scale, min: min * scale, ..Group::named(class.name()) }
    };
    PackClass::ALL.iter().map(group).collect()
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
        self.check_pack(request)?;
        let snapshot = self.snapshot(Wanted::WORDS)?;
        let asked = Asked::screened(request);
        let finder = asked.search(&snapshot)?;
        self.pack_found(request, &asked, &finder)
    }

    /// The same for several limits, of which each has a document of its own: the files are searched once.
    pub(crate) fn pack_at(
        &self,
        request: &PackRequest,
        limits: &[LimitRequest],
    ) -> Result<Vec<Outcome<Pack>>, Error> {
        self.check_pack(request)?;
        let snapshot = self.snapshot(Wanted::WORDS)?;
        let asked = Asked::screened(request);
        let finder = asked.search(&snapshot)?;
        let at =
            |&limit: &LimitRequest| self.pack_found(&request.clone().limit(limit), &asked, &finder);
        limits.iter().map(at).collect()
    }

    /// What can be wrong is said before anything is read.
    fn check_pack(&self, request: &PackRequest) -> Result<(), Error> {
        self.pack_limit(request)?;
        request.task.check()
    }

    fn pack_limit(&self, request: &PackRequest) -> Result<(Limit, Option<&Model>), Error> {
        let settings = self.values();
        let model = request.model.as_deref().map(|name| limits::model(&settings.models, name));
        let model = model.transpose()?;
        let limit = match model {
            Some(model) => request.limit.resolve_for(model)?,
            None => request.limit.resolve(settings, request.counter.as_deref())?,
        };
        Ok((limit, model))
    }

    fn pack_found(
        &self,
        request: &PackRequest,
        asked: &Asked,
        finder: &Finder<'_>,
    ) -> Result<Outcome<Pack>, Error> {
        let (limit, model) = self.pack_limit(request)?;
        let snapshot = finder.snapshot();
        let of_one = if limit.unit == Unit::Tokens { CHARACTERS_OF_A_TOKEN } else { 1 };
        let bytes = limit.value.saturating_mul(of_one);
        let room = usize::try_from(bytes).unwrap_or(usize::MAX);
        let mut gathered = candidates::gather(finder, request, asked, room)?;
        gathered.remarks.extend(model.map(limits::described));
        let program = if request.task.is_sentence() {
            programs::pack_sentence()
        } else {
            programs::pack_task()
        };
        let groups = classes(limit.unit, &gathered.candidates);
        let overview = Some(Overview { left_out_room: left_out_room(limit.unit) });
        let call = Call {
            door: Door::Pack,
            limit,
            format: request.format,
            groups,
            program,
            admission: None,
            notice_section: Some(section::NOTICE),
            overview,
            as_of_ms: request.as_of_ms,
            gathered,
        };
        let mut passage = self.pass(snapshot, call)?;
        let missed = room::missed(&passage);
        passage.notices.extend(missed);
        Ok(passage.outcome(|_, _| RefusalReports::default(), |passage| Pack { passage }))
    }
}
