//! `plimsoll diff`: two decisions side by side.

use super::json_line;
use super::log::{entry, logbook};
use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::input;
use crate::log_args::DiffArgs;
use crate::output::put;
use crate::paths::quoted;
use crate::time;
use crate::wording::{counted, folded, wrapped};
use plimsoll::core::compare::{Change, Changed, Comparison, End, Prefix, Standing};
use plimsoll::core::escape::reveal_line;
use plimsoll::core::limit::{Grouped, Limit};
use plimsoll::core::record::Record;
use plimsoll::core::vocab::Door;
use plimsoll::{Kept, Replayed, replay_capsule, replay_file};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write as _;
use std::path::Path;

/// So many of each kind are listed, unless more is asked for.
const MOST: usize = 10;

pub(crate) fn run(global: &Global, args: &DiffArgs) -> Result<Exit, Failure> {
    let was = decided(global, Some(&args.was))?;
    let is = decided(global, args.is.as_deref())?;
    let comparison = was.compare(&is)?;
    let (was, is) = (&was.record, &is.record);
    put(
        &if args.json {
            as_json(was, is, &comparison)
        } else {
            as_text(was, is, &comparison, global.verbose)
        },
        None,
    )
}

/// A decision of the log, or one in a capsule file, decided again.
fn decided(global: &Global, what: Option<&str>) -> Result<Replayed, Failure> {
    if let Some(file) = what.map(Path::new).filter(|file| file.is_file()) {
        let replayed = replay_file(&input::read_up_to(file, input::LARGEST_CAPSULE)?)?;
        return if replayed.replay.passed {
            Ok(replayed)
        } else {
            let file = quoted(file);
            Err(Failure::input(format!(
                "{file}: the capsule does not give the decision that it names; `plimsoll replay` says why"
            )))
        };
    }
    let logbook = logbook(global)?;
    let entry = entry(&logbook, what)?;
    let id = reveal_line(&entry.record.id).into_owned();
    match logbook.capsule(&entry)? {
        Kept::Capsule(capsule) => Ok(replay_capsule(*capsule, entry.record)?.as_recorded()?),
        Kept::Nothing => Err(Failure::input(format!(
            "the capsule of {id} was not kept, so there is nothing to compare"
        ))),
        Kept::Withdrawn => Err(Failure::input(format!(
            "newer rules found a secret in the capsule of {id}, which was removed; there is nothing to compare"
        ))),
    }
}

/// Two decisions side by side.
#[derive(Serialize, JsonSchema)]
pub(crate) struct DiffOutput<'a> {
    was: Named<'a>,
    is: Named<'a>,
    #[serde(flatten)]
    comparison: &'a Comparison,
}

#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
struct Named<'a> {
    decision_id: &'a str,
    door: Door,
    outcome: &'a str,
    limit: &'a Limit,
    used: u64,
}

impl<'a> Named<'a> {
    fn of(record: &'a Record) -> Self {
        let Record { id, door, outcome, limit, used, .. } = record;
        Self { decision_id: id, door: *door, outcome, limit, used: *used }
    }
}

fn as_json(was: &Record, is: &Record, comparison: &Comparison) -> String {
    json_line(&DiffOutput { was: Named::of(was), is: Named::of(is), comparison })
}

fn as_text(was: &Record, is: &Record, comparison: &Comparison, verbose: bool) -> String {
    let mut out = String::new();
    for (word, record) in [("was", was), ("is ", is)] {
        let when = i64::try_from(record.recorded_at).unwrap_or(i64::MAX);
        let Record { id, door, outcome, limit, used, .. } = record;
        let _ = writeln!(
            out,
            "{word} decision {}\n    {door} on {}: {}\n    {} of {} {} ({})",
            reveal_line(id),
            time::format(when),
            reveal_line(outcome),
            Grouped(*used),
            Grouped(limit.value),
            limit.unit,
            reveal_line(&limit.counter),
        );
    }
    if !comparison.same_door {
        out.push_str("decisions of different doors: names and groups mean something else there\n");
    }
    write_prefix(&mut out, comparison);
    write_differences(&mut out, comparison);
    let most = if verbose { usize::MAX } else { MOST };
    write_list(&mut out, "entered", &comparison.entered, most, standing);
    write_list(&mut out, "left", &comparison.left, most, standing);
    write_changes(&mut out, &comparison.changed, most, verbose);
    out
}

/// What the decisions were made of. Fingerprints say no more than that something is another; the rest was told.
fn write_differences(out: &mut String, comparison: &Comparison) {
    const TOLD: [&str; 5] = ["door", "outcome", "limit", "used", "document"];
    let names = comparison.differences.iter().map(|difference| difference.what.as_str());
    let names: Vec<&str> = names.filter(|name| !TOLD.contains(name)).collect();
    if !names.is_empty() {
        let _ = writeln!(out, "not the same: {}", names.join(", "));
    }
}

