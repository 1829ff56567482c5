//! `plimsoll explain`.

use super::{json_line, open, used_of_limit};
use crate::args::{ExplainArgs, Global};
use crate::exit::{Exit, Failure};
use crate::time;
use crate::ui::{put, sentence};
use plimsoll::core::decide::Fate;
use plimsoll::core::escape::reveal_line;
use plimsoll::core::limit::Grouped;
use plimsoll::core::store::{Entry, Which};
use plimsoll::{Explained, Passage};
use serde_json::json;
use std::collections::BTreeMap;
use std::fmt::Write;

pub(crate) fn run(global: &Global, args: &ExplainArgs) -> Result<Exit, Failure> {
    let which = args.id.clone().map_or(Which::Newest, Which::Id);
    let opened = open(global, false)?;
    let Some(explained) = opened.workspace.explain(&which)? else {
        return Err(match &args.id {
            Some(id) => Failure::input(format!("there is no decision `{}` here", reveal_line(id))),
            None => Failure::input("nothing has been decided here yet; start with `plimsoll pack`"),
        });
    };
    let text = if args.json { as_json(&explained) } else { as_text(&explained, global.verbose) };
    put(&text, None)
}

fn as_json(explained: &Explained) -> String {
    let artifacts = explained.passage.as_ref().map(Passage::rows);
    json_line(&json!({
        "sequence": explained.entry.sequence,
        "record": explained.entry.record,
        "artifacts": artifacts,
    }))
}

fn as_text(explained: &Explained, verbose: bool) -> String {
    let Entry { record, sequence } = &explained.entry;
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
            let _ = writeln!(out, "{}", used_of_limit(passage));
            write_passage(&mut out, passage, verbose);
        }
        None => out.push_str("its capsule was not kept, so there is no more to say\n"),
    }
    out
}

/// What is in, best first, then what is out by reason.
fn write_passage(out: &mut String, passage: &Passage, verbose: bool) {
    let (capsule, decision) = (passage.capsule(), passage.decision());
    let _ = writeln!(out, "\nin the document, best first:");
    for &index in &decision.ranking {
        let (candidate, verdict) = (&capsule.candidates[index], &decision.verdicts[index]);
        if let Fate::Aboard { level, count, .. } = verdict.fate {
            let name = reveal_line(candidate.name.as_str());
            let count = Grouped(count);
            let _ = writeln!(out, "  {count:>8}  {level:<10} {:<9} {name}", candidate.group);
            if verbose {
                for line in verdict.score.lines.iter().filter(|line| line.points != 0) {
                    let _ = writeln!(out, "            {:>+12} {}", line.points, line.signal);
                }
            }
        }
    }
    let mut by_reason: BTreeMap<String, Vec<(String, String)>> = BTreeMap::new();
    for out in passage.left_out() {
        by_reason.entry(out.reason).or_default().push((out.path, out.detail));
    }
    if by_reason.is_empty() {
        let _ = writeln!(out, "\nnothing was left out");
        return;
    }
    let _ = writeln!(out, "\nleft out:");
    let most = if verbose { usize::MAX } else { 5 };
    for (reason, entries) in by_reason {
        let _ = writeln!(out, "  {reason}: {}", Grouped(entries.len() as u64));
        for (path, detail) in entries.iter().take(most) {
            let _ = writeln!(out, "    {}: {}", reveal_line(path), sentence(detail));
        }
        if entries.len() > most {
            let _ = writeln!(out, "    and {} more (-v lists them)", entries.len() - most);
        }
    }
}
