//! The stages of `cargo xtask test` and `cargo xtask check`, in order; the first that fails ends it.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use crate::checks;
use crate::command::{self, Failure, answers, capture, cargo};
use crate::corpus;

pub(crate) struct Stage {
    name: &'static str,
    run: fn(&mut House) -> Result<(), Failure>,
}

const DEPENDENCIES: Stage = Stage { name: "dependencies", run: dependencies };
const FORMAT: Stage = Stage { name: "format", run: format };
const LINTS: Stage = Stage { name: "lints", run: lints };
const RULES: Stage = Stage { name: "house rules", run: |house| checks::run(&house.root) };
const LICENCES: Stage = Stage { name: "licences", run: licences };
const RELEASE: Stage = Stage { name: "release build", run: release_build };
const TESTS: Stage = Stage { name: "tests", run: tests };

pub(crate) const CHECK: &[Stage] = &[DEPENDENCIES, FORMAT, LINTS, RULES];
pub(crate) const TEST: &[Stage] = &[DEPENDENCIES, FORMAT, LINTS, RULES, LICENCES, RELEASE, TESTS];

/// What stages know of the workspace and leave to later ones.
struct House {
    root: PathBuf,
    /// The program that end-to-end tests run.
    binary: Option<PathBuf>,
}

const DENY_VERSION: &str = "0.20.2";
const BINARY: &str = "plimsoll";

/// Runs the stages, says how each went, and ends as the last of them did.
pub(crate) fn run(root: &Path, stages: &[Stage]) -> ExitCode {
    let mut house = House { root: root.to_owned(), binary: None };
    let mut times: Vec<(&str, Duration)> = Vec::new();
    let mut failure = None;
    for (at, stage) in stages.iter().enumerate() {
        println!("\n== {} ({} of {})", stage.name, at + 1, stages.len());
        let started = Instant::now();
        let result = (stage.run)(&mut house);
        times.push((stage.name, started.elapsed()));
        if let Err(reason) = result {
            failure = Some((stage.name, reason));
            break;
        }
    }
    print!("\n{}", summary(&times, stages.len()));
    if let Some((name, reason)) = failure {
        println!("FAILED at {name}: {reason}");
        return ExitCode::FAILURE;
    }
    println!("All {} stages passed.", stages.len());
    ExitCode::SUCCESS
}

fn summary(times: &[(&str, Duration)], stages: usize) -> String {
    let mut text = String::from("== summary\n");
    for (name, time) in times {
        text.push_str(&format!("{:>8.1} s  {name}\n", time.as_secs_f64()));
    }
    let total: Duration = times.iter().map(|(_, time)| time).sum();
    text.push_str(&format!("{:>8.1} s  {} of {stages} stages\n", total.as_secs_f64(), times.len()));
    text
}

/// The one stage that may need the network; where everything is there already, it does not. The
/// others look at crates of all platforms, which a build alone does not fetch.
fn dependencies(house: &mut House) -> Result<(), Failure> {
    command::run(cargo(&house.root, &["fetch", "--locked"]))?;
    trace_program(house);
    real_project(house);
    Ok(())
}

/// Some tests build from a project that no crate has. Where it is neither there nor to be had, they say that they
/// were skipped.
fn real_project(house: &House) {
    let name = corpus::REACT_NATIVE_WINDOWS;
    if corpus::run(&house.root, &[name.to_owned()]) != ExitCode::SUCCESS {
        println!("{name} is not here; tests that need it will say so.");
    }
}

/// Some tests look at system calls. Where the program for that is neither there nor to be had, they say that
/// they were skipped.
fn trace_program(house: &House) {
    let program =
        |name: &str, arguments: &[&str]| command::program(OsStr::new(name), &house.root, arguments);
    if answers(program("strace", &["--version"])) || !answers(program("apt-get", &["--version"])) {
        return;
    }
    let install = || command::run(program("apt-get", &["install", "-y", "strace"]));
    let done = install().or_else(|_| {
        command::run(program("apt-get", &["update"]))?;
        install()
    });
    if let Err(failure) = done {
        println!("strace is not installed ({failure}); tests that need it will say so.");
    }
}

fn format(house: &mut House) -> Result<(), Failure> {
    command::run(cargo(&house.root, &["fmt", "--all", "--check"]))
}

fn lints(house: &mut House) -> Result<(), Failure> {
    let arguments = ["clippy", "--workspace", "--all-targets", "--locked", "--", "-D", "warnings"];
    command::run(cargo(&house.root, &arguments))
}

fn licences(house: &mut House) -> Result<(), Failure> {
    if !answers(cargo(&house.root, &["deny", "--version"])) {
        println!("cargo-deny is not installed; this builds it, once, in a few minutes.");
        let arguments = ["install", "--locked", "cargo-deny", "--version", DENY_VERSION];
        command::run(cargo(&house.root, &arguments))?;
    }
    let arguments =
        ["deny", "--offline", "check", "--hide-inclusion-graph", "licenses", "bans", "sources"];
    command::run(cargo(&house.root, &arguments))
}

fn release_build(house: &mut House) -> Result<(), Failure> {
    house.binary = Some(release_binary(&house.root)?);
    Ok(())
}

/// Builds the program as users get it, and says where it is.
pub(crate) fn release_binary(root: &Path) -> Result<PathBuf, Failure> {
    let arguments = [
        "build",
        "--release",
        "--locked",
        "--bin",
        BINARY,
        "--message-format",
        "json-render-diagnostics",
    ];
    let build = || cargo(root, &arguments);
    println!("$ {}", command::show(&build()));
    command::executable(&capture(build())?, BINARY)
}

fn tests(house: &mut House) -> Result<(), Failure> {
    let mut command = cargo(&house.root, &["test", "--workspace", "--locked"]);
    if let Some(binary) = &house.binary {
        command.env("PLIMSOLL_BIN", binary);
    }
    command::run(command)
}

#[cfg(test)]
mod tests {
    use super::*;

    const GOOD: Stage = Stage { name: "good", run: |_| Ok(()) };
    const BAD: Stage = Stage { name: "bad", run: |_| Err(Failure::Problems(2)) };
    const NEVER: Stage =
        Stage { name: "never", run: |_| panic!("a stage ran after one that failed") };

    #[test]
    fn the_first_failure_ends_it() {
        assert_eq!(run(Path::new("."), &[GOOD, GOOD]), ExitCode::SUCCESS);
        assert_eq!(run(Path::new("."), &[GOOD, BAD, NEVER]), ExitCode::FAILURE);
    }

    #[test]
    fn the_summary_has_a_line_per_stage_and_a_total() {
        let times = [("format", Duration::from_millis(1240)), ("lints", Duration::from_secs(61))];
        assert_eq!(
            summary(&times, 7),
            "== summary\n     1.2 s  format\n    61.0 s  lints\n    62.2 s  2 of 7 stages\n"
        );
    }
}