pub(super) fn write_prefix(out: &mut String, comparison: &Comparison) {
    let Some(prefix) = &comparison.prefix else {
        out.push_str("there are no two documents, so there is nothing that they share\n");
        return;
    };
    let Prefix { bytes, count, unit, counter, .. } = prefix;
    let size = format!(
        "{} bytes, {} {unit} ({})",
        Grouped(*bytes as u64),
        Grouped(*count),
        reveal_line(counter)
    );
    if prefix.is_everything() {
        let _ = writeln!(out, "the documents are the same to the byte: {size}");
        return;
    }
    let share = |of: usize| bytes * 100 / of.max(1);
    let _ = writeln!(
        out,
        "the documents begin with the same {size}:\n  {} % of the first, {} % of the second, {} whole",
        share(prefix.was_bytes),
        share(prefix.is_bytes),
        counted(prefix.whole_blocks as u64, "block")
    );
    let _ = writeln!(out, "{}", wrapped(&ending(prefix), 0));
}

/// Where it ends, in a sentence.
fn ending(prefix: &Prefix) -> String {
    let name = |end: &End| format!("`{}`", reveal_line(&end.name));
    match (&prefix.was_end, &prefix.is_end) {
        (Some(was), Some(is)) if was == is => {
            format!("they part in {}; everything before it is the same", name(is))
        }
        (was, is) => {
            let place = |end: &Option<End>, all: usize| match end {
                Some(end) if end.start == prefix.bytes => format!("before {}", name(end)),
                Some(end) => format!("in {}", name(end)),
                None if prefix.bytes == all => "at the end".to_owned(),
                None => "between two blocks".to_owned(),
            };
            let (was, is) = (place(was, prefix.was_bytes), place(is, prefix.is_bytes));
            format!("they part {was} of the first and {is} of the second")
        }
    }
}

pub(super) fn write_list<T>(
    out: &mut String,
    title: &str,
    entries: &[T],
    most: usize,
    line: impl Fn(&T) -> String,
) {
    if entries.is_empty() {
        return;
    }
    let _ = writeln!(out, "\n{title}: {}", Grouped(entries.len() as u64));
    for entry in entries.iter().take(most) {
        let _ = writeln!(out, "{}", folded(&format!("  {}", line(entry)), 6));
    }
    if entries.len() > most {
        let _ =
            writeln!(out, "  and {} more (-v lists them)", Grouped((entries.len() - most) as u64));
    }
}

/// A candidate, and which part of a file it is.
pub(super) fn named(name: &str, section: Option<&str>) -> String {
    let section = section.map(|section| format!(", section {}", reveal_line(section)));
    format!("{}{}", reveal_line(name), section.unwrap_or_default())
}

/// As `explain` lists them; what is out has its reason instead.
pub(super) fn standing(one: &Standing) -> String {
    let name = named(&one.name, one.section.as_deref());
    let group = reveal_line(&one.group);
    match (one.level, one.count, one.reason) {
        (Some(level), Some(count), _) => {
            format!("{:>8}  {level:<10} {group:<9} {name}", Grouped(count))
        }
        (_, _, Some(reason)) => format!("{reason:<21} {group:<9} {name}"),
        _ => format!("{:<21} {group:<9} {name}", "no candidate any more"),
    }
}

/// What is shown in both documents; ranks alone, and what is in neither, only for those who ask.
pub(super) fn write_changes(out: &mut String, changes: &[Change], most: usize, verbose: bool) {
    let is_told =
        |change: &&Change| verbose || (change.is.level.is_some() && change.what != [Changed::Rank]);
    let told: Vec<&Change> = changes.iter().filter(is_told).collect();
    write_list(out, "changed", &told, most, |change| changed(change));
    let others = changes.len() - told.len();
    if others > 0 {
        let others = counted(others as u64, "other");
        let _ = writeln!(out, "\n{others} changed in rank alone, or out in both (-v lists them)");
    }
}

fn changed(Change { was, is, what }: &Change) -> String {
    let mut told = Vec::new();
    for changed in what {
        told.push(match changed {
            Changed::Content => "content".to_owned(),
            Changed::Rung => {
                let [from, to] = [was, is].map(|one| one.level.map_or("out", |l| l.name()));
                if from == to {
                    format!("shown otherwise ({to})")
                } else {
                    format!("shown {from}, now {to}")
                }
            }
            Changed::Rank => format!("rank {}, now {}", was.rank + 1, is.rank + 1),
        });
    }
    if let (Some(before), Some(now)) = (was.count, is.count)
        && before != now
    {
        told.push(format!("counted {}, now {}", Grouped(before), Grouped(now)));
    }
    format!("{}: {}", named(&is.name, is.section.as_deref()), told.join("; "))
}
