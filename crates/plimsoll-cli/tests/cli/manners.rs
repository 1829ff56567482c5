//! Where results go: pipes that close, places that are not there, devices, refusals that touch nothing.

use crate::support::{Place, texts};
use std::fs;
use std::io::Read;
use std::process::Stdio;

const PROJECT: &str = "//- src/cache.rs\npub struct Cache;\n";

#[test]
fn a_result_without_a_place_is_the_machine_s_trouble() {
    let place = Place::of(PROJECT);
    let missing = place.beside("no/such/folder/out.md");
    let missing = missing.to_str().expect("it is plain");
    let folder = place.root().to_str().expect("it is plain");
    for file in [missing, folder, "src/cache.rs/x", "no\u{1b}[31m/x"] {
        for door in [&["pack", "x"][..], &["compose", "--format", "xml"]] {
            let ran = place.call().args(door).args(["-o", file]).run().ends_with(3);
            assert!(ran.stdout.is_empty());
            assert_eq!(ran.stderr().lines().count(), 1, "{}", ran.stderr());
            assert!(ran.stderr().contains("cannot be written"), "{}", ran.stderr());
            assert!(!ran.stderr().contains('\u{1b}'), "{}", ran.stderr());
            assert!(!place.has_state());
        }
    }
}

#[test]
fn a_refusal_leaves_everything_as_it_is() {
    let place = Place::of(PROJECT);
    let kept = place.put_beside("kept", "as it was");
    for args in
        [&["pack", "x", "--budget", "3"][..], &["compose", "--format", "xml", "--budget", "3"]]
    {
        let ran = place.call().args(args).args(["-o", &kept]).run().ends_with(1);
        assert!(ran.stdout.is_empty());
        assert!(ran.stderr().contains("refused (ContextTooLarge)"), "{}", ran.stderr());
        assert_eq!(fs::read_to_string(&kept).expect("it is there"), "as it was");
    }
    let json = place.run(["pack", "x", "--budget", "3", "--format", "json"]).ends_with(1).json();
    assert_eq!(json["outcome"], "refused");
    assert!(!texts(&json["meta"]["leftOut"], "path").contains(&""));
}

