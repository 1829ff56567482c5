//! `plimsoll log`.

pub(crate) mod verify;

use super::{json_line, no_such_decision};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::home;
use crate::keys;
use crate::log_args::{LogArgs, LogCommand};
use crate::opening::{Memory, Opened, Opening};
use crate::output::{check_place, put, put_pieces};
use crate::time;
use crate::ui::Ui;
use plimsoll::core::composition::DecisionLog;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::limit::Grouped;
use plimsoll::core::record::Record;
use plimsoll::core::store::{Entry, Which};
use plimsoll::core::vocab::Door;
use plimsoll::{Kept, Logbook, replay_capsule};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

const NEWEST: usize = 20;
/// How often the log is looked at; each look takes microseconds and holds nothing.
const FOLLOW_EVERY: Duration = Duration::from_millis(100);
const FOLLOW_AT_ONCE: usize = 200;

pub(crate) fn run(global: &Global, args: &LogArgs) -> Result<Exit, Failure> {
    match &args.command {
        None if args.follow => follow(global, args.count.unwrap_or(0)),
        None => list(global, args),
        Some(LogCommand::Show { id, json }) => show(global, id.as_deref(), *json),
        Some(LogCommand::Export { sign, output }) => {
            export(global, sign.as_deref(), output.as_deref())
        }
        Some(LogCommand::Verify(args)) => verify::run(global, args),
        Some(LogCommand::Head { sign, json }) => head(global, sign.as_deref(), *json),
        Some(LogCommand::Keep { id, undo }) => keep(global, id, !*undo),
    }
}

/// The log, to look at.
pub(crate) fn logbook(global: &Global) -> Result<Logbook, Failure> {
    Opening::of(global, Memory::Reads).unconfined()?.logbook()
}

/// The entry that is meant, or the last one.
pub(crate) fn entry(logbook: &Logbook, id: Option<&str>) -> Result<Entry, Failure> {
    let which = id.map_or(Which::Newest, |id| Which::Id(id.to_owned()));
    logbook.entry(&which)?.ok_or_else(|| no_such_decision(id))
}

/// An entry of the log.
#[derive(Serialize, JsonSchema)]
pub(crate) struct LogOutput<'a> {
    sequence: u64,
    /// Marked as one that is never removed.
    kept: bool,
    record: &'a Record,
    /// Seed A's record of a composition whose capsule is kept, in `log --follow` and `log show`.
    #[serde(skip_serializing_if = "Option::is_none")]
    composition: Option<DecisionLog>,
}

fn as_json(entry: &Entry, composition: Option<DecisionLog>) -> String {
    let Entry { sequence, kept, record, .. } = entry;
    json_line(&LogOutput { sequence: *sequence, kept: *kept, record, composition })
}

/// What a composition says of itself, decided again from its capsule.
fn composition(logbook: &Logbook, entry: &Entry) -> Option<DecisionLog> {
    if entry.record.door != Door::Compose {
        return None;
    }
    let Ok(Kept::Capsule(capsule)) = logbook.capsule(entry) else { return None };
    replay_capsule(*capsule, entry.record.clone()).ok()?.as_recorded().ok()?.composition()
}

fn when(entry: &Entry) -> String {
    time::format(i64::try_from(entry.record.recorded_at).unwrap_or(i64::MAX))
}

fn list(global: &Global, args: &LogArgs) -> Result<Exit, Failure> {
    let entries = match Opening::of(global, Memory::Reads).unconfined()?.workspace.logbook()? {
        Some(logbook) => logbook.newest(args.count.unwrap_or(NEWEST))?,
        // A list of nothing is an answer to a program.
        None if args.json => Vec::new(),
        None => return Err(no_such_decision(None)),
    };
    let mut out = String::new();
    for entry in &entries {
        if args.json {
            out.push_str(&as_json(entry, None));
            continue;
        }
        let record = &entry.record;
        let kept = if entry.kept { "  kept" } else { "" };
        let _ = writeln!(
            out,
            "{:>6}  {}  {:<7}  {}  {}  {} of {}{kept}",
            entry.sequence,
            when(entry),
            record.door.to_string(),
            reveal_line(&record.id),
            reveal_line(&record.outcome),
            Grouped(record.used),
            Grouped(record.limit.value),
        );
    }
    put(&out, None)
}

