//! What a user notices besides the figures, each tried on a project that has traps in it.

use super::planted::{ENCODINGS, EVIL_NAME, OUTSIDE, Planted, WORD, plant};
use super::tools::{Tool, Workshop};
use crate::command::{Failure, capture, git};
use std::fs;
use std::path::{Path, PathBuf};

/// The rows of the table, in the order in which [`of`] answers.
pub(super) const ASKED: [&str; 8] = [
    "takes a sentence",
    "takes a token limit",
    "same bytes: twice / from another folder",
    "planted secrets that come out",
    "reads UTF-16 / Windows-1252 / Shift-JIS",
    "a file can forge another one",
    "a name with a line break breaks the line",
    "shows what a link outside leads to",
];

/// More than the project has.
const LIMIT: u64 = 60_000;

/// Tries everything; `same` is what came of [`sameness`].
pub(super) fn of(
    workshop: &mut Workshop,
    tool: &Tool,
    same: String,
) -> Result<Vec<String>, Failure> {
    let project = workshop.scratch.join("planted/project");
    let planted = made(&project)?;
    let Ok((output, _)) = workshop.run(tool, &project, WORD, LIMIT) else {
        return Ok(vec!["failed".to_owned(); ASKED.len()]);
    };
    Ok(vec![
        yes(tool.takes_task()),
        yes(tool.takes_limit()),
        same,
        leaked(&planted, &output),
        ENCODINGS.map(|(_, text)| yes(output.contains(text))).join(" / "),
        tool.is_forged.map_or("–".to_owned(), |is_forged| yes(is_forged(&output))),
        yes(output.contains(EVIL_NAME)),
        yes(output.contains(OUTSIDE)),
    ])
}

/// Whether the same comes of a real tree twice, and in a folder of another name.
pub(super) fn sameness(
    workshop: &mut Workshop,
    tool: &Tool,
    tree: &Path,
    task: &str,
) -> Result<String, Failure> {
    let mut run =
        |tree: &Path| workshop.run(tool, tree, task, LIMIT / 2).ok().map(|(output, _)| output);
    let (first, again) = (run(tree), run(tree));
    let elsewhere = tree.with_file_name("another-name");
    fs::rename(tree, &elsewhere).map_err(Failure::at(tree))?;
    let there = run(&elsewhere);
    fs::rename(&elsewhere, tree).map_err(Failure::at(&elsewhere))?;
    let same = |other: Option<String>| yes(first.is_some() && other == first);
    Ok(format!("{} / {}", same(again), same(there)))
}

/// A repository with everything in it.
fn made(folder: &Path) -> Result<Planted, Failure> {
    let above: PathBuf = folder.parent().unwrap_or(folder).to_owned();
    if above.exists() {
        fs::remove_dir_all(&above).map_err(Failure::at(&above))?;
    }
    let planted = plant(folder)?;
    capture(git(folder, &["init", "--quiet"]))?;
    capture(git(folder, &["add", "--all"]))?;
    let who = ["-c", "user.name=Nobody", "-c", "user.email=nobody@example.org"];
    let commit = ["commit", "--quiet", "--date", "2026-11-10T08:00:00Z", "-m", "all"];
    capture(git(folder, &[&who[..], &commit].concat()))?;
    Ok(planted)
}

fn leaked(planted: &Planted, output: &str) -> String {
    let comes_out = |secret: &&(&str, String)| output.contains(&secret.1);
    let leaked: Vec<&str> =
        planted.secrets.iter().filter(comes_out).map(|(kind, _)| *kind).collect();
    let of = planted.secrets.len();
    if leaked.is_empty() || leaked.len() == of {
        return format!("{} of {of}", leaked.len());
    }
    format!("{} of {of}: {}", leaked.len(), leaked.join(", "))
}

fn yes(is_so: bool) -> String {
    if is_so { "yes" } else { "no" }.to_owned()
}
