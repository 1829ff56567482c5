//! `plimsoll why` about a decision: in or out, the score, the rung, and the limits at which that turns, held against
//! what the doors do at these limits.

use crate::build::{PROJECT, built, request};
use crate::build_targets::SHOP;
use crate::compose::{add_rules, changed, composed};
use crate::log::ids;
use crate::support::{Place, entry, texts};
use serde_json::{Value, json};

/// Files with a word that is looked for; the first has most of it.
fn needles() -> Place {
    let place = Place::empty();
    for n in 1..=6 {
        let lines = (0..30).map(|line| format!("line {line} of the needle {n}\n"));
        place.write(format!("text{n}.txt"), lines.take(36 - 5 * n).collect::<String>());
    }
    let functions = (0..25).map(|n| format!("fn other_{n}() {{\n    work({n});\n}}\n\n"));
    let needle = "fn needle() {\n    sew();\n}\n".to_owned();
    place.write("long.rs", functions.chain([needle]).collect::<String>());
    place
}

fn why(place: &Place, args: &[&str]) -> Value {
    place.call().arg("why").args(args).arg("--json").run().ok().json()
}

/// The one candidate that was asked for.
#[track_caller]
fn one(answer: &Value) -> &Value {
    let candidates = answer["decision"]["candidates"].as_array().expect("it is a list");
    assert_eq!(candidates.len(), 1, "{answer}");
    &candidates[0]
}

#[track_caller]
fn reads_well(text: &str) {
    assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    assert!(!text.contains('\u{1b}'), "{text}");
}

/// How a pack with this limit shows a file.
fn level_at(place: &Place, path: &str, limit: u64) -> Option<String> {
    let call = ["pack", "needle", "--format", "json", "--no-log", "--max-chars"];
    let pack = place.call().args(call).arg(limit.to_string()).run().json();
    let levels = pack["meta"]["levels"].as_array().expect("it is a list").clone();
    let of_path = levels.iter().find(|shown| shown["path"] == path)?;
    Some(of_path["level"].as_str().expect("a word").to_owned())
}

#[test]
fn a_file_has_its_score_its_rank_its_rung_and_the_limits_at_which_that_turns() {
    let place = needles();
    let _ = place.run(["pack", "needle", "--max-chars", "1900"]).ok();
    let explained = place.run(["explain", "--json"]).ok().json();
    let (mut seen_in, mut seen_out, mut turns) = (0, 0, 0);
    for path in ["long.rs", "text1.txt", "text3.txt", "text6.txt"] {
        let answer = why(&place, &[path]);
        assert_eq!(answer["tree"]["standing"], "shown");
        let row = entry(&explained["artifacts"], "name", path);
        let found = one(&answer);
        for key in ["rank", "score", "kind", "group", "required"] {
            assert_eq!(found[key], row[key], "{key} of {path}");
        }
        let count = explained["artifacts"].as_array().expect("a list").len();
        assert_eq!(answer["decision"]["candidateCount"], count);
        assert_eq!(found["shown"]["count"], row["count"], "{path}");
        assert_eq!(found["out"]["reason"], row["reason"], "{path}");
        assert_eq!(found["out"]["detail"], row["detail"], "{path}");
        seen_in += usize::from(found["shown"].is_object());
        seen_out += usize::from(found["out"].is_object());
        let told = place.run(["why", path]).ok();
        reads_well(told.stdout());
        let rank = format!("rank {} of {count}", row["rank"].as_u64().expect("a number") + 1);
        for text in ["as decided", rank.as_str(), "words in its content"] {
            assert!(told.stdout().contains(text), "{text}: {}", told.stdout());
        }
        assert_eq!(found["limits"]["complete"], true);
        for stretch in found["limits"]["stretches"].as_array().expect("a list") {
            let from = stretch["from"].as_u64().expect("a number");
            let last = stretch["to"].as_u64().map_or(from + 9, |to| to - 1);
            for limit in [from, last] {
                let level = level_at(&place, path, limit);
                assert_eq!(level.as_deref(), stretch["level"].as_str(), "{path} at {limit}");
            }
            turns += 1;
        }
    }
    assert!(seen_in > 0 && seen_out > 0 && turns >= 8, "{seen_in} {seen_out} {turns}");
}

