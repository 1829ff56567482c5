//! Build: seed C's four outputs, key by key, and what they say.

use crate::support::{Place, entry, keys, o200k, texts};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

pub(crate) const PROJECT: &str = "\
//- src/MainWindow.xaml
<Window Title=\"Main\"/>
//- src/App.cs
class App { void Start() {} }
//- src/Helper.cs
class Helper { }
";

/// A step on one file.
pub(crate) fn request(target: &str) -> Value {
    json!({
        "purpose": "diff",
        "intent": {"id": "I1", "text": "rename the window"},
        "plan_step": {"id": "S1", "text": "rename the title", "target_files": [target]},
        "constraints": [
            {"source": "user", "id": "b", "text": "keep it short"},
            {"source": "system", "id": "a", "text": "MUST_NOT add dependencies"},
        ],
        "token_budget": {
            "provider": "p", "model": "m", "max_input_tokens": 10_000, "max_output_tokens": 2_000,
            "response_token_reserve": 1_000, "soft_limit_threshold_pct": 80,
        },
    })
}

pub(crate) fn built(place: &Place, request: &Value) -> Value {
    place.call().args(["build", "-"]).stdin(request.to_string()).run().ok().json()
}

fn sha256(text: &str) -> String {
    Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect()
}

#[track_caller]
fn is_uuid_8(id: &Value) {
    let id = id.as_str().expect("an id is a text");
    let parts: Vec<&str> = id.split('-').collect();
    assert_eq!(parts.iter().map(|part| part.len()).collect::<Vec<_>>(), [8, 4, 4, 4, 12], "{id}");
    assert!(
        parts.concat().bytes().all(|b| b.is_ascii_digit() || (b'a'..=b'f').contains(&b)),
        "{id}"
    );
    assert!(parts[2].starts_with('8') && parts[3].starts_with(['8', '9', 'a', 'b']), "{id}");
}

#[test]
fn all_four_outputs_have_the_seed_s_keys() {
    let place = Place::of(PROJECT);
    let result = built(&place, &request("src/App.cs"));
    assert_eq!(
        keys(&result),
        [
            "budget_report",
            "context_bundle",
            "context_manifest",
            "document",
            "meta",
            "outcome",
            "redaction_report"
        ]
    );
    let bundle = &result["context_bundle"];
    assert_eq!(
        keys(bundle),
        [
            "blocks",
            "bundle_id",
            "bundle_version",
            "correlation_id",
            "created_at",
            "model",
            "purpose"
        ]
    );
    assert_eq!(bundle["model"], request("")["token_budget"]);
    for block in bundle["blocks"].as_array().expect("it is a list") {
        assert_eq!(keys(block), ["block_id", "block_type", "content", "meta", "priority", "title"]);
        assert_eq!(
            keys(&block["meta"]),
            ["byte_size", "encoding", "hash", "line_count", "path", "source", "symbol"]
        );
        is_uuid_8(&block["block_id"]);
    }
    let manifest = &result["context_manifest"];
    assert_eq!(
        keys(manifest),
        ["bundle_id", "correlation_id", "fingerprints", "purpose", "selection"]
    );
    assert_eq!(
        keys(&manifest["selection"]),
        ["excluded_candidates", "included_files", "target_files", "target_symbols"]
    );
    assert_eq!(
        keys(&manifest["selection"]["included_files"][0]),
        ["byte_size", "encoding", "hash", "path", "reason"]
    );
    assert_eq!(
        keys(&manifest["fingerprints"]),
        ["bundle_fingerprint", "config_fingerprint", "project_index_fingerprint"]
    );
    assert_eq!(keys(&result["redaction_report"]), ["bundle_id", "redactions"]);
    assert_eq!(
        keys(&result["budget_report"]),
        [
            "bundle_id",
            "decision",
            "estimated_input_tokens",
            "hard_limit_tokens",
            "max_input_tokens",
            "notes",
            "reserve_output_tokens",
            "soft_limit_tokens"
        ]
    );
    is_uuid_8(&bundle["bundle_id"]);
    is_uuid_8(&bundle["correlation_id"]);
    for report in ["context_manifest", "redaction_report", "budget_report"] {
        assert_eq!(result[report]["bundle_id"], bundle["bundle_id"], "{report}");
    }
}

#[test]
fn hashes_sizes_and_contents_are_those_of_the_file() {
    let place = Place::copy_of("globset");
    let result = built(&place, &request("src/fnv.rs"));
    let text = place.read("src/fnv.rs");
    let block = entry(&result["context_bundle"]["blocks"], "title", "src/fnv.rs");
    assert_eq!(block["block_type"], "file");
    assert_eq!(block["priority"], "P0");
    assert_eq!(block["content"], text);
    assert_eq!(block["meta"]["hash"], sha256(&text));
    assert_eq!(block["meta"]["byte_size"], text.len());
    assert_eq!(block["meta"]["line_count"], text.lines().count());
    assert_eq!(block["meta"]["source"], "filesystem");
    assert_eq!(block["meta"]["path"], "src/fnv.rs");
    let included = &result["context_manifest"]["selection"]["included_files"];
    assert_eq!(texts(included, "path"), ["src/fnv.rs"]);
    assert_eq!(included[0]["hash"], sha256(&text));
    assert_eq!(included[0]["reason"], "target");
    assert!(result["document"].as_str().is_some_and(|document| document.contains(&text)));
}

