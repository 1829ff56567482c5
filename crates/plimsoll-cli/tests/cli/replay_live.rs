//! `plimsoll replay --live`: the same request on the project as it is now.

use crate::build::{PROJECT, built, request};
use crate::compose::{add_rules, changed, composed};
use crate::log::{ids, lines};
use crate::support::{Place, entry, texts};
use serde_json::{Value, json};
use std::fs;

#[track_caller]
fn drift(place: &Place) -> Value {
    let answer = place.run(["replay", "--live", "--json"]).ends_with(1).json();
    assert_eq!(answer["drifted"], true);
    answer
}

/// A time at which everything is old that was new when it was decided.
const MUCH_LATER: &str = "2031-01-01T00:00:00Z";

#[test]
fn nothing_drifts_where_nothing_has_changed_whatever_was_asked_and_when() {
    let place = changed();
    place.fill(PROJECT);
    add_rules(&place, &"# A rule\nWords about a rule.\n".repeat(20));
    let selected = composed(&place, &[])["selected"].clone();
    // An id with this sign may look like a token, and would be redacted in a request.
    let id = texts(&selected, "id").into_iter().find(|id| !id.contains('_')).expect("there is one");
    let by_id = json!({
        "mustExclude": [{"match": {"type": "id", "id": id}, "reason": "by its id"}],
    });
    let by_id = place.put_beside("constraints.json", by_id.to_string());
    let task = json!({
        "goal": "change the lines",
        "context": {"files": ["src/list.txt"]},
        "contract": {"allowedGlobs": ["src/**"]},
    });
    let task = place.put_beside("task.json", task.to_string());
    let step = place.put_beside("request.json", request("src/App.cs").to_string());
    let calls: [&[&str]; 7] = [
        &["pack", "line", "--tier", "cheap"],
        &["pack", "--task", &task, "--diff", "--budget", "2k", "--counter", "cl100k_base/1"],
        &["pack", "line", "--format", "xml"],
        &["build", &step, "--format", "markdown"],
        &["compose", "--budget", "900", "--keyword", "LINE", "--file", "src/new.txt"],
        &["compose", "-t", "file_saved", "--constraints", &by_id],
        &["compose"],
    ];
    for call in calls {
        let _ = place.run(call).ok();
        let later = place.call().args(["replay", "--live"]).at_time(Some(MUCH_LATER)).run().ok();
        assert!(later.stdout().contains(": nothing has drifted\n"), "{call:?}: {}", later.stdout());
        let answer = place.run(["replay", "--live", "--json"]).ok().json();
        assert_eq!((&answer["drifted"], &answer["files"]), (&json!(false), &json!([])), "{call:?}");
        // A flag that is a setting is none of the settings now; the limit that it set is kept.
        let is_set = call.starts_with(&["compose", "--budget"]);
        let expected: &[&str] = if is_set { &["configuration"] } else { &[] };
        assert_eq!(texts(&answer["differences"], "what"), expected, "{call:?}");
    }
    let _ = place.run(["pack", "line", "--budget", "3"]).ends_with(1);
    let _ = place.run(["replay", "--live"]).ok();
    assert_eq!(ids(&place).len(), calls.len() + 2, "a live replay is not logged");
    let first = ids(&place).remove(4);
    let told = place.run(["replay", "--live", &first[..8]]).ok();
    assert!(told.stdout().starts_with(&first), "{}", told.stdout());
}

#[test]
fn files_that_changed_went_came_or_are_left_out_now_are_listed() {
    let place = Place::of(
        "//- a.txt\nthe needle one\n//- b.txt\nthe needle two\n//- c.txt\nthe needle three\n\
         //- d.txt\nthe needle four\n//- e.txt\nthe needle five\n//- other.md\nnothing at all\n",
    );
    let _ = place.run(["pack", "needle"]).ok();
    place.write("a.txt", "the needle one, edited\n");
    fs::remove_file(place.root().join("b.txt")).expect("it is ours");
    place.write(".gitignore", "c.txt\n");
    place.write("d.txt", "it has no such word now\n");
    place.write("f.txt", "the needle six\n");
    let answer = drift(&place);
    let change = |path: &str| entry(&answer["files"], "path", path)["change"].clone();
    for (path, word) in [
        ("a.txt", "content"),
        ("b.txt", "gone"),
        ("c.txt", "excluded"),
        ("d.txt", "unsought"),
        ("f.txt", "new"),
    ] {
        assert_eq!(change(path), word, "{path}");
    }
    assert_eq!(texts(&answer["files"], "path"), ["a.txt", "b.txt", "c.txt", "d.txt", "f.txt"]);
    let why = entry(&answer["files"], "path", "c.txt")["detail"].as_str().expect("a text");
    assert!(why.contains("`.gitignore`, line 1"), "{why}");
    assert_eq!(texts(&answer["entered"], "name"), ["f.txt"]);
    assert_eq!(texts(&answer["left"], "name"), ["b.txt", "c.txt", "d.txt"]);
    assert!(texts(&answer["scores"], "name").contains(&"e.txt"), "rarer words are worth more");
    let told = place.run(["replay", "--live"]).ends_with(1);
    for text in [
        ": drifted\n  used: was ",
        "\nfiles: 5\n  content   a.txt\n  gone      b.txt\n  excluded  c.txt: ",
        "\nentered: 1\n",
        "the documents begin with the same",
    ] {
        assert!(told.stdout().contains(text), "{text}: {}", told.stdout());
    }
    assert!(told.stdout().lines().all(|line| line.chars().count() <= 80), "{}", told.stdout());
    let replayed = place.run(["replay"]).ok();
    assert!(replayed.stdout().contains("the same to the byte"), "the decision itself stands");
}

