//! Keys: who has one, who has none, and where it is kept.

use super::*;

#[test]
fn each_key_has_a_folder_of_its_own_and_leaves_the_others_alone() {
    let root = tempfile::tempdir().unwrap();
    let other_key = UserKey::from_bytes([8; 32]);
    let place = StatePlace::InRoot { root: root.path(), key: Some(&other_key) };
    let mine = open(root.path());
    assert!(State::open_existing(place).unwrap().is_none());
    let theirs = State::open(place).unwrap();
    assert!(theirs.notices().is_empty(), "{:?}", theirs.notices());
    assert_ne!(mine.folder(), theirs.folder());
    assert_ne!(mine.secret(), theirs.secret());
    assert_eq!(open(root.path()).secret(), mine.secret());
}

#[test]
fn a_folder_sealed_with_another_key_is_not_believed_under_this_one_s_name() {
    let root = tempfile::tempdir().unwrap();
    let mine = open(root.path()).folder().to_owned();
    let other_key = UserKey::from_bytes([8; 32]);
    let theirs =
        State::open(StatePlace::InRoot { root: root.path(), key: Some(&other_key) }).unwrap();
    fs::remove_dir_all(&mine).unwrap();
    fs::rename(theirs.folder(), &mine).unwrap();
    let state = open(root.path());
    assert!(state.notices()[0].contains("is not sealed with your key"), "{:?}", state.notices());
    assert_ne!(state.secret(), theirs.secret());
}

#[test]
fn without_a_key_nothing_in_a_root_is_believed_or_made() {
    let root = tempfile::tempdir().unwrap();
    let place = StatePlace::InRoot { root: root.path(), key: None };
    assert!(matches!(State::open(place).unwrap_err(), StateError::NoKey));
    assert!(matches!(State::open_existing(place).unwrap_err(), StateError::NoKey));
    assert!(names(root.path()).is_empty());
    let folder = root.path().join("state");
    let secret = open_folder(&folder, None).unwrap().secret().clone();
    assert_eq!(*open_folder(&folder, None).unwrap().secret(), secret);
}

#[test]
fn a_key_is_made_once_for_the_owner_alone() {
    let user = tempfile::tempdir().unwrap();
    let folder = user.path().join("share/plimsoll");
    assert!(UserKey::read(&folder).unwrap().is_none());
    let barrier = Barrier::new(8);
    let make = || {
        barrier.wait();
        UserKey::read_or_make(&folder).unwrap()
    };
    let keys: Vec<UserKey> = std::thread::scope(|scope| {
        let threads: Vec<_> = (0..8).map(|_| scope.spawn(make)).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    });
    assert!(keys.iter().all(|key| *key == keys[0]));
    assert_eq!(UserKey::read(&folder).unwrap().as_ref(), Some(&keys[0]));
    assert_eq!((mode(&folder), mode(&folder.join("key"))), (0o700, 0o600));
    assert_eq!(names(&folder), ["key"]);
}

#[test]
fn a_key_that_others_could_know_or_change_is_refused() {
    let user = tempfile::tempdir().unwrap();
    let folder = user.path().join("plimsoll");
    UserKey::read_or_make(&folder).unwrap();
    let refused = |expected: &str| {
        for error in [UserKey::read(&folder).err(), UserKey::read_or_make(&folder).err()] {
            let error = error.expect("it is refused").to_string();
            assert!(error.contains(expected), "{error}");
        }
    };
    set_mode(&folder.join("key"), 0o644);
    refused("is open to other users (mode 644)");
    set_mode(&folder.join("key"), 0o600);
    set_mode(&folder, 0o777);
    refused("is open to other users (mode 777)");
    set_mode(&folder, 0o700);
    fs::write(folder.join("key"), "short").unwrap();
    refused("does not hold 32 bytes");
    fs::rename(folder.join("key"), user.path().join("elsewhere")).unwrap();
    symlink(user.path().join("elsewhere"), folder.join("key")).unwrap();
    refused("is a symbolic link");
}
