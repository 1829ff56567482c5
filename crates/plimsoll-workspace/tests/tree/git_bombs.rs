//! A few objects can name very many paths, and one object very many files.

use crate::git::open;
use crate::site::Site;
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, ChangesError, HistoryBounds, Reach, Revision, Tracking, WalkError, WalkRules, walk,
};
use std::fmt::Write as _;
use std::io::Write as _;
use std::process::Stdio;

fn revision_rules() -> WalkRules {
    WalkRules { tracked: Tracking::Everything, ..WalkRules::default() }
}

/// Stores a tree with these lines.
fn make_tree(site: &Site, lines: &str) -> String {
    let mut command = site.git_command(&["mktree"]);
    let mut child = command.stdin(Stdio::piped()).stdout(Stdio::piped()).spawn().unwrap();
    child.stdin.take().unwrap().write_all(lines.as_bytes()).unwrap();
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success());
    String::from_utf8(output.stdout).unwrap().trim().to_owned()
}

/// Puts a tree onto the branch, without checking it out.
fn commit_tree(site: &Site, tree: &str) {
    let commit = site.git(&["commit-tree", tree, "-m", "x"]);
    site.git(&["update-ref", "HEAD", commit.trim()]);
}

/// One tree under ten names, and that again, and so on.
fn tree_of_trees(levels: usize) -> Site {
    let site = Site::with(&["a"]);
    site.commit_all();
    let mut tree = site.git(&["rev-parse", "HEAD^{tree}"]).trim().to_owned();
    for _ in 0..levels {
        let lines = (0..10).map(|n| format!("040000 tree {tree}\td{n}\n"));
        tree = make_tree(&site, &lines.collect::<String>());
    }
    commit_tree(&site, &tree);
    site
}

#[test]
fn a_tree_of_trees_ends_soon() {
    let site = tree_of_trees(30);
    let git = open(&site.root());
    let ground = Revision::open(&git, "HEAD").unwrap();
    for threads in [1, 4] {
        let rules = WalkRules { threads, ..revision_rules() };
        let error = walk(&ground, &rules, &Quiet).unwrap_err();
        assert!(matches!(error, WalkError::Repeated { limit: 250_000, .. }), "{error}");
        assert!(error.to_string().contains("the same folders under very many names"), "{error}");
    }
    let tree = site.walk();
    let error = git
        .changes(&site.jail(), &WalkRules::default(), &Attributes::default(), &tree, 1_000, &Quiet)
        .unwrap_err();
    assert!(matches!(error, ChangesError::Repeated { limit: 250_000 }), "{error}");
    let bounds = HistoryBounds { path_bytes: 1024 * 1024, ..HistoryBounds::default() };
    assert_eq!(git.history(bounds, &Quiet).unwrap().reach, Reach::Bounded);
}

#[test]
fn what_is_different_is_bounded_by_the_number_of_entries_alone() {
    let site = Site::with(&["a/x", "b/y", "c/z"]);
    site.commit_all();
    let ground = Revision::open(&open(&site.root()), "HEAD").unwrap();
    let none = WalkRules { max_repeated: 0, max_repeated_bytes: 0, ..revision_rules() };
    assert_eq!(walk(&ground, &none, &Quiet).unwrap().files.len(), 3);
    let few = WalkRules { max_entries: 5, ..none };
    assert!(matches!(walk(&ground, &few, &Quiet), Err(WalkError::TreeTooLarge { limit: 5 })));
}

/// Equal folders are usual, and each walk counts them anew.
#[test]
fn a_little_repetition_is_nothing() {
    let site = tree_of_trees(3);
    let ground = Revision::open(&open(&site.root()), "HEAD").unwrap();
    let rules = WalkRules { max_repeated: 2_079, max_repeated_bytes: 999, ..revision_rules() };
    for _ in 0..3 {
        assert_eq!(walk(&ground, &rules, &Quiet).unwrap().files.len(), 1_000);
    }
    let rules = WalkRules { max_repeated_bytes: 998, ..rules };
    let error = walk(&ground, &rules, &Quiet).unwrap_err();
    assert!(matches!(error, WalkError::Repeated { what: "files", .. }), "{error}");
    // What is not read costs nothing.
    let rules = WalkRules { max_file_bytes: 0, ..rules };
    assert!(walk(&ground, &rules, &Quiet).is_ok());
}

/// One object of a megabyte that was deleted under 600 names.
#[test]
fn changes_hold_no_more_than_they_may() {
    let site = Site::with(&["a"]);
    site.write("large", vec![b'x'; 1024 * 1024]);
    site.commit_all();
    let blob = site.git(&["rev-parse", "HEAD:large"]).trim().to_owned();
    let mut lines = String::new();
    for n in 0..600 {
        let _ = writeln!(lines, "100644 blob {blob}\tf{n:03}");
    }
    commit_tree(&site, &make_tree(&site, &lines));
    let (git, tree) = (open(&site.root()), site.walk());
    let found = git
        .changes(
            &site.jail(),
            &WalkRules::default(),
            &Attributes::default(),
            &tree,
            u64::MAX,
            &Quiet,
        )
        .unwrap();
    let sides = found.changes.iter().flat_map(|change| [&change.old, &change.new]).flatten();
    let held: usize = sides.map(|side| side.bytes.len()).sum();
    assert!(held <= 256 * 1024 * 1024, "{held}");
    // `a` and `large` are new: the commit does not have them.
    assert_eq!(found.changes.len() + found.left_out.len(), 602);
    let why = found.left_out[0].reason.describe();
    assert!(why.contains("too large together"), "{why}");
}
