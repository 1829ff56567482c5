//! `plimsoll record`.

use super::{as_of, json_line};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::home;
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::paths::from_root;
use crate::record_args::RecordCommand;
use crate::time;
use crate::ui::Ui;
use crate::wording::counted;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::notes::{Note, NoteKind, Noted};
use plimsoll::core::store::NoteSpan;
use plimsoll::screen_value;
use std::cmp::Reverse;
use std::path::Path;

pub(crate) fn run(global: &Global, command: &RecordCommand) -> Result<Exit, Failure> {
    match command {
        RecordCommand::Violation { message, file, rule, answer } => {
            let file = from_root(file, &home::root(global)?)?;
            let note = Note::Violation { file, message: text(message)?, rule: rule.clone() };
            keep(global, note, answer.json)
        }
        RecordCommand::Learning { action, trigger, answer } => {
            let note = Note::Learning { trigger: trigger.clone(), action: text(action)? };
            keep(global, note, answer.json)
        }
        RecordCommand::Turn { text: said, role, session, answer } => {
            let session = session.clone();
            let note = Note::Turn { session, role: (*role).into(), text: text(said)? };
            keep(global, note, answer.json)
        }
        RecordCommand::List(answer) => list(global, answer.json),
        RecordCommand::Remove { numbers } => remove(global, numbers),
    }
}

fn text(given: &str) -> Result<String, Failure> {
    if given == "-" { input::read(Path::new("-")) } else { Ok(given.to_owned()) }
}

fn keep(global: &Global, note: Note, as_json: bool) -> Result<Exit, Failure> {
    if global.no_log {
        return Err(Failure::input("what is recorded is kept, so leave out --no-log"));
    }
    let opened = Opening::of(global, Memory::Keeps).unconfined()?;
    let noted = opened.workspace.record(note, as_of(global))?;
    if as_json {
        return put(&json_line(&noted), None);
    }
    let kind = noted.note.kind();
    Ui::of(global).say(&format!("{kind} {} is kept for `plimsoll compose`", noted.id));
    Ok(Exit::Done)
}

fn list(global: &Global, as_json: bool) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Reads).unconfined()?;
    let mut notes = Vec::new();
    for kind in NoteKind::ALL {
        notes.extend(opened.workspace.recorded(*kind, usize::MAX)?);
    }
    notes.sort_by_key(|noted| Reverse((noted.made_at_ms, noted.id)));
    if notes.is_empty() && !as_json {
        Ui::of(global).say("nothing has been recorded here");
    }
    let lines = notes.iter().map(|noted| if as_json { screened(noted) } else { line(noted) });
    put(&lines.collect::<String>(), None)
}

/// It was screened when it was kept; rules may have come since.
fn screened(noted: &Noted) -> String {
    let mut value = serde_json::json!(noted);
    screen_value(&mut value);
    json_line(&value)
}

fn line(noted: &Noted) -> String {
    let (about, what) = match &noted.note {
        Note::Violation { file, message, rule } => {
            let rule = rule.as_ref().map_or(String::new(), |rule| format!(" ({rule})"));
            (format!("{file}{rule}"), message)
        }
        Note::Learning { trigger, action } => (format!("when {trigger}"), action),
        Note::Turn { session, role, text } => (format!("{role} in {session}"), text),
    };
    let (kind, when) = (noted.note.kind(), time::format(noted.made_at_ms));
    let first = what.lines().next().unwrap_or_default();
    let more = if what.lines().count() > 1 { " …" } else { "" };
    let said = plimsoll::screen_message(&format!("{about}: {first}{more}"));
    format!("{:>5}  {kind:<9}  {when}  {}\n", noted.id, reveal_line(&said))
}

fn remove(global: &Global, numbers: &[u32]) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Alters).unconfined()?;
    let mut removed = 0;
    let mut missing = Vec::new();
    for &number in numbers {
        match opened.workspace.forget(NoteSpan::One(number))? {
            0 => missing.push(number.to_string()),
            gone => removed += gone,
        }
    }
    Ui::of(global).say(&format!("removed {}", counted(removed, "note")));
    if missing.is_empty() {
        return Ok(Exit::Done);
    }
    let missing = missing.join(", ");
    Err(Failure::input(format!("there is no note {missing}; `plimsoll record list` shows them")))
}
