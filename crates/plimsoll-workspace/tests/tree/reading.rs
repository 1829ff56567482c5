//! Reading files as text.

use crate::site::{Site, StopAtEnd, path};
use plimsoll_workspace::{Encoding, FileEntry, LeftOutReason, read_text};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::os::unix::fs::PermissionsExt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn entry(name: &str) -> FileEntry {
    FileEntry { path: path(name), size: 0, modified_ms: None, stamp: None }
}

#[test]
fn a_file_is_text_or_has_a_reason() {
    let site = Site::new();
    site.write("text", "Grüße\n");
    site.write("mark", b"\xEF\xBB\xBFx");
    site.write("binary", b"a\0b");
    site.write("latin", b"caf\xE9");
    site.write("cyrillic", b"\xEF\xF0\xE8\xE2\xE5\xF2");
    let read = |name: &str, max| read_text(&site.jail(), &entry(name), max);
    let text = read("text", 100).unwrap();
    assert_eq!((text.text.as_str(), text.encoding, text.byte_size), ("Grüße\n", Encoding::Utf8, 8));
    assert_eq!(read("mark", 100).unwrap().byte_size, 4);
    assert_eq!(read("text", 8).unwrap().text, "Grüße\n");
    assert_eq!(read("text", 7), Err(LeftOutReason::TooLarge { size: 8, limit: 7 }));
    assert_eq!(read("binary", 100), Err(LeftOutReason::Binary));
    let latin = read("latin", 100).unwrap();
    assert_eq!((latin.text.as_str(), latin.encoding), ("café", Encoding::Windows1252));
    assert_eq!(read("cyrillic", 100), Err(LeftOutReason::UnsupportedEncoding));
    assert_eq!(read("gone", 100), Err(LeftOutReason::Missing));
}

#[test]
fn what_may_not_be_read_says_so() {
    let site = Site::with(&["locked", "shut/a"]);
    fs::set_permissions(site.at("locked"), fs::Permissions::from_mode(0o000)).unwrap();
    fs::set_permissions(site.at("shut"), fs::Permissions::from_mode(0o000)).unwrap();
    if fs::read(site.at("locked")).is_err() {
        let unreadable = LeftOutReason::Unreadable { what: "permission denied".into() };
        assert_eq!(read_text(&site.jail(), &entry("locked"), 10), Err(unreadable.clone()));
        assert_eq!(crate::site::reason(&site.walk(), "shut/"), &unreadable);
    }
    fs::set_permissions(site.at("shut"), fs::Permissions::from_mode(0o755)).unwrap();
}

/// Every version of the file is one letter throughout: a mixture would be a read that did not hold still.
#[test]
fn a_file_that_does_not_hold_still_is_refused_not_guessed() {
    let site = Site::new();
    site.write("moving", "a".repeat(200_000));
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| {
            for letter in ["b", "c"].iter().cycle() {
                let mut file =
                    OpenOptions::new().write(true).truncate(true).open(site.at("moving")).unwrap();
                for _ in 0..20 {
                    file.write_all(letter.repeat(10_000).as_bytes()).unwrap();
                }
                if stop.load(Ordering::Relaxed) {
                    break;
                }
            }
        });
        let _stop = StopAtEnd(&stop);
        let jail = site.jail();
        for _ in 0..500 {
            match read_text(&jail, &entry("moving"), 1_000_000) {
                Ok(text) => {
                    let first = text.text.chars().next();
                    assert!(text.text.chars().all(|c| Some(c) == first));
                }
                Err(reason) => assert_eq!(reason, LeftOutReason::ChangedWhileReading),
            }
        }
    });
}
