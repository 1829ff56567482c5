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

/// Makes the root a worktree whose git folder lies in it too, as somebody could have sent it. Says where that is.
fn worktree_in_its_root(site: &Site, head: &str) -> &'static str {
    const FOLDER: &str = "hidden/worktrees/x";
    fs::rename(site.at(".git"), site.at("hidden")).unwrap();
    site.write(&format!("{FOLDER}/commondir"), "../..\n");
    site.write(&format!("{FOLDER}/gitdir"), "../../../.git\n");
    site.write(&format!("{FOLDER}/HEAD"), format!("ref: {head}\n"));
    site.write(".git", format!("gitdir: {FOLDER}\n"));
    FOLDER
}

#[test]
fn a_worktree_s_own_references_hold_no_pipes() {
    for is_link in [false, true] {
        let (victim, site) = victim_and_root();
        site.commit_all();
        let folder = worktree_in_its_root(&site, "refs/worktree/l");
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
    let folder = worktree_in_its_root(&site, "refs/heads/main");
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

/// An index of these parts, with nothing for its checksum.
fn index_of(version: u32, entries: &[Vec<u8>], extension: &[u8]) -> Vec<u8> {
    let count = u32::try_from(entries.len()).unwrap();
    let head = [b"DIRC".as_slice(), &version.to_be_bytes(), &count.to_be_bytes()].concat();
    [head, entries.concat(), extension.to_vec(), vec![0; 20]].concat()
}

fn extension(name: &[u8], data: &[u8]) -> Vec<u8> {
    [name, &u32::try_from(data.len()).unwrap().to_be_bytes(), data].concat()
}

/// A small index could take more memory than there is, or nest more deeply than a stack.
#[test]
fn an_index_cannot_take_the_memory() {
    let site = Site::with(&["a"]);
    site.commit_all();
    let entry = |rest: &[u8]| [&[0; 60], b"\x0F\xFF".as_slice(), rest].concat();
    let long = [b"\0".as_slice(), "d/".repeat(50_000).as_bytes(), b"x\0"].concat();
    let mut entries = vec![entry(&long)];
    entries.extend((0..20_000).map(|_| entry(b"\x01x\0")));
    let nested = |level: &str, levels| extension(b"TREE", level.repeat(levels).as_bytes());
    let untracked = {
        let head = [vec![0], vec![0; 2 * 36 + 4 + 40], vec![0]].concat();
        let count = b"\x80\xff\x00".to_vec();
        extension(b"UNTR", &[head, count, b"\x00\x01x\0".repeat(500_000)].concat())
    };
    let hostile = [
        index_of(4, &entries, &[]),
        index_of(2, &[], &nested("x\0-1 1\n", 500_000)),
        index_of(2, &[], &untracked),
        index_of(2, &[], b"TREE\xff\xff\xff\xff"),
        index_of(4, &entries[..1], &extension(b"IEOT", b"\0\0\0\x01\0\0\0\x0c\0\0\0\x02")),
        index_of(4, &entries[..1], &extension(b"EOIE", &[0; 24])),
    ];
    for (n, index) in hostile.iter().enumerate() {
        site.write(".git/index", index);
        assert!(
            notice(&site).contains("`index` is not as git writes it"),
            "{n}: {}",
            notice(&site)
        );
    }
    site.write(".git/index", index_of(2, &[], &nested("x\0-1 0\n", 1)));
    assert_eq!(open(&site.root()).tracked().paths().count(), 0);
}

/// Whatever git itself writes is taken.
#[test]
fn an_index_of_git_is_sound() {
    let site = Site::new();
    for n in 0..300 {
        site.write(&format!("folder{}/inner{}/file{n}", n % 7, n % 11), "x");
    }
    site.commit_all();
    let count = || open(&site.root()).tracked().paths().count();
    site.git(&["config", "core.untrackedCache", "true"]);
    site.git(&["config", "index.threads", "4"]);
    for version in ["2", "3", "4"] {
        site.git(&["update-index", "--index-version", version]);
        assert_eq!(count(), 300, "{version}");
        site.write("folder0/new", "y");
        for arguments in [
            &["update-index", "--force-untracked-cache"][..],
            &["status", "-s"],
            &["add", "-N", "folder0/new"],
            &["reset", "-q"],
            &["update-index", "--split-index"],
            &["rm", "-q", "--cached", "folder1/inner1/file1"],
            &["reset", "-q"],
            &["update-index", "--no-split-index"],
        ] {
            site.git(arguments);
            assert!(count() >= 299, "{version} {arguments:?}");
        }
    }
}
