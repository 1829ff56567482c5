//! What a decision turns on: who may board at some limit, and on which rung. Everything that does not depend
//! on the limit is worked out once, so that other limits can be tried without counting anything again.

use super::Undecidable;
use super::overview::Overview;
use crate::admit::{self, Admission, Boarding, Offer};
use crate::capsule::{AdmissionRules, Capsule};
use crate::constraints::Standing;
use crate::count::Counter;
use crate::fit::{Fit, Fitted, Item, TooLarge, Weights};
use crate::limit::LARGEST_LIMIT;
use crate::rank::Ranking;
use crate::render::{CutSummary, Renderer, renderer};
use crate::weigh::Scales;
use std::collections::BTreeMap;

/// The candidates of a capsule in rank order, ready to be admitted and fitted.
pub(super) struct Hold<'a> {
    pub(super) capsule: &'a Capsule,
    pub(super) counter: &'a dyn Counter,
    pub(super) renderer: &'static dyn Renderer,
    pub(super) scales: Scales<'a>,
    /// What the document is to tell about itself, where there is room.
    overview: Option<Overview>,
    items: Vec<Item<'a>>,
    /// Without admission rules everybody may board.
    offers: Option<Vec<Offer>>,
    /// Constraints that match nothing.
    pub(super) unmatched: Vec<String>,
}

/// What comes of a limit.
pub(super) struct Settled {
    /// One for each item.
    pub(super) boarding: Vec<Boarding>,
    /// Where there are admission rules.
    pub(super) admission: Option<Admission>,
    pub(super) fitted: Result<Fitted, TooLarge>,
    /// Whether there is room for an overview.
    has_overview: bool,
    /// The smallest larger limit at which anything could turn out differently.
    pub(super) next_limit: Option<u64>,
}

impl<'a> Hold<'a> {
    pub(super) fn new(
        capsule: &'a Capsule,
        ranking: &Ranking,
        counter: &'a dyn Counter,
    ) -> Result<Self, Undecidable> {
        let renderer = renderer(capsule.format);
        let overview = Overview::of(capsule, renderer, counter);
        let contents_before = overview.as_ref().and(capsule.notice_section);
        let mut scales = Scales::new(renderer, counter, contents_before);
        let mut items = Vec::with_capacity(ranking.order.len());
        let places: BTreeMap<&str, usize> = capsule
            .groups
            .iter()
            .enumerate()
            .map(|(at, group)| (group.name.as_str(), at))
            .collect();
        for &index in &ranking.order {
            let candidate = &capsule.candidates[index];
            let group = *places
                .get(candidate.group.as_str())
                .ok_or_else(|| Undecidable::NoGroup(candidate.name.as_str().to_owned()))?;
            items.push(Item { group, kind: &candidate.kind, required: candidate.required });
            scales.add(candidate, ranking.scores[index].total);
        }
        let (offers, unmatched) = (None, Vec::new());
        let mut hold =
            Self { capsule, counter, renderer, scales, overview, items, offers, unmatched };
        if let Some(rules) = &capsule.admission {
            hold.make_offers(rules)?;
        }
        Ok(hold)
    }

    fn make_offers(&mut self, rules: &AdmissionRules) -> Result<(), Undecidable> {
        let mut compiled = rules.constraints.compile()?;
        let mut offers = Vec::with_capacity(self.items.len());
        for (item, load) in self.scales.loads.iter().enumerate() {
            let candidate = load.candidate;
            // What the door itself requires boards like what is pinned; exclusion beats both.
            let standing = match compiled.standing(candidate.matchable()) {
                Standing::MustInclude | Standing::Open if candidate.required => Standing::Pinned,
                standing => standing,
            };
            let estimate = match candidate.estimate {
                Some(estimate) => estimate.min(LARGEST_LIMIT),
                None => self.scales.weight(item, 0),
            };
            offers.push(Offer { group: self.items[item].group, estimate, standing });
        }
        self.unmatched = compiled.unmatched();
        self.offers = Some(offers);
        Ok(())
    }

    /// What an item is estimated at.
    pub(super) fn estimate(&self, item: usize) -> u64 {
        match &self.offers {
            Some(offers) => offers[item].estimate,
            None => self.scales.weight(item, 0),
        }
    }

    /// Admits and fits within a limit. The overview gives way before a call is refused.
    pub(super) fn settle(&self, limit: u64) -> Settled {
        let settled = self.settle_with(limit, self.overview.as_ref());
        if self.overview.is_none() || settled.fitted.is_ok() {
            return settled;
        }
        let plain = self.settle_with(limit, None);
        let next = [settled.next_limit, plain.next_limit];
        Settled { next_limit: next.into_iter().flatten().min(), ..plain }
    }

    /// The overview of what has been settled.
    pub(super) fn overview_of(&self, settled: &Settled) -> Option<&Overview> {
        self.overview.as_ref().filter(|_| settled.has_overview)
    }

