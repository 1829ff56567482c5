//! Compose: what was just decided of the same input is known; whatever changes the input is decided anew.

use crate::compose::{changed, composed};
use crate::support::Place;
use serde_json::{Value, json};

const NOW: &str = "2026-11-16T08:00:00Z";
/// Five minutes and a second later.
const LATER: &str = "2026-11-16T08:05:01Z";

fn at(place: &Place, time: &str, flags: &[&str]) -> Value {
    let call = place.call().at_time(Some(time)).args(["compose", "--format", "json"]);
    call.args(flags).run().ok().json()
}

fn is_hit(place: &Place, flags: &[&str]) -> bool {
    at(place, NOW, flags)["cacheHit"] == true
}

#[test]
fn a_hit_has_the_same_bytes_and_says_so() {
    let place = changed();
    let mut first = at(&place, NOW, &[]);
    let mut again = at(&place, NOW, &[]);
    assert_eq!((&first["cacheHit"], &again["cacheHit"]), (&json!(false), &json!(true)));
    assert_eq!(first["document"], again["document"]);
    for result in [&mut first, &mut again] {
        result["cacheHit"] = Value::Null;
        result["explanation"]["performance"]["cacheHit"] = Value::Null;
    }
    assert_eq!(first, again, "nothing else tells them apart");
}

#[test]
fn every_kind_of_change_is_a_miss_and_then_a_hit() {
    let place = changed();
    let constraints = |text: &str| place.put_beside("constraints.json", text);
    let file = constraints("{}");
    let flags = ["--constraints", file.as_str()];
    let mut told = Vec::new();
    let mut step = |what: &str, change: &dyn Fn()| {
        assert!(is_hit(&place, &flags), "before: {what}");
        change();
        if is_hit(&place, &flags) {
            told.push(format!("{what} is not noticed"));
        }
        assert!(is_hit(&place, &flags), "after: {what}");
    };
    assert!(!is_hit(&place, &flags), "nothing was decided yet");
    step("a file is saved", &|| place.write("src/new.txt", "brand new and longer\n"));
    step("a file is saved with the same length", &|| {
        place.write("src/new.txt", "grand new and longer\n");
    });
    step("a commit", &|| place.commit_all());
    step("rules change", &|| place.write("AGENTS.md", "# Rules\nKeep it large.\n"));
    step("the configuration changes", &|| place.write("plimsoll.toml", "[budget]\ntotal = 7000\n"));
    step("a constraint of the settings changes", &|| {
        place.write(
            "plimsoll.toml",
            "[budget]\ntotal = 7000\n[constraints]\nsmall = \"Keep it small.\"\n",
        );
    });
    step("constraints of the request change", &|| {
        let learned = json!({"match": {"type": "kind", "kind": "learning"}, "reason": "no"});
        let _ = constraints(&json!({"mustExclude": [learned]}).to_string());
    });
    step("something is recorded", &|| {
        let args = ["record", "learning", "ask first", "--when", "in doubt"];
        let _ = place.call().at_time(Some(NOW)).args(args).run().ok();
    });
    assert_eq!(told, [""; 0]);
}

#[test]
fn an_event_without_a_change_is_a_hit_and_time_ends_it() {
    let place = changed();
    for _ in 0..2 {
        let _ = at(&place, NOW, &["-t", "file_saved"]);
    }
    assert!(is_hit(&place, &["-t", "file_saved"]), "nothing was saved");
    assert_eq!(
        at(&place, LATER, &["-t", "file_saved"])["cacheHit"],
        false,
        "five minutes are over"
    );
    assert_eq!(at(&place, LATER, &["-t", "file_saved"])["cacheHit"], true);
}

#[test]
fn of_twenty_runs_on_an_unchanged_workspace_nineteen_hit() {
    let place = changed();
    let hits = (0..20).filter(|_| is_hit(&place, &[])).count();
    assert_eq!(hits, 19);
    // With the clock of the machine an age may reach the next bucket in between.
    let hits = (0..20).filter(|_| composed(&place, &[])["cacheHit"] == true).count();
    assert!(hits > 16, "{hits} of 20");
}
