//! Whatever can change a decision moves its fingerprint; what cannot does not.

use crate::support::capsules::{decided, file, loaded, lowering, redacted, screened};
use plimsoll_core::capsule::{AdmissionRules, Capsule, Overview, PassedOver};
use plimsoll_core::composition::Composition;
use plimsoll_core::constraints::{ArtifactMatcher, Constraint, Constraints};
use plimsoll_core::fit::{Order, Reach, Selector, Step, programs};
use plimsoll_core::ladder::Ladder;
use plimsoll_core::limit::Unit;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::score::{ScoreLine, Scoring};
use plimsoll_core::screened::ScreenedValue;
use plimsoll_core::vocab::{Door, Format, Lane, Mark, Origin};
use plimsoll_core::{budget::Budget, candidate::Name, lanes};
use serde_json::{Value, json};
use std::collections::BTreeMap;

fn base() -> Capsule {
    let text: String = (0..40).map(|line| format!("line {line}\n")).collect();
    let mut candidates = vec![file("a", &text), file("b", &text), file("c", "c\n")];
    for candidate in &mut candidates {
        candidate.group = Lane::Local.to_string();
        candidate.kind = "local_diff".to_owned();
        candidate.ladder = crate::support::ladders::cuts(40);
    }
    candidates[2].ladder = Ladder::Fixed;
    let mut capsule = lowering(Format::Markdown, "o200k_base/1", candidates);
    let pattern = ArtifactMatcher::Pattern { pattern: "c".to_owned() };
    let constraint = Constraint { matcher: pattern, reason: "because".to_owned() };
    let constraints = Constraints { pinned: vec![constraint], ..Constraints::default() };
    let budget = Budget::default();
    capsule.door = Door::Compose;
    capsule.groups = lanes::groups(&budget, &[]);
    capsule.program = programs::compose();
    capsule.admission = Some(AdmissionRules { budget, constraints });
    capsule.limit.value = 8000;
    let left_out = |path: &str| PassedOver {
        path: path.to_owned(),
        reason: "binary".to_owned(),
        detail: "has NUL".to_owned(),
    };
    capsule.left_out = vec![left_out("x"), left_out("y")];
    capsule
}

