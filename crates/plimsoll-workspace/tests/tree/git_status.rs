//! What changed, line by line against `git status`, on trees edited at random.

use crate::git::{change, changes, open, side};
use crate::site::{Site, path};
use plimsoll_workspace::{Change, Mode};
use proptest::prelude::*;
use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

const PATHS: &[&str] =
    &["a", "a/b", "b", "b.x", "c/d", "c/e", "c/e/f", "run.sh", "näme", "with space"];
const TEXTS: &[&str] =
    &["", "one\n", "two\n", "one\r\ntwo\r\n", "one\ntwo\n", "b", "c/d", "\0\u{1}"];

#[derive(Debug, Clone)]
enum Edit {
    Write { at: usize, text: usize },
    Link { at: usize, to: usize },
    Remove { at: usize },
    Rename { from: usize, to: usize },
    Program { at: usize, is: bool },
    Touch { at: usize },
    Stage { at: usize },
}

fn edit() -> impl Strategy<Value = Edit> {
    let at = || 0..PATHS.len();
    prop_oneof![
        4 => (at(), 0..TEXTS.len()).prop_map(|(at, text)| Edit::Write { at, text }),
        2 => (at(), 0..TEXTS.len()).prop_map(|(at, to)| Edit::Link { at, to }),
        1 => at().prop_map(|at| Edit::Remove { at }),
        1 => (at(), at()).prop_map(|(from, to)| Edit::Rename { from, to }),
        2 => (at(), any::<bool>()).prop_map(|(at, is)| Edit::Program { at, is }),
        1 => at().prop_map(|at| Edit::Touch { at }),
        1 => at().prop_map(|at| Edit::Stage { at }),
    ]
}

/// Makes way: no file where a folder must be, and nothing at the place itself.
fn clear(site: &Site, name: &str) {
    for ancestor in Path::new(name).ancestors().collect::<Vec<_>>().into_iter().rev() {
        let place = site.root().join(ancestor);
        let is_folder = fs::symlink_metadata(&place).is_ok_and(|metadata| metadata.is_dir());
        if ancestor == Path::new(name) && is_folder {
            fs::remove_dir_all(&place).unwrap();
        } else if !is_folder {
            let _ = fs::remove_file(&place);
        }
    }
    fs::create_dir_all(site.at(name).parent().unwrap()).unwrap();
}

fn apply(site: &Site, edit: &Edit) {
    let is_file = |name: &str| fs::symlink_metadata(site.at(name)).is_ok_and(|m| m.is_file());
    match *edit {
        Edit::Write { at, text } => {
            clear(site, PATHS[at]);
            site.write(PATHS[at], TEXTS[text]);
        }
        Edit::Link { at, to } => {
            clear(site, PATHS[at]);
            let target = TEXTS[to].trim_matches(['\0', '\u{1}']);
            symlink(if target.is_empty() { "nowhere" } else { target }, site.at(PATHS[at]))
                .unwrap();
        }
        Edit::Remove { at } => clear(site, PATHS[at]),
        Edit::Rename { from, to } if is_file(PATHS[from]) && from != to => {
            let text = fs::read(site.at(PATHS[from])).unwrap();
            clear(site, PATHS[from]);
            clear(site, PATHS[to]);
            site.write(PATHS[to], text);
        }
        Edit::Program { at, is } if is_file(PATHS[at]) => {
            let mode = fs::Permissions::from_mode(if is { 0o755 } else { 0o644 });
            fs::set_permissions(site.at(PATHS[at]), mode).unwrap();
        }
        Edit::Touch { at } if is_file(PATHS[at]) => {
            let text = fs::read(site.at(PATHS[at])).unwrap();
            fs::write(site.at(PATHS[at]), text).unwrap();
        }
        Edit::Stage { at } => {
            let _ = site.git_command(&["add", "-A", "--", PATHS[at]]).output().unwrap();
        }
        _ => {}
    }
}

/// What git says of `HEAD` and the tree, each path with its modes; staged or not is no matter.
fn told_by_git(site: &Site) -> Vec<(String, String, String)> {
    let everything = ["-c", "core.quotePath=false"];
    // A scratch index, so that the one that is looked at stays as it is.
    let scratch = site.outside().join("index");
    let _ = fs::remove_file(&scratch);
    let run = |arguments: &[&str]| {
        let all = [&everything[..], arguments].concat();
        let mut git = site.git_command(&all);
        let output = git.env("GIT_INDEX_FILE", &scratch).output().unwrap();
        assert!(output.status.success(), "{arguments:?}");
        String::from_utf8(output.stdout).unwrap()
    };
    run(&["read-tree", "HEAD"]);
    run(&["add", "-A"]);
    let raw = run(&["diff-index", "-z", "--raw", "--cached", "--no-renames", "HEAD"]);
    let mut fields = raw.split('\0');
    let mut told = Vec::new();
    while let (Some(about), Some(name)) = (fields.next().filter(|f| !f.is_empty()), fields.next()) {
        let modes: Vec<&str> = about.trim_start_matches(':').split(' ').collect();
        told.push((name.to_owned(), modes[0].to_owned(), modes[1].to_owned()));
    }
    told.sort();
    told
}

