//! Compose: each of its sources on a small project with code, tests and a history.

use crate::compose::composed;
use crate::support::{Place, entry, texts};
use serde_json::{Value, json};

/// A library in Python whose `total` is used in one place and tested in another.
const SHOP: &str = "\
//- AGENTS.md
# Everywhere
Keep it small.
//- shop/AGENTS.md
# In the shop
Money is counted in cents.
//- docs/AGENTS.md
# In the documents
Write short sentences.
//- shop/__init__.py
//- shop/money.py
def cents(amount):
    return round(amount * 100)


def euros(amount):
    return amount / 100
//- shop/cart.py
from shop.money import cents


class Cart:
    def __init__(self):
        self.items = []

    def add(self, name, price):
        self.items.append((name, price))

    def total(self):
        result = 0
        for _, price in self.items:
            result += cents(price)
        return result


def empty():
    return Cart()
//- shop/checkout.py
from shop.cart import Cart


def pay(cart: Cart):
    return cart.total()
//- shop/lights.py
def switch_on(lamp):
    lamp.on = True
//- tests/test_cart.py
from shop.cart import Cart


def test_total_of_two():
    cart = Cart()
    cart.add('pear', 1.5)
    assert cart.total() == 150


def test_something_else():
    assert 1 + 1 == 2
//- notes/discounts.md
A discount applies to the price of every item in the cart.
";

/// The shop with a change in the body of `Cart.total`.
fn shop() -> Place {
    let place = Place::of(SHOP);
    place.commit_all();
    let text = place.read("shop/cart.py");
    place.write(
        "shop/cart.py",
        text.replace("        return result\n", "        return discount(result)\n"),
    );
    place
}

/// The artifacts of a kind, with their contents.
fn rendered<'r>(result: &'r Value, kind: &str) -> Vec<&'r str> {
    let all = result["rendered"].as_array().expect("it is a list").iter();
    let of_kind = all.filter(|artifact| artifact["kind"] == kind);
    of_kind.map(|artifact| artifact["content"].as_str().expect("it is a text")).collect()
}

fn has(texts: &[&str], what: &str) -> bool {
    texts.iter().any(|text| text.contains(what))
}

#[test]
fn the_code_around_a_change_comes_with_it() {
    let result = composed(&shop(), &[]);
    // The method that the change lies in, in its class, and nothing else of the class.
    let symbols = rendered(&result, "symbol_context");
    let [touched] =
        symbols.iter().filter(|text| text.contains("return discount(result)")).collect::<Vec<_>>()
            [..]
    else {
        panic!("{symbols:?}")
    };
    assert!(touched.contains("class Cart") && !touched.contains("append"), "{touched}");
    // What it uses, by its signature.
    let [used] =
        symbols.iter().filter(|text| text.contains("def cents(amount)")).collect::<Vec<_>>()[..]
    else {
        panic!("{symbols:?}")
    };
    assert!(!used.contains("round") && !used.contains("euros"), "{used}");
    let graph = rendered(&result, "dependency_graph").concat();
    for edge in [
        "shop/cart.py -> shop/money.py",
        "shop/checkout.py -> shop/cart.py",
        "tests/test_cart.py -> shop/cart.py",
    ] {
        assert!(graph.contains(edge), "{graph}");
    }
    assert!(!graph.contains("lights"), "{graph}");
    // Of the test what names the method, and not the rest.
    let test = rendered(&result, "test_context").concat();
    assert!(test.contains("assert cart.total() == 150"), "{test}");
    assert!(!test.contains("1 + 1"), "{test}");
    // Words of the change, in a file that nothing else leads to.
    assert!(has(&rendered(&result, "semantic_match"), "A discount applies"), "{result}");
    assert!(!result["document"].to_string().contains("lamp"));
    for lane in ["rules", "local", "structure", "retrieved"] {
        assert!(result["allocation"][lane].as_u64() > Some(0), "{lane}");
    }
}

#[test]
fn rules_that_hold_for_the_change_are_in_and_the_nearest_is_first_and_last() {
    let place = shop();
    let result = composed(&place, &[]);
    let rules = rendered(&result, "rule_doc");
    assert!(rules[0].contains("Money is counted in cents."), "it ranks first: {rules:?}");
    let document = result["document"].as_str().expect("it is a text");
    let at = |text: &str| document.find(text).unwrap_or_else(|| panic!("{text} is in"));
    assert!(at("Keep it small.") < at("Money is counted in cents."), "it has the last word");
    assert!(!document.contains("Write short sentences."));
    let out = entry(&result["meta"]["leftOut"], "path", "docs/AGENTS.md");
    assert_eq!(out["reason"], "not_applicable");
    // Without a change everything may matter.
    place.commit_all();
    assert!(has(&rendered(&composed(&place, &[]), "rule_doc"), "Write short sentences."));
}

