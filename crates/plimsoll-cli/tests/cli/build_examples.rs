//! Seed C's three examples, on a real project with XAML and C# among 1,857 files.

use crate::build::built;
use crate::support::{entry, sources, texts};
use serde_json::{Value, json};

const WINDOW: &str = "template/cs-app-WinAppSDK/MyApp/MainWindow.xaml";
const SERVICE: &str = "Microsoft.ReactNative.Managed/ReactPromise.cs";
const INTERFACE: &str = "Microsoft.ReactNative.Managed/IReactPromise.cs";

/// The titles of the blocks of a priority.
fn titles<'r>(result: &'r Value, priority: &str) -> Vec<&'r str> {
    let blocks = result["context_bundle"]["blocks"].as_array().expect("it is a list");
    let those = blocks.iter().filter(|block| block["priority"] == priority);
    those.map(|block| block["title"].as_str().expect("it is a text")).collect()
}

fn content<'r>(result: &'r Value, title: &str) -> &'r str {
    let block = entry(&result["context_bundle"]["blocks"], "title", title);
    block["content"].as_str().expect("it is a text")
}

#[test]
fn a_small_targeted_edit() {
    let Some(place) = sources::corpus("react-native-windows") else { return };
    let request = json!({
        "purpose": "diff",
        "plan_step": {"id": "S1", "text": "Add a save button.", "target_files": [WINDOW]},
        "constraints": [{"source": "system", "id": "deps", "text": "MUST_NOT add dependencies"}],
    });
    let result = built(&place, &request);
    assert_eq!(titles(&result, "P0"), ["Rules of the call", "Task", "Constraints", WINDOW]);
    assert_eq!(content(&result, "Constraints"), "[system] deps: MUST_NOT add dependencies\n");
    assert_eq!(content(&result, WINDOW), place.read(WINDOW));
    // Nothing of the code around it: three lines that say what kind of project it is.
    assert_eq!((titles(&result, "P1"), titles(&result, "P2")), (vec![], vec!["Project"]));
    assert_eq!(result["budget_report"]["decision"], "ok");
    assert_eq!(result["redaction_report"]["redactions"], json!([]));
}

#[test]
fn a_large_repository_and_little_room() {
    let Some(place) = sources::corpus("react-native-windows") else { return };
    let request = |tokens: u64| {
        json!({
            "purpose": "diff",
            "plan_step": {
                "id": "S2",
                "text": "Resolving twice is an error.",
                "target_files": [SERVICE],
                "target_symbols": ["Resolve"],
            },
            "token_budget": {"max_input_tokens": tokens, "response_token_reserve": 100},
        })
    };
    // All of it is far more than the limit of the second call.
    let ample = built(&place, &request(20_000));
    assert_eq!(content(&ample, SERVICE), place.read(SERVICE));
    assert!(ample["budget_report"]["estimated_input_tokens"].as_u64() > Some(5_000));
    let tight = built(&place, &request(1_500));
    let target = content(&tight, SERVICE);
    for kept in ["using System.Collections.Generic;", "class ReactPromise<T> :", "resolve(writer);"]
    {
        assert!(target.contains(kept), "{target}");
    }
    assert!(!target.contains("public void Reject"), "{target}");
    let steps = texts(&tight["redaction_report"]["redactions"], "details");
    let sliced = format!("sliced P0 `{SERVICE}` to TARGET_REGION_ONLY");
    assert!(steps.contains(&&*sliced), "{steps:?}");
    // The interface by its signatures.
    let interface = content(&tight, INTERFACE);
    assert!(interface.contains("void Resolve(T value = default(T));"), "{interface}");
    assert!(interface.len() < place.read(INTERFACE).len(), "{interface}");
    assert_eq!(titles(&tight, "P2"), Vec::<&str>::new());
    let excluded = &tight["context_manifest"]["selection"]["excluded_candidates"];
    let project = "Microsoft.ReactNative.Managed/Microsoft.ReactNative.Managed.csproj";
    assert_eq!(entry(excluded, "path", project)["reason"], "token_budget");
    let report = &tight["budget_report"];
    assert!(["ok", "warn_soft_limit"].contains(&report["decision"].as_str().expect("a text")));
    assert!(report["estimated_input_tokens"].as_u64() <= Some(1_400), "{report}");
}

#[test]
fn a_secret_in_dot_env_and_one_in_the_target() {
    let Some(place) = sources::corpus("react-native-windows") else { return };
    let request = json!({
        "purpose": "diff",
        "plan_step": {"id": "S3", "text": "Read the settings.", "target_files": [SERVICE]},
    });
    let password = "Kx9-tarpaulin-2217";
    place.write("Microsoft.ReactNative.Managed/.env", format!("DB_PASSWORD={password}\n"));
    let result = built(&place, &request);
    let hidden = "Microsoft.ReactNative.Managed/.env";
    let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
    assert_eq!(entry(excluded, "path", hidden)["reason"], "deny_rule");
    let redaction = entry(&result["redaction_report"]["redactions"], "target", hidden);
    assert_eq!(redaction["type"], "path_excluded");
    assert!(!result.to_string().contains(password));
    let token = format!("ghp_{}", "1Qx7Rm2Vt9Lk4Zs8Wd3Yb6Nc5Hj0PfGa2kUe");
    let text = place.read(SERVICE).replace(
        "public ReactPromise(",
        &format!("const string Token = \"{token}\";\n    public ReactPromise("),
    );
    assert!(text.contains(&token));
    place.write(SERVICE, text);
    let ran = place.call().args(["build", "-"]).stdin(request.to_string()).run().ends_with(1);
    assert_eq!(ran.json()["refusal"]["code"], "SecretRisk");
    assert!(!ran.stdout().contains(&token) && !ran.stderr().contains(&token));
}
