//! Which parts of a file past commits touched: the newest ones, and those that read like the request, however old they are.

#![expect(clippy::disallowed_types, reason = "git makes the past")]

use plimsoll::{Logging, MemoryStore, Options, Workspace};
use plimsoll_index::search::PieceSignal;
use std::path::Path;
use std::process::Command;
use std::sync::Arc;

fn git(root: &Path, arguments: &[&str]) {
    let mut command = Command::new("git");
    command.args(["-c", "user.name=n", "-c", "user.email=e", "-c", "commit.gpgsign=false"]);
    let ended = command.arg("-C").arg(root).args(arguments).status();
    assert!(ended.expect("git is there").success(), "git {arguments:?}");
}

/// A file of two functions, each a part of its own, with what differs in them.
fn text(first: usize, second: usize) -> String {
    let body = |name: &str, step: usize| {
        let lines = "    let x = x + 1;\n".repeat(30);
        format!("fn {name}(x: u32) -> u32 {{\n{lines}    let x = x + {step};\n{lines}    x\n}}\n")
    };
    format!("{}\n{}", body("first", first), body("second", second))
}

#[test]
fn what_an_alike_commit_touched_long_ago_is_known() {
    let place = tempfile::tempdir().expect("a folder");
    let root = place.path();
    let commit = |first: usize, second: usize, message: &str| {
        std::fs::write(root.join("dues.rs"), text(first, second)).expect("it is written");
        git(root, &["add", "-A"]);
        git(root, &["commit", "-q", "-m", message]);
    };
    git(root, &["init", "-q"]);
    commit(0, 0, "begin with everything");
    commit(1, 0, "round the dues of a harbour up");
    (1..20).for_each(|step| commit(1, step, "count the other thing again"));
    let options = Options {
        logging: Logging::Off,
        facts: Some(Arc::new(MemoryStore::default())),
        ..Options::default()
    };
    let workspace = Workspace::open_with(root, options).expect("a project");
    let of = |signal: PieceSignal| -> Vec<i32> {
        let signals =
            workspace.search_signals("the dues of a harbour are wrong").expect("it is searched");
        let parts = &signals.files[0].parts;
        parts.iter().map(|part| part.signals[signal as usize]).collect()
    };
    for round in ["fresh", "known"] {
        let (alike, touches) = (of(PieceSignal::MostAlike), of(PieceSignal::Touches));
        let half = alike.len() / 2;
        assert!(half > 0 && alike[..half].contains(&1000), "{round}: {alike:?}");
        assert!(alike[half..].iter().all(|&points| points == 0), "{round}: {alike:?}");
        assert!(touches[..half].iter().all(|&count| count == 0), "{round}: {touches:?}");
        assert!(touches[half..].iter().any(|&count| count > 0), "{round}: {touches:?}");
    }
}
