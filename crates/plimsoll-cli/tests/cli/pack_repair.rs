//! Pack for a repair: what issues, tickets, outputs and the contract say about files, and what of it stands in the
//! document (B04, B06, B08).

use crate::support::{Place, entry, texts};
use serde_json::{Value, json};

/// A file of so many functions of three lines each.
fn functions(name: &str, count: usize) -> String {
    (0..count).map(|n| format!("pub fn {name}_{n}() {{\n    work({n});\n}}\n")).collect()
}

fn project() -> Place {
    let place = Place::of(
        "//- docs/rules.md\n# Rules\nBe kind.\n//- src/lib.rs\npub mod auth;\npub mod store;\n",
    );
    place.write("src/auth.rs", functions("auth", 60));
    place.write("src/store.rs", functions("store", 60));
    place.write("src/model.rs", functions("model", 60));
    place.write("src/other.rs", functions("other", 60));
    place
}

fn packed(place: &Place, task: &Value, flags: &[&str]) -> Value {
    let call = place.call().args(["pack", "--task", "-", "--format", "json"]).args(flags);
    call.stdin(task.to_string()).run().ok().json()
}

fn document(pack: &Value) -> &str {
    pack["document"].as_str().expect("there is one")
}

/// Where a block of a kind begins.
#[track_caller]
fn at(pack: &Value, heading: &str) -> usize {
    let place = document(pack).find(&format!("\n## {heading}\n"));
    place.unwrap_or_else(|| panic!("no {heading} in {}", document(pack)))
}

fn priorities(pack: &Value) -> Vec<(&str, &str)> {
    let files = pack["files"].as_array().expect("a list").iter();
    let text = |value: &'_ Value| value.as_str().expect("a text").len();
    files
        .inspect(|file| assert!(text(&file["content"]) > 0))
        .map(|file| {
            (file["path"].as_str().expect("a text"), file["priority"].as_str().expect("a text"))
        })
        .collect()
}

#[test]
fn what_outputs_name_is_shown_around_the_lines_with_high_priority() {
    let place = project();
    let output = "thread 'main' panicked at /build/app/src/store.rs:92:5:\nno\nstack backtrace:\n   1: \
        x\n             at /rustc/1/library/core/src/option.rs:3:1\n   2: y\n             at \
        ./src/auth.rs:32:5\n";
    let task = json!({
        "goal": "repair it",
        "contract": {"allowedGlobs": ["src/other.rs"]},
        "previous": {"iteration": 1, "issues": [{"message": "it panics", "output": output}]},
    });
    let pack = packed(&place, &task, &["--max-chars", "3600"]);
    for (path, line) in [("src/store.rs", "work(30);"), ("src/auth.rs", "work(10);")] {
        let file = entry(&pack["files"], "path", path);
        assert_eq!(file["priority"], "high", "{path}");
        let content = file["content"].as_str().expect("a text");
        assert!(content.contains(line) && !content.contains("work(59);"), "{content}");
    }
    assert!(document(&pack).contains(output), "outputs stay whole");
    // The innermost frame is needed most: with less room it is the one that stays.
    let least = (1_000..3_600).step_by(20).find_map(|limit: u32| {
        let call = place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars"]);
        let ran = call.arg(limit.to_string()).stdin(task.to_string()).run();
        let shown = ran.json()["files"].as_array().cloned().unwrap_or_default();
        let paths: Vec<String> = shown.iter().map(|file| file["path"].to_string()).collect();
        Some(paths).filter(|paths| !paths.is_empty())
    });
    assert_eq!(least, Some(vec!["\"src/store.rs\"".to_owned()]));
}

#[test]
fn an_error_that_is_pasted_as_a_sentence_is_read() {
    let place = project();
    let pasted = "src\\\\store.rs(92,5): error: what is wrong here?".replace("\\\\", "\\");
    let pack = place.run(["pack", &pasted, "--format", "json", "--max-chars", "3000"]).ok().json();
    let file = entry(&pack["files"], "path", "src/store.rs");
    assert_eq!(file["priority"], "high");
    assert!(file["content"].as_str().is_some_and(|text| text.contains("work(30);")));
}

