//! Compose: rule documents and the working tree's changes by lanes, in git and without it.

use crate::log::ids;
use crate::support::{Place, entry, keys, o200k, texts};
use serde_json::{Value, json};

pub(crate) const LANES: [&str; 6] =
    ["policy", "rules", "local", "structure", "retrieved", "history"];

/// A repository with rules and an uncommitted change in two places of one file.
pub(crate) fn changed() -> Place {
    let place = Place::empty();
    place.write("AGENTS.md", "# Rules\nKeep it small.\n## Tests\nTest everything.\n");
    place.write("docs/adr/0001.md", "# Use files\nBecause they are there.\n");
    let old: String = (0..60).map(|n| format!("line {n}\n")).collect();
    place.write("src/list.txt", &old);
    place.write("src/gone.txt", "it was here\n");
    place.commit_all();
    place.write(
        "src/list.txt",
        old.replace("line 3\n", "LINE 3\n").replace("line 50\n", "LINE 50\n"),
    );
    place.write("src/new.txt", "brand new\n");
    std::fs::remove_file(place.root().join("src/gone.txt")).expect("it is ours");
    place
}

/// More rules, committed; they stand behind all others.
pub(crate) fn add_rules(place: &Place, text: &str) {
    place.write("docs/decisions/zone.md", text);
    let _ = place.git(&["add", "docs"]).ok();
    let _ = place.git(&["commit", "-q", "-m", "more", "docs"]).ok();
}

pub(crate) fn composed(place: &Place, flags: &[&str]) -> Value {
    let result = place.call().args(["compose", "--format", "json"]).args(flags).run().ok().json();
    judge(&result);
    result
}

/// What holds for every composition: the numbers are those of the document.
#[track_caller]
pub(crate) fn judge(result: &Value) {
    assert_eq!(
        keys(result),
        [
            "actualTokens",
            "allocation",
            "cacheHit",
            "cacheKey",
            "document",
            "explanation",
            "meta",
            "rendered",
            "selected",
            "shortfalls",
            "unmatchedConstraints"
        ]
    );
    let document = result["document"].as_str().expect("there is one");
    let counted = o200k(document);
    assert_eq!(result["actualTokens"], counted);
    assert_eq!(result["meta"]["used"], counted);
    assert!(Some(counted) <= result["meta"]["limit"]["value"].as_u64());
    let number = |value: &Value| value.as_u64().expect("it is a number");
    let allocation: u64 = LANES.iter().map(|lane| number(&result["allocation"][lane])).sum();
    let rendered = result["rendered"].as_array().expect("it is a list");
    let contents: u64 = rendered.iter().map(|artifact| number(&artifact["exactTokenCount"])).sum();
    assert_eq!(allocation, contents, "lanes hold what is rendered");
    let framing = framing(document);
    assert_eq!(allocation + framing, counted, "allocation and framing are the whole");
    for lane in result["explanation"]["laneBreakdown"].as_array().expect("it is a list") {
        let name = lane["lane"].as_str().expect("it is a text");
        assert_eq!(lane["budgetUsed"], result["allocation"][name]);
    }
}

/// What the document counts without its artifacts: head, how to read it, tail.
pub(crate) fn framing(document: &str) -> u64 {
    let blocks: Vec<&str> = document.split_inclusive("\n\n## ").collect();
    // The first block is how to read the document; everything after it up to the tail is artifacts.
    let artifacts_begin = match blocks.as_slice() {
        [head, rules, _, ..] => head.len() + rules.len() - "## ".len(),
        _ => document.find("<!-- end of").expect("it has an end"),
    };
    let tail = document.rfind("<!-- end of").expect("it has an end");
    o200k(&document[..artifacts_begin]) + o200k(&document[tail..])
}

/// A change of what was committed, or something new.
pub(crate) fn is_change(kind: &str) -> bool {
    kind == "local_diff" || kind == "recent_edit"
}

#[test]
fn rules_and_changes_are_in_their_lanes() {
    let place = changed();
    let result = composed(&place, &[]);
    assert_eq!(keys(&result["allocation"]), {
        let mut lanes = LANES;
        lanes.sort_unstable();
        lanes
    });
    let kinds = texts(&result["selected"], "kind");
    assert_eq!(kinds.iter().filter(|kind| is_change(kind)).count(), 3, "{kinds:?}");
    assert_eq!(kinds.iter().filter(|kind| **kind == "rule_doc").count(), 3, "{kinds:?}");
    for artifact in result["selected"].as_array().expect("it is a list") {
        assert_eq!(keys(artifact), ["id", "kind", "lane", "tokenEstimate"]);
        let id = artifact["id"].as_str().expect("it is a text");
        assert!(!id.contains("txt") && !id.contains("AGENTS"), "an id has no path: {id}");
    }
    let document = result["document"].as_str().expect("there is one");
    for text in [
        "Keep it small.",
        "Because they are there.",
        "-line 3\n+LINE 3\n",
        "+brand new",
        "-it was here",
    ] {
        assert!(document.contains(text), "{text}");
    }
}

