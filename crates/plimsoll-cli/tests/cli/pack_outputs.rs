//! Outputs in a repair: which places they name, whose output it is, and how a long one gives way.

use crate::support::{Place, entry, utf16};
use serde_json::{Value, json};

fn packed(place: &Place, task: &Value, limit: u64) -> Value {
    let call = place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars"]);
    call.arg(limit.to_string()).stdin(task.to_string()).run().ok().json()
}

fn document(pack: &Value) -> &str {
    pack["document"].as_str().expect("there is one")
}

fn task(outputs: &[Option<&str>]) -> Value {
    let issue = |output: &Option<&str>| json!({"message": "it fails", "output": output});
    let issues: Vec<Value> = outputs.iter().map(issue).collect();
    json!({"goal": "the goal stays", "previous": {"iteration": 1, "issues": issues}})
}

#[test]
fn rows_below_a_file_are_places_of_it() {
    let place = Place::empty();
    let functions: String =
        (0..200).map(|n| format!("export function f{n}() {{\n  work({n})\n}}\n")).collect();
    place.write("web/src/auth.ts", functions.clone());
    place.write("web/src/other.ts", functions);
    let eslint = "\n/home/user/shop/web/src/auth.ts\n  302:3  error  Unexpected call  no-restricted\n\n✖ 1 problem\n";
    let pack = packed(&place, &task(&[Some(eslint)]), 3_000);
    let file = entry(&pack["files"], "path", "web/src/auth.ts");
    assert_eq!(file["priority"], "high");
    assert!(file["content"].as_str().is_some_and(|content| content.contains("work(100)\n")));
}

#[test]
fn an_issue_says_which_output_is_its_own() {
    let place = Place::of("//- a.txt\na\n");
    let pack = packed(&place, &task(&[None, Some("of the second\n")]), 5_000);
    let said = "- [error] it fails\n- [error] it fails (see Error output 2)\n";
    assert!(document(&pack).contains(said), "{}", document(&pack));
    let output = "## Error output 2\n\nerror · from request · whole\n\n```text\nof the second\n";
    assert!(document(&pack).contains(output), "{}", document(&pack));
}

/// A log of one line gives way like any other output: its ends stay. It does not take all the room that there is.
#[test]
fn an_output_of_one_line_is_shortened_in_its_middle() {
    let place = Place::empty();
    place.write("src/a.rs", "pub fn named() {}\n".repeat(100));
    let log = format!("it began{}it ended", " é😀 at frame".repeat(4_000));
    let mut task = task(&[Some(&log)]);
    task["context"] = json!({"files": ["src/a.rs"]});
    let whole = packed(&place, &task, 200_000);
    assert!(document(&whole).contains(&log) && whole["truncated"] == false);
    let mut shown = Vec::new();
    for limit in [1_900, 3_500, 6_000, 12_000, 25_000, 52_000] {
        let pack = packed(&place, &task, limit);
        let text = document(&pack);
        assert!(utf16(text) <= limit && pack["truncated"] == true);
        for stays in ["the goal stays", "\nit began", "it ended\n", " characters left out ⋯\n"] {
            assert!(text.contains(stays), "{stays} at {limit}: {text}");
        }
        assert!(text.contains(" · long lines shortened"));
        assert!(limit < 15_000 || text.contains("## `src/a.rs`"), "there is room for others");
        shown.push(text.matches("at frame").count());
    }
    assert!(shown.windows(2).all(|pair| pair[0] <= pair[1]), "more room, more of it: {shown:?}");
    assert!(shown[0] > 10 && shown[5] > 10 * shown[0], "{shown:?}");
}

#[test]
fn a_refusal_does_not_blame_what_has_given_way() {
    let place = Place::of("//- a.txt\na\n");
    let mut task = task(&[Some(&"x".repeat(50_000))]);
    task["goal"] = json!("a goal of many words ".repeat(300));
    let call = place.call().args(["pack", "--task", "-", "--max-chars", "5k"]);
    let refused = call.stdin(task.to_string()).run().ends_with(1);
    assert!(refused.stderr().contains("the largest part is `Goal`"), "{}", refused.stderr());
}

