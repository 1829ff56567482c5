//! The same tree through the file system, through git's objects, and from a copy without git.

use crate::git::open;
use crate::site::{Site, files, path, reason};
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Ground, Jail, LeftOutReason, Revision, RevisionError, Tracking, Tree, WalkRules, examine,
    read_text, walk,
};
use std::ffi::OsStr;
use std::fs;
use std::io::Write;
use std::os::unix::ffi::OsStrExt;
use std::process::{Command, Stdio};
use std::thread;

fn revision(site: &Site, rev: &str) -> Revision {
    Revision::open(&open(&site.root()), rev).unwrap()
}

fn revision_rules() -> WalkRules {
    WalkRules { tracked: Tracking::Everything, ..WalkRules::default() }
}

/// Everything of a tree that must not depend on where it is read from.
fn told(ground: &dyn Ground, tree: &Tree) -> Vec<String> {
    let texts = tree.files.iter().map(|file| {
        let text = read_text(ground, file, 1_000_000).map(|text| text.text);
        format!("{} {} {text:?}", file.path, file.size)
    });
    let left_out = tree.left_out.iter().filter(|left| left.path != ".git/");
    texts.chain(left_out.map(|left| format!("{left:?}"))).collect()
}

/// A tree with something of everything, committed.
fn rich_site() -> Site {
    let site = Site::with(&[
        "src/main.rs",
        "src/deep/er/x.txt",
        "src/bin/tool.rs",
        "docs/a.md",
        "docs/b.log",
        ".env",
        "keys/server.pem",
        "private/plan.md",
        "sub/.aiexclude",
        "new\nline",
        "\u{202E}txt",
        "node_modules/m/i.js",
        "packages/core/a.js",
    ]);
    site.write("sub/.aiexclude", "");
    site.write("sub/inside.txt", "x");
    site.write("docs/.gitignore", "*.log\n");
    site.write(".cursorignore", "private/\n");
    site.write("package.json", r#"{"workspaces": ["packages/*"]}"#);
    site.write("latin", b"caf\xE9");
    site.write("binary", b"\0\x01\x02");
    site.write("large", "l".repeat(2_000_000));
    fs::write(site.root().join(OsStr::from_bytes(b"not-\xFF")), "x").unwrap();
    site.link("to-file", "src/main.rs");
    site.link("to-folder", "src/deep");
    site.link("chain", "to-file");
    site.link("out", "../outside/secret.txt");
    site.link("absolute", "/etc/passwd");
    site.link("loop", "loop");
    site.link("up", "src/..");
    site.link("into-git", ".git/config");
    site.link("dangling", "nowhere");
    site.link("linked/.gitignore", "../docs/.gitignore");
    site.write("linked/c.log", "x");
    site.git(&["init", "-q"]);
    site.git(&["add", "-A", "-f"]);
    site.git(&["commit", "-q", "-m", "all"]);
    site
}

#[test]
fn three_grounds_one_tree() {
    let site = rich_site();
    let rules = WalkRules {
        tracked: Tracking::Index(open(&site.root()).tracked()),
        ..WalkRules::default()
    };
    let on_disk = site.walk_by(&rules);
    let head = revision(&site, "HEAD");
    let in_git = walk(&head, &revision_rules(), &Quiet).unwrap();
    let mut expected = told(&site.jail(), &on_disk);
    // git's own folder is the one thing that a commit does not have.
    expected.retain(|line| !line.contains("into-git"));
    let mut found = told(&head, &in_git);
    found.retain(|line| !line.contains("into-git"));
    assert_eq!(found, expected);
    assert_eq!(reason(&in_git, "into-git"), &LeftOutReason::DanglingLink);
    assert!(files(&in_git).contains(&"src/bin/tool.rs"));
    assert_eq!(in_git.lifted, on_disk.lifted);
    assert!(in_git.files.iter().all(|file| file.modified_ms.is_none()));

    let copy = site.outside().join("copy");
    assert!(Command::new("cp").arg("-a").arg(site.root()).arg(&copy).status().unwrap().success());
    fs::remove_dir_all(copy.join(".git")).unwrap();
    let jail = Jail::open(&copy).unwrap();
    let copied = walk(&jail, &WalkRules::default(), &Quiet).unwrap();
    // Only git knows that `src/bin` is source.
    let without = |line: &String| !line.contains("src/bin") && !line.contains("into-git");
    let found: Vec<String> = told(&jail, &copied).into_iter().filter(without).collect();
    expected.retain(without);
    assert_eq!(found, expected);
    assert!(
        copied.notices.iter().any(|notice| notice.contains("`src/bin/`")),
        "{:?}",
        copied.notices
    );
}

#[test]
fn a_revision_is_not_the_working_tree() {
    let site = Site::with(&["a", "b", "old/c"]);
    site.write(".gitignore", "b\n");
    site.commit_all();
    site.git(&["tag", "-a", "v1", "-m", "one"]);
    let old = site.git(&["rev-parse", "HEAD"]);
    fs::remove_dir_all(site.at("old")).unwrap();
    site.write("a", "new text");
    site.write(".gitignore", "");
    site.commit_all();
    site.write("a", "not committed");
    site.write("untracked", "x");
    for rev in ["v1", "HEAD~1", "HEAD^", old.trim(), &old[..8], "main~"] {
        let ground = revision(&site, rev);
        assert_eq!(ground.commit(), old.trim());
        let tree = walk(&ground, &revision_rules(), &Quiet).unwrap();
        assert_eq!(files(&tree), [".gitignore", "a", "old/c"], "{rev}");
        assert_eq!(ground.read(&path("a"), 100).unwrap(), b"a");
    }
    let head = revision(&site, "HEAD");
    assert_eq!(head.read(&path("a"), 100).unwrap(), b"new text");
    assert_eq!(head.read(&path("a"), 7), Err(LeftOutReason::TooLarge { size: 8, limit: 7 }));
    assert_eq!(head.read(&path("untracked"), 9), Err(LeftOutReason::Missing));
    assert!(matches!(head.read(&path("a/x"), 9), Err(LeftOutReason::Unreadable { .. })));
}

#[test]
fn a_bad_revision_is_said_in_one_sentence() {
    let site = Site::with(&["a"]);
    site.commit_all();
    site.git(&["branch", "feature-one"]);
    let git = open(&site.root());
    for rev in
        ["nowhere", "", "HEAD~99", "deadbeef", "-x", "a\nb", "..", "HEAD..HEAD~0", "@{u}", "^"]
    {
        let error = Revision::open(&git, rev).map(|_| ()).unwrap_err();
        assert!(matches!(error, RevisionError::Unknown { .. }), "{rev}: {error}");
        assert!(!error.to_string().contains('\n'));
    }
    let error = Revision::open(&git, "feature-on").unwrap_err().to_string();
    assert!(error.contains("did you mean `feature-one`?"), "{error}");
    for rev in ["HEAD:a", "HEAD^{tree}"] {
        assert!(matches!(Revision::open(&git, rev), Err(RevisionError::NoCommit { .. })), "{rev}");
    }
}

#[test]
fn submodules_are_boundaries_and_links_are_named_files() {
    let site = Site::with(&["real/a.txt"]);
    let other = Site::with(&["inner.txt"]);
    other.commit_all();
    site.git(&["init", "-q"]);
    site.git(&["submodule", "add", "-q", other.root().to_str().unwrap(), "module"]);
    site.link("alias", "real/a.txt");
    site.link("to-module", "module/inner.txt");
    site.commit_all();
    let ground = revision(&site, "HEAD");
    let tree = walk(&ground, &revision_rules(), &Quiet).unwrap();
    assert_eq!(files(&tree), [".gitmodules", "real/a.txt"]);
    assert_eq!(reason(&tree, "module/"), &LeftOutReason::Submodule);
    assert_eq!(reason(&tree, "to-module"), &LeftOutReason::Submodule);
    let named = |name: &str| examine(&ground, &revision_rules(), &path(name)).map(|e| e.path);
    assert_eq!(named("alias"), Ok(path("real/a.txt")));
    assert_eq!(named("REAL/a.txt"), Err(LeftOutReason::Missing));
    assert!(named("module").is_err() && named("module/inner.txt").is_err());
    assert_eq!(files(&site.walk()), files(&tree), "on disk");
    std::fs::remove_dir_all(site.at(".git")).unwrap();
    std::fs::remove_file(site.at("module/.git")).unwrap();
    assert_eq!(files(&site.walk()), files(&tree), "in a copy without git");
}

#[test]
fn many_threads_read_one_revision() {
    let site = Site::new();
    for n in 0..200 {
        site.write(&format!("d{}/f{n}", n % 7), format!("text {n}"));
    }
    site.commit_all();
    site.git(&["gc", "-q"]);
    let ground = revision(&site, "HEAD");
    let tree = walk(&ground, &revision_rules(), &Quiet).unwrap();
    thread::scope(|scope| {
        for _ in 0..8 {
            scope.spawn(|| {
                for file in &tree.files {
                    let text = ground.read(&file.path, 100).unwrap();
                    let number = file.path.file_name().trim_start_matches('f');
                    assert_eq!(text, format!("text {number}").as_bytes());
                }
            });
        }
    });
}

/// git refuses to write such trees, so they are written byte by byte.
#[test]
fn hostile_trees_name_nothing_outside() {
    let site = Site::with(&["a"]);
    site.commit_all();
    let store = |kind: &str, bytes: &[u8]| {
        let mut child = site
            .git_command(&["hash-object", "-t", kind, "--literally", "-w", "--stdin"])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .unwrap();
        child.stdin.take().unwrap().write_all(bytes).unwrap();
        String::from_utf8(child.wait_with_output().unwrap().stdout).unwrap().trim().to_owned()
    };
    let raw = |id: &str| -> Vec<u8> {
        (0..id.len())
            .step_by(2)
            .map(|at| u8::from_str_radix(&id[at..at + 2], 16).unwrap())
            .collect()
    };
    let blob = raw(&store("blob", b"x"));
    let missing = vec![0xAB; blob.len()];
    let mut tree = Vec::new();
    for (mode, name, id) in [
        ("100644", "", &blob),
        ("100644", "..", &blob),
        ("100644", ".", &blob),
        ("100644", "../up", &blob),
        ("100644", "/etc/passwd", &blob),
        ("100644", ".GIT", &blob),
        ("100644", "gone", &missing),
        ("40000", "no-tree", &missing),
        ("40000", "blob-as-tree", &blob),
        ("100644", "twice", &blob),
        ("120000", "twice", &blob),
        ("120000", "link", &blob),
    ] {
        tree.extend([mode.as_bytes(), b" ", name.as_bytes(), b"\0", id].concat());
    }
    let tree = store("tree", &tree);
    let commit = site.git(&["commit-tree", &tree, "-m", "x"]);
    let ground = revision(&site, commit.trim());
    let tree = walk(&ground, &revision_rules(), &Quiet).unwrap();
    assert_eq!(files(&tree), ["twice"]);
    let names: Vec<&str> = tree.left_out.iter().map(|left| left.path.as_str()).collect();
    assert_eq!(names, [".GIT", "blob-as-tree/", "gone", "link", "no-tree/"]);
}
