//! The stages of a decision: rank, admit, fit; then render, seal.

use super::document::render;
use super::hold::{Hold, Settled};
use super::{Decision, Fate, GroupShortfall, Outcome, Refused, Selection, Undecidable, Verdict};
use crate::admit::{Admission, Boarding};
use crate::capsule::Capsule;
use crate::count::Counter;
use crate::fit::{Action, Fitted, TooLarge, Weights};
use crate::rank::{Ranking, ranked};
use crate::seal;
use std::collections::BTreeMap;

/// Ranks, admits and fits.
pub(super) fn select<'a>(
    capsule: &'a Capsule,
    counter: &'a dyn Counter,
) -> Result<Selection<'a>, Undecidable> {
    let ranking = ranked(capsule);
    let mut decision = Decision {
        id: String::new(),
        fingerprint: String::new(),
        outcome: Outcome::Refused(Refused::TooLarge { needed: 0, limit: 0 }),
        verdicts: undecided(capsule, &ranking),
        ranking: ranking.order.clone(),
        admitted: Vec::new(),
        group_totals: BTreeMap::new(),
        shortfalls: Vec::new(),
        unmatched: Vec::new(),
        actions: Vec::new(),
    };
    let aboard = match &capsule.refusal {
        Some(refusal) => {
            decision.outcome = Outcome::Refused(Refused::Beforehand(refusal.clone()));
            None
        }
        None => board(capsule, &ranking, counter, &mut decision)?,
    };
    Ok(Selection { decision, aboard })
}

impl Selection<'_> {
    /// Writes the document and seals the decision. The fingerprint is that of the capsule.
    pub fn render(self, fingerprint: &str) -> Decision {
        let Self { mut decision, aboard } = self;
        if let Some((hold, settled)) = aboard
            && let Ok(fitted) = &settled.fitted
        {
            let loaded = render(&hold, hold.overview_of(&settled), fitted, &decision.ranking);
            let limit = hold.capsule.limit.value;
            decision.outcome = if loaded.used > limit {
                Outcome::Refused(Refused::TooLarge { needed: loaded.used, limit })
            } else {
                Outcome::Loaded(loaded)
            };
        }
        decision.fingerprint = seal_of(fingerprint, &decision.outcome);
        decision.id = seal::uuid("plimsoll.decision", &decision.fingerprint);
        decision
    }
}

fn undecided(capsule: &Capsule, ranking: &Ranking) -> Vec<Verdict> {
    let candidates = ranking.scores.iter().cloned().zip(&capsule.candidates);
    let mut verdicts: Vec<Verdict> = candidates
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
    verdicts
}

/// Admits and fits, and writes the fates of the candidates. Nothing is aboard where what is required does not fit.
fn board<'a>(
    capsule: &'a Capsule,
    ranking: &Ranking,
    counter: &'a dyn Counter,
    decision: &mut Decision,
) -> Result<Option<(Hold<'a>, Settled)>, Undecidable> {
    let hold = Hold::new(capsule, ranking, counter)?;
    let limit = capsule.limit.value;
    let settled = hold.settle(limit);
    decision.unmatched.clone_from(&hold.unmatched);
    for (item, &index) in decision.ranking.iter().enumerate() {
        decision.verdicts[index].estimate = hold.estimate(item);
    }
    match &settled.admission {
        Some(admission) => write_admission(capsule, admission, decision),
        None => decision.admitted.clone_from(&decision.ranking),
    }
    match &settled.fitted {
        Ok(fitted) => {
            write_fates(&hold, &settled.boarding, fitted, decision);
            Ok(Some((hold, settled)))
        }
        &Err(TooLarge { needed, .. }) => {
            decision.outcome = Outcome::Refused(Refused::TooLarge { needed, limit });
            Ok(None)
        }
    }
}

fn write_admission(capsule: &Capsule, admission: &Admission, decision: &mut Decision) {
    for (item, boarding) in admission.boarding.iter().enumerate() {
        let verdict = &mut decision.verdicts[decision.ranking[item]];
        verdict.required = match boarding {
            Boarding::Required => true,
            Boarding::Admitted => verdict.required,
            Boarding::Rejected(_) => false,
        };
    }
    decision.admitted = admission.admitted.iter().map(|&item| decision.ranking[item]).collect();
    let shortfall = |shortfall: &crate::admit::Shortfall| GroupShortfall {
        group: capsule.groups[shortfall.group].name.clone(),
        requested: shortfall.requested,
        available: shortfall.available,
    };
    decision.shortfalls = admission.shortfalls.iter().map(shortfall).collect();
}

fn write_fates(hold: &Hold<'_>, boarding: &[Boarding], fitted: &Fitted, decision: &mut Decision) {
    let scales = &hold.scales;
    for (item, boarded) in boarding.iter().enumerate() {
        let fate = match (boarded, fitted.rungs[item]) {
            (_, Some(rung)) => Fate::Aboard {
                rung: scales.ladder_rung(item, rung),
                level: scales.view(item, rung).level,
                count: scales.weight(item, rung),
                whole: scales.weight(item, 0),
            },
            (Boarding::Rejected(rejection), None) => Fate::Rejected(rejection.clone()),
            (Boarding::Admitted | Boarding::Required, None) => {
                Fate::Shed { smallest: scales.weight(item, scales.rungs(item) - 1) }
            }
        };
        let verdict = &mut decision.verdicts[decision.ranking[item]];
        verdict.fate = fate;
    }
    // Blocks alone: the lines of a table of contents belong to no group.
    let names = hold.capsule.groups.iter().map(|group| (group.name.clone(), 0));
    decision.group_totals = names.collect();
    for (item, rung) in fitted.rungs.iter().enumerate() {
        let group = decision.group_totals.get_mut(&scales.loads[item].candidate.group);
        if let (Some(group), Some(rung)) = (group, rung) {
            *group += scales.weight(item, *rung);
        }
    }
    let by_candidate = |action: &Action| action.map_item(|item| decision.ranking[item]);
    decision.actions = fitted.actions.iter().map(by_candidate).collect();
}

/// Over everything that a decision was made from, by its fingerprint, and the document that came of it.
pub(super) fn seal_of(capsule: &str, outcome: &Outcome) -> String {
    let document = match outcome {
        Outcome::Loaded(loaded) => seal::sha256_hex(loaded.document.as_bytes()),
        Outcome::Refused(_) => String::new(),
    };
    seal::fingerprint("plimsoll.decision.1", &(capsule, document))
}
