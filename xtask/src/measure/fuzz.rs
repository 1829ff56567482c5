//! `cargo xtask measure fuzz [SECONDS] [TARGET…]`: libFuzzer looks for bytes that break what reads them.
//!
//! Coverage is LLVM's, which stable rustc hands out; the C of the grammars is built with the address sanitizer, since a
//! scanner that writes past its buffer would otherwise go unnoticed. Sums that overflow are found as well. What breaks
//! lies in `target/fuzz/found`; it is mended, and the input goes to `fuzz/corpus`.

use crate::command::{Failure, capture, cargo, executable, program, show};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

/// For each target, unless told otherwise.
const SECONDS: u64 = 15;
/// For one input, in seconds. The slowest real files take a small part of it, even instrumented.
const LONGEST: u64 = 20;
const MOST_MEMORY_MB: u64 = 3_000;

const FLAGS: &[&str] = &[
    "-Cpasses=sancov-module",
    "-Cllvm-args=-sanitizer-coverage-level=4",
    "-Cllvm-args=-sanitizer-coverage-inline-8bit-counters",
    "-Cllvm-args=-sanitizer-coverage-pc-table",
    "-Cllvm-args=-sanitizer-coverage-trace-compares",
];

/// The sanitizer's own code, for the C that calls it: whole, and in the program itself, so that its `malloc` is everybody's.
const SANITIZER: &[&str] = &[
    "-Clink-arg=-Wl,--whole-archive,-l:libasan.a,--no-whole-archive",
    "-Clink-arg=-Wl,--export-dynamic",
];

/// Something to fuzz.
struct Target {
    name: String,
    /// Below the root. Not all need exist.
    seeds: Vec<String>,
}

pub(super) fn run(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let seconds = arguments.first().and_then(|first| first.parse().ok());
    let wanted = &arguments[usize::from(seconds.is_some())..];
    let fuzzer = built(root)?;
    let targets = chosen(targets(root, &fuzzer)?, wanted)?;
    println!("{:<20} {:>9} {:>9}  outcome", "target", "inputs", "features");
    let mut broken = 0;
    for target in targets {
        let outcome = fuzz(root, &fuzzer, &target, seconds.unwrap_or(SECONDS))?;
        broken += usize::from(outcome.found.is_some());
        let found = outcome.found.as_deref().unwrap_or("held");
        println!("{:<20} {:>9} {:>9}  {found}", target.name, outcome.inputs, outcome.features);
    }
    if broken == 0 { Ok(()) } else { Err(Failure::Problems(broken)) }
}

/// Builds the fuzzer, apart from everything else, since its flags differ.
fn built(root: &Path) -> Result<PathBuf, Failure> {
    let platform = platform(root)?;
    // With a platform named, flags are not for build scripts.
    let arguments = [
        &["rustc", "--release", "--locked", "--package", "plimsoll-fuzz", "--bin", "fuzz"][..],
        &["--features", "libfuzzer", "--target", &platform, "--target-dir", "target/fuzz"],
        &["--message-format", "json-render-diagnostics", "--"],
        SANITIZER,
    ];
    let mut build = cargo(root, &arguments.concat());
    build.env("RUSTFLAGS", FLAGS.join(" ")).env("CFLAGS", "-fsanitize=address");
    build.env("CARGO_PROFILE_RELEASE_LTO", "off");
    build.env("CARGO_PROFILE_RELEASE_DEBUG_ASSERTIONS", "true");
    build.env("CARGO_PROFILE_RELEASE_OVERFLOW_CHECKS", "true");
    println!("$ {}", show(&build));
    executable(&capture(build)?, "fuzz")
}

fn platform(root: &Path) -> Result<String, Failure> {
    let said = capture(program(OsStr::new("rustc"), root, &["-vV"]))?;
    let platform = said.lines().find_map(|line| line.strip_prefix("host: "));
    platform.map(str::to_owned).ok_or_else(|| Failure::Unexpected {
        command: "rustc -vV".to_owned(),
        what: "did not say for which platform it is".to_owned(),
    })
}