/// Prints each decision once, in order. Between two looks nothing is held, so neither a slow nor a dead
/// reader keeps anybody waiting.
fn follow(global: &Global, already: usize) -> Result<Exit, Failure> {
    let had_key = home::has_key();
    let opened = Opening::of(global, Memory::Reads).unconfined()?;
    let (logbook, mut at) = match opened.workspace.logbook()? {
        Some(logbook) => {
            let at = logbook.head()?.count.saturating_sub(already as u64);
            (logbook, at)
        }
        // Where nothing was ever decided, the first decision is new.
        None => (first_logbook(global, opened, had_key)?, 0),
    };
    loop {
        for entry in logbook.after(at, FOLLOW_AT_ONCE)? {
            at = entry.sequence;
            let line = as_json(&entry, composition(&logbook, &entry));
            let is_read = put_pieces(None, |write| {
                let _ = write(&line);
                Ok(())
            })?;
            if !is_read {
                return Ok(Exit::Done);
            }
        }
        std::thread::sleep(FOLLOW_EVERY);
    }
}

/// Waits for the first decision. Where it is the user's first at all, it makes the key that its log is found
/// with.
fn first_logbook(
    global: &Global,
    mut opened: Opened,
    mut had_key: bool,
) -> Result<Logbook, Failure> {
    loop {
        std::thread::sleep(FOLLOW_EVERY);
        if !had_key && home::has_key() {
            had_key = true;
            opened = Opening::of(global, Memory::Reads).unconfined()?;
        }
        if let Some(logbook) = opened.workspace.logbook()? {
            return Ok(logbook);
        }
    }
}

fn show(global: &Global, id: Option<&str>, as_json_line: bool) -> Result<Exit, Failure> {
    let logbook = logbook(global)?;
    let entry = entry(&logbook, id)?;
    if as_json_line {
        return put(&as_json(&entry, composition(&logbook, &entry)), None);
    }
    let record = &entry.record;
    let mut out = format!(
        "decision {} (number {}){}\n{} on {}: {}\n{} of {} {} ({})\nfingerprint {}\n{}\n",
        reveal_line(&record.id),
        entry.sequence,
        if entry.kept { ", kept" } else { "" },
        record.door,
        when(&entry),
        reveal_line(&record.outcome),
        Grouped(record.used),
        Grouped(record.limit.value),
        record.limit.unit,
        reveal_line(&record.limit.counter),
        reveal_line(&record.fingerprint),
        reveal_line(&record.engine),
    );
    for artifact in &record.artifacts {
        let fate = match (artifact.count, artifact.reason) {
            (Some(count), _) => Grouped(count).to_string(),
            (None, Some(reason)) => reason.to_string(),
            (None, None) => String::new(),
        };
        let name = artifact.name.as_ref().map_or(String::new(), |name| format!("  {name}"));
        let _ = writeln!(
            out,
            "  {}  {:<16} {:<10} {:>8}  {fate}{}",
            reveal_line(&artifact.id),
            reveal_line(&artifact.kind),
            reveal_line(&artifact.group),
            artifact.score,
            reveal_line(&name),
        );
    }
    put(&out, None)
}

fn export(global: &Global, sign: Option<&Path>, output: Option<&Path>) -> Result<Exit, Failure> {
    check_place(global, output)?;
    let key = sign.map(keys::secret).transpose()?;
    let logbook = logbook(global)?;
    put_pieces(output, |write| Ok(logbook.export(key.as_ref(), write)?))?;
    Ok(Exit::Done)
}

fn head(global: &Global, sign: Option<&Path>, as_json_line: bool) -> Result<Exit, Failure> {
    let key = sign.map(keys::secret).transpose()?;
    let head = logbook(global)?.head()?;
    match key {
        Some(key) => put(&json_line(&key.sign(head)), None),
        None if as_json_line => put(&json_line(&head), None),
        None => put(&format!("{}:{}\n", head.count, head.hash), None),
    }
}

fn keep(global: &Global, id: &str, kept: bool) -> Result<Exit, Failure> {
    let logbook = Opening::of(global, Memory::Alters).unconfined()?.logbook()?;
    let entry = entry(&logbook, Some(id))?;
    logbook.mark_kept(entry.sequence, kept)?;
    let state = if kept { "is kept from now on" } else { "is no longer marked as kept" };
    Ui::of(global)
        .say(&format!("decision {} (number {}) {state}", entry.record.id, entry.sequence));
    Ok(Exit::Done)
}
