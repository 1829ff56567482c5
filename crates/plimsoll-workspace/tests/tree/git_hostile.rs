//! A `.git` that somebody sent must not show other repositories of this machine.

use crate::git::open;
use crate::git_history::history;
use crate::site::Site;
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{Git, GitState, HistoryBounds, Revision, RevisionError};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
use std::os::unix::net::UnixListener;
use std::process::Command;

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
    assert_eq!(git.tracked().paths().count(), 1);
}

#[test]
fn nothing_in_a_git_folder_can_hold_us_up() {
    let pipes = [
        "HEAD",
        "config",
        "index",
        "refs/heads/main",
        "objects/00/x",
        "objects/info/alternates",
        "objects/info/commit-graphs/x",
        "objects/pack/x",
        "X",
    ];
    for pipe in pipes {
        let site = Site::with(&["a"]);
        site.commit_all();
        make_pipe(&site, &format!(".git/{pipe}"));
        let expected = format!("`{pipe}` in `.git` is neither a file nor a folder");
        assert!(notice(&site).contains(&expected), "{}", notice(&site));
    }
    for large in ["HEAD", "config", "index", "packed-refs", "refs/heads/main", "sharedindex.x"] {
        let site = Site::with(&["a"]);
        site.commit_all();
        let file = fs::File::options().create(true).append(true).open(site.at(".git").join(large));
        file.unwrap().set_len(1 << 40).unwrap();
        let expected = format!("`{large}` in `.git` is far too large");
        assert!(notice(&site).contains(&expected), "{}", notice(&site));
    }
}

fn make_pipe(site: &Site, path: &str) {
    let place = site.at(path);
    fs::create_dir_all(place.parent().unwrap()).unwrap();
    let _ = fs::remove_file(&place);
    assert!(Command::new("mkfifo").arg(place).status().unwrap().success());
}

/// A reference says where the next one lies, and that may be anywhere.
#[test]
fn references_lead_to_nothing_but_files() {
    let victim = Site::with(&["private"]);
    victim.commit_all();
    let folders: [&[u8]; 3] = [b"refs/heads/x", b"refs/heads/\xff", b"refs/remotes/\xe9"];
    for folder in folders {
        let site = Site::with(&["a"]);
        site.commit_all();
        let place = site.at(".git").join(OsStr::from_bytes(folder));
        fs::create_dir_all(&place).unwrap();
        fs::write(site.at(".git/HEAD"), [b"ref: ", folder, b"/l\n"].concat()).unwrap();
        assert_eq!(open(&site.root()).head_commit(), None);
        assert!(Command::new("mkfifo").arg(place.join("l")).status().unwrap().success());
        assert!(notice(&site).contains("is neither a file nor a folder"), "{}", notice(&site));
        fs::remove_file(place.join("l")).unwrap();
        symlink(victim.at(".git/refs/heads/main"), place.join("l")).unwrap();
        assert!(notice(&site).contains("is a link"), "{}", notice(&site));
    }
    for head in ["ref: lfs/pipe", "ref: refs/heads/round", "ref: refs/heads/../../config"] {
        let site = Site::with(&["a"]);
        site.commit_all();
        make_pipe(&site, ".git/lfs/pipe");
        site.write(".git/refs/heads/round", "ref: refs/heads/round\n");
        site.write(".git/HEAD", format!("{head}\n"));
        match Git::open(&site.jail(), &site.root()) {
            GitState::Unusable { notice } => {
                assert!(notice.contains("is no reference"), "{notice}");
            }
            GitState::Ready(git) => assert_eq!(git.head_commit(), None),
            GitState::None => panic!("there is a `.git`"),
        }
    }
}

#[test]
fn what_a_revision_is_called_opens_nothing_else() {
    let victim = Site::with(&["private"]);
    victim.commit_all();
    let site = Site::with(&["a"]);
    site.commit_all();
    for pipe in
        ["feature/x", "refs/feature/x", "refs/tags/v1", "refs/heads/topic", "logs/refs/heads/main"]
    {
        make_pipe(&site, &format!(".git/{pipe}"));
    }
    site.link(".git/refs/heads/theirs", victim.at(".git/refs/heads/main"));
    site.link(".git/refs/remotes", victim.at(".git/refs/heads"));
    site.write(".git/refs/heads/out", "ref: feature/x\n");
    let git = open(&site.root());
    for rev in
        ["feature/x", "v1", "topic", "theirs", "out", "main@{1}", "@{-1}", ":/all", "nowhere"]
    {
        let error = Revision::open(&git, rev).map(|_| ()).unwrap_err();
        assert!(matches!(error, RevisionError::Unknown { .. }), "{rev}: {error}");
    }
}

