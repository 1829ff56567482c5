//! Build refuses rather than guess, cut or leak; and says what to change.

use crate::build::{PROJECT, built, request};
use crate::support::secrets::{hits, state_bytes};
use crate::support::{Place, Ran, entry, keys};
use serde_json::{Value, json};
use std::fs;

const TOKEN: &str = "ghp_ByReQMsm9Wcz7uW9XFOGOeMVNen5n1Ae6pWz";

fn asked(place: &Place, request: &Value, flags: &[&str]) -> Ran {
    place.call().args(["build", "-"]).args(flags).stdin(request.to_string()).run()
}

/// A refusal in JSON and in text; the JSON of it.
#[track_caller]
fn refused(place: &Place, request: &Value, code: &str) -> Value {
    let answer = asked(place, request, &[]).ends_with(1).json();
    assert_eq!(answer["outcome"], "refused");
    assert_eq!(answer["refusal"]["code"], code, "{answer}");
    assert_eq!(keys(&answer["refusal"]), ["advice", "code", "details", "message"]);
    assert!(answer["refusal"]["advice"].as_array().is_some_and(|advice| !advice.is_empty()));
    assert!(answer["meta"]["decisionId"].is_string());
    let file = place.put_beside("kept", "as it was");
    let text = asked(place, request, &["--format", "markdown", "-o", &file]).ends_with(1);
    assert!(text.stdout.is_empty());
    let message = answer["refusal"]["message"].as_str().expect("it is a text");
    let said = format!("plimsoll: refused ({code}): {message}\n");
    assert!(text.stderr().contains(&said), "{}", text.stderr());
    assert_eq!(fs::read_to_string(&file).expect("it is still there"), "as it was");
    answer
}

#[test]
fn what_must_be_in_and_does_not_fit_is_refused_with_numbers() {
    let place = Place::of(PROJECT);
    place.write("src/App.cs", "class App { void Start() {} }\n".repeat(2_000));
    let mut request = request("src/App.cs");
    let answer = refused(&place, &request, "ContextTooLarge");
    let report = &answer["budget_report"];
    assert_eq!(report["decision"], "refuse_hard_limit");
    assert_eq!(report["hard_limit_tokens"], 9_000);
    let needed = answer["refusal"]["details"]["needed"].as_u64().expect("it is a number");
    assert_eq!(report["estimated_input_tokens"], needed);
    assert_eq!(answer["refusal"]["details"]["limit"], 9_000);
    // With exactly what it says it needs, it loads.
    request["token_budget"]["max_input_tokens"] = json!(needed + 1_000);
    assert_eq!(built(&place, &request)["budget_report"]["decision"], "warn_soft_limit");
    request["token_budget"]["max_input_tokens"] = json!(needed + 999);
    let _ = refused(&place, &request, "ContextTooLarge");
}

#[test]
fn a_secret_in_a_target_refuses_and_is_nowhere() {
    let place = Place::of(PROJECT);
    place.write("src/App.cs", format!("class App {{\n  string key = \"{TOKEN}\";\n}}\n"));
    let answer = refused(&place, &request("src/App.cs"), "SecretRisk");
    let message = answer["refusal"]["message"].as_str().expect("it is a text");
    assert!(message.contains("github-token on line 2"), "{message}");
    let ran = asked(&place, &request("src/App.cs"), &[]);
    for bytes in [ran.stdout, ran.stderr, state_bytes(place.root())] {
        assert_eq!(hits(&bytes, TOKEN), Vec::<String>::new());
    }
}

#[test]
fn a_redacted_target_is_shown_when_the_request_allows_it() {
    let place = Place::of(PROJECT);
    place.write("src/App.cs", format!("class App {{\n  string key = \"{TOKEN}\";\n}}\n"));
    let mut request = request("src/App.cs");
    request["options"] = json!({"allowRedactedTargets": true});
    let result = built(&place, &request);
    let block = entry(&result["context_bundle"]["blocks"], "title", "src/App.cs");
    let content = block["content"].as_str().expect("it is a text");
    assert!(content.contains("<redacted:github-token:1>"), "{content}");
    assert!(result["document"].as_str().is_some_and(|text| text.contains("read-only lines 2")));
    let redaction = entry(&result["redaction_report"]["redactions"], "target", "src/App.cs");
    assert_eq!(redaction["type"], "pattern_redacted");
    assert_eq!(redaction["details"], "github-token on line 2");
    assert!(hits(result.to_string().as_bytes(), TOKEN).is_empty());
}

