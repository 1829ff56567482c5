//! What holds of every decision, for the programs of all doors, on random capsules.

use crate::support::capsules::{decided, file, loaded, lowering};
use crate::support::outcome::check_outcome;
use crate::support::random::{Voyage, capsule, scaled, with_overview};
use crate::support::weights::Reached;
use plimsoll_core::budget::Budget;
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::{AdmissionRules, Capsule};
use plimsoll_core::constraints::Constraints;
use plimsoll_core::decide::{Decision, Fate, Outcome, Refused};
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::ladder::{self, Ladder};
use plimsoll_core::limit::{LARGEST_LIMIT, Limit};
use plimsoll_core::record::{Record, RecordedArtifact};
use plimsoll_core::replay::replay;
use plimsoll_core::score::{ScoreLine, Scoring};
use plimsoll_core::seal::canonical_json;
use plimsoll_core::vocab::{Format, PackClass};
use proptest::prelude::*;

/// The order of candidates is nobody's business, and without labels nothing could restore it.
fn check_permuted(capsule: &Capsule, permuted: Vec<Candidate>) {
    let mut capsule = capsule.clone();
    let mut permuted = Capsule { candidates: permuted, ..capsule.clone() };
    for candidate in capsule.candidates.iter_mut().chain(&mut permuted.candidates) {
        candidate.id.clear();
    }
    let capsule = &capsule;
    let (first, second) = (decided(capsule), decided(&permuted));
    assert_eq!(first.fingerprint, second.fingerprint);
    let document = |decision| loaded(decision).map(|loaded| loaded.document.clone());
    assert_eq!(document(&first), document(&second));
    assert_eq!(verdicts(capsule, &first), verdicts(&permuted, &second));
}

/// All verdicts with what they are about, in an order that does not depend on the capsule's.
fn verdicts(capsule: &Capsule, decision: &Decision) -> Vec<String> {
    let pairs = capsule.candidates.iter().zip(&decision.verdicts);
    let mut verdicts: Vec<String> = pairs
        .map(|(candidate, verdict)| {
            let unlabelled = Candidate { id: String::new(), ..candidate.clone() };
            format!("{unlabelled:?} {verdict:?}")
        })
        .collect();
    verdicts.sort();
    verdicts
}

/// A label depends on the workspace's secret; two clones must agree all the same.
fn check_relabelled(capsule: &Capsule) {
    let mut relabelled = capsule.clone();
    for (number, candidate) in relabelled.candidates.iter_mut().rev().enumerate() {
        candidate.id = format!("other-{number:02}");
    }
    assert_eq!(decided(capsule), decided(&relabelled));
}

fn check_replayed(capsule: &Capsule) {
    let json = serde_json::to_string(capsule).expect("a capsule serialises");
    let replayed: Capsule = serde_json::from_str(&json).expect("and is read back");
    assert_eq!(capsule, &replayed);
    assert_eq!(decided(capsule), decided(&replayed));
}

/// Fit, run with weights that were counted in full, comes to the same state.
fn check_refitted(capsule: &Capsule) {
    let decision = decided(capsule);
    if loaded(&decision).is_some() {
        let reached = Reached::of(capsule, &decision);
        let fitted = reached.fit().run(&capsule.program).expect("it has been loaded");
        assert_eq!(fitted.rungs, reached.rungs);
        assert_eq!(fitted.total, reached.total());
    }
}

fn check_takes_no_step_on_its_own_result(capsule: &Capsule) {
    let decision = decided(capsule);
    if loaded(&decision).is_some() {
        let reached = Reached::of(capsule, &decision);
        let again = reached.fit().run_from(&capsule.program, reached.rungs.clone());
        let again = again.expect("it has been loaded");
        assert_eq!(again.actions, []);
        assert_eq!(again.rungs, reached.rungs);
    }
}

