//! What somebody would miss is told: named files without room, packs without a file, a sentence in the wrong place.

use crate::support::Place;
use serde_json::json;

fn functions(name: &str) -> String {
    (0..80).map(|n| format!("pub fn {name}_{n}() {{\n    work({n});\n}}\n")).collect()
}

#[test]
fn a_named_file_without_room_is_told_with_what_it_needs() {
    let place = Place::empty();
    place.write("src/auth.rs", functions("auth"));
    let task = json!({"goal": "g", "context": {"files": ["src/auth.rs"]}}).to_string();
    let packed = |limit: &str| {
        let call = place.call().args(["pack", "--task", "-", "--max-chars", limit]);
        call.stdin(task.clone()).run().ok()
    };
    let small = packed("1500");
    let said = "note: the task names `src/auth.rs`, which has no room: it needs ";
    assert!(small.stderr().contains(said), "{}", small.stderr());
    assert!(small.stderr().contains(" characters at least\n"));
    assert!(!packed("20k").stderr().contains("has no room"));
}

#[test]
fn a_pack_without_any_file_says_what_one_would_need() {
    let place = Place::empty();
    place.write("src/auth.rs", functions("auth"));
    let packed = |limit| place.call().args(["pack", "auth", "--max-chars", limit]).run().ok();
    let small = packed("900");
    let said = "note: no file has room: the smallest part of one needs ";
    assert!(small.stderr().contains(said), "{}", small.stderr());
    assert!(!packed("20k").stderr().contains("has room"));
}

#[test]
fn a_sentence_can_come_from_standard_input() {
    let place = Place::of("//- src/cache.rs\npub fn expire() {}\n");
    let sentence = "TypeError: x is not a function\n  at expire (src/cache.rs:1:5)\n";
    let piped = place.call().args(["pack", "-"]).stdin(sentence).run().ok();
    let given = place.call().args(["pack", sentence]).run().ok();
    assert_eq!(piped.stdout(), given.stdout());
    assert!(piped.stdout().contains("pub fn expire"));
    // As a task it is none, and what to do is said.
    let ran = place.call().args(["pack", "--task", "-"]).stdin("make it expire\n").run();
    assert!(ran.ends_with(2).stderr().contains("`plimsoll pack -`"));
    // Nothing at all is no sentence.
    let nothing = place.call().args(["pack", "-"]).stdin(" \n").run();
    assert!(nothing.ends_with(2).stderr().contains("say what you want done"));
}

/// What is wrong with a task is said in words that help, where people often go wrong.
#[test]
fn a_task_that_is_none_is_told_what_to_do() {
    let place = Place::of("//- src/cache.rs\npub fn expire() {}\n");
    let says = |text: &str| {
        let file = place.put_beside("task.yaml", text);
        place.run(["pack", "--task", &file]).ends_with(2).stderr().to_owned()
    };
    assert!(says("").contains("the task is empty"), "{}", says(""));
    // An output is pasted behind `|`, and its first line is indented.
    let pasted = "goal: x\nprevious:\n  issues:\n    - message: m\n      output: |\n          Failed it\n        Stack\n";
    assert!(says(pasted).contains("not YAML: line 7 "), "{}", says(pasted));
    assert!(says(pasted).contains("say how far it is indented (`|2`)"), "{}", says(pasted));
    let mended = place.put_beside("task.yaml", pasted.replace("output: |", "output: |2"));
    let _ = place.run(["pack", "--task", &mended]).ok();
    assert!(!says("goal: [unclosed").contains("`|2`"));
    let nothing = place.run(["pack"]).ends_with(2);
    assert!(nothing.stderr().contains("or give --task FILE"), "{}", nothing.stderr());
}
