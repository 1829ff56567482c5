//! Git's own files outside of `.git`, and our own state folder.

use crate::site::{Site, files, path, reason};
use plimsoll_workspace::{LeftOutReason, WalkRules, examine};

#[test]
fn a_bare_repository_is_no_project() {
    let site = Site::with(&["a"]);
    site.commit_all();
    site.git(&["clone", "-q", "--bare", ".", "fixtures/repo.git"]);
    site.git(&["clone", "-q", "--bare", ".", "../outside/bare"]);
    site.write("head/HEAD", "a file of this name is no repository");
    let tree = site.walk();
    assert_eq!(files(&tree), ["a", "head/HEAD"]);
    assert_eq!(reason(&tree, "fixtures/repo.git/"), &LeftOutReason::GitStore);
    let config = examine(&site.jail(), &WalkRules::default(), &path("fixtures/repo.git/config"));
    assert_eq!(config, Err(LeftOutReason::GitStore));

    let jail = plimsoll_workspace::Jail::open(&site.outside().join("bare")).unwrap();
    let bare =
        plimsoll_workspace::walk(&jail, &WalkRules::default(), &plimsoll_core::progress::Quiet);
    let bare = bare.unwrap();
    assert_eq!(files(&bare), [""; 0]);
    assert_eq!(reason(&bare, "objects/"), &LeftOutReason::GitStore);
    assert_eq!(bare.notices.len(), 1);
}

#[test]
fn a_state_folder_in_the_root_is_not_walked() {
    let site = Site::with(&["a", "var/state/store.sqlite", "var/stated", "var/state2/x"]);
    let rules = WalkRules { state_folder: Some(path("var/state")), ..WalkRules::default() };
    let tree = site.walk_by(&rules);
    assert_eq!(files(&tree), ["a", "var/state2/x", "var/stated"]);
    assert_eq!(reason(&tree, "var/state/"), &LeftOutReason::OwnState);
    let named = examine(&site.jail(), &rules, &path("var/state/store.sqlite"));
    assert_eq!(named, Err(LeftOutReason::OwnState));
}

#[test]
fn what_lies_where_a_result_goes_is_no_input() {
    let site = Site::with(&["a", "docs/context.md", "docs/context.md.old", "b/docs/context.md"]);
    let rules = WalkRules { results: vec![path("docs/context.md")], ..WalkRules::default() };
    let tree = site.walk_by(&rules);
    assert_eq!(files(&tree), ["a", "b/docs/context.md", "docs/context.md.old"]);
    assert_eq!(reason(&tree, "docs/context.md"), &LeftOutReason::OwnResult);
    let named = examine(&site.jail(), &rules, &path("docs/context.md"));
    assert_eq!(named, Err(LeftOutReason::OwnResult));
}
