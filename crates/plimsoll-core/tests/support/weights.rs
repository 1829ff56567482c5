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
            overhead: overhead(capsule),
        };
        for &index in &decision.ranking {
            let verdict = &decision.verdicts[index];
            let rung = match verdict.fate {
                Fate::Aboard { rung, .. } => Some(rung),
                Fate::Shed { .. } => None,
                _ => continue,
            };
            let candidate = &capsule.candidates[index];
            let group = capsule.groups.iter().position(|group| group.name == candidate.group);
            let group = group.expect("groups of candidates exist");
            let required = verdict.required;
            reached.items.push(Item { group, kind: &candidate.kind, required });
            reached.weights.push(weigh(capsule, candidate));
            reached.rungs.push(rung);
        }
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

/// The weights of a candidate's rungs, each strictly smaller than the one above.
pub(crate) fn weigh(capsule: &Capsule, candidate: &Candidate) -> Vec<u64> {
    let (renderer, counter) = instruments(capsule);
    let displayed = Displayed::new(candidate.text.text());
    let mut weights: Vec<u64> = Vec::new();
    for rung in 0..candidate.ladder.rungs() {
        let view = candidate.ladder.view(rung, displayed.line_count());
        let head = displayed.head(candidate, &view);
        let mut block = renderer.open_block(&head);
        for part in displayed.parts(&view) {
            block.push_str(&renderer.body(part.as_str()));
        }
        block.push_str(&renderer.close_block(&head));
        let weight = counter.count(&block);
        if weights.last().is_none_or(|last| weight < *last) {
            weights.push(weight);
        }
    }
    weights
}

/// What a document weighs before any block, with the longest notice where there may be one.
pub(crate) fn overhead(capsule: &Capsule) -> u64 {
    let (renderer, counter) = instruments(capsule);
    let worst = CutSummary::worst(capsule.candidates.len());
    let notice = capsule.notice_section.map_or(0, |_| counter.count(&renderer.notice(worst)));
    counter.count(renderer.open_document()) + counter.count(renderer.close_document()) + notice
}

fn instruments(capsule: &Capsule) -> (&'static dyn Renderer, &'static dyn Counter) {
    let counter = counter(&capsule.limit.counter).expect("tests use known counters");
    (renderer(capsule.format), counter)
}
