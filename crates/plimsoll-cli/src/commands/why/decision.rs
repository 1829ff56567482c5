//! What a decision did with something, for people.

use super::limits;
use crate::time;
use crate::wording::{folded, points, wrapped};
use plimsoll::core::decide::Rung;
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::ladder::Lines;
use plimsoll::core::limit::{Grouped, Unit};
use plimsoll::core::vocab::ArtifactKind;
use plimsoll::{InDecision, Judged, Out};
use std::fmt::Write;

/// So many candidates of one name are told about at length, unless more is asked for.
const MOST_CANDIDATES: usize = 5;
/// So many larger rungs are told, unless more is asked for.
const MOST_RUNGS: usize = 4;

pub(super) fn write(out: &mut String, decision: &InDecision, verbose: bool) {
    let InDecision { decision_id, door, outcome, limit, used, .. } = decision;
    let when = i64::try_from(decision.recorded_at).unwrap_or(i64::MAX);
    let _ = writeln!(
        out,
        "decision {}\n  {door} on {}: {}, {} of {} {}",
        reveal_line(decision_id),
        time::format(when),
        reveal_line(outcome),
        Grouped(*used),
        Grouped(limit.value),
        limit.unit
    );
    let most = if verbose { usize::MAX } else { MOST_CANDIDATES };
    for (at, candidate) in decision.candidates.iter().enumerate() {
        if at < most {
            out.push('\n');
            write_candidate(out, decision, candidate, verbose);
        } else {
            if at == most {
                out.push_str("\nand, in fewer words (-v has all of them):\n");
            }
            write_briefly(out, candidate);
        }
    }
    for left in &decision.left_out {
        let (path, reason) = (reveal_line(&left.path), reveal_line(&left.reason));
        let _ = writeln!(out, "\n{path} was no candidate");
        let why = format!("{reason}: {}", reveal_message(&left.detail));
        let _ = writeln!(out, "  {}", wrapped(&why, 2));
    }
    if decision.candidates.is_empty() && decision.left_out.is_empty() {
        out.push_str("  it was not considered: nothing led to it, or it was not there yet\n");
    }
}

fn write_candidate(out: &mut String, decision: &InDecision, one: &Judged, verbose: bool) {
    let unit = decision.limit.unit;
    let place = if one.shown.is_some() { "in the document" } else { "not in the document" };
    let section = one.section.as_ref().map(|section| format!(", section {}", reveal_line(section)));
    let section = section.unwrap_or_default();
    let line = format!("{}{section} is {place}", reveal_line(&one.name));
    let _ = writeln!(out, "{}", folded(&line, 2));
    if let Some(Out { reason, detail }) = &one.out {
        let why = format!("{reason}: {}", reveal_message(detail));
        let _ = writeln!(out, "  {}", wrapped(&why, 2));
    }
    let chunk = if one.chunk > 0 && one.section.is_none() && !is_symbol(one) {
        format!(", chunk {}", one.chunk)
    } else {
        String::new()
    };
    let _ = writeln!(
        out,
        "  {} in {}{chunk}, from {}\n  artifact {}",
        reveal_line(&one.kind),
        reveal_line(&one.group),
        one.origin,
        reveal_line(&one.artifact)
    );
    write_symbol(out, one);
    write_score(out, decision, one);
    write_rungs(out, one, unit, verbose);
    match &one.limits {
        Some(limits) => limits::write(out, limits, decision, verbose),
        None => out.push_str("  no other limit would have changed that\n"),
    }
}

/// Its chunk tells it apart from others of its name, which says nothing to people.
fn is_symbol(one: &Judged) -> bool {
    one.kind == ArtifactKind::SymbolContext.name()
}

/// As `explain` lists them.
fn write_briefly(out: &mut String, one: &Judged) {
    let state = match (&one.shown, &one.out) {
        (Some(Rung { level, count, .. }), _) => format!("{:>8}  {level}", Grouped(*count)),
        (None, Some(Out { reason, .. })) => reason.to_string(),
        (None, None) => String::new(),
    };
    let (kind, group) = (reveal_line(&one.kind), reveal_line(&one.group));
    let which = match &one.section {
        Some(section) => format!("section {}", reveal_line(section)),
        None => format!("chunk {}", one.chunk),
    };
    let rank = Grouped(one.rank as u64 + 1);
    let line = format!("  {state:<20}  {kind} in {group}, {which}, rank {rank}");
    let _ = writeln!(out, "{}", folded(&line, 24));
}

/// Where the symbol stands that was asked for, and how much of it is shown.
fn write_symbol(out: &mut String, one: &Judged) {
    let Some(Lines { first, last }) = one.symbol_lines else { return };
    let all = u64::from(last - first) + 1;
    let shown = match (&one.shown, &one.shown_lines) {
        (None, _) => "and none is shown".to_owned(),
        (Some(_), None) => "and all of them are shown".to_owned(),
        (Some(_), Some(parts)) => {
            let common = |part: &Lines| {
                let (from, to) = (part.first.max(first), part.last.min(last));
                u64::from((to + 1).saturating_sub(from))
            };
            let shown: u64 = parts.iter().map(common).sum();
            format!("{} of {} are shown", Grouped(shown), Grouped(all))
        }
    };
    let _ = writeln!(out, "  what was asked for is on its lines {first} to {last}, {shown}");
}

fn write_score(out: &mut String, decision: &InDecision, one: &Judged) {
    let required = if one.required { ", and it must be in" } else { "" };
    let _ = writeln!(
        out,
        "  rank {} of {}, score {}{required}",
        Grouped(one.rank as u64 + 1),
        Grouped(decision.candidate_count as u64),
        points(one.score.total, if one.is_scored_by_signals { 3 } else { 0 }),
    );
    for line in &one.score.lines {
        let sign = if line.points < 0 { "" } else { "+" };
        let points = points(line.points, if one.is_scored_by_signals { 5 } else { 0 });
        let _ =
            writeln!(out, "    {:>14}  {}", format!("{sign}{points}"), reveal_line(&line.signal));
    }
}

/// What is shown of it, and what more of it would count.
fn write_rungs(out: &mut String, one: &Judged, unit: Unit, verbose: bool) {
    let larger: &[Rung] = match one.shown {
        Some(Rung { rung, level, count }) => {
            let _ = writeln!(out, "  shown: {level}, {} {unit}", Grouped(count));
            let above = one.rungs.iter().take_while(|known| known.rung < rung).count();
            &one.rungs[..above]
        }
        None => &one.rungs,
    };
    // The nearest, and what all of it would count.
    let most = if verbose { usize::MAX } else { MOST_RUNGS };
    let nearest = larger.len().saturating_sub(most.saturating_sub(1)).max(1);
    for (at, Rung { level, count, .. }) in larger.iter().enumerate() {
        if at == 0 || at >= nearest {
            let _ = writeln!(out, "    {level} would count {}", Grouped(*count));
        } else if at == 1 {
            let between = Grouped((nearest - 1) as u64);
            let _ = writeln!(out, "    and {between} between (-v lists them)");
        }
    }
}
