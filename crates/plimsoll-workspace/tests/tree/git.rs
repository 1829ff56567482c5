//! What git knows, against repositories that git made.

use crate::site::{Site, path, reason};
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, Change, Changes, Git, GitState, Jail, LeftOutReason, Mode, Side, Tracking,
    WalkRules, walk,
};
use std::fs;
use std::path::Path;
use std::process::Command;

pub(crate) fn open(root: &Path) -> Git {
    match Git::open(&Jail::open(root).unwrap(), root) {
        GitState::Ready(git) => *git,
        other => panic!("{other:?}"),
    }
}

pub(crate) fn changes_at(root: &Path, max_bytes: u64) -> Changes {
    let git = open(root);
    let jail = Jail::open(root).unwrap();
    let rules = WalkRules { tracked: Tracking::Index(git.tracked()), ..WalkRules::default() };
    let tree = walk(&jail, &rules, &Quiet).unwrap();
    let (attributes, _) = Attributes::read(&jail, &tree);
    git.changes(&jail, &rules, &attributes, &tree, max_bytes, &Quiet).unwrap()
}

pub(crate) fn changes(site: &Site) -> Vec<Change> {
    let found = changes_at(&site.root(), 1_000_000);
    assert_eq!(found.left_out, []);
    found.changes
}

pub(crate) fn side(text: &str, mode: Mode) -> Option<Side> {
    Some(Side { bytes: text.as_bytes().to_vec(), mode })
}

pub(crate) fn change(name: &str, old: Option<&str>, new: Option<&str>) -> Change {
    let file = |text: &str| side(text, Mode::File);
    Change { path: path(name), old: old.and_then(file), new: new.and_then(file) }
}

#[test]
fn no_git_and_no_commits() {
    let site = Site::with(&["a"]);
    assert!(matches!(Git::open(&site.jail(), &site.root()), GitState::None));
    site.git(&["init", "-q"]);
    let git = open(&site.root());
    assert_eq!(git.head_commit(), None);
    assert!(git.tracked().paths().next().is_none());
    assert_eq!(changes(&site), [change("a", None, Some("a"))]);
}

#[test]
fn every_kind_of_change() {
    let site = Site::with(&[
        "same",
        "modified",
        "staged",
        "deleted",
        "staged-deleted",
        "dir/gone/x",
        "touched",
        "replaced",
    ]);
    site.write("grown", "1");
    site.write(".gitignore", "*.log\n");
    site.commit_all();
    assert_eq!(changes(&site), []);
    assert_eq!(
        open(&site.root()).head_commit(),
        Some(site.git(&["rev-parse", "HEAD"]).trim().into())
    );

    site.write("modified", "new text");
    site.write("staged", "staged text");
    site.git(&["add", "staged"]);
    fs::remove_file(site.at("deleted")).unwrap();
    site.git(&["rm", "-q", "staged-deleted"]);
    fs::remove_dir_all(site.at("dir")).unwrap();
    site.write("touched", "touched");
    site.write("grown", "2");
    site.write("untracked", "new file");
    site.write("noise.log", "ignored");
    site.write(".env", "SECRET=1");
    fs::remove_file(site.at("replaced")).unwrap();
    site.link("replaced", "same");
    assert_eq!(
        changes(&site),
        [
            change("deleted", Some("deleted"), None),
            change("dir/gone/x", Some("dir/gone/x"), None),
            change("grown", Some("1"), Some("2")),
            change("modified", Some("modified"), Some("new text")),
            Change {
                path: path("replaced"),
                old: side("replaced", Mode::File),
                new: side("same", Mode::Link)
            },
            change("staged", Some("staged"), Some("staged text")),
            change("staged-deleted", Some("staged-deleted"), None),
            change("untracked", None, Some("new file")),
        ]
    );
}

#[test]
fn what_is_left_out_never_appears_not_even_as_deleted() {
    let site = Site::with(&[
        ".env",
        "deep/id_rsa",
        "private/a",
        "node_modules/m/i.js",
        "noise.log",
        "open",
    ]);
    site.commit_all();
    site.write(".cursorignore", "private/\n");
    site.write(".gitignore", "*.log\n");
    for name in [".env", "deep/id_rsa", "private/a", "noise.log", "node_modules/m/i.js", "open"] {
        fs::remove_file(site.at(name)).unwrap();
    }
    let found = changes(&site);
    let paths: Vec<&str> = found.iter().map(|change| change.path.as_str()).collect();
    assert_eq!(paths, [".cursorignore", ".gitignore", "open"]);
}

/// The same size, changed within the same tick as the index was written: only content tells.
#[test]
fn a_racy_change_is_seen() {
    for _ in 0..20 {
        let site = Site::new();
        site.write("racy", "old");
        site.commit_all();
        site.write("racy", "new");
        assert_eq!(changes(&site), [change("racy", Some("old"), Some("new"))]);
    }
}

#[test]
fn a_forged_time_does_not_hide_a_change() {
    let site = Site::new();
    site.write("file", "old");
    site.git(&["init", "-q"]);
    let past = std::time::UNIX_EPOCH + std::time::Duration::from_secs(1_000_000_000);
    let set_past = || {
        let file = fs::File::options().write(true).open(site.at("file")).unwrap();
        file.set_modified(past).unwrap();
    };
    set_past();
    site.commit_all();
    assert_eq!(changes(&site), []);
    site.write("file", "new");
    set_past();
    assert_eq!(changes(&site), [change("file", Some("old"), Some("new"))]);
}

