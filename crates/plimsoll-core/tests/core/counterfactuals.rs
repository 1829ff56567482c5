//! What other limits would have brought: the stretches are exact, against trying every limit one by one.

use crate::support::random::{Voyage, capsule, scaled};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{Fate, Outcome, State, counterfactual, decide};
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
    let found = counterfactual(capsule, candidate, from, to, 100_000).expect("it can be decided");
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
}

/// A capsule, one of its candidates, and some limits to try.
fn cases(voyage: Voyage) -> impl Strategy<Value = (Capsule, usize, Vec<u64>)> {
    let probes = prop::collection::vec(any::<u64>(), 8);
    (capsule(voyage), any::<prop::sample::Index>(), probes).prop_map(|(capsule, index, probes)| {
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
    fn pack_with_a_sentence_tells_every_limit(
        (capsule, candidate, probes) in cases(Voyage::PackSentence),
    ) {
        check(&capsule, candidate, &probes);
    }
}
