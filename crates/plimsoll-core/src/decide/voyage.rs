//! The stages of a decision: rank, admit, fit, render, seal.

use super::order::ranked;
use super::{
    Decision, Fate, GroupShortfall, Loaded, Outcome, PlacedBlock, Refused, Undecidable, Verdict,
};
use crate::admit::{self, Offer, Verdict as Boarding};
use crate::capsule::{AdmissionRules, Capsule};
use crate::constraints::Standing;
use crate::count::{Counter, counter};
use crate::fit::{Action, Fit, Fitted, Item, TooLarge, Weights};
use crate::lanes;
use crate::limit::LARGEST_LIMIT;
use crate::render::{CutSummary, Renderer, renderer};
use crate::seal;
use crate::weigh::Scales;
use std::collections::BTreeMap;

/// One run of the pure function.
pub(super) struct Voyage<'a> {
    capsule: &'a Capsule,
    counter: &'static dyn Counter,
    renderer: &'static dyn Renderer,
}

impl<'a> Voyage<'a> {
    pub(super) fn new(capsule: &'a Capsule) -> Result<Self, Undecidable> {
        let counter = counter(&capsule.limit.counter)
            .ok_or_else(|| Undecidable::NoCounter(capsule.limit.counter.clone()))?;
        Ok(Self { capsule, counter, renderer: renderer(capsule.format) })
    }

    pub(super) fn run(&self) -> Result<Decision, Undecidable> {
        let capsule = self.capsule;
        let ranking = ranked(capsule);
        let mut verdicts: Vec<Verdict> = ranking
            .scores
            .into_iter()
            .zip(&capsule.candidates)
            .map(|(score, candidate)| Verdict {
                rank: 0,
                score,
                required: candidate.required,
                estimate: 0,
                fate: Fate::Undecided,
            })
            .collect();
        for (place, &index) in ranking.order.iter().enumerate() {
            verdicts[index].rank = place;
        }
        let mut decision = Decision {
            id: String::new(),
            fingerprint: String::new(),
            outcome: Outcome::Refused(Refused::TooLarge { needed: 0, limit: 0 }),
            verdicts,
            ranking: ranking.order,
            admitted: Vec::new(),
            group_totals: BTreeMap::new(),
            shortfalls: Vec::new(),
            unmatched: Vec::new(),
            actions: Vec::new(),
        };
        decision.outcome = match &capsule.refusal {
            Some(refusal) => Outcome::Refused(Refused::Beforehand(refusal.clone())),
            None => self.load(&mut decision)?,
        };
        self.seal(&mut decision);
        Ok(decision)
    }

    /// Admits, fits and renders, and writes the fates of the candidates.
    fn load(&self, decision: &mut Decision) -> Result<Outcome, Undecidable> {
        let scales = self.scales(decision);
        let items = self.items(&scales, decision)?;
        let boarding = self.admit(&scales, &items, decision)?;
        let fitted = match self.fit_with_notice(&scales, &items, &boarding) {
            Ok(fitted) => fitted,
            Err(TooLarge { needed, limit }) => {
                return Ok(Outcome::Refused(Refused::TooLarge { needed, limit }));
            }
        };
        self.write_fates(&scales, &boarding, &fitted, decision);
        let loaded = self.render(&scales, &fitted, decision);
        if loaded.used > self.capsule.limit.value {
            let limit = self.capsule.limit.value;
            return Ok(Outcome::Refused(Refused::TooLarge { needed: loaded.used, limit }));
        }
        Ok(Outcome::Loaded(loaded))
    }

