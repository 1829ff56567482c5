//! `plimsoll explain`.

use super::{json_line, no_such_decision, used_of_limit};
use crate::args::{ExplainArgs, Global};
use crate::exit::{Exit, Failure};
use crate::opening::{Memory, Opening};
use crate::output::put;
use crate::time;
use crate::wording::{folded, wrapped};
use plimsoll::core::capsule::PassedOver;
use plimsoll::core::decide::{Fate, Outcome};
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::record::Record;
use plimsoll::core::refusal::Refusal;
use plimsoll::core::store::{Entry, Which};
use plimsoll::{Explained, Passage, Row};
use schemars::JsonSchema;
use serde::Serialize;
use std::fmt::Write;

pub(crate) fn run(global: &Global, args: &ExplainArgs) -> Result<Exit, Failure> {
    let which = args.id.clone().map_or(Which::Newest, Which::Id);
    let opened = Opening::of(global, Memory::Reads).confined(None)?;
    let Some(explained) = opened.workspace.explain(&which)? else {
        return Err(no_such_decision(args.id.as_deref()));
    };
    let text = if args.json { as_json(&explained) } else { as_text(&explained, global.verbose) };
    put(&text, None)
}

/// A decision with everything that can be said about it. What only its capsule knows is null without one.
#[derive(Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExplainOutput<'a> {
    sequence: u64,
    record: &'a Record,
    refusal: Option<Refusal>,
    artifacts: Option<Vec<Row<'a>>>,
    left_out: Option<Vec<PassedOver>>,
}

fn as_json(explained: &Explained) -> String {
    let passage = explained.passage.as_ref();
    json_line(&ExplainOutput {
        sequence: explained.entry.sequence,
        record: &explained.entry.record,
        refusal: passage.and_then(Passage::refusal),
        artifacts: passage.map(Passage::rows),
        left_out: passage.map(Passage::left_out),
    })
}

fn as_text(explained: &Explained, verbose: bool) -> String {
    let Entry { record, sequence, .. } = &explained.entry;
    let when = i64::try_from(record.recorded_at).unwrap_or(i64::MAX);
    let mut out = format!(
        "decision {} (number {sequence})\n{} on {}: {}\n",
        record.id,
        record.door,
        time::format(when),
        record.outcome
    );
    match &explained.passage {
        Some(passage) => {
            write_refusal(&mut out, passage);
            let _ = writeln!(out, "{}", used_of_limit(passage));
            write_passage(&mut out, passage, verbose);
        }
        None if explained.withdrawn => out
            .push_str("newer rules found a secret in its capsule, which was removed; there is no more to say\n"),
        None => out.push_str("its capsule was not kept, so there is no more to say\n"),
    }
    out
}

/// What is said of a passage that was just decided, score by score.
pub(crate) fn of_passage(passage: &Passage) -> String {
    let mut out = String::new();
    write_passage(&mut out, passage, true);
    out
}

/// Why nothing was loaded, where that is so.
fn write_refusal(out: &mut String, passage: &Passage) {
    if let Some(refusal) = passage.refusal() {
        let _ = writeln!(out, "{}: {}", refusal.code, reveal_message(&refusal.message));
        for advice in &refusal.advice {
            let _ = writeln!(out, "  - {}", reveal_message(advice));
        }
    }
}

/// What is in, best first, then what is out by reason.
fn write_passage(out: &mut String, passage: &Passage, verbose: bool) {
    let (capsule, decision) = (passage.capsule(), passage.decision());
    if matches!(decision.outcome, Outcome::Loaded(_)) {
        let _ = writeln!(out, "\nin the document, best first:");
    }
    for &index in &decision.ranking {
        let (candidate, verdict) = (&capsule.candidates[index], &decision.verdicts[index]);
        if let Fate::Aboard { level, count, .. } = verdict.fate {
            let said = candidate.said();
            let name = reveal_line(&said);
            let count = Grouped(count);
            let line = format!("  {count:>8}  {level:<10} {:<9} {name}", candidate.group);
            let _ = writeln!(out, "{}", folded(&line, 12));
            // What must be in has no score that says anything.
            if verbose && !verdict.required {
                for line in verdict.score.lines.iter().filter(|line| line.points != 0) {
                    let _ = writeln!(out, "            {:>+12} {}", line.points, line.signal);
                }
            }
        }
    }
    write_left_out(out, passage, verbose);
}

/// What is not in the document: candidates first, the nearest miss first; then what never was one.
fn write_left_out(out: &mut String, passage: &Passage, verbose: bool) {
    let (capsule, decision) = (passage.capsule(), passage.decision());
    let misses = decision.ranking.iter().filter_map(|&index| {
        let fate = &decision.verdicts[index].fate;
        let name = capsule.candidates[index].said().into_owned();
        Some((fate.reason()?.to_string(), name, fate.detail()))
    });
    let others = capsule.left_out.iter();
    let others = others.map(|out| (out.reason.clone(), out.path.clone(), out.detail.clone()));
    let mut groups: Vec<(String, Vec<(String, String)>)> = Vec::new();
    for (reason, name, detail) in misses.chain(others) {
        match groups.iter_mut().find(|(known, _)| *known == reason) {
            Some((_, entries)) => entries.push((name, detail)),
            None => groups.push((reason, vec![(name, detail)])),
        }
    }
    if groups.is_empty() {
        let _ = writeln!(out, "\nnothing was left out");
        return;
    }
    let _ = writeln!(out, "\nleft out:");
    let most = if verbose { usize::MAX } else { 5 };
    for (reason, entries) in groups {
        let _ = writeln!(out, "  {reason}: {}", Grouped(entries.len() as u64));
        for (name, detail) in entries.iter().take(most) {
            let line = format!("{}: {}", reveal_line(name), reveal_message(detail));
            let _ = writeln!(out, "    {}", wrapped(&line, 6));
        }
        if entries.len() > most {
            let more = Grouped((entries.len() - most) as u64);
            let _ = writeln!(out, "    and {more} more (-v lists them)");
        }
    }
}
