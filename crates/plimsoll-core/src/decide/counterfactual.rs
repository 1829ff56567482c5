//! At which limits would this candidate be in the document, and on which rung?
//!
//! Greedy selection is not monotone: a larger limit can let something large in that pushes something small
//! out. So nothing is interpolated: every run also tells the next limit at which any of its comparisons
//! would turn, and between two such limits nothing changes.

use super::Undecidable;
use super::hold::Hold;
use crate::capsule::Capsule;
use crate::rank::ranked;
use crate::vocab::Level;

/// What becomes of a candidate from one limit up to another.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Stretch {
    pub from: u64,
    /// The first limit at which it is different; nothing where it stays so.
    pub to: Option<u64>,
    pub state: State,
}

/// What becomes of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum State {
    /// In the document, on this rung of its ladder.
    Aboard { rung: usize, level: Level, count: u64 },
    /// Not in the document.
    Out,
    /// There is no document: what must be in does not fit.
    Refused,
}

/// The stretches of a candidate.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counterfactual {
    pub stretches: Vec<Stretch>,
    /// Whether everything up to the largest limit was looked at.
    pub complete: bool,
}

/// Looks at all limits from `from` to `to`, the capsule's groups staying as they are, in at most so many runs.
pub fn counterfactual(
    capsule: &Capsule,
    candidate: usize,
    from: u64,
    to: u64,
    most_runs: usize,
) -> Result<Counterfactual, Undecidable> {
    let ranking = ranked(capsule);
    let item = ranking.order.iter().position(|&index| index == candidate);
    let item = item.ok_or(Undecidable::NoCandidate(candidate))?;
    let hold = Hold::new(capsule, &ranking)?;
    let mut stretches: Vec<Stretch> = Vec::new();
    let mut limit = from;
    for _ in 0..most_runs {
        let settled = hold.settle(limit);
        let state = match &settled.fitted {
            Err(_) => State::Refused,
            Ok(fitted) => fitted.rungs[item].map_or(State::Out, |rung| State::Aboard {
                rung: hold.scales.ladder_rung(item, rung),
                level: hold.scales.view(item, rung).level,
                count: crate::fit::Weights::weight(&hold.scales, item, rung),
            }),
        };
        match stretches.last_mut() {
            Some(last) if last.state == state => last.to = None,
            _ => {
                if let Some(last) = stretches.last_mut() {
                    last.to = Some(limit);
                }
                stretches.push(Stretch { from: limit, to: None, state });
            }
        }
        match settled.next_limit {
            Some(next) if next <= to => limit = next,
            _ => return Ok(Counterfactual { stretches, complete: true }),
        }
    }
    if let Some(last) = stretches.last_mut() {
        last.to = Some(limit);
    }
    Ok(Counterfactual { stretches, complete: false })
}
