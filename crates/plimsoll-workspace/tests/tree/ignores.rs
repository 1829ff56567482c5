//! Ignore files: git's semantics as git itself has them, and the union of all names.

use crate::site::{Site, files, ignored, left_out, reason};
use plimsoll_workspace::{LeftOutReason, Tracking, Tree};
use proptest::prelude::*;
use std::collections::BTreeSet;
use std::io::Write;
use std::process::Stdio;

/// The files that git shows: neither they nor a folder above them are ignored. Tracked files do not count,
/// since nothing is committed.
fn shown_by_git(site: &Site, all: &[&str]) -> BTreeSet<String> {
    let mut child = site
        .git_command(&["check-ignore", "--no-index", "-z", "--stdin"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    child.stdin.take().unwrap().write_all(all.join("\0").as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    let ignored = String::from_utf8(output.stdout).unwrap();
    let ignored: BTreeSet<&str> = ignored.split('\0').collect();
    all.iter().filter(|file| !ignored.contains(*file)).map(|file| (*file).to_owned()).collect()
}

fn shown_by_us(tree: &Tree) -> BTreeSet<String> {
    files(tree).into_iter().filter(|f| !f.ends_with(".gitignore")).map(str::to_owned).collect()
}

#[rustfmt::skip]
const TREE: &[&str] = &[
    "a", "b.txt", "a.b", "ab", "a b", "a ", "[a]", "{a,b}", "!a", "#a", "a\\b", "a-b", "a]b", "a^b",
    "d/a", "d/b.txt", "d/e/a", "d/e/b.txt", "d/e/f/a.b", "e/a", "e/d/a", "e/d/b.txt", "x/d/e/a",
    "x/a/b", "x/y/a/b", "é/a", ".hidden/a", "foo/d/e/f/g/a", "A", "dir/a", "dir/b.txt", "1", "a1b",
];

fn check_against_git(root: &str, nested: &str, deeper: &str) {
    let site = Site::with(TREE);
    site.git(&["init", "-q"]);
    site.write(".gitignore", root);
    site.write("d/.gitignore", nested);
    site.write("d/e/.gitignore", deeper);
    let by_git = shown_by_git(&site, TREE);
    let by_us = shown_by_us(&site.walk());
    assert_eq!(by_us, by_git, "root {root:?}, d/ {nested:?}, d/e/ {deeper:?}");
}

#[rustfmt::skip]
const DIFFICULT: &[&str] = &[
    "a", "/a", "a/", "d/a", "/d/a", "d/*", "d/**", "**/a", "**/d/a", "d/**/a", "a*", "*.txt", "*",
    "!a", "*\n!a", "*\n!*/\n!a", "d\n!d/a", "d/*\n!d/a", "a ", "a\\ ", "a\\  ", "a b", "\\!a",
    "\\#a", "#a", "{a,b}", "{a,b", "a,b", "[a]", "\\[a\\]", "[ab]", "[!a]", "[^a]", "[a-b]",
    "a[-]b", "a[]]b", "a[\\]]b", "a[^x]b", "a[!x]b", "a[^-]b", "d[^x]a", "d?a", "d/?",
    "[[:alpha:]]", "[[:digit:]]", "a[[:digit:]]b", "a[[:punct:]]b", "[[:nope:]]", "[a", "a\\",
    "a\\\\b", "a\\b", "**", "/**", "**/", "/*", "*/", "*/*", "d/e/", "/d/e", "e", "e/", "d/**/",
    "d/e/**", "x/**/b", "x/*/b", "**/e/**", "foo**", "f**/a", "***", "é", "é/", "\u{FEFF}a",
    "a\r\nb.txt\r\n", "  a", "/", "!", "!/", "//", "d//a", "./a", "../a", "d/../a", ".*", "[!.]*",
    "a[!-]b", "a[+--]b", "a[!^]b", "a[\\^!]b", "a[!!^]b", "a[%--]b", "[", "[]", "[!]", "[]a",
    "d/[a-z]", "d[/]a", "?", "??", "a\t", "d/e\n!d/e/", "d/e\n!d/e/a", "*.b\n!d/**/a.b", "!",
    "dir/*\n!dir/a", "d/\n!d/", "e**//", "**//", "d**/**/**/", "f**", "x/y**",
];

#[test]
fn the_difficult_lines_of_git() {
    for line in DIFFICULT {
        check_against_git(line, "", "");
        check_against_git("", line, "");
    }
    check_against_git("a\n", "!a\n", "a\n");
    check_against_git("b.txt\n", "!b.txt\n", "");
    check_against_git("d/e\n", "", "!a\n");
    check_against_git("/d/e/*\n", "!e/a\n", "");
}

fn line() -> impl Strategy<Value = String> {
    let piece = prop_oneof![
        4 => prop::sample::select(vec!["a", "b", "d", "e", "x", "y", "dir", ".txt", "foo", "A", "é", ".", " "]),
        3 => prop::sample::select(vec!["/", "*", "**", "/**/", "?", "**/", "/**"]),
        1 => prop::sample::select(vec!["[ab]", "[!a]", "[^b-z]", "[a-e]", "[]-]", "[", "]", "\\", "\\*", "{", "}", "-"]),
    ];
    let body = prop::collection::vec(piece, 1..5).prop_map(|pieces| pieces.concat());
    (prop::bool::weighted(0.3), body)
        .prop_map(|(not, body)| if not { format!("!{body}") } else { body })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 96, max_shrink_iters: 200, ..ProptestConfig::default() })]

    #[test]
    fn any_lines_mean_what_git_says(
        root in prop::collection::vec(line(), 0..5),
        nested in prop::collection::vec(line(), 0..4),
        deeper in prop::collection::vec(line(), 0..2),
    ) {
        check_against_git(&root.join("\n"), &nested.join("\n"), &deeper.join("\n"));
    }
}