#[test]
fn a_file_that_an_issue_gives_by_another_machines_path_is_found() {
    let place = project();
    let issue = |file: &str| json!({"message": "m", "file": file, "line": 5});
    for file in ["/app/src/store.rs", "C:\\ci\\app\\src\\store.rs", "file:///ci/src/store.rs"] {
        let task = json!({"goal": "g", "previous": {"iteration": 1, "issues": [issue(file)]}});
        let pack = packed(&place, &task, &[]);
        assert_eq!(entry(&pack["files"], "path", "src/store.rs")["priority"], "high", "{file}");
    }
    // What is not there, or not in here, is told and nothing is read.
    let task = json!({"goal": "g", "previous": {"iteration": 1, "issues": [issue("/etc/passwd")]}});
    let pack = packed(&place, &task, &[]);
    assert_eq!(entry(&pack["meta"]["leftOut"], "path", "/etc/passwd")["reason"], "outside_root");
    assert!(document(&pack).contains("- /etc/passwd: it is no path in this project\n"));
}

#[test]
fn classes_rank_as_the_seed_says_and_the_task_s_order_holds_inside() {
    let place = project();
    let task = json!({
        "goal": "make other_3 better",
        "context": {"files": ["src/model.rs", "src/auth.rs"], "docs": ["docs/rules.md"]},
        "contract": {"allowedGlobs": ["src/**"]},
        "previous": {"iteration": 1, "issues": [{"message": "m", "file": "src/store.rs", "line": 5}]},
    });
    let pack = packed(&place, &task, &["--tier", "strong"]);
    let mut classes = priorities(&pack);
    classes.sort_unstable();
    let expected = [
        ("src/auth.rs", "medium"),
        ("src/lib.rs", "low"),
        ("src/model.rs", "medium"),
        ("src/other.rs", "low"),
        ("src/store.rs", "high"),
    ];
    assert_eq!(classes, expected);
    // In the document: context files in the order given, then the rest by path, then what was said, then the task.
    let order =
        ["`src/model.rs`", "`src/auth.rs`", "`src/lib.rs`", "`src/other.rs`", "`src/store.rs`"];
    let order = [&order[..], &["`docs/rules.md`", "Previous issues", "Contents", "Goal"]].concat();
    let places: Vec<usize> = order.iter().map(|heading| at(&pack, heading)).collect();
    assert!(places.is_sorted(), "{order:?} {places:?}");
    // What is left at ever lower limits: low goes first, then docs, then the last of the context, then high.
    let whole = document(&pack).len() as u64;
    let gone = |path: &str| {
        (1..=60).rev().map(|part| whole * part / 60).find(|limit| {
            let call =
                place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars"]);
            let pack = call.arg(limit.to_string()).stdin(task.to_string()).run().json();
            let shown = ["files", "docs"].map(|key| pack[key].clone());
            let is_in =
                |list: &Value| list.as_array().is_some_and(|l| l.iter().any(|f| f["path"] == path));
            !shown.iter().any(is_in)
        })
    };
    let order = ["src/other.rs", "docs/rules.md", "src/auth.rs", "src/model.rs", "src/store.rs"];
    let limits = order.map(|path| gone(path).expect("at some limit it has gone"));
    assert!(limits.is_sorted_by(|a, b| a >= b) && limits[0] > limits[4], "{limits:?}");
}

#[test]
fn a_context_file_that_an_issue_names_is_high_and_stands_with_the_context() {
    let place = project();
    let task = json!({
        "goal": "g",
        "context": {"files": ["src/store.rs", "src/auth.rs"]},
        "previous": {"iteration": 1, "issues": [{"message": "src/auth.rs:32 is wrong"}]},
    });
    let pack = packed(&place, &task, &["--tier", "strong"]);
    assert_eq!(priorities(&pack)[..2], [("src/store.rs", "medium"), ("src/auth.rs", "high")]);
}