    fn settle_with(&self, limit: u64, overview: Option<&Overview>) -> Settled {
        let framing = |cut: Option<CutSummary>| {
            self.framing(cut) + overview.map_or(0, |overview| overview.room(cut.is_some()))
        };
        let longest_framing = framing(Some(CutSummary::worst(self.items.len())));
        let admission = self.offers.as_ref().map(|offers| {
            let total = limit.saturating_sub(longest_framing);
            admit::admit(offers, &self.capsule.groups, total)
        });
        let everybody = || vec![Boarding::Admitted; self.items.len()];
        let boarding = admission.as_ref().map_or_else(everybody, |a| a.boarding.clone());
        // A document in which nothing is cut needs no notice that says so. Where something is, room is
        // kept for the longest one before it is known.
        let with_lines = overview.is_some();
        let mut fitted = self.fit(&boarding, limit, framing(None), with_lines);
        let mut next = [admission.as_ref().and_then(|a| a.next_total), None, next_limit(&fitted)];
        next[0] = next[0].map(|total| total + longest_framing);
        let is_uncut = fitted.as_ref().is_ok_and(|f| f.rungs.iter().all(|&rung| rung == Some(0)));
        if self.capsule.notice_section.is_some() && !is_uncut {
            // What is said to be needed is what would do: everything whole, or the least with its notice.
            // Without everybody aboard there is a notice, however much is whole.
            let everybody = boarding.iter().all(may_board);
            let whole = framing(None) + self.whole(&boarding, with_lines);
            let whole = if everybody { whole } else { u64::MAX };
            fitted = self
                .fit(&boarding, limit, longest_framing, with_lines)
                .map_err(|too_large| TooLarge { needed: too_large.needed.min(whole), ..too_large });
            next[1] = next_limit(&fitted);
        }
        let (has_overview, next_limit) = (with_lines, next.into_iter().flatten().min());
        Settled { boarding, admission, fitted, has_overview, next_limit }
    }

    /// What everything that may board weighs whole.
    fn whole(&self, boarding: &[Boarding], with_lines: bool) -> u64 {
        let items: Vec<usize> =
            (0..boarding.len()).filter(|&item| may_board(&boarding[item])).collect();
        let weights = Subset { scales: &self.scales, items: &items, with_lines };
        (0..items.len()).map(|item| weights.weight(item, 0)).sum()
    }

    /// What the document counts without any block, with a notice of what was cut where the door wants it.
    fn framing(&self, cut: Option<CutSummary>) -> u64 {
        let cut = cut.filter(|_| self.capsule.notice_section.is_some());
        let notice = cut.map_or(0, |cut| self.counter.count(&self.renderer.notice(cut)));
        self.counter.count(self.renderer.open_document())
            + self.counter.count(self.renderer.close_document())
            + notice
    }

    fn fit(
        &self,
        boarding: &[Boarding],
        limit: u64,
        framing: u64,
        with_lines: bool,
    ) -> Result<Fitted, TooLarge> {
        let aboard: Vec<usize> =
            (0..self.items.len()).filter(|&item| may_board(&boarding[item])).collect();
        let admitted: Vec<Item<'_>> = aboard
            .iter()
            .map(|&item| Item {
                required: self.items[item].required || boarding[item] == Boarding::Required,
                ..self.items[item].clone()
            })
            .collect();
        let fit = Fit {
            items: &admitted,
            weights: &Subset { scales: &self.scales, items: &aboard, with_lines },
            groups: &self.capsule.groups,
            limit,
            overhead: framing,
        };
        let fitted = fit.run(&self.capsule.program)?;
        Ok(spread(fitted, &aboard, self.items.len()))
    }
}

fn may_board(boarding: &Boarding) -> bool {
    matches!(boarding, Boarding::Admitted | Boarding::Required)
}

fn next_limit(fitted: &Result<Fitted, TooLarge>) -> Option<u64> {
    match fitted {
        Ok(fitted) => fitted.next_limit,
        Err(too_large) => too_large.next_limit,
    }
}

/// The weights of some of the loads.
struct Subset<'a> {
    scales: &'a Scales<'a>,
    items: &'a [usize],
    /// Each with its line in the table of contents.
    with_lines: bool,
}

impl Weights for Subset<'_> {
    fn rungs(&self, item: usize) -> usize {
        self.scales.rungs(self.items[item])
    }
    fn weight(&self, item: usize, rung: usize) -> u64 {
        let item = self.items[item];
        let line = if self.with_lines { self.scales.line_weight(item, rung) } else { 0 };
        self.scales.weight(item, rung) + line
    }
    fn value(&self, item: usize, rung: usize) -> u64 {
        self.scales.value(self.items[item], rung)
    }
}

/// The result of fitting a subset, as one for all items.
fn spread(fitted: Fitted, subset: &[usize], items: usize) -> Fitted {
    let mut rungs = vec![None; items];
    for (&item, rung) in subset.iter().zip(fitted.rungs) {
        rungs[item] = rung;
    }
    let actions = fitted.actions.into_iter().map(|action| action.map_item(|item| subset[item]));
    Fitted { rungs, actions: actions.collect(), ..fitted }
}
