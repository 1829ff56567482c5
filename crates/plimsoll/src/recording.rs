//! What somebody records for later compositions: violations, learnings, turns of a conversation.

use crate::error::Error;
use crate::request::path;
use crate::screening::screen_message;
use crate::workspace::{Logging, Workspace};
use plimsoll_core::limit::Grouped;
use plimsoll_core::notes::{Note, NoteKind, Noted};
use plimsoll_core::store::{NoteSpan, Notebook, StoreError, Upkeep};
use plimsoll_guard::WITHHELD;
use plimsoll_store::SqliteStore;
use plimsoll_workspace::state::State;
use std::sync::Arc;

/// Bytes of one text of a note. What is longer would leave no room for anything else.
const LONGEST_TEXT: usize = 100_000;
/// Bytes of what names something: a rule, a session.
const LONGEST_NAME: usize = 200;

/// Violations that the policy does not ask for are still candidates, so many of them.
const MOST_VIOLATIONS: usize = 20;
const MOST_LEARNINGS: usize = 200;
const MOST_TURNS: usize = 200;

impl Workspace {
    /// Keeps a note for later compositions, screened. Says what is wrong with it otherwise.
    pub fn record(&self, note: Note, made_at_ms: i64) -> Result<Noted, Error> {
        let note = checked(note)?;
        let store = SqliteStore::open(&self.state()?.store_file())?;
        Ok(store.note(made_at_ms, &note)?)
    }

    /// The newest notes of a kind, newest first.
    pub fn recorded(&self, kind: NoteKind, at_most: usize) -> Result<Vec<Noted>, Error> {
        match self.existing_store()? {
            Some(store) => Ok(store.notes(kind, at_most)?),
            None => Ok(Vec::new()),
        }
    }

    /// Removes notes and says how many.
    pub fn forget(&self, span: NoteSpan) -> Result<u64, Error> {
        match self.existing_store()? {
            Some(store) => Ok(store.remove_notes(span)?),
            None => Ok(0),
        }
    }
}

/// What compositions are told of what was recorded, each the newest first.
#[derive(Debug, Default)]
pub(crate) struct Recorded {
    pub(crate) violations: Vec<Noted>,
    pub(crate) learnings: Vec<Noted>,
    pub(crate) turns: Vec<Noted>,
}

impl Workspace {
    /// What was recorded, as far as it can be read; and what is to be said where it cannot. For the time before the
    /// host is told what will be touched: afterwards the state folder may be closed.
    pub(crate) fn notes(&self) -> (Recorded, Option<String>) {
        let state = match self.options.logging {
            Logging::Off => State::open_existing(self.state_place()).ok().flatten().map(Arc::new),
            Logging::On | Logging::Required => self.state().ok(),
        };
        let Some(state) = state else { return (Recorded::default(), None) };
        let violations = usize::try_from(self.values().policy.violations).unwrap_or(usize::MAX);
        let read = || -> Result<Option<Recorded>, StoreError> {
            let Some(store) = SqliteStore::open_existing(&state.store_file())? else {
                return Ok(None);
            };
            Ok(Some(Recorded {
                violations: store.notes(NoteKind::Violation, violations.max(MOST_VIOLATIONS))?,
                learnings: store.notes(NoteKind::Learning, MOST_LEARNINGS)?,
                turns: store.notes(NoteKind::Turn, MOST_TURNS)?,
            }))
        };
        match read() {
            Ok(recorded) => (recorded.unwrap_or_default(), None),
            Err(error) => {
                let notice = format!("what was recorded cannot be read: {error}");
                (Recorded::default(), Some(screen_message(&notice)))
            }
        }
    }
}

/// A note as it may be kept, or everything that is wrong with it.
fn checked(note: Note) -> Result<Note, Error> {
    let mut problems = Vec::new();
    let mut text = |name: &str, text: String, most: usize| -> String {
        if text.trim().is_empty() {
            problems.push(format!("`{name}` is empty"));
        } else if text.len() > most {
            let most = Grouped(most as u64);
            problems.push(format!("`{name}` has more than {most} bytes; say it shorter"));
        }
        let screened = screen_message(text.trim_end());
        if screened == WITHHELD {
            let what = "holds a secret that cannot be cut out safely; leave it out";
            problems.push(format!("`{name}` {what}"));
        }
        screened
    };
    let note = match note {
        Note::Violation { file, message, rule } => Note::Violation {
            message: text("message", message, LONGEST_TEXT),
            rule: rule.map(|rule| text("rule", rule, LONGEST_NAME)),
            file: match path(&file, "file") {
                Ok(file) => text("file", file.as_str().to_owned(), LONGEST_TEXT),
                Err(problem) => {
                    problems.push(problem);
                    file
                }
            },
        },
        Note::Learning { trigger, action } => Note::Learning {
            trigger: text("trigger", trigger, LONGEST_TEXT),
            action: text("action", action, LONGEST_TEXT),
        },
        Note::Turn { session, role, text: said } => Note::Turn {
            session: text("session", session, LONGEST_NAME),
            role,
            text: text("text", said, LONGEST_TEXT),
        },
    };
    if problems.is_empty() { Ok(note) } else { Err(Error::Invalid(problems)) }
}