/// Of a worktree whose folder lies in the root, as somebody could have sent it.
#[test]
fn a_worktree_s_own_references_hold_no_pipes() {
    for is_link in [false, true] {
        let (victim, site) = victim_and_root();
        site.commit_all();
        fs::rename(site.at(".git"), site.at("hidden")).unwrap();
        let folder = "hidden/worktrees/x";
        site.write(&format!("{folder}/commondir"), "../..\n");
        site.write(&format!("{folder}/gitdir"), "../../../.git\n");
        site.write(&format!("{folder}/HEAD"), "ref: refs/worktree/l\n");
        site.write(".git", format!("gitdir: {folder}\n"));
        let reference = format!("{folder}/refs/worktree/l");
        let expected = if is_link {
            site.link(&reference, victim.at(".git/refs/heads/main"));
            "`refs/worktree/l` in `.git` is a link"
        } else {
            make_pipe(&site, &reference);
            "`refs/worktree/l` in `.git` is neither a file nor a folder"
        };
        assert!(notice(&site).contains(expected), "{}", notice(&site));
    }
}

#[test]
fn what_is_never_read_may_be_anything() {
    let site = Site::with(&["a"]);
    site.commit_all();
    fs::remove_dir_all(site.at(".git/hooks")).unwrap();
    site.link(".git/hooks", site.outside());
    let _listening = UnixListener::bind(site.at(".git/fsmonitor--daemon.ipc")).unwrap();
    assert_eq!(open(&site.root()).tracked().paths().count(), 1);
}

/// Configuration that only gix knows could name the files of others.
#[test]
fn configuration_cannot_name_the_files_of_others() {
    let (victim, site) = victim_and_root();
    site.commit_all();
    let before = history(&site);
    let own = fs::read_to_string(site.at(".git/config")).unwrap();
    let (index, shallow) = (victim.at(".git/index"), victim.at(".git/HEAD"));
    site.write(
        ".git/config",
        format!(
            "{own}[gitoxide \"core\"]\nindexFile = {}\nshallowFile = {}\nrefsNamespace = x\n\
             [gitoxide \"objects\"]\nallocLimit = 1\nreplaceRefBase = refs/heads/\n",
            index.display(),
            shallow.display()
        ),
    );
    let git = open(&site.root());
    assert!(git.tracked().paths().eq(["a"]));
    assert_eq!(git.history(HistoryBounds::default(), &Quiet).unwrap(), before);
}

#[test]
fn a_worktree_s_own_folder_holds_no_links() {
    let (victim, site) = victim_and_root();
    site.commit_all();
    // All of it lies in the root, as somebody could have sent it.
    fs::rename(site.at(".git"), site.at("hidden")).unwrap();
    let folder = "hidden/worktrees/x";
    site.write(&format!("{folder}/commondir"), "../..\n");
    site.write(&format!("{folder}/gitdir"), "../../../.git\n");
    site.write(&format!("{folder}/HEAD"), "ref: refs/heads/main\n");
    site.write(".git", format!("gitdir: {folder}\n"));
    assert_eq!(open(&site.root()).tracked().paths().count(), 0);
    site.link(&format!("{folder}/index"), victim.at(".git/index"));
    assert!(notice(&site).contains("`index` in `.git` is a link"), "{}", notice(&site));
}

/// What stands at the name of the git folder later is no matter: what was checked is what is read.
#[cfg(target_os = "linux")]
#[test]
fn the_git_folder_cannot_be_swapped_after_it_was_checked() {
    let (victim, site) = victim_and_root();
    site.commit_all();
    let before = history(&site);
    let git = open(&site.root());
    fs::rename(site.at(".git"), site.at("moved")).unwrap();
    site.link(".git", victim.at(".git"));
    assert_eq!(git.history(HistoryBounds::default(), &Quiet).unwrap(), before);
    let theirs = history(&victim).commits[0].id.clone();
    assert!(git.history_from(&theirs, HistoryBounds::default(), &Quiet).is_err());
}

/// Messages are the same wherever the root lies.
#[test]
fn a_notice_does_not_tell_where_the_root_is() {
    let notices: Vec<String> = (0..2)
        .map(|_| {
            let site = Site::with(&["a", ".git/HEAD"]);
            notice(&site)
        })
        .collect();
    assert_eq!(notices[0], notices[1]);
    assert!(!notices[0].contains("/proc") && !notices[0].contains("/root"), "{}", notices[0]);
}