#[test]
fn every_exclusion_knows_file_line_and_pattern() {
    let site = Site::with(&["a.log", "sub/b.log", "sub/keep/c", "build/x"]);
    site.write(".gitignore", "# comment\n\n*.log\nbuild/\n");
    site.write("sub/.ignore", "\nkeep  \n");
    let tree = site.walk();
    assert_eq!(
        left_out(&tree),
        [
            ("a.log", &ignored(".gitignore", 3, "*.log")),
            ("build/", &ignored(".gitignore", 4, "build/")),
            ("sub/b.log", &ignored(".gitignore", 3, "*.log")),
            ("sub/keep/", &ignored("sub/.ignore", 2, "keep")),
        ]
    );
    assert!(tree.notices.is_empty());
}

#[test]
fn between_names_any_deny_wins() {
    #[rustfmt::skip]
    let names = [
        ".gitignore", ".ignore", ".cursorignore", ".geminiignore", ".aiderignore", ".clineignore",
        ".rooignore", ".codeiumignore", ".continueignore", ".repomixignore", ".aiignore",
        ".kiroignore", ".agentsignore", ".aiexclude", ".rgignore", ".cursorindexingignore",
        ".claudeignore", ".copilotignore", ".gptignore", ".llmignore", ".windsurfignore",
    ];
    for denying in names {
        let site = Site::with(&["secret.txt", "open.txt"]);
        for allowing in names.iter().filter(|name| **name != denying) {
            site.write(allowing, "# nothing here\nzzz\n!secret.txt\n");
        }
        site.write(denying, "secret.txt\n");
        let tree = site.walk();
        assert_eq!(reason(&tree, "secret.txt"), &ignored(denying, 1, "secret.txt"));
        assert!(files(&tree).contains(&"open.txt"));
    }
}

#[test]
fn aiexclude_has_rules_of_its_own() {
    let site = Site::with(&["a", "sub/b", "sub/deep/c", "other/d", "other/e"]);
    site.write("sub/.aiexclude", "");
    site.write("other/.aiexclude", "*\n!d\n");
    let tree = site.walk();
    assert_eq!(files(&tree), ["a"]);
    assert_eq!(reason(&tree, "sub/b"), &ignored("sub/.aiexclude", 0, ""));
    assert_eq!(reason(&tree, "other/d"), &ignored("other/.aiexclude", 1, "*"));
}

#[test]
fn a_bad_ignore_file_is_a_notice() {
    let site = Site::with(&["a", "b", "sub/c", "linked/d"]);
    site.write(".gitignore", b"a\n[\n\xFF\xFE\nb\\\n");
    site.write("sub/.gitignore", vec![b'c'; 2 * 1024 * 1024]);
    site.write("rules", "d\n");
    site.link("linked/.gitignore", "../rules");
    let tree = site.walk();
    assert_eq!(files(&tree), [".gitignore", "b", "linked/d", "rules", "sub/.gitignore", "sub/c"]);
    assert_eq!(tree.notices.len(), 5, "{:?}", tree.notices);
    assert!(tree.notices[0].contains("Line 2 of `.gitignore`"), "{:?}", tree.notices);
    assert!(tree.notices.iter().any(|notice| notice.starts_with("`sub/.gitignore`")));
}

