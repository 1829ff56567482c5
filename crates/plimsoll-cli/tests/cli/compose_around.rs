//! Compose: files that moved or went, and what is around a change where there is more of it than room.

use crate::compose::composed;
use crate::support::{Place, entry, texts};
use serde_json::{Value, json};
use std::fs;

/// The artifacts of a kind, with their contents.
fn rendered<'r>(result: &'r Value, kind: &str) -> Vec<&'r str> {
    let all = result["rendered"].as_array().expect("it is a list").iter();
    let of_kind = all.filter(|artifact| artifact["kind"] == kind);
    of_kind.map(|artifact| artifact["content"].as_str().expect("it is a text")).collect()
}

fn numbered(count: usize) -> String {
    (0..count).map(|n| format!("a line with the number {n}\n")).collect()
}

fn rename(place: &Place, from: &str, to: &str) {
    fs::create_dir_all(place.root().join(to).parent().expect("it is in a folder")).expect("room");
    fs::rename(place.root().join(from), place.root().join(to)).expect("it is there");
}

#[test]
fn a_file_that_moved_is_one_change_with_its_edits() {
    let place = Place::empty();
    place.write("old/plain.txt", numbered(40));
    place.write("old/edited.txt", numbered(50));
    place.write("old/other.txt", "this one goes, and nothing like it comes\n");
    place.commit_all();
    rename(&place, "old/plain.txt", "new/plain.txt");
    rename(&place, "old/edited.txt", "edited.txt");
    place.write("edited.txt", numbered(50).replace("number 7\n", "number seven\n"));
    fs::remove_file(place.root().join("old/other.txt")).expect("it is ours");
    place.write("fresh.txt", "this is a new one\n");
    let result = composed(&place, &[]);
    let diffs = rendered(&result, "local_diff");
    assert_eq!(diffs.len(), 3, "{diffs:#?}");
    let told = |what: &str| diffs.iter().find(|diff| diff.contains(what)).expect(what);
    assert_eq!(
        *told("plain.txt"),
        "diff --git a/old/plain.txt b/new/plain.txt\nsimilarity index 100%\n\
         rename from old/plain.txt\nrename to new/plain.txt\n"
    );
    let edited = told("rename from old/edited.txt\nrename to edited.txt\n");
    assert!(edited.contains("-a line with the number 7\n+a line with the number seven\n"));
    assert!(!edited.contains("number 30"), "only what was edited: {edited}");
    assert!(told("other.txt").contains("deleted file mode"));
    // Git takes all of it, and is back at the commit.
    let both = [diffs.concat(), rendered(&result, "recent_edit").concat()].concat();
    let file = place.put_beside("all.diff", both);
    let _ = place.git(&["apply", "-R", &file]).ok();
    assert_eq!(place.git(&["status", "--porcelain"]).ok().stdout(), "");
}

#[test]
fn what_a_policy_hides_is_not_told_as_a_move() {
    let place = Place::empty();
    place.write("private/notes.txt", numbered(40) + "and this is for nobody\n");
    place.commit_all();
    rename(&place, "private/notes.txt", "notes.txt");
    place.write("notes.txt", numbered(40));
    let document = |args: &[&str]| composed(&place, args)["document"].to_string();
    assert!(document(&[]).contains("for nobody"), "nothing is hidden");
    let config = place.put_beside("config.toml", "policy = { sensitive = [\"private/**\"] }");
    let exclude = json!({"mustExclude": [
        {"match": {"type": "pattern", "pattern": "private/**"}, "reason": "private"},
    ]});
    let exclude = place.put_beside("constraints.json", exclude.to_string());
    for args in [["--config", &config], ["--constraints", &exclude]] {
        let document = document(&args);
        assert!(document.contains("the number 39") && !document.contains("for nobody"));
        assert!(!document.contains("private/"), "{document}");
    }
}

/// A library of which one file is used by another and tested by a third.
fn library() -> Place {
    Place::of(
        "//- lib/__init__.py\n//- lib/money.py\ndef cents(amount):\n    return round(amount * 100)\n\
         //- lib/cart.py\nfrom lib.money import cents\n\n\ndef total(prices):\n    return \
         sum(cents(price) for price in prices)\n//- tests/test_money.py\nfrom lib.money import \
         cents\n\n\ndef test_cents():\n    assert cents(1) == 100\n",
    )
}

#[test]
fn who_needed_a_file_that_went_or_moved_is_told() {
    for moved in [false, true] {
        let place = library();
        place.commit_all();
        if moved {
            rename(&place, "lib/money.py", "lib/coins.py");
        } else {
            fs::remove_file(place.root().join("lib/money.py")).expect("it is ours");
        }
        let result = composed(&place, &[]);
        let graph = rendered(&result, "dependency_graph").concat();
        for edge in ["lib/cart.py -> lib/money.py", "tests/test_money.py -> lib/money.py"] {
            assert!(graph.contains(edge), "moved: {moved}: {graph}");
        }
        let tests = rendered(&result, "test_context").concat();
        assert!(tests.contains("def test_cents"), "moved: {moved}: {tests}");
    }
}

