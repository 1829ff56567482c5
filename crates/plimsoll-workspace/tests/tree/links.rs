//! Every shape of link, special files, hostile names, and files that are swapped meanwhile.

use crate::site::{OUTSIDE, Site, StopAtEnd, files, left_out, path, reason};
use plimsoll_workspace::{
    FileEntry, Jail, LeftOutReason, OpenError, WalkRules, examine, read_text,
};
use std::ffi::OsStr;
use std::fs;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::net::UnixListener;
use std::path::Path;
use std::process::Command;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;

fn duplicate(of: &str) -> LeftOutReason {
    LeftOutReason::Duplicate { of: of.into() }
}

#[test]
fn every_shape_of_link_has_its_reason() {
    let site = Site::with(&["src/a.txt", "src/deep/b.txt", ".git/config"]);
    site.link("file", "src/a.txt");
    site.link("folder", "src/deep");
    site.link("chain", "file");
    site.link("through", "folder/b.txt");
    site.link("src/up", "../src/deep/../a.txt");
    site.link("src/deep/ancestor", "..");
    site.link("whole", ".");
    site.link("loop-a", "loop-b");
    site.link("loop-b", "loop-a");
    site.link("itself", "itself/x");
    site.link("absolute", site.outside().join("secret.txt"));
    site.link("absolute-inside", site.at("src/a.txt"));
    site.link("climbs", "../outside/secret.txt");
    site.link("climbs-back", "../root/src/a.txt");
    site.link("climbs-folder", "../outside");
    site.link("through-outside", "climbs-folder/secret.txt");
    site.link("dangling", "nowhere");
    site.link("below-a-file", "src/a.txt/../a.txt");
    site.link("into-git", ".git/config");
    site.link("to-git", ".git");
    site.link("to-device", "/dev/null");
    site.link("dots", "./././src/./a.txt");
    site.link("far", "x/".repeat(1_500));
    let tree = site.walk();
    assert_eq!(files(&tree), ["src/a.txt", "src/deep/b.txt"]);
    let expected = [
        ("absolute", LeftOutReason::OutsideRoot),
        ("absolute-inside", LeftOutReason::OutsideRoot),
        ("below-a-file", LeftOutReason::DanglingLink),
        ("chain", duplicate("src/a.txt")),
        ("climbs", LeftOutReason::OutsideRoot),
        ("climbs-back", LeftOutReason::OutsideRoot),
        ("climbs-folder", LeftOutReason::OutsideRoot),
        ("dangling", LeftOutReason::DanglingLink),
        ("dots", duplicate("src/a.txt")),
        ("far", LeftOutReason::DanglingLink),
        ("file", duplicate("src/a.txt")),
        ("folder", duplicate("src/deep/")),
        ("into-git", duplicate(".git/config")),
        ("itself", LeftOutReason::LinkLoop),
        ("loop-a", LeftOutReason::LinkLoop),
        ("loop-b", LeftOutReason::LinkLoop),
        ("src/deep/ancestor", LeftOutReason::LinkLoop),
        ("src/up", duplicate("src/a.txt")),
        ("through", duplicate("src/deep/b.txt")),
        ("through-outside", LeftOutReason::OutsideRoot),
        ("to-device", LeftOutReason::OutsideRoot),
        ("to-git", duplicate(".git/")),
        ("whole", LeftOutReason::LinkLoop),
    ];
    let expected: Vec<_> = expected.iter().map(|(path, reason)| (*path, reason)).collect();
    let found: Vec<_> = left_out(&tree).into_iter().filter(|(path, _)| *path != ".git/").collect();
    assert_eq!(found, expected);
}

#[test]
fn special_files_are_named_and_never_opened() {
    let site = Site::with(&["a.txt"]);
    assert!(Command::new("mkfifo").arg(site.at("pipe")).status().unwrap().success());
    let _listener = UnixListener::bind(site.at("socket")).unwrap();
    site.link("to-pipe", "pipe");
    let tree = site.walk();
    assert_eq!(files(&tree), ["a.txt"]);
    for special in ["pipe", "socket", "to-pipe"] {
        assert_eq!(reason(&tree, special), &LeftOutReason::SpecialFile);
        // Would wait forever if it were opened the ordinary way.
        let examined = examine(&site.jail(), &WalkRules::default(), &path(special));
        assert_eq!(examined, Err(LeftOutReason::SpecialFile));
        let entry = FileEntry { path: path(special), size: 1, modified_ms: None, stamp: None };
        assert!(read_text(&site.jail(), &entry, 100).is_err());
    }
}

