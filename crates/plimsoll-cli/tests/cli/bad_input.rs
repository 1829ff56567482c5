//! Input that is wrong: one clear sentence, the right exit code, and nothing written anywhere.

use crate::support::{Place, Ran};
use serde_json::json;
use std::fs;

const PROJECT: &str = "//- src/cache.rs\npub struct Cache;\n";

/// Stderr of a call that must fail on its input without a trace.
#[track_caller]
fn wrong(place: &Place, ran: &Ran, what: &str) -> String {
    let said = ran.stderr().to_owned();
    assert_eq!(ran.code, Some(2), "{what}: {said}{:.300}", ran.stdout());
    assert!(!said.trim().is_empty(), "{what}: something is said");
    for word in ["panicked", "RUST_BACKTRACE", "stack backtrace", "\u{1b}"] {
        assert!(!said.contains(word), "{what}: {said}");
    }
    // Without any command the whole help is the answer.
    let most = if said.contains("Commands:") { 5_000 } else { 2_000 };
    assert!(said.len() < most, "{what}: {} bytes are no clear sentence", said.len());
    assert!(!place.has_state(), "{what}: nothing is kept");
    said
}

#[test]
fn usage() {
    let place = Place::of(PROJECT);
    let cases: &[(&[&str], &str)] = &[
        (&["pack", "x", "--budget", "0"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "-5"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "2000000k"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "99999999999999999999999"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "many"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "1.5k"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--max-chars", "0"], "from 1 to 1,000,000,000"),
        (&["compose", "--budget", "-1"], "from 1 to 1,000,000,000"),
        (&["pack", "x", "--budget", "5k", "--max-chars", "5k"], "cannot be used with"),
        (&["pack", "x", "--tier", "cheap", "--budget", "5k"], "cannot be used with"),
        (&["pack", "x", "--budgte", "5k"], "--budget"),
        (&["pack", "x", "--tier", "stong"], "strong"),
        (&["pack", "x", "--counter", "o200k_base/2"], "o200k_base/1"),
        (&["pack", "x", "--counter", "esc\u{1b}[31m"], "there is no counter"),
        (&["pack", "x", "--counter", "utf16/1", "--budget", "5k"], "counts characters"),
        (&["pack", "x", "--format", "pdf"], "markdown, xml, json"),
        (&["pack", "x", "--json"], "use `--format json`"),
        (&["build", "-", "--json"], "use `--format json`"),
        (&["compose", "--json"], "use `--format json`"),
        (&["pack", "x", "--threads", "0"], "0"),
        (&["pack", "x", "--as-of", "yesterday"], "2026-11-16T08:00:00Z"),
        (&["pack", "x", "--no-log", "--require-log"], "cannot be used with"),
        (&["pack"], "or give --task FILE"),
        (&["pack", ""], "goal"),
        (&["pack", "x", "--task", "t.yaml"], "cannot be used with"),
        (&["pakc", "x"], "pack"),
        (&["\u{1b}[31mred"], "unrecognized"),
        (&["pack", "x", "--budget", "\u{1b}[31m"], "invalid value"),
        (&[], "Usage"),
        (&["config", "shwo"], "show"),
        (&["pack", "x", "--config", "no/such/file"], "no/such/file"),
        (&["pack", "--task", "no-such-task.yaml"], "no-such-task.yaml"),
        (&["build", "no-such-request.json", "--format", "xml"], "no-such-request.json"),
        (&["compose", "--constraints", "no-such.json"], "no-such.json"),
        (&["compose", "-o", "x"], "--format"),
        (&["explain"], "nothing has been decided here yet"),
        (&["explain", "no\u{1b}such"], "there is no decision"),
    ];
    for (args, expected) in cases {
        // The flag of every other test is one too many here.
        let ran = place.call().args(*args).at_time(None).run();
        let said = wrong(&place, &ran, &format!("{args:?}"));
        assert!(said.contains(expected), "{args:?}: {said}");
        assert!(ran.stdout.is_empty(), "{args:?}: {}", ran.stdout());
    }
}

#[test]
fn arguments_that_are_not_utf8() {
    use std::os::unix::ffi::OsStringExt;
    let place = Place::of(PROJECT);
    let bytes = std::ffi::OsString::from_vec(b"no\xffway".to_vec());
    let ran = place.call().arg("pack").arg(bytes.clone()).run();
    let _ = wrong(&place, &ran, "a sentence");
    let ran = place.call().args(["pack", "x", "--root"]).arg(bytes).run();
    let _ = wrong(&place, &ran, "a root");
}

#[test]
fn roots_that_are_none() {
    let place = Place::of(PROJECT);
    for (root, expected) in [("no/such/folder", "does not exist"), ("src/cache.rs", "not a folder")]
    {
        for door in [&["pack", "x"][..], &["compose"], &["explain"], &["config", "show"]] {
            let ran = place.call().args(door).args(["--root", root]).run();
            let said = wrong(&place, &ran, root);
            assert!(said.contains(expected) && said.contains(root), "{said}");
            assert_eq!(said.lines().count(), 1, "{said}");
            assert!(ran.stdout.is_empty());
        }
    }
}

/// Requests that are wrong, the name of the file they stand in, and what must be said.
fn wrong_tasks() -> Vec<(&'static str, Vec<u8>, &'static str)> {
    let deep = |open: &str, inner: &str, close: &str| {
        format!("{}{inner}{}", open.repeat(10_000), close.repeat(10_000)).into_bytes()
    };
    let goal_in = |text: Vec<u8>| [b"{\"goal\": ".to_vec(), text, b"}".to_vec()].concat();
    vec![
        ("t.json", b"this is not JSON".to_vec(), "not JSON"),
        ("t.json", b"".to_vec(), "not JSON"),
        ("t.json", b"{\"goal\": \"\xff\"}".to_vec(), "not UTF-8"),
        ("t.json", deep("[", "1", "]"), "not JSON"),
        ("t.json", goal_in(deep("{\"a\":", "1", "}")), "not JSON"),
        ("t.yaml", deep("[", "1", "]"), "not"),
        ("t.yaml", [b"goal: ".to_vec(), deep("[", "1", "]")].concat(), "not YAML"),
        ("t.yaml", [b"goal: ".to_vec(), deep("{a: ", "1", "}")].concat(), "not YAML"),
        ("t.yaml", b"goal: [unclosed".to_vec(), "not YAML"),
        ("t.yaml", b"a: &a [x, x]\ngoal: [*b]".to_vec(), "not YAML"),
        ("t.yaml", b"".to_vec(), ""),
        ("t.toml", [b"goal = ".to_vec(), deep("[", "1", "]")].concat(), "not TOML"),
        ("t.toml", [b"goal = ".to_vec(), deep("{a = ", "1", "}")].concat(), "not TOML"),
        ("t.toml", b"goal = ".to_vec(), "not TOML"),
        ("t.txt", b"goal: x".to_vec(), ".txt"),
        ("t.json", [b"{\"goal\": \"".to_vec(), vec![b'x'; 30_000_000], b"\"}".to_vec()].concat(), "20,000,000"),
        ("t.json", [b"{\"goal\": \"".to_vec(), vec![b'x'; 5_000_000], b"\"}".to_vec()].concat(), "goal"),
        ("t.json", b"[{\"goal\": \"x\"}]".to_vec(), "object"),
        ("t.json", b"\"x\"".to_vec(), "object"),
        ("t.json", b"{}".to_vec(), "goal"),
        ("t.json", b"{\"gaol\": \"x\"}".to_vec(), "goal"),
        ("t.json", b"{\"goal\": 7}".to_vec(), "goal"),
        ("t.yaml", b"goal: x\nissues:\n  - message: m\n".to_vec(), "(it belongs in `previous`)"),
        ("t.json", b"{\"goal\": \"x\", \"\\u001b[31m\": 1}".to_vec(), "U+001B"),
        ("t.json", b"{\"goal\": \"x\", \"context\": {\"files\": [\"/etc/passwd\"]}}".to_vec(), "/etc/passwd"),
        ("t.json", b"{\"goal\": \"x\", \"context\": {\"files\": [\"../up\"]}}".to_vec(), "../up"),
        ("t.json", b"{\"goal\": \"x\", \"contract\": {\"allowedGlobs\": [\"a[\"]}}".to_vec(), "a["),
        ("t.json", b"{\"goal\": \"x\", \"previous\": {\"iteration\": -1}}".to_vec(), "iteration"),
        ("t.json", b"{\"goal\": \"x\", \"previous\": {\"iteration\": 1e300}}".to_vec(), "iteration"),
        ("t.json", b"{\"goal\": \"x\", \"previous\": {\"issues\": [{\"message\": \"m\", \"severity\": \"eror\"}]}}".to_vec(), "error"),
    ]
}

#[test]
fn tasks() {
    let place = Place::of(PROJECT);
    for (name, content, expected) in wrong_tasks() {
        let what = format!("{name}: {:.60}", String::from_utf8_lossy(&content));
        let file = place.put_beside(name, &content);
        let kept = place.put_beside("kept", "as it was");
        let text = place.run(["pack", "--task", &file, "-o", &kept]);
        let said = wrong(&place, &text, &what);
        assert!(said.contains(expected), "{what}: {said}");
        assert!(text.stdout.is_empty(), "{what}");
        assert_eq!(fs::read_to_string(&kept).expect("it is there"), "as it was");
        let json = place.run(["pack", "--task", &file, "--format", "json"]);
        let _ = wrong(&place, &json, &what);
        let answer = json.json();
        assert_eq!(answer["outcome"], "invalid", "{what}");
        let problems = answer["problems"].as_array().expect("it is a list");
        assert_eq!(problems.len(), said.lines().count(), "{what}: one line each");
        let lines: Vec<&str> = said.lines().collect();
        for (problem, line) in problems.iter().zip(lines) {
            assert_eq!(format!("plimsoll: {}", problem.as_str().expect("a text")), line);
        }
    }
}

#[test]
fn long_values_are_not_repeated_in_full() {
    let place = Place::of(PROJECT);
    let long = "{a,b}".repeat(20_000);
    for task in [
        json!({"goal": "x", "contract": {"allowedGlobs": [long]}}),
        json!({"goal": "x", &long: 1}),
        json!({"goal": "x", "context": {"files": [format!("../{long}")]}}),
        json!({"goal": "x", "previous": {"issues": [{"message": "m", "severity": long}]}}),
    ] {
        let ran = place.call().args(["pack", "--task", "-"]).stdin(task.to_string()).run();
        let said = wrong(&place, &ran, &task.to_string()[..60]);
        assert_eq!(said.lines().count(), 1, "{said}");
        assert!(ran.stdout.is_empty());
    }
}

#[test]
fn requests_of_build() {
    let place = Place::of(PROJECT);
    let step = json!({"text": "x", "target_files": ["src/cache.rs"]});
    let ok = json!({"purpose": "diff", "plan_step": step});
    let with = |key: &str, value: serde_json::Value| {
        let mut request = ok.clone();
        request[key] = value;
        request.to_string()
    };
    let cases = [
        ("not JSON".to_owned(), "not JSON"),
        (String::new(), "not JSON"),
        ("[".repeat(10_000), "not JSON"),
        ("{\"a\":".repeat(10_000), "not JSON"),
        ("[]".to_owned(), "object"),
        ("{}".to_owned(), "purpose"),
        (json!({"purpose": "diff"}).to_string(), "plan_step"),
        (with("purpose", json!("dif")), "diff"),
        (with("porpose", json!("diff")), "purpose"),
        (with("token_budget", json!({"max_input_tokens": 0})), "max_input_tokens"),
        (with("token_budget", json!({"max_input_tokens": -1})), "max_input_tokens"),
        (with("token_budget", json!({"max_input_tokens": 1.5})), "max_input_tokens"),
        (
            with("token_budget", json!({"max_input_tokens": 1_000_000_000_001_u64})),
            "max_input_tokens",
        ),
        (with("token_budget", json!({"soft_limit_threshold_pct": 101})), "from 1 to 100"),
        (with("token_budget", json!({"soft_limit_threshold_pct": 0})), "from 1 to 100"),
        (with("sandbox", json!({"allow": ["a{b"]})), "a{b"),
        (with("active_file", json!("/etc/passwd")), "active_file"),
        (with("options", json!({"allowRedactedTarget": true})), "allowRedactedTargets"),
        (with("constraints", json!([{"source": "usr", "id": "a", "text": "b"}])), "user"),
        (with("plan_step", json!({"text": "x", "target_files": ["../../up"]})), "../../up"),
    ];
    for (request, expected) in cases {
        let call = || place.call().args(["build", "-"]).stdin(request.clone());
        let json = call().run();
        let said = wrong(&place, &json, &request);
        assert!(said.contains(expected), "{request:.80}: {said}");
        assert_eq!(json.json()["outcome"], "invalid", "{request:.80}");
        let text = call().args(["--format", "markdown"]).run();
        assert_eq!(wrong(&place, &text, &request), said);
        assert!(text.stdout.is_empty());
    }
}

#[test]
fn constraints_of_compose() {
    let place = Place::of(PROJECT);
    for (constraints, expected) in [
        (json!([]), "object"),
        (json!({"mustinclude": []}), "mustInclude"),
        (json!({"pinned": [{"match": {"type": "glob"}, "reason": "x"}]}), "pattern"),
        (json!({"pinned": [{"match": {"type": "pattern", "pattern": "a["}, "reason": "x"}]}), "a["),
        (json!({"pinned": [{"match": {"type": "pattern"}, "reason": "x"}]}), "pattern"),
        (
            json!({"pinned": [{"match": {"type": "kind", "kind": "rul_doc"}, "reason": "x"}]}),
            "rul_doc",
        ),
        (
            json!({"laneRequirements": [{"lane": "rules", "minTokens": -1, "reason": "x"}]}),
            "minTokens",
        ),
    ] {
        let file = place.put_beside("constraints.json", constraints.to_string());
        let ran = place.run(["compose", "--format", "json", "--constraints", &file]);
        let said = wrong(&place, &ran, &constraints.to_string());
        assert!(said.contains(expected), "{constraints}: {said}");
        assert_eq!(ran.json()["outcome"], "invalid");
    }
}

#[test]
fn all_problems_are_said_at_once() {
    let place = Place::of(PROJECT);
    let task = json!({"gaol": "x", "acceptance": [1], "context": {"file": []}});
    let ran = place.call().args(["pack", "--task", "-"]).stdin(task.to_string()).run();
    let said = wrong(&place, &ran, "four problems");
    assert_eq!(said.lines().count(), 4, "{said}");
}