#[test]
fn of_many_tests_those_that_use_what_was_touched_come_first() {
    let place = library();
    for n in 10..30 {
        let text = "from lib.cart import total\n\n\ndef test_other():\n    assert 1 + 1 == 2\n";
        place.write(format!("tests/test_a{n}.py"), text.replace("other", &format!("o{n}")));
    }
    let text =
        "from lib.cart import total\n\n\ndef test_the_sum():\n    assert total([1]) == 100\n";
    place.write("tests/test_z.py", text);
    place.commit_all();
    let text = place.read("lib/cart.py");
    place.write("lib/cart.py", text.replace("in prices)", "in prices if price)"));
    let result = composed(&place, &[]);
    let tests = rendered(&result, "test_context");
    assert!(tests.len() > 1 && tests.len() <= 10, "{}", tests.len());
    assert!(tests[0].contains("def test_the_sum"), "{tests:#?}");
}

#[test]
fn a_long_test_gives_way_and_is_not_kept_out_for_its_length() {
    let place = library();
    // Both would pass the lane's 1,500 tokens: one with its function, the other with its signatures.
    let long: String =
        (0..400).map(|n| format!("    assert cents({n}) == {n}00  # so much\n")).collect();
    let head = "from lib.money import cents\n\n\n";
    place.write("tests/test_money.py", format!("{head}def test_cents():\n{long}"));
    let many: String = (0..300)
        .map(|n| format!("def test_number_{n}(some, more, of, these):\n    pass\n\n\n"))
        .collect();
    place.write("tests/test_cart.py", format!("from lib.cart import total\n\n\n{many}"));
    place.commit_all();
    place.write("lib/money.py", place.read("lib/money.py").replace("* 100", "* 100 + 0"));
    place.write("lib/cart.py", place.read("lib/cart.py") + "\n\nRATE = 1\n");
    let result = composed(&place, &[]);
    let tests = rendered(&result, "test_context");
    let money = tests.iter().find(|text| text.contains("def test_cents")).expect("it is in");
    assert!(money.contains("assert cents(0) == 000") && money.contains("left out"), "{money}");
    let cart = tests.iter().find(|text| text.contains("def test_number_0(")).expect("it is in");
    assert!(cart.contains("test_number_9(") && !cart.contains("test_number_200("), "{cart}");
    assert!(result["allocation"]["structure"].as_u64() <= Some(1_500));
    // Where there is room, there is more of them.
    let result = composed(&place, &["--budget", "80000"]);
    let tests = rendered(&result, "test_context").concat();
    assert!(tests.contains("cents(399)") && tests.contains("test_number_299("));
}

#[test]
fn names_that_everybody_has_are_not_taken_for_what_is_used() {
    let place = Place::empty();
    place.write("lib/__init__.py", "");
    for name in ["apple", "berry", "cherry", "date"] {
        let class = name.to_uppercase();
        place.write(
            format!("lib/{name}.py"),
            format!("class {class}:\n    def peel(self):\n        return 1\n\n    def {name}s(self):\n        return 2\n"),
        );
    }
    let imports: String = ["apple", "berry", "cherry", "date"]
        .iter()
        .map(|name| format!("from lib.{name} import {}\n", name.to_uppercase()))
        .collect();
    place.write(
        "bowl.py",
        format!("{imports}\n\ndef fill(fruit):\n    fruit.peel()\n    return fruit.dates()\n"),
    );
    place.commit_all();
    place.write("bowl.py", place.read("bowl.py").replace("return fruit", "yield fruit"));
    let result = composed(&place, &[]);
    let symbols = rendered(&result, "symbol_context").concat();
    assert!(symbols.contains("def dates(self)"), "one has that name: {symbols}");
    assert!(!symbols.contains("def peel(self)"), "any of four could be meant: {symbols}");
}

#[test]
fn a_long_rule_document_is_admitted_in_parts() {
    let place = Place::empty();
    let rules =
        "Rules are never shortened, so this one is whole or it is not there.\n\n".repeat(30);
    let parts = format!("# House\n\n## Code\n{rules}### Tests\n{rules}### Names\n{rules}{rules}");
    place.write("AGENTS.md", &parts);
    place.write("docs/architecture.md", "# Made of parts\nOne thing in one place.\n");
    place.write("src/a.rs", "fn a() {}\n");
    place.commit_all();
    place.write("src/a.rs", "fn a() { b() }\n");
    let result = composed(&place, &["--budget", "6000"]);
    let document = result["document"].as_str().expect("it is a text");
    for head in ["House › Code (1 of ", "House › Code › Tests (2 of "] {
        assert!(document.contains(&format!(" · section: {head}")), "{head}: {document}");
    }
    // Not all of it fits, and what is out has its reason.
    let out = texts(&result["explanation"]["topRejections"], "reason");
    assert!(out.contains(&"lane_max_reached"), "{out:?}");
    assert!(result["allocation"]["rules"].as_u64() > Some(1_000), "{result}");
    assert!(document.contains("One thing in one place."), "what people wrote holds for all of it");
    // With room for all of it the parts are the document again.
    let result = composed(&place, &["--budget", "60000"]);
    let document = result["document"].as_str().expect("it is a text");
    assert_eq!(document.matches("Rules are never shortened").count(), 120);
    let listed = place.run(["compose", "--budget", "6000", "-v"]).ok();
    let longest = listed.stdout().lines().map(|line| line.chars().count()).max();
    assert!(longest <= Some(80), "{}", listed.stdout());
}

