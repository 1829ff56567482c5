//! State folders as they come with a repository, and what becomes of one's own.

use crate::support::Place;
use crate::support::place::files_below;
use serde_json::Value;
use std::fs::{self, Permissions};
use std::os::unix::fs::{FileTypeExt, MetadataExt, PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

const NEEDLE: &str = "//- a.txt\nthe needle\n";

fn set_mode(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// A project whose `.plimsoll` came with it: the store and secret of somebody who has worked in it, laid
/// out as of old and as of now, with a link and a pipe, closed as plimsoll closes it.
fn poisoned() -> (Place, PathBuf) {
    let attacker = Place::of(NEEDLE);
    let _ = attacker.run(["pack", "forged decision"]).ok();
    let place = Place::of(NEEDLE);
    let home = place.root().join(".plimsoll");
    let copied =
        Command::new("cp").arg("-a").arg(attacker.root().join(".plimsoll")).arg(&home).status();
    assert!(copied.expect("there is cp").success());
    let sealed = attacker.state_folder();
    for file in ["store.sqlite", "workspace-secret", "seal"] {
        fs::copy(sealed.join(file), home.join(file)).expect("it is ours");
    }
    let victim = place.beside("victim");
    fs::write(&victim, "kept").expect("it is ours");
    symlink(&victim, home.join("link")).expect("it is ours");
    assert!(Command::new("mkfifo").arg(home.join("pipe")).status().expect("it runs").success());
    set_mode(&home, 0o700);
    (place, victim)
}

#[test]
fn a_poisoned_folder_is_set_aside_and_the_call_works_and_is_logged() {
    let (place, victim) = poisoned();
    let before = files_below(&place.root().join(".plimsoll"));
    let forged = fs::read(place.root().join(".plimsoll/workspace-secret")).expect("it is there");
    assert!(place.run(["explain"]).ends_with(2).stderr().contains("nothing has been decided"));
    assert_eq!(files_below(&place.root().join(".plimsoll")), before, "looking changes nothing");

    let ran = place.run(["pack", "needle", "--require-log"]).ok();
    assert!(ran.stdout().contains("the needle"));
    let notes: Vec<&str> = ran.stderr().lines().filter(|line| line.contains("set aside")).collect();
    assert_eq!(notes.len(), 1, "{}", ran.stderr());
    assert!(notes[0].starts_with("note: ") && notes[0].contains("set-aside-1"), "{}", notes[0]);

    let aside = place.root().join(".plimsoll/set-aside-1");
    let kind = |name: &str| aside.join(name).symlink_metadata().expect("it was moved").file_type();
    assert!(kind("link").is_symlink() && kind("pipe").is_fifo());
    assert!(kind("store.sqlite").is_file(), "nothing is deleted");
    assert_eq!(fs::read_to_string(victim).expect("it is there"), "kept");
    let made = files_below(&place.root().join(".plimsoll"));
    let made = made.iter().filter(|file| !before.contains(file) && !file.starts_with(&aside));
    let secret = made.clone().find(|file| file.ends_with("workspace-secret")).expect("it was made");
    assert_ne!(fs::read(secret).expect("it is there"), forged);

    assert_eq!(place.run(["explain", "--json"]).ok().json()["sequence"], 1);
    let again = place.run(["pack", "needle"]).ok();
    assert!(!again.stderr().contains("set aside"), "it is said once: {}", again.stderr());
}

#[test]
fn what_stands_in_the_folder_s_place_is_set_aside() {
    let plants: [&dyn Fn(&Place); 4] = [
        &|place| {
            fs::create_dir(place.beside("victim")).expect("it is ours");
            symlink(place.beside("victim"), place.root().join(".plimsoll")).expect("it is ours");
        },
        &|place| place.write(".plimsoll", "a file"),
        &|place| {
            place.write(".plimsoll/store.sqlite", "forged");
            set_mode(&place.root().join(".plimsoll"), 0o755);
        },
        &|place| {
            let made = Command::new("mkfifo").arg(place.root().join(".plimsoll")).status();
            assert!(made.expect("it runs").success());
        },
    ];
    let expected = Place::of(NEEDLE).run(["pack", "needle"]).ok();
    for plant in plants {
        let place = Place::of(NEEDLE);
        plant(&place);
        let _ = place.run(["explain"]).ends_with(3);
        let ran = place.run(["pack", "needle", "--require-log"]).ok();
        assert_eq!(ran.stdout(), expected.stdout(), "it does not show in the result");
        assert!(ran.stderr().contains("set aside unread"), "{}", ran.stderr());
        assert_eq!(place.run(["explain", "--json"]).ok().json()["sequence"], 1);
        if let Ok(victim) = fs::read_dir(place.beside("victim")) {
            assert_eq!(victim.count(), 0, "nothing is written through a link");
        }
        let names = fs::read_dir(place.root()).expect("it is ours").count();
        assert_eq!(names, 2, "the project and one state folder");
    }
}

#[test]
fn a_moved_project_keeps_its_log_and_a_copied_one_begins_a_new_one() {
    let place = Place::of(NEEDLE);
    let _ = place.run(["pack", "needle"]).ok();
    let (moved, copied) = (place.beside("moved"), place.beside("copied"));
    fs::rename(place.root(), &moved).expect("it is ours");
    let done = Command::new("cp").arg("-a").arg(&moved).arg(&copied).status();
    assert!(done.expect("there is cp").success());
    let in_folder = |folder: &Path, args: &[&str]| place.call().folder(folder).args(args).run();
    let sequence = |ran: &Value| ran["sequence"].clone();
    let explain = in_folder(&moved, &["explain", "--json"]).ok().json();
    assert_eq!(sequence(&explain), 1);
    assert!(in_folder(&copied, &["explain"]).ends_with(3).stderr().contains("it is a copy"));
    assert!(in_folder(&copied, &["pack", "needle"]).ok().stderr().contains("it is a copy"));
    assert!(!in_folder(&moved, &["pack", "needle"]).ok().stderr().contains("set aside"));
    assert_eq!(sequence(&in_folder(&moved, &["explain", "--json"]).ok().json()), 2);
    assert_eq!(sequence(&in_folder(&copied, &["explain", "--json"]).ok().json()), 1);
}

#[test]
fn another_key_sees_nothing_and_takes_nothing_away() {
    let place = Place::of(NEEDLE);
    let _ = place.run(["pack", "needle"]).ok();
    let other = place.beside("other");
    let as_other = |args: &[&str]| place.call().env("HOME", &other).args(args).run();
    assert!(as_other(&["explain"]).ends_with(2).stderr().contains("nothing has been decided"));
    assert!(!other.exists(), "looking makes no key");
    let ran = as_other(&["pack", "needle"]).ok();
    assert!(!ran.stderr().contains("set aside"), "{}", ran.stderr());
    assert_eq!(place.run(["explain", "--json"]).ok().json()["sequence"], 1);
    let key = other.join(".local/share/plimsoll/key");
    assert_eq!(key.metadata().expect("it was made").mode() & 0o777, 0o600);
}

#[test]
fn without_a_home_nothing_is_logged_in_the_project_but_a_named_folder_serves() {
    let place = Place::of(NEEDLE);
    let homeless = || place.call().env("HOME", "").env("XDG_CONFIG_HOME", "");
    let ran = homeless().args(["pack", "needle"]).run().ok();
    assert!(ran.stderr().contains("not logged: without a key"), "{}", ran.stderr());
    assert!(!place.has_state());
    let _ = homeless().args(["pack", "needle", "--require-log"]).run().ends_with(3);
    let state = place.beside("state");
    let named = |command: &'static [&str]| homeless().args(command).arg("--state").arg(&state);
    let _ = named(&["pack", "needle", "--require-log"]).run().ok();
    assert_eq!(named(&["explain", "--json"]).run().ok().json()["sequence"], 1);
}

#[test]
fn a_key_that_others_can_read_is_not_used_and_said_so() {
    let place = Place::of(NEEDLE);
    let _ = place.run(["pack", "needle"]).ok();
    set_mode(&place.home().join(".local/share/plimsoll/key"), 0o644);
    let ran = place.run(["pack", "needle"]).ok();
    assert!(ran.stderr().contains("your key cannot be used: "), "{}", ran.stderr());
    assert!(ran.stderr().contains("open to other users (mode 644)"), "{}", ran.stderr());
    let _ = place.run(["pack", "needle", "--require-log"]).ends_with(3);
}

#[test]
fn neither_key_nor_secret_is_ever_printed() {
    let place = Place::of(NEEDLE);
    let _ = place.run(["pack", "needle"]).ok();
    let read = |path: PathBuf| fs::read_to_string(path).expect("it is there");
    let key = read(place.home().join(".local/share/plimsoll/key"));
    let secret = read(place.state_folder().join("workspace-secret"));
    for args in [&["pack", "x", "-v"][..], &["explain", "-v"], &["doctor"], &["config", "show"]] {
        let ran = place.run(args).ok();
        for said in [ran.stdout(), ran.stderr()] {
            assert!(!said.contains(&key) && !said.contains(&secret), "{args:?}");
        }
    }
}
