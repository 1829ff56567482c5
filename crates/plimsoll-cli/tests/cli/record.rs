//! What is recorded for later compositions: kept, listed, removed, bounded.

use crate::support::Place;
use serde_json::{Value, json};

fn listed(place: &Place) -> Vec<Value> {
    let ran = place.run(["record", "list", "--json"]).ok();
    ran.stdout().lines().map(|line| serde_json::from_str(line).expect("it is JSON")).collect()
}

#[test]
fn what_is_recorded_is_dated_listed_and_removed() {
    let place = Place::of("//- src/a.rs\nfn a() {}\n");
    let at = |time: &str| place.call().at_time(Some(time)).arg("record");
    let first = ["violation", "it prints", "--file", "src/a.rs", "--rule", "no-print"];
    let _ = at("2026-11-10T08:00:00Z").args(first).run().ok();
    let ran = at("2026-11-12T08:00:00Z").args(["turn", "-", "--role", "assistant", "--json"]);
    let noted = ran.stdin("two\nlines\n").run().ok().json();
    let _ =
        at("2026-11-11T08:00:00Z").args(["learning", "ask first", "--when", "in doubt"]).run().ok();
    assert_eq!(
        noted,
        json!({
            "id": 2,
            "madeAtMs": 1_794_470_400_000_i64,
            "note": {"kind": "turn", "session": "main", "role": "assistant", "text": "two\nlines"},
        })
    );
    let all = listed(&place);
    let ids: Vec<&Value> = all.iter().map(|noted| &noted["id"]).collect();
    assert_eq!(ids, [&json!(2), &json!(3), &json!(1)], "the newest first");
    assert_eq!(
        all[2]["note"],
        json!({"kind": "violation", "file": "src/a.rs", "message": "it prints", "rule": "no-print"})
    );
    let text = place.run(["record", "list"]).ok();
    assert!(text.stdout().contains("assistant in main: two …"), "{}", text.stdout());
    assert!(text.stdout().contains("src/a.rs (no-print): it prints"), "{}", text.stdout());
    let _ = place.run(["record", "remove", "1", "2"]).ok();
    assert_eq!(listed(&place).len(), 1);
    let ran = place.run(["record", "remove", "1"]).ends_with(2);
    assert!(ran.stderr().contains("there is no note 1"), "{}", ran.stderr());
    let _ = place.run(["purge", "--all"]).ok();
    assert_eq!(listed(&place).len(), 0, "what is purged is gone");
}

#[test]
fn what_is_wrong_is_said_and_nothing_is_kept() {
    let place = Place::of("//- a.txt\nx\n");
    for (args, said) in [
        (&["violation", "", "--file", "a.txt"][..], "`message` is empty"),
        (&["violation", "x", "--file", "../a.txt"], "outside the project"),
        (&["learning", " ", "--when", " "], "`action` is empty"),
        (&["turn", "x", "--session", ""], "`session` is empty"),
        (&["turn", "x", "--no-log"], "leave out --no-log"),
    ] {
        let ran = place.call().arg("record").args(args).run().ends_with(2);
        assert!(ran.stderr().contains(said), "{args:?}: {}", ran.stderr());
    }
    let long = "x".repeat(100_001);
    let ran = place.call().args(["record", "turn", "-"]).stdin(long).run().ends_with(2);
    assert!(ran.stderr().contains("more than 100,000 bytes"), "{}", ran.stderr());
    let ran = place.call().args(["record", "turn", "", "--json"]).run().ends_with(2);
    assert_eq!(ran.json()["problems"], json!(["`text` is empty"]));
    assert!(!place.has_state() || listed(&place).is_empty());
}

#[test]
fn the_newest_violations_of_a_day_must_be_in_and_others_are_not_asked_for() {
    let place = Place::of("//- a.txt\nx\n");
    let now = "2026-11-12T08:00:00Z";
    for (time, n) in [("2026-11-10T08:00:00Z", 0), ("2026-11-12T07:00:00Z", 1), (now, 2)] {
        let message = format!("broken {n}");
        let args = ["record", "violation", &message, "--file", "a.txt"];
        let _ = place.call().at_time(Some(time)).args(args).run().ok();
    }
    let composed = |flags: &[&str]| {
        let call = place.call().at_time(Some(now)).args(["compose", "--format", "json"]);
        call.args(flags).run().ok().json()
    };
    let result = composed(&[]);
    let document = result["document"].as_str().expect("it is a text");
    assert!(document.contains("broken 1") && document.contains("broken 2"), "{document}");
    assert!(!document.contains("broken 0"), "two days are too long");
    assert!(document.contains("from recorded"), "{document}");
    assert_eq!(result["explanation"]["constraints"]["mustIncludeCount"], 2);
    let off = place.put_beside("config.toml", "policy.violations = 0\n");
    let result = composed(&["--config", &off]);
    assert_eq!(result["explanation"]["constraints"]["mustIncludeCount"], 0);
}

#[test]
fn a_conversation_loses_its_oldest_turns_first() {
    let place = Place::of("//- a.txt\nx\n");
    for n in 0..30 {
        let (time, text) =
            (format!("2026-11-12T08:{n:02}:00Z"), format!("{} {n}.", "words ".repeat(30)));
        let args = ["record", "turn", text.as_str()];
        let _ = place.call().at_time(Some(&time)).args(args).run().ok();
    }
    // A lane holds a thousand tokens, and all turns together are more.
    let constraints = json!({
        "pinned": [{"match": {"type": "kind", "kind": "session_history"}, "reason": "wanted"}],
    });
    let file = place.put_beside("constraints.json", constraints.to_string());
    let call = place.call().at_time(Some("2026-11-12T08:40:00Z"));
    let call =
        call.args(["compose", "--format", "json", "--budget", "900", "--constraints", &file]);
    let result = call.run().ok().json();
    let rendered = &result["rendered"][0];
    assert_eq!(
        (&rendered["shrunk"], &rendered["shrinkStrategy"]),
        (&json!(true), &json!("drop_entries"))
    );
    let content = rendered["content"].as_str().expect("it is a text");
    assert!(content.contains(" 29.\n") && !content.contains(" 0.\n"), "{content}");
}
