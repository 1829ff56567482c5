//! Packs of a real project at seed B's three tiers: what B07 names is in all of them, and goldens that were read.

use crate::support::{Place, entry, sources, utf16};
use expect_test::{ExpectFile, expect_file};
use serde_json::{Value, json};

const PROMISE: &str = "Microsoft.ReactNative.Managed/ReactPromise.cs";
const INTERFACE: &str = "Microsoft.ReactNative.Managed/IReactPromise.cs";
const WRITER: &str = "Microsoft.ReactNative.Managed/JSValueWriter.cs";
const CONTEXT: &str = "Microsoft.ReactNative.Managed/ReactContext.cs";
const VALUE: &str = "Microsoft.ReactNative.Managed/JSValueWriterGenerator.cs";
const METHOD: &str = "Microsoft.ReactNative.Managed/ReactMethodInfo.cs";

const OUTPUT: &str = "\
Failed ResolveTwice [12 ms]
  Error Message:
   System.InvalidOperationException : already settled
  Stack Trace:
     at Microsoft.ReactNative.Managed.ReactPromise`1.Resolve(T value) in D:\\a\\1\\s\\vnext\\Microsoft.ReactNative.Managed\\ReactPromise.cs:line 36
     at Microsoft.ReactNative.Managed.JSValueWriter.WriteValue(IJSValueWriter writer) in /src/Microsoft.ReactNative.Managed/JSValueWriter.cs:line 40
     at System.Linq.Enumerable.First() in /_/src/libraries/System.Linq/src/System/Linq/First.cs:line 9
";

fn task() -> Value {
    let issues = (0..12).map(|n| match n {
        3 => json!({"severity": "error", "message": "ResolveTwice failed", "output": OUTPUT}),
        n => json!({"severity": "warning", "message": format!("warning number {n:02}")}),
    });
    json!({
        "id": "RNW-1",
        "title": "Promises settle once",
        "goal": "Resolving or rejecting a promise twice is an error that names the promise.",
        "acceptance": ["the second call throws", {"id": "A2", "text": "tests pass", "check": "yarn test"}],
        "context": {"files": [INTERFACE, VALUE, CONTEXT, METHOD, "Microsoft.ReactNative.Managed/Gone.cs"],
            "docs": ["README.md"]},
        "contract": {"allowedGlobs": [PROMISE, WRITER], "forbiddenGlobs": ["**/*.csproj"]},
        "previous": {
            "iteration": 2,
            "diff": format!("--- a/{PROMISE}\n+++ b/{PROMISE}\n@@ -30,3 +30,4 @@ class ReactPromise\n context\n+added\n"),
            "issues": issues.collect::<Vec<_>>(),
        },
        "repairTickets": [{"id": "R1", "message": "say which promise", "expected": "a name", "hint": "see the writer"}],
    })
}

fn packed(place: &Place, tier: &str) -> Value {
    let call = place.call().args(["pack", "--task", "-", "--format", "json", "--tier", tier]);
    call.stdin(task().to_string()).run().ok().json()
}

/// B07, at every tier: what the cheap one has, the others have.
fn has_all_that_is_needed(pack: &Value, limit: u64) {
    let document = pack["document"].as_str().expect("there is one");
    assert!(utf16(document) <= limit && pack["totalChars"] == utf16(document));
    for text in [
        "Resolving or rejecting a promise twice is an error that names the promise.",
        "- the second call throws\n- A2: tests pass (check: yarn test)\n",
        "may be changed: Microsoft.ReactNative.Managed/ReactPromise.cs, Microsoft.ReactNative.Managed/JSValueWriter.cs\n",
        "must not be changed: **/*.csproj\n",
        "- [error] ResolveTwice failed (see Error output 1)\n",
        "and 2 more\n",
        OUTPUT,
        "- R1 [error] say which promise\n  expected: a name\n  hint: see the writer\n",
        "- Microsoft.ReactNative.Managed/Gone.cs: ",
    ] {
        assert!(document.contains(text), "{text} in {document}");
    }
    let messages =
        (0..12).filter(|n| document.contains(&format!("[warning] warning number {n:02}\n")));
    assert_eq!(messages.count(), 9, "with the error these are ten");
    // Regions of what the output names, signatures of the context.
    for (path, text) in [(PROMISE, "public void Resolve("), (WRITER, "")] {
        let file = entry(&pack["files"], "path", path);
        assert_eq!(file["priority"], "high");
        assert!(file["content"].as_str().is_some_and(|content| content.contains(text)), "{file}");
    }
    for (path, text) in [
        (INTERFACE, "void Resolve("),
        (CONTEXT, "struct ReactContext"),
        (VALUE, "class JSValueWriterGenerator"),
        (METHOD, "class ReactMethodInfo"),
    ] {
        let file = entry(&pack["files"], "path", path);
        assert_eq!(file["priority"], "medium");
        assert!(file["content"].as_str().is_some_and(|content| content.contains(text)), "{file}");
    }
}

/// What is shown at which level, and what is said at the end; the texts between are the project's own.
fn gist(pack: &Value) -> String {
    let document = pack["document"].as_str().expect("there is one");
    let about = document.split("\n## ").filter_map(|block| {
        let mut lines = block.lines();
        let (name, about) = (lines.next()?, lines.nth(1)?);
        about.contains(" · from ").then(|| format!("{name}\n    {about}\n"))
    });
    let end = document.find("\n## Contents\n\ncontents · from plimsoll").expect("it is there");
    format!("{}{}", about.collect::<String>(), &document[end..])
}

fn golden(name: &str) -> ExpectFile {
    expect_file![format!("{}/tests/cli/packs/{name}", env!("CARGO_MANIFEST_DIR"))]
}

#[test]
fn every_tier_has_all_that_is_needed_and_is_as_it_was_read() {
    let Some(place) = sources::corpus("react-native-windows") else { return };
    for (tier, limit) in [("strong", 120_000), ("default", 60_000), ("cheap", 25_000)] {
        let pack = packed(&place, tier);
        has_all_that_is_needed(&pack, limit);
        golden(&format!("{tier}.txt")).assert_eq(&gist(&pack));
        assert_eq!(packed(&place, tier)["document"], pack["document"], "the same bytes twice");
    }
}