type Change = (&'static str, fn(&mut Capsule));

fn rules(capsule: &mut Capsule) -> &mut AdmissionRules {
    capsule.admission.as_mut().expect("the base has admission rules")
}

/// Changes one part of the request.
fn ask(capsule: &mut Capsule, key: &str, value: Value) {
    let mut request = capsule.request.value().clone();
    request[key] = value;
    capsule.request = ScreenedValue::by_guard(request);
}

/// Every input, changed once.
const CHANGES: &[Change] = &[
    ("version", |c| c.version += 1),
    ("engine", |c| c.engine.push('x')),
    ("door", |c| c.door = Door::Build),
    ("request", |c| c.request = ScreenedValue::by_guard(json!({"goal": "another"}))),
    ("request, a key", |c| ask(c, "more", json!(null))),
    ("limit", |c| c.limit.value += 1),
    ("unit", |c| c.limit.unit = Unit::Characters),
    ("counter", |c| c.limit.counter = "cl100k_base/1".to_owned()),
    ("format", |c| c.format = Format::Xml),
    ("no admission", |c| c.admission = None),
    ("budget", |c| rules(c).budget.total_tokens += 1),
    ("lane budget", |c| {
        rules(c).budget.lanes.get_mut(&Lane::Rules).expect("all lanes are there").max += 1;
    }),
    ("constraint", |c| rules(c).constraints.pinned.clear()),
    ("a constraint's reason", |c| rules(c).constraints.pinned[0].reason.push('x')),
    ("a group's minimum", |c| c.groups[5].min += 1),
    ("a group's maximum", |c| c.groups[5].max = None),
    ("a group's floor", |c| c.groups[5].floor += 1),
    ("the order of groups", |c| c.groups.swap(4, 5)),
    ("a step less", |c| drop(c.program.steps.pop())),
    ("the order of steps", |c| c.program.steps.swap(0, 1)),
    ("a step's order", |c| {
        c.program.steps[7] =
            Step::Raise { what: Selector::everything(), order: Order::Value, to: Reach::Largest };
    }),
    ("ashore", |c| c.program.ashore = Some(Selector::groups(["history"]))),
    ("a candidate less", |c| drop(c.candidates.pop())),
    ("a candidate twice", |c| c.candidates.push(c.candidates[0].clone())),
    ("kind", |c| c.candidates[0].kind = "recent_edit".to_owned()),
    ("group", |c| c.candidates[0].group = Lane::History.to_string()),
    ("origin", |c| c.candidates[0].origin = Origin::User),
    ("name", |c| c.candidates[0].name = Name::Path("A".to_owned())),
    ("path or title", |c| c.candidates[0].name = Name::Title("a".to_owned())),
    ("chunk", |c| c.candidates[0].chunk = 1),
    ("required", |c| c.candidates[0].required = true),
    ("scoring", |c| c.candidates[0].scoring = Scoring::Given { order: 1 }),
    ("a score's lines", |c| {
        let lines = vec![
            ScoreLine::new("named by the task", 1_000_000_000),
            ScoreLine::new("place in its list", 0),
        ];
        c.candidates[0].scoring = Scoring::Search { lines };
    }),
    ("section", |c| c.candidates[0].position.section = 1),
    ("place", |c| c.candidates[0].position.order = 1),
    ("key", |c| c.candidates[0].position.key.push('x')),
    ("chunk of the position", |c| c.candidates[0].position.chunk = 1),
    ("language", |c| c.candidates[0].language = Some("rust".to_owned())),
    ("ladder", |c| c.candidates[0].ladder = Ladder::Fixed),
    ("estimate", |c| c.candidates[0].estimate = Some(7)),
    ("text", |c| c.candidates[2].text = screened("d\n")),
    ("texts exchanged", |c| {
        let text = c.candidates[0].text.clone();
        c.candidates[0].text = std::mem::replace(&mut c.candidates[2].text, text);
    }),
    ("finding", |c| c.candidates[2].text = redacted("c\n", &[1])),
    ("notice", |c| c.notice_section = Some(0)),
    ("overview", |c| c.overview = Some(Overview { left_out_room: 0 })),
    ("room of the overview", |c| c.overview = Some(Overview { left_out_room: 1 })),
    ("mark", |c| c.candidates[0].marks.push(Mark::ReadOnly)),
    ("left out", |c| drop(c.left_out.pop())),
    ("why it was left out", |c| c.left_out[0].reason.push('x')),
    ("what is said of it", |c| c.left_out[0].detail.push('x')),
    ("project index", |c| c.fingerprints.project_index.push('x')),
    ("config", |c| c.fingerprints.config.push('x')),
    ("refusal", |c| {
        c.refusal = Some(Refusal {
            code: RefusalCode::SecretRisk,
            message: "no".to_owned(),
            advice: Vec::new(),
            details: json!({}),
        });
    }),
];

#[test]
fn changing_any_one_input_moves_the_fingerprint() {
    let base = base();
    let mut seen = BTreeMap::from([(decided(&base).fingerprint, "nothing")]);
    for (what, change) in CHANGES {
        let mut changed = base.clone();
        change(&mut changed);
        assert_ne!(changed, base, "{what} is a change");
        let earlier = seen.insert(decided(&changed).fingerprint, what);
        assert_eq!(earlier, None, "{what} has a fingerprint of its own");
    }
}

/// The inputs that seed A's key covers (A13), each changed once.
const COMPOSED: &[Change] = &[
    ("workspaceFingerprint", |c| ask(c, "workspaceFingerprint", json!("w"))),
    ("workspaceFingerprint by default", |c| c.fingerprints.project_index.push('x')),
    ("triggerEvent", |c| ask(c, "event", json!("file_saved"))),
    ("commitish", |c| ask(c, "commitish", json!("abc"))),
    ("candidateDigest", |c| c.candidates[0].id.push('x')),
    ("an estimate", |c| c.candidates[0].estimate = Some(7)),
    ("rulesDigest", |c| ask(c, "rulesDigest", json!("r"))),
    ("the total", |c| rules(c).budget.total_tokens += 1),
    ("a lane", |c| {
        rules(c).budget.lanes.get_mut(&Lane::Rules).expect("all lanes are there").max += 1;
    }),
    ("constraintsDigest", |c| rules(c).constraints.pinned[0].reason.push('x')),
    ("composerVersion", |c| c.engine.push('x')),
    ("contentDigest", |c| c.candidates[2].text = screened("d\n")),
    ("a scoring input", |c| c.candidates[0].scoring = Scoring::Given { order: 1 }),
    ("counter", |c| c.limit.counter = "claude/1".to_owned()),
    ("format", |c| c.format = Format::Xml),
];

#[test]
fn changing_any_one_input_moves_the_cache_key() {
    let key = |capsule: &Capsule| {
        let decision = decided(capsule);
        Composition::new(capsule, &decision).expect("it has admission rules").cache_key()
    };
    let mut base = base();
    // Estimates of their own, so that what a change does to counts shows in no other field.
    for candidate in &mut base.candidates {
        candidate.estimate = Some(100);
    }
    let mut seen = BTreeMap::from([(key(&base), "nothing")]);
    assert!(seen.keys().all(|key| key.len() == 32));
    for (what, change) in COMPOSED {
        let mut changed = base.clone();
        change(&mut changed);
        assert_ne!(changed, base, "{what} is a change");
        let earlier = seen.insert(key(&changed), what);
        assert_eq!(earlier, None, "{what} has a key of its own");
    }
}

#[test]
fn a_label_alone_moves_nothing() {
    let base = base();
    let mut relabelled = base.clone();
    for (candidate, label) in relabelled.candidates.iter_mut().zip(["z", "y", ""]) {
        candidate.id = label.to_owned();
    }
    assert_eq!(decided(&base), decided(&relabelled));
}

#[test]
fn the_id_is_made_from_the_fingerprint() {
    let decision = decided(&base());
    let again = decided(&base());
    assert!(loaded(&decision).is_some());
    assert_eq!(decision.id, again.id);
    assert_eq!(decision.id, plimsoll_core::seal::uuid("plimsoll.decision", &decision.fingerprint));
}

/// Canonical JSON writes numbers as doubles do, which hold whole numbers up to 2^53; all of ours are smaller.
#[test]
fn large_numbers_keep_their_last_digit() {
    let fingerprint = |number: u64| {
        let mut capsule = base();
        capsule.candidates[0].estimate = Some(number);
        decided(&capsule).fingerprint
    };
    let largest = 1 << 53;
    assert_ne!(fingerprint(largest), fingerprint(largest - 1));
    assert_ne!(fingerprint(largest - 1), fingerprint(largest - 2));
}