/// After raising, no next rung of anything that may be raised would still fit.
fn check_leaves_no_room_unused(capsule: &Capsule, may_be_raised: impl Fn(&str) -> bool) {
    let decision = decided(capsule);
    if loaded(&decision).is_none() {
        return;
    }
    let reached = Reached::of(capsule, &decision);
    for (item, weights) in reached.weights.iter().enumerate() {
        let plimsoll_core::fit::Item { group, required, .. } = reached.items[item];
        let numbers = &capsule.groups[group];
        if !may_be_raised(&numbers.name) {
            continue;
        }
        let floor = if required { 0 } else { numbers.floor };
        let lowest = weights.iter().skip(1).take_while(|weight| **weight >= floor).count();
        let next = match reached.rungs[item] {
            Some(0) => continue,
            Some(rung) => rung - 1,
            None => lowest,
        };
        let gain = weights[next] - reached.weight(item);
        let (used, aboard) = reached.group(group);
        let alone = aboard == usize::from(reached.rungs[item].is_some());
        let in_group = numbers.max.is_none_or(|max| used + gain <= max) || (required && alone);
        let in_total = reached.total() + gain <= capsule.limit.value;
        assert!(!(in_group && in_total), "item {item} could still go to rung {next}");
    }
}

/// Where a limit loads, every larger one does.
fn check_monotone(capsule: &Capsule, more: u64) {
    let loads = |value: u64| {
        let mut capsule = capsule.clone();
        capsule.limit.value = value.min(LARGEST_LIMIT);
        loaded(&decided(&capsule)).is_some()
    };
    let tight = capsule.limit.value;
    assert!(!loads(tight) || loads(tight + more), "loads at {tight}, not at {}", tight + more);
    // The border itself, where there is one between nothing and here.
    let (mut refused, mut fits) = (0, tight + more);
    while loads(fits) && fits - refused > 1 {
        let middle = refused.midpoint(fits);
        if loads(middle) { fits = middle } else { refused = middle }
    }
    assert!(!loads(fits) || (0..4).all(|above| loads(fits + above)), "border at {fits}");
}

macro_rules! for_each_voyage {
    ($($module:ident = $voyage:expr;)+) => { $(
        mod $module {
            use super::*;

            proptest! {
                #![proptest_config(ProptestConfig {
                    cases: scaled(100),
                    failure_persistence: None,
                    ..ProptestConfig::default()
                })]

                #[test]
                fn a_document_holds_what_the_verdicts_say(capsule in capsule($voyage)) {
                    check_outcome(&capsule);
                }

                #[test]
                fn the_order_of_candidates_changes_nothing(
                    (capsule, permuted) in capsule($voyage).prop_flat_map(|capsule| {
                        let candidates = capsule.candidates.clone();
                        (Just(capsule), Just(candidates).prop_shuffle())
                    })
                ) {
                    check_permuted(&capsule, permuted);
                }

                #[test]
                fn labels_change_nothing(capsule in capsule($voyage)) {
                    check_relabelled(&capsule);
                }

                #[test]
                fn a_capsule_replays_from_its_json(capsule in capsule($voyage)) {
                    check_replayed(&capsule);
                }

            }

            proptest! {
                // Each of these decides some dozens of times.
                #![proptest_config(ProptestConfig {
                    cases: scaled(30),
                    failure_persistence: None,
                    ..ProptestConfig::default()
                })]

                #[test]
                fn a_larger_limit_still_loads(capsule in capsule($voyage), more in 1u64..500) {
                    check_monotone(&capsule, more);
                }
            }
        }
    )+ };
}

for_each_voyage! {
    compose = Voyage::Compose;
    build = Voyage::Build;
    pack_with_a_task = Voyage::PackTask;
    pack_with_a_sentence = Voyage::PackSentence;
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(200),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn compose_takes_no_step_on_its_own_result(capsule in capsule(Voyage::Compose)) {
        check_refitted(&capsule);
        check_takes_no_step_on_its_own_result(&capsule);
    }

    #[test]
    fn pack_takes_no_step_on_its_own_result(capsule in capsule(Voyage::PackTask)) {
        check_refitted(&capsule);
        check_takes_no_step_on_its_own_result(&capsule);
    }

    #[test]
    fn build_comes_to_the_same_state_by_full_counts(capsule in capsule(Voyage::Build)) {
        check_refitted(&capsule);
    }

    #[test]
    fn compose_leaves_no_room_unused(capsule in capsule(Voyage::Compose)) {
        check_leaves_no_room_unused(&capsule, |_| true);
    }

    #[test]
    fn pack_with_a_task_leaves_no_room_unused(capsule in capsule(Voyage::PackTask)) {
        check_leaves_no_room_unused(&capsule, |_| true);
    }

    #[test]
    fn pack_with_a_sentence_leaves_no_room_unused(capsule in capsule(Voyage::PackSentence)) {
        check_leaves_no_room_unused(&capsule, |group| group == "low");
    }
}

