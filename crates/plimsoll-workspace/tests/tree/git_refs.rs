//! References as we read them, against git's own answers.

use crate::git::open;
use crate::site::Site;
use plimsoll_workspace::Revision;

/// What git says that a revision is.
fn by_git(site: &Site, rev: &str) -> Option<String> {
    let asked = format!("{rev}^{{commit}}");
    let output = site.git_command(&["rev-parse", "--verify", "-q", &asked]).output().unwrap();
    let id = String::from_utf8(output.stdout).unwrap().trim().to_owned();
    output.status.success().then_some(id)
}

fn by_us(site: &Site, rev: &str) -> Option<String> {
    Revision::open(&open(&site.root()), rev).ok().map(|revision| revision.commit())
}

fn grown() -> Site {
    let site = Site::with(&["a"]);
    site.commit_all();
    site.git(&["branch", "both"]);
    for n in 0..4 {
        site.write("a", format!("{n}"));
        site.commit_all();
        site.git(&["branch", &format!("feature/{n}")]);
        site.git(&["tag", "-a", &format!("v{n}"), "-m", "annotated"]);
    }
    site.git(&["tag", "both"]);
    site.git(&["tag", "light", "HEAD~2"]);
    site.git(&["tag", "-a", "nested", "-m", "tag of a tag", "v1"]);
    site.git(&["update-ref", "refs/remotes/origin/main", "HEAD~1"]);
    site.git(&["symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/main"]);
    site.git(&["symbolic-ref", "refs/heads/alias", "refs/heads/feature/2"]);
    site.git(&["update-ref", "refs/notes/x", "HEAD~3"]);
    site.git(&["update-ref", "ORIG_HEAD", "HEAD~2"]);
    site
}

const REVS: &[&str] = &[
    "HEAD",
    "@",
    "main",
    "heads/main",
    "refs/heads/main",
    "feature/0",
    "feature/3",
    "feature",
    "both",
    "heads/both",
    "tags/both",
    "v0",
    "v3",
    "v3^{}",
    "v3~1",
    "light",
    "nested",
    "origin",
    "origin/main",
    "origin/HEAD",
    "alias",
    "alias~1",
    "notes/x",
    "refs/notes/x",
    "ORIG_HEAD",
    "HEAD~2",
    "HEAD^^",
    "@~3",
    "main^1",
    "main^2",
    "HEAD~9",
    "nowhere",
    "refs",
    "refs/heads",
    "refs/heads/",
    "/main",
    "main/",
    "a//b",
    "HEAD/x",
    "config",
    "description",
    "index",
    "v3^{tree}",
    "HEAD:a",
    "../HEAD",
    "feature/../main",
];

fn compare(site: &Site, when: &str) {
    let head = by_git(site, "HEAD").unwrap();
    let described = site.git(&["describe", "--long", "--tags", "HEAD"]);
    let more = [head.as_str(), &head[..7], &head[..20], described.trim(), "0000000", &head[..39]];
    for rev in REVS.iter().chain(&more) {
        assert_eq!(by_us(site, rev), by_git(site, rev), "{rev}, {when}");
    }
}

#[test]
fn names_mean_what_git_says() {
    let site = grown();
    compare(&site, "loose");
    site.git(&["pack-refs", "--all"]);
    assert!(!site.at(".git/refs/heads/main").exists());
    compare(&site, "packed");
    site.write("a", "more");
    site.commit_all();
    site.git(&["branch", "-f", "feature/0"]);
    site.git(&["branch", "-d", "feature/1"]);
    compare(&site, "both");
    site.git(&["checkout", "-q", "--detach", "HEAD~1"]);
    compare(&site, "detached");
}

#[test]
fn a_worktree_has_its_own_head_and_all_branches() {
    let site = grown();
    let place = site.outside().join("tree");
    site.git(&["worktree", "add", "-q", place.to_str().unwrap(), "feature/1"]);
    site.git(&["-C", place.to_str().unwrap(), "update-ref", "refs/worktree/own", "HEAD~1"]);
    let git = open(&place);
    let by_us = |rev| Revision::open(&git, rev).ok().map(|revision| revision.commit());
    for (rev, same) in
        [("HEAD", "feature/1"), ("main", "main"), ("worktree/own", "feature/1~1"), ("v2", "v2")]
    {
        assert_eq!(by_us(rev), by_git(&site, same), "{rev}");
        assert!(by_us(rev).is_some(), "{rev}");
    }
    assert_eq!(git.head_commit(), by_git(&site, "feature/1"));
    assert_eq!(self::by_us(&site, "worktree/own"), None);
}
