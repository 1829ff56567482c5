//! Settings that are wrong, wherever they come from, and what a repository may not set.

use crate::support::{Place, entry, texts};

/// A settings file that is wrong, and what must be said about it.
const WRONG: &[(&str, &str)] = &[
    ("[budgett]\ntotal = 5\n", "budget"),
    ("[budget]\ntotl = 5\n", "total"),
    ("[budget]\ntotal = \"many\"\n", "budget.total"),
    ("[budget]\ntotal = -5\n", "budget.total"),
    ("[budget]\ntotal = 0\n", "budget.total"),
    ("[budget]\ntotal = 99999999999999\n", "budget.total"),
    ("[budget]\ntotal = 1.5\n", "budget.total"),
    ("[budget.lanes.rules]\nmin = 3000\nmax = 10\n", "rules"),
    ("[budget.lanes.rulse]\nmin = 1\n", "rules"),
    ("[paths]\ndeny = \"a[\"\n", "paths.deny"),
    ("[paths]\ndeny = [\"a[\"]\n", "a["),
    ("[paths]\nmax_file_bytes = -1\n", "max_file_bytes"),
    ("[policy]\nprotected = \"yes\"\n", "policy.protected"),
    ("[policy]\nsensitive = [\"{\"]\n", "sensitive"),
    ("this is not TOML", "TOML"),
    ("[budget\n", "TOML"),
    ("\u{1b}[31m = 1\n", "TOML"),
    ("\"\\u001b[31m\" = 1\n", "U+001B"),
];

#[test]
fn a_wrong_file_ends_every_command_with_a_sentence() {
    for (settings, expected) in WRONG {
        let place = Place::of("//- a.txt\nnothing\n");
        place.write("plimsoll.toml", settings);
        for args in [&["pack", "x"][..], &["compose"], &["config", "check"]] {
            let ran = place.run(args).ends_with(2);
            assert!(ran.stderr().contains(expected), "{settings:?}: {}", ran.stderr());
            assert!(ran.stderr().contains("plimsoll.toml"), "{settings:?}: {}", ran.stderr());
            assert!(!ran.stderr().contains('\u{1b}'), "{settings:?}: {:?}", ran.stderr());
            // One line for each problem; a broken line of TOML can be wrong in two ways.
            let said: Vec<&str> = ran.stderr().lines().collect();
            assert!(said.len() <= 2, "{settings:?}: {}", ran.stderr());
            assert!(said.iter().all(|line| line.starts_with("plimsoll: repository file ")));
            assert!(!ran.stderr().contains("U+0060"), "{settings:?}: {}", ran.stderr());
            assert!(ran.stdout.is_empty() && !place.has_state(), "{settings:?}");
        }
        let answer = place.run(["pack", "x", "--format", "json"]).ends_with(2).json();
        assert_eq!(answer["outcome"], "invalid", "{settings:?}");
    }
}

#[test]
fn settings_that_nest_deep_or_are_no_text() {
    let deep = format!("[constraints]\na = {}1{}\n", "[".repeat(10_000), "]".repeat(10_000));
    for settings in [deep.as_bytes(), b"[budget]\ntotal = \xff\n", &[b'#'; 2_000_000], b"a = 1\0"] {
        let place = Place::empty();
        place.write("plimsoll.toml", settings);
        let ran = place.run(["pack", "x"]).ends_with(2);
        assert!(ran.stderr().contains("plimsoll.toml"), "{:.300}", ran.stderr());
        assert!(ran.stderr().len() < 1_000 && !place.has_state());
    }
}

#[test]
fn the_user_s_file_and_the_environment_are_checked_too() {
    let place = Place::of("//- a.txt\nnothing\n");
    let file = place.put_beside("mine.toml", "[budget]\ntotl = 5\n");
    let ran = place.run(["pack", "x", "--config", &file]).ends_with(2);
    assert!(ran.stderr().contains("total") && ran.stderr().contains("mine.toml"));
    for (name, value) in [("PLIMSOLL_BUDGET_TOTL", "5"), ("PLIMSOLL_BUDGET_TOTAL", "-5")] {
        let ran = place.call().args(["pack", "x"]).env(name, value).run().ends_with(2);
        assert!(ran.stderr().contains("PLIMSOLL_BUDGET_TOTAL"), "{}", ran.stderr());
    }
    assert!(!place.has_state());
}

#[test]
fn config_show_names_origins_and_what_was_ignored() {
    let place = Place::of("//- a.txt\nnothing\n");
    place.write(
        "plimsoll.toml",
        "[budget]\ntotal = 6000\n[paths]\nmax_file_bytes = 9000000\n[policy]\npin_diff = false\n\
         [store]\ncapsules = false\n",
    );
    std::fs::create_dir_all(place.home().join(".config/plimsoll")).expect("it is ours");
    let mine = place.home().join(".config/plimsoll/config.toml");
    std::fs::write(mine, "[budget.tiers]\ncheap = 20000\n").expect("it is ours");
    let call =
        || place.call().env("PLIMSOLL_BUDGET_TIERS_STRONG", "90000").args(["config", "show"]);
    let shown = call().arg("--json").run().ok().json();
    let origin = |key: &str| {
        let row = entry(&shown["settings"], "key", key);
        row["origin"].as_str().expect("it has an origin").to_owned()
    };
    assert!(origin("budget.total").contains("plimsoll.toml"), "{}", origin("budget.total"));
    assert!(origin("budget.tiers.cheap").contains("config.toml"));
    assert!(origin("budget.tiers.strong").contains("PLIMSOLL_BUDGET_TIERS_STRONG"));
    assert_eq!(entry(&shown["settings"], "key", "budget.total")["value"], 6000);
    assert_eq!(entry(&shown["settings"], "key", "policy.pin_diff")["value"], true);
    assert_eq!(entry(&shown["settings"], "key", "store.capsules")["value"], true);
    assert_eq!(entry(&shown["settings"], "key", "paths.max_file_bytes")["value"], 2_000_000);
    let ignored = shown["ignored"].to_string();
    let text = call().run().ok();
    for key in ["paths.max_file_bytes", "policy.pin_diff", "store.capsules"] {
        assert!(ignored.contains(key), "{ignored}");
        assert!(text.stdout().contains(key), "{}", text.stdout());
    }
    assert!(texts(&shown["settings"], "key").len() > 20);
    assert!(!place.has_state());
}

#[test]
fn settings_hold() {
    let place = Place::of("//- keep/a.txt\nthe needle\n//- drop/b.txt\nthe needle\n");
    place.write("plimsoll.toml", "[paths]\ndeny = [\"drop/**\"]\n[budget.tiers]\ncheap = 3000\n");
    let pack = place.run(["pack", "needle", "--tier", "cheap", "--format", "json"]).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["keep/a.txt"]);
    assert_eq!(pack["meta"]["limit"]["value"], 3000);
    assert!(pack["meta"]["leftOut"].to_string().contains("drop/"));
}