#[test]
fn a_target_that_is_not_there_is_refused_with_near_misses() {
    let place = Place::of(PROJECT);
    let answer = refused(&place, &request("src/Ap.cs"), "TargetNotFound");
    assert_eq!(answer["refusal"]["details"]["nearMisses"][0], "src/App.cs");
    assert!(
        answer["refusal"]["advice"][0].as_str().is_some_and(|text| text.contains("src/App.cs"))
    );
}

#[test]
fn targets_that_must_not_leave_are_denied() {
    let place = Place::of(PROJECT);
    place.write(".env", "A=1\n");
    place.write("keys/server.pem", "nothing\n");
    for target in [".env", "keys/server.pem", ".git/config"] {
        let _ = refused(&place, &request(target), "TargetDenied");
    }
    let mut fenced = request("src/App.cs");
    fenced["sandbox"] = json!({"allow": ["docs/**"], "deny": []});
    let answer = refused(&place, &fenced, "TargetDenied");
    assert_eq!(answer["refusal"]["details"]["rule"], "sandbox");
    fenced["sandbox"] = json!({"allow": [], "deny": ["**/*.cs"]});
    let _ = refused(&place, &fenced, "TargetDenied");
    fenced["sandbox"] = json!({"allow": ["src/**"], "deny": []});
    assert_eq!(built(&place, &fenced)["outcome"], "loaded");
}

#[cfg(unix)]
#[test]
fn a_link_does_not_lead_around_the_sandbox_or_out_of_the_root() {
    let place = Place::of(PROJECT);
    let outside = place.put_beside("outside.txt", "not ours\n");
    std::os::unix::fs::symlink(outside, place.root().join("out.txt")).expect("it is ours");
    std::os::unix::fs::symlink("App.cs", place.root().join("src/alias.txt")).expect("it is ours");
    let answer = refused(&place, &request("out.txt"), "TargetDenied");
    assert!(!answer.to_string().contains("not ours"));
    let mut fenced = request("src/alias.txt");
    fenced["sandbox"] = json!({"allow": ["**/*.txt"]});
    let _ = refused(&place, &fenced, "TargetDenied");
}

#[test]
fn a_target_that_is_no_text_is_unreadable() {
    let place = Place::of(PROJECT);
    place.write("logo.png", b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR\0\0");
    place.write("big.txt", "line\n".repeat(500_000));
    for (target, word) in [("logo.png", "binary"), ("big.txt", "too_large"), ("src", "folder")] {
        let answer = refused(&place, &request(target), "TargetUnreadable");
        assert_eq!(answer["refusal"]["details"]["reason"], word);
    }
}

#[test]
fn a_target_whose_name_holds_a_secret_is_not_said_to_be_missing() {
    let place = Place::of(PROJECT);
    let name = format!("src/{TOKEN}.cs");
    place.write(&name, "class A {}\n");
    let answer = refused(&place, &request(&name), "SecretRisk");
    assert!(hits(answer.to_string().as_bytes(), TOKEN).is_empty());
    // The name of a board only looks like a token.
    let board = "nvidia/tegra234-p3737-0000+p3701-0000.dts";
    place.write(board, "/dts-v1/;\n");
    assert_eq!(built(&place, &request(board))["outcome"], "loaded");
    let _ = place.run(["capsule", "export", "-o", "../board.json"]).ok();
    let _ = place.run(["replay", "../board.json"]).ok();
}

#[test]
fn a_place_in_the_sandbox_means_what_is_in_it() {
    let place = Place::of(PROJECT);
    place.write("sec/deep/y.txt", "denied\n");
    for deny in ["sec", "sec/", "/sec", "./sec", "sec/**", "./sec/**", "sec/*", "**/deep"] {
        let mut request = request("sec/deep/y.txt");
        request["sandbox"] = json!({"deny": [deny]});
        let answer = asked(&place, &request, &[]).ends_with(1).json();
        assert_eq!(answer["refusal"]["code"], "TargetDenied", "{deny}");
    }
    for wrong in ["", "../sec", "["] {
        let mut request = request("sec/deep/y.txt");
        request["sandbox"] = json!({"deny": [wrong]});
        let answer = asked(&place, &request, &[]).ends_with(2).json();
        let problem = answer["problems"][0].as_str().expect("it is a text");
        assert!(problem.starts_with("`sandbox.deny[0]`: "), "{problem}");
    }
}
