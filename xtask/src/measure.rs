//! `cargo xtask measure WHAT`: figures that take long. Wall times are for the eye, since machines are noisy;
//! instruction counts (valgrind) are for comparing.

mod child;
mod fuzz;
mod index;
mod text;
mod walk;

use crate::command::{Failure, capture, cargo, executable, program};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

/// Something that can be measured.
struct Figure {
    name: &'static str,
    /// Gets the root of the workspace and what was given after the name.
    run: fn(&Path, &[String]) -> Result<(), Failure>,
}

const FIGURES: &[Figure] = &[
    Figure { name: "core", run: |root, _| core(root) },
    Figure { name: "fuzz", run: fuzz::run },
    Figure { name: "git", run: |root, _| git(root) },
    Figure { name: "index", run: index::run },
    Figure { name: "kills", run: |root, _| kills(root) },
    Figure { name: "outlines", run: outlines },
    Figure { name: "properties", run: |root, _| properties(root) },
    Figure { name: "secrets", run: |root, _| crate::measure_secrets::run(root) },
    Figure { name: "store", run: |root, _| store(root) },
    Figure { name: "text", run: |_, folders| text::run(folders) },
    Figure { name: "walk", run: |root, _| walk::run(root) },
];

pub(crate) fn run(root: &Path, what: &str, arguments: &[String]) -> ExitCode {
    let Some(figure) = FIGURES.iter().find(|figure| figure.name == what) else {
        let known: Vec<&str> = FIGURES.iter().map(|figure| figure.name).collect();
        eprintln!("xtask cannot measure `{what}`. It can measure: {}", known.join(", "));
        return ExitCode::from(2);
    };
    match (figure.run)(root, arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

/// Admission and fit: how their cost grows with the number of candidates.
fn core(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-core", "fit")?;
    print!("{}", capture(program(bench.as_os_str(), root, &[]))?);
    println!("\n{:>10} {:>14} {:>14}", "candidates", "instructions", "a candidate");
    for candidates in [100_u64, 1_000, 10_000, 100_000] {
        let count = candidates.to_string();
        let all = instructions(root, &bench, &[&count])?;
        let setup = instructions(root, &bench, &[&count, "setup"])?;
        let work = all.saturating_sub(setup);
        println!("{candidates:>10} {work:>14} {:>14}", work / candidates);
    }
    Ok(())
}

/// Opening a repository, its changes and its history, beside what git itself takes.
fn git(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-workspace", "git")?;
    print!("{}", capture(program(bench.as_os_str(), root, &[]))?);
    Ok(())
}

/// What outlines find in the sources of some folders, beside ctags, and what they cost.
fn outlines(root: &Path, folders: &[String]) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-index", "outlines")?;
    let folders: Vec<&str> = folders.iter().map(String::as_str).collect();
    crate::command::run(program(bench.as_os_str(), root, &folders))
}

/// Core's property tests with twenty times their cases: thousands each.
fn properties(root: &Path) -> Result<(), Failure> {
    let mut tests =
        cargo(root, &["test", "--locked", "--release", "-p", "plimsoll-core", "--tests"]);
    tests.env("PROPTEST_CASES", "5120");
    crate::command::run(tests)
}

/// Processes that append and are killed: what they reported is there.
fn kills(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-store", "kills")?;
    crate::command::run(program(bench.as_os_str(), root, &[]))
}

/// What the store costs, beside what a sync costs here.
fn store(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-store", "store")?;
    crate::command::run(program(bench.as_os_str(), root, &[]))
}

/// Builds a benchmark and says where it is.
pub(crate) fn bench(root: &Path, package: &str, name: &str) -> Result<PathBuf, Failure> {
    let arguments =
        ["bench", "--locked", "--no-run", "--message-format=json", "-p", package, "--bench", name];
    executable(&capture(cargo(root, &arguments))?, name)
}

/// How many instructions a program takes, by valgrind's count.
fn instructions(root: &Path, executable: &Path, arguments: &[&str]) -> Result<u64, Failure> {
    let path = executable.to_string_lossy();
    let fixed = ["--tool=callgrind", "--callgrind-out-file=/dev/null", &*path];
    let mut command = program(OsStr::new("valgrind"), root, &[&fixed, arguments].concat());
    command.stdout(Stdio::null()).stderr(Stdio::piped());
    let output = command
        .output()
        .map_err(|error| Failure::NotStarted { command: "valgrind".to_owned(), error })?;
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    let count = said.lines().find_map(|line| line.split_once("Collected : "));
    count.and_then(|(_, count)| count.trim().parse().ok()).ok_or_else(|| Failure::Unexpected {
        command: "valgrind".to_owned(),
        what: "did not say how many instructions it counted".to_owned(),
    })
}