#[test]
fn scores_and_rungs_drift_line_by_line() {
    let place = changed();
    let _ = composed(&place, &["--keyword", "zebra"]);
    // The word makes it more relevant: from 0.5 to 1, at 0.35 for each.
    place.write("src/new.txt", "brand new, zebra\n");
    let answer = drift(&place);
    let score = entry(&answer["scores"], "name", "src/new.txt");
    assert_eq!(
        score["is"].as_i64().zip(score["was"].as_i64()).map(|(is, was)| is - was),
        Some(175)
    );
    let line = json!([{"signal": "relevance", "was": 17_500, "is": 35_000}]);
    assert_eq!(score["lines"], line);
    let told = place.run(["replay", "--live"]).ends_with(1);
    assert!(
        told.stdout().contains("    relevance: was 0.17500, is 0.35000\n"),
        "{}",
        told.stdout()
    );

    let _ = composed(&place, &["--budget", "700"]);
    let text: String = (0..300).map(|n| format!("another line {n}\n")).collect();
    place.write("src/list.txt", text);
    let answer = drift(&place);
    let list = answer["changed"].as_array().expect("a list").iter();
    let list =
        list.into_iter().find(|one| one["is"]["name"] == "src/list.txt").expect("it changed");
    assert_eq!(list["what"], json!(["content", "rung"]), "{list}");
}

#[test]
fn what_the_decision_never_looked_at_is_no_drift() {
    let place = changed();
    let _ = composed(&place, &[]);
    place.write("README.txt", "nobody asked for this\n");
    let _ = place.git(&["add", "README.txt"]).ok();
    let _ = place.git(&["commit", "-q", "-m", "more", "README.txt"]).ok();
    let told = place.run(["replay", "--live"]).ok();
    assert!(told.stdout().contains("nothing has drifted\nnot the same: "), "{}", told.stdout());
}

#[test]
fn a_request_that_cannot_be_made_once_more_says_why() {
    let place = Place::of("//- src/list.rs\nfn list() {}\n//- AGENTS.md\n# Rules\nBe kind.\n");
    let ran = place.run(["replay", "--live"]).ends_with(2);
    assert!(ran.stderr().contains("nothing has been decided here yet"), "{}", ran.stderr());
    assert!(!place.has_state());

    let secret = plimsoll_guard::samples(1).remove(0);
    let _ = place.run(["pack", &format!("list {}", secret.text)]);
    let ran = place.run(["replay", "--live", "--json"]).ends_with(2);
    assert!(ran.stderr().contains("cannot be made once more: a value"), "{}", ran.stderr());
    assert!(!ran.stderr().contains(&secret.secret));
    assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());

    let _ = place.run(["compose"]).ok();
    let file = place.beside("capsule.json").to_str().expect("it is plain").to_owned();
    let _ = place.run(["capsule", "export", "-o", &file]).ok();
    let ran = place.run(["replay", "--live", &file]).ends_with(2);
    assert!(ran.stderr().contains("is a file"), "{}", ran.stderr());
    let older = without_what_was_given(&place, &file);
    let _ = place.run(["capsule", "import", &older]).ok();
    let ran = place.run(["replay", "--live"]).ends_with(2);
    assert!(ran.stderr().contains("kept without what was given"), "{}", ran.stderr());
    let _ = place.run(["purge", "--all"]).ok();
    let ran = place.run(["replay", "--live"]).ends_with(2);
    assert!(ran.stderr().contains("its capsule was not kept"), "{}", ran.stderr());
    for also in ["--all", "--golden=."] {
        let _ = place.run(["replay", "--live", also]).ends_with(2);
    }
}

/// The same composition as it was kept before requests were.
fn without_what_was_given(place: &Place, file: &str) -> String {
    let text = fs::read_to_string(file).expect("it was written");
    let mut older: Value = serde_json::from_str(&text).expect("it is JSON");
    older["capsule"]["request"].as_object_mut().expect("an object").remove("given");
    let put = |older: &Value| place.put_beside("older.json", older.to_string());
    let answer = lines(place.run(["replay", &put(&older), "--json"]).ends_with(1).stdout());
    for (what, key) in [("decision", "id"), ("fingerprint", "fingerprint")] {
        let is = entry(&answer[0]["differences"], "what", what)["is"].as_str().expect("a text");
        older["record"][key] = is.trim_matches('"').into();
    }
    put(&older)
}

#[test]
fn a_build_drifts_with_what_its_targets_need() {
    let place = Place::of(PROJECT);
    let _ = built(&place, &request("src/App.cs"));
    place.write("src/App.cs", "class App { void Start() { Helper.Go(); } }\n");
    let answer = drift(&place);
    assert_eq!(entry(&answer["files"], "path", "src/App.cs")["change"], "content");
    fs::remove_file(place.root().join("src/App.cs")).expect("it is ours");
    let answer = drift(&place);
    let outcome = entry(&answer["differences"], "what", "outcome");
    assert_eq!((&outcome["was"], &outcome["is"]), (&json!("loaded"), &json!("TargetNotFound")));
    assert_eq!(entry(&answer["files"], "path", "src/App.cs")["change"], "gone");
}
