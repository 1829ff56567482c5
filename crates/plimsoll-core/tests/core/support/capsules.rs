//! Capsules for tests: everything at its plainest, and what a test is about set by the test.

use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::capsule::{CAPSULE_VERSION, Capsule, ENGINE, InputFingerprints};
use plimsoll_core::decide::{Decision, Fate, Loaded, Outcome, decide};
use plimsoll_core::fit::{Group, Order, Program, Scope, Selector, Step};
use plimsoll_core::limit::{LARGEST_LIMIT, Limit, Unit};
use plimsoll_core::screened::{Finding, Grade, Screened, ScreenedValue};
use plimsoll_core::vocab::{Door, Format, Origin};
use serde_json::json;

pub(crate) const ONLY_GROUP: &str = "all";

/// A capsule in which everything gives way, worst first, until it fits.
pub(crate) fn lowering(format: Format, counter: &str, candidates: Vec<Candidate>) -> Capsule {
    let what = Selector::everything;
    let (order, within) = (Order::ReverseRank, Scope::Total);
    let lower = Step::Lower {
        what: what(),
        order,
        within,
        keep_floor: false,
        at_once: false,
        by_one: false,
    };
    Capsule {
        version: CAPSULE_VERSION,
        engine: ENGINE.to_owned(),
        door: Door::Pack,
        request: ScreenedValue::by_guard(json!({"goal": "test"})),
        limit: limit(counter, LARGEST_LIMIT),
        format,
        admission: None,
        groups: vec![Group::named(ONLY_GROUP)],
        program: Program { ashore: None, steps: vec![lower, Step::Refuse] },
        candidates,
        notice_section: None,
        overview: None,
        left_out: Vec::new(),
        fingerprints: InputFingerprints { project_index: "p".into(), config: "c".into() },
        screening: plimsoll_core::capsule::Evidence::default(),
        refusal: None,
    }
}

pub(crate) fn limit(counter: &str, value: u64) -> Limit {
    let unit = if counter == "utf16/1" { Unit::Characters } else { Unit::Tokens };
    Limit { value, unit, counter: counter.to_owned() }
}

pub(crate) fn file(path: &str, text: &str) -> Candidate {
    let name = Name::Path(path.to_owned());
    Candidate::new("file", ONLY_GROUP, Origin::Repository, name, screened(text))
}

pub(crate) fn screened(text: &str) -> Screened {
    redacted(text, &[])
}

/// A text with findings on some lines.
pub(crate) fn redacted(text: &str, lines: &[u32]) -> Screened {
    let finding =
        |&line: &u32| Finding { rule: "test".to_owned(), grade: Grade::Certain, line, lines: 1 };
    Screened::by_guard(text.to_owned(), lines.iter().map(finding).collect())
}

pub(crate) fn decided(capsule: &Capsule) -> Decision {
    decide(capsule).expect("a capsule of known counters, groups and globs")
}

pub(crate) fn loaded(decision: &Decision) -> Option<&Loaded> {
    match &decision.outcome {
        Outcome::Loaded(loaded) => Some(loaded),
        Outcome::Refused(_) => None,
    }
}

/// Indices of the candidates aboard, in the order in which they stand in the document.
pub(crate) fn aboard_by_position(capsule: &Capsule, decision: &Decision) -> Vec<usize> {
    let is_aboard = |&index: &usize| matches!(decision.verdicts[index].fate, Fate::Aboard { .. });
    let mut aboard: Vec<usize> = (0..capsule.candidates.len()).filter(is_aboard).collect();
    aboard
        .sort_by_key(|&index| (&capsule.candidates[index].position, decision.verdicts[index].rank));
    aboard
}

/// Decides at ever lower limits, from everything down to refusal, and shows each decision that loads.
pub(crate) fn every_rung(capsule: &mut Capsule, mut see: impl FnMut(&Capsule, &Decision)) -> usize {
    capsule.limit.value = LARGEST_LIMIT;
    let mut seen = 0;
    loop {
        let decision = decided(capsule);
        let Some(Loaded { used, .. }) = loaded(&decision) else { return seen };
        assert!(*used <= capsule.limit.value, "{used} is above {}", capsule.limit.value);
        see(capsule, &decision);
        seen += 1;
        capsule.limit.value = used - 1;
    }
}
