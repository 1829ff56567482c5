//! The walk against `git status` on the same tree, warm, by turns, so that both have the same noise.

use super::child::{middle, timed};
use super::ground::{Ground, fetched_crates};
use super::line::{Amount, Asked, Line, Lines};
use super::said::why;
use super::{bench, instructions};
use crate::command::{Failure, answers, capture, git, program};
use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::time::Duration;

const ROUNDS: usize = 21;
const WALK: Asked = Asked::at_most(
    1.0,
    "walk and stat of 20,000+ files warm, at most the wall time of `git status` in the same run",
);

/// The sources of all crates that cargo has fetched, twice, since they are not quite 20,000 files.
pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let bench = bench(&ground.root, "walk")?;
    let tree = tree(ground)?;
    let tree_text = tree.to_string_lossy().into_owned();
    let walk =
        |how: &[&str]| program(bench.as_os_str(), &tree, &[&[tree_text.as_str()], how].concat());
    let files = capture(walk(&[]))?;
    let mut times: [Vec<Duration>; 4] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(timed(walk(&[]))?);
        times[1].push(timed(git(&tree, &["status", "--porcelain"]))?);
        times[2].push(timed(walk(&["git"]))?);
        times[3].push(timed(walk(&["nothing"]))?);
    }
    let [walked, status, with_git, nothing] = times.map(middle);
    let ratio = |time: Duration| Ok(Amount::ratio(time.as_secs_f64(), status.as_secs_f64()));
    let beside = || format!("git status {}", Amount::milliseconds(status));
    let told = format!("{}, {} files", Amount::milliseconds(walked), files.trim());
    lines.push(Line::new("walk to git status", WALK, ratio(walked)).with(told).beside(beside()));
    let told = Amount::milliseconds(with_git);
    let figure = "walk after asking what is tracked, to git status";
    lines.push(Line::new(figure, Asked::NOTHING, ratio(with_git)).with(told).beside(beside()));
    let nothing = Ok(Amount::milliseconds(nothing));
    lines.push(Line::new("a process that does nothing", Asked::NOTHING, nothing));
    let count = |how: &[&str]| instructions(&tree, &bench, &[&[&*tree_text], how].concat());
    let work = count(&[]).and_then(|all| Ok(all.saturating_sub(count(&["nothing"])?)));
    let work = work.map(|work| Amount::new(work as f64 / 1e6, "million instructions", 0));
    lines.push(Line::new("walk", Asked::NOTHING, work.map_err(|failure| why(&failure))));
    Ok(())
}

/// The tree, made where it is not there.
pub(super) fn tree(ground: &Ground) -> Result<PathBuf, Failure> {
    let tree = ground.root.join("target").join("measure-walk");
    if !tree.join(".git").is_dir() {
        make(&tree)?;
    }
    Ok(tree)
}

fn make(tree: &Path) -> Result<(), Failure> {
    println!("copying the sources of all crates twice, once for all");
    for name in ["one", "two"] {
        let folder = tree.join(name);
        std::fs::create_dir_all(&folder).map_err(Failure::at(&folder))?;
        let from = fetched_crates().join(".").to_string_lossy().into_owned();
        capture(program(OsStr::new("cp"), tree, &["-a", &from, name]))?;
    }
    capture(git(tree, &["init", "-q"]))?;
    capture(git(tree, &["add", "-A", "-f"]))?;
    let who = ["-c", "user.name=A", "-c", "user.email=a@example.org"];
    let mut commit = git(tree, &[&who[..], &["commit", "-q", "-m", "all"]].concat());
    // As old as trees are that people work on: what was committed today is shown in compositions.
    commit.env("GIT_COMMITTER_DATE", "2026-01-01T00:00:00Z");
    capture(commit)?;
    // The index is younger than the files now, so that git need not read them again.
    answers(git(tree, &["status", "--porcelain"]));
    Ok(())
}
