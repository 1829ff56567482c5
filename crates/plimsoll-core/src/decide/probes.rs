//! Single limits, tried where there are too many turns to look at all of them: some that lie far apart, and
//! between two of these the very place at which a candidate enters or leaves.

use super::counterfactual::{Alternatives, Counterfactual, State};
use crate::limit::LARGEST_LIMIT;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// So many limits are tried one by one.
const MOST_PROBES: usize = 256;

/// What becomes of a candidate at one limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Probe {
    pub limit: u64,
    #[serde(flatten)]
    pub state: State,
}

/// Tries limits outside of the stretches that are known, for all candidates at once.
pub(super) fn add(alternatives: &Alternatives<'_>, items: &[usize], found: &mut [Counterfactual]) {
    let mut tried = Tried { alternatives, items, runs: MOST_PROBES, known: BTreeMap::new() };
    let Some(stretches) = found.first().map(|one| &one.stretches) else { return };
    let lowest = stretches.first().map_or(1, |first| first.from);
    let highest = stretches.last().and_then(|last| last.to);
    let mut limit = lowest / 2;
    while limit > 0 && tried.at(limit).is_some() {
        limit /= 2;
    }
    let mut next = highest;
    while let Some(limit) = next.filter(|&limit| limit <= LARGEST_LIMIT) {
        // Beyond the last turn there is nothing to try.
        next = tried.at(limit).filter(|turns| *turns).map(|_| limit.saturating_mul(2));
    }
    let apart: Vec<u64> = tried.known.keys().copied().collect();
    for (at, one) in found.iter_mut().enumerate() {
        one.probes = tried.of(at, one, &apart, (lowest, highest));
    }
}

struct Tried<'a> {
    alternatives: &'a Alternatives<'a>,
    items: &'a [usize],
    runs: usize,
    /// The state of each item at each limit.
    known: BTreeMap<u64, Vec<State>>,
}

impl Tried<'_> {
    /// Tries a limit, if there are runs left; says whether something turns at a larger one.
    fn at(&mut self, limit: u64) -> Option<bool> {
        self.runs = self.runs.checked_sub(1)?;
        let settled = self.alternatives.hold.settle(limit);
        let states = self.items.iter().map(|&item| self.alternatives.state(&settled, item));
        self.known.insert(limit, states.collect());
        Some(settled.next_limit.is_some())
    }

    /// One of the items at these limits; and, where it is in at one of them and not at the next, the place between
    /// them at which that turns.
    fn of(
        &mut self,
        at: usize,
        one: &Counterfactual,
        apart: &[u64],
        (lowest, highest): (u64, Option<u64>),
    ) -> Vec<Probe> {
        let mut probes: BTreeMap<u64, State> =
            apart.iter().map(|limit| (*limit, self.known[limit][at])).collect();
        let mut bounds = probes.clone();
        if let (Some(first), Some(last)) = (one.stretches.first(), one.stretches.last()) {
            bounds.insert(lowest, first.state);
            bounds.extend(highest.map(|highest| (highest - 1, last.state)));
        }
        let bounds: Vec<(u64, State)> = bounds.into_iter().collect();
        for pair in bounds.windows(2) {
            let [(mut low, state), (mut high, end)] = [pair[0], pair[1]];
            let is_known = low >= lowest && highest.is_none_or(|highest| high < highest);
            if is_known || is_in(state) == is_in(end) {
                continue;
            }
            while high - low > 1 {
                let middle = low.midpoint(high);
                if !self.known.contains_key(&middle) && self.at(middle).is_none() {
                    break;
                }
                let found = self.known[&middle][at];
                if is_in(found) == is_in(state) { low = middle } else { high = middle }
            }
            for limit in [low, high] {
                probes.extend(self.known.get(&limit).map(|states| (limit, states[at])));
            }
        }
        probes.into_iter().map(|(limit, state)| Probe { limit, state }).collect()
    }
}

fn is_in(state: State) -> bool {
    matches!(state, State::Aboard { .. })
}
