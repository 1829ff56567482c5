//! `plimsoll replay` and `plimsoll capsule`.

mod golden;
mod live;

pub(crate) use live::LiveOutput;

use super::json_line;
use super::log::{entry, logbook};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::log_args::{CapsuleCommand, ReplayArgs};
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::ui::Ui;
use plimsoll::core::capsule::ENGINE;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::record::Record;
use plimsoll::core::replay::{Difference, Replay};
use plimsoll::core::store::Entry;
use plimsoll::{Kept, Logbook, Replayed, replay_capsule, replay_file};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// How many entries of the log are looked at in one go.
const PAGE: usize = 50;

/// What came of one decision.
enum Answer {
    Replayed {
        replay: Replay,
        /// The engine that made the record, where it is another one.
        made_by: Option<String>,
    },
    NoCapsule,
    Withdrawn,
}

impl Answer {
    fn of(replayed: Replayed) -> Self {
        let made_by = replayed.made_by_another_engine().map(str::to_owned);
        Self::Replayed { replay: replayed.replay, made_by }
    }

    fn passed(&self) -> Option<bool> {
        match self {
            Self::Replayed { replay, .. } => Some(replay.passed),
            Self::NoCapsule | Self::Withdrawn => None,
        }
    }
}

/// What came of deciding once more.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplayOutput<'a> {
    /// The file of a golden decision.
    #[serde(skip_serializing_if = "Option::is_none")]
    file: Option<&'a str>,
    /// Null of a file that cannot be used.
    decision_id: Option<&'a str>,
    /// Null where it could not be tried.
    passed: Option<bool>,
    /// The engine that made the record, where it is not this one.
    #[serde(skip_serializing_if = "Option::is_none")]
    made_by: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    differences: Option<&'a [Difference]>,
    /// Why it could not be tried.
    #[serde(skip_serializing_if = "Option::is_none")]
    why: Option<WhyNot>,
    /// What is wrong with a file.
    #[serde(skip_serializing_if = "Option::is_none")]
    problem: Option<String>,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum WhyNot {
    NoCapsule,
    Withdrawn,
    Unusable,
}

pub(crate) fn run(global: &Global, args: &ReplayArgs) -> Result<Exit, Failure> {
    if args.all {
        return replay_all(global, args.json);
    }
    if args.live {
        return live::run(global, args.what.as_deref(), args.json);
    }
    if let Some(folder) = &args.golden {
        return golden::run(global, folder, args.json);
    }
    let file = args.what.as_deref().map(Path::new).filter(|file| file.is_file());
    let (record, answer) = match file {
        Some(file) => {
            let replayed = replay_file(&input::read_up_to(file, input::LARGEST_CAPSULE)?)?;
            (replayed.record.clone(), Answer::of(replayed))
        }
        None => {
            let logbook = logbook(global)?;
            let entry = entry(&logbook, args.what.as_deref())?;
            (entry.record.clone(), replay_entry(&logbook, &entry)?)
        }
    };
    put(&said(None, &record, &answer, args.json), None)?;
    Ok(if answer.passed() == Some(true) { Exit::Done } else { Exit::No })
}

fn replay_entry(logbook: &Logbook, entry: &Entry) -> Result<Answer, Failure> {
    Ok(match logbook.capsule(entry)? {
        Kept::Capsule(capsule) => Answer::of(replay_capsule(*capsule, entry.record.clone())?),
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
            match answer.passed() {
                Some(true) => passed += 1,
                Some(false) => failed += 1,
                None => without += 1,
            }
            out.push_str(&said(None, &entry.record, &answer, as_json));
        }
        put(&out, None)?;
    }
    Ui::of(global).say(&format!("{passed} passed, {failed} failed, {without} without a capsule"));
    Ok(if failed == 0 { Exit::Done } else { Exit::No })
}

/// What is said of a decision, and of the file that it is in.
fn said(file: Option<&str>, record: &Record, answer: &Answer, as_json: bool) -> String {
    if as_json {
        let (replayed, why) = match answer {
            Answer::Replayed { replay, made_by } => (Some((replay, made_by)), None),
            Answer::NoCapsule => (None, Some(WhyNot::NoCapsule)),
            Answer::Withdrawn => (None, Some(WhyNot::Withdrawn)),
        };
        return json_line(&ReplayOutput {
            file,
            decision_id: Some(&record.id),
            passed: answer.passed(),
            made_by: replayed.and_then(|(_, made_by)| made_by.as_deref()),
            differences: replayed.map(|(replay, _)| replay.differences.as_slice()),
            why,
            problem: None,
        });
    }
    let name = reveal_line(file.unwrap_or(&record.id));
    match answer {
        Answer::Replayed { replay, made_by } => {
            let verdict = if replay.passed { "the same to the byte" } else { "not the same" };
            let mut out = format!("{name}: {verdict}\n");
            if let Some(made_by) = made_by {
                let made_by = reveal_line(made_by);
                let _ = writeln!(out, "  it was made by {made_by}, and this is {ENGINE}");
            }
            for difference in &replay.differences {
                let [what, was, is] = [&difference.what, &difference.was, &difference.is]
                    .map(|text| reveal_message(text).into_owned());
                let _ = writeln!(out, "  {what}: was {was}, is {is}");
            }
            out
        }
        Answer::NoCapsule => {
            format!("{name}: its capsule was not kept, so it cannot be replayed\n")
        }
        Answer::Withdrawn => {
            format!("{name}: newer rules found a secret in its capsule, which was removed\n")
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
