//! State folders that came with a repository, or that somebody has been at.

#![expect(clippy::disallowed_types, reason = "tests use programs that the engine does not")]

use super::*;
use proptest::prelude::*;

/// The one folder into which something was set aside.
fn aside(root: &Path) -> PathBuf {
    root.join(".plimsoll/set-aside-1")
}

fn make_fifo(path: &Path) {
    assert!(Command::new("mkfifo").arg(path).status().unwrap().success());
}

#[test]
fn a_shipped_folder_is_set_aside_whole_where_others_could_have_made_it() {
    for open_mode in [0o755, 0o720, 0o702, 0o777] {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join(".plimsoll");
        fs::create_dir(&home).unwrap();
        fs::write(home.join("store.sqlite"), "forged").unwrap();
        set_mode(&home, open_mode);
        let refused = open_existing(root.path()).unwrap_err().to_string();
        assert!(refused.contains(&format!("(mode {open_mode:03o})")), "{refused}");
        assert_eq!(names(&home), ["store.sqlite"], "reading changes nothing");

        let state = open(root.path());
        assert!(state.notices()[0].contains("set aside unread"), "{:?}", state.notices());
        assert_eq!(fs::read_to_string(aside(root.path()).join("store.sqlite")).unwrap(), "forged");
        assert!(!state.store_file().exists());
        assert_eq!((mode(&home), mode(&aside(root.path()))), (0o700, open_mode));
        assert!(open(root.path()).notices().is_empty(), "it is said once");
        assert_eq!(names(root.path()), [".plimsoll"]);
    }
}

#[test]
fn a_closed_folder_with_poison_in_it_is_not_believed_either() {
    let root = tempfile::tempdir().unwrap();
    let home = root.path().join(".plimsoll");
    fs::create_dir(&home).unwrap();
    set_mode(&home, 0o700);
    let victim = root.path().join("victim");
    fs::write(&victim, "kept").unwrap();
    fs::write(home.join("store.sqlite"), "forged").unwrap();
    fs::write(home.join("workspace-secret"), "A".repeat(43)).unwrap();
    symlink(&victim, home.join(".gitignore")).unwrap();
    symlink("/etc", home.join("seal")).unwrap();
    make_fifo(&home.join("pipe"));
    fs::create_dir(home.join("u-0123456789abcdef")).unwrap();

    let state = open(root.path());
    assert_eq!(state.notices().len(), 1, "{:?}", state.notices());
    assert!(state.notices()[0].contains("what plimsoll does not put there"));
    let set_aside = [".gitignore", "pipe", "seal", "store.sqlite", "workspace-secret"];
    assert_eq!(names(&aside(root.path())), set_aside);
    assert_eq!(fs::read_to_string(&victim).unwrap(), "kept");
    assert_eq!(fs::read_to_string(home.join(".gitignore")).unwrap(), "*\n");
    assert_ne!(state.secret().expose(), "A".repeat(43));
    assert_eq!(names(&home).len(), 4, "another user's folder is left alone: {:?}", names(&home));
}

#[test]
fn whatever_stands_in_the_folder_s_place_is_set_aside_and_never_followed() {
    let elsewhere = tempfile::tempdir().unwrap();
    let plants: [&dyn Fn(&Path); 5] = [
        &|home| symlink(elsewhere.path(), home).unwrap(),
        &|home| symlink("nowhere", home).unwrap(),
        &|home| symlink(".plimsoll", home).unwrap(),
        &|home| fs::write(home, "text").unwrap(),
        &make_fifo,
    ];
    for plant in plants {
        let root = tempfile::tempdir().unwrap();
        let home = root.path().join(".plimsoll");
        plant(&home);
        let planted = fs::symlink_metadata(&home).unwrap();
        assert!(matches!(open_existing(root.path()), Err(StateError::NotSealed { .. })));
        let state = open(root.path());
        assert_eq!(state.notices().len(), 1);
        let moved = fs::symlink_metadata(aside(root.path())).unwrap();
        assert_eq!(moved.ino(), planted.ino());
        assert!(names(elsewhere.path()).is_empty());
    }
}