#[test]
fn constraints_are_followed_and_those_without_a_match_are_named() {
    let place = changed();
    let constraints = json!({
        "mustExclude": [{"match": {"type": "pattern", "pattern": "src/list.txt"}, "reason": "private"}],
        "pinned": [
            {"match": {"type": "pattern", "pattern": "src/list.txt"}, "reason": "wanted"},
            {"match": {"type": "kind", "kind": "learning"}, "reason": "there is none"},
        ],
        "mustInclude": [
            {"match": {"type": "pattern", "pattern": "docs/adr/0001.md"}, "reason": "decided"},
            {"match": {"type": "pattern", "pattern": "no/such/file"}, "reason": "a typo"},
        ],
        "laneRequirements": [{"lane": "history", "minTokens": 50, "reason": "asked"}],
    });
    let file = place.put_beside("constraints.json", constraints.to_string());
    let result = composed(&place, &["--constraints", &file]);
    assert!(!result["document"].as_str().is_some_and(|text| text.contains("LINE 3")));
    let rejections = &result["explanation"]["topRejections"];
    let excluded = entry(rejections, "reason", "excluded_by_policy");
    assert_eq!(excluded["detail"], "private");
    assert_eq!(keys(excluded), ["artifact", "detail", "reason"]);
    assert_eq!(result["unmatchedConstraints"], json!(["mustInclude[1]", "pinned[1]"]));
    let shortfall = entry(&result["shortfalls"], "lane", "history");
    assert_eq!(keys(shortfall), ["available", "lane", "requested"]);
    assert_eq!(shortfall["requested"], 50);
    assert_eq!(shortfall["available"], 0);
    assert_eq!(result["explanation"]["constraints"]["mustIncludeCount"], 1);
    assert_eq!(result["explanation"]["constraints"]["excludedCount"], 1);
}

#[test]
fn the_policy_of_the_settings_holds_and_a_request_takes_nothing_away() {
    let place = changed();
    let wanted = json!({
        "pinned": [{"match": {"type": "pattern", "pattern": "src/gone.txt"}, "reason": "wanted"}],
        "laneRequirements": [{"lane": "rules", "minTokens": 1, "reason": "little is enough"}],
    });
    let constraints = place.put_beside("constraints.json", wanted.to_string());
    let with = |settings: &str| {
        let config = place.put_beside("config.toml", settings);
        composed(&place, &["--budget", "2000", "--config", &config, "--constraints", &constraints])
    };
    let result = with("policy = { protected = true, sensitive = [\"**/gone.*\"] }");
    let excluded = entry(&result["explanation"]["topRejections"], "reason", "excluded_by_policy");
    assert_eq!(excluded["detail"], "sensitive file pattern");
    assert!(!result["document"].as_str().is_some_and(|text| text.contains("it was here")));
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 300);
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 1, "the other change");

    let result = with("policy = { protected = true, rules_min = 400, pin_diff = false }");
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 400);
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 1, "what the request pins");
    let result = with("");
    assert_eq!(entry(&result["shortfalls"], "lane", "rules")["requested"], 125, "of the table");
    assert_eq!(result["explanation"]["constraints"]["pinnedCount"], 2);
}

#[test]
fn keywords_and_files_steer_relevance() {
    let place = changed();
    let scores = |flags: &[&str], lane: &str| -> Vec<f64> {
        let result = composed(&place, flags);
        let line = entry(&result["explanation"]["laneBreakdown"], "lane", lane);
        let top = line["topArtifacts"].as_array().expect("it is a list").iter();
        let mut scores: Vec<f64> =
            top.map(|artifact| artifact["score"].as_f64().expect("one")).collect();
        scores.sort_by(f64::total_cmp);
        scores
    };
    // Nothing of what was changed is committed, so all rules are a tenth more relevant.
    assert_eq!(scores(&[], "rules"), [0.355, 0.355, 0.355], "nothing speaks for or against");
    let words = ["--keyword", "SMALL", "--keyword", "nowhere"];
    assert_eq!(scores(&words, "rules"), [0.18, 0.18, 0.355], "one of two words is in one part");
    assert_eq!(
        scores(&words[..2], "rules"),
        [0.18, 0.18, 0.495],
        "and no more than fully relevant"
    );
    let [_, _, before] = scores(&[], "local")[..] else { panic!("there are three changes") };
    let [_, _, named] = scores(&["--file", "src/new.txt"], "local")[..] else { panic!("three") };
    assert_eq!((before, named), (0.731, 0.905), "a file that is named is fully relevant");
}