    /// The candidates in rank order, ready to be weighed.
    fn scales(&self, decision: &Decision) -> Scales<'a> {
        let mut scales = Scales::new(self.renderer, self.counter);
        for &index in &decision.ranking {
            scales.add(&self.capsule.candidates[index]);
        }
        scales
    }

    fn items(
        &self,
        scales: &Scales<'a>,
        decision: &Decision,
    ) -> Result<Vec<Item<'a>>, Undecidable> {
        let place = |name: &str| self.capsule.groups.iter().position(|group| group.name == name);
        let mut places: BTreeMap<&str, usize> = BTreeMap::new();
        let mut items = Vec::with_capacity(scales.loads.len());
        for (load, &index) in scales.loads.iter().zip(&decision.ranking) {
            let name = load.candidate.group.as_str();
            let group = match places.get(name) {
                Some(&group) => group,
                None => place(name)
                    .ok_or_else(|| Undecidable::NoGroup(load.candidate.name.as_str().to_owned()))?,
            };
            places.insert(name, group);
            let required = decision.verdicts[index].required;
            items.push(Item { group, kind: &load.candidate.kind, required });
        }
        Ok(items)
    }

    /// What the document counts without any block, with a notice of what was cut where the door wants it.
    fn framing(&self, cut: Option<CutSummary>) -> u64 {
        let cut = cut.filter(|_| self.capsule.notice_section.is_some());
        let notice = cut.map_or(0, |cut| self.counter.count(&self.renderer.notice(cut)));
        self.counter.count(self.renderer.open_document())
            + self.counter.count(self.renderer.close_document())
            + notice
    }

    /// Who may board, and as what. Without admission rules everybody may.
    fn admit(
        &self,
        scales: &Scales<'a>,
        items: &[Item<'a>],
        decision: &mut Decision,
    ) -> Result<Vec<Boarding>, Undecidable> {
        let Some(AdmissionRules { constraints, .. }) = &self.capsule.admission else {
            decision.admitted.clone_from(&decision.ranking);
            return Ok(vec![Boarding::Admitted; items.len()]);
        };
        let mut compiled = constraints.compile()?;
        let mut offers = Vec::with_capacity(items.len());
        for (item, load) in scales.loads.iter().enumerate() {
            let candidate = load.candidate;
            // What the door itself requires boards like what is pinned; exclusion beats both.
            let standing = match compiled.standing(candidate.matchable()) {
                Standing::MustInclude | Standing::Open if candidate.required => Standing::Pinned,
                standing => standing,
            };
            // What is excluded is not even counted.
            let estimate = match (&standing, candidate.estimate) {
                (Standing::Excluded { .. }, estimate) => estimate.unwrap_or(0),
                (_, Some(estimate)) => estimate.min(LARGEST_LIMIT),
                (_, None) => scales.weight(item, 0),
            };
            decision.verdicts[decision.ranking[item]].estimate = estimate;
            offers.push(Offer { group: items[item].group, estimate, standing });
        }
        let total = self.capsule.limit.value.saturating_sub(self.longest_framing());
        let admission = admit::admit(&offers, &lanes::numbers(&self.capsule.groups), total);
        decision.unmatched = compiled.unmatched();
        decision.admitted = admission.admitted.iter().map(|&item| decision.ranking[item]).collect();
        decision.shortfalls = admission
            .shortfalls
            .iter()
            .map(|shortfall| GroupShortfall {
                group: self.capsule.groups[shortfall.group].name.clone(),
                requested: shortfall.requested,
                available: shortfall.available,
            })
            .collect();
        for (item, verdict) in admission.verdicts.iter().enumerate() {
            let required = &mut decision.verdicts[decision.ranking[item]].required;
            match verdict {
                Boarding::Required => *required = true,
                // Exclusion beats what the door requires, and nothing is both.
                Boarding::Excluded { .. } => *required = false,
                _ => {}
            }
        }
        Ok(admission.verdicts)
    }

    /// A document in which nothing is cut needs no notice that says so. Where something is, room is kept
    /// for the longest one before it is known.
    fn fit_with_notice(
        &self,
        scales: &Scales<'a>,
        items: &[Item<'a>],
        boarding: &[Boarding],
    ) -> Result<Fitted, TooLarge> {
        let fitted = self.fit(scales, items, boarding, self.framing(None));
        let uncut = |fitted: &Fitted| fitted.rungs.iter().all(|&rung| rung == Some(0));
        if self.capsule.notice_section.is_none() || fitted.as_ref().is_ok_and(uncut) {
            return fitted;
        }
        // What is said to be needed is what would do: everything uncut, or the least with its notice.
        self.fit(scales, items, boarding, self.longest_framing()).map_err(|too_large| TooLarge {
            needed: too_large.needed.min(self.uncut(scales, boarding)),
            ..too_large
        })
    }

    /// What the document would count with everything whole.
    fn uncut(&self, scales: &Scales<'a>, boarding: &[Boarding]) -> u64 {
        let aboard = (0..boarding.len())
            .filter(|&item| matches!(boarding[item], Boarding::Admitted | Boarding::Required));
        self.framing(None) + aboard.map(|item| scales.weight(item, 0)).sum::<u64>()
    }

    /// The framing with a notice as long as any could be.
    fn longest_framing(&self) -> u64 {
        self.framing(Some(CutSummary::worst(self.capsule.candidates.len())))
    }

    fn fit(
        &self,
        scales: &Scales<'a>,
        items: &[Item<'a>],
        boarding: &[Boarding],
        framing: u64,
    ) -> Result<Fitted, TooLarge> {
        let aboard: Vec<usize> = (0..items.len())
            .filter(|&item| matches!(boarding[item], Boarding::Admitted | Boarding::Required))
            .collect();
        let admitted: Vec<Item<'_>> = aboard
            .iter()
            .map(|&item| Item {
                required: items[item].required || boarding[item] == Boarding::Required,
                ..items[item].clone()
            })
            .collect();
        let fit = Fit {
            items: &admitted,
            weights: &Subset { scales, items: &aboard },
            groups: &self.capsule.groups,
            limit: self.capsule.limit.value,
            overhead: framing,
        };
        let fitted = fit.run(&self.capsule.program)?;
        Ok(spread(fitted, &aboard, items.len()))
    }

    fn write_fates(
        &self,
        scales: &Scales<'a>,
        boarding: &[Boarding],
        fitted: &Fitted,
        decision: &mut Decision,
    ) {
        for (item, verdict) in boarding.iter().enumerate() {
            let fate = match (verdict, fitted.rungs[item]) {
                (_, Some(rung)) => Fate::Aboard {
                    rung: scales.ladder_rung(item, rung),
                    level: scales.view(item, rung).level,
                    count: scales.weight(item, rung),
                    whole: scales.weight(item, 0),
                },
                (Boarding::Excluded { reason }, None) => Fate::Excluded { reason: reason.clone() },
                (&Boarding::GroupFull { used, max, estimate }, None) => {
                    Fate::GroupFull { used, max, estimate }
                }
                (&Boarding::NoRoom { used, total, estimate }, None) => {
                    Fate::NoRoom { used, total, estimate }
                }
                (Boarding::Admitted | Boarding::Required, None) => {
                    Fate::Shed { smallest: scales.weight(item, scales.rungs(item) - 1) }
                }
            };
            decision.verdicts[decision.ranking[item]].fate = fate;
        }
        let names = self.capsule.groups.iter().map(|group| group.name.clone());
        decision.group_totals = names.zip(fitted.group_totals.iter().copied()).collect();
        let by_candidate = |action: &Action| action.map_item(|item| decision.ranking[item]);
        decision.actions = fitted.actions.iter().map(by_candidate).collect();
    }

    /// Writes the document: what is aboard, by position.
    fn render(&self, scales: &Scales<'a>, fitted: &Fitted, decision: &Decision) -> Loaded {
        let mut aboard: Vec<(usize, usize)> = Vec::new();
        let mut cut = CutSummary { candidates: fitted.rungs.len(), left_out: 0, shortened: 0 };
        for (item, rung) in fitted.rungs.iter().enumerate() {
            match rung {
                Some(rung) => aboard.push((item, *rung)),
                None => cut.left_out += 1,
            }
            cut.shortened += usize::from(rung.is_some_and(|rung| rung > 0));
        }
        aboard.sort_by(|(a, _), (b, _)| {
            let position = |item: usize| &scales.loads[item].candidate.position;
            position(*a).cmp(position(*b)).then(a.cmp(b))
        });
        let mut document = String::from(self.renderer.open_document());
        let mut notice = self.capsule.notice_section.filter(|_| !cut.is_nothing());
        let mut blocks = Vec::with_capacity(aboard.len());
        let mut breakpoints = Vec::new();
        let mut section = None;
        for (item, rung) in aboard {
            let candidate = scales.loads[item].candidate;
            if notice.is_some_and(|before| candidate.position.section >= before) {
                document.push_str(&self.renderer.notice(cut));
                notice = None;
            }
            if section.replace(candidate.position.section) != Some(candidate.position.section) {
                breakpoints.push(document.len());
            }
            let start = document.len();
            scales.write(item, rung, &mut document);
            let candidate = decision.ranking[item];
            blocks.push(PlacedBlock { candidate, start, end: document.len() });
        }
        if notice.is_some() {
            document.push_str(&self.renderer.notice(cut));
        }
        document.push_str(self.renderer.close_document());
        let blocks_weight: u64 = fitted.group_totals.iter().sum();
        let framing = self.framing(if cut.is_nothing() { None } else { Some(cut) });
        // The count of the whole is the sum of its parts; a limit is not left to that proof alone.
        let used = (framing + blocks_weight).max(self.counter.count(&document));
        let truncated = !cut.is_nothing();
        Loaded { framing: used - blocks_weight, used, document, blocks, truncated, breakpoints }
    }

    fn seal(&self, decision: &mut Decision) {
        let document = match &decision.outcome {
            Outcome::Loaded(loaded) => seal::sha256_hex(loaded.document.as_bytes()),
            Outcome::Refused(_) => String::new(),
        };
        decision.fingerprint =
            seal::fingerprint("plimsoll.decision.1", &(self.capsule.fingerprint(), document));
        decision.id = seal::uuid("plimsoll.decision", &decision.fingerprint);
    }
}

/// The weights of some of the loads.
struct Subset<'a> {
    scales: &'a Scales<'a>,
    items: &'a [usize],
}

impl Weights for Subset<'_> {
    fn rungs(&self, item: usize) -> usize {
        self.scales.rungs(self.items[item])
    }
    fn weight(&self, item: usize, rung: usize) -> u64 {
        self.scales.weight(self.items[item], rung)
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