#[test]
fn a_contract_marks_what_may_not_be_changed_and_tells_globs_that_match_nothing() {
    let place = project();
    let token = format!("ghp_{}", "1Qx7Rm2Vt9Lk4Zs8Wd3Yb6Nc5Hj0PfGa2kUe");
    place.write("src/keys.rs", format!("pub const KEY: &str = \"{token}\";\n"));
    let task = json!({
        "goal": "g",
        "context": {"files": ["src/auth.rs", "src/store.rs", "src/keys.rs"]},
        "contract": {
            "allowedGlobs": ["src/store.rs", "src/keys.rs", "src/nothing/**"],
            "forbiddenGlobs": ["**/gone.rs"],
        },
    });
    let call = place.call().args(["pack", "--task", "-"]).stdin(task.to_string());
    let ran = call.run().ok();
    let said = |path: &str| {
        let about = ran.stdout().split(&format!("## `{path}`\n\n")).nth(1);
        about.and_then(|rest| rest.lines().next()).expect("it is shown").to_owned()
    };
    let reference = "for reference only: the file contract does not allow changes";
    assert!(said("src/auth.rs").ends_with(reference), "{}", said("src/auth.rs"));
    assert!(!said("src/store.rs").contains("only"), "{}", said("src/store.rs"));
    let redacted = "values redacted, read-only lines 1 · read-only: it holds redacted values";
    assert!(said("src/keys.rs").ends_with(redacted), "{}", said("src/keys.rs"));
    assert!(ran.stdout().contains("\n- src/keys.rs: whole, values redacted\n"));
    for (word, glob) in [("allows", "src/nothing/**"), ("forbids", "**/gone.rs")] {
        let told = format!("the file contract {word} `{glob}`, which no file matches");
        assert!(ran.stderr().contains(&told), "{}", ran.stderr());
    }
    assert_eq!(ran.stderr().matches("which no file matches").count(), 2);
    // Without a contract nothing is marked.
    let free = json!({"goal": "g", "context": {"files": ["src/auth.rs", "src/keys.rs"]}});
    let ran = place.call().args(["pack", "--task", "-"]).stdin(free.to_string()).run().ok();
    assert!(!ran.stdout().contains("reference only") && !ran.stdout().contains("· read-only:"));
}

#[test]
fn issues_beyond_the_first_ten_are_counted_and_their_outputs_do_not_vanish() {
    let place = project();
    let issue = |n: usize| {
        let output = format!("output of number {n:02}\n{}", "more of it\n".repeat(20));
        json!({"severity": if n == 12 { "error" } else { "warning" }, "message": format!("number {n:02}"),
            "output": output})
    };
    let issues: Vec<Value> = (0..13).map(issue).collect();
    let task = json!({"goal": "g", "previous": {"iteration": 1, "issues": issues}});
    let pack = packed(&place, &task, &["--tier", "strong"]);
    assert!(document(&pack).contains("and 3 more, 3 of them with an output\n"));
    assert_eq!(document(&pack).matches("output of number").count(), 13);
    assert!(document(&pack).contains("- [warning] number 11\noutput of number 11\n"));
    // previousState has those that the document shows, in its order.
    let listed = texts(&pack["previousState"]["issues"], "message");
    assert_eq!(listed[..3], ["number 12", "number 00", "number 01"]);
    assert_eq!(listed.len(), 10);
    // With less room the outputs of the rest go first, and that is said.
    let limit = (document(&pack).len() - 500).to_string();
    let pack = packed(&place, &task, &["--max-chars", &limit]);
    assert_eq!(pack["truncated"], true);
    assert!(document(&pack).contains("- Error output 13: needs "), "{}", document(&pack));
    assert!(document(&pack).contains("output of number 12\n"));
}