#[test]
fn a_closed_pipe_ends_quietly() {
    // More than a pipe holds, so that writing has to fail.
    let place = Place::of(PROJECT);
    place.write("long.txt", "the needle in a long line of words\n".repeat(3_000));
    for read in [0, 10] {
        let call = place.call().args(["pack", "needle", "--tier", "strong", "-q"]);
        let mut command = call.into_command();
        command.stdin(Stdio::null()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary has been built");
        let mut stdout = child.stdout.take().expect("it was asked for");
        let mut head = vec![0; read];
        stdout.read_exact(&mut head).expect("something is printed");
        drop(stdout);
        let output = child.wait_with_output().expect("a child can be waited for");
        assert_eq!(output.status.code(), Some(0), "after {read} bytes");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    }
    let whole = place.run(["pack", "needle", "--tier", "strong"]).ok();
    assert!(whole.stdout.len() > 70_000);
}

#[test]
fn devices_are_written_to_and_not_replaced() {
    use std::os::unix::fs::FileTypeExt;
    let place = Place::of(PROJECT);
    let pipe = place.beside("pipe");
    let made = std::process::Command::new("mkfifo").arg(&pipe).status();
    assert!(made.is_ok_and(|status| status.success()));
    let reader = {
        let pipe = pipe.clone();
        std::thread::spawn(move || fs::read(pipe).expect("a pipe can be read"))
    };
    let ran = place.call().args(["pack", "cache", "-o"]).arg(pipe.as_os_str()).run().ok();
    assert!(ran.stdout.is_empty());
    assert!(pipe.metadata().expect("it is there").file_type().is_fifo());
    let printed = place.run(["pack", "cache"]).ok();
    assert_eq!(reader.join().expect("it does not panic"), printed.stdout);
}

#[test]
fn help_and_version_are_results() {
    let place = Place::empty();
    for args in [
        &["--help"][..],
        &["--version"],
        &["pack", "-h"],
        &["build", "--help"],
        &["config", "--help"],
    ] {
        let ran = place.call().args(args).at_time(None).run().ok();
        assert!(!ran.stdout.is_empty() && ran.stderr.is_empty(), "{args:?}");
        let longest = ran.stdout().lines().map(|line| line.chars().count()).max();
        assert!(longest <= Some(100), "{}", ran.stdout());
    }
    assert!(!place.has_state());
}

#[test]
fn a_file_keeps_its_mode_and_a_link_stays_a_link() {
    use std::os::unix::fs::PermissionsExt;
    let place = Place::of(PROJECT);
    let file = place.beside("result.md");
    fs::write(&file, "old").expect("the folder is ours");
    fs::set_permissions(&file, fs::Permissions::from_mode(0o640)).expect("the file is ours");
    let link = place.beside("link.md");
    std::os::unix::fs::symlink(&file, &link).expect("the folder is ours");
    let _ = place.call().args(["pack", "cache", "-o"]).arg(link.as_os_str()).run().ok();
    assert!(link.symlink_metadata().expect("it is there").is_symlink());
    assert_eq!(file.metadata().expect("it is there").permissions().mode() & 0o777, 0o640);
    assert!(fs::read_to_string(&file).expect("it is there").starts_with("<!-- plimsoll"));
}

#[test]
fn the_folder_of_decisions_is_no_place_for_results() {
    let place = Place::of(PROJECT);
    let _ = place.run(["pack", "cache"]).ok();
    let ran = place.run(["pack", "cache", "-o", ".plimsoll/store.sqlite"]).ends_with(2);
    assert!(ran.stderr().contains("where decisions are kept"), "{}", ran.stderr());
    let _ = place.run(["explain"]).ok();
}

#[test]
fn a_link_of_the_project_does_not_lead_a_result_out_of_it() {
    let place = Place::of(PROJECT);
    let victim = place.put_beside("victim.md", "theirs");
    std::os::unix::fs::symlink(&victim, place.root().join("out.md")).expect("it is ours");
    std::os::unix::fs::symlink(place.home(), place.root().join("docs")).expect("it is ours");
    std::os::unix::fs::symlink("src", place.root().join("inside")).expect("it is ours");
    for planted in ["out.md", "./out.md", "docs/out.md"] {
        let ran = place.run(["pack", "cache", "-o", planted]).ends_with(2);
        assert!(ran.stderr().contains("leads out of the project"), "{}", ran.stderr());
    }
    assert_eq!(fs::read_to_string(victim).expect("it is there"), "theirs");
    assert!(!place.home().join("out.md").exists());
    let _ = place.run(["pack", "cache", "-o", "inside/out.md"]).ok();
    let _ = place.run(["pack", "cache", "-o", "../out.md"]).ok();
}

#[test]
fn a_summary_names_a_next_step_only_where_there_is_one() {
    let place = Place::of(PROJECT);
    let kept = place.run(["pack", "cache"]).ok();
    assert!(kept.stderr().contains("`plimsoll explain` says why"), "{}", kept.stderr());
    let not_kept = place.run(["pack", "cache", "--no-log"]).ok();
    assert!(not_kept.stderr().contains("nothing is kept of this call"), "{}", not_kept.stderr());
    assert!(!not_kept.stderr().contains("explain"), "{}", not_kept.stderr());
}

#[test]
fn paths_are_meant_from_here_first_and_from_the_root_otherwise() {
    let place = Place::of("//- src/a.rs\nfn outer() {}\n//- sub/src/a.rs\nfn inner() {}\n");
    place.commit_all();
    let outline = |path: &str| {
        let call = place.call().folder(place.root().join("sub"));
        call.args(["outline", path]).run().ok().stdout().to_owned()
    };
    assert!(outline("src/a.rs").contains("inner"));
    assert!(outline("sub/src/a.rs").contains("inner"));
    assert!(outline("../src/a.rs").contains("outer"));
    let why = place.call().folder(place.root().join("sub")).args(["why", "../src/a.rs"]).run();
    assert!(why.ok().stdout().starts_with("src/a.rs is in the tree"));
}