#[test]
fn what_larger_rungs_would_count_is_what_they_count() {
    let place = needles();
    let _ = place.run(["pack", "needle", "--max-chars", "2000"]).ok();
    let path = "long.rs";
    let found = one(&why(&place, &[path])).clone();
    assert_eq!(found["shown"]["level"], "regions", "{found}");
    let whole = found["rungs"][0].clone();
    assert_eq!(whole["level"], "whole");
    let told = place.run(["why", path]).ok();
    let says = format!("whole would count {whole}", whole = whole["count"]);
    assert!(told.stdout().contains(&says), "{says}: {}", told.stdout());
    let _ = place.run(["pack", "needle", "--max-chars", "100k"]).ok();
    assert_eq!(one(&why(&place, &[path]))["shown"], whole);
}

#[test]
fn one_path_lists_its_diff_and_each_of_its_sections() {
    let place = changed();
    add_rules(&place, &"# A rule\nWords about a rule.\n".repeat(40));
    place.write("docs/decisions/zone.md", "# A rule\nOther words.\n".repeat(60));
    let result = composed(&place, &["--budget", "3000"]);
    let answer = why(&place, &["docs/decisions/zone.md"]);
    let candidates = &answer["decision"]["candidates"];
    let kinds = texts(candidates, "kind");
    assert_eq!(kinds.iter().filter(|kind| **kind == "local_diff").count(), 1, "{kinds:?}");
    assert!(kinds.iter().filter(|kind| **kind == "rule_doc").count() > 3, "{kinds:?}");
    // What was rejected has the reason and the numbers that compose itself gave.
    let mut compared = 0;
    for rejected in result["explanation"]["topRejections"].as_array().expect("a list") {
        let id = rejected["artifact"]["id"].as_str().expect("a text");
        let listed = candidates.as_array().expect("a list").iter();
        let Some(found) = listed.into_iter().find(|one| one["artifact"] == id) else { continue };
        assert_eq!(found["out"]["reason"], rejected["reason"]);
        assert_eq!(found["out"]["detail"], rejected["detail"]);
        assert_eq!(one(&why(&place, &[id])), found, "the id means this one alone");
        compared += 1;
    }
    assert!(compared > 0, "{result}");
    let briefly = place.run(["why", "docs/decisions/zone.md"]).ok();
    reads_well(briefly.stdout());
    assert!(
        briefly.stdout().contains("lane_max_reached      rule_doc in rules, section A rule (6")
    );
    let told = place.run(["why", "docs/decisions/zone.md", "-v"]).ok();
    reads_well(told.stdout());
    assert!(told.stdout().lines().count() > 2 * briefly.stdout().lines().count());
    for text in [
        "lane_max_reached: its lane is at ",
        "+0.17500  relevance",
        "score 0.355",
        "section A rule (3",
    ] {
        assert!(told.stdout().contains(text), "{text}: {}", told.stdout());
    }
}