fn modes(change: &Change) -> (String, String, String) {
    let octal = |mode: Option<Mode>| mode.map_or("000000", Mode::octal).to_owned();
    let of = |side: &Option<plimsoll_workspace::Side>| octal(side.as_ref().map(|side| side.mode));
    (change.path.to_string(), of(&change.old), of(&change.new))
}

/// A change that is none but for the line ends: git's answer depends on its configuration, ours does not.
fn is_only_line_ends(site: &Site, (name, old, new): &(String, String, String)) -> bool {
    if old != new || old == "120000" {
        return false;
    }
    let before = site.git(&["cat-file", "blob", &format!("HEAD:{name}")]);
    let now = fs::read(site.at(name)).unwrap();
    now.windows(2).any(|pair| pair == b"\r\n")
        && String::from_utf8(now).unwrap().replace("\r\n", "\n") == before
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 24,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn changes_are_those_of_git_status(
        before in prop::collection::vec(edit(), 1..12),
        after in prop::collection::vec(edit(), 1..12),
        configuration in 0..4_usize,
    ) {
        let site = Site::new();
        site.git(&["init", "-q"]);
        let settings = [("core.autocrlf", "false"), ("core.autocrlf", "true"),
            ("core.autocrlf", "input"), ("core.fileMode", "false")];
        let (key, value) = settings[configuration];
        site.git(&["config", key, value]);
        site.git(&["config", "core.safecrlf", "false"]);
        before.iter().for_each(|edit| apply(&site, edit));
        site.git(&["add", "-A"]);
        site.git(&["commit", "-q", "--allow-empty", "-m", "before"]);
        after.iter().for_each(|edit| apply(&site, edit));

        let found = changes(&site);
        let ours: Vec<_> = found.iter().map(modes).collect();
        let mut git = told_by_git(&site);
        git.retain(|told| !is_only_line_ends(&site, told));
        prop_assert_eq!(ours, git);
        for change in &found {
            if let Some(new) = &change.new {
                let place = site.at(change.path.as_str());
                let bytes = match new.mode {
                    Mode::Link => fs::read_link(place).unwrap().into_os_string().into_encoded_bytes(),
                    Mode::File | Mode::Executable => fs::read(place).unwrap(),
                };
                prop_assert_eq!(&new.bytes, &bytes);
            }
            if let Some(old) = &change.old && old.bytes != change.new.as_ref().map_or(&[][..], |n| &n.bytes) {
                let name = format!("HEAD:{}", change.path);
                let blob = site.git_command(&["cat-file", "blob", &name]).output().unwrap().stdout;
                prop_assert_eq!(&old.bytes, &blob);
            }
        }
    }
}

#[test]
fn modes_and_links_are_changes() {
    let site = Site::with(&["script", "folder/x", "plain"]);
    site.link("link", "plain");
    site.link("gone", "plain");
    site.link("becomes-file", "plain");
    site.commit_all();
    fs::set_permissions(site.at("script"), fs::Permissions::from_mode(0o755)).unwrap();
    for name in ["link", "gone", "becomes-file"] {
        fs::remove_file(site.at(name)).unwrap();
    }
    site.link("link", "/etc/passwd");
    site.write("becomes-file", "text");
    fs::remove_dir_all(site.at("folder")).unwrap();
    site.link("folder", "elsewhere");
    site.link("new-link", "plain");
    let change_of = |name, old, new| Change { path: path(name), old, new };
    assert_eq!(
        changes(&site),
        [
            change_of("becomes-file", side("plain", Mode::Link), side("text", Mode::File)),
            change_of("folder", None, side("elsewhere", Mode::Link)),
            change("folder/x", Some("folder/x"), None),
            change_of("gone", side("plain", Mode::Link), None),
            change_of("link", side("plain", Mode::Link), side("/etc/passwd", Mode::Link)),
            change_of("new-link", None, side("plain", Mode::Link)),
            change_of("script", side("script", Mode::File), side("script", Mode::Executable)),
        ]
    );
    site.git(&["config", "core.fileMode", "false"]);
    assert!(changes(&site).iter().all(|change| change.path.as_str() != "script"));
}

#[test]
fn links_that_are_hidden_or_in_other_repositories_are_no_changes() {
    let site = Site::with(&["a"]);
    site.write(".gitignore", "hidden\n");
    site.commit_all();
    site.link("hidden", "a");
    site.link(".env", "a");
    site.write("nested/.git/HEAD", "ref: refs/heads/main\n");
    site.link("nested/link", "x");
    assert_eq!(changes(&site), []);
}

/// Some systems cannot make links, and git then keeps what a link would hold in a file.
#[test]
fn a_file_that_stands_for_a_link_is_no_change() {
    let site = Site::with(&["a"]);
    site.link("link", "a");
    site.commit_all();
    fs::remove_file(site.at("link")).unwrap();
    site.write("link", "a");
    assert_eq!(changes(&site).len(), 1);
    site.git(&["config", "core.symlinks", "false"]);
    assert_eq!(changes(&site), []);
    assert_eq!(open(&site.root()).tracked().paths().count(), 2);
}
