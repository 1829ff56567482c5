//! At which limits would this candidate be in the document, and on which rung?
//!
//! Greedy selection is not monotone: a larger limit can let something large in that pushes something small
//! out. So nothing is interpolated: every run also tells the next limit at which any of its comparisons
//! would turn, and between two such limits nothing changes.

use super::Undecidable;
use super::hold::{Hold, Settled};
use super::probes::{self, Probe};
use crate::capsule::Capsule;
use crate::fit::Weights;
use crate::limit::LARGEST_LIMIT;
use crate::rank::ranked;
use crate::vocab::Level;
use schemars::JsonSchema;
use serde::Serialize;

/// Limits below the one that was decided with are looked at in so many parts, the nearest first.
const PARTS_BELOW: u64 = 16;

/// What becomes of a candidate from one limit up to another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Stretch {
    pub from: u64,
    /// The first limit at which it is different; nothing where it stays so.
    pub to: Option<u64>,
    #[serde(flatten)]
    pub state: State,
}

/// What becomes of a candidate.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(tag = "state", rename_all = "snake_case")]
pub enum State {
    /// In the document, on this rung of its ladder.
    Aboard { rung: usize, level: Level, count: u64 },
    /// Not in the document.
    Out,
    /// There is no document: what must be in does not fit.
    Refused,
}

/// The stretches of a candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Counterfactual {
    pub stretches: Vec<Stretch>,
    /// Whether every limit was looked at; otherwise only those of the stretches were, and of the others some.
    pub complete: bool,
    /// Single limits outside of the stretches, the lowest first. Where two follow on each other, that is the place at
    /// which it enters or leaves.
    pub probes: Vec<Probe>,
}

/// A way to show a candidate, and what that counts.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Rung {
    /// Its place on the ladder.
    pub rung: usize,
    pub level: Level,
    pub count: u64,
}

/// A capsule that is ready to be asked what else could have been: everything is counted once, whatever is asked.
pub struct Alternatives<'a> {
    pub(super) hold: Hold<'a>,
    /// For each candidate, its place in the ranking.
    places: Vec<usize>,
}

impl std::fmt::Debug for Alternatives<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Alternatives").field("places", &self.places).finish_non_exhaustive()
    }
}

impl<'a> Alternatives<'a> {
    pub fn of(capsule: &'a Capsule) -> Result<Self, Undecidable> {
        let ranking = ranked(capsule);
        let mut places = vec![0; ranking.order.len()];
        for (place, &candidate) in ranking.order.iter().enumerate() {
            places[candidate] = place;
        }
        let hold = Hold::new(capsule, &ranking, super::counter_of(capsule)?)?;
        Ok(Self { hold, places })
    }

    fn place(&self, candidate: usize) -> Result<usize, Undecidable> {
        self.places.get(candidate).copied().ok_or(Undecidable::NoCandidate(candidate))
    }

    /// The rungs on which a candidate can be shown, each smaller than the one before.
    pub fn rungs(&self, candidate: usize) -> Result<Vec<Rung>, Undecidable> {
        let item = self.place(candidate)?;
        Ok((0..self.hold.scales.rungs(item)).map(|rung| self.rung(item, rung)).collect())
    }

    fn rung(&self, item: usize, rung: usize) -> Rung {
        let scales = &self.hold.scales;
        Rung {
            rung: scales.ladder_rung(item, rung),
            level: scales.view(item, rung).level,
            count: scales.weight(item, rung),
        }
    }

    /// Looks at all limits from `from` to `to`, the capsule's groups staying as they are, in at most so many runs.
    /// One answer for each candidate; a run is for all of them.
    pub fn between(
        &self,
        candidates: &[usize],
        from: u64,
        to: u64,
        most_runs: usize,
    ) -> Result<Vec<Counterfactual>, Undecidable> {
        Ok(self.looked_at(&self.items(candidates)?, from, to, &mut { most_runs }).0)
    }

    /// Looks at all limits there are, those near the capsule's own first. `most_runs` is divided between those above
    /// and those below; what of the lower ones could not be looked at to the end is not told at all.
    pub fn around(
        &self,
        candidates: &[usize],
        most_runs: usize,
    ) -> Result<Vec<Counterfactual>, Undecidable> {
        let items = self.items(candidates)?;
        let limit = self.hold.capsule.limit.value;
        let mut runs = most_runs.div_ceil(2);
        let (mut found, _) = self.looked_at(&items, limit, LARGEST_LIMIT, &mut runs);
        let mut left = most_runs / 2 + runs;
        let mut lowest = limit;
        while lowest > 1 {
            let from = lowest.saturating_sub(limit.div_ceil(PARTS_BELOW)).max(1);
            let (below, is_all) = self.looked_at(&items, from, lowest - 1, &mut left);
            if !is_all {
                found.iter_mut().for_each(|one| one.complete = false);
                break;
            }
            found = below.into_iter().zip(found).map(|(low, high)| low.joined(high)).collect();
            lowest = from;
        }
        if found.iter().any(|one| !one.complete) {
            probes::add(self, &items, &mut found);
        }
        Ok(found)
    }

    fn items(&self, candidates: &[usize]) -> Result<Vec<usize>, Undecidable> {
        candidates.iter().map(|&candidate| self.place(candidate)).collect()
    }

    pub(super) fn state(&self, settled: &Settled, item: usize) -> State {
        let Ok(fitted) = &settled.fitted else { return State::Refused };
        fitted.rungs[item].map_or(State::Out, |rung| {
            let Rung { rung, level, count } = self.rung(item, rung);
            State::Aboard { rung, level, count }
        })
    }

    /// Also says whether it was all, and takes the runs from those that are left.
    fn looked_at(
        &self,
        items: &[usize],
        from: u64,
        to: u64,
        runs: &mut usize,
    ) -> (Vec<Counterfactual>, bool) {
        let mut found = vec![Counterfactual::default(); items.len()];
        let mut limit = from;
        while *runs > 0 {
            *runs -= 1;
            let settled = self.hold.settle(limit);
            for (one, &item) in found.iter_mut().zip(items) {
                one.add(limit, self.state(&settled, item));
            }
            match settled.next_limit {
                Some(next) if next <= to => limit = next,
                _ => return (found, true),
            }
        }
        found.iter_mut().for_each(|one| one.end(limit));
        (found, false)
    }
}

impl Default for Counterfactual {
    fn default() -> Self {
        Self { stretches: Vec::new(), complete: true, probes: Vec::new() }
    }
}

impl Counterfactual {
    /// The state from this limit on.
    fn add(&mut self, limit: u64, state: State) {
        match self.stretches.last_mut() {
            Some(last) if last.state == state => {}
            last => {
                if let Some(last) = last {
                    last.to = Some(limit);
                }
                self.stretches.push(Stretch { from: limit, to: None, state });
            }
        }
    }

    /// What comes from this limit on is not known.
    fn end(&mut self, limit: u64) {
        self.complete = false;
        if let Some(last) = self.stretches.last_mut() {
            last.to = Some(limit);
        }
    }

    /// The same with what follows it.
    fn joined(mut self, higher: Self) -> Self {
        let end = higher.stretches.last().and_then(|last| last.to);
        for Stretch { from, state, .. } in higher.stretches {
            self.add(from, state);
        }
        if let Some(last) = self.stretches.last_mut() {
            last.to = end;
        }
        self.complete &= higher.complete;
        self
    }
}
