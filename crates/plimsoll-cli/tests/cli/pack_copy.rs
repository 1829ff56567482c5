//! `pack --copy`: the clipboard of whatever program has it, or of the terminal.

use crate::support::Place;
use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::PathBuf;

const PROJECT: &str = "//- src/cache.rs\npub struct Cache; // é😀\n";

/// A folder with a program of this name that keeps what it is given, and which arguments came with it.
fn tool(place: &Place, name: &str, ends_with: u8) -> PathBuf {
    let folder = place.beside("tools");
    fs::create_dir_all(&folder).expect("the folder is ours");
    let file = folder.join(name);
    let kept = place.beside(format!("{name}.copied"));
    let script = format!(
        "#!/bin/sh\necho \"$@\" > '{kept}.args'\ncat > '{kept}'\nexit {ends_with}\n",
        kept = kept.display()
    );
    fs::write(&file, script).expect("the folder is ours");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o755)).expect("it is ours");
    folder
}

/// With these tools before what a shell needs, so that none of this machine is found.
fn path(place: &Place, folder: &PathBuf) -> std::ffi::OsString {
    let bin = place.beside("bin");
    fs::create_dir_all(&bin).expect("the folder is ours");
    for program in ["sh", "cat"] {
        let link = bin.join(program);
        if !link.exists() {
            let real =
                ["/bin", "/usr/bin"].iter().map(|folder| PathBuf::from(folder).join(program));
            let real = real.into_iter().find(|file| file.exists()).expect("there is a shell");
            std::os::unix::fs::symlink(real, link).expect("the folder is ours");
        }
    }
    std::env::join_paths([folder, &bin]).expect("plain names")
}

#[test]
fn the_document_is_on_the_clipboard_and_not_on_the_screen() {
    let place = Place::of(PROJECT);
    let printed = place.run(["pack", "cache"]).ok();
    for (name, variable, arguments) in [
        ("xsel", "DISPLAY", "--clipboard --input\n"),
        ("xclip", "DISPLAY", "-selection clipboard\n"),
        ("wl-copy", "WAYLAND_DISPLAY", "\n"),
        ("pbcopy", "DISPLAY", "\n"),
    ] {
        let folder = tool(&place, name, 0);
        let call = place.call().env("PATH", path(&place, &folder)).env(variable, ":0");
        let ran = call.args(["pack", "cache", "--copy"]).run().ok();
        assert!(ran.stdout.is_empty());
        let said = format!("it is on the clipboard ({name})");
        assert!(ran.stderr().contains(&said), "{}", ran.stderr());
        let kept = place.beside(format!("{name}.copied"));
        assert_eq!(fs::read(&kept).expect("it was run"), printed.stdout, "{name}");
        let given = fs::read_to_string(place.beside(format!("{name}.copied.args")));
        assert_eq!(given.expect("it was run"), arguments, "{name}");
    }
}

#[test]
fn a_file_that_is_named_is_written_too() {
    let place = Place::of(PROJECT);
    let folder = tool(&place, "xclip", 0);
    let call = place.call().env("PATH", path(&place, &folder)).env("DISPLAY", ":0");
    let _ = call.args(["pack", "cache", "--copy", "-o", "out.md"]).run().ok();
    let kept = fs::read_to_string(place.beside("xclip.copied")).expect("it was run");
    assert_eq!(kept, place.read("out.md"));
}

#[test]
fn nothing_is_copied_for_a_call_that_is_refused() {
    let place = Place::of(PROJECT);
    let folder = tool(&place, "xclip", 0);
    let call = place.call().env("PATH", path(&place, &folder)).env("DISPLAY", ":0");
    let _ = call.args(["pack", "cache", "--copy", "--budget", "3"]).run().ends_with(1);
    assert!(!place.beside("xclip.copied").exists());
}

#[test]
fn where_there_is_no_clipboard_or_none_that_works_that_is_said() {
    let place = Place::of(PROJECT);
    let folder = tool(&place, "xclip", 7);
    // Without a display the program is of no use.
    let call = place.call().env("PATH", path(&place, &folder));
    let ran = call.args(["pack", "cache", "--copy"]).run().ends_with(3);
    assert!(ran.stderr().contains("there is no clipboard here"), "{}", ran.stderr());
    assert!(!place.has_state(), "it is known before anything is done");
    let call = place.call().env("PATH", path(&place, &folder)).env("DISPLAY", ":0");
    let ran = call.args(["pack", "cache", "--copy"]).run().ends_with(3);
    assert!(ran.stderr().contains("xclip failed"), "{}", ran.stderr());
    assert!(ran.stderr().contains("not on the clipboard"), "{}", ran.stderr());
}

#[test]
fn a_program_of_the_project_is_not_taken_for_a_clipboard() {
    let place = Place::of(PROJECT);
    let folder = tool(&place, "xclip", 0);
    fs::copy(folder.join("xclip"), place.root().join("xclip")).expect("it is ours");
    let nowhere = place.beside("nowhere");
    let mut path = path(&place, &nowhere);
    path.push(":");
    let call = place.call().env("PATH", path).env("DISPLAY", ":0");
    let _ = call.args(["pack", "cache", "--copy"]).run().ends_with(3);
    assert!(!place.beside("xclip.copied").exists());
}
