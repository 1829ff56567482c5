//! Repositories of every kind that git makes: each is used, or it is said why not.

use crate::git::{change, changes, changes_at, open};
use crate::git_history::{commit, history, import};
use crate::site::Site;
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, Git, GitState, Ground, HistoryBounds, Jail, Reach, RelPath, Revision, WalkRules,
    walk,
};
use std::fs;
use std::os::unix::fs::PermissionsExt;

/// Two commits, and `b` changed since.
fn ordinary() -> Site {
    let site = Site::with(&["a", "b", "c/d"]);
    site.commit_all();
    site.write("a", "second");
    site.commit_all();
    site.write("b", "changed");
    site
}

fn expect_ordinary(site: &Site, what: &str) {
    assert_eq!(changes(site), [change("b", Some("b"), Some("changed"))], "{what}");
    assert_eq!(open(&site.root()).tracked().paths().count(), 3, "{what}");
    let found = history(site);
    assert_eq!((found.commits.len(), &found.reach), (2, &Reach::Complete), "{what}");
}

#[test]
fn an_index_of_any_kind_is_read() {
    for version in ["2", "3", "4"] {
        let site = ordinary();
        site.git(&["update-index", "--index-version", version]);
        expect_ordinary(&site, version);
    }
    for options in [
        &["update-index", "--split-index"][..],
        &["update-index", "--force-untracked-cache"],
        &["-c", "index.skipHash=true", "update-index", "--force-write-index"],
        &["-c", "index.threads=2", "update-index", "--force-write-index"],
        &["update-index", "--assume-unchanged", "a"],
    ] {
        let site = ordinary();
        site.git(options);
        expect_ordinary(&site, &options.join(" "));
    }
    let site = ordinary();
    site.write("e", "new");
    site.git(&["add", "--intent-to-add", "e"]);
    assert_eq!(changes(&site)[1], change("e", None, Some("new")));
    assert_eq!(open(&site.root()).tracked().paths().count(), 4);
}

#[test]
fn a_file_system_monitor_is_never_asked() {
    let site = ordinary();
    let asked = site.outside().join("asked");
    let hook = site.outside().join("monitor");
    fs::write(&hook, format!("#!/bin/sh\necho asked >> {}\nprintf '1\\0'\n", asked.display()))
        .unwrap();
    fs::set_permissions(&hook, fs::Permissions::from_mode(0o755)).unwrap();
    site.git(&["config", "core.fsmonitor", hook.to_str().unwrap()]);
    site.git(&["update-index", "--fsmonitor"]);
    site.git(&["status"]);
    assert!(fs::remove_file(&asked).is_ok(), "git itself asks it");
    // It claims that nothing changed.
    expect_ordinary(&site, "fsmonitor");
    assert!(!asked.exists());
}

#[test]
fn what_other_programs_leave_behind_is_in_nobodys_way() {
    let site = ordinary();
    site.write(".git/index.lock", "");
    site.write(".git/HEAD.lock", "");
    site.write(".git/gc.pid", "1 host");
    site.git(&["pack-refs", "--all"]);
    expect_ordinary(&site, "locks and packed references");
    fs::remove_file(site.at(".git/HEAD.lock")).unwrap();
    fs::remove_file(site.at(".git/index.lock")).unwrap();
    site.git(&["checkout", "-q", "--detach"]);
    expect_ordinary(&site, "a detached HEAD");
    fs::remove_file(site.at(".git/index")).unwrap();
    assert_eq!(changes(&site), [change("b", Some("b"), Some("changed"))]);
}

#[test]
fn replaced_and_grafted_commits_are_as_they_were() {
    let site = ordinary();
    let before = history(&site);
    let parent = before.commits[1].id.as_str();
    site.git(&["replace", "--graft", &before.commits[0].id]);
    assert_eq!(site.git(&["rev-list", "--count", "HEAD"]).trim(), "1");
    assert_eq!(history(&site), before);
    site.write(".git/info/grafts", format!("{parent} {parent}\n"));
    assert_eq!(history(&site), before);
}

