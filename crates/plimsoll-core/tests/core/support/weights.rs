//! What the rungs of candidates weigh, by rendering and counting each in full.

use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::count::{Counter, counter};
use plimsoll_core::decide::{Decision, Fate};
use plimsoll_core::fit::{Fit, Item};
use plimsoll_core::render::{CutSummary, Displayed, Renderer, renderer};

/// The state that fit has reached, with everything that is needed to go on from there.
#[derive(Debug)]
pub(crate) struct Reached<'a> {
    capsule: &'a Capsule,
    pub(crate) items: Vec<Item<'a>>,
    pub(crate) weights: Vec<Vec<u64>>,
    pub(crate) rungs: Vec<Option<usize>>,
    overhead: u64,
}

impl<'a> Reached<'a> {
    /// Those that were admitted, in rank order.
    pub(crate) fn of(capsule: &'a Capsule, decision: &Decision) -> Self {
        let mut reached = Self {
            capsule,
            items: Vec::new(),
            weights: Vec::new(),
            rungs: Vec::new(),
            overhead: 0,
        };
        for &index in &decision.ranking {
            let verdict = &decision.verdicts[index];
            let candidate = &capsule.candidates[index];
            let (ladder_rungs, weights): (Vec<usize>, Vec<u64>) =
                rungs(capsule, candidate).into_iter().unzip();
            let rung = match verdict.fate {
                Fate::Aboard { rung, .. } => {
                    let place = ladder_rungs.iter().position(|&of_ladder| of_ladder == rung);
                    Some(place.expect("fit takes only rungs that save something"))
                }
                Fate::Shed { .. } => None,
                _ => continue,
            };
            let group = capsule.groups.iter().position(|group| group.name == candidate.group);
            let group = group.expect("groups of candidates exist");
            let required = verdict.required;
            reached.items.push(Item { group, kind: &candidate.kind, required });
            reached.weights.push(weights);
            reached.rungs.push(rung);
        }
        let uncut = reached.rungs.len() == capsule.candidates.len()
            && reached.rungs.iter().all(|&rung| rung == Some(0));
        reached.overhead = overhead(capsule, uncut);
        reached
    }

    pub(crate) fn fit(&'a self) -> Fit<'a> {
        Fit {
            items: &self.items,
            weights: &self.weights,
            groups: &self.capsule.groups,
            limit: self.capsule.limit.value,
            overhead: self.overhead,
        }
    }

    pub(crate) fn weight(&self, item: usize) -> u64 {
        self.rungs[item].map_or(0, |rung| self.weights[item][rung])
    }

    pub(crate) fn total(&self) -> u64 {
        self.overhead + (0..self.items.len()).map(|item| self.weight(item)).sum::<u64>()
    }

    /// What stands in a group: its weight and how many.
    pub(crate) fn group(&self, group: usize) -> (u64, usize) {
        let members = (0..self.items.len()).filter(|&item| self.items[item].group == group);
        let aboard: Vec<usize> = members.filter(|&item| self.rungs[item].is_some()).collect();
        (aboard.iter().map(|&item| self.weight(item)).sum(), aboard.len())
    }
}

/// The rungs of a candidate's ladder with their weights, as far as each is smaller than the one above.
pub(crate) fn rungs(capsule: &Capsule, candidate: &Candidate) -> Vec<(usize, u64)> {
    let (renderer, counter) = instruments(capsule);
    let displayed = Displayed::of(candidate);
    let mut rungs: Vec<(usize, u64)> = Vec::new();
    for rung in 0..candidate.ladder.rungs() {
        let view = candidate.ladder.view(rung, displayed.line_count());
        let head = displayed.head(candidate, &view);
        let mut block = renderer.open_block(&head);
        for part in displayed.parts(&view) {
            block.push_str(&renderer.body(part.as_str()));
        }
        block.push_str(&renderer.close_block(&head));
        let weight = counter.count(&block);
        if rungs.last().is_none_or(|(_, last)| weight < *last) {
            rungs.push((rung, weight));
        }
    }
    rungs
}

/// What a document weighs before any block, with the longest notice where there may be one.
pub(crate) fn overhead(capsule: &Capsule, uncut: bool) -> u64 {
    let (renderer, counter) = instruments(capsule);
    let worst = CutSummary::worst(capsule.candidates.len());
    let notice = capsule.notice_section.filter(|_| !uncut);
    let notice = notice.map_or(0, |_| counter.count(&renderer.notice(worst)));
    counter.count(renderer.open_document()) + counter.count(renderer.close_document()) + notice
}

fn instruments(capsule: &Capsule) -> (&'static dyn Renderer, &'static dyn Counter) {
    let counter = counter(&capsule.limit.counter).expect("tests use known counters");
    (renderer(capsule.format), counter)
}