/// A log of many short lines is what it is about: the places that it names, the context and the docs stay beside it.
#[test]
fn a_long_log_does_not_push_out_the_places_that_it_names() {
    let place = Place::empty();
    let functions = |name: &str| -> String {
        (0..200).map(|n| format!("pub fn {name}{n}() {{\n    work({n});\n}}\n")).collect()
    };
    for name in ["store", "auth", "model"] {
        place.write(format!("src/{name}.rs"), functions(name));
    }
    place.write("docs/rules.md", "# Rules\n\nBe kind.\n");
    let noise = |from: usize| -> String {
        (from..from + 1500).map(|n| format!("[{n:04}] request served in {n} us\n")).collect()
    };
    let frames = "thread 'main' panicked at src/store.rs:92:5:\nno\nstack backtrace:\n   1: x\n             at \
        ./src/auth.rs:302:5\n";
    let log = format!("it began\n{}{frames}{}it ended\n", noise(0), noise(1500));
    let mut task = task(&[Some(&log)]);
    task["context"] = json!({"files": ["src/model.rs"], "docs": ["docs/rules.md"]});
    let mut seen = Vec::new();
    for limit in [18_000, 25_000, 60_000] {
        let pack = packed(&place, &task, limit);
        let text = document(&pack);
        assert!(utf16(text) <= limit && pack["truncated"] == true);
        assert!(text.contains("\nit began\n") && text.contains("\nit ended\n"), "{text}");
        assert!(text.contains(frames), "what it says of places is not the middle: {text}");
        // More than the line that is named and its nearest ones.
        for (path, line) in [("src/store.rs", 30), ("src/auth.rs", 100)] {
            let file = entry(&pack["files"], "path", path);
            let content = file["content"].as_str().expect("a text");
            for n in line - 4..=line + 4 {
                assert!(content.contains(&format!("work({n});")), "{n} of {path} at {limit}");
            }
        }
        let shown = text.matches(" request served in ").count();
        assert!(shown > 80, "{shown} lines at {limit}");
        seen.push(shown);
        let model = entry(&pack["files"], "path", "src/model.rs");
        assert_eq!(model["priority"], "medium", "at {limit}");
        assert_eq!(pack["docs"][0]["path"], "docs/rules.md", "at {limit}");
    }
    assert!(seen.is_sorted() && seen[2] > 2 * seen[0], "{seen:?}");
    // Where it fits, it is whole, and the rest gives way.
    let whole = packed(&place, &task, utf16(&log) + 7_000);
    assert!(document(&whole).contains(&log) && whole["truncated"] == true);
    // With less than that what was said first is shortened further, and the places stay.
    for limit in [3_000, 4_000, 6_000, 8_000] {
        let pack = packed(&place, &task, limit);
        assert_eq!(entry(&pack["files"], "path", "src/store.rs")["priority"], "high", "at {limit}");
        assert!(document(&pack).contains("\nit ended\n"));
    }
}

#[test]
fn many_long_outputs_share_the_room_and_leave_some_for_the_places() {
    let place = Place::empty();
    let functions: String =
        (0..200).map(|n| format!("pub fn f{n}() {{\n    work({n});\n}}\n")).collect();
    for n in 0..8 {
        place.write(format!("src/part{n}.rs"), functions.clone());
    }
    let outputs: Vec<String> = (0..8)
        .map(|n| format!("src/part{n}.rs:92: no\n{}", format!("more of {n}\n").repeat(900)))
        .collect();
    let outputs: Vec<Option<&str>> = outputs.iter().map(|output| Some(output.as_str())).collect();
    let pack = packed(&place, &task(&outputs), 25_000);
    let text = document(&pack);
    for n in 0..8 {
        assert!(text.contains(&format!("src/part{n}.rs:92: no\n")), "output {n}");
        let file = entry(&pack["files"], "path", &format!("src/part{n}.rs"));
        assert!(file["content"].as_str().is_some_and(|content| content.contains("work(30);")));
    }
}