#[test]
fn hostile_names_stay_what_they_are() {
    let site = Site::with(&["new\nline", "\u{1b}[31m.txt", "back\\slash/..\\x", "tick`"]);
    let bytes = b"latin-\xE9";
    fs::write(site.root().join(OsStr::from_bytes(bytes)), "x").unwrap();
    fs::create_dir(site.root().join(OsStr::from_bytes(b"dir-\xFF"))).unwrap();
    let tree = site.walk();
    assert_eq!(files(&tree), ["\u{1b}[31m.txt", "back\\slash/..\\x", "new\nline", "tick`"]);
    assert_eq!(
        left_out(&tree),
        [
            ("dir-⟨0xFF⟩/", &LeftOutReason::NameNotUtf8),
            ("latin-⟨0xE9⟩", &LeftOutReason::NameNotUtf8)
        ]
    );
}

#[test]
fn a_root_that_cannot_be_opened_says_why_in_one_sentence() {
    let site = Site::with(&["file"]);
    assert!(matches!(Jail::open(&site.at("missing")), Err(OpenError::Missing { .. })));
    let not_a_folder = Jail::open(&site.at("file")).unwrap_err();
    assert!(matches!(not_a_folder, OpenError::NotAFolder { .. }), "{not_a_folder}");
    assert!(not_a_folder.to_string().contains("file` is not a folder"));
}

/// While one thread swaps a file, and the folder above another, for links that lead outside, whatever is
/// read is either the file or nothing. Near the root folders are opened by their paths, further down from the
/// folder above.
#[test]
fn a_swap_never_reads_from_outside() {
    for above in ["", "1/2/3/4/5/6/7/8/9/10/"] {
        swap_while_reading(above);
    }
}

fn swap_while_reading(above: &str) {
    let (file, inner) = (format!("{above}file"), format!("{above}folder/secret.txt"));
    let site = Site::new();
    site.write(&file, "file");
    site.write(&inner, "folder/secret.txt");
    let stop = AtomicBool::new(false);
    thread::scope(|scope| {
        scope.spawn(|| swap_until(&site, above, &stop));
        let _stop = StopAtEnd(&stop);
        let jail = site.jail();
        let mut read = 0;
        for _ in 0..3_000 {
            for name in [&file, &inner] {
                let named = examine(&jail, &WalkRules::default(), &path(name));
                let entry = FileEntry { path: path(name), size: 4, modified_ms: None, stamp: None };
                for entry in named.into_iter().chain([entry]) {
                    if let Ok(text) = read_text(&jail, &entry, 1000) {
                        assert_ne!(text.text, OUTSIDE);
                        read += 1;
                    }
                }
            }
            for file in site.walk().files {
                assert!(file.size != OUTSIDE.len() as u64, "{}", file.path);
                assert_ne!(read_text(&jail, &file, 1000).map(|text| text.text), Ok(OUTSIDE.into()));
            }
        }
        assert!(read > 0, "nothing was ever read");
    });
}

fn swap_until(site: &Site, above: &str, stop: &AtomicBool) {
    let name = |name: &str| format!("{above}{name}");
    site.link(&name("file-link"), site.outside().join("secret.txt"));
    site.link(&name("folder-link"), site.outside());
    while !stop.load(Ordering::Relaxed) {
        for (path, link) in [("file", "file-link"), ("folder", "folder-link")] {
            exchange(&site.at(&name(path)), &site.at(&name(link)));
        }
    }
}

/// In one step where the system can, so that both names are always there and most swaps hit something.
fn exchange(one: &Path, other: &Path) {
    #[cfg(target_os = "linux")]
    {
        use rustix::fs::{CWD, RenameFlags, renameat_with};
        if renameat_with(CWD, one, CWD, other, RenameFlags::EXCHANGE).is_ok() {
            return;
        }
    }
    let aside = one.with_file_name("aside");
    fs::rename(one, &aside).unwrap();
    fs::rename(other, one).unwrap();
    fs::rename(aside, other).unwrap();
}