/// A replay equals the original; a record that says something else names what.
fn check_replay(capsule: &Capsule) {
    let decision = decided(capsule);
    let record = Record::of(capsule, &decision, 7);
    let (again, found) = replay(capsule, &record).expect("it was decided before");
    assert_eq!(again, decision);
    assert!(found.passed && found.differences.is_empty(), "{found:?}");
    let forged = Record { used: record.used + 1, ..record };
    let (_, found) = replay(capsule, &forged).expect("it was decided before");
    assert!(!found.passed);
    assert_eq!(found.differences.iter().map(|d| d.what.as_str()).collect::<Vec<_>>(), ["used"]);
}

/// Whatever a record says that is not so is named, with what was recorded and what is.
fn check_forged(capsule: &Capsule) {
    let decision = decided(capsule);
    let record = Record::of(capsule, &decision, 7);
    let differences = |forge: &dyn Fn(&mut Record)| {
        let mut forged = record.clone();
        forge(&mut forged);
        let (_, found) = replay(capsule, &forged).expect("it was decided before");
        assert_eq!(found.passed, forged == record);
        found.differences.into_iter().map(|d| (d.what, d.was, d.is)).collect::<Vec<_>>()
    };
    let named =
        |what: &str, was: &str, is: &str| vec![(what.to_owned(), was.to_owned(), is.to_owned())];
    let document = record.document.clone().unwrap_or("nothing".to_owned());
    assert_eq!(
        differences(&|forged| forged.document = Some("other".to_owned())),
        named("document", "other", &document)
    );
    assert_eq!(
        differences(&|forged| forged.outcome = "other".to_owned()),
        named("outcome", "other", &record.outcome)
    );
    for at in 0..record.artifacts.len() {
        let artifact = &record.artifacts[at];
        let (what, is) = (format!("artifact {}", artifact.id), canonical_json(artifact));
        let heavier =
            RecordedArtifact { count: Some(artifact.count.unwrap_or(0) + 1), ..artifact.clone() };
        let lane = RecordedArtifact { group: "other".to_owned(), ..artifact.clone() };
        for other in [heavier, lane] {
            let was = canonical_json(&other);
            let found = differences(&|forged| forged.artifacts[at] = other.clone());
            assert_eq!(found, named(&what, &was, &is));
        }
        let lost = differences(&|forged| drop(forged.artifacts.remove(at)));
        assert_eq!(lost, named(&what, "nothing", &is));
    }
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: scaled(10),
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn replay_names_everything_that_is_not_as_it_was(
        capsule in prop_oneof![capsule(Voyage::Compose), capsule(Voyage::Build)],
    ) {
        check_forged(&capsule);
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(100), ..ProptestConfig::default() })]

    #[test]
    fn replay_equals_the_original(
        capsule in prop_oneof![
            capsule(Voyage::Compose),
            capsule(Voyage::Build),
            capsule(Voyage::PackTask),
            capsule(Voyage::PackSentence),
        ],
    ) {
        check_replay(&capsule);
    }
}

