//! Real folders, honest and hostile.

use super::*;
use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, symlink};
use std::sync::Barrier;

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

fn refusal(root: &Path) -> String {
    let error = State::open(StatePlace::InRoot(root)).unwrap_err().to_string();
    let reading = State::open_existing(StatePlace::InRoot(root)).unwrap_err().to_string();
    assert_eq!(error, reading, "reading must refuse what writing refuses");
    error
}

#[test]
fn the_first_use_makes_a_closed_folder_and_the_next_one_finds_it() {
    let root = tempfile::tempdir().unwrap();
    let place = StatePlace::InRoot(root.path());
    let state = State::open(place).unwrap();
    let folder = root.path().join(".plimsoll");
    assert_eq!(state.folder(), folder);
    assert_eq!(mode(&folder), 0o700);
    assert_eq!(names(&folder), [".gitignore", "workspace-secret"]);
    assert_eq!(fs::read_to_string(folder.join(".gitignore")).unwrap(), "*\n");
    let secret_file = folder.join("workspace-secret");
    assert_eq!(mode(&secret_file), 0o600);
    let text = fs::read_to_string(secret_file).unwrap();
    assert_eq!(text.len(), 43);
    assert_eq!(state.secret().expose(), text);
    assert_eq!(State::open(place).unwrap().secret().expose(), text);
    let read = State::open_existing(place).unwrap().unwrap();
    assert_eq!(read.secret().expose(), text);
    assert_eq!(read.store_file(), folder.join("store.sqlite"));
}

#[test]
fn two_workspaces_have_two_secrets_and_none_is_printed() {
    let (one, two) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    let one = State::open(StatePlace::InRoot(one.path())).unwrap();
    let two = State::open(StatePlace::InRoot(two.path())).unwrap();
    assert_ne!(one.secret(), two.secret());
    assert!(!format!("{one:?} {:#?}", one.secret()).contains(one.secret().expose()));
}

#[test]
fn opening_for_reading_makes_nothing() {
    let root = tempfile::tempdir().unwrap();
    let place = StatePlace::InRoot(root.path());
    assert!(State::open_existing(place).unwrap().is_none());
    assert!(names(root.path()).is_empty());
    fs::create_dir(root.path().join(".plimsoll")).unwrap();
    set_mode(&root.path().join(".plimsoll"), 0o700);
    assert!(State::open_existing(place).unwrap().is_none());
    assert!(names(&root.path().join(".plimsoll")).is_empty());
}

#[test]
fn a_folder_that_the_user_names_may_lie_deep_and_be_readable_by_others() {
    let parent = tempfile::tempdir().unwrap();
    let folder = parent.path().join("a/b");
    State::open(StatePlace::Folder(&folder)).unwrap();
    assert_eq!(mode(&folder), 0o700);
    set_mode(&folder, 0o755);
    State::open(StatePlace::Folder(&folder)).unwrap();
    set_mode(&folder, 0o770);
    let error = State::open(StatePlace::Folder(&folder)).unwrap_err();
    assert!(matches!(error, StateError::Open { mode: 0o770, .. }), "{error}");
}

#[test]
fn a_shipped_folder_is_refused_and_left_as_it_is() {
    let root = tempfile::tempdir().unwrap();
    let folder = root.path().join(".plimsoll");
    fs::create_dir(&folder).unwrap();
    for open in [0o755, 0o720, 0o702, 0o777] {
        set_mode(&folder, open);
        assert!(refusal(root.path()).contains(&format!("(mode {open:03o})")));
        assert!(names(&folder).is_empty());
    }
    fs::remove_dir(&folder).unwrap();

    let elsewhere = tempfile::tempdir().unwrap();
    symlink(elsewhere.path(), &folder).unwrap();
    assert!(refusal(root.path()).contains("is a symbolic link"));
    assert!(names(elsewhere.path()).is_empty());
    fs::remove_file(&folder).unwrap();

    symlink(root.path().join("nowhere"), &folder).unwrap();
    assert!(refusal(root.path()).contains("is a symbolic link"));
    fs::remove_file(&folder).unwrap();

    fs::write(&folder, "").unwrap();
    assert!(refusal(root.path()).contains("is not a folder"));
}

