//! Trees of every kind: huge files, many files, hostile names, links, pipes, and folders that are traps.

use crate::support::run::{binary, hermetic};
use crate::support::{Place, entry, texts};
use std::fs::{self, File, Permissions};
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::process::CommandExt;
use std::process::Command;

const ASK: [&str; 4] = ["pack", "find the needle", "--format", "json"];

#[test]
fn huge_files_are_listed_and_not_read() {
    let place = Place::of("//- small.txt\nthe needle is here\n");
    place.write("huge.txt", "the needle is not here\n".repeat(50_000_000 / 23));
    let sparse = File::create(place.root().join("huge.bin")).expect("it is ours");
    sparse.set_len(50_000_000).expect("it takes no room");
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["small.txt"]);
    for name in ["huge.txt", "huge.bin"] {
        assert_eq!(entry(&pack["meta"]["leftOut"], "path", name)["reason"], "too_large");
    }
    let _ = place.run(["compose"]).ok();
}

#[test]
fn a_folder_with_one_huge_file_alone() {
    let place = Place::empty();
    place.write("one.txt", "the needle\n".repeat(170_000));
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["one.txt"]);
    assert_eq!(pack["truncated"], true);
}

#[test]
fn five_thousand_tiny_files() {
    let place = Place::empty();
    for n in 0..5_000 {
        place.write(format!("d{}/f{n}.txt", n % 50), format!("file {n} has no such thing\n"));
    }
    place.write("d7/needle.txt", "the needle\n");
    let pack = place.run(ASK).ok().json();
    assert!(texts(&pack["files"], "path").contains(&"d7/needle.txt"));
    let warm = place.run(ASK).ok().json();
    assert_eq!(warm, pack);
}

#[test]
fn hostile_names_are_shown_and_do_nothing() {
    let place = Place::empty();
    let names: [&[u8]; 7] = [
        b"new\nline needle.txt",
        b"esc\x1b[31mneedle.txt",
        b"quote\"'`needle`.txt",
        b"## needle.txt",
        b"-->]]><needle>&.txt",
        "rtl\u{202e}needle.txt".as_bytes(),
        b"not-utf8-\xff-needle.txt",
    ];
    for name in names {
        place.write(std::ffi::OsStr::from_bytes(name), "the needle\n");
    }
    for format in ["markdown", "xml", "json"] {
        let ran = place.run(["pack", "find the needle", "--format", format]).ok();
        assert!(!ran.stdout().contains('\u{1b}') && !ran.stderr().contains('\u{1b}'));
        // In JSON a name is data; what people read shows what they could not see.
        assert!(format == "json" || !ran.stdout().contains('\u{202e}'), "{}", ran.stdout());
        if format == "xml" {
            let parsed = roxmltree::Document::parse(ran.stdout()).expect("it is well-formed");
            let blocks = parsed.root_element().children().filter(roxmltree::Node::is_element);
            assert!(blocks.count() >= 8);
        }
        if format == "markdown" {
            let headings = ran.stdout().lines().filter(|line| line.starts_with("## "));
            assert_eq!(headings.count(), 2 + 6, "{}", ran.stdout());
        }
    }
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path").len(), 6);
    let left_out = pack["meta"]["leftOut"].as_array().expect("it is a list");
    assert!(left_out.iter().any(|entry| entry["reason"] == "name_not_utf8"), "{left_out:?}");
    for args in [&["explain", "-v"][..], &["compose", "-v"], &["explain"]] {
        let ran = place.run(args).ok();
        assert!(!ran.stdout().contains('\u{1b}') && !ran.stdout().contains('\u{202e}'));
    }
}

#[test]
fn links_and_pipes_are_not_followed_out() {
    let place = Place::of("//- inside.txt\nthe needle inside\n");
    let outside = place.put_beside("outside.txt", "the needle outside\n");
    let link = |to: &str, name: &str| symlink(to, place.root().join(name)).expect("it is ours");
    link(&outside, "out.txt");
    link("../outside.txt", "up.txt");
    link("..", "parent");
    link("loop", "loop");
    link("/dev/zero", "zero");
    link("nowhere", "dangling");
    let made = Command::new("mkfifo").arg(place.root().join("pipe")).status();
    assert!(made.is_ok_and(|status| status.success()));
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["inside.txt"]);
    assert!(!pack.to_string().contains("needle outside"));
    for name in ["out.txt", "up.txt", "loop", "zero", "dangling", "pipe"] {
        let reason = entry(&pack["meta"]["leftOut"], "path", name)["reason"].as_str();
        assert!(reason.is_some_and(|reason| !reason.is_empty()), "{name}");
    }
    let _ = place.run(["compose"]).ok();
}

