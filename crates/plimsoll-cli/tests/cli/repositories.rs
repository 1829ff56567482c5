//! Repositories and state folders as they come: clones, worktrees, broken, read-only, shared, shipped.

use crate::support::Place;
use crate::support::run::{Call, binary, hermetic};
use std::fs::{self, Permissions};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::process::CommandExt;

const ASK: [&str; 4] = ["pack", "find the needle", "--format", "json"];

#[test]
fn without_its_history_a_clone_is_a_plain_copy() {
    let plain = Place::copy_of("globset");
    fs::remove_file(plain.root().join(".gitignore")).ok();
    let clone = Place::at("origin");
    crate::support::sources::copy("globset", clone.root());
    fs::remove_file(clone.root().join(".gitignore")).ok();
    clone.commit_all();
    let _ = clone.git(&["clone", "-q", ".", "../clone"]).ok();
    let no_history =
        |call: Call| call.env("PLIMSOLL_INDEX_HISTORY", "false").args(ASK).run().ok().json();
    let cloned = no_history(clone.call().folder(clone.beside("clone")));
    let copied = no_history(plain.call());
    assert_eq!(cloned["document"], copied["document"]);
    assert_eq!(cloned["meta"]["fingerprint"], copied["meta"]["fingerprint"]);
}

/// Whoever may write everywhere tests this as somebody who may not.
#[test]
fn a_read_only_tree_works_with_a_note_and_with_a_state_elsewhere() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let state = place.beside("state");
    fs::create_dir(&state).expect("it is ours");
    let as_nobody =
        fs::metadata("/proc/self").is_ok_and(|me| std::os::unix::fs::MetadataExt::uid(&me) == 0);
    let open = |mode: u32, path: &std::path::Path| {
        fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
    };
    open(0o755, &place.beside(""));
    open(0o555, place.root());
    let run = |args: &[&str]| {
        let mut command = hermetic(binary(), &place.home());
        command.current_dir(place.root()).args(args);
        if as_nobody {
            command.uid(65_534).gid(65_534);
        }
        command.output()
    };
    if as_nobody {
        std::os::unix::fs::chown(&state, Some(65_534), Some(65_534)).expect("root may");
    }
    open(0o700, &state);
    let Ok(plain) = run(&["pack", "needle"]) else { return };
    let said = String::from_utf8_lossy(&plain.stderr).into_owned();
    assert_eq!(plain.status.code(), Some(0), "{said}");
    assert!(said.contains("not logged"), "{said}");
    assert!(String::from_utf8_lossy(&plain.stdout).contains("the needle"));
    let required = run(&["pack", "needle", "--require-log"]).expect("it ran before");
    assert_eq!(required.status.code(), Some(3));
    let elsewhere = state.to_str().expect("it is plain");
    let kept = run(&["pack", "needle", "--state", elsewhere, "--require-log"]).expect("it ran");
    assert_eq!(kept.status.code(), Some(0), "{}", String::from_utf8_lossy(&kept.stderr));
    open(0o755, place.root());
    assert!(!place.has_state());
}

#[test]
fn a_broken_repository_is_a_folder_with_a_note() {
    for broken in [".git/HEAD", ".git/index"] {
        let place = Place::of("//- AGENTS.md\n# Rules\nKeep the needle.\n");
        place.commit_all();
        place.write(broken, "garbage");
        let ran = place.run(["compose", "--format", "markdown"]).ok();
        assert!(ran.stdout().contains("Keep the needle."));
        assert!(ran.stderr().contains("note: Git is not used: `.git` "), "{}", ran.stderr());
        assert!(place.run(["pack", "needle"]).ok().stdout().contains("Keep the needle."));
    }
}

#[test]
fn repositories_of_other_kinds_have_their_changes() {
    let unborn = Place::of("//- a.txt\nthe needle\n");
    let _ = unborn.git(&["init", "-q"]).ok();
    let sha256 = Place::of("//- a.txt\nnothing\n");
    let _ = sha256.git(&["init", "-q", "--object-format=sha256"]).ok();
    sha256.commit_all();
    sha256.write("a.txt", "the needle\n");
    let main = Place::at("main");
    main.write("a.txt", "nothing\n");
    main.commit_all();
    let _ = main.git(&["worktree", "add", "-q", "../other", "-b", "other"]).ok();
    let other = main.beside("other");
    fs::write(other.join("a.txt"), "the needle\n").expect("it is ours");
    for (place, folder) in [(&unborn, unborn.root()), (&sha256, sha256.root()), (&main, &other)] {
        let ran = place.call().folder(folder).args(["compose", "--format", "markdown"]).run().ok();
        assert!(ran.stdout().contains("+the needle\n"), "{}{}", ran.stdout(), ran.stderr());
    }
}

#[test]
fn many_at_once_share_one_state() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let children: Vec<_> = (0..8)
        .map(|n| {
            let call = place.call().args(["pack", &format!("needle {n}"), "-q", "--require-log"]);
            call.into_command().stdout(std::process::Stdio::null()).spawn().expect("it is built")
        })
        .collect();
    for mut child in children {
        assert!(child.wait().is_ok_and(|status| status.success()));
    }
    assert_eq!(place.run(["explain", "--json"]).ok().json()["sequence"], 8);
}
