//! What the binary asks the operating system for on a hostile tree, by the kernel's own account.

use crate::support::Place;
use crate::support::run::{binary, hermetic};
use std::os::unix::fs::symlink;
use std::process::Command;

/// What a process of this kind opens by itself: libraries, and what it learns about the machine.
const OF_THE_PROCESS: &[&str] = &[
    "/lib",
    "/usr/lib",
    "/etc/ld.so",
    "/proc/",
    "/sys/fs/cgroup",
    "/sys/devices/system/cpu",
    "/dev/",
];

#[test]
fn nothing_outside_is_opened() {
    let works = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        println!("skipped: strace is not installed, or may not trace here");
        return;
    }
    let place = hostile();
    check(
        &place,
        &[
            vec!["pack", "find the needle", "--diff"],
            vec!["pack", "find the needle", "--rev", "HEAD"],
            vec!["why", "a.txt"],
            // Without what was kept before, every file is read again.
            vec!["compose", "--no-log"],
        ],
    );
    for reference in ["refs/worktree/l", "refs/heads/l"] {
        check(
            &hostile_worktree(reference),
            &[
                vec!["pack", "find the needle"],
                vec!["pack", "find the needle", "--rev", "HEAD"],
                vec!["pack", "find the needle", "--rev", "l"],
            ],
        );
    }
}

#[test]
fn no_door_asks_for_a_network_or_another_program() {
    let works = Command::new("strace").args(["-o", "/dev/null", "true"]).output();
    if !works.is_ok_and(|output| output.status.success()) {
        println!("skipped: strace is not installed, or may not trace here");
        return;
    }
    let place = hostile();
    let plan = place.put_beside(
        "plan.json",
        r#"{"purpose": "plan", "plan_step": {"id": "S", "text": "look", "target_files": ["a.txt"]}}"#,
    );
    let calls: [&[&str]; 7] = [
        &["pack", "find the needle", "--diff"],
        &["build", &plan],
        &["compose"],
        &["index"],
        &["scan"],
        &["record", "turn", "where is the needle?"],
        &["replay", "--all"],
    ];
    for args in calls {
        // What is refused is asked for as well: confinement is not what is looked at.
        let asked = traced(&place, args, "trace=%network,execve,execveat,fork,vfork");
        let asked: Vec<&str> = asked
            .lines()
            .filter(|line| !line.contains(" +++ ") && !line.contains(" --- "))
            .collect();
        assert_eq!(asked.len(), 1, "{args:?}: {asked:#?}");
        assert!(asked[0].contains("execve("), "strace itself starts it: {asked:?}");
    }
}

fn check(place: &Place, calls: &[Vec<&str>]) {
    let outside = place.beside("outside").to_str().expect("it is plain").to_owned();
    for args in calls {
        let opened = opened_by(place, args);
        assert!(
            opened.iter().any(|path| path.ends_with("/project/a.txt")) || args.contains(&"--rev")
        );
        for path in opened {
            let inside = path.starts_with(place.root().to_str().expect("it is plain"))
                || path.starts_with(place.home().to_str().expect("it is plain"));
            let own = OF_THE_PROCESS.iter().any(|start| path.starts_with(start));
            assert!(inside || own, "{args:?} opened {path}");
            assert!(!path.starts_with(&outside));
        }
    }
}

fn hostile() -> Place {
    let place = Place::of("//- a.txt\nthe needle\n//- src/b.txt\nthe needle\n");
    std::fs::create_dir(place.beside("outside")).expect("it is ours");
    std::fs::write(place.beside("outside/secret.txt"), "the needle").expect("it is ours");
    for (name, target) in [
        ("to-file", "../outside/secret.txt"),
        ("to-folder", "../outside"),
        ("absolute", "/etc/passwd"),
        ("through", "to-folder/secret.txt"),
        ("src/.cursorignore", "../../outside/secret.txt"),
        ("src/package.json", "/etc/hosts"),
        ("loop", "loop"),
        ("device", "/dev/zero"),
    ] {
        symlink(target, place.root().join(name)).expect("it is ours");
    }
    place.write("packages/x", "y");
    place.write(".clineignore", "!include ../outside/secret.txt\n!include /etc/hosts\n");
    place.commit_all();
    place
}

/// A worktree whose git folder lies in the root and has a link to somebody else's branch.
fn hostile_worktree(reference: &str) -> Place {
    let place = Place::of("//- a.txt\nthe needle\n");
    place.commit_all();
    std::fs::create_dir(place.beside("outside")).expect("it is ours");
    std::fs::write(place.beside("outside/branch"), "0".repeat(40)).expect("it is ours");
    std::fs::rename(place.root().join(".git"), place.root().join("x")).expect("it is ours");
    place.write("x/worktrees/w/commondir", "../..\n");
    place.write("x/worktrees/w/gitdir", "../../../.git\n");
    place.write("x/worktrees/w/HEAD", format!("ref: {reference}\n"));
    place.write(".git", "gitdir: x/worktrees/w\n");
    for folder in ["x", "x/worktrees/w"] {
        let link = place.root().join(folder).join(reference);
        std::fs::create_dir_all(link.parent().expect("it has one")).expect("it is ours");
        symlink(place.beside("outside/branch"), link).expect("it is ours");
    }
    place
}

/// The real paths of everything that was opened, as the kernel names them.
fn opened_by(place: &Place, args: &[&str]) -> Vec<String> {
    let trace = traced(place, args, "trace=open,openat,openat2");
    // `… = 5</real/path>`; what failed has no path there.
    let opened = trace.lines().filter_map(|line| {
        let (_, result) = line.rsplit_once(" = ")?;
        let (_, path) = result.split_once('<')?;
        Some(path.rsplit_once('>')?.0.to_owned())
    });
    opened.collect()
}

/// What a call asks the kernel for, as far as that is looked at.
fn traced(place: &Place, args: &[&str], looked_at: &str) -> String {
    let trace = place.beside("trace");
    let mut strace = hermetic("strace", &place.home());
    strace.current_dir(place.root()).args(["-f", "-y", "-e", looked_at, "-o"]);
    let output = strace.arg(&trace).arg(binary()).args(args).output().expect("it worked before");
    let said = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 2)), "{said}");
    std::fs::read_to_string(trace).expect("strace wrote it")
}
