//! What the doctor says, in good places and in bad ones.

use crate::support::{Place, cl100k, o200k, texts};
use serde_json::Value;
use std::fs;

/// Everything that is said about one thing, each with its grade before it.
fn about(answer: &Value, what: &str) -> Vec<String> {
    let checks = answer["checks"].as_array().expect("it has checks").iter();
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    checks
        .filter(|check| check["about"] == what)
        .map(|check| format!("{}: {}", text(&check["grade"]), text(&check["says"])))
        .collect()
}

fn doctor(place: &Place) -> Value {
    place.run(["doctor", "--json"]).ok().json()
}

#[test]
fn a_fresh_project_is_healthy_and_the_doctor_makes_nothing() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let answer = doctor(&place);
    assert_eq!(answer["healthy"], true);
    let all = ["settings", "key", "state", "store", "git", "counters", "confinement", "terminal"];
    for what in all {
        assert!(texts(&answer["checks"], "about").contains(&what), "{what}: {answer}");
    }
    assert!(!place.has_state());
    assert_eq!(fs::read_dir(place.home()).expect("it is ours").count(), 0);
    let text = place.run(["doctor"]).ok();
    assert!(text.stdout().ends_with("\nno problems\n"), "{}", text.stdout());
    for line in text.stdout().lines().filter(|line| line.chars().count() > 80) {
        assert_eq!(line.trim().split(' ').count(), 1, "only a long path: {line}");
    }
}

#[test]
fn what_was_kept_is_found_and_counted() {
    let place = Place::of("//- a.txt\nthe needle\n");
    for _ in 0..3 {
        let _ = place.run(["pack", "needle"]).ok();
    }
    let answer = doctor(&place);
    assert!(about(&answer, "state")[0].starts_with("ok: "), "{answer}");
    assert!(about(&answer, "state")[0].ends_with("its seal verifies"), "{answer}");
    assert!(about(&answer, "store")[0].contains("the newest decision is number 3"), "{answer}");
    fs::write(place.state_folder().join("store.sqlite"), "garbage").expect("it is ours");
    let sick = place.run(["doctor", "--json"]).ends_with(1).json();
    assert_eq!(sick["healthy"], false);
    assert!(about(&sick, "store")[0].starts_with("problem: "), "{sick}");
}

#[test]
fn what_was_set_aside_is_not_forgotten() {
    let place = Place::of("//- a.txt\nthe needle\n//- .plimsoll/store.sqlite\nforged\n");
    let before = about(&doctor(&place), "state");
    assert!(before[0].contains("the next call that is logged sets it aside"), "{before:?}");
    let _ = place.run(["pack", "needle", "-q"]).ok();
    let after = about(&doctor(&place), "state");
    assert!(
        after[0].starts_with("note: ") && after[0].contains("set aside unread beside it: 1 "),
        "{after:?}"
    );
}

#[test]
fn every_kind_of_repository_has_its_name() {
    let place = Place::of("//- a.txt\nthe needle\n");
    assert!(about(&doctor(&place), "git")[0].contains("has no `.git`"));
    let _ = place.git(&["init", "-q"]).ok();
    assert!(about(&doctor(&place), "git")[0].contains("sha1 objects, without a commit, 0 files"));
    place.commit_all();
    assert!(about(&doctor(&place), "git")[0].contains("with sha1 objects, 1 file tracked"));
    place.write("b.txt", "more\n");
    place.commit_all();

    let _ = place.git(&["worktree", "add", "-q", "../tree", "-b", "other"]).ok();
    let origin = format!("file://{}", place.root().display());
    let _ = place.git(&["clone", "-q", "--depth", "1", &origin, "../shallow"]).ok();
    let _ = place.git(&["init", "-q", "--object-format=sha256", "../sha256"]).ok();
    let _ = place.git(&["clone", "-q", "--shared", ".", "../borrowed"]).ok();
    let expected = [
        ("tree", "ok: a worktree with sha1 objects, 2 files tracked"),
        ("shallow", "note: a repository with sha1 objects, shallow, 2 files tracked"),
        ("sha256", "ok: a repository with sha256 objects, without a commit"),
        ("borrowed", "note: Git is not used: `.git` borrows objects from elsewhere"),
    ];
    for (folder, expected) in expected {
        let ran = place.call().folder(place.beside(folder)).args(["doctor", "--json"]).run();
        let said = about(&ran.ok().json(), "git")[0].clone();
        assert!(said.starts_with(expected), "{folder}: {said}");
    }
}

#[test]
fn settings_are_named_and_what_is_ignored_and_what_is_wrong() {
    let place = Place::of("//- plimsoll.toml\n[budget]\ntotal = 6000\n[store]\ncapsules = false\n");
    let call = || place.call().env("PLIMSOLL_BUDGET_TIERS_CHEAP", "20000");
    let said = about(&call().args(["doctor", "--json"]).run().ok().json(), "settings");
    assert!(said[0].contains("plimsoll.toml") && said[0].contains("PLIMSOLL_BUDGET_TIERS_CHEAP"));
    assert!(said[1].starts_with("note: ") && said[1].contains("`store.capsules`"), "{said:?}");

    place.write("plimsoll.toml", "[budget]\ntotl = 1\n[pathz]\n");
    let sick = place.run(["doctor", "--json"]).ends_with(1).json();
    let said = about(&sick, "project");
    assert_eq!(said.len(), 2, "{said:?}");
    assert!(said[0].starts_with("problem: repository file plimsoll.toml:2: `budget.totl`"));
    assert!(place.run(["doctor"]).ends_with(1).stdout().ends_with("\n2 problems\n"));
}

#[test]
fn a_home_that_is_missing_is_a_problem_unless_a_state_folder_is_named() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let homeless =
        || place.call().env("HOME", "").env("XDG_CONFIG_HOME", "").args(["doctor", "--json"]);
    let said = about(&homeless().run().ends_with(1).json(), "key");
    assert!(said[0].starts_with("problem: there is no place for your key"), "{said:?}");
    let state = place.beside("state");
    let _ = homeless().arg("--state").arg(state.as_os_str()).run().ok();
}

/// What the binary expects of its counters is what other people's give.
#[test]
fn the_known_counts_are_right() {
    let source = include_str!("../../../plimsoll/src/health.rs");
    let after = |mark: &str| source.split(mark).nth(1).unwrap_or_else(|| panic!("{mark} is there"));
    let text: String =
        after("KNOWN_TEXT: &str = \"").split("\\n\"").next().expect("it ends").into();
    let text = text + "\n";
    let known = |name: &str| -> u64 {
        let number = after(&format!("(\"{name}\", ")).split(')').next();
        number.and_then(|number| number.parse().ok()).expect("it has a number")
    };
    assert_eq!(known("o200k_base/1"), o200k(&text));
    assert_eq!(known("cl100k_base/1"), cl100k(&text));
}