#[test]
fn an_ai_ignore_file_that_cannot_be_read_blocks_what_it_would_govern() {
    let site = Site::with(&["a", "sub/c", "linked/d", "linked/e"]);
    site.write("sub/.cursorignore", vec![b'c'; 2 * 1024 * 1024]);
    site.write("rules", "d\n");
    site.link("linked/.cursorignore", "../rules");
    let tree = site.walk();
    assert_eq!(files(&tree), ["a", "linked/e", "rules"]);
    assert_eq!(reason(&tree, "sub/c"), &ignored("sub/.cursorignore", 0, ""));
    assert_eq!(reason(&tree, "linked/d"), &ignored("linked/.cursorignore", 1, "d"));
    assert_eq!(tree.notices.len(), 1);
}

#[test]
fn nothing_outside_the_root_counts_and_dotfolders_are_visible() {
    let site = Site::with(&[".github/ci.yml", ".cursor/rules", "a", ".git/info/exclude"]);
    std::fs::write(site.root().parent().unwrap().join(".gitignore"), "*\n").unwrap();
    site.write(".git/info/exclude", "a\n");
    let tree = site.walk();
    assert_eq!(files(&tree), [".cursor/rules", ".github/ci.yml", "a"]);
    assert_eq!(reason(&tree, ".git/"), &LeftOutReason::NeverSend { pattern: ".git".into() });
}

#[test]
fn clineignore_includes_other_files() {
    let site = Site::with(&["a.log", "b.tmp", "c.txt", "keep.log", "sub/d.tmp", "e"]);
    site.write("rules/logs", "# logs\n*.log\n");
    site.write(
        ".clineignore",
        "b.tmp\n  !include rules/logs  \n!keep.log\n!include nowhere\n!include ../outside/secret.txt\n\
         !include /etc/hosts\ne\n",
    );
    site.write("sub/.clineignore", "!include more\n");
    site.write("sub/more", "*.tmp\n!include ../rules/logs\n");
    let tree = site.walk();
    assert_eq!(
        files(&tree),
        [".clineignore", "c.txt", "keep.log", "rules/logs", "sub/.clineignore", "sub/more"]
    );
    assert_eq!(reason(&tree, "a.log"), &ignored("rules/logs", 2, "*.log"));
    assert_eq!(reason(&tree, "b.tmp"), &ignored(".clineignore", 1, "b.tmp"));
    assert_eq!(reason(&tree, "e"), &ignored(".clineignore", 7, "e"));
    assert_eq!(reason(&tree, "sub/d.tmp"), &ignored("sub/more", 1, "*.tmp"));
    assert_eq!(tree.notices.len(), 3, "{:?}", tree.notices);
    assert!(tree.notices[0].contains("Line 4 of `.clineignore`"), "{:?}", tree.notices);
}

#[test]
fn a_clineignore_that_cannot_be_followed_hides_everything() {
    let too_many: String = (0..17).map(|_| "!include rules\n").collect();
    for (text, rules) in [("!include rules\n", "x".repeat(2_000_000)), (&too_many, String::new())] {
        let site = Site::with(&["a", "sub/b"]);
        site.write("rules", rules);
        site.write(".clineignore", text);
        let tree = site.walk();
        assert_eq!(files(&tree), [""; 0]);
        assert_eq!(reason(&tree, "a"), &ignored(".clineignore", 0, ""));
    }
}

#[test]
fn one_notice_says_how_much_of_what_git_tracks_is_hidden() {
    let site = Site::with(&["a.log", "build/x", "build/deep/y", "c", "untracked.log"]);
    site.git(&["init", "-q"]);
    site.git(&["add", "a.log", "build", "c"]);
    site.write(".gitignore", "*.log\nbuild/\n");
    let tracked = Tracking::Index(crate::git::open(&site.root()).tracked());
    let tree = site.walk_by(&plimsoll_workspace::WalkRules { tracked, ..Default::default() });
    assert_eq!(files(&tree), [".gitignore", "c"]);
    assert_eq!(
        tree.notices,
        [
            "Ignore rules hide 3 files that git tracks (`a.log` is ignored by `*.log` in `.gitignore`, line 1); \
          `plimsoll why PATH` tells by which rule."
        ]
    );
}
