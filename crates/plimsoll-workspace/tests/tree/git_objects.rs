//! Objects that nobody's git would write: they end a history or a comparison, and never the program.

use crate::git::open;
use crate::git_history::history;
use crate::site::Site;
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, ChangesError, Git, GitState, History, HistoryBounds, Reach, Tracking, WalkRules,
};
use std::fs;
use std::path::Path;

/// What zlib makes of bytes that it does not compress.
fn stored(bytes: &[u8]) -> Vec<u8> {
    let mut out = vec![0x78, 0x01];
    let mut chunks = bytes.chunks(0xFFFF).peekable();
    while let Some(chunk) = chunks.next() {
        let length = u16::try_from(chunk.len()).unwrap();
        out.push(u8::from(chunks.peek().is_none()));
        out.extend(length.to_le_bytes());
        out.extend((!length).to_le_bytes());
        out.extend(chunk);
    }
    let (mut a, mut b) = (1_u32, 0_u32);
    for &byte in bytes {
        a = (a + u32::from(byte)) % 65_521;
        b = (b + a) % 65_521;
    }
    out.extend(((b << 16) | a).to_be_bytes());
    out
}

/// Puts an object under a name that need not be its hash.
fn plant(site: &Site, id: &str, kind: &str, content: &[u8]) {
    plant_with_size(site, id, kind, content, content.len() as u64);
}

fn plant_with_size(site: &Site, id: &str, kind: &str, content: &[u8], size: u64) {
    let object = [format!("{kind} {size}\0").as_bytes(), content].concat();
    site.write(&format!(".git/objects/{}/{}", &id[..2], &id[2..]), stored(&object));
}

fn commit_text(tree: &str, parents: &[&str]) -> String {
    let parents: String = parents.iter().map(|parent| format!("parent {parent}\n")).collect();
    format!("tree {tree}\n{parents}author A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\n\nmessage\n")
}

fn tree_entry(mode: &str, name: &str, id: &str) -> Vec<u8> {
    let id = (0..20).map(|at| u8::from_str_radix(&id[2 * at..2 * at + 2], 16).unwrap());
    [format!("{mode} {name}\0").as_bytes(), &id.collect::<Vec<u8>>()].concat()
}

/// A repository whose `HEAD` is this commit.
fn repository(head: &str) -> Site {
    let site = Site::with(&["a"]);
    site.git(&["init", "-q"]);
    site.write(".git/HEAD", format!("{head}\n"));
    site
}

const TREE: &str = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";
const COMMIT: &str = "1111111111111111111111111111111111111111";
const LOOP: &str = "2222222222222222222222222222222222222222";

fn broken(history: &History) -> bool {
    matches!(history.reach, Reach::Broken { .. })
}

#[test]
fn a_commit_that_is_its_own_parent_ends_with_the_window() {
    let site = repository(COMMIT);
    plant(&site, TREE, "tree", b"");
    plant(&site, COMMIT, "commit", commit_text(TREE, &[COMMIT]).as_bytes());
    let found = history(&site);
    assert_eq!((found.commits.len(), &found.reach), (2_000, &Reach::Window));
}

#[test]
fn folders_that_contain_themselves_reach_a_bound() {
    for entries in [1, 2, 50] {
        let site = repository(COMMIT);
        let entry = |number| tree_entry("40000", &format!("folder{number:02}"), LOOP);
        let tree: Vec<u8> = (0..entries).flat_map(entry).collect();
        plant(&site, LOOP, "tree", &tree);
        plant(&site, COMMIT, "commit", commit_text(LOOP, &[]).as_bytes());
        let found = history(&site);
        assert_eq!((found.commits.len(), &found.reach), (0, &Reach::Bounded));
        let (git, rules) = (open(&site.root()), WalkRules::default());
        let changes =
            git.changes(&site.jail(), &rules, &Attributes::default(), &site.walk(), 1_000, &Quiet);
        assert!(matches!(changes, Err(ChangesError::TooLarge { .. })), "{changes:?}");
    }
}

#[test]
fn names_that_are_no_paths_of_ours_are_passed_over() {
    let site = repository(COMMIT);
    let blob = "3333333333333333333333333333333333333333";
    plant(&site, blob, "blob", b"x");
    let names = ["", ".", "..", "../x", "/etc/passwd", "a/b", "fine", "fine"];
    let mut tree: Vec<u8> = names.iter().flat_map(|n| tree_entry("100644", n, blob)).collect();
    tree.extend(tree_entry("100644", "\u{1b}[2J", blob));
    plant(&site, LOOP, "tree", &tree);
    plant(&site, COMMIT, "commit", commit_text(LOOP, &[]).as_bytes());
    let found = history(&site);
    for change in &found.commits.first().expect("it can be read").paths {
        let path = change.path.as_str();
        assert!(["a/b", "fine", "\u{1b}[2J"].contains(&path), "{path:?}");
    }
}