#[test]
fn outputs_stay_whole_while_anything_else_can_give_way_and_then_keep_their_ends() {
    let place = project();
    let lines: String = (0..300).map(|n| format!("line {n} of the output\n")).collect();
    let task = json!({
        "goal": "the goal stays",
        "acceptance": ["the criterion stays"],
        "context": {"files": ["src/auth.rs", "src/store.rs"], "docs": ["docs/rules.md"]},
        "contract": {"allowedGlobs": ["src/**"]},
        "previous": {"iteration": 1, "issues": [{"message": "the message stays", "output": lines}]},
        "repairTickets": [{"message": "the ticket stays"}],
    });
    // As much as the output needs beside what is always in.
    let mut bare = task.clone();
    bare["context"] = json!({});
    bare["contract"] = json!({"allowedGlobs": ["none/**"]});
    let needed = document(&packed(&place, &bare, &["--tier", "strong"])).chars().count();
    let mut seen = [false; 2];
    for limit in (3_000..20_000).step_by(500) {
        let call = place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars"]);
        let pack = call.arg(limit.to_string()).stdin(task.to_string()).run().ok().json();
        let text = document(&pack);
        for stays in [
            "the goal stays",
            "the criterion stays",
            "may be changed: src/**",
            "the message stays",
            "the ticket stays",
            "line 0 of the output",
            "line 299 of the output",
        ] {
            assert!(text.contains(stays), "{stays} at {limit}");
        }
        let is_whole = text.contains(&lines);
        // The notice and the list of what is left out take some room.
        assert!(is_whole || limit < needed + 700, "it is cut at {limit} and needs {needed}");
        assert!(is_whole || (text.contains(" lines left out ⋯") && pack["truncated"] == true));
        seen[usize::from(is_whole)] = true;
    }
    assert_eq!(seen, [true, true]);
    // Below that it is refused, with numbers.
    let call =
        place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars", "1200"]);
    let refused = call.stdin(task.to_string()).run().ends_with(1).json();
    assert_eq!(refused["refusal"]["code"], "ContextTooLarge");
    let details = &refused["refusal"]["details"];
    assert!(details["needed"].as_u64() > Some(1200) && details["limit"] == 1200, "{refused}");
}

#[test]
fn a_diff_that_has_no_room_is_its_counts_and_its_headings() {
    let place = project();
    let hunk = |n: usize| {
        format!("@@ -{n} +{n} @@ fn part_{n}\n-old {n}\n+new {n}\n{}", " same\n".repeat(40))
    };
    let hunks: String = [10, 90, 170].map(hunk).concat();
    let diff = format!("--- a/src/auth.rs\n+++ b/src/auth.rs\n{hunks}");
    let task = json!({"goal": "g", "contract": {"allowedGlobs": ["docs/**"]},
        "previous": {"iteration": 1, "diff": diff}});
    let whole = packed(&place, &task, &[]);
    assert!(document(&whole).contains(&diff));
    assert_eq!(entry(&whole["files"], "path", "src/auth.rs")["priority"], "high");
    let small = packed(&place, &task, &["--max-chars", "1700"]);
    let said = "⋯ 3 hunks left out, 3 lines added, 3 removed: @@ -10 +10 @@ fn part_10; @@ -90 +90 @@ fn part_90";
    assert!(document(&small).contains(said), "{}", document(&small));
    let summary = small["previousState"]["diffSummary"].as_str().expect("a text");
    assert!(summary.contains("3 lines added, 3 removed"), "{summary}");
}

#[test]
fn tickets_are_whole_and_what_they_name_is_high() {
    let place = project();
    let ticket = json!({
        "id": "R2", "severity": "warning", "message": "call it", "file": "src/store.rs", "line": 92,
        "expected": "as in src/auth.rs:32", "actual": "nobody", "hint": "see src/model.rs",
    });
    let task =
        json!({"goal": "g", "contract": {"allowedGlobs": ["docs/**"]}, "repairTickets": [ticket]});
    let pack = packed(&place, &task, &[]);
    assert_eq!(pack["repairTickets"], json!([ticket]));
    let shown = "- R2 [warning] src/store.rs:92: call it\n  expected: as in src/auth.rs:32\n  actual: \
        nobody\n  hint: see src/model.rs\n";
    assert!(document(&pack).contains(shown), "{}", document(&pack));
    for path in ["src/store.rs", "src/auth.rs", "src/model.rs"] {
        assert_eq!(entry(&pack["files"], "path", path)["priority"], "high", "{path}");
    }
}
