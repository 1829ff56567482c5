//! The commands about settings: `init`, and `config check` of a file.

use crate::support::Place;
use std::os::unix::fs::symlink;

#[test]
fn init_writes_a_file_that_changes_nothing() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let before = place.run(["config", "show", "--json"]).ok().json();
    let ran = place.run(["init"]).ok();
    assert!(ran.stdout().contains("plimsoll.toml` is written"), "{}", ran.stdout());
    assert_eq!(place.run(["config", "show", "--json"]).ok().json(), before);
    let check = place.run(["config", "check"]).ok();
    assert_eq!(check.stdout(), "the settings are in order\n");
    let written = place.read("plimsoll.toml");
    for key in ["#total = 8000", "#deny = []", "#strong = 120000", "[constraints]"] {
        assert!(written.contains(key), "{key} in {written}");
    }
    assert!(!written.contains("capsules") && !written.contains("pin_diff"), "not for projects");
    assert!(written.lines().all(|line| line.chars().count() <= 120));
    assert!(!place.has_state());
}

#[test]
fn init_never_overwrites_and_writes_through_no_link() {
    let place = Place::of("//- plimsoll.toml\n# mine\n");
    let ran = place.run(["init"]).ends_with(1);
    assert!(ran.stderr().contains("already there and is left as it is"), "{}", ran.stderr());
    assert_eq!(place.read("plimsoll.toml"), "# mine\n");

    let linked = Place::empty();
    let victim = linked.beside("victim");
    symlink(&victim, linked.root().join("plimsoll.toml")).expect("it is ours");
    let _ = linked.run(["init"]).ends_with(1);
    assert!(!victim.exists());
    let nowhere = linked.beside("nowhere");
    let _ = linked.call().args(["init", "--root"]).arg(nowhere.as_os_str()).run().ends_with(3);
}

#[test]
fn a_file_is_checked_by_itself_as_what_its_name_makes_it() {
    let place = Place::of("//- plimsoll.toml\nthis is not TOML\n");
    let text = "[store]\ncapsules = false\n";
    let mine = place.put_beside("mine.toml", text);
    let ran = place.run(["config", "check", &mine]).ok();
    assert!(ran.stdout().ends_with("mine.toml` is in order\n"), "{}", ran.stdout());
    let theirs = place.put_beside("plimsoll.toml", text);
    let ran = place.run(["config", "check", &theirs]).ok();
    assert!(ran.stdout().contains("\nignored:\n"), "{}", ran.stdout());
    let answer = place.run(["config", "check", &theirs, "--json"]).ok().json();
    assert!(answer["ignored"][0].as_str().is_some_and(|why| why.contains("store.capsules")));

    let wrong = place.put_beside("wrong.toml", "[budget]\n\ntotl = 5\n[models.x]\noutput = 5\n");
    let ran = place.run(["config", "check", &wrong]).ends_with(2);
    let said: Vec<&str> = ran.stderr().lines().collect();
    assert!(said[0].contains("wrong.toml:3: `budget.totl` is not a setting"), "{said:?}");
    assert!(said[1].contains("wrong.toml:5: `models.x` has a window of 0 tokens"), "{said:?}");
    let answer = place.run(["config", "check", &wrong, "--json"]).ends_with(2).json();
    assert_eq!(answer["problems"].as_array().map(Vec::len), Some(2), "{answer}");
    let _ = place.run(["config", "check", "nowhere.toml"]).ends_with(2);
}
