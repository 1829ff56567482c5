//! Flags of `pack`: line numbers, combinations that make no sense, and what help says.

use crate::support::{Place, o200k};

const PROJECT: &str = "//- src/cache.rs\npub struct Cache;\n";

#[test]
fn line_numbers_are_those_of_the_file_and_the_limit_holds_with_them() {
    let place = Place::copy_of("globset");
    for format in ["markdown", "xml"] {
        let pack = ["pack", "ignore case", "--budget", "6k", "--format", format];
        let ran = place.call().args(pack).arg("--line-numbers").run().ok();
        assert!(o200k(ran.stdout()) <= 6_000);
        assert!(ran.stdout().contains("begin with their number and a tab"));
        assert!(!place.run(pack).ok().stdout().contains("begin with their number"));
    }
    let pack = ["pack", "ignore case", "--budget", "6k", "--format", "json", "--line-numbers"];
    let pack = place.run(pack).ok().json();
    let mut regions = 0;
    for file in pack["files"].as_array().expect("a list") {
        let path = file["path"].as_str().expect("a path");
        let text = place.read(path);
        let lines: Vec<&str> = text.lines().collect();
        let mut last = 0;
        for line in file["content"].as_str().expect("a text").lines() {
            let Some((number, shown)) = line.split_once('\t') else {
                assert!(line.contains('⋯'), "{path}: {line:?} has no number");
                regions += 1;
                continue;
            };
            let number: usize = number.parse().expect("a number");
            assert!(number > last, "{path}: {number} after {last}");
            assert_eq!(shown, lines[number - 1], "{path}:{number}");
            last = number;
        }
    }
    assert!(regions > 0, "some are shown in part");
}

#[test]
fn line_numbers_are_part_of_the_decision_and_are_replayed() {
    let place = Place::of(PROJECT);
    let plain = place.run(["pack", "cache", "--format", "json"]).ok().json();
    let pack = ["pack", "cache", "--format", "json", "--line-numbers"];
    let numbered = place.run(pack).ok().json();
    assert_ne!(plain["meta"]["decisionId"], numbered["meta"]["decisionId"]);
    let _ = place.run(["replay"]).ok();
    let _ = place.run(["replay", "--live"]).ok();
    place.write("src/cache.rs", "pub struct Cache;\n// more\n");
    let drift = place.run(["replay", "--live"]).ends_with(1);
    assert!(drift.stdout().contains("src/cache.rs"), "{}", drift.stdout());
}

#[test]
fn combinations_that_make_no_sense_are_told_and_nothing_is_done() {
    let place = Place::of(PROJECT);
    for args in [
        &["--tier", "cheap", "--budget", "8k"][..],
        &["--budget", "8k", "--max-chars", "9k"],
        &["--model", "gpt-5.2", "--tier", "cheap"],
        &["--model", "gpt-5.2", "--max-chars", "9k"],
        &["--model", "gpt-5.2", "--counter", "cl100k_base/1"],
        &["--split", "9k"],
        &["--split", "9k", "-o", "x", "--copy"],
        &["--split", "9k", "-o", "x", "--format", "json"],
        &["--split", "0", "-o", "x"],
        &["--check", "x", "-o", "y"],
        &["--check", "x", "--copy"],
        &["--check", "x", "--require-log"],
        &["--task", "task.yaml"],
        &["again"],
        &["--quiet", "--verbose"],
    ] {
        let ran = place.call().args(["pack", "a sentence"]).args(args).run().ends_with(2);
        assert!(!ran.stderr.is_empty(), "{args:?}");
        assert!(ran.stderr().lines().count() < 8, "{args:?}: {}", ran.stderr());
        assert!(!place.has_state() && !place.root().join("x").exists(), "{args:?}");
    }
    let unquoted = place.run(["pack", "make", "the", "cache", "small"]).ends_with(2);
    assert!(unquoted.stderr().contains("in quotes"), "{}", unquoted.stderr());
}

#[test]
fn help_names_every_flag_and_shows_how_they_go_together() {
    let place = Place::empty();
    let help = place.call().args(["pack", "--help"]).at_time(None).run().ok();
    for flag in [
        "--task",
        "--tier",
        "--budget",
        "--max-chars",
        "--model",
        "--counter",
        "--diff",
        "--line-numbers",
        "--format",
        "--output",
        "--copy",
        "--split",
        "--check",
        "--rev",
        "Examples:",
    ] {
        assert!(help.stdout().contains(flag), "{flag}");
    }
    assert!(!help.stdout().contains("unquoted") && !help.stdout().contains("UNQUOTED"));
}
