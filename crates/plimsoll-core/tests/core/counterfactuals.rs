//! What other limits would have brought: the stretches are exact, against trying every limit one by one.

use crate::support::random::{Voyage, capsule, scaled, with_overview};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{
    Alternatives, Counterfactual, Fate, Outcome, Probe, Rung, State, Stretch, decide,
};
use plimsoll_core::limit::LARGEST_LIMIT;
use proptest::prelude::*;

/// What really becomes of a candidate at a limit.
fn state_at(capsule: &Capsule, candidate: usize, limit: u64) -> State {
    let mut capsule = capsule.clone();
    capsule.limit.value = limit;
    let decision = decide(&capsule).expect("the capsule can be decided");
    match (&decision.outcome, &decision.verdicts[candidate].fate) {
        (Outcome::Refused(_), _) => State::Refused,
        (_, &Fate::Aboard { rung, level, count, .. }) => State::Aboard { rung, level, count },
        _ => State::Out,
    }
}

fn check(capsule: &Capsule, candidate: usize, probes: &[u64]) {
    let from = capsule.limit.value / 2;
    let to = capsule.limit.value * 2;
    let alternatives = Alternatives::of(capsule).expect("it can be decided");
    let found = between(&alternatives, candidate, from, to);
    assert!(found.complete);
    assert_eq!(found.stretches[0].from, from);
    for pair in found.stretches.windows(2) {
        assert_eq!(pair[0].to, Some(pair[1].from), "stretches follow each other");
        assert_ne!(pair[0].state, pair[1].state, "what does not change is one stretch");
    }
    assert!(found.stretches.iter().all(|stretch| stretch.from <= to));
    // Both sides of every edge, and some limits in between.
    let edges = found.stretches.iter().flat_map(|s| [s.from, s.from.saturating_sub(1).max(from)]);
    let between = probes.iter().map(|probe| from + probe % (to - from + 1));
    for limit in edges.chain(between).chain([to]) {
        let stretch =
            found.stretches.iter().rfind(|s| s.from <= limit).expect("it starts at `from`");
        assert!(stretch.to.is_none_or(|to| limit < to), "stretches follow each other");
        assert_eq!(stretch.state, state_at(capsule, candidate, limit), "at {limit}");
    }
    let rungs = alternatives.rungs(candidate).expect("it is a candidate");
    assert!(rungs.windows(2).all(|pair| pair[0].count > pair[1].count), "{rungs:?}");
    let shown = found.stretches.iter().filter_map(|stretch| match stretch.state {
        State::Aboard { rung, level, count } => Some(Rung { rung, level, count }),
        State::Out | State::Refused => None,
    });
    for rung in shown {
        assert!(rungs.contains(&rung), "{rung:?} of {rungs:?}");
    }
    check_around(&alternatives, candidate);
}

/// Something that is in at one of the limits that were tried and not at the next has its place of turning told.
fn check_edges(found: &Counterfactual, all: &Counterfactual) {
    let is_in = |state: &State| matches!(state, State::Aboard { .. });
    let at = |limit: u64| &all.stretches.iter().rfind(|one| one.from <= limit).expect("one").state;
    let probes = found.probes.iter().map(|probe| probe.limit);
    let edges = found.stretches.iter().flat_map(|one| [Some(one.from), one.to.map(|to| to - 1)]);
    let mut limits: Vec<u64> = probes.chain(edges.flatten()).collect();
    limits.sort_unstable();
    limits.dedup();
    for pair in limits.windows(2) {
        let turns = is_in(at(pair[0])) != is_in(at(pair[1]));
        assert!(!turns || pair[1] - pair[0] == 1, "{pair:?}: {found:?} {all:?}");
    }
}

fn between(
    alternatives: &Alternatives<'_>,
    candidate: usize,
    from: u64,
    to: u64,
) -> Counterfactual {
    let found = alternatives.between(&[candidate], from, to, 100_000).expect("it is a candidate");
    found.into_iter().next().expect("there is one for each candidate")
}

/// However few runs there are, what is told is what all limits together tell.
fn check_around(alternatives: &Alternatives<'_>, candidate: usize) {
    let all = between(alternatives, candidate, 1, LARGEST_LIMIT);
    for most_runs in [2, 9, 40, 100_000] {
        let found = alternatives.around(&[candidate, candidate], most_runs).expect("it is one");
        assert_eq!(found[0], found[1]);
        let found = &found[0];
        assert_eq!(found.complete, *found == all, "{found:?} {all:?}");
        assert!(found.complete || most_runs < 100_000);
        for Stretch { from, to, state } in &found.stretches {
            let whole = all.stretches.iter().rfind(|one| one.from <= *from).expect("from 1 on");
            assert_eq!(*state, whole.state, "{found:?} {all:?}");
            let is_inside = whole.to.is_none_or(|end| to.is_some_and(|to| to <= end));
            assert!(is_inside, "{found:?} {all:?}");
        }
        assert!(!found.complete || found.probes.is_empty());
        for Probe { limit, state } in &found.probes {
            let whole = all.stretches.iter().rfind(|one| one.from <= *limit).expect("from 1 on");
            assert_eq!(*state, whole.state, "at {limit}: {found:?} {all:?}");
        }
        check_edges(found, &all);
    }
}

/// A capsule, one of its candidates, and some limits to try.
fn cases(voyage: Voyage) -> impl Strategy<Value = (Capsule, usize, Vec<u64>)> {
    of(capsule(voyage))
}

fn of(
    capsules: impl Strategy<Value = Capsule>,
) -> impl Strategy<Value = (Capsule, usize, Vec<u64>)> {
    let probes = prop::collection::vec(any::<u64>(), 8);
    (capsules, any::<prop::sample::Index>(), probes).prop_map(|(capsule, index, probes)| {
        let candidate = index.index(capsule.candidates.len());
        (capsule, candidate, probes)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(50), ..ProptestConfig::default() })]

    #[test]
    fn compose_tells_every_limit((capsule, candidate, probes) in cases(Voyage::Compose)) {
        check(&capsule, candidate, &probes);
    }

    #[test]
    fn build_tells_every_limit((capsule, candidate, probes) in cases(Voyage::Build)) {
        check(&capsule, candidate, &probes);
    }

    #[test]
    fn pack_with_a_task_tells_every_limit((capsule, candidate, probes) in cases(Voyage::PackTask)) {
        check(&capsule, candidate, &probes);
    }

    #[test]
    fn pack_with_an_overview_tells_every_limit(
        (capsule, candidate, probes) in of(with_overview()),
    ) {
        check(&capsule, candidate, &probes);
    }

    #[test]
    fn pack_with_a_sentence_tells_every_limit(
        (capsule, candidate, probes) in cases(Voyage::PackSentence),
    ) {
        check(&capsule, candidate, &probes);
    }
}