#[test]
fn line_ends_and_stand_ins_are_no_changes() {
    let site = Site::new();
    site.write("crlf.txt", "one\r\ntwo\r\n");
    site.write(".gitattributes", "*.txt text\n");
    let pointer = "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5\n";
    site.write("big.dat", pointer);
    site.commit_all();
    assert_eq!(site.git(&["cat-file", "-p", "HEAD:crlf.txt"]), "one\ntwo\n");
    site.write("big.dat", "what the pointer stands for");
    assert_eq!(changes(&site), []);
    site.write("crlf.txt", "one\r\nthree\r\n");
    assert_eq!(changes(&site), [change("crlf.txt", Some("one\ntwo\n"), Some("one\r\nthree\r\n"))]);
}

#[test]
fn large_files_are_compared_but_not_carried() {
    let site = Site::with(&["small"]);
    site.write("large", "x".repeat(5_000));
    site.commit_all();
    fs::write(site.at("large"), "x".repeat(5_000)).unwrap();
    assert_eq!(changes_at(&site.root(), 1_000), Changes::default());
    fs::write(site.at("large"), "y".repeat(5_000)).unwrap();
    site.write("new-large", "z".repeat(2_000));
    let found = changes_at(&site.root(), 1_000);
    assert_eq!(found.changes, []);
    let reasons: Vec<_> =
        found.left_out.iter().map(|left| (left.path.as_str(), &left.reason)).collect();
    let too_large = |size| LeftOutReason::TooLarge { size, limit: 1_000 };
    assert_eq!(reasons, [("large", &too_large(5_000)), ("new-large", &too_large(2_000))]);
}

#[test]
fn worktrees_have_their_own_head_and_index() {
    let site = Site::with(&["a"]);
    site.commit_all();
    let other = site.outside().join("tree");
    site.git(&["worktree", "add", "-q", "-b", "side", other.to_str().unwrap()]);
    fs::write(other.join("b"), "b").unwrap();
    let git = open(&other);
    assert!(git.tracked().paths().eq(["a"]));
    assert_eq!(git.head_commit(), open(&site.root()).head_commit());
    assert_eq!(changes_at(&other, 1_000).changes, [change("b", None, Some("b"))]);
}

#[test]
fn submodules_are_boundaries() {
    let inner = Site::with(&["inner.txt"]);
    inner.commit_all();
    let site = Site::with(&["a"]);
    site.commit_all();
    site.git(&["submodule", "add", "-q", inner.root().to_str().unwrap(), "sub"]);
    site.git(&["commit", "-q", "-m", "sub"]);
    assert!(open(&site.root()).tracked().paths().eq([".gitmodules", "a"]));
    // Its files are another repository's, with git and without.
    assert_eq!(reason(&site.walk(), "sub/"), &LeftOutReason::Submodule);
    assert!(open(&site.at("sub")).tracked().paths().eq(["inner.txt"]));
    site.write("sub/new.txt", "new in the submodule");
    assert_eq!(changes(&site), []);
}

#[test]
fn a_sparse_checkout_has_lost_nothing() {
    let site = Site::with(&["in/a", "out/b", "top"]);
    site.commit_all();
    for mode in ["--no-sparse-index", "--sparse-index"] {
        site.git(&["sparse-checkout", "set", mode, "in"]);
        assert!(!site.at("out/b").exists());
        assert_eq!(changes(&site), [], "{mode}");
    }
}

#[test]
fn sha256_repositories_work() {
    let site = Site::with(&["a"]);
    site.git(&["init", "-q", "--object-format=sha256"]);
    site.commit_all();
    assert_eq!(open(&site.root()).head_commit().unwrap().len(), 64);
    site.write("a", "b");
    assert_eq!(changes(&site), [change("a", Some("a"), Some("b"))]);
}

#[test]
fn packed_objects_and_references_are_read() {
    let site = Site::with(&["a", "b"]);
    site.commit_all();
    site.write("a", "second");
    site.commit_all();
    site.git(&["gc", "-q"]);
    site.write("b", "third");
    assert_eq!(changes(&site), [change("b", Some("b"), Some("third"))]);
}

#[test]
fn a_copy_answers_as_the_original_does() {
    let site = Site::with(&["a", "b", "bin/tracked"]);
    site.commit_all();
    site.write("a", "changed");
    let copy = site.outside().join("copy");
    assert!(Command::new("cp").arg("-r").arg(site.root()).arg(&copy).status().unwrap().success());
    assert_eq!(changes_at(&copy, 1_000), changes_at(&site.root(), 1_000));
}

/// What the index has in common with the commit is told by its id, and not read: the trees of it may be gone.
#[test]
fn folders_that_the_index_proves_are_not_read() {
    let site = Site::with(&["top", "same/deep/a", "same/b", "same.c", "other/x/d", "other/e"]);
    site.link("same/link", "b");
    site.commit_all();
    let remove = |folder: &str| {
        let id = site.git(&["rev-parse", &format!("HEAD:{folder}")]);
        let (head, rest) = id.trim().split_at(2);
        fs::remove_file(site.at(&format!(".git/objects/{head}/{rest}"))).unwrap();
    };
    remove("same/deep");
    remove("same");
    site.write("same/b", "new");
    assert_eq!(changes(&site), [change("same/b", Some("same/b"), Some("new"))]);

    // What is staged in one folder leaves the others as they were, as does what is only announced.
    site.write("other/x/d", "staged");
    site.git(&["add", "other/x/d"]);
    site.write("same/announced", "");
    site.git(&["add", "-N", "same/announced"]);
    let staged = change("other/x/d", Some("other/x/d"), Some("staged"));
    let announced = change("same/announced", None, Some(""));
    let changed = change("same/b", Some("same/b"), Some("new"));
    assert_eq!(changes(&site), [staged, announced, changed]);
}
