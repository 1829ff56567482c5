//! `plimsoll replay --golden`: decisions that a project keeps as files, judged in any clone.

use crate::build::{built, request};
use crate::compose::{changed, composed};
use crate::log::lines;
use crate::support::place::files_below;
use crate::support::{Place, entry, texts};
use serde_json::{Value, json};
use std::fs;

/// A repository whose golden decisions are one of each door and a refusal; and the last composition.
fn golden() -> (Place, Value) {
    let place = changed();
    let export = |name: &str| {
        let call = place.call().args(["capsule", "export", "-o"]);
        let _ = call.arg(format!("golden/{name}.json")).run().ok();
    };
    fs::create_dir(place.root().join("golden")).expect("it is ours");
    let _ = place.run(["pack", "line"]).ok();
    export("pack");
    let _ = built(&place, &request("src/list.txt"));
    export("build");
    let _ = place.run(["pack", "line", "--budget", "3"]).ends_with(1);
    export("refused");
    let composition = composed(&place, &["--budget", "1500"]);
    export("compose");
    (place, composition)
}

fn read(place: &Place, name: &str) -> Value {
    serde_json::from_str(&place.read(&format!("golden/{name}.json"))).expect("it is JSON")
}

fn write(place: &Place, name: &str, file: &Value) {
    place.write(format!("golden/{name}.json"), file.to_string());
}

#[test]
fn golden_decisions_are_the_same_in_a_clone_without_any_state() {
    let (place, _) = golden();
    let clone = Place::empty();
    for file in files_below(&place.root().join("golden")) {
        let name = file.file_name().expect("it has a name");
        clone
            .write(format!("deep/golden/{}", name.to_string_lossy()), fs::read(&file).expect("it"));
    }
    let call =
        clone.call().args(["replay", "--golden", "golden"]).folder(clone.root().join("deep"));
    let told = call.run().ok();
    let expected = ["build", "compose", "pack", "refused"];
    let expected = expected.map(|name| format!("{name}.json: the same to the byte\n")).concat();
    assert_eq!(told.stdout(), expected);
    assert_eq!(told.stderr(), "4 passed, 0 failed\n");
    let ran = clone.run(["replay", "--golden", "deep/golden", "--json"]).ok();
    let answers = lines(ran.stdout());
    assert!(answers.iter().all(|one| one["passed"] == true), "{answers:?}");
    assert_eq!(answers[1]["file"], "compose.json");
    assert_eq!(answers[1]["decisionId"], read(&place, "compose")["record"]["id"]);
    assert!(!clone.has_state());
    assert_eq!(files_below(&clone.home()), Vec::<std::path::PathBuf>::new());
}

#[test]
fn one_that_gives_something_else_or_is_no_capsule_file_fails_all() {
    let (place, _) = golden();
    let text = place.read("golden/pack.json");
    assert!(text.contains("LINE 3"));
    place.write("golden/pack.json", text.replace("LINE 3", "LIME 3"));
    place.write("golden/a note.json", "{\"form\": \"something else\"}");
    place.write("golden/half.json", &text[..text.len() / 2]);
    place.write("golden/README.md", "not a capsule, and not looked at\n");
    fs::create_dir(place.root().join("golden/folder.json")).expect("it is ours");
    let told = place.run(["replay", "--golden", "golden"]).ends_with(1);
    for text in [
        "pack.json: not the same\n",
        "  document: was ",
        "a note.json: this is no capsule file (line 1, column ",
        "half.json: this is no capsule file",
        "folder.json: this is no file\n",
        "compose.json: the same to the byte\n",
    ] {
        assert!(told.stdout().contains(text), "{text}: {}", told.stdout());
    }
    assert_eq!(told.stderr(), "3 passed, 4 failed\n");
    let answers =
        lines(place.run(["replay", "--golden", "golden", "--json"]).ends_with(1).stdout());
    assert_eq!(answers.len(), 7);
    let answers = json!(answers);
    assert_eq!(entry(&answers, "file", "half.json")["why"], "unusable");
    let changed = entry(&answers, "file", "pack.json");
    assert_eq!(changed["passed"], false);
    assert!(texts(&changed["differences"], "what").contains(&"document"), "{changed}");
}

#[test]
fn no_golden_decision_at_all_is_wrong_input() {
    let place = Place::of("//- empty/README.md\nnothing\n//- file.json\n{}\n");
    for (folder, part) in [
        ("nowhere", "`nowhere` cannot be read"),
        ("empty", "`empty` has no capsule file"),
        ("file.json", "`file.json` cannot be read"),
    ] {
        let ran = place.run(["replay", "--golden", folder, "--json"]).ends_with(2);
        assert!(ran.stderr().contains(part), "{}", ran.stderr());
        assert_eq!(ran.json()["outcome"], "invalid");
    }
    let _ = place.run(["replay", "--golden", "empty", "--all"]).ends_with(2);
}