#[test]
fn blocks_are_ordered_by_priority_type_and_key() {
    const TYPES: [&str; 7] =
        ["system", "constraints", "project_meta", "file", "symbol", "error_context", "diff_hint"];
    let place = Place::of(PROJECT);
    let mut request = request("src/MainWindow.xaml");
    request["plan_step"]["target_files"] = json!(["src/MainWindow.xaml", "src/App.cs"]);
    request["active_file"] = json!("src/Helper.cs");
    request["last_error"] = json!({"kind": "syntax", "message": "bad", "path": "src/App.cs", "line": 1, "diff": "-a\n+b\n"});
    let result = built(&place, &request);
    let blocks = result["context_bundle"]["blocks"].as_array().expect("it is a list");
    let order: Vec<(String, usize, String)> = blocks
        .iter()
        .map(|block| {
            let text = |key: &str| block[key].as_str().expect("it is a text").to_owned();
            let place = TYPES.iter().position(|name| *name == text("block_type"));
            (text("priority"), place.expect("it is one of the seed's"), text("title"))
        })
        .collect();
    assert!(order.is_sorted(), "{order:?}");
    let kinds: Vec<usize> = order.iter().map(|(_, kind, _)| *kind).collect();
    assert!(kinds.contains(&5) && kinds.contains(&6), "{order:?}");
    let document = result["document"].as_str().expect("there is one");
    let at = |text: &str| document.find(text).unwrap_or_else(|| panic!("{text} is in"));
    assert!(at("class App") < at("<Window"), "the document has the order of the bundle");
    assert!(at("[system] a: MUST_NOT") < at("[user] b: keep"), "{document}");
}

#[test]
fn blocks_have_the_seed_s_priorities_and_say_where_they_are_from() {
    let place = Place::of(PROJECT);
    for (purpose, project) in [("intent", "P0"), ("plan", "P1"), ("diff", "P2")] {
        let mut request = request("src/App.cs");
        request["purpose"] = json!(purpose);
        request["active_file"] = json!("src/Helper.cs");
        request["last_error"] = json!({"kind": "syntax", "message": "bad", "diff": "-a\n+b\n"});
        let result = built(&place, &request);
        let block = |title: &str| {
            let block = entry(&result["context_bundle"]["blocks"], "title", title);
            ["block_type", "priority"]
                .map(|key| block[key].as_str().expect("it is a text").to_owned())
                .into_iter()
                .chain(block["meta"]["source"].as_str().map(str::to_owned))
                .collect::<Vec<_>>()
        };
        assert_eq!(block("Rules of the call"), ["system", "P0", "system"]);
        assert_eq!(block("Task"), ["system", "P0", "user"]);
        assert_eq!(block("Constraints"), ["constraints", "P0", "user"]);
        assert_eq!(block("Project"), ["project_meta", project, "index"]);
        assert_eq!(block("Last error"), ["error_context", "P0", "user"]);
        assert_eq!(block("Failed diff"), ["diff_hint", "P1", "user"]);
        if purpose == "diff" {
            assert_eq!(block("src/App.cs"), ["file", "P0", "filesystem"]);
            assert_eq!(block("src/Helper.cs"), ["file", "P2", "filesystem"]);
        }
    }
}

#[test]
fn the_budget_report_has_the_seed_s_numbers() {
    let place = Place::of(PROJECT);
    let mut request = request("src/App.cs");
    let result = built(&place, &request);
    let report = &result["budget_report"];
    let counted = o200k(result["document"].as_str().expect("there is one"));
    assert_eq!(report["estimated_input_tokens"], counted);
    assert_eq!(report["max_input_tokens"], 10_000);
    assert_eq!(report["hard_limit_tokens"], 9_000);
    assert_eq!(report["soft_limit_tokens"], 7_200);
    assert_eq!(report["reserve_output_tokens"], 1_000);
    assert_eq!(report["decision"], "ok");
    assert!(
        report["notes"][0].as_str().is_some_and(|note| note.contains("o200k_base/1")),
        "{report}"
    );
    // Just as much as is there: above the soft limit, not above the hard one.
    request["token_budget"]["max_input_tokens"] = json!(counted + 1_000);
    let warned = built(&place, &request);
    assert_eq!(warned["budget_report"]["decision"], "warn_soft_limit");
    assert!(warned["budget_report"]["notes"].to_string().contains("soft limit"));
    assert_eq!(warned["document"], result["document"]);
}