#[test]
fn what_was_committed_in_the_last_day_is_a_recent_edit() {
    let place = shop();
    place.commit_all();
    let edits = |time: &str| -> String {
        let call = place.call().args(["compose", "--format", "json"]).at_time(Some(time));
        rendered(&call.run().ok().json(), "recent_edit").concat()
    };
    // Commits of these tests are made at 2026-11-10T08:00.
    let soon = edits("2026-11-10T09:00:00Z");
    assert!(soon.contains("new file mode") && soon.contains("+    return round"), "{soon}");
    assert!(soon.contains("+        return discount(result)"), "both commits are one edit: {soon}");
    assert_eq!(edits("2026-11-12T09:00:00Z"), "", "two days later it is none");
}

#[test]
fn constraints_of_the_settings_are_artifacts() {
    let place = shop();
    place.write(
        "plimsoll.toml",
        "[constraints]\nno_new_dependencies = \"Do not add dependencies.\"\n",
    );
    let result = composed(&place, &[]);
    assert_eq!(rendered(&result, "constraint"), ["Do not add dependencies.\n"]);
    assert!(result["allocation"]["policy"].as_u64() > Some(0));
}

#[test]
fn every_source_can_be_switched_off_by_settings_and_by_request() {
    let place = shop();
    place.write("plimsoll.toml", "[constraints]\nsmall = \"Keep it small.\"\n");
    for (args, kind) in [
        (&["violation", "it prints", "--file", "shop/cart.py"][..], "violation"),
        (&["learning", "run the tests", "--when", "a cart changes"], "learning"),
        (&["turn", "add a discount"], "session_history"),
    ] {
        let _ = place.call().arg("record").args(args).run().ok();
        assert_eq!(rendered(&composed(&place, &[]), kind).len(), 1, "{kind}");
    }
    let request = place.put_beside("request.json", "");
    for (source, kind) in [
        ("constraints", "constraint"),
        ("violations", "violation"),
        ("rule_docs", "rule_doc"),
        ("diff", "local_diff"),
        ("symbols", "symbol_context"),
        ("dependencies", "dependency_graph"),
        ("tests", "test_context"),
        ("retrieved", "semantic_match"),
        ("turns", "session_history"),
        ("learnings", "learning"),
    ] {
        assert!(!rendered(&composed(&place, &[]), kind).is_empty(), "{kind}");
        std::fs::write(&request, json!({"sources": {source: false}}).to_string())
            .expect("it is ours");
        let off = composed(&place, &["--request", &request]);
        assert!(rendered(&off, kind).is_empty(), "{kind}");
        let config = place.put_beside("config.toml", format!("[sources]\n{source} = false\n"));
        let off = composed(&place, &["--config", &config]);
        assert!(rendered(&off, kind).is_empty(), "{kind}");
    }
    // What was committed is recent for a day from when commits of these tests are made. New files are of the diff.
    place.commit_all();
    let soon = |args: &[&str]| {
        let call = place.call().at_time(Some("2026-11-10T09:00:00Z"));
        call.args(["compose", "--format", "json"]).args(args).run().ok().json()
    };
    assert!(!rendered(&soon(&[]), "recent_edit").is_empty());
    std::fs::write(&request, json!({"sources": {"recent_edits": false}}).to_string())
        .expect("it is ours");
    let config = place.put_beside("config.toml", "[sources]\nrecent_edits = false\n");
    for args in [["--request", &request], ["--config", &config]] {
        assert_eq!(rendered(&soon(&args), "recent_edit"), [""; 0]);
    }
}

#[test]
fn artifacts_and_vitals_of_the_request_are_taken() {
    let place = shop();
    let request = json!({
        "event": "review",
        "vitals": {"pressure": "low", "pulse": 0, "oxygen": 1},
        "artifacts": [{
            "kind": "learning", "name": "carts", "content": "A cart is never negative.",
            "recencyBucket": 5, "relevanceScore": 1, "specificityScore": 1, "riskAlignment": 1,
        }],
    });
    let file = place.put_beside("request.json", request.to_string());
    let result = composed(&place, &["--request", &file]);
    assert_eq!(rendered(&result, "learning"), ["A cart is never negative.\n"]);
    let line = entry(&result["explanation"]["laneBreakdown"], "lane", "history");
    assert_eq!(line["topArtifacts"][0]["score"], 1);
    let line = entry(&result["explanation"]["laneBreakdown"], "lane", "rules");
    // A review is about rules: 0.35 × (0.5 + 0.2 + 0.1) + 0.145 for the nearest; nothing for oxygen.
    assert_eq!(line["topArtifacts"][0]["score"], 0.425);
    let wrong = request.to_string().replace("\"relevanceScore\":1", "\"relevanceScore\":1.5");
    let ran = place
        .call()
        .args(["compose", "--format", "json", "--request", "-"])
        .stdin(wrong)
        .run()
        .ends_with(2);
    let problems = texts_of(&ran.json()["problems"]);
    assert_eq!(
        problems,
        ["`artifacts[0]` (`carts`): relevanceScore is 1.5; it must be from 0 to 1"]
    );
}

