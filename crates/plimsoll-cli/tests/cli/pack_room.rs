//! What a pack does with its room: who has how much of it, and what is no way to show a file.

use crate::support::{Place, entry, utf16};
use serde_json::{Value, json};

fn packed(place: &Place, task: &Value, limit: u64) -> Value {
    let call = place.call().args(["pack", "--task", "-", "--format", "json", "--max-chars"]);
    call.arg(limit.to_string()).stdin(task.to_string()).run().ok().json()
}

fn content<'p>(pack: &'p Value, path: &str) -> &'p str {
    entry(&pack["files"], "path", path)["content"].as_str().expect("a text")
}

fn functions(name: &str, count: usize) -> String {
    (0..count)
        .map(|n| {
            format!("pub fn {name}_{n}() {{\n    let kept = {n};\n    work({n}, kept);\n}}\n\n")
        })
        .collect()
}

fn paths(pack: &Value) -> Vec<&str> {
    let files = pack["files"].as_array().expect("a list");
    files.iter().filter_map(|file| file["path"].as_str()).collect()
}

/// A whole file of which an issue names one line is worth less than the context that the task names.
#[test]
fn context_has_room_before_all_of_a_file_that_an_issue_names() {
    let place = Place::empty();
    place.write("tests/long.rs", functions("checks", 500));
    place.write("src/store.rs", functions("store", 60));
    place.write("docs/rules.md", format!("# Rules\n\n{}", "Be kind to the store.\n\n".repeat(300)));
    let task = json!({
        "goal": "make store_30 keep what it has",
        "context": {"files": ["src/store.rs"], "docs": ["docs/rules.md"]},
        "previous": {"iteration": 1, "issues": [
            {"message": "it fails", "file": "tests/long.rs", "line": 902},
        ]},
    });
    for limit in [25_000, 45_000] {
        let pack = packed(&place, &task, limit);
        assert!(content(&pack, "tests/long.rs").contains("work(180, kept)"), "{limit}");
        assert!(content(&pack, "src/store.rs").contains("work(30, kept)"), "{limit}: {pack}");
        let doc = pack["docs"][0]["content"].as_str().expect("a text");
        assert!(doc.lines().count() > 40, "{limit}: {doc}");
    }
    // Where there is room for all of it, all of it is there.
    assert_eq!(packed(&place, &task, 200_000)["truncated"], false);
}

/// The same for a stack trace that is pasted as the sentence.
#[test]
fn what_a_pasted_error_names_leaves_room_for_what_its_words_find() {
    let place = Place::empty();
    place.write("src/long.rs", functions("runs", 400));
    place.write("src/ledger.rs", functions("ledger", 10));
    place.write("src/other.rs", functions("other", 10));
    let error =
        "the ledger is wrong: ledger_3 panicked\nthread 'main' panicked at src/long.rs:902:5:\n";
    let call = place.call().args(["pack", "-", "--format", "json", "--max-chars", "20k"]);
    let pack = call.stdin(error).run().ok().json();
    assert!(content(&pack, "src/long.rs").contains("work(180, kept)"));
    assert!(content(&pack, "src/ledger.rs").contains("work(3, kept)"));
}

/// A context file that is mostly one table is shown by what of it is asked for.
#[test]
fn a_long_table_is_shown_by_the_lines_that_match() {
    let place = Place::empty();
    let rows: String =
        (0..400).map(|n| format!("    setting_{n}=Option({n}, type='int'),\n")).collect();
    let rows = rows.replace("setting_250=", "socket_timeout=");
    let table = format!(
        "import os\n\nNAMES = Namespace(\n{rows})\n\n\ndef find(name):\n    return NAMES[name]\n"
    );
    place.write("app/defaults.py", table);
    let task =
        json!({"goal": "honour the socket timeout", "context": {"files": ["app/defaults.py"]}});
    for limit in [3_000, 12_000] {
        let pack = packed(&place, &task, limit);
        let shown = content(&pack, "app/defaults.py");
        assert!(shown.contains("    socket_timeout=Option(250"), "{limit}: {shown}");
        assert!(shown.contains("def find(name):"), "{limit}: {shown}");
    }
}

