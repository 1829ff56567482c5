//! What holds of the outcome of every decision.

use super::capsules::decided;
use super::{contents, tally};
use plimsoll_core::capsule::Capsule;
use plimsoll_core::decide::{Decision, Fate, Loaded, Outcome, PlacedBlock, Refused};

/// A document within the limit that holds what the verdicts say, or a refusal with true numbers.
pub(crate) fn check_outcome(capsule: &Capsule) {
    let decision = decided(capsule);
    assert_eq!(decision.verdicts.len(), capsule.candidates.len(), "one fate for each");
    match &decision.outcome {
        Outcome::Loaded(loaded) => {
            assert!(loaded.used <= capsule.limit.value);
            assert_eq!(decision.used(), loaded.used);
            check_breakpoints(capsule, loaded);
            contents::check(capsule, &decision, loaded);
            tally::check(capsule, &decision, loaded);
            let undecided = decision.verdicts.iter().any(|v| v.fate == Fate::Undecided);
            assert!(!undecided, "whoever is loaded is decided");
            check_required(&decision);
            check_maximums(capsule, &decision);
        }
        Outcome::Refused(Refused::TooLarge { needed, limit }) => {
            assert_eq!(*limit, capsule.limit.value);
            assert!(needed > limit, "{needed} would fit into {limit}");
            assert_eq!(decision.used(), *needed);
        }
        Outcome::Refused(Refused::Beforehand(_)) => panic!("nothing was refused beforehand"),
    }
}

/// A prompt cache can break where a section begins, and nowhere else.
fn check_breakpoints(capsule: &Capsule, loaded: &Loaded) {
    let section = |block: &PlacedBlock| capsule.candidates[block.candidate].position.section;
    let sections = loaded.blocks.chunk_by(|a, b| section(a) == section(b));
    let begins: Vec<usize> = sections.map(|blocks| blocks[0].start).collect();
    assert_eq!(loaded.breakpoints, begins);
}

fn check_required(decision: &Decision) {
    for verdict in decision.verdicts.iter().filter(|verdict| verdict.required) {
        assert!(matches!(verdict.fate, Fate::Aboard { .. }), "{verdict:?}");
    }
}

/// A group passes its maximum only by what is required.
fn check_maximums(capsule: &Capsule, decision: &Decision) {
    for group in &capsule.groups {
        let passed = group.max.is_some_and(|max| decision.group_totals[&group.name] > max);
        let aboard = capsule.candidates.iter().zip(&decision.verdicts).filter(|(candidate, v)| {
            candidate.group == group.name && matches!(v.fate, Fate::Aboard { .. })
        });
        let required = aboard.map(|(_, verdict)| verdict.required);
        assert!(!passed || required.min() == Some(true), "{} is above its maximum", group.name);
    }
}