#[test]
fn a_clone_and_a_plain_copy_show_the_same_files() {
    let plain = Place::copy_of("globset");
    fs::remove_file(plain.root().join(".gitignore")).ok();
    let clone = Place::at("origin");
    crate::support::sources::copy("globset", clone.root());
    fs::remove_file(clone.root().join(".gitignore")).ok();
    clone.commit_all();
    let _ = clone.git(&["clone", "-q", ".", "../clone"]).ok();
    let cloned = clone.call().folder(clone.beside("clone")).args(ASK).run().ok().json();
    let copied = plain.run(ASK).ok().json();
    assert_eq!(cloned["document"], copied["document"]);
    assert_eq!(cloned["meta"]["fingerprint"], copied["meta"]["fingerprint"]);
}

#[test]
fn gitignored_files_are_not_searched_but_may_be_named() {
    let place =
        Place::of("//- .gitignore\nout/\n//- out/made.txt\nthe needle\n//- a.txt\nneedle\n");
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    let task = r#"{"goal": "find", "context": {"files": ["out/made.txt"]}}"#;
    let call = place.call().args(["pack", "--task", "-", "--format", "json"]).stdin(task);
    assert_eq!(texts(&call.run().ok().json()["files"], "path"), ["out/made.txt"]);
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
fn a_shipped_state_folder_is_not_believed() {
    let needle = "//- a.txt\nthe needle\n";
    let folder = Place::of(needle);
    let shipped = folder.root().join(".plimsoll");
    fs::create_dir(&shipped).expect("it is ours");
    fs::write(shipped.join("secret"), "known to everybody").expect("it is ours");
    fs::set_permissions(&shipped, Permissions::from_mode(0o755)).expect("it is ours");
    let link = Place::of(needle);
    let victim = link.beside("victim");
    fs::create_dir(&victim).expect("it is ours");
    symlink(&victim, link.root().join(".plimsoll")).expect("it is ours");
    for place in [&folder, &link] {
        let ran = place.run(["pack", "needle"]).ok();
        assert!(ran.stdout().contains("the needle"));
        assert!(ran.stderr().contains("not logged"), "{}", ran.stderr());
        let _ = place.run(["pack", "needle", "--require-log"]).ends_with(3);
        let _ = place.run(["explain"]).ends_with(3);
        let compose = place.run(["compose", "--dry-run"]).ok();
        assert!(!compose.stdout().is_empty());
    }
    assert_eq!(fs::read_dir(&victim).expect("it is ours").count(), 0, "nothing is written there");
    assert_eq!(fs::read_dir(&shipped).expect("it is ours").count(), 1, "nor here");
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
fn a_broken_store_does_not_stop_the_doors() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let _ = place.run(["pack", "needle"]).ok();
    let store = place.root().join(".plimsoll/store.sqlite");
    fs::write(&store, "garbage").expect("it is ours");
    let ran = place.run(["pack", "needle"]).ok();
    assert!(ran.stderr().contains("note: this decision is not logged: "), "{}", ran.stderr());
    assert!(!ran.stderr().contains("U+0060"), "{}", ran.stderr());
    let _ = place.run(["pack", "needle", "--require-log"]).ends_with(3);
    let _ = place.run(["explain"]).ends_with(3);
    assert_eq!(fs::read(&store).expect("it is there"), b"garbage", "what is broken is left alone");
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

#[test]
fn encodings_are_told_apart() {
    let place = Place::empty();
    let utf16: Vec<u8> =
        "\u{feff}the needle ü\r\n".encode_utf16().flat_map(u16::to_le_bytes).collect();
    place.write("utf16.txt", utf16);
    place.write("bom.txt", b"\xef\xbb\xbfthe needle\n");
    place.write("latin1.txt", b"the needle \xe4\xf6\xfc in an old file\n");
    place.write("nul.txt", b"the needle \0 in a binary\n");
    let pack = place.run(ASK).ok().json();
    let shown = texts(&pack["files"], "path");
    assert!(shown.contains(&"utf16.txt") && shown.contains(&"bom.txt"), "{shown:?}");
    assert!(!shown.contains(&"nul.txt"), "{shown:?}");
    assert_eq!(entry(&pack["meta"]["leftOut"], "path", "nul.txt")["reason"], "binary");
    let request =
        r#"{"purpose": "diff", "plan_step": {"text": "x", "target_files": ["utf16.txt"]}}"#;
    let built = place.call().arg("build").stdin(request).run().ok().json();
    let block = entry(&built["context_bundle"]["blocks"], "title", "utf16.txt");
    assert_eq!(block["meta"]["encoding"], "utf-16le");
    assert!(block["content"].as_str().is_some_and(|text| text.contains("the needle ü")), "{block}");
}