/// Docs grow by the paragraph, whichever way they mark their headings.
#[test]
fn a_long_doc_fills_the_room_that_it_has() {
    let place = Place::empty();
    let section = |n: usize| {
        format!("Setting {n}\n~~~~~~~~~~~~\n\nIt is about number {n}.\n\nDefault: {n}.\n\n")
    };
    let sections: String = (0..600).map(section).collect();
    let text =
        format!(".. _settings:\n\n========\nSettings\n========\n\nAll of them.\n\n{sections}");
    place.write("docs/settings.rst", text.replace("number 400", "the socket timeout"));
    let task =
        json!({"goal": "honour the socket timeout", "context": {"docs": ["docs/settings.rst"]}});
    let mut lines = Vec::new();
    for limit in [2_500, 4_000, 8_000] {
        let pack = packed(&place, &task, limit);
        let doc = pack["docs"][0]["content"].as_str().expect("a text");
        assert!(doc.contains("Setting 400\n~~~~"), "{limit}: {doc}");
        assert!(doc.contains("It is about the socket timeout."), "{limit}: {doc}");
        assert!(
            utf16(pack["document"].as_str().expect("a text")) * 10 > limit * 8,
            "{limit}: {doc}"
        );
        lines.push(doc.lines().count());
    }
    assert!(lines.windows(2).all(|pair| pair[0] < pair[1]), "{lines:?}");
}

/// What programs write for programs is not found, but it may be named.
#[test]
fn bundles_and_source_maps_are_not_found() {
    let place =
        Place::of("//- src/cache.js\nexport function cacheGet(key) {\n  return cache[key]\n}\n");
    let map =
        json!({"version": 3, "mappings": "AAAA,".repeat(200), "sourcesContent": ["cache get key"]});
    place.write("lib/cache.js.map", map.to_string());
    place.write(
        "lib/cache.bundle.js",
        format!("var cache={{get:function(key){{}}}};{}", "a();".repeat(300)),
    );
    let pack = place.run(["pack", "get a key of the cache", "--format", "json"]).ok().json();
    assert_eq!(paths(&pack), ["src/cache.js"]);
    for path in ["lib/cache.js.map", "lib/cache.bundle.js"] {
        assert_eq!(entry(&pack["meta"]["leftOut"], "path", path)["reason"], "minified");
    }
    let task =
        json!({"goal": "get a key of the cache", "context": {"files": ["lib/cache.js.map"]}});
    assert!(paths(&packed(&place, &task, 60_000)).contains(&"lib/cache.js.map"));
}

/// All that a contract allows may come in, however many files the search likes better.
#[test]
fn what_a_contract_allows_is_a_candidate_whatever_its_place_in_the_search() {
    let place = Place::empty();
    for n in 0..120 {
        place.write(format!("src/cache_{n}.rs"), functions("cache", 3));
    }
    let task = json!({"goal": "keep the cache", "contract": {"allowedGlobs": ["src/**"]}});
    let pack = packed(&place, &task, 400_000);
    assert_eq!(paths(&pack).len(), 120 - entries(&pack, "duplicate"));
    assert_eq!(entries(&pack, "ranked_below"), 0);
}

fn entries(pack: &Value, reason: &str) -> usize {
    let left_out = pack["meta"]["leftOut"].as_array().expect("a list");
    left_out.iter().filter(|one| one["reason"] == reason).count()
}

/// The summary counts what a reader of the document meets.
#[test]
fn values_are_counted_where_they_are_shown() {
    let place = Place::empty();
    let token: String = "a1B2c3D4e5F6".chars().cycle().take(36).collect();
    let secret = format!("const TOKEN: &str = \"ghp_{token}\";\n");
    place.write("src/store.rs", format!("{}{secret}", functions("store", 200)));
    let task = json!({"goal": "g", "previous": {"iteration": 1, "issues": [
        {"message": "m", "file": "src/store.rs", "line": 12},
    ]}});
    let said = |limit: &str| {
        let call = place.call().args(["pack", "--task", "-", "--max-chars", limit]);
        call.stdin(task.to_string()).run().ok().stderr().to_owned()
    };
    assert!(said("2500").contains(", 0 values redacted"), "{}", said("2500"));
    assert!(!said("100k").contains(", 0 values redacted"), "{}", said("100k"));
}