#[test]
fn what_is_missing_or_broken_ends_the_history_and_is_told() {
    let cases: &[(&str, &[u8])] = &[
        ("commit", b"no commit at all"),
        ("commit", b""),
        ("blob", b"tree 4b825dc642cb6eb9a060e54bf8d69288fbee4904\n"),
        ("commit", commit_text(LOOP, &[]).leak().as_bytes()),
        ("commit", commit_text(TREE, &[LOOP]).leak().as_bytes()),
    ];
    for (kind, content) in cases {
        let site = repository(COMMIT);
        plant(&site, TREE, "tree", b"");
        plant(&site, COMMIT, kind, content);
        let found = history(&site);
        assert!(broken(&found) && found.commits.is_empty(), "{found:?}");
        let notice = found.notice().unwrap();
        assert!(notice.starts_with("The history ends after 0 commits"), "{notice}");
        let place = site.root();
        assert!(!notice.contains(place.to_str().unwrap()) && !notice.contains("/proc"), "{notice}");
    }
    assert!(broken(&history(&repository(COMMIT))));
}

#[test]
fn a_size_that_is_a_lie_takes_no_memory() {
    for size in [u64::MAX, 1 << 40, 300 << 20, 3] {
        let site = repository(COMMIT);
        plant(&site, TREE, "tree", b"");
        plant_with_size(&site, COMMIT, "commit", commit_text(TREE, &[]).as_bytes(), size);
        assert!(broken(&history(&site)), "{size}");
    }
}

#[test]
fn times_that_cannot_be_are_unknown() {
    for time in ["99999999999999999999", "-5", "", "now", "9223372036854775807"] {
        let site = repository(COMMIT);
        plant(&site, TREE, "tree", b"");
        let text = commit_text(TREE, &[]).replace("<a@b> 1 +0000", &format!("<a@b> {time} +0000"));
        plant(&site, COMMIT, "commit", text.as_bytes());
        let found = history(&site);
        let told = found.commits.first().map(|commit| commit.committed_ms);
        assert!(
            broken(&found) || matches!(told, Some(None | Some(-5_000..=0))),
            "{time}: {found:?}"
        );
    }
}

/// Looks at everything that git can tell, whatever it says.
fn look(site: &Site) {
    let GitState::Ready(git) = Git::open(&site.jail(), &site.root()) else { return };
    let rules = WalkRules { tracked: Tracking::Index(git.tracked()), ..WalkRules::default() };
    let bounds = HistoryBounds { commits: 5, ..HistoryBounds::default() };
    assert!(git.history(bounds, &Quiet).unwrap().commits.len() <= 5);
    let _ = git.changes(
        &site.jail(),
        &rules,
        &Attributes::default(),
        &site.walk_by(&rules),
        1_000,
        &Quiet,
    );
}

/// Looks once for each byte of a file that is another one.
fn look_with_flipped_bytes(site: &Site, file: &Path, step: usize) {
    let whole = fs::read(file).unwrap();
    // Git makes objects that nobody may write to.
    fs::remove_file(file).unwrap();
    for at in (0..whole.len()).step_by(step) {
        for flip in [0x01, 0x80, 0xFF] {
            let mut bytes = whole.clone();
            bytes[at] ^= flip;
            fs::write(file, &bytes).unwrap();
            look(site);
        }
    }
    fs::write(file, &whole).unwrap();
}

#[test]
fn flipped_bytes_in_packs_do_no_harm() {
    let site = Site::with(&["a", "b/c"]);
    site.commit_all();
    site.write("a", "second".repeat(50));
    site.commit_all();
    site.write("a", "second".repeat(49));
    site.commit_all();
    site.git(&["gc", "-q"]);
    let packs = fs::read_dir(site.at(".git/objects/pack")).unwrap();
    let files = packs.map(|entry| entry.unwrap().path());
    for file in files.filter(|file| file.extension().is_some_and(|e| e == "pack" || e == "idx")) {
        look_with_flipped_bytes(&site, &file, 23);
    }
    assert_eq!(history(&site).commits.len(), 3);
}

#[test]
fn flipped_bytes_in_what_git_notes_do_no_harm() {
    let site = Site::with(&["a", "b/c", "b/d"]);
    site.commit_all();
    site.git(&["pack-refs", "--all"]);
    // Without its own checksum a wrong index looks right.
    site.git(&["-c", "index.skipHash=true", "update-index", "--force-write-index"]);
    for (name, step) in [("index", 5), ("config", 9), ("packed-refs", 9), ("HEAD", 5)] {
        look_with_flipped_bytes(&site, &site.at(".git").join(name), step);
    }
    site.git(&["update-index", "--split-index"]);
    look_with_flipped_bytes(&site, &site.at(".git/index"), 5);
    look(&site);
}
