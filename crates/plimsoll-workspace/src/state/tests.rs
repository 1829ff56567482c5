//! Real folders, honest and hostile.

#![expect(clippy::disallowed_types, reason = "tests use programs that the engine does not")]

mod hostile;
mod keys;

use super::*;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::process::Command;
use std::sync::Barrier;

fn key() -> UserKey {
    UserKey::from_bytes([7; 32])
}

fn open(root: &Path) -> State {
    State::open(StatePlace::InRoot { root, key: Some(&key()) }).unwrap()
}

fn try_open(root: &Path) -> Result<State, StateError> {
    State::open(StatePlace::InRoot { root, key: Some(&key()) })
}

fn open_existing(root: &Path) -> Result<Option<State>, StateError> {
    State::open_existing(StatePlace::InRoot { root, key: Some(&key()) })
}

fn open_folder(folder: &Path, key: Option<&UserKey>) -> Result<State, StateError> {
    State::open(StatePlace::Folder { folder, key })
}

fn mode(path: &Path) -> u32 {
    fs::symlink_metadata(path).unwrap().mode() & 0o777
}

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).unwrap();
}

/// Every name in a folder.
fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

fn copy(from: &Path, to: &Path) {
    let done = Command::new("cp").arg("-a").arg(from).arg(to).status().unwrap();
    assert!(done.success());
}

#[test]
fn the_first_use_makes_a_closed_folder_and_the_next_one_finds_it() {
    let root = tempfile::tempdir().unwrap();
    let state = open(root.path());
    let home = root.path().join(".plimsoll");
    assert_eq!(state.home(), home);
    let name = state.folder().file_name().unwrap().to_str().unwrap().to_owned();
    assert_eq!(names(&home), [".gitignore", &name]);
    assert_eq!(fs::read_to_string(home.join(".gitignore")).unwrap(), "*\n");
    assert_eq!((mode(&home), mode(state.folder())), (0o700, 0o700));
    assert_eq!(names(state.folder()), ["seal", "workspace-secret"]);
    for file in ["seal", "workspace-secret"] {
        assert_eq!(mode(&state.folder().join(file)), 0o600);
    }
    let text = fs::read_to_string(state.folder().join("workspace-secret")).unwrap();
    assert_eq!(text.len(), 43);
    assert_eq!(state.secret().expose(), text);
    assert!(state.notices().is_empty());
    assert_eq!(open(root.path()).secret().expose(), text);
    let read = open_existing(root.path()).unwrap().unwrap();
    assert_eq!(read.secret().expose(), text);
    assert_eq!(read.store_file(), state.folder().join("store.sqlite"));
}

#[test]
fn two_workspaces_have_two_secrets_and_none_is_printed() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let (one, two) = (open(one.path()), open(two.path()));
    assert_ne!(one.secret(), two.secret());
    let said = format!("{one:?} {:#?} {:?}", one.secret(), key());
    assert!(!said.contains(one.secret().expose()));
    assert!(!said.contains(std::str::from_utf8(key().as_bytes()).unwrap()));
}

#[test]
fn opening_for_reading_makes_nothing() {
    let root = tempfile::tempdir().unwrap();
    assert!(open_existing(root.path()).unwrap().is_none());
    assert!(names(root.path()).is_empty());
    fs::create_dir(root.path().join(".plimsoll")).unwrap();
    set_mode(&root.path().join(".plimsoll"), 0o700);
    assert!(open_existing(root.path()).unwrap().is_none());
    assert!(names(&root.path().join(".plimsoll")).is_empty());
}

#[test]
fn a_folder_that_the_user_names_may_lie_deep_and_be_readable_by_others() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("a/b");
    open_folder(&folder, Some(&key())).unwrap();
    assert_eq!(mode(&folder), 0o700);
    set_mode(&folder, 0o755);
    open_folder(&folder, Some(&key())).unwrap();
    set_mode(&folder, 0o770);
    let error = open_folder(&folder, Some(&key())).unwrap_err();
    assert!(error.to_string().contains("is open to other users (mode 770)"), "{error}");
}

#[test]
fn what_else_lies_in_a_folder_that_the_user_names_stays_there() {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("notes.txt"), "mine").unwrap();
    let state = open_folder(folder.path(), Some(&key())).unwrap();
    assert!(state.notices().is_empty());
    assert_eq!(fs::read_to_string(folder.path().join("notes.txt")).unwrap(), "mine");
}

#[test]
fn those_who_begin_at_once_agree_on_one_secret() {
    let plants: [&dyn Fn(&Path); 3] =
        [&|_| (), &|home| symlink("/nowhere", home).unwrap(), &|home| {
            private::make_folder(home).unwrap();
            private::make_folder(&home.join(seal::folder_name(&key()))).unwrap();
        }];
    for round in 0..60 {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join(".plimsoll");
        plants[round % 3](&home);
        let barrier = Barrier::new(8);
        let begin = || {
            barrier.wait();
            open(root.path()).secret().clone()
        };
        let secrets: Vec<Secret> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(begin)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        let expected = if round % 3 == 0 { 2 } else { 3 };
        assert_eq!(names(&home).len(), expected, "{:?}", names(&home));
        assert_eq!(names(root.path()), [".plimsoll"]);
    }
}

#[test]
fn a_moved_project_keeps_its_state_and_a_copied_one_begins_afresh() {
    let parent = tempfile::tempdir().unwrap();
    let (first, moved, copied) =
        (parent.path().join("first"), parent.path().join("moved"), parent.path().join("copied"));
    fs::create_dir(&first).unwrap();
    let secret = open(&first).secret().clone();
    fs::rename(&first, &moved).unwrap();
    let state = open(&moved);
    assert!(*state.secret() == secret && state.notices().is_empty());

    copy(&moved, &copied);
    assert!(open_existing(&copied).unwrap_err().to_string().contains("it is a copy"));
    let state = open(&copied);
    assert_ne!(*state.secret(), secret);
    assert!(state.notices()[0].contains("it is a copy"), "{:?}", state.notices());
    assert_eq!(*open(&moved).secret(), secret, "the original is untouched");

    // Whoever names the folder vouches for it.
    let named = parent.path().join("named");
    copy(&moved.join(".plimsoll"), &named);
    assert_eq!(*open_folder(&named, Some(&key())).unwrap().secret(), secret);
}

#[test]
fn a_tree_that_cannot_be_written_says_so() {
    // A root that is a file cannot be written by anyone, not even by an administrator.
    let root = tempfile::NamedTempFile::new().unwrap();
    let error = try_open(root.path()).unwrap_err();
    assert!(error.to_string().contains("--state"), "{error}");

    let root = tempfile::tempdir().unwrap();
    set_mode(root.path(), 0o500);
    if fs::write(root.path().join("probe"), "").is_err() {
        let error = try_open(root.path()).unwrap_err();
        assert!(matches!(error, StateError::ReadOnly { .. }), "{error}");
    } else {
        println!("skipped: an administrator can write into any folder");
    }
    set_mode(root.path(), 0o700);
}