#[test]
fn a_commit_graph_is_not_believed() {
    let site = ordinary();
    let before = history(&site);
    site.git(&["commit-graph", "write", "--reachable"]);
    assert_eq!(history(&site), before);
    let graph = site.at(".git/objects/info/commit-graph");
    fs::set_permissions(&graph, fs::Permissions::from_mode(0o644)).unwrap();
    let mut bytes = fs::read(&graph).unwrap();
    let from = bytes.len() / 2;
    bytes[from..].iter_mut().for_each(|byte| *byte = !*byte);
    fs::write(&graph, bytes).unwrap();
    assert_eq!(history(&site), before);
}

fn clone(from: &Site, options: &[&str]) -> Site {
    let site = Site::new();
    from.git(&["config", "uploadpack.allowFilter", "true"]);
    let url = format!("file://{}", from.root().display());
    site.git(&[&["clone", "-q"], options, &[&url, "."]].concat());
    site
}

#[test]
fn a_shallow_clone_has_no_history_and_says_so() {
    let source = ordinary();
    let site = clone(&source, &["--depth", "1"]);
    let found = history(&site);
    assert_eq!((found.commits.len(), &found.reach), (0, &Reach::Shallow));
    assert!(found.notice().unwrap().contains("shallow"));
    site.write("c/d", "changed");
    assert_eq!(changes(&site), [change("c/d", Some("c/d"), Some("changed"))]);
    site.git(&["fetch", "-q", "--unshallow"]);
    assert_eq!(history(&site).commits.len(), 2);
}

#[test]
fn a_partial_clone_tells_what_it_can() {
    let source = ordinary();
    let site = clone(&source, &["--filter=blob:none"]);
    assert_eq!((history(&site).commits.len(), changes(&site).len()), (2, 0));
    site.write("a", "third");
    assert_eq!(changes(&site), [change("a", Some("second"), Some("third"))]);

    let site = clone(&source, &["--filter=blob:none", "--no-checkout"]);
    let found = changes_at(&site.root(), 1_000);
    assert_eq!((found.changes.len(), found.left_out.len()), (0, 3));
    assert!(found.left_out[0].reason.describe().contains("git does not have"), "{found:?}");

    let site = clone(&source, &["--filter=tree:0", "--no-checkout"]);
    let found = history(&site);
    assert!(matches!(found.reach, Reach::Broken { .. }), "{found:?}");
    assert!(found.notice().unwrap().contains("partial clones"));
    let (jail, rules) = (site.jail(), WalkRules::default());
    let git = open(&site.root());
    let error = git
        .changes(&jail, &rules, &Attributes::default(), &site.walk(), 1_000, &Quiet)
        .unwrap_err()
        .to_string();
    assert!(error.starts_with("git's objects cannot be read"), "{error}");
}

#[test]
fn references_in_a_table_are_not_supported_and_that_is_said() {
    let site = Site::with(&["a"]);
    site.git(&["init", "-q", "--ref-format=reftable"]);
    site.commit_all();
    let GitState::Unusable { notice } = Git::open(&site.jail(), &site.root()) else {
        panic!("it cannot be used");
    };
    assert!(notice.contains("reftable format, which is not supported"), "{notice}");
}

#[test]
fn worktrees_of_bare_repositories_and_in_odd_places() {
    let site = ordinary();
    let bare = site.outside().join("bare.git");
    site.git(&["clone", "-q", "--bare", ".", bare.to_str().unwrap()]);
    let tree = site.outside().join("tree of bare");
    let of_bare = ["-C", bare.to_str().unwrap(), "worktree", "add", "-q", "--detach"];
    site.git(&[&of_bare[..], &[tree.to_str().unwrap()]].concat());
    // Below the main tree, and with settings of its own.
    site.git(&["config", "extensions.worktreeConfig", "true"]);
    site.git(&["worktree", "add", "-q", "--detach", "below"]);
    site.git(&["-C", "below", "config", "--worktree", "core.fileMode", "false"]);
    for root in [tree, site.at("below")] {
        let git = open(&root);
        assert_eq!(git.tracked().paths().count(), 3);
        let found = git.history(HistoryBounds::default(), &Quiet).unwrap();
        assert_eq!((found.commits.len(), &found.reach), (2, &Reach::Complete));
        fs::write(root.join("a"), "third").unwrap();
        let found = changes_at(&root, 1_000).changes;
        assert_eq!(found, [change("a", Some("second"), Some("third"))]);
        // From one level up it is somebody else's working tree.
        let outer = Jail::open(root.parent().unwrap()).unwrap();
        let tree = walk(&outer, &WalkRules::default(), &Quiet).unwrap();
        assert!(tree.left_out.iter().any(|left| left.path.ends_with("/.git")));
    }
}