#[test]
fn a_large_diff_leaves_the_lanes_their_minimums() {
    let place = Place::empty();
    let rules =
        "Rules are never shortened, so this one is whole or it is not there.\n\n".repeat(30);
    place.write("AGENTS.md", format!("# House\n{rules}## Tests\n{rules}"));
    let text = numbered(300);
    for n in 0..20 {
        place.write(format!("src/{n}.txt"), &text);
    }
    place.commit_all();
    for n in 0..20 {
        // Every tenth line, so that each file has thirty hunks.
        place.write(format!("src/{n}.txt"), text.replace("0\n", "zero\n"));
    }
    let result = composed(&place, &[]);
    assert!(result["allocation"]["rules"].as_u64() >= Some(500), "{}", result["allocation"]);
    let kinds = texts(&result["selected"], "kind");
    assert_eq!(kinds.iter().filter(|kind| **kind == "local_diff").count(), 20, "all are pinned");
    assert_eq!(texts(&result["shortfalls"], "lane"), ["policy"], "the others end above theirs");
    assert_eq!(result["shortfalls"][0]["available"], 0);
}

#[test]
fn a_long_conversation_gives_way_from_its_beginning() {
    let place = library();
    place.commit_all();
    for n in 0..40 {
        let said = format!("turn {n}: {}", "what somebody said at length, ".repeat(12));
        let minute = format!("2026-11-16T07:{n:02}:00Z");
        let call = place.call().at_time(Some(&minute)).args(["record", "turn", &said]);
        let _ = call.run().ok();
    }
    let result = composed(&place, &[]);
    let [said] = rendered(&result, "session_history")[..] else { panic!("{result}") };
    assert!(said.contains("turn 39:") && !said.contains("turn 0:"), "{said}");
    assert!(result["allocation"]["history"].as_u64() <= Some(1_000));
    let artifact = entry(&result["rendered"], "kind", "session_history");
    assert_eq!(artifact["shrinkStrategy"], "drop_entries");
}

#[test]
fn a_file_that_is_named_and_not_there_is_told() {
    let place = library();
    place.commit_all();
    let told = |file: &str| {
        let ran = place.run(["compose", "--file", file]).ok();
        ran.stderr().contains("is named and is not there to be shown")
    };
    assert!(told("lib/monney.py"));
    assert!(!told("lib/money.py"));
    fs::remove_file(place.root().join("lib/money.py")).expect("it is ours");
    assert!(!told("lib/money.py"), "that it went is its change");
}

#[test]
fn flags_hold_over_the_request_and_what_matches_nothing_is_noted() {
    let place = library();
    place.commit_all();
    let nothing =
        json!({"match": {"type": "pattern", "pattern": "nothing/**"}, "reason": "a typo"});
    let request = json!({"budget": {"totalTokens": 4000}, "constraints": {"pinned": [nothing]}});
    let request = place.put_beside("request.json", request.to_string());
    let total = |args: &[&str]| {
        let ran = place.run([&["compose", "--request", &request], args].concat()).ok();
        assert!(ran.stderr().contains("matches `pinned[0]`"), "{}", ran.stderr());
        ran.stdout().lines().next().expect("it has a summary").to_owned()
    };
    assert!(total(&[]).contains("/4,000 tokens"));
    assert!(total(&["--budget", "3000"]).contains("/3,000 tokens"));
    // A policy about files that are not there is no typo of the request.
    let config = place.put_beside("config.toml", "policy = { sensitive = [\"private/**\"] }");
    let result = composed(&place, &["--config", &config]);
    assert_eq!(result["unmatchedConstraints"], json!([]));
    let verbose = place.run(["compose", "-v"]).ok();
    let below = "rules           0 of at least    500 tokens; 0 were on offer";
    assert!(verbose.stdout().contains(below), "{}", verbose.stdout());
}

#[test]
fn lines_about_long_sections_fit_eighty_columns() {
    let place = Place::empty();
    let title = "A heading that is about as long as headings of people get";
    let rules = "So many words about this rule.\n".repeat(60);
    place.write("AGENTS.md", format!("# {title}\n{rules}\n## {title}\n{rules}\n"));
    place.write("a.txt", "one\n");
    place.commit_all();
    place.write("a.txt", "two\n");
    let was = composed(&place, &["--budget", "2600"])["meta"]["decisionId"].clone();
    let is = composed(&place, &[])["meta"]["decisionId"].clone();
    let [was, is] = [&was, &is].map(|id| id.as_str().expect("it is a text"));
    for args in [&["explain"][..], &["explain", was], &["why", "AGENTS.md"], &["diff", was, is]] {
        let ran = place.run(args).ok();
        let longest = ran.stdout().lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(80), "{args:?}: {}", ran.stdout());
        assert!(ran.stdout().contains("section"), "{args:?}: {}", ran.stdout());
    }
}