#[test]
fn symbols_titles_and_artifacts_are_known_by_their_names() {
    let place = Place::of(SHOP);
    let mut request = request("Services/UserService.cs");
    request["plan_step"] = json!({"text": "x", "target_symbols": ["UserService.LoginAsync"]});
    let _ = built(&place, &request);
    let name = "Data/TokenStore.cs#TokenStore.Issue";
    let symbol = why(&place, &[name]);
    let found = one(&symbol);
    assert_eq!((&found["name"], &found["kind"]), (&name.into(), &"symbol".into()));
    assert_eq!(symbol["tree"]["path"], "Data/TokenStore.cs", "it is a part of a file");
    let artifact = found["artifact"].as_str().expect("a text");
    for same in ["TokenStore.Issue", artifact, &artifact[..8]] {
        assert_eq!(one(&why(&place, &[same])), found, "{same}");
    }
    let in_folder = place.call().args(["why", "TokenStore.cs#TokenStore.Issue", "--json"]);
    let in_folder = in_folder
        .arg("--root")
        .arg(place.root())
        .folder(place.root().join("Data"))
        .run()
        .ok()
        .json();
    assert_eq!(one(&in_folder), found);
    let title = why(&place, &["Constraints"]);
    assert_eq!(title["tree"], Value::Null);
    assert_eq!(one(&title)["required"], true);
    let told = place.run(["why", "Constraints"]).ok();
    assert!(told.stdout().contains("Constraints is in the document\n"), "{}", told.stdout());
    reads_well(told.stdout());
}

#[test]
fn a_symbol_of_a_file_that_was_cut_says_how_much_of_it_is_shown() {
    let place = needles();
    let _ = place.run(["pack", "needle", "--max-chars", "2000"]).ok();
    for (name, lines, shown) in [
        ("long.rs#needle", json!({"first": 101, "last": 103}), "3 of 3 are shown"),
        ("long.rs#other_12", json!({"first": 49, "last": 51}), "0 of 3 are shown"),
    ] {
        let found = why(&place, &[name]);
        assert_eq!(one(&found)["name"], "long.rs");
        assert_eq!(one(&found)["symbolLines"], lines);
        let told = place.run(["why", name]).ok();
        assert!(told.stdout().contains(shown), "{shown}: {}", told.stdout());
        reads_well(told.stdout());
    }
    let ran = place.run(["why", "long.rs#nobody"]).ends_with(2);
    assert!(ran.stderr().contains("there is no `long.rs#nobody`"), "{}", ran.stderr());
}

#[test]
fn the_newest_decision_that_was_kept_is_asked_or_the_one_that_is_named() {
    let place = needles();
    for limit in ["1200", "60k"] {
        let _ = place.run(["pack", "needle", "--max-chars", limit]).ok();
    }
    let [newest, first] = <[String; 2]>::try_from(ids(&place)).expect("there are two");
    let asked = |args: &[&str]| why(&place, args)["decision"]["decisionId"].clone();
    assert_eq!(asked(&["text6.txt"]), newest);
    assert_eq!(asked(&["text6.txt", &first[..8]]), first);
    assert!(one(&why(&place, &["text1.txt", &first]))["out"].is_object());
    assert!(one(&why(&place, &["text1.txt"]))["shown"].is_object());
    let _ = place.run(["purge", &newest]).ok();
    assert_eq!(asked(&["text6.txt"]), first, "the newer one has no capsule any more");
    for (id, part) in [(newest.as_str(), "was not kept"), ("ffff-nobody", "there is no decision")] {
        let ran = place.run(["why", "text6.txt", id]).ends_with(2);
        assert!(ran.stderr().contains(part), "{}", ran.stderr());
    }
    let _ = place.run(["purge", "--all"]).ok();
    let answer = why(&place, &["text6.txt"]);
    assert_eq!((&answer["decision"], &answer["tree"]["standing"]), (&Value::Null, &"shown".into()));
    let told = place.run(["why", "text6.txt"]).ok();
    assert!(told.stdout().contains("about the tree alone"), "{}", told.stdout());
}