#[test]
fn what_is_optional_gives_way_before_what_is_not() {
    let place = Place::of(PROJECT);
    place.write("src/Helper.cs", "class Helper { }\n".repeat(400));
    let mut request = request("src/App.cs");
    request["active_file"] = json!("src/Helper.cs");
    request["token_budget"]["max_input_tokens"] = json!(2_000);
    let result = built(&place, &request);
    let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
    assert_eq!(entry(excluded, "path", "src/Helper.cs")["reason"], "token_budget");
    let redactions = &result["redaction_report"]["redactions"];
    let removed = entry(redactions, "target", "src/Helper.cs");
    assert_eq!(keys(removed), ["details", "reason", "target", "type"]);
    assert_eq!(removed["type"], "block_removed");
    assert_eq!(removed["reason"], "budget");
}

#[test]
fn who_asks_and_when_changes_no_fingerprint() {
    let place = Place::of(PROJECT);
    let plain = built(&place, &request("src/App.cs"));
    let mut request = request("src/App.cs");
    request["correlation_id"] = json!("3f2504e0-4f89-41d3-9a0c-0305e82c3301");
    request["created_at"] = json!("2020-01-01T00:00:00Z");
    let stamped = built(&place, &request);
    assert_eq!(
        stamped["context_manifest"]["fingerprints"],
        plain["context_manifest"]["fingerprints"]
    );
    assert_eq!(stamped["meta"]["fingerprint"], plain["meta"]["fingerprint"]);
    assert_eq!(stamped["context_bundle"]["bundle_id"], plain["context_bundle"]["bundle_id"]);
    assert_eq!(stamped["context_bundle"]["created_at"], "2020-01-01T00:00:00Z");
    assert_eq!(stamped["context_manifest"]["correlation_id"], request["correlation_id"]);
    assert_eq!(plain["context_bundle"]["created_at"], "2026-11-16T08:00:00.000Z");
}

#[test]
fn intent_sees_metadata_plan_signatures_and_diff_code() {
    let place = Place::of(PROJECT);
    place.write(
        "src/App.cs",
        "class App {\n    void Start() {\n        Run(42);\n        Stop();\n    }\n}\n",
    );
    place.write("notes.txt", "plain words\n");
    for (purpose, sees, not) in [
        ("intent", &["csharp (2)"][..], &["void Start", "Run(42)", "class Helper", "plain"][..]),
        ("plan", &["void Start", "class Helper", "src/: csharp (2)"], &["Run(42)", "plain"]),
        ("diff", &["void Start", "Run(42)", "class Helper", "plain"], &[]),
    ] {
        let mut request = request("src/App.cs");
        request["purpose"] = json!(purpose);
        request["plan_step"]["target_files"] = json!(["src/App.cs", "notes.txt"]);
        request["active_file"] = json!("src/Helper.cs");
        let result = built(&place, &request);
        let everything = result.to_string();
        for text in sees {
            assert!(everything.contains(text), "{purpose} does not show {text}");
        }
        for text in not {
            assert!(!everything.contains(text), "{purpose} shows {text}");
        }
        let excluded = &result["context_manifest"]["selection"]["excluded_candidates"];
        let redactions = &result["redaction_report"]["redactions"];
        if purpose != "diff" {
            assert_eq!(entry(excluded, "path", "notes.txt")["reason"], "deny_rule");
            assert_eq!(entry(redactions, "target", "notes.txt")["reason"], "policy");
        }
        if purpose == "intent" {
            assert_eq!(texts(excluded, "path"), ["notes.txt", "src/App.cs", "src/Helper.cs"]);
        }
        if purpose == "plan" {
            let sliced = entry(redactions, "target", "src/App.cs");
            assert_eq!(sliced["type"], "content_sliced");
            assert!(sliced["details"].to_string().contains("SIGNATURES_ONLY"), "{sliced}");
        }
    }
}

#[test]
fn a_target_that_is_named_twice_is_one_block() {
    let place = Place::of(PROJECT);
    let once = built(&place, &request("src/App.cs"));
    let mut request = request("src/App.cs");
    request["plan_step"]["target_files"] =
        json!(["src/../src/App.cs", "./src/App.cs", "src/App.cs"]);
    request["user_selected_targets"] = json!([{"path": "src//App.cs"}]);
    request["active_file"] = json!("./src/App.cs");
    let result = built(&place, &request);
    let files = |result: &Value| {
        let titles = texts(&result["context_bundle"]["blocks"], "title");
        titles.into_iter().filter(|title| title.ends_with("App.cs")).count()
    };
    assert_eq!((files(&once), files(&result)), (1, 1));
    assert_eq!(texts(&result["context_manifest"]["selection"]["included_files"], "path").len(), 1);
}

#[test]
fn other_formats_print_the_document_alone() {
    let place = Place::of(PROJECT);
    let json = built(&place, &request("src/App.cs"));
    let file = place.put_beside("request.json", request("src/App.cs").to_string());
    let markdown = place.run(["build", &file, "--format", "markdown"]).ok();
    assert_eq!(json["document"], markdown.stdout());
    let xml = place.run(["build", &file, "--format", "xml"]).ok();
    assert!(roxmltree::Document::parse(xml.stdout()).is_ok(), "{}", xml.stdout());
}