#[test]
fn a_dry_run_shows_the_same_and_keeps_nothing() {
    let place = changed();
    let dry = place.run(["compose", "--dry-run", "--format", "markdown"]).ok();
    assert!(!place.has_state());
    let real = place.run(["compose", "--format", "markdown"]).ok();
    assert!(place.has_state());
    assert_eq!(dry.stdout, real.stdout);
}

#[test]
fn without_git_there_are_rules_and_a_note() {
    let place = Place::of("//- AGENTS.md\n# Rules\nKeep it small.\n//- a.txt\nnothing\n");
    let ran = place.run(["compose", "--format", "json"]).ok();
    judge(&ran.json());
    assert_eq!(texts(&ran.json()["selected"], "kind"), ["rule_doc"]);
    assert!(ran.stderr().contains("there is no git repository here"), "{}", ran.stderr());
}

#[test]
fn without_anything_there_is_a_document_all_the_same() {
    let place = Place::empty();
    let result = composed(&place, &["--budget", "300"]);
    assert_eq!(result["selected"], json!([]));
    let clean = changed();
    clean.commit_all();
    let result = composed(&clean, &[]);
    assert!(!texts(&result["selected"], "kind").contains(&"local_diff"));
}

/// A lane that a setting names has its numbers whatever the total of the call; the others follow it.
#[test]
fn lanes_of_the_settings_hold_with_a_total_of_the_call() {
    let place = changed();
    let most = |result: &Value, lane: &str| {
        let lanes = &result["explanation"]["laneBreakdown"];
        entry(lanes, "lane", lane)["budgetMax"].as_u64().expect("it is a number")
    };
    place.write("plimsoll.toml", "[budget.lanes.rules]\nmax = 120\n");
    let (with, without) = (composed(&place, &["--budget", "4k"]), composed(&place, &[]));
    assert_eq!((most(&with, "rules"), most(&without, "rules")), (120, 120));
    assert_eq!((most(&with, "local"), most(&without, "local")), (1500, 3000));
    let shown = place.run(["config", "show", "--json", "--budget", "4k"]).ok().json();
    let total = entry(&shown["settings"], "key", "budget.total");
    assert_eq!((&total["value"], &total["origin"]), (&4000.into(), &"flag --budget".into()));

    place.write("plimsoll.toml", "[budget.lanes.rules]\nmin = 3000\n");
    let ran = place.run(["compose", "--budget", "2k"]).ends_with(2);
    assert!(ran.stderr().contains("above the total of 2000 (flag --budget)"), "{}", ran.stderr());
}

#[test]
fn a_budget_of_two_hundred_is_kept_or_refused() {
    for place in [changed(), Place::empty()] {
        let ran = place.run(["compose", "--format", "json", "--budget", "200"]);
        match ran.code {
            Some(0) => judge(&ran.json()),
            code => {
                assert_eq!(code, Some(1), "{}", ran.stderr());
                let needed = ran.json()["refusal"]["details"]["needed"].as_u64();
                assert!(needed > Some(200), "{}", ran.stdout());
            }
        }
    }
}

#[test]
fn a_real_tree_keeps_its_lanes_at_every_budget() {
    let place = Place::copy_of("gix-config");
    place.write("ARCHITECTURE.md", "## Part\nWords about a part.\n\n".repeat(300));
    place.commit_all();
    for path in ["src/lib.rs", "src/value/mod.rs", "Cargo.toml"] {
        let text = place.read(path);
        place.write(path, text.replace('e', "E"));
    }
    for budget in ["700", "2k", "8k", "40k"] {
        let ran = place.run(["compose", "--format", "json", "--budget", budget]);
        if ran.code == Some(0) {
            let result = ran.json();
            judge(&result);
            for line in result["explanation"]["laneBreakdown"].as_array().expect("it is a list") {
                // Only the diff may pass its lane's maximum: it is pinned.
                let is_within = line["budgetUsed"].as_u64() <= line["budgetMax"].as_u64();
                assert!(is_within || line["lane"] == "local", "{budget}: {line}");
            }
        } else {
            assert_eq!(ran.code, Some(1), "{}", ran.stderr());
        }
    }
}

#[test]
fn a_dry_run_leaves_what_is_kept_as_it_is() {
    let place = changed();
    let _ = composed(&place, &[]);
    let before = ids(&place);
    let dry = composed(&place, &["--dry-run", "-t", "file_saved"]);
    assert_eq!(dry["cacheHit"], false);
    assert_eq!(ids(&place), before, "nothing is logged");
    let real = composed(&place, &["-t", "file_saved"]);
    assert_eq!(real["cacheHit"], false, "nothing was cached");
    assert_eq!(real["document"], dry["document"]);
}