#[test]
fn a_submodule_has_a_history_of_its_own() {
    let inner = Site::with(&["inner.txt"]);
    inner.commit_all();
    let site = Site::with(&["a"]);
    site.commit_all();
    site.git(&["submodule", "add", "-q", inner.root().to_str().unwrap(), "deep/sub"]);
    site.git(&["commit", "-q", "-m", "sub"]);
    let found = history(&site);
    let paths: Vec<&str> = found.commits[0].paths.iter().map(|p| p.path.as_str()).collect();
    assert_eq!(paths, [".gitmodules"]);
    let sub = open(&site.at("deep/sub"));
    assert_eq!(sub.history(HistoryBounds::default(), &Quiet).unwrap(), history(&inner));
    // Its configuration may have moved to a file of its own.
    let git = |arguments: &[&str]| site.git(&[&["-C", "deep/sub"], arguments].concat());
    git(&["sparse-checkout", "set", "--no-cone", "*.txt"]);
    assert_eq!(open(&site.at("deep/sub")).tracked().paths().count(), 1);
}

#[test]
fn very_many_files_in_one_commit() {
    let site = Site::new();
    site.git(&["init", "-q"]);
    let files: String =
        (0..20_000).map(|n| format!("M 100644 inline d{}/f{n}\ndata 1\nx\n", n % 100)).collect();
    import(&site, commit("main", 1, "all", &files).as_bytes());
    let found = history(&site);
    assert_eq!((found.commits[0].paths.len(), &found.reach), (20_000, &Reach::Complete));
}

/// The same commits, in a repository without a working tree.
fn bare_clone(of: &Site) -> Site {
    let bare = Site::new();
    fs::remove_dir(bare.root()).unwrap();
    let (from, to) = (of.root(), bare.root());
    of.git(&["clone", "-q", "--bare", from.to_str().unwrap(), to.to_str().unwrap()]);
    bare
}

fn open_for_revisions(site: &Site) -> GitState {
    Git::open_for_revisions(&site.jail(), &site.root())
}

#[test]
fn a_bare_repository_has_revisions_and_is_no_working_tree() {
    let site = ordinary();
    let bare = bare_clone(&site);
    assert!(matches!(Git::open(&bare.jail(), &bare.root()), GitState::None));
    let read = |site: &Site| {
        let GitState::Ready(git) = open_for_revisions(site) else { panic!("it is a repository") };
        let revision = Revision::open(&git, "HEAD~1").unwrap();
        let text = revision.read(&RelPath::parse("c/d").unwrap(), 100).unwrap();
        (revision.commit(), text, git.history(HistoryBounds::default(), &Quiet).unwrap())
    };
    assert_eq!(read(&bare), read(&site));

    // As some programs leave it: without configuration, everything packed.
    bare.git(&["pack-refs", "--all"]);
    for needless in ["config", "description", "hooks", "info"] {
        let needless = bare.at(needless);
        fs::remove_file(&needless).or_else(|_| fs::remove_dir_all(&needless)).unwrap();
    }
    assert_eq!(read(&bare), read(&site));
}

#[test]
fn a_bare_repository_that_borrows_is_not_used() {
    let site = ordinary();
    let notice = |bare: &Site| match open_for_revisions(bare) {
        GitState::Unusable { notice } => notice,
        other => panic!("{other:?}"),
    };
    let bare = bare_clone(&site);
    let objects = site.at(".git/objects");
    bare.write("objects/info/alternates", format!("{}\n", objects.display()));
    assert!(notice(&bare).contains("alternates"), "{}", notice(&bare));

    let bare = bare_clone(&site);
    bare.write("commondir", site.at(".git").to_str().unwrap());
    assert!(notice(&bare).contains("its common one"), "{}", notice(&bare));

    let bare = bare_clone(&site);
    fs::remove_file(bare.at("config")).unwrap();
    bare.link("config", site.at(".git/config"));
    assert!(notice(&bare).contains("is a link"), "{}", notice(&bare));

    // A folder that is a link makes no git folder at all.
    let bare = bare_clone(&site);
    fs::remove_dir_all(bare.at("objects")).unwrap();
    bare.link("objects", objects);
    assert!(matches!(open_for_revisions(&bare), GitState::None));
}