#[test]
fn a_shipped_secret_is_refused_and_left_as_it_is() {
    let root = tempfile::tempdir().unwrap();
    State::open(StatePlace::InRoot(root.path())).unwrap();
    let file = root.path().join(".plimsoll/workspace-secret");
    let good = fs::read(&file).unwrap();
    let padded = [good.as_slice(), b"="].concat();
    let not_canonical = [&good[..42], b"_"].concat();
    let long = vec![b'A'; 1 << 20];
    for bad in [&b""[..], &good[..42], &padded, &not_canonical, &long, b"\xFF\xFE", b"../../etc"] {
        fs::write(&file, bad).unwrap();
        assert!(refusal(root.path()).contains("does not hold a workspace secret"));
        assert_eq!(fs::read(&file).unwrap(), bad);
    }
    fs::write(&file, &good).unwrap();
    set_mode(&file, 0o644);
    assert!(refusal(root.path()).contains("(mode 644)"));
    fs::remove_file(&file).unwrap();

    let elsewhere = root.path().join("elsewhere");
    fs::write(&elsewhere, &good).unwrap();
    set_mode(&elsewhere, 0o600);
    symlink(&elsewhere, &file).unwrap();
    assert!(refusal(root.path()).contains("is a symbolic link"));
    fs::remove_file(&file).unwrap();
    fs::create_dir(&file).unwrap();
    assert!(refusal(root.path()).contains("is not a file"));
}

#[test]
fn a_link_in_place_of_the_ignore_file_is_replaced_and_not_followed() {
    let root = tempfile::tempdir().unwrap();
    let place = StatePlace::InRoot(root.path());
    State::open(place).unwrap();
    let ignore = root.path().join(".plimsoll/.gitignore");
    let precious = root.path().join("precious");
    fs::write(&precious, "kept").unwrap();
    fs::remove_file(&ignore).unwrap();
    symlink(&precious, &ignore).unwrap();
    State::open(place).unwrap();
    assert_eq!(fs::read_to_string(&ignore).unwrap(), "*\n");
    assert_eq!(fs::read_to_string(&precious).unwrap(), "kept");
}

#[test]
fn those_who_begin_at_once_agree_on_one_secret() {
    for _ in 0..20 {
        let root = tempfile::tempdir().unwrap();
        let barrier = Barrier::new(8);
        let open = || {
            barrier.wait();
            State::open(StatePlace::InRoot(root.path())).unwrap().secret().clone()
        };
        let secrets: Vec<Secret> = std::thread::scope(|scope| {
            let threads: Vec<_> = (0..8).map(|_| scope.spawn(open)).collect();
            threads.into_iter().map(|thread| thread.join().unwrap()).collect()
        });
        assert!(secrets.iter().all(|secret| *secret == secrets[0]));
        assert_eq!(names(&root.path().join(".plimsoll")), [".gitignore", "workspace-secret"]);
    }
}

#[test]
fn a_tree_that_cannot_be_written_says_so() {
    // A root that is a file cannot be written by anyone, not even by an administrator.
    let root = tempfile::NamedTempFile::new().unwrap();
    let error = State::open(StatePlace::InRoot(root.path())).unwrap_err();
    assert!(matches!(error, StateError::ReadOnly { .. }), "{error}");
    assert!(error.to_string().contains("--state"));

    let root = tempfile::tempdir().unwrap();
    set_mode(root.path(), 0o500);
    if fs::write(root.path().join("probe"), "").is_err() {
        let error = State::open(StatePlace::InRoot(root.path())).unwrap_err();
        assert!(matches!(error, StateError::ReadOnly { .. }), "{error}");
    }
    set_mode(root.path(), 0o700);
}

#[test]
fn what_belongs_to_another_user_is_refused() {
    let root = tempfile::tempdir().unwrap();
    State::open(StatePlace::InRoot(root.path())).unwrap();
    let folder = root.path().join(".plimsoll");
    // Only an administrator can give files away; for everyone else there is nothing to try here.
    for given_away in [folder.join("workspace-secret"), folder] {
        if std::os::unix::fs::chown(&given_away, Some(54_321), None).is_ok() {
            assert!(refusal(root.path()).contains("belongs to another user (54321)"));
        }
    }
}