#[test]
fn an_expected_selection_is_held_against_what_is_selected() {
    let (place, composition) = golden();
    let mut file = read(&place, "compose");
    let selected = composition["selected"].clone();
    file["expectedSelection"] = selected.clone();
    write(&place, "compose", &file);
    let _ = place.run(["replay", "--golden", "golden"]).ok();

    let mut wrong = selected.clone();
    let missing = wrong.as_array_mut().expect("a list").remove(0);
    wrong[0]["kind"] = "learning".into();
    wrong[1] = json!({"id": wrong[1]["id"]});
    wrong.as_array_mut().expect("a list").push(json!({"id": "nobody"}));
    file["expectedSelection"] = wrong.clone();
    write(&place, "compose", &file);
    let told = place.run(["replay", "golden/compose.json", "--json"]).ends_with(1).json();
    let of = |id: &Value| format!("expected selection, artifact {}", id.as_str().expect("a text"));
    let differences = &told["differences"];
    assert_eq!(differences.as_array().expect("a list").len(), 3, "{told}");
    assert_eq!(entry(differences, "what", &of(&missing["id"]))["is"], "selected");
    assert_eq!(entry(differences, "what", &of(&json!("nobody")))["is"], "not selected");
    let kind = entry(differences, "what", &of(&wrong[0]["id"]));
    assert_eq!((&kind["was"], &kind["is"]), (&json!("learning"), &selected[1]["kind"]));
    let _ = place.run(["replay", "--golden", "golden"]).ends_with(1);
    file["expectedSelection"] = json!([{"id": "x", "path": "no such key"}]);
    write(&place, "compose", &file);
    let _ = place.run(["replay", "golden/compose.json"]).ends_with(2);
}

#[test]
fn a_golden_decision_of_another_engine_says_so_whether_it_holds_or_not() {
    let (place, _) = golden();
    for file in ["pack", "build", "refused"] {
        fs::remove_file(place.root().join(format!("golden/{file}.json"))).expect("it is ours");
    }
    let mut file = read(&place, "compose");
    let older = "plimsoll-core 0.0.9";
    for part in ["record", "capsule"] {
        file[part]["engine"] = older.into();
    }
    write(&place, "compose", &file);
    let failed = lines(place.run(["replay", "--golden", "golden", "--json"]).ends_with(1).stdout());
    assert_eq!(failed[0]["madeBy"], older);
    let differences = &failed[0]["differences"];
    let told = place.run(["replay", "--golden", "golden"]).ends_with(1);
    assert!(
        told.stdout().contains("it was made by plimsoll-core 0.0.9, and this is plimsoll-core")
    );
    assert!(told.stdout().contains("  fingerprint: was "), "{}", told.stdout());
    // What an engine of that name would have recorded.
    for (what, key) in [("decision", "id"), ("fingerprint", "fingerprint")] {
        let is = entry(differences, "what", what)["is"].as_str().expect("a text");
        file["record"][key] = is.trim_matches('"').into();
    }
    write(&place, "compose", &file);
    let told = place.run(["replay", "--golden", "golden"]).ok();
    assert!(told.stdout().starts_with("compose.json: the same to the byte\n  it was made by "));
}

#[test]
fn capsules_that_are_kept_in_the_project_are_no_part_of_it() {
    let (place, _) = golden();
    let pretty = serde_json::to_string_pretty(&read(&place, "pack")).expect("it is JSON");
    place.write("golden/pretty.json", pretty);
    place.write("golden/other.json", "{\"form\": \"plimsoll.capsule.1 is a form\"}\n");
    let pack = place.run(["pack", "line", "--format", "json"]).ok().json();
    for name in ["pack", "build", "refused", "compose", "pretty"] {
        let out = entry(&pack["meta"]["leftOut"], "path", &format!("golden/{name}.json"));
        assert_eq!(out["reason"], "own_document", "{name}");
        assert_eq!(out["detail"], "a document or capsule that plimsoll made");
    }
    assert!(!texts(&pack["meta"]["leftOut"], "path").contains(&"golden/other.json"));
    let document = composed(&place, &[])["document"].as_str().expect("a text").to_owned();
    assert!(!document.contains("plimsoll.capsule.1\""), "{document}");
}
