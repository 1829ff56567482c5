//! What holds for all settings: fingerprints, tables that add up, repositories that loosen nothing.

use super::*;
use proptest::prelude::*;

#[test]
fn the_fingerprint_sees_values_and_not_who_set_them() {
    let plain = load(&Layers::default()).effective();
    assert_eq!(load(&user(BUILT_IN)).effective(), plain);
    assert_eq!(load(&repository(BUILT_IN)).effective(), plain);
    assert_eq!(load(&user("store.capsules = false")).effective(), plain);
    let one = load(&user("paths.deny = [\"b\", \"a\", \"b\"]")).effective();
    assert_eq!(load(&repository("paths.deny = [\"a\", \"b\"]")).effective(), one);
}

#[test]
fn every_value_that_shapes_a_result_moves_the_fingerprint() {
    let plain = load(&Layers::default()).effective();
    for (name, key) in keys::fixed_names() {
        let other = match key.kind {
            keys::Kind::Number { .. } if name.ends_with("priority") => "99",
            keys::Kind::Number { .. } => "777",
            keys::Kind::Switch if name == "policy.protected" => "true",
            keys::Kind::Switch => "false",
            keys::Kind::Globs => "x",
            keys::Kind::Words { .. } => "rust",
            keys::Kind::Text => "text",
            keys::Kind::Choice { .. } => "deny",
        };
        let layers = Layers { flags: pairs(&[(&name, other)]), ..Layers::default() };
        let moved = Settings::load(&layers).unwrap().effective() != plain;
        assert_eq!(moved, key.shapes_result, "{name}");
    }
    assert_ne!(load(&user("constraints.a = \"b\"")).effective(), plain);
}

proptest! {
    #[test]
    fn any_total_gives_a_table_that_adds_up(total in 1_u64..=1_000_000_000) {
        let settings = load(&user(&format!("budget.total = {total}")));
        let lanes = &settings.values().budget.lanes;
        prop_assert_eq!(&settings.values().budget, &Budget::scaled(total));
        prop_assert!(lanes.values().all(|lane| lane.min <= lane.max));
        prop_assert!(lanes.values().map(|lane| lane.min).sum::<u64>() <= total);
    }

    /// Settings say who set a number, core says what is wrong; what is right they have to agree on.
    #[test]
    fn settings_and_core_agree_on_what_a_budget_is(
        total in 1_u64..40,
        numbers in prop::collection::vec((0_u64..8, 6_u64..12, 0_u64..20), Lane::ALL.len()),
    ) {
        let lanes = Lane::ALL.iter().zip(&numbers).map(|(&lane, &(min, max, priority))| {
            (lane, LaneBudget { min, max, priority })
        });
        let budget = Budget { total_tokens: total, lanes: lanes.collect() };
        let mut text = format!("budget.total = {total}\n");
        for (lane, LaneBudget { min, max, priority }) in &budget.lanes {
            let name = format!("budget.lanes.{lane}");
            text += &format!("{name} = {{ min = {min}, max = {max}, priority = {priority} }}\n");
        }
        let settings = Settings::load(&user(&text)).ok();
        let is_right = budget.problems().is_empty();
        prop_assert_eq!(settings.map(|it| it.values().budget.clone()), is_right.then_some(budget));
    }

    #[test]
    fn no_repository_file_loosens_anything(
        deny in prop::collection::vec("[a-z]{1,3}", 0..4),
        bytes in 1_u64..4_000_000,
        rules_min in 1_u64..600,
        (protected, pin, capsules) in any::<(bool, bool, bool)>(),
    ) {
        let mine = user("paths.deny = [\"mine\"]\npolicy.protected = true");
        let theirs = format!(
            "paths.deny = {deny:?}\npaths.max_file_bytes = {bytes}\npolicy.rules_min = {rules_min}\n\
             policy.protected = {protected}\npolicy.pin_diff = {pin}\nstore.capsules = {capsules}"
        );
        let settings = load(&Layers { repository: file("plimsoll.toml", &theirs), ..mine.clone() });
        let (with, without) = (settings.values(), load(&mine));
        prop_assert!(with.paths.deny.contains(&"mine".to_owned()));
        prop_assert!(deny.iter().all(|pattern| with.paths.deny.contains(pattern)));
        prop_assert!(with.paths.max_file_bytes <= without.values().paths.max_file_bytes);
        prop_assert!(with.policy.rules_min >= without.values().policy.rules_min);
        prop_assert!(with.policy.protected && with.policy.pin_diff && with.store.capsules);
    }

    #[test]
    fn any_text_is_read_without_a_panic(text in ".{0,200}", word in ".{0,40}") {
        let flags = keys::fixed_names().into_iter().map(|(name, _)| (name, word.clone())).collect();
        let layers = Layers { flags, ..repository(&text) };
        if let Err(problems) = Settings::load(&layers) {
            prop_assert!(!problems.0.is_empty());
            let hidden = problems.to_string().contains(['\u{1b}', '\r', '\u{202E}', '\u{0}']);
            prop_assert!(!hidden);
        }
    }
}
