//! Diff: two decisions side by side, and the promise to prompt caches.

use crate::build::request;
use crate::log::{decided, ids};
use crate::support::{Place, o200k, texts};
use serde_json::{Value, json};
use std::fs;

/// A decision and its document.
fn made(result: &Value) -> (String, String) {
    let text = |value: &Value| value.as_str().expect("it is a text").to_owned();
    (text(&result["meta"]["decisionId"]), text(&result["document"]))
}

/// What an edit leaves as it was, held against the documents themselves.
#[track_caller]
fn parts_in(place: &Place, was: &Value, is: &Value, edited: &str) {
    let ((was, first), (is, second)) = (made(was), made(is));
    let answer = place.run(["diff", &was, &is, "--json"]).ok().json();
    let prefix = &answer["prefix"];
    let bytes = usize::try_from(prefix["bytes"].as_u64().expect("a number")).expect("it fits");
    assert_eq!(first[..bytes], second[..bytes]);
    assert_ne!(first[bytes..].chars().next(), second[bytes..].chars().next());
    assert_eq!(prefix["count"], o200k(&first[..bytes]));
    for (end, document) in [("wasEnd", &first), ("isEnd", &second)] {
        assert_eq!(prefix[end]["name"], edited, "{prefix}");
        let start = usize::try_from(prefix[end]["start"].as_u64().expect("a number"));
        let (before, block) = document.split_at(start.expect("it fits"));
        assert!(first.starts_with(before) && second.starts_with(before));
        assert!(block.lines().next().is_some_and(|line| line.contains(edited)), "{block:.200}");
    }
    let changed: Vec<&Value> = answer["changed"].as_array().expect("a list").iter().collect();
    let content = changed.iter().filter(|one| one["what"].to_string().contains("content"));
    assert!(content.clone().any(|one| one["is"]["name"] == edited), "{answer}");
    let told = place.run(["diff", &was, &is]).ok();
    let said = format!("they part in `{edited}`; everything before it is the same");
    assert!(told.stdout().contains(&said), "{}", told.stdout());
    assert!(told.stdout().lines().all(|line| line.chars().count() <= 80), "{}", told.stdout());
    assert!(!told.stdout().contains('\u{1b}'));
}

#[test]
fn an_edit_of_one_target_moves_nothing_before_it() {
    let place = Place::copy_of("globset");
    let mut request = request("src/glob.rs");
    request["plan_step"]["target_files"] = json!(["src/fnv.rs", "src/pathutil.rs", "src/glob.rs"]);
    request["token_budget"]["max_input_tokens"] = json!(100_000);
    let build = || place.call().args(["build", "-"]).stdin(request.to_string()).run().ok().json();
    for edited in ["src/pathutil.rs", "src/fnv.rs"] {
        let was = build();
        place.write(edited, place.read(edited).replacen("pub", "pub(crate)", 1));
        parts_in(&place, &was, &build(), edited);
    }
}

#[test]
fn an_edit_of_one_context_file_moves_nothing_before_it() {
    let place = Place::copy_of("globset");
    let task = json!({
        "goal": "make matching case insensitive",
        "acceptance": ["all tests pass"],
        "context": {"files": ["src/fnv.rs", "src/pathutil.rs"]},
        "contract": {"allowedGlobs": ["src/pathutil.rs"]},
    });
    let task = place.put_beside("task.json", task.to_string());
    let pack =
        || place.run(["pack", "--task", &task, "--budget", "8k", "--format", "json"]).ok().json();
    let was = pack();
    place.write("src/pathutil.rs", place.read("src/pathutil.rs").replacen("pub", "pub(super)", 1));
    parts_in(&place, &was, &pack(), "src/pathutil.rs");
}

#[test]
fn what_enters_and_leaves_is_listed() {
    let place = Place::of("//- a.txt\nthe needle one\n//- b.txt\nthe needle two\n");
    let first = made(&place.run(["pack", "needle", "--format", "json"]).ok().json()).0;
    fs::remove_file(place.root().join("a.txt")).expect("it is ours");
    place.write("c.txt", "the needle three\n");
    let _ = place.run(["pack", "needle", "--max-chars", "50k"]).ok();
    // The second is the last decision.
    let answer = place.run(["diff", &first[..8], "--json"]).ok().json();
    assert_eq!(texts(&answer["entered"], "name"), ["c.txt"]);
    assert_eq!(texts(&answer["left"], "name"), ["a.txt"]);
    assert_eq!(answer["left"][0]["reason"], Value::Null);
    let what = texts(&answer["differences"], "what");
    assert!(what.contains(&"limit") && what.contains(&"project"), "{what:?}");
    let told = place.run(["diff", &first]).ok();
    for text in ["entered: 1", "left: 1", "no candidate any more", " of 50,000 characters"] {
        assert!(told.stdout().contains(text), "{text}: {}", told.stdout());
    }
}

#[test]
fn refusals_and_other_doors_are_compared_too() {
    let place = decided(1);
    let loaded = ids(&place).remove(0);
    let _ = place.run(["pack", "list number 0", "--budget", "3"]).ends_with(1);
    let told = place.run(["diff", &loaded]).ok();
    assert!(told.stdout().contains("ContextTooLarge"), "{}", told.stdout());
    assert!(told.stdout().contains("there are no two documents"), "{}", told.stdout());
    let answer = place.run(["diff", &ids(&place)[0], &loaded, "--json"]).ok().json();
    assert_eq!(answer["prefix"], Value::Null);
    assert!(texts(&answer["entered"], "name").contains(&"src/list.rs"), "{answer}");
    let _ = place.run(["compose"]).ok();
    let told = place.run(["diff", &loaded]).ok();
    assert!(told.stdout().contains("decisions of different doors"), "{}", told.stdout());
    let same = place.run(["diff", &loaded, &loaded]).ok();
    assert!(same.stdout().contains("the same to the byte"), "{}", same.stdout());
}

#[test]
fn capsule_files_are_compared_without_the_repository() {
    let place = decided(2);
    let [second, first] = &ids(&place)[..] else { panic!("there are two") };
    let path = |name: &str| place.beside(name).to_str().expect("plain").to_owned();
    let (one, two) = (path("one.json"), path("two.json"));
    let _ = place.run(["capsule", "export", first, "-o", &one]).ok();
    let _ = place.run(["capsule", "export", second, "-o", &two]).ok();
    let other = Place::empty();
    let travelled = other.run(["diff", &one, &two, "--json"]).ok().json();
    assert_eq!(travelled, place.run(["diff", first, second, "--json"]).ok().json());
    assert_eq!(travelled, place.run(["diff", first, &two, "--json"]).ok().json());
    assert!(!other.has_state());

    let changed =
        fs::read_to_string(&one).expect("it was written").replace("fn list()", "fn lost()");
    let changed = place.put_beside("changed.json", changed);
    let ran = place.run(["diff", &changed, &two]).ends_with(2);
    assert!(ran.stderr().contains("does not give the decision that it names"), "{}", ran.stderr());
    let _ = place.run(["diff", "ffffffff", second]).ends_with(2);
    let _ = other.run(["diff", &one]).ends_with(2);
    let _ = place.run(["purge", first]).ok();
    let ran = place.run(["diff", first, second]).ends_with(2);
    assert!(ran.stderr().contains("was not kept"), "{}", ran.stderr());
}
