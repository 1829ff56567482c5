//! The binary confines itself, and what it is for still works.

use crate::support::Place;
use crate::support::run::binary;
use std::fs;
use std::path::Path;
use std::process::Command;

#[test]
fn results_go_wherever_they_are_sent() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let plain = place.run(["pack", "needle", "--threads", "100"]).ok();
    fs::create_dir_all(place.beside("out/deep")).expect("it is ours");
    let task = place
        .put_beside("task.json", r#"{"id":"1","title":"t","goal":"needle","acceptance":["x"]}"#);
    let _ = place.run(["pack", "--task", &task, "--no-log"]).ok();
    let _ =
        place.call().args(["pack", "--task", "-"]).stdin(fs::read(&task).expect("ours")).run().ok();
    for file in [place.beside("out/deep/x.md"), place.root().join("x.md"), place.beside("x.md")] {
        let _ = place.call().args(["pack", "needle", "-o"]).arg(file.as_os_str()).run().ok();
        assert_eq!(fs::read_to_string(&file).expect("it was written"), plain.stdout());
        // Once more over what is there now.
        let _ = place.call().args(["pack", "needle", "-o"]).arg(file.as_os_str()).run().ok();
        fs::remove_file(&file).expect("it is ours");
    }
    let _ = place.run(["pack", "needle", "-o", "/dev/null"]).ok();
    assert_eq!(place.run(["pack", "needle", "-o", "/dev/stdout"]).ok().stdout(), plain.stdout());
    let state = place.beside("state");
    for args in [&["pack", "needle", "--require-log", "--state"][..], &["explain", "--state"]] {
        let _ = place.call().args(args).arg(state.as_os_str()).run().ok();
    }
}

#[test]
fn what_holds_is_told_to_those_who_ask() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let told = |args: &[&str]| place.run(args).ok().stderr().contains("confinement: Landlock ");
    assert!(told(&["pack", "needle", "-v"]) && told(&["compose", "-v", "--dry-run"]));
    assert!(!told(&["pack", "needle"]));
}

/// Every open of a traced process that succeeded after it had confined itself.
fn opened_when_confined(trace: &str) -> Vec<String> {
    let confined = trace.lines().skip_while(|line| !line.contains("landlock_restrict_self("));
    let opened = confined.filter(|line| line.contains("openat") && !line.contains(" = -1 "));
    opened.filter_map(|line| line.split('"').nth(1)).map(str::to_owned).collect()
}

#[test]
fn a_trace_shows_nothing_opened_outside_after_the_door_was_closed() {
    let place = Place::copy_of("globset");
    place.commit_all();
    std::os::unix::fs::symlink("/etc/passwd", place.root().join("passwd")).expect("it is ours");
    let trace = place.beside("trace");
    let calls =
        "trace=openat,openat2,open,creat,socket,connect,execve,landlock_restrict_self,seccomp";
    let mut strace = Command::new("strace");
    strace.args(["-f", "-e", calls, "-o"]).arg(&trace).arg(binary());
    strace.args(["pack", "match globs", "--require-log", "-o", "out.md"]);
    strace.current_dir(place.root()).env_clear().env("HOME", place.home());
    let Ok(output) = strace.output() else {
        println!("skipped: strace is not installed");
        return;
    };
    let trace = fs::read_to_string(trace).unwrap_or_default();
    if !trace.contains("landlock_restrict_self(") || trace.contains("landlock_restrict_self(-1") {
        println!("skipped: no trace, or no Landlock: {}", String::from_utf8_lossy(&output.stderr));
        return;
    }
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let root = place.root().canonicalize().expect("it is there");
    let opened = opened_when_confined(&trace);
    assert!(opened.len() > 10, "{opened:?}");
    for path in opened.iter().filter(|path| path.starts_with('/')) {
        // Git's folder is opened by the handle that was checked.
        let by_handle = path.starts_with("/proc/self/fd/");
        assert!(by_handle || Path::new(path).starts_with(&root), "{path} was opened");
    }
    assert!(!trace.contains("socket("), "there is no network");
    assert_eq!(trace.matches("execve(").count(), 1, "no program but itself");
}

#[test]
fn a_kernel_that_allows_less_is_told_and_stops_nothing() {
    let place = Place::of("//- a.txt\nthe needle\n");
    let kernels = [
        ("landlock_create_ruleset:error=ENOSYS", "this kernel does not have it"),
        ("landlock_create_ruleset:error=EOPNOTSUPP", "this kernel has it switched off"),
        ("landlock_restrict_self:error=EPERM", "not in force"),
        ("seccomp:error=EINVAL", "not in force"),
    ];
    for (fault, expected) in kernels {
        let run = |args: &[&str]| {
            let mut strace = Command::new("strace");
            let calls = format!("trace={}", fault.split(':').next().expect("it names a call"));
            strace.args(["-f", "-qq", "-o", "/dev/null", "-e", &calls, "-e"]);
            strace.arg(format!("inject={fault}")).arg(binary()).args(args);
            strace.current_dir(place.root()).env_clear().env("HOME", place.home());
            strace.output()
        };
        let Ok(packed) = run(&["pack", "needle", "--require-log", "-v"]) else {
            println!("skipped: strace is not installed");
            return;
        };
        let said = String::from_utf8_lossy(&packed.stderr).into_owned();
        if said.contains("ptrace") {
            println!("skipped: nothing can be traced here: {said}");
            return;
        }
        assert!(packed.status.success() && said.contains(expected), "{fault}: {said}");
        let doctor = run(&["doctor"]).expect("it ran before");
        let said = String::from_utf8_lossy(&doctor.stdout).into_owned();
        assert!(
            doctor.status.success() && said.contains("note     confinement"),
            "{fault}: {said}"
        );
    }
}
