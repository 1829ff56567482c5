//! The limits at which something enters and leaves, for people.

use crate::wording::wrapped;
use plimsoll::InDecision;
use plimsoll::core::decide::{Counterfactual, Probe, State, Stretch};
use plimsoll::core::limit::Grouped;
use plimsoll::core::vocab::Door;
use std::fmt::Write;

/// So many lines are told, unless more is asked for.
const MOST: usize = 8;

pub(super) fn write(
    out: &mut String,
    limits: &Counterfactual,
    decision: &InDecision,
    verbose: bool,
) {
    let known = known(limits);
    let _ = writeln!(out, "  {}", wrapped(&turns(&known), 2));
    let unit = decision.limit.unit;
    let title = match decision.door {
        Door::Compose => format!("at other totals of {unit}, the lanes staying as they are:"),
        Door::Pack | Door::Build => format!("at other limits of {unit}:"),
    };
    let _ = writeln!(out, "  {title}");
    let told = told(&known, verbose);
    let value = decision.limit.value;
    let here = told.iter().position(|one| one.to.is_none_or(|to| value < to)).unwrap_or(0);
    // Those around the limit that was decided with.
    let most = if verbose { told.len() } else { MOST };
    let first = here.saturating_sub(most / 2).min(told.len().saturating_sub(most));
    let shown = first..told.len().min(first + most);
    for (at, one) in told.iter().enumerate().filter(|(at, _)| shown.contains(at)) {
        let _ = writeln!(out, "{}{}", line(one), if at == here { ", as decided" } else { "" });
    }
    let hidden = told.len() - shown.len();
    if hidden > 0 {
        let _ = writeln!(out, "    and {} more (-v lists them)", Grouped(hidden as u64));
    }
    if !limits.complete {
        let _ = writeln!(out, "  {}", wrapped(&bounded(&limits.stretches), 2));
    }
}

/// Everything that is known, the lowest limits first. A limit that was tried alone is a stretch of one.
fn known(limits: &Counterfactual) -> Vec<Stretch> {
    let alone = limits.probes.iter();
    let alone =
        alone.map(|&Probe { limit, state }| Stretch { from: limit, to: Some(limit + 1), state });
    let mut known: Vec<Stretch> = limits.stretches.iter().cloned().chain(alone).collect();
    known.sort_by_key(|stretch| stretch.from);
    known
}

/// Where it enters and leaves, on whatever rung; said only where the limits on both sides are known.
fn turns(known: &[Stretch]) -> String {
    let is_in = |stretch: &Stretch| matches!(stretch.state, State::Aboard { .. });
    let mut turns = Vec::new();
    for pair in known.windows(2).filter(|pair| pair[0].to == Some(pair[1].from)) {
        let verb = match (is_in(&pair[0]), is_in(&pair[1])) {
            (false, true) => "enters",
            (true, false) => "leaves",
            _ => continue,
        };
        turns.push(format!("it {verb} at {}", Grouped(pair[1].from)));
    }
    if turns.is_empty() && known.iter().any(is_in) {
        return "it is in at every limit that was tried".to_owned();
    } else if turns.is_empty() {
        return "it is in at no limit that was tried".to_owned();
    }
    if turns.len() > MOST {
        let more = Grouped((turns.len() - MOST) as u64);
        turns.splice(MOST / 2..turns.len() - MOST / 2, [format!("{more} turns more")]);
    }
    let stays = known.last().is_some_and(|last| is_in(last) && last.to.is_none());
    turns.join("; ") + if stays { " and stays" } else { "" }
}

/// Stretches of limits that are told in one line.
struct Told {
    from: u64,
    to: Option<u64>,
    says: Says,
}

#[derive(Clone, Copy)]
enum Says {
    /// The level, and the least and the most that it counts.
    Shown(&'static str, u64, u64),
    Out,
    Refused,
}

/// What follows on something of the same level is one line, since a diff has a rung for each of its hunks.
fn told(known: &[Stretch], each: bool) -> Vec<Told> {
    let mut all: Vec<Told> = Vec::new();
    for &Stretch { from, to, state } in known {
        let says = match state {
            State::Aboard { level, count, .. } => Says::Shown(level.name(), count, count),
            State::Out => Says::Out,
            State::Refused => Says::Refused,
        };
        let before = all.last_mut().filter(|last| last.to == Some(from) && !each);
        match before.and_then(|last| Some((last.says.joined(says)?, last))) {
            Some((joined, last)) => (last.says, last.to) = (joined, to),
            None => all.push(Told { from, to, says }),
        }
    }
    all
}

impl Says {
    fn joined(self, next: Self) -> Option<Self> {
        match (self, next) {
            (Self::Shown(level, least, most), Self::Shown(same, count, _)) if level == same => {
                Some(Self::Shown(level, least.min(count), most.max(count)))
            }
            (Self::Out, Self::Out) => Some(Self::Out),
            (Self::Refused, Self::Refused) => Some(Self::Refused),
            _ => None,
        }
    }
}

fn line(one: &Told) -> String {
    let from = Grouped(one.from);
    let range = match one.to {
        Some(to) if to == one.from + 1 => format!("{from:>10}"),
        Some(to) => format!("{from:>10} to {:>10}", Grouped(to - 1)),
        None => format!("{from:>10} and more"),
    };
    let says = match one.says {
        Says::Shown(level, least, most) if least == most => {
            format!("{level}, counts {}", Grouped(least))
        }
        Says::Shown(level, least, most) => {
            format!("{level}, counts {} to {}", Grouped(least), Grouped(most))
        }
        Says::Out => "not in the document".to_owned(),
        Says::Refused => "refused: what must be in does not fit".to_owned(),
    };
    format!("  {range:<24}  {says}")
}

/// Of which limits only some were tried.
fn bounded(stretches: &[Stretch]) -> String {
    let lowest = stretches.first().map_or(0, |first| first.from);
    let highest = stretches.last().and_then(|last| last.to);
    let what = match (lowest > 1, highest) {
        (true, Some(highest)) => {
            format!("below {} and from {} on", Grouped(lowest), Grouped(highest))
        }
        (_, Some(highest)) => format!("from {} on", Grouped(highest)),
        (_, None) => format!("below {}", Grouped(lowest)),
    };
    format!("of the limits {what} only some were tried: there are too many turns")
}
