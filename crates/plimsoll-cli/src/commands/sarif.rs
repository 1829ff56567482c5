//! A scan as SARIF 2.1.0, which code-scanning services read.

use super::json_line;
use plimsoll::core::screened::{Finding, Grade};
use plimsoll::core::seal;
use plimsoll::guard::{Hidden, RuleInfo};
use plimsoll::{Scan, ScannedFinding, screen_message};
use serde_json::{Value, json};
use std::collections::BTreeSet;

const SCHEMA: &str =
    "https://docs.oasis-open.org/sarif/sarif/v2.1.0/errata01/os/schemas/sarif-schema-2.1.0.json";
/// The rule of what hides.
const HIDDEN: &str = "hidden-characters";

/// The whole log, with the rules that found something.
pub(super) fn log(rules: &[RuleInfo<'_>], scan: &Scan) -> String {
    let silenced = scan.silenced.iter().map(|(_, silenced)| silenced.finding.rule.as_str());
    let found = scan.findings.iter().map(|found| found.finding.rule.as_str());
    let used: BTreeSet<&str> = found.chain(silenced).collect();
    let mut results: Vec<Value> = scan.findings.iter().map(result).collect();
    for (path, silenced) in &scan.silenced {
        let mut value = place_result(path, &silenced.finding);
        value["suppressions"] = json!([{"kind": "external", "justification": silenced.by}]);
        results.push(value);
    }
    results.extend(scan.hidden.iter().map(|(path, hidden)| hidden_result(path, hidden)));
    json_line(&json!({
        "$schema": SCHEMA,
        "version": "2.1.0",
        "runs": [{
            "tool": {"driver": {
                "name": "plimsoll",
                "semanticVersion": env!("CARGO_PKG_VERSION"),
                "rules": descriptors(rules, &used, !scan.hidden.is_empty()),
            }},
            "columnKind": "unicodeCodePoints",
            "properties": {"ruleSet": scan.evidence.rule_set},
            "results": results,
        }],
    }))
}

fn descriptors(rules: &[RuleInfo<'_>], used: &BTreeSet<&str>, hidden: bool) -> Vec<Value> {
    let descriptor = |id: &str, what: &str, why: &str, level: &str| {
        json!({
            "id": id,
            "shortDescription": {"text": screen_message(what)},
            "fullDescription": {"text": screen_message(why)},
            "defaultConfiguration": {"level": level},
        })
    };
    let known = rules.iter().filter(|rule| used.contains(rule.id));
    let mut all: Vec<Value> =
        known.map(|rule| descriptor(rule.id, rule.what, rule.why, level(rule.grade))).collect();
    if hidden {
        let what = "Characters that nobody sees, or sees as something else.";
        let why = "What a reviewer cannot see, a compiler and a model still read.";
        all.push(descriptor(HIDDEN, what, why, "warning"));
    }
    all
}

const fn level(grade: Grade) -> &'static str {
    match grade {
        Grade::Certain => "error",
        Grade::Likely => "warning",
    }
}

fn result(found: &ScannedFinding) -> Value {
    let ScannedFinding { path, finding, shown, .. } = found;
    let mut value = place_result(path, finding);
    // The line as it may be shown: the same finding is known again when lines move, and no hash covers
    // a secret.
    let identity = (path, &finding.rule, shown);
    let fingerprint = seal::fingerprint("plimsoll.sarif.1", &identity);
    value["partialFingerprints"] = json!({"plimsollFinding/v1": fingerprint});
    value
}

fn place_result(path: &str, finding: &Finding) -> Value {
    let last = finding.line.saturating_add(finding.lines.saturating_sub(1));
    json!({
        "ruleId": finding.rule,
        "level": level(finding.grade),
        "message": {"text": format!("A {} secret ({}).", super::scan::word(finding.grade), finding.rule)},
        "locations": [location(path, &json!({"startLine": finding.line, "endLine": last}))],
    })
}

fn hidden_result(path: &str, hidden: &Hidden) -> Value {
    let points = hidden.code_points.join(" ");
    json!({
        "ruleId": HIDDEN,
        "level": "warning",
        "message": {"text": format!("Hidden ({}): {points}; {}.", hidden.kind, hidden.kind.describe())},
        "locations": [location(path, &json!({"startLine": hidden.line, "startColumn": hidden.column}))],
    })
}

fn location(path: &str, region: &Value) -> Value {
    json!({"physicalLocation": {
        "artifactLocation": {"uri": uri(path), "uriBaseId": "%SRCROOT%"},
        "region": region,
    }})
}

/// A path as a relative URI.
fn uri(path: &str) -> String {
    let mut uri = String::with_capacity(path.len());
    for byte in path.bytes() {
        if byte.is_ascii_alphanumeric() || b"/-._~".contains(&byte) {
            uri.push(char::from(byte));
        } else {
            uri.push_str(&format!("%{byte:02X}"));
        }
    }
    uri
}
