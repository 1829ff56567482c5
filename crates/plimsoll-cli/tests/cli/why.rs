//! `plimsoll why`: the reason for a path, the same that the doors act on.

use crate::support::{Place, texts};
use serde_json::Value;
use std::os::unix::fs::symlink;

fn place() -> Place {
    let place = Place::of(
        "//- src/main.rs\nfn main() {}\n//- src/bin/tool.rs\nfn main() {}\n//- notes.log\nx\n\
         //- .gitignore\n# noise\n*.log\n//- .cursorignore\nprivate/\n//- private/plan.md\nx\n\
         //- node_modules/m/index.js\nx\n//- .env\nA=1\n",
    );
    place.write("picture", b"\x89PNG\r\n\x1a\n\0\0\0");
    symlink("src/main.rs", place.root().join("alias")).expect("it is ours");
    symlink("/etc/hosts", place.root().join("out")).expect("it is ours");
    let _ = place.git(&["init", "-q"]).ok();
    let _ = place.git(&["add", "src"]).ok();
    place
}

fn said(place: &Place, path: &str) -> String {
    place.run(["why", path]).ok().stdout().to_owned()
}

#[test]
fn what_is_in_the_tree_says_what_it_is() {
    let place = place();
    assert_eq!(
        said(&place, "src/main.rs"),
        "src/main.rs is in the tree\n  13 bytes, ascii, rust\n"
    );
    assert_eq!(said(&place, "./src//main.rs"), said(&place, "src/main.rs"));
    let lifted = said(&place, "src/bin/tool.rs");
    assert!(lifted.contains("\n  src/bin/ is shown, since git tracks files in it\n"), "{lifted}");
    assert_eq!(said(&place, "src"), "src/ is a folder of the tree\n  files shown 2, left out 0\n");
    let json = place.run(["why", "src/bin/tool.rs", "--json"]).ok().json();
    assert_eq!(json["asked"], "src/bin/tool.rs");
    assert_eq!(json["tree"]["standing"], "shown");
    assert_eq!(json["tree"]["lifted"]["folder"], "src/bin");
    assert_eq!(json["tree"]["lifted"]["by"], "tracked");
    assert_eq!(json["decision"], Value::Null, "nothing was decided here");
}

#[test]
fn what_is_left_out_names_its_rule() {
    let place = place();
    let log = said(&place, "notes.log");
    assert!(log.starts_with("notes.log is not in the tree\n"), "{log}");
    assert!(log.contains("ignored by `*.log` in `.gitignore`, line 2"), "{log}");
    assert!(log.contains("it is shown where a request names it"), "{log}");
    let private = said(&place, "private/plan.md");
    assert!(private.contains("because of private/"), "{private}");
    assert!(private.contains("`private/` in `.cursorignore`, line 1"), "{private}");
    assert!(!private.contains("where a request names it"), "{private}");
    for (path, part) in [
        (".env", "never sent"),
        (".git/config", "never sent"),
        ("node_modules/m/index.js", "node_modules/"),
        ("picture", "binary"),
        ("alias", "a link to `src/main.rs`"),
        ("out", "a link that leaves the root"),
    ] {
        let text = said(&place, path);
        assert!(text.contains("is not in the tree") && text.contains(part), "{text}");
        assert!(text.lines().all(|line| line.chars().count() <= 80), "{text}");
    }
    let json = place.run(["why", "notes.log", "--json"]).ok().json();
    let json = &json["tree"];
    assert_eq!(json["standing"], "left_out");
    assert_eq!(json["rule"]["reason"], "ignored");
    assert_eq!(json["rule"]["line"], 2);
    assert_eq!(json["shownWhenNamed"], true);
}

/// Whatever a pack shows or leaves out, `why` says the same.
#[test]
fn why_agrees_with_pack() {
    let place = place();
    let pack = place.run(["pack", "main tool", "--format", "json"]).ok().json();
    for path in texts(&pack["files"], "path") {
        let json = place.run(["why", path, "--json"]).ok().json();
        assert_eq!(json["tree"]["standing"], "shown", "{path}");
    }
    let left_out = pack["meta"]["leftOut"].as_array().expect("it is a list");
    let of_the_tree = left_out.iter().filter(|entry| entry["reason"] != "not_relevant");
    let mut compared = 0;
    for entry in of_the_tree {
        let path = entry["path"].as_str().expect("it is a path");
        let json = place.run(["why", path, "--json"]).ok().json();
        assert!(json["decision"]["leftOut"].as_array().expect("a list").contains(entry), "{json}");
        if json["tree"]["standing"] == "left_out" {
            assert_eq!(json["tree"]["rule"]["reason"], entry["reason"], "{path}");
            assert_eq!(json["tree"]["detail"], entry["detail"], "{path}");
            compared += 1;
        }
    }
    assert!(compared >= 7, "{compared} of {left_out:?}");
}

#[test]
fn a_path_that_is_not_there_has_near_misses() {
    let place = place();
    let ran = place.run(["why", "src/mian.rs"]).ends_with(2);
    assert!(ran.stderr().contains("did you mean `src/main.rs`"), "{}", ran.stderr());
    assert_eq!(ran.stdout(), "");
    for (path, part) in [
        ("../x", "outside the project"),
        ("/etc/passwd", "outside the project"),
        ("src/none", "there is no"),
    ] {
        let ran = place.run(["why", path, "--json"]).ends_with(2);
        assert_eq!(ran.json()["outcome"], "invalid");
        assert!(ran.stderr().contains(part), "{}", ran.stderr());
    }
    assert!(!place.has_state());
}

#[test]
fn hostile_names_do_nothing_and_can_be_pasted_back() {
    let place = Place::empty();
    place.write("a\u{1b}[31m\n\u{202e}b.txt", "x");
    place.write(".gitignore", "*.txt\n");
    let spelled = "a⟨U+001B⟩[31m⟨U+000A⟩⟨U+202E⟩b.txt";
    for path in [spelled, "a\u{1b}[31m\n\u{202e}b.txt"] {
        let text = said(&place, path);
        assert!(text.starts_with(&format!("{spelled} is not in the tree\n")), "{text}");
        assert!(!text.contains(['\u{1b}', '\u{202e}']));
    }
}
