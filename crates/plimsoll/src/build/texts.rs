//! The blocks of a bundle that are no code: the rules of the call, the task, constraints, the project, the last error.

use super::candidates::Hold;
use super::constraints::canonical;
use super::project;
use super::request::{BuildRequest, ConstraintSource, GivenConstraint, Purpose};
use super::stop::Stop;
use super::targets::Target;
use crate::words::{HOW_TO_READ, RULES_OF_THE_CALL};
use plimsoll_core::block_order;
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::ladder::{Ladder, diff};
use plimsoll_core::score::Scoring;
use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::{BlockType, Origin, Priority};

/// A block that is no code, before it has a text.
struct Plain<'a> {
    priority: Priority,
    block_type: BlockType,
    title: &'a str,
    origin: Origin,
}

impl Hold<'_> {
    pub(super) fn add_texts(&mut self, targets: &[Target]) -> Result<(), Stop> {
        let block =
            |priority, block_type, title, origin| Plain { priority, block_type, title, origin };
        let rules = Screened::ours(format!("{RULES_OF_THE_CALL}\n{HOW_TO_READ}"));
        let system = block(Priority::P0, BlockType::System, "Rules of the call", Origin::Plimsoll);
        self.push_text(&system, rules, Ladder::Fixed);
        let task = task_text(self.request, targets);
        self.add_text(&block(Priority::P0, BlockType::System, "Task", Origin::Request), &task)?;
        let constraints = self.constraints();
        let title = "Constraints";
        let plain = block(Priority::P0, BlockType::Constraints, title, Origin::Request);
        self.add_text(&plain, &constraints)?;
        let priority = match self.request.purpose {
            Purpose::Intent => Priority::P0,
            Purpose::Plan => Priority::P1,
            Purpose::Diff => Priority::P2,
        };
        let meta = |title| block(priority, BlockType::ProjectMeta, title, Origin::Repository);
        self.add_text(&meta("Project"), &project::describe(self.snapshot))?;
        if self.request.purpose == Purpose::Plan {
            self.add_text(&meta("Structure"), &project::structure(self.snapshot))?;
        }
        self.add_last_error()
    }

    fn add_last_error(&mut self) -> Result<(), Stop> {
        let Some(error) = &self.request.last_error else { return Ok(()) };
        let place = match (&error.path, error.line) {
            (Some(path), Some(line)) => format!("\nat: {path}:{line}"),
            (Some(path), None) => format!("\nat: {path}"),
            (None, _) => String::new(),
        };
        let output = error.output.as_ref().map_or(String::new(), |o| format!("\n\n{o}"));
        let text = format!("kind: {}\nmessage: {}{place}{output}\n", error.kind, error.message);
        let plain = |priority, block_type, title| Plain {
            priority,
            block_type,
            title,
            origin: Origin::Request,
        };
        self.add_text(&plain(Priority::P0, BlockType::ErrorContext, "Last error"), &text)?;
        if let Some(given) = &error.diff {
            let text = self.snapshot.workspace().screen_text(given, "Failed diff")?;
            let ladder = diff(text.text(), &[]);
            let block = plain(Priority::P1, BlockType::DiffHint, "Failed diff");
            self.push_text(&block, text, ladder);
        }
        Ok(())
    }

    /// Those of the settings and of the request. What contradicts something is told.
    fn constraints(&mut self) -> String {
        let settings = self.snapshot.workspace().values().constraints.iter();
        let settings = settings.map(|constraint| GivenConstraint {
            source: ConstraintSource::of_settings(constraint.origin == Origin::Repository),
            id: constraint.id.clone(),
            text: constraint.text.clone(),
        });
        let found = canonical(settings.chain(self.request.constraints.iter().cloned()).collect());
        self.notices.extend(found.contradictions);
        found.text
    }

    fn add_text(&mut self, block: &Plain<'_>, text: &str) -> Result<(), Stop> {
        let text = self.snapshot.workspace().screen_text(text, block.title)?;
        self.push_text(block, text, Ladder::Fixed);
        Ok(())
    }

    fn push_text(&mut self, block: &Plain<'_>, text: Screened, ladder: Ladder) {
        let &Plain { priority, block_type, title, origin } = block;
        let name = Name::Title(title.to_owned());
        self.candidates.push(Candidate {
            required: priority == Priority::P0,
            scoring: Scoring::Roles { roles: vec![], byte_size: 0, hops: 0, duplicate: false },
            position: block_order::position(priority, block_type, None, None, title),
            ladder,
            ..Candidate::new(block_type.name(), priority.name(), origin, name, text)
        });
    }
}

fn task_text(request: &BuildRequest, targets: &[Target]) -> String {
    let mut text = format!("purpose: {}\n", request.purpose.name());
    if let Some(intent) = &request.intent {
        text.push_str(&format!("{}: {}\n", labelled("intent", &intent.id), intent.text));
    }
    if let Some(step) = &request.plan_step {
        text.push_str(&format!("{}: {}\n", labelled("step", &step.id), step.text));
    }
    for target in targets {
        text.push_str(&format!("target file: {}\n", target.file.path()));
        for sought in &target.symbols {
            let symbol = &sought.symbol;
            let (line, kind) = (symbol.line, symbol.kind);
            text.push_str(&format!("target symbol: {} ({kind}, line {line} there)\n", symbol.name));
        }
    }
    text
}

/// An id may be left out.
fn labelled(what: &str, id: &str) -> String {
    if id.is_empty() { what.to_owned() } else { format!("{what} {id}") }
}
