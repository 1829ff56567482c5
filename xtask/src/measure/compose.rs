//! What a composition costs on a tree of 20,000 and more files with a real change: one crate's version in the place of
//! another.

use super::child::{middle, timed};
use super::ground::Ground;
use super::line::{Amount, Asked, Line, Lines};
use super::said::after;
use super::{bench, walk};
use crate::command::{Failure, capture, git, program};
use crate::stages::release_binary;
use std::path::{Path, PathBuf};
use std::time::Duration;

const ROUNDS: usize = 21;
const SELECT: Asked = Asked::below(10.0, "selection p95 under 10 ms");
const RENDER: Asked = Asked::below(20.0, "render p95 under 20 ms");
const HIT: Asked = Asked::below(5.0, "a cache hit under 5 ms in process");
const PROCESS: Asked = Asked::at_most(
    2.0,
    "the whole `plimsoll compose` process at most twice the wall time of `git status` in the same run",
);

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let tree = walk::tree(ground)?;
    change(&tree)?;
    let measured = measure(ground, &tree, lines);
    capture(git(&tree, &["checkout", "-q", "--", "."]))?;
    measured
}

fn measure(ground: &Ground, tree: &Path, lines: &mut Lines) -> Result<(), Failure> {
    let bench = bench(&ground.root, "compose")?;
    let tree_text = tree.to_string_lossy().into_owned();
    let said = capture(program(bench.as_os_str(), tree, &[&tree_text]))?;
    let microseconds = |what: &str| -> Result<Amount, String> {
        let found = after(&said, &format!("{what} "))?;
        Ok(Amount::milliseconds(Duration::from_micros(found)))
    };
    let candidates: u64 = after(&said, "candidates ").unwrap_or_default();
    let told = format!("{candidates} candidates");
    lines.push(Line::new("compose: select, p95", SELECT, microseconds("select")).with(told));
    lines.push(Line::new("compose: render, p95", RENDER, microseconds("render")));
    lines.push(Line::new("compose: a cache hit, p95", HIT, microseconds("hit")));
    for (what, figure) in [
        ("gather", "compose: look at the workspace and gather, p95"),
        ("record", "compose: write the log, p95"),
    ] {
        lines.push(Line::new(figure, Asked::NOTHING, microseconds(what)));
    }
    let binary = release_binary(&ground.root)?;
    let state = ground.root.join("target").join("measure-compose");
    let state = state.to_string_lossy().into_owned();
    let compose = || {
        let arguments = ["compose", "-q", "--root", &tree_text, "--state", &state];
        program(binary.as_os_str(), tree, &arguments)
    };
    // What was just written is looked at again until its time cannot deceive.
    for _ in 0..2 {
        capture(compose())?;
        std::thread::sleep(Duration::from_secs(2));
    }
    let mut times: [Vec<Duration>; 2] = Default::default();
    for _ in 0..ROUNDS {
        times[0].push(timed(compose())?);
        times[1].push(timed(git(tree, &["status", "--porcelain"]))?);
    }
    let [composed, status] = times.map(middle);
    let ratio = Ok(Amount::ratio(composed.as_secs_f64(), status.as_secs_f64()));
    let told = Amount::milliseconds(composed);
    let beside = format!("git status {}", Amount::milliseconds(status));
    lines.push(Line::new("compose to git status", PROCESS, ratio).with(told).beside(beside));
    Ok(())
}

/// Puts the sources of a crate's newer version in the place of its older one.
fn change(tree: &Path) -> Result<(), Failure> {
    let [older, newer] = versions(tree, |[older, newer]| {
        [older, newer].iter().all(|one| one.join("src").join("lib.rs").is_file())
    })?;
    let source = newer.join("src").join("lib.rs");
    std::fs::copy(&source, older.join("src").join("lib.rs")).map_err(Failure::at(&source))?;
    Ok(())
}

/// The first crate that is there in two versions for which something holds.
pub(super) fn versions(
    tree: &Path,
    holds: impl Fn([&PathBuf; 2]) -> bool,
) -> Result<[PathBuf; 2], Failure> {
    let folder = tree.join("one");
    let name = |path: &Path| -> Option<String> {
        let name = path.file_name()?.to_str()?;
        name.rsplit_once('-').map(|(name, _)| name.to_owned())
    };
    // Where crates come from one place only, they lie side by side; cargo has a folder for each place.
    for place in [vec![folder.clone()], folders(&folder)?].concat() {
        let crates = folders(&place)?;
        let pair = crates.windows(2).find(|pair| {
            let [older, newer] = [&pair[0], &pair[1]];
            name(older).is_some() && name(older) == name(newer) && holds([older, newer])
        });
        if let Some([older, newer]) = pair {
            return Ok([older.clone(), newer.clone()]);
        }
    }
    let what = "has no crate in two versions".to_owned();
    Err(Failure::Unexpected { command: folder.display().to_string(), what })
}

fn folders(folder: &Path) -> Result<Vec<PathBuf>, Failure> {
    let entries = std::fs::read_dir(folder).map_err(Failure::at(folder))?;
    let paths = entries.flatten().map(|entry| entry.path());
    let mut folders: Vec<PathBuf> = paths.filter(|path| path.is_dir()).collect();
    folders.sort();
    Ok(folders)
}
