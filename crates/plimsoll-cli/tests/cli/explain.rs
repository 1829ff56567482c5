//! Explain: after each door, by id, of nothing.

use crate::compose::changed;
use crate::support::{Place, entry};
use serde_json::{Value, json};

/// The decision that a call made.
fn decision(result: &Value) -> String {
    result["meta"]["decisionId"].as_str().expect("it has an id").to_owned()
}

#[test]
fn each_door_s_last_decision_is_explained() {
    let place = changed();
    let pack = place.run(["pack", "line", "--format", "json"]).ok().json();
    let explained = place.run(["explain"]).ok();
    assert!(explained.stdout().contains(&decision(&pack)), "{}", explained.stdout());
    for text in
        ["pack on 2026-11-16T08:00:00.000Z: loaded", "src/list.txt", "in the document, best first"]
    {
        assert!(explained.stdout().contains(text), "{text}: {}", explained.stdout());
    }
    let request =
        json!({"purpose": "diff", "plan_step": {"text": "x", "target_files": ["src/new.txt"]}});
    let build = place.call().arg("build").stdin(request.to_string()).run().ok().json();
    let explained = place.run(["explain"]).ok();
    assert!(explained.stdout().contains(&decision(&build)));
    assert!(explained.stdout().contains("build on ") && explained.stdout().contains("src/new.txt"));
    let compose = place.run(["compose", "--format", "json"]).ok().json();
    let explained = place.run(["explain", "-v"]).ok();
    assert!(explained.stdout().contains(&decision(&compose)));
    assert!(explained.stdout().contains("compose on ") && explained.stdout().contains("AGENTS.md"));
}

#[test]
fn a_refusal_is_explained_too() {
    let place = changed();
    let refused =
        place.run(["pack", "line", "--budget", "3", "--format", "json"]).ends_with(1).json();
    let explained = place.run(["explain"]).ok();
    assert!(explained.stdout().contains(&decision(&refused)));
    assert!(explained.stdout().contains("ContextTooLarge"), "{}", explained.stdout());
    let refusal = &refused["refusal"];
    for said in [&refusal["message"], &refusal["advice"][0]] {
        let said = said.as_str().expect("it is a text");
        assert!(explained.stdout().contains(said), "{said}: {}", explained.stdout());
    }
    assert_eq!(place.run(["explain", "--json"]).ok().json()["refusal"], *refusal);
}

#[test]
fn the_explanation_as_json_has_everything_that_is_left_out() {
    let place = changed();
    place.write(".env", "A=1\n");
    let pack = place.run(["pack", "line", "--format", "json"]).ok().json();
    let explained = place.run(["explain", "--json"]).ok().json();
    assert_eq!(explained["leftOut"], pack["meta"]["leftOut"]);
    let _ = entry(&explained["leftOut"], "path", ".env");
}

#[test]
fn a_decision_is_found_by_the_beginning_of_its_id() {
    let place = changed();
    let first = decision(&place.run(["pack", "line", "--format", "json"]).ok().json());
    let second = decision(&place.run(["pack", "other", "--format", "json"]).ok().json());
    assert_ne!(first, second);
    let shared = first.bytes().zip(second.bytes()).take_while(|(a, b)| a == b).count();
    for (id, other) in [(&first, &second), (&second, &first)] {
        for prefix in [&id[..], &id[..(shared + 1).max(4)]] {
            let explained = place.run(["explain", prefix]).ok();
            assert!(explained.stdout().contains(&id[..]), "{}", explained.stdout());
            assert!(!explained.stdout().contains(&other[..]));
        }
    }
    let ran = place.run(["explain", "ffffffff-no-such-id"]).ends_with(2);
    assert!(
        ran.stderr().contains("there is no decision `ffffffff-no-such-id`"),
        "{}",
        ran.stderr()
    );
    assert!(ran.stdout.is_empty());
}

#[test]
fn the_explanation_as_json_has_every_artifact_with_its_score() {
    let place = changed();
    let pack = place.run(["pack", "line 3", "--format", "json"]).ok().json();
    let explained = place.run(["explain", "--json"]).ok().json();
    assert_eq!(explained["record"]["id"], decision(&pack));
    assert_eq!(explained["record"]["used"], pack["meta"]["used"]);
    let list = entry(&explained["artifacts"], "name", "src/list.txt");
    assert!(list["score"]["total"].is_number() && list["rank"].is_number(), "{list}");
    // The record itself holds ids, no paths.
    assert!(!explained["record"].to_string().contains("list.txt"), "{}", explained["record"]);
}

#[test]
fn what_is_explained_is_what_was_decided_then() {
    let place = changed();
    let _ = place.run(["pack", "line", "--format", "json"]).ok();
    let before = place.run(["explain", "--json"]).ok();
    place.write("src/list.txt", "all is different now\n");
    place.write("plimsoll.toml", "[budget.tiers]\ndefault = 3000\n");
    assert_eq!(place.run(["explain", "--json"]).ok(), before);
}

#[test]
fn asking_leaves_no_trace() {
    let place = Place::of("//- a.txt\nnothing\n");
    let ran = place.run(["explain"]).ends_with(2);
    assert!(ran.stderr().contains("nothing has been decided here yet"));
    let ran = place.run(["explain", "--json"]).ends_with(2);
    assert_eq!(ran.json()["outcome"], "invalid");
    assert!(!place.has_state());
}

#[test]
fn every_decision_has_its_number() {
    let place = changed();
    for number in 1..=3 {
        let _ = place.run(["pack", "line"]).ok();
        let explained = place.run(["explain", "--json"]).ok().json();
        assert_eq!(explained["sequence"], number);
    }
}
