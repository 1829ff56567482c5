//! The walk against `git status` on the same tree, warm, by turns, so that both have the same noise.

use super::child::{middle, timed};
use super::{bench, instructions};
use crate::command::{Failure, answers, capture, program};
use std::env;
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Duration;

const ROUNDS: usize = 21;

/// The sources of all crates that cargo has fetched, twice, since they are not quite 20,000 files.
pub(super) fn run(root: &Path) -> Result<(), Failure> {
    let bench = bench(root, "plimsoll-workspace", "walk")?;
    let tree = root.join("target").join("measure-walk");
    if !tree.join(".git").is_dir() {
        make(&tree)?;
    }
    let tree_text = tree.to_string_lossy().into_owned();
    let walk =
        |how: &[&str]| program(bench.as_os_str(), &tree, &[&[tree_text.as_str()], how].concat());
    let status = || git(&tree, &["status", "--porcelain"]);
    println!("{} files", capture(walk(&[]))?.trim());
    let mut times: [Vec<Duration>; 4] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(timed(walk(&[]))?);
        times[1].push(timed(status())?);
        times[2].push(timed(walk(&["git"]))?);
        times[3].push(timed(walk(&["nothing"]))?);
    }
    let [walked, status, with_git, nothing] = times.map(middle);
    println!("\n{:<34} {:>8}", "median of whole processes", "ms");
    for (name, time) in [
        ("walk", walked),
        ("git status --porcelain", status),
        ("walk, after asking what is tracked", with_git),
        ("a process that does nothing", nothing),
    ] {
        println!("{name:<34} {:>8.1}", time.as_secs_f64() * 1000.0);
    }
    println!("walk / git status: {:.2}", walked.as_secs_f64() / status.as_secs_f64());
    let all = instructions(&tree, &bench, &[&tree_text])?;
    let setup = instructions(&tree, &bench, &[&tree_text, "nothing"])?;
    println!("instructions of a walk: {}", all.saturating_sub(setup));
    Ok(())
}

fn make(tree: &Path) -> Result<(), Failure> {
    let home = env::var_os("CARGO_HOME").map(PathBuf::from);
    let home = home.or_else(|| Some(PathBuf::from(env::var_os("HOME")?).join(".cargo")));
    let sources = home.unwrap_or_default().join("registry").join("src");
    println!("copying {} twice, once for all", sources.display());
    for name in ["one", "two"] {
        let folder = tree.join(name);
        let failed = |error| Failure::NotStarted { command: "mkdir".to_owned(), error };
        std::fs::create_dir_all(&folder).map_err(failed)?;
        let from = sources.join(".").to_string_lossy().into_owned();
        capture(program(OsStr::new("cp"), tree, &["-a", &from, name]))?;
    }
    capture(git(tree, &["init", "-q"]))?;
    capture(git(tree, &["add", "-A", "-f"]))?;
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    capture(git(tree, &[&who[..], &["commit", "-q", "-m", "all"]].concat()))?;
    // The index is younger than the files now, so that git need not read them again.
    answers(git(tree, &["status", "--porcelain"]));
    Ok(())
}

fn git(tree: &Path, arguments: &[&str]) -> Command {
    program(OsStr::new("git"), tree, arguments)
}