fn texts_of(list: &Value) -> Vec<String> {
    let list = list.as_array().expect("it is a list").iter();
    list.map(|text| text.as_str().expect("it is a text").to_owned()).collect()
}

#[test]
fn an_event_moves_what_it_is_about_and_a_near_miss_is_noted() {
    let place = shop();
    let score = |event: &str| {
        let result = composed(&place, &["-t", event]);
        let line = entry(&result["explanation"]["laneBreakdown"], "lane", "structure").clone();
        let test = entry(&line["topArtifacts"], "kind", "test_context");
        test["score"].as_f64().expect("it is a number")
    };
    assert!((score("test_failed") - score("manual") - 0.035).abs() < 1e-9);
    assert!((score("deploy") - score("manual")).abs() < 1e-9);
    let ran = place.run(["compose", "-t", "file-saved"]).ok();
    assert!(ran.stderr().contains("`file_saved` has one"), "{}", ran.stderr());
    assert!(!place.run(["compose", "-t", "deploy"]).ok().stderr().contains("event"));
}

#[test]
fn vitals_are_measured() {
    let place = shop();
    let rules = |place: &Place| {
        let result = composed(place, &[]);
        let line = entry(&result["explanation"]["laneBreakdown"], "lane", "rules").clone();
        line["topArtifacts"][0]["score"].as_f64().expect("it is a number")
    };
    // One file is changed and none was committed lately: oxygen is low, and rules are more relevant.
    let low = rules(&place);
    let request = place.put_beside("calm.json", json!({"vitals": {"oxygen": 0.9}}).to_string());
    let calm = composed(&place, &["--request", &request]);
    let line = entry(&calm["explanation"]["laneBreakdown"], "lane", "rules");
    assert!(low > line["topArtifacts"][0]["score"].as_f64().expect("it is a number"));
    // Many lines at once are pressure: what is recent is more relevant.
    let local = |place: &Place| {
        let result = composed(place, &[]);
        let line = entry(&result["explanation"]["laneBreakdown"], "lane", "local").clone();
        line["topArtifacts"][0]["score"].as_f64().expect("it is a number")
    };
    let before = local(&place);
    let big: String = (0..400).map(|n| format!("x{n} = {n}\n")).collect();
    place.write("shop/numbers.py", big);
    let after = local(&place);
    assert!((after - before - 0.035).abs() < 0.0011, "{before} {after}");
    // More than thirty files in a minute are a pulse.
    for n in 0..31 {
        place.write(format!("shop/f{n}.py"), "x = 1\n");
    }
    let rapid = local(&place);
    assert!((rapid - after - 0.0525).abs() < 0.0011, "{after} {rapid}");
}

#[test]
fn a_secret_in_what_was_recorded_or_committed_is_nowhere() {
    let place = shop();
    let token = format!("ghp_{}", "1Qx7Rm2Vt9Lk4Zs8Wd3Yb6Nc5Hj0PfGa2kUe");
    for args in [
        &["violation", &format!("it has {token}"), "--file", "shop/cart.py"][..],
        &["learning", &format!("use {token}"), "--when", "calling"],
        &["turn", &format!("my token is {token}")],
    ] {
        let _ = place.call().arg("record").args(args).run().ok();
    }
    place.write("shop/client.py", format!("TOKEN = '{token}'\n"));
    place.commit_all();
    let call = place.call().args(["compose", "--format", "json"]);
    let ran = call.at_time(Some("2026-11-10T09:00:00Z")).run().ok();
    assert!(ran.stdout().contains("redacted"), "{}", ran.stdout());
    assert!(!ran.stdout().contains(&token));
    assert!(!place.run(["record", "list", "--json"]).ok().stdout().contains(&token));
    for file in crate::support::place::files_below(&place.state_folder()) {
        let bytes = std::fs::read(&file).expect("it is ours");
        assert!(!bytes.windows(token.len()).any(|part| part == token.as_bytes()), "{file:?}");
    }
}

#[test]
fn names_of_the_sources_are_those_of_the_settings() {
    let place = shop();
    let shown = place.run(["config", "show", "--json"]).ok().json();
    let keys = texts(&shown["settings"], "key");
    assert_eq!(keys.iter().filter(|key| key.starts_with("sources.")).count(), 11);
}

