//! A `.git` that somebody sent must not show other repositories of this machine.

use crate::site::Site;
use plimsoll_workspace::{Git, GitState};
use std::fs;

fn notice(site: &Site) -> String {
    match Git::open(&site.jail(), &site.root()) {
        GitState::Unusable { notice } => notice,
        other => panic!("{other:?}"),
    }
}

/// Another repository on the machine, and a root that wants to look into it.
fn victim_and_root() -> (Site, Site) {
    let victim = Site::with(&["private"]);
    victim.commit_all();
    (victim, Site::with(&["a"]))
}

#[test]
fn a_pointer_has_to_be_answered() {
    let (victim, site) = victim_and_root();
    site.write(".git", format!("gitdir: {}\n", victim.at(".git").display()));
    assert!(notice(&site).contains("does not point back"), "{}", notice(&site));

    victim.git(&["worktree", "add", "-q", victim.outside().join("tree").to_str().unwrap()]);
    site.write(".git", format!("gitdir: {}\n", victim.at(".git/worktrees/tree").display()));
    assert!(notice(&site).contains("does not point back"), "{}", notice(&site));
}

#[test]
fn a_folder_that_borrows_is_not_used() {
    let (victim, site) = victim_and_root();
    site.link(".git", victim.at(".git"));
    assert!(notice(&site).contains("is a link"));

    for borrowed in ["objects", "refs", "refs/heads", "HEAD", "objects/pack"] {
        let (victim, site) = victim_and_root();
        site.git(&["init", "-q"]);
        let place = site.at(".git").join(borrowed);
        fs::remove_file(&place).or_else(|_| fs::remove_dir_all(&place)).unwrap();
        site.link(&format!(".git/{borrowed}"), victim.at(".git").join(borrowed));
        assert!(notice(&site).contains(&format!("`{borrowed}` in `.git` is a link")), "{borrowed}");
    }

    let (victim, site) = victim_and_root();
    site.git(&["init", "-q"]);
    site.write(
        ".git/objects/info/alternates",
        format!("{}\n", victim.at(".git/objects").display()),
    );
    assert!(notice(&site).contains("alternates"));

    let (victim, site) = victim_and_root();
    site.git(&["init", "-q"]);
    site.write(".git/commondir", victim.at(".git").to_str().unwrap());
    assert!(notice(&site).contains("another repository"));
}

#[test]
fn a_forged_worktree_beside_the_root_is_not_used() {
    let (victim, site) = victim_and_root();
    let fake = site.outside().join("worktrees/x");
    fs::create_dir_all(&fake).unwrap();
    fs::write(fake.join("commondir"), victim.at(".git").to_str().unwrap()).unwrap();
    fs::write(fake.join("gitdir"), site.at(".git").to_str().unwrap()).unwrap();
    fs::write(fake.join("HEAD"), "ref: refs/heads/main\n").unwrap();
    site.write(".git", "gitdir: ../outside/worktrees/x\n");
    assert!(notice(&site).contains("another repository"), "{}", notice(&site));
}

#[test]
fn a_broken_repository_is_a_notice() {
    for (file, content) in
        [("HEAD", "nonsense"), ("config", "[core\nbroken"), ("index", "not an index")]
    {
        let site = Site::with(&["a"]);
        site.commit_all();
        site.write(&format!(".git/{file}"), content);
        let notice = notice(&site);
        assert!(notice.starts_with("Git is not used: `.git`"), "{notice}");
        assert!(!notice.contains('\n'));
    }
    let site = Site::with(&["a"]);
    site.write(".git", "what is this\n");
    assert!(notice(&site).contains("names no `gitdir:`"));
    let site = Site::with(&["a", ".git/x"]);
    assert!(notice(&site).contains("cannot be understood"));
}

#[test]
fn configuration_cannot_include_or_move() {
    let site = Site::with(&["a"]);
    site.commit_all();
    let own = fs::read_to_string(site.at(".git/config")).unwrap();
    let secret = site.outside().join("secret.txt");
    site.write(
        ".git/config",
        format!("{own}[include]\npath = {}\n[core]\nworktree = /\n", secret.display()),
    );
    let GitState::Ready(git) = Git::open(&site.jail(), &site.root()) else { panic!("not usable") };
    assert_eq!(git.tracked().len(), 1);
}
