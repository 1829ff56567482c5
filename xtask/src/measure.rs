//! `cargo xtask measure NAME`: figures that take long, each beside what was asked for and what others take in the same
//! run. `measure all` runs every part and writes `docs/figures.md`. Wall times are for the eye, since machines are noisy;
//! ratios and instruction counts (valgrind) are for comparing.

mod all;
mod child;
mod comparison;
mod compose;
mod core;
mod evaluation;
mod fuzz;
mod ground;
mod index;
mod line;
mod outlines;
mod prefix;
mod report;
mod said;
mod search;
mod secrets;
mod store;
mod text;
mod walk;

use crate::command::{Failure, capture, cargo, executable, overhear, program};
use ground::Ground;
use line::Lines;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::{ExitCode, Stdio};

/// Figures that belong together.
struct Part {
    name: &'static str,
    title: &'static str,
    /// Hands over each line as soon as it is known, so that a failure loses only what comes after it.
    run: fn(&Ground, &mut Lines) -> Result<(), Failure>,
}

/// In the order in which they are run: what is quick first.
const PARTS: &[Part] = &[
    Part { name: "core", title: "Core: admission and fit", run: core::run },
    Part { name: "store", title: "Store: costs", run: store::run },
    Part { name: "kills", title: "Store: processes that are killed", run: store::kills },
    Part { name: "walk", title: "Workspace: the walk", run: walk::run },
    Part { name: "text", title: "Workspace: text and binary", run: text::run },
    Part { name: "secrets", title: "Guard", run: secrets::run },
    Part { name: "index", title: "Index: costs", run: index::run },
    Part { name: "search", title: "Search: costs", run: search::run },
    Part { name: "compose", title: "Compose: costs", run: compose::run },
    Part { name: "prefix", title: "Prompt caches: what an edit leaves", run: prefix::run },
    Part { name: "outlines", title: "Index: outlines and signatures", run: outlines::run },
    Part { name: "properties", title: "Core: properties", run: core::properties },
];

/// What prints something to look at, of which nothing was asked.
struct Tool {
    name: &'static str,
    run: fn(&Path, &[String]) -> Result<(), Failure>,
}

const TOOLS: &[Tool] = &[
    Tool { name: "comparison", run: comparison::run },
    Tool { name: "evaluation", run: evaluation::run },
    Tool { name: "fuzz", run: fuzz::run },
    Tool { name: "git", run: |root, _| git(root) },
];

pub(crate) fn run(root: &Path, what: &str, arguments: &[String]) -> ExitCode {
    let part = PARTS.iter().find(|part| part.name == what);
    let tool = TOOLS.iter().find(|tool| tool.name == what);
    let ended = match (what, part, tool) {
        ("all", ..) => all::run(root, arguments),
        (_, Some(part), _) => Ground::of(root, arguments)
            .and_then(|ground| (part.run)(&ground, &mut Lines::default())),
        (_, _, Some(tool)) => (tool.run)(root, arguments),
        _ => {
            eprintln!("xtask cannot measure `{what}`. It can measure: {}", names().join(", "));
            return ExitCode::from(2);
        }
    };
    match ended {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}

fn names() -> Vec<&'static str> {
    let (parts, tools) = (PARTS.iter().map(|part| part.name), TOOLS.iter().map(|tool| tool.name));
    ["all"].into_iter().chain(parts).chain(tools).collect()
}

/// Opening a repository, its changes and its history, beside what git itself takes.
fn git(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "git")?;
    crate::command::run(program(bench.as_os_str(), root, &[]))
}

/// Builds a benchmark and says where it is. Features are chosen for the whole workspace, so that dependencies are
/// compiled once for all of them.
fn bench(root: &Path, name: &str) -> Result<PathBuf, Failure> {
    let arguments =
        ["bench", "--locked", "--no-run", "--message-format=json", "--workspace", "--bench", name];
    executable(&capture(cargo(root, &arguments))?, name)
}

/// Builds and runs a benchmark that must end well; what it says.
fn bench_says(root: &Path, name: &str, arguments: &[&str]) -> Result<String, Failure> {
    let bench = bench(root, name)?;
    match overhear(program(bench.as_os_str(), root, arguments))? {
        (said, true) => Ok(said),
        (_, false) => Err(Failure::Unexpected {
            command: name.to_owned(),
            what: "is a benchmark that did not end well".to_owned(),
        }),
    }
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