fn targets(root: &Path, fuzzer: &Path) -> Result<Vec<Target>, Failure> {
    let listed = capture(sanitized(program(fuzzer.as_os_str(), root, &[])))?;
    let target = |line: &str| {
        let mut words = line.split(' ').map(str::to_owned);
        Some(Target { name: words.next()?, seeds: words.collect() })
    };
    Ok(listed.lines().filter_map(target).collect())
}

fn chosen(targets: Vec<Target>, wanted: &[String]) -> Result<Vec<Target>, Failure> {
    let unknown = wanted.iter().find(|name| targets.iter().all(|target| target.name != **name));
    if let Some(name) = unknown {
        let known: Vec<&str> = targets.iter().map(|target| target.name.as_str()).collect();
        let what = format!("knows no target `{name}`, but {}", known.join(", "));
        return Err(Failure::Unexpected { command: "measure fuzz".to_owned(), what });
    }
    let is_chosen = |target: &Target| wanted.is_empty() || wanted.contains(&target.name);
    Ok(targets.into_iter().filter(is_chosen).collect())
}

/// What came of fuzzing a target.
#[derive(Debug, Default, PartialEq)]
struct Outcome {
    inputs: u64,
    /// Ways through the program that were seen.
    features: u64,
    /// Where the input lies that broke it.
    found: Option<String>,
}

fn fuzz(root: &Path, fuzzer: &Path, target: &Target, seconds: u64) -> Result<Outcome, Failure> {
    let (grown, found) = (format!("target/fuzz/grown/{}", target.name), "target/fuzz/found");
    for folder in [&*grown, found] {
        let folder = root.join(folder);
        fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
    }
    let mut arguments = vec![
        format!("-max_total_time={seconds}"),
        format!("-timeout={LONGEST}"),
        format!("-rss_limit_mb={MOST_MEMORY_MB}"),
        format!("-artifact_prefix={found}/{}-", target.name),
        "-print_final_stats=1".to_owned(),
        grown,
    ];
    arguments.extend(target.seeds.iter().filter(|seeds| root.join(seeds).is_dir()).cloned());
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let mut command = sanitized(program(fuzzer.as_os_str(), root, &arguments));
    command.env("PLIMSOLL_FUZZ", &target.name);
    let shown = show(&command);
    let ran = command.output().map_err(|error| Failure::NotStarted { command: shown, error })?;
    Ok(outcome(&String::from_utf8_lossy(&ran.stderr), ran.status.success()))
}

/// A panic is a finding, memory that is still held at the end is not.
fn sanitized(mut command: Command) -> Command {
    command.env("ASAN_OPTIONS", "detect_leaks=0:allocator_may_return_null=1");
    command
}

/// Reads what libFuzzer says.
fn outcome(said: &str, ended_well: bool) -> Outcome {
    let number = |text: &str| text.split_whitespace().next().and_then(|n| n.parse().ok());
    let after = |word: &str| {
        said.lines().rev().find_map(|line| number(line.split_once(word)?.1)).unwrap_or(0)
    };
    let written = said.lines().find_map(|line| line.split_once("Test unit written to "));
    let found = written.map(|(_, path)| path.to_owned());
    Outcome {
        inputs: after("stat::number_of_executed_units:"),
        features: after(" ft: "),
        found: found.or_else(|| (!ended_well).then(|| "ended without a word".to_owned())),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_libfuzzer_says_is_read() {
        let well = "#2\tINITED cov: 10 ft: 11 corp: 1/1b\n#9\tDONE   cov: 12 ft: 31 corp: 2/5b\n\
                    stat::number_of_executed_units: 907\nstat::peak_rss_mb: 40\n";
        assert_eq!(outcome(well, true), Outcome { inputs: 907, features: 31, found: None });
        let broken = "#9\tNEW    cov: 12 ft: 31 corp: 2/5b\n\
                      artifact_prefix='f/'; Test unit written to f/task-crash-1\n";
        let found = Some("f/task-crash-1".to_owned());
        assert_eq!(outcome(broken, false), Outcome { inputs: 0, features: 31, found });
        assert!(outcome("", false).found.is_some());
    }
}
