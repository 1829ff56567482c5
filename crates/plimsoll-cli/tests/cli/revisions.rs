//! `--rev`: a commit instead of the working tree, through every door.

use crate::support::{Place, texts};
use std::os::unix::fs::symlink;

const ASK: [&str; 4] = ["pack", "find the needle", "--format", "json"];

fn at_head<'a>(args: &[&'a str]) -> Vec<&'a str> {
    [args, &["--rev", "HEAD"]].concat()
}

/// A real tree, clean: the revision that is checked out looks like the working tree to every door.
#[test]
fn a_clean_tree_and_its_head_give_the_same_bytes() {
    let place = Place::copy_of("globset");
    place.write("AGENTS.md", "# Rules\n\nWrite tests.\n");
    place.write("src/bin/tool.rs", "fn main() { /* glob */ }\n");
    place.commit_all();
    let ask = ["pack", "match globs", "--format", "json"];
    let tree = place.run(ask).ok().json();
    let head = place.run(at_head(&ask)).ok().json();
    assert_eq!(head["document"], tree["document"]);
    assert_eq!(head["files"], tree["files"]);
    assert_eq!(head["meta"]["leftOut"], tree["meta"]["leftOut"]);
    assert_eq!(head["meta"]["fingerprints"], tree["meta"]["fingerprints"]);
    let notes = head["meta"]["notes"].to_string();
    assert!(notes.contains("is read, not the working tree"), "{notes}");

    let request = r#"{"purpose": "plan", "plan_step": {"id": "s", "text": "x", "target_files": ["src/lib.rs"]},
        "token_budget": {"provider": "p", "model": "m", "max_input_tokens": 50000,
        "max_output_tokens": 1000, "response_token_reserve": 1000, "soft_limit_threshold_pct": 80}}"#;
    let request = place.put_beside("request.json", request);
    let tree = place.run(["build", &request]).ok().json();
    let head = place.run(at_head(&["build", &request])).ok().json();
    assert_eq!(head["context_bundle"], tree["context_bundle"]);

    let compose = ["compose", "--format", "json"];
    let tree = place.run(compose).ok().json();
    let head = place.run(at_head(&compose)).ok();
    assert!(head.stderr().contains("no diff of the working tree"), "{}", head.stderr());
    assert_eq!(head.json()["document"], tree["document"]);
}

/// A clone without a working tree is a root where a revision is asked for, and nothing special otherwise.
#[test]
fn a_revision_of_a_bare_repository_is_packed_as_in_its_clone() {
    let place = Place::of("//- src/a.txt\nthe needle\n//- b.txt\nno needle\n");
    place.commit_all();
    let bare = place.beside("bare.git").to_str().expect("it is plain").to_owned();
    let _ = place.git(&["clone", "-q", "--bare", ".", &bare]).ok();
    let clone = place.run(at_head(&ASK)).ok().json();
    let in_bare = |args: &[&str]| place.run([args, &["--root", &bare, "--no-log"]].concat());
    let packed = in_bare(&at_head(&ASK)).ok().json();
    assert_eq!(packed["document"], clone["document"]);
    assert_eq!(packed["meta"]["fingerprints"], clone["meta"]["fingerprints"]);
    let as_folder = in_bare(&["pack", "refs heads main", "--format", "json"]).ok().json();
    assert!(!as_folder["document"].to_string().contains("the needle"), "{as_folder}");
    let typo = in_bare(&["pack", "x", "--rev", "mian"]).ends_with(2);
    assert!(typo.stderr().contains("did you mean `main`"), "{}", typo.stderr());
}

/// What git converts when it checks files out does not make another text of them.
#[test]
fn converted_line_ends_make_no_difference() {
    let place = Place::of("//- a.txt\nthe needle\nlies here\n//- b.txt\nno needle\n");
    place.write(".gitattributes", "*.txt text eol=crlf\n");
    place.commit_all();
    std::fs::remove_file(place.root().join("a.txt")).expect("it is ours");
    let _ = place.git(&["checkout", "-q", "--", "a.txt"]).ok();
    assert!(place.read("a.txt").contains("\r\n"));
    let tree = place.run(ASK).ok().json();
    let head = place.run(at_head(&ASK)).ok().json();
    assert_eq!(head["document"], tree["document"]);
    assert_eq!(head["meta"]["fingerprints"], tree["meta"]["fingerprints"]);
    // One line is edited, and one line is changed.
    place.write("a.txt", "the needle\r\nlies there\r\n");
    let diff = place.run(["pack", "find the needle", "--diff"]).ok();
    assert!(diff.stdout().contains("-lies here\n+lies there\n"), "{}", diff.stdout());
    assert!(!diff.stdout().contains("+the needle"), "{}", diff.stdout());
    let _ = place.git(&["checkout", "-q", "--", "a.txt"]).ok();
    place.write(".gitattributes", "*.bin filter=lfs\n");
    place.commit_all();
    let told = place.run(at_head(&ASK)).ok();
    assert!(told.stderr().contains("(`filter`)"), "{}", told.stderr());
}