#[test]
fn a_part_of_a_document_says_which_part_it_is() {
    let place = Place::of(
        "//- AGENTS.md\nRead this.\n# House rules\nKeep it small.\n## Tests ##\nTest all.\n//- \
         docs/adr/0001.md\n# Use files\nBecause they are there.\n//- a.txt\none\n",
    );
    place.commit_all();
    place.write("a.txt", "two\n");
    let document = composed(&place, &[])["document"].as_str().expect("a text").to_owned();
    let head = |said: &str| format!("rule_doc · from repository · whole{said}\n");
    for part in ["the beginning (1 of 3)", "House rules (2 of 3)", "House rules › Tests (3 of 3)"]
    {
        let head = format!("## `AGENTS.md`\n\n{}", head(&format!(" · section: {part}")));
        assert!(document.contains(&head), "{head}: {document}");
    }
    let only = format!("## `docs/adr/0001.md`\n\n{}", head(""));
    assert!(document.contains(&only), "the only part is the document: {document}");
    let told = place.run(["compose", "-v"]).ok();
    let words: Vec<&str> = told.stdout().split_whitespace().collect();
    let listed = "AGENTS.md, section House rules › Tests (3 of 3)";
    assert!(words.join(" ").contains(listed), "{}", told.stdout());
    let why = place.run(["why", "AGENTS.md"]).ok();
    assert!(why.stdout().contains("AGENTS.md, section House rules (2 of 3) is in the document\n"));
    let json = place.run(["why", "AGENTS.md", "--json"]).ok().json();
    let sections = texts(&json["decision"]["candidates"], "section");
    assert_eq!(sections.len(), 3, "{json}");
}

#[test]
fn a_name_that_is_no_candidate_is_found_where_it_is_defined() {
    let place = shop();
    let _ = composed(&place, &[]);
    let lights = "switch_on is defined in shop/lights.py:1\n";
    for folder in ["", "shop"] {
        let told = place.call().args(["why", "switch_on"]).folder(place.root().join(folder)).run();
        let told = told.ok();
        let told = told.stdout();
        assert!(told.starts_with("shop/lights.py is in the tree\n"), "{told}");
        assert!(told.contains(lights), "{told}");
        assert!(told.contains("it was not considered"), "{told}");
    }
    // Of what a decision has, it says what it did with the file and where in it the name is.
    let _ = place.run(["pack", "switch on a lamp"]).ok();
    let json = place.run(["why", "switch_on", "--json"]).ok().json();
    assert_eq!(json["defined"][0]["path"], "shop/lights.py");
    assert_eq!(json["defined"][0]["lines"], json!({"first": 1, "last": 2}));
    let one = entry(&json["decision"]["candidates"], "name", "shop/lights.py");
    assert_eq!(one["symbolLines"], json!({"first": 1, "last": 2}));
    let none = place.run(["why", "switch_of"]).ends_with(2);
    assert!(none.stderr().contains("there is no `switch_of`"), "{}", none.stderr());
    let several = place.run(["why", "__init__"]).ok();
    assert!(several.stdout().contains("Cart.__init__ is defined in shop/cart.py:5\n"));
}

/// The blocks of a document.
fn blocks(document: &str) -> Vec<&str> {
    document.split("\n## ").collect()
}

#[test]
fn an_edit_moves_nothing_but_the_blocks_that_show_it() {
    let place = shop();
    for (path, was, is) in [
        ("shop/cart.py", "discount(result)", "discounted(result)"),
        ("shop/AGENTS.md", "counted in cents", "counted in pence"),
        ("tests/test_cart.py", "'pear', 1.5", "'plum', 1.5"),
    ] {
        let document = || composed(&place, &[])["document"].as_str().expect("a text").to_owned();
        let before = document();
        place.write(path, place.read(path).replace(was, is));
        let after = document();
        let (old, new) = (blocks(&before), blocks(&after));
        // An edit of what was committed is a change of its own: its diff is new, and what stood elsewhere is not there twice.
        let is_of_it =
            |block: &&&str| block.contains(path) || block.contains(was) || block.contains(is);
        let others = |blocks: &[&str]| -> Vec<String> {
            blocks
                .iter()
                .filter(|block| !is_of_it(block))
                .map(|block| (*block).to_owned())
                .collect()
        };
        let shared = old.iter().zip(&new).take_while(|(old, new)| old == new).count();
        let first = old.iter().position(|block| is_of_it(&block)).expect("it is shown");
        assert!(shared >= first.min(new.iter().position(|b| is_of_it(&b)).expect("it is shown")));
        if path == "shop/cart.py" {
            assert_eq!(others(&old), others(&new), "what does not show it stays as it is");
        }
    }
}
