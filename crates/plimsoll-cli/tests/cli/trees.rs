//! Trees of every kind: huge files, many files, hostile names, links and pipes.

use crate::support::{Place, entry, texts};
use std::fs::File;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::symlink;
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
    for (number, name) in names.into_iter().enumerate() {
        place.write(std::ffi::OsStr::from_bytes(name), format!("the needle {number}\n"));
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
            // How to read it, the contents and the goal; the rest are files.
            assert_eq!(headings.count(), 3 + 6, "{}", ran.stdout());
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
fn gitignored_files_are_not_searched_but_may_be_named() {
    let place =
        Place::of("//- .gitignore\nout/\n//- out/made.txt\nthe needle\n//- a.txt\nneedle\n");
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["a.txt"]);
    let task = r#"{"goal": "find", "context": {"files": ["out/made.txt"]}}"#;
    let call = place.call().args(["pack", "--task", "-", "--format", "json"]).stdin(task);
    assert_eq!(texts(&call.run().ok().json()["files"], "path"), ["out/made.txt"]);
}

#[test]
fn every_encoding_is_read_or_listed_with_its_reason() {
    let place = Place::empty();
    let utf16 = "\u{feff}the needle ü\r\n".encode_utf16().flat_map(u16::to_le_bytes);
    place.write("utf16.txt", utf16.collect::<Vec<u8>>());
    place.write("bom.txt", b"\xef\xbb\xbfthe needle\n");
    place.write("latin1.txt", b"the needle \xe4\xf6\xfc in an old file\n");
    place.write("koi8.txt", b"the needle \xeb\xcc\xc0\xde in another old file\n");
    place.write("nul.txt", b"the needle \0 in a binary\n");
    let pack = place.run(ASK).ok().json();
    assert_eq!(texts(&pack["files"], "path"), ["bom.txt", "latin1.txt", "utf16.txt"]);
    let shown = pack["document"].as_str().expect("a document");
    assert!(shown.contains("the needle äöü in an old file") && shown.contains("the needle ü"));
    let build = |path: &str| {
        let step = serde_json::json!({"text": "x", "target_files": [path]});
        let request = serde_json::json!({"purpose": "diff", "plan_step": step});
        place.call().arg("build").stdin(request.to_string()).run()
    };
    for (path, encoding) in
        [("bom.txt", "utf-8"), ("latin1.txt", "windows-1252"), ("utf16.txt", "utf-16le")]
    {
        let built = build(path).ok().json();
        let included = &built["context_manifest"]["selection"]["included_files"];
        assert_eq!(entry(included, "path", path)["encoding"], encoding);
    }
    for (path, reason) in [("nul.txt", "binary"), ("koi8.txt", "unsupported_encoding")] {
        assert_eq!(entry(&pack["meta"]["leftOut"], "path", path)["reason"], reason, "{path}");
        assert_eq!(build(path).ends_with(1).json()["refusal"]["code"], "TargetUnreadable");
    }
}