/// Few objects, very many paths: each door ends with a refusal or a notice.
#[test]
fn a_tree_of_trees_is_refused() {
    let place = Place::of("//- a.txt\nthe needle\n");
    place.commit_all();
    let id = |args: &[&str]| place.git(args).ok().stdout().trim().to_owned();
    let mut tree = id(&["rev-parse", "HEAD^{tree}"]);
    for _ in 0..30 {
        let byte = |at: usize| u8::from_str_radix(&tree[at..at + 2], 16).expect("it is hex");
        let raw: Vec<u8> = (0..tree.len()).step_by(2).map(byte).collect();
        let entry = |n: u8| [b"40000 d", [b'0' + n].as_slice(), b"\0", &raw].concat();
        let object = place.put_beside("object", (0..10).flat_map(entry).collect::<Vec<u8>>());
        tree = id(&["hash-object", "-w", "-t", "tree", &object]);
    }
    let commit = id(&["commit-tree", &tree, "-m", "x"]);
    let _ = place.git(&["update-ref", "HEAD", &commit]).ok();
    let pack = place.run(at_head(&ASK));
    assert_eq!(pack.code, Some(3), "{}", pack.stderr());
    assert!(pack.stderr().contains("the same folders under very many names"), "{}", pack.stderr());
    let diff = place.run(["pack", "find the needle", "--diff"]).ok();
    assert!(diff.stderr().contains("the same folders under very many names"), "{}", diff.stderr());
}

#[test]
fn settings_and_ignore_files_are_those_of_the_revision() {
    let place =
        Place::of("//- a.txt\nthe needle\n//- b.txt\nthe needle too\n//- c.txt\nno needle\n");
    place.write("plimsoll.toml", "[paths]\ndeny = [\"b.txt\"]\n");
    place.write(".gitignore", "c.txt\n");
    place.commit_all();
    place.write("plimsoll.toml", "nonsense = ");
    place.write(".gitignore", "a.txt\n");
    place.write("d.txt", "a new needle\n");
    let _ = place.run(ASK).ends_with(2);
    let pack = place.run(at_head(&ASK)).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    let why = place.run(at_head(&["why", "b.txt", "--json"])).ok().json();
    assert_eq!(why["tree"]["rule"]["reason"], "denied");
}

#[test]
fn a_bad_revision_is_wrong_input() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let none = place.run(at_head(&ASK)).ends_with(2);
    assert!(none.stderr().contains("there is no git repository in the root"), "{}", none.stderr());
    assert_eq!(none.json()["outcome"], "invalid");
    let _ = place.git(&["init", "-q", "-b", "main"]).ok();
    let unborn = place.run(at_head(&ASK)).ends_with(2);
    assert!(unborn.stderr().contains("does not name a commit"), "{}", unborn.stderr());
    place.commit_all();
    let typo = place.run(["pack", "x", "--rev", "mian"]).ends_with(2);
    assert!(typo.stderr().contains("did you mean `main`"), "{}", typo.stderr());
    assert_eq!(typo.stderr().lines().count(), 1);
}

#[test]
fn settings_that_are_a_link_are_told_as_such() {
    let place = Place::of("//- a.txt\nx\n//- other.toml\n[budget]\ntotal = 9000\n");
    symlink("other.toml", place.root().join("plimsoll.toml")).expect("it is ours");
    let ran = place.run(ASK).ends_with(2);
    assert!(ran.stderr().contains("it is a link, and settings follow none"), "{}", ran.stderr());
    place.commit_all();
    let ran = place.run(at_head(&ASK)).ends_with(2);
    assert!(ran.stderr().contains("it is a link, and settings follow none"), "{}", ran.stderr());
}

/// What is kept in a folder of the project never becomes part of it, and nothing depends on it.
#[test]
fn a_state_folder_inside_the_root_is_not_read() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let state = place.root().join("var/state");
    let state = state.to_str().expect("it is plain").to_owned();
    let args = [&ASK[..], &["--state", &state]].concat();
    let first = place.run(&args).ok().json();
    assert!(place.root().join("var/state").is_dir());
    let second = place.run(&args).ok().json();
    assert_eq!(second, first);
    assert_eq!(texts(&second["files"], "path"), ["a.txt"]);
}