#[test]
fn a_folder_under_this_key_s_name_needs_its_seal() {
    let root = tempfile::tempdir().unwrap();
    let name = seal::folder_name(&key());
    let folder = root.path().join(".plimsoll").join(&name);
    let plants: [(&str, &dyn Fn()); 6] = [
        ("has no seal", &|| fs::remove_file(folder.join("seal")).unwrap()),
        ("not sealed with your key", &|| fs::remove_file(folder.join("workspace-secret")).unwrap()),
        ("not sealed with your key", &|| set_mode(&folder.join("seal"), 0o644)),
        ("mode 750", &|| set_mode(&folder, 0o750)),
        ("is a symbolic link", &|| {
            fs::rename(&folder, root.path().join("moved")).unwrap();
            symlink(root.path().join("moved"), &folder).unwrap();
        }),
        ("is not a folder", &|| {
            fs::remove_dir_all(&folder).unwrap();
            make_fifo(&folder);
        }),
    ];
    for (number, (expected, plant)) in (1..).zip(plants) {
        let before = open(root.path()).secret().clone();
        plant();
        assert!(open_existing(root.path()).unwrap_err().to_string().contains(expected));
        let state = open(root.path());
        assert!(state.notices()[0].contains(expected), "{:?}", state.notices());
        assert_ne!(*state.secret(), before);
        let aside = root.path().join(format!(".plimsoll/set-aside-{number}"));
        assert!(fs::symlink_metadata(aside).is_ok());
    }
}

#[test]
fn what_belongs_to_another_user_is_not_believed_and_a_whole_folder_of_theirs_is_left_to_them() {
    let root = tempfile::tempdir().unwrap();
    let folder = open(root.path()).folder().to_owned();
    let give_away = |path: &Path| std::os::unix::fs::chown(path, Some(54_321), None).is_ok();
    if !give_away(&folder.join("workspace-secret")) {
        println!("skipped: only an administrator can give files away");
        return;
    }
    assert!(open(root.path()).notices()[0].contains("not sealed with your key"));
    assert!(give_away(&folder));
    assert!(open(root.path()).notices()[0].contains("another user (54321)"));
    let home = root.path().join(".plimsoll");
    let before = names(&home);
    assert!(give_away(&home));
    for error in [try_open(root.path()).err(), open_existing(root.path()).err()] {
        let error = error.expect("it is refused").to_string();
        assert!(error.contains("belongs to another user (54321)"), "{error}");
    }
    assert_eq!(names(&home), before);
}

#[test]
fn a_full_disk_says_so_and_leaves_nothing_half_made() {
    let disk = tempfile::tempdir().unwrap();
    let mount = |args: &[&str]| {
        let done = Command::new("mount").args(args).arg(disk.path()).output();
        done.is_ok_and(|done| done.status.success())
    };
    if !mount(&["-t", "tmpfs", "-o", "size=16k,nr_inodes=100", "none"]) {
        println!("skipped: only an administrator can mount a small disk");
        return;
    }
    let _ = fs::write(disk.path().join("filler"), vec![0_u8; 64 * 1024]);
    let error = try_open(disk.path()).unwrap_err();
    fs::remove_file(disk.path().join("filler")).unwrap();
    let after = try_open(disk.path());
    assert!(Command::new("umount").arg(disk.path()).status().unwrap().success());
    assert!(error.to_string().contains("No space left"), "{error}");
    assert!(after.unwrap().notices().is_empty());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    /// No change of the seal or the secret goes unnoticed.
    #[test]
    fn one_changed_byte_breaks_the_seal(at in 0_usize..131, to: u8) {
        let root = tempfile::tempdir().unwrap();
        let state = open(root.path());
        let (file, at) = if at < 88 { ("seal", at) } else { ("workspace-secret", at - 88) };
        let path = state.folder().join(file);
        let mut bytes = fs::read(&path).unwrap();
        prop_assume!(bytes[at] != to);
        bytes[at] = to;
        fs::write(&path, &bytes).unwrap();
        prop_assert!(open_existing(root.path()).is_err());
        bytes.truncate(at);
        fs::write(&path, &bytes).unwrap();
        prop_assert!(open_existing(root.path()).is_err());
    }
}
