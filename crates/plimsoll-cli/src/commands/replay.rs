//! `plimsoll replay` and `plimsoll capsule`.

use super::json_line;
use super::log::{entry, logbook};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::log_args::{CapsuleCommand, ReplayArgs};
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::ui::Ui;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::record::Record;
use plimsoll::core::replay::{Difference, Replay};
use plimsoll::core::store::Entry;
use plimsoll::{Kept, Logbook, replay_capsule, replay_file};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// How many entries of the log are looked at in one go.
const PAGE: usize = 50;

/// What came of one decision.
enum Answer {
    Replayed(Replay),
    NoCapsule,
    Withdrawn,
}

/// What came of deciding once more.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplayOutput<'a> {
    decision_id: &'a str,
    /// Null where it could not be tried.
    passed: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<&'a [Difference]>,
    /// Why it could not be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyNot>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WhyNot {
    NoCapsule,
    Withdrawn,
}

pub(crate) fn run(global: &Global, args: &ReplayArgs) -> Result<Exit, Failure> {
    if args.all {
        return replay_all(global, args.json);
    }
    let file = args.what.as_deref().map(Path::new).filter(|file| file.is_file());
    let (record, answer) = match file {
        Some(file) => {
            let replayed = replay_file(&input::read_up_to(file, input::LARGEST_CAPSULE)?)?;
            (replayed.record, Answer::Replayed(replayed.replay))
        }
        None => {
            let logbook = logbook(global)?;
            let entry = entry(&logbook, args.what.as_deref())?;
            (entry.record.clone(), replay_entry(&logbook, &entry)?)
        }
    };
    put(&said(&record, &answer, args.json), None)?;
    Ok(if matches!(&answer, Answer::Replayed(replay) if replay.passed) {
        Exit::Done
    } else {
        Exit::No
    })
}

fn replay_entry(logbook: &Logbook, entry: &Entry) -> Result<Answer, Failure> {
    Ok(match logbook.capsule(entry)? {
        Kept::Capsule(capsule) => {
            Answer::Replayed(replay_capsule(*capsule, entry.record.clone())?.replay)
        }
        Kept::Nothing => Answer::NoCapsule,
        Kept::Withdrawn => Answer::Withdrawn,
    })
}

/// Every decision in the order of the log. A decision whose capsule is gone is no failure; one that gives
/// another result is.
fn replay_all(global: &Global, as_json: bool) -> Result<Exit, Failure> {
    let opened = Opening::of(global, Memory::Reads).unconfined()?;
    let Some(logbook) = opened.workspace.logbook()? else { return Ok(Exit::Done) };
    let (mut passed, mut failed, mut without, mut after) = (0_u64, 0_u64, 0_u64, 0);
    loop {
        let page = logbook.after(after, PAGE)?;
        let Some(last) = page.last() else { break };
        after = last.sequence;
        let mut out = String::new();
        for entry in &page {
            let answer = replay_entry(&logbook, entry)?;
            match &answer {
                Answer::Replayed(replay) if replay.passed => passed += 1,
                Answer::Replayed(_) => failed += 1,
                Answer::NoCapsule | Answer::Withdrawn => without += 1,
            }
            out.push_str(&said(&entry.record, &answer, as_json));
        }
        put(&out, None)?;
    }
    Ui::of(global).say(&format!("{passed} passed, {failed} failed, {without} without a capsule"));
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}

fn said(record: &Record, answer: &Answer, as_json: bool) -> String {
    if as_json {
        let (replay, why) = match answer {
            Answer::Replayed(replay) => (Some(replay), None),
            Answer::NoCapsule => (None, Some(WhyNot::NoCapsule)),
            Answer::Withdrawn => (None, Some(WhyNot::Withdrawn)),
        };
        return json_line(&ReplayOutput {
            decision_id: &record.id,
            passed: replay.map(|replay| replay.passed),
            differences: replay.map(|replay| replay.differences.as_slice()),
            why,
        });
    }
    let id = reveal_line(&record.id);
    match answer {
        Answer::Replayed(replay) if replay.passed => format!("{id}: the same to the byte\n"),
        Answer::Replayed(replay) => {
            let mut out = format!("{id}: not the same\n");
            for difference in &replay.differences {
                let [what, was, is] = [&difference.what, &difference.was, &difference.is]
                    .map(|text| reveal_message(text).into_owned());
                let _ = writeln!(out, "  {what}: was {was}, is {is}");
            }
            out
        }
        Answer::NoCapsule => format!("{id}: its capsule was not kept, so it cannot be replayed\n"),
        Answer::Withdrawn => {
            format!("{id}: newer rules found a secret in its capsule, which was removed\n")
        }
    }
}

pub(crate) fn run_capsule(global: &Global, command: &CapsuleCommand) -> Result<Exit, Failure> {
    match command {
        CapsuleCommand::Export { id, output } => {
            check_place(global, output.as_deref())?;
            let logbook = logbook(global)?;
            let entry = entry(&logbook, id.as_deref())?;
            let text = logbook.export_capsule(&entry)?.ok_or_else(|| {
                let id = reveal_line(&entry.record.id).into_owned();
                Failure::input(format!(
                    "the capsule of {id} was not kept, so there is none to export"
                ))
            })?;
            put(&text, output.as_deref())
        }
        CapsuleCommand::Import { file } => {
            if global.no_log {
                return Err(Failure::input("an import is kept, so leave out --no-log"));
            }
            let text = input::read_up_to(file, input::LARGEST_CAPSULE)?;
            let logbook =
                Opening::of(global, Memory::Keeps).unconfined()?.workspace.make_logbook()?;
            let entry = logbook.import_capsule(&text)?;
            let (id, number) = (&entry.record.id, entry.sequence);
            Ui::of(global).say(&format!("decision {id} is number {number} here"));
            Ok(Exit::Done)
        }
    }
}