#[test]
fn what_was_no_candidate_says_why_and_what_nobody_knows_has_near_misses() {
    let place = needles();
    place.write(".env", "A=1\n");
    place.write("other.txt", "nothing of the kind\n");
    let _ = place.run(["pack", "needle", "--max-chars", "3000"]).ok();
    let env = why(&place, &[".env"]);
    assert_eq!(env["decision"]["candidates"], json!([]));
    assert_eq!(env["decision"]["leftOut"][0]["path"], ".env");
    let told = place.run(["why", ".env"]).ok();
    assert!(told.stdout().contains(".env was no candidate\n  never_send: "), "{}", told.stdout());
    let told = place.run(["why", "other.txt"]).ok();
    assert!(told.stdout().contains("it was not considered"), "{}", told.stdout());
    // A file that is gone is still known to the decision.
    std::fs::remove_file(place.root().join("text1.txt")).expect("it is ours");
    let gone = why(&place, &["text1.txt"]);
    assert_eq!(gone["tree"], Value::Null);
    assert_eq!(one(&gone)["name"], "text1.txt");
    for (asked, near) in
        [("txet1.txt", "`text1.txt`"), ("Gaol", "`Goal`"), ("othr.txt", "`other.txt`")]
    {
        let ran = place.run(["why", asked, "--json"]).ends_with(2);
        assert_eq!(ran.json()["outcome"], "invalid");
        assert!(ran.stderr().contains(near), "{}", ran.stderr());
        assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());
    }
}

#[test]
fn a_refusal_says_at_which_limit_there_would_have_been_a_document() {
    let place = needles();
    let refused =
        place.run(["pack", "needle", "--max-chars", "50", "--format", "json"]).ends_with(1);
    let needed = refused.json()["refusal"]["details"]["needed"].as_u64().expect("a number");
    let goal = why(&place, &["Goal"]);
    assert_eq!(one(&goal)["out"]["reason"], "undecided");
    let stretches = &one(&goal)["limits"]["stretches"];
    assert_eq!((&stretches[0]["from"], &stretches[0]["state"]), (&1.into(), &"refused".into()));
    assert_eq!((&stretches[1]["from"], &stretches[1]["state"]), (&needed.into(), &"aboard".into()));
    let mut other = request("src/none.cs");
    other["plan_step"]["target_files"] = json!(["src/App.cs", "src/none.cs"]);
    place.fill(PROJECT);
    let call = place.call().args(["build", "-"]).stdin(other.to_string());
    let _ = call.run().ends_with(1);
    let told = place.run(["why", "src/App.cs"]).ok();
    assert!(!told.stdout().contains("at other limits"), "{}", told.stdout());
}

#[test]
fn too_many_turns_are_not_all_tried_and_that_is_said() {
    let place = Place::empty();
    for n in 0..300 {
        let body = (0..25 + n % 7)
            .map(|line| format!("fn needle_{n}_{line}() {{\n    work({line});\n}}\n\n"));
        place.write(format!("src/file{n}.rs"), body.collect::<String>());
    }
    let _ = place.run(["pack", "needle", "--max-chars", "90k"]).ok();
    let path = "src/file7.rs";
    let answer = why(&place, &[path]);
    let limits = &one(&answer)["limits"];
    assert_eq!(limits["complete"], false);
    let told = place.run(["why", path]).ok();
    assert!(told.stdout().contains("only some were tried"), "{}", told.stdout());
    reads_well(told.stdout());
    reads_well(place.run(["why", path, "-v"]).ok().stdout());
    let probes = limits["probes"].as_array().expect("it is a list");
    assert!(probes.len() > 4, "{limits}");
    for probe in probes.iter().step_by(probes.len() / 4) {
        let limit = probe["limit"].as_u64().expect("a number");
        let call = ["pack", "needle", "--format", "json", "--no-log", "--max-chars"];
        let pack = place.call().args(call).arg(limit.to_string()).run().json();
        let levels = pack["meta"]["levels"].as_array().expect("it is a list");
        let level = levels.iter().find(|shown| shown["path"] == path).map(|one| &one["level"]);
        // Larger limits open more files; what these would count is not in the capsule.
        if limit <= 90_000 {
            assert_eq!(level.unwrap_or(&Value::Null), &probe["level"], "at {limit}");
        }
    }
}
