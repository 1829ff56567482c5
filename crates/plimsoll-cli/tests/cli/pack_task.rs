//! Pack with a task file: the forms it may have, and what a task can rely on.

use crate::support::{Place, entry, keys, o200k, texts};
use serde_json::{Value, json};

const PROJECT: &str = "\
//- src/api/auth.ts
export function login() { return check(); }
//- src/api/check.ts
export function check() { return true; }
//- src/middleware/log.ts
export const log = 1;
//- src/middleware/skip.ts
export const skip = 2;
//- docs/auth.md
# Auth
Who may log in.
//- .env
NOTHING=1
";

fn task() -> Value {
    json!({
        "id": "T-1",
        "title": "Login",
        "goal": "repair the login",
        "acceptance": ["it logs in", {"id": "A2", "text": "tests pass", "check": "npm test"}],
        "context": {
            "files": ["src/api/check.ts", "src/api/gone.ts", ".env"],
            "docs": ["docs/auth.md"],
        },
        "contract": {
            "allowedGlobs": ["src/middleware/**"],
            "forbiddenGlobs": ["**/skip.ts"],
            "allowNewFiles": false,
        },
        "previous": {
            "iteration": 2,
            "diffSummary": "changed one line",
            "issues": [{
                "id": "I1", "severity": "error", "message": "login fails",
                "file": "src/api/auth.ts", "line": 1, "output": "TypeError: x is not a function",
            }],
        },
        "repairTickets": [{"id": "R1", "message": "call check with a user", "hint": "see auth.ts"}],
    })
}

const TOML: &str = r#"
id = "T-1"
title = "Login"
goal = "repair the login"
acceptance = ["it logs in", { id = "A2", text = "tests pass", check = "npm test" }]
[context]
files = ["src/api/check.ts", "src/api/gone.ts", ".env"]
docs = ["docs/auth.md"]
[contract]
allowedGlobs = ["src/middleware/**"]
forbiddenGlobs = ["**/skip.ts"]
allowNewFiles = false
[previous]
iteration = 2
diffSummary = "changed one line"
[[previous.issues]]
id = "I1"
severity = "error"
message = "login fails"
file = "src/api/auth.ts"
line = 1
output = "TypeError: x is not a function"
[[repairTickets]]
id = "R1"
message = "call check with a user"
hint = "see auth.ts"
"#;

const YAML: &str = r#"
id: T-1
title: Login
goal: repair the login
acceptance:
  - it logs in
  - {id: A2, text: tests pass, check: npm test}
context:
  files: [src/api/check.ts, src/api/gone.ts, .env]
  docs: [docs/auth.md]
contract:
  allowedGlobs: ["src/middleware/**"]
  forbiddenGlobs: ["**/skip.ts"]
  allowNewFiles: false
previous:
  iteration: 2
  diffSummary: changed one line
  issues:
    - id: I1
      severity: error
      message: login fails
      file: src/api/auth.ts
      line: 1
      output: "TypeError: x is not a function"
repairTickets:
  - {id: R1, message: call check with a user, hint: see auth.ts}
"#;

fn packed(place: &Place, task: &Value, flags: &[&str]) -> Value {
    let call = place.call().args(["pack", "--task", "-", "--format", "json"]).args(flags);
    call.stdin(task.to_string()).run().ok().json()
}

#[test]
fn yaml_json_toml_and_stdin_say_the_same() {
    let place = Place::of(PROJECT);
    let from_stdin = packed(&place, &task(), &[]);
    for (name, text) in
        [("t.json", task().to_string()), ("t.yaml", YAML.to_owned()), ("t.toml", TOML.to_owned())]
    {
        let file = place.put_beside(name, text);
        let result = place.run(["pack", "--task", &file, "--format", "json"]).ok().json();
        assert_eq!(result, from_stdin, "{name}");
    }
    for text in [YAML, TOML] {
        let call = place.call().args(["pack", "--task", "-", "--format", "json"]);
        assert_eq!(call.stdin(text).run().ok().json(), from_stdin);
    }
}