/// What is said to be needed would do, and less would not.
fn check_needed(capsule: &Capsule) {
    let mut capsule = capsule.clone();
    let Outcome::Refused(Refused::TooLarge { needed, .. }) = decided(&capsule).outcome else {
        return;
    };
    capsule.limit.value = needed;
    assert!(loaded(&decided(&capsule)).is_some(), "{needed} would not do");
    capsule.limit.value = needed - 1;
    assert!(loaded(&decided(&capsule)).is_none(), "less than {needed} would do");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(100), ..ProptestConfig::default() })]

    #[test]
    fn pack_says_what_is_needed(
        capsule in prop_oneof![capsule(Voyage::PackTask), capsule(Voyage::PackSentence)],
        share in 1..40_u64,
    ) {
        let limit = Limit { value: capsule.limit.value * share / 40, ..capsule.limit.clone() };
        check_needed(&Capsule { limit, ..capsule });
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: scaled(200), ..ProptestConfig::default() })]

    /// With an overview everything holds that holds without one, and nothing more is refused.
    #[test]
    fn an_overview_keeps_every_promise(capsule in with_overview(), share in 1..40_u64) {
        check_outcome(&capsule);
        check_replayed(&capsule);
        check_relabelled(&capsule);
        check_monotone(&capsule, 50);
        let limit = Limit { value: capsule.limit.value * share / 40, ..capsule.limit.clone() };
        let tight = Capsule { limit, ..capsule };
        check_needed(&tight);
        let plain = Capsule { overview: None, ..tight.clone() };
        prop_assert_eq!(
            loaded(&decided(&tight)).is_some(),
            loaded(&decided(&plain)).is_some()
        );
    }
}

/// A document in which nothing is cut needs no room for a notice that says so.
#[test]
fn what_fits_whole_is_not_cut_for_a_notice() {
    let candidates = vec![file("a.txt", &"a line of text\n".repeat(30)), file("b.txt", "b\n")];
    let candidates = candidates.into_iter().map(|candidate| {
        let ladder = ladder::around(&[1], 30, &[0]);
        Candidate { ladder, ..candidate }
    });
    let mut capsule = lowering(Format::Markdown, "utf16/1", candidates.collect());
    capsule.notice_section = Some(0);
    let whole = decided(&capsule).used();
    for (limit, is_cut) in [(whole, false), (whole - 1, true)] {
        capsule.limit.value = limit;
        let decision = decided(&capsule);
        assert_eq!(loaded(&decision).map(|loaded| loaded.truncated), Some(is_cut), "{limit}");
    }
    // Where nothing can be cut, nothing is needed for a notice either.
    capsule.candidates.iter_mut().for_each(|candidate| candidate.ladder = Ladder::Fixed);
    assert_eq!((loaded(&decided(&capsule)), decided(&capsule).used()), (None, whole));
}

/// Two small files that were found are worth more than a large one that ranks a little better, and less than one that
/// ranks far better.
#[test]
fn what_is_found_is_chosen_by_its_worth_for_each_unit() {
    let found = |path: &str, points: i64, lines: usize| {
        let scoring = Scoring::Search { lines: vec![ScoreLine::new("words", points)] };
        let group = PackClass::Low.name().to_owned();
        Candidate { scoring, group, ..file(path, &"some line of text\n".repeat(lines)) }
    };
    for (points, expected) in [(1010, [false, true, true]), (1_000_000, [true, false, false])] {
        let large = found("large", points, 100);
        let candidates = vec![large, found("b", 1000, 10), found("c", 990, 10)];
        let capsule = Capsule {
            groups: PackClass::NAMES.iter().map(|&class| Group::named(class)).collect(),
            program: programs::pack_sentence(),
            ..lowering(Format::Markdown, "utf16/1", candidates)
        };
        let limit = Limit { value: 2_000, ..capsule.limit.clone() };
        let decision = decided(&Capsule { limit, ..capsule });
        let aboard = decision.verdicts.iter().map(|v| matches!(v.fate, Fate::Aboard { .. }));
        assert_eq!(aboard.collect::<Vec<_>>(), expected, "{points}");
    }
}

/// With rules of admission, what the door itself requires boards like what is pinned.
#[test]
fn what_a_door_requires_is_admitted_above_its_maximum() {
    let budget = Budget::default();
    let admission = Some(AdmissionRules { budget, constraints: Constraints::default() });
    for required in [true, false] {
        let candidate = Candidate { required, ..file("a.txt", "more than a token of text\n") };
        let capsule = lowering(Format::Markdown, "utf16/1", vec![candidate]);
        let groups = vec![Group { max: Some(1), ..capsule.groups[0].clone() }];
        let decision = decided(&Capsule { groups, admission: admission.clone(), ..capsule });
        let fate = &decision.verdicts[0].fate;
        assert_eq!(matches!(fate, Fate::Aboard { .. }), required, "{fate:?}");
    }
}