#[test]
fn a_full_task_has_all_of_seed_b_s_keys() {
    let place = Place::of(PROJECT);
    let pack = packed(&place, &task(), &[]);
    assert_eq!(
        keys(&pack),
        [
            "constraints",
            "docs",
            "document",
            "files",
            "meta",
            "previousState",
            "repairTickets",
            "task",
            "totalChars",
            "truncated"
        ]
    );
    assert_eq!(keys(&pack["previousState"]), ["diffSummary", "issues", "iteration"]);
    assert_eq!(pack["previousState"]["diffSummary"], "changed one line");
    assert_eq!(pack["previousState"]["issues"], task()["previous"]["issues"]);
    assert_eq!(pack["task"]["acceptance"], task()["acceptance"]);
    assert_eq!(pack["constraints"], task()["contract"]);
    assert_eq!(pack["repairTickets"][0]["hint"], "see auth.ts");
    assert_eq!(
        pack["docs"],
        json!([{"path": "docs/auth.md", "content": "# Auth\nWho may log in.\n"}])
    );
}

#[test]
fn what_a_task_says_stands_in_the_document() {
    let place = Place::of(PROJECT);
    let mut task = task();
    task["contract"]["allowedGlobs"] = json!(["src/middleware/**", "src/api/check.ts"]);
    for new_files in [false, true] {
        task["contract"]["allowNewFiles"] = json!(new_files);
        let pack = packed(&place, &task, &[]);
        let document = pack["document"].as_str().expect("there is one");
        for text in [
            "id: T-1\ntitle: Login\nrepair the login\n",
            "- it logs in\n- A2: tests pass (check: npm test)\n",
            "- I1 [error] src/api/auth.ts:1: login fails (see Error output 1)\n",
            "TypeError: x is not a function",
            "changed one line\n",
            "may be changed: src/middleware/**, src/api/check.ts\nmust not be changed: **/skip.ts\n",
            if new_files { "new files: allowed\n" } else { "new files: not allowed\n" },
            "- R1 [error] call check with a user\n  hint: see auth.ts\n",
            "export function check() { return true; }\n",
            "# Auth\nWho may log in.\n",
        ] {
            assert!(document.contains(text), "{text} in {document}");
        }
    }
}

#[test]
fn the_ten_worst_issues_are_shown_and_the_rest_is_counted() {
    let place = Place::of(PROJECT);
    let mut task = task();
    let severities = ["info", "warning", "error", "info", "warning", "error"];
    let issue = |number: usize| {
        let severity = severities[number % severities.len()];
        json!({"severity": severity, "message": format!("issue number {number:02}")})
    };
    let shown = |task: &Value| -> Vec<String> {
        let pack = packed(&place, task, &[]);
        let document = pack["document"].as_str().expect("there is one");
        let lines = document.lines();
        let lines =
            lines.filter(|line| line.contains("] issue number ") || line.starts_with("and "));
        lines.map(str::to_owned).collect()
    };
    task["previous"]["issues"] = (0..13).map(issue).collect();
    let expected = [2, 5, 8, 11].map(|number| format!("- [error] issue number {number:02}"));
    let warnings = [1, 4, 7, 10].map(|number| format!("- [warning] issue number {number:02}"));
    let infos = [0, 3].map(|number| format!("- [info] issue number {number:02}"));
    let rest = ["and 3 more".to_owned()];
    let expected: Vec<String> = [&expected[..], &warnings, &infos, &rest].concat();
    assert_eq!(shown(&task), expected);
    task["previous"]["issues"] = (0..10).map(issue).collect();
    assert_eq!(shown(&task).len(), 10, "ten are all that there are");
}

#[test]
fn repair_tickets_are_shown_in_full_and_raise_their_files() {
    let place = Place::of(PROJECT);
    let mut task = task();
    let ticket = json!({
        "id": "R2", "severity": "warning", "message": "call it with a user",
        "file": "src/api/check.ts", "line": 1,
        "expected": "a user", "actual": "nobody", "hint": "see auth.ts",
    });
    task["repairTickets"] = json!([ticket]);
    let pack = packed(&place, &task, &[]);
    assert_eq!(pack["repairTickets"], json!([ticket]));
    let shown = "- R2 [warning] src/api/check.ts:1: call it with a user\n  \
        expected: a user\n  actual: nobody\n  hint: see auth.ts\n";
    let document = pack["document"].as_str().expect("there is one");
    assert!(document.contains(shown), "{document}");
    assert_eq!(entry(&pack["files"], "path", "src/api/check.ts")["priority"], "high");
}

#[test]
fn files_have_the_seed_s_priorities_and_reasons() {
    let place = Place::of(PROJECT);
    let pack = packed(&place, &task(), &[]);
    for (path, priority) in [
        ("src/api/auth.ts", "high"),
        ("src/api/check.ts", "medium"),
        ("src/middleware/log.ts", "low"),
    ] {
        assert_eq!(entry(&pack["files"], "path", path)["priority"], priority, "{path}");
    }
    assert_eq!(texts(&pack["files"], "path").len(), 3, "{}", pack["files"]);
    let left_out = &pack["meta"]["leftOut"];
    assert_eq!(entry(left_out, "path", "src/api/gone.ts")["reason"], "missing");
    assert_eq!(entry(left_out, "path", ".env")["reason"], "never_send");
    let document = pack["document"].as_str().expect("there is one");
    for text in
        ["TypeError: x is not a function", "call check with a user", "npm test", "**/skip.ts"]
    {
        assert!(document.contains(text), "{text}");
    }
    assert!(!document.contains("NOTHING=1") && !document.contains("skip = 2"));
}

#[test]
fn what_the_seed_always_wants_is_in_at_every_limit_that_loads() {
    let place = Place::copy_of("regex-automata");
    let mut task = task();
    task["contract"]["allowedGlobs"] = json!(["src/hybrid/**"]);
    task["context"] = json!({"files": ["src/hybrid/dfa.rs"], "docs": ["README.md"]});
    task["previous"]["issues"][0]["file"] = json!("src/hybrid/search.rs");
    task["previous"]["issues"][0]["line"] = json!(40);
    let mut shortened = 0;
    for limit in [900, 2_500, 12_000] {
        let pack = packed(&place, &task, &["--budget", &limit.to_string()]);
        let document = pack["document"].as_str().expect("there is one");
        let counted = o200k(document);
        assert!(counted <= limit && pack["meta"]["used"] == counted, "{counted} of {limit}");
        for text in
            ["repair the login", "tests pass", "src/hybrid/**", "TypeError: x is not a function"]
        {
            assert!(document.contains(text), "{text} at {limit}");
        }
        assert_eq!(pack["truncated"], document.contains("> context truncated: of "), "at {limit}");
        shortened += u32::from(pack["truncated"] == true);
        if limit >= 2_500 {
            let file = entry(&pack["files"], "path", "src/hybrid/search.rs");
            assert_eq!(file["priority"], "high", "at {limit}");
        }
    }
    assert!(shortened >= 3, "{shortened}");
}

#[test]
fn a_diff_of_the_request_is_shown_or_summarised() {
    let place = Place::of(PROJECT);
    let mut task = task();
    let diff =
        "--- a/src/api/auth.ts\n+++ b/src/api/auth.ts\n@@ -1 +1 @@\n-old words\n+new words\n";
    task["previous"] = json!({"iteration": 1, "diff": diff});
    let pack = packed(&place, &task, &[]);
    assert!(pack["document"].as_str().is_some_and(|text| text.contains("-old words\n+new words")));
    assert_eq!(pack["previousState"]["diffSummary"], diff);
}

#[test]
fn a_contract_that_only_forbids_allows_the_rest() {
    let place = Place::empty();
    place.write("a.txt", "the widget\n");
    place.write("sec/b.txt", "the other widget\n");
    let task = "goal: widget\ncontract: {forbiddenGlobs: [sec]}\n";
    let pack = place.call().args(["pack", "--task", "-", "--format", "json"]).stdin(task).run();
    let pack = pack.ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    let document = pack["document"].as_str().expect("it is a text");
    assert!(document.contains("may be changed: whatever is not forbidden"), "{document}");
}

#[test]
fn a_diff_that_is_none_is_shown_as_it_is() {
    let place = Place::empty();
    let task = "goal: widget\nprevious: {iteration: 1, diff: '+ hello there'}\n";
    let ran = place.call().args(["pack", "--task", "-"]).stdin(task).run().ok();
    assert!(ran.stdout().contains("\n+ hello there\n"), "{}", ran.stdout());
}

#[test]
fn a_file_that_a_task_misspells_is_told() {
    let place = Place::of("//- src/cache.rs\npub struct Cache;\n");
    let task = place.put_beside("task.yaml", "goal: x\ncontext:\n  files: [src/cahce.rs]\n");
    let ran = place.run(["pack", "--task", &task]).ok();
    assert!(ran.stderr().contains("the task names `src/cahce.rs`"), "{}", ran.stderr());
    assert!(ran.stderr().contains("did you mean `src/cache.rs`"), "{}", ran.stderr());
}
