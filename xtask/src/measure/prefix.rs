//! How much of a document's beginning an edit leaves as it was, which a prompt cache then need not read again (X06).
//!
//! The edits are real: file by file, a crate's newer version comes in the place of its older one, in a tree of 20,000 and
//! more files. After each, both doors that look at the tree are called again.

use super::compose::versions;
use super::ground::{Ground, files_below};
use super::line::{Amount, Asked, Line, Lines};
use super::walk;
use crate::command::{Failure, capture, git, program};
use crate::stages::release_binary;
use serde_json::Value;
use std::path::{Path, PathBuf};

/// So many files are edited, one after the other.
const EDITS: usize = 6;
const ASKED: Asked =
    Asked::said("prompt caches: an edit moves as few bytes of the prefix as possible");

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let tree = walk::tree(ground)?;
    let [older, newer] = versions(&tree, |[older, newer]| edits(older, newer).len() >= EDITS)?;
    let measured = measure(ground, &tree, &edits(&older, &newer), lines);
    capture(git(&tree, &["checkout", "-q", "--", "."]))?;
    measured
}

/// The files of both versions that differ: what is there, and what comes.
fn edits(older: &Path, newer: &Path) -> Vec<[PathBuf; 2]> {
    let files = files_below(&older.join("src")).into_iter();
    let pairs = files.filter_map(|old| {
        let new = newer.join(old.strip_prefix(older).ok()?);
        (std::fs::read(&old).ok()? != std::fs::read(&new).ok()?).then_some([old, new])
    });
    pairs.take(EDITS).collect()
}

fn measure(
    ground: &Ground,
    tree: &Path,
    edits: &[[PathBuf; 2]],
    lines: &mut Lines,
) -> Result<(), Failure> {
    let binary = release_binary(&ground.root)?;
    let state = ground.root.join("target").join("measure-compose");
    let plimsoll = |arguments: &[&str]| -> Result<Value, Failure> {
        let (tree_text, state) = (tree.to_string_lossy(), state.to_string_lossy());
        let place = ["-q", "--root", &*tree_text, "--state", &*state];
        let said = capture(program(binary.as_os_str(), tree, &[arguments, &place].concat()))?;
        serde_json::from_str(&said).map_err(|error| Failure::Unexpected {
            command: format!("plimsoll {}", arguments.join(" ")),
            what: format!("did not answer in JSON: {error}"),
        })
    };
    // Whoever asks for a pack has something in mind; here it is what the files are about.
    let about = edits.first().and_then(|[old, _]| old.ancestors().nth(2)).and_then(Path::file_name);
    let about = about.unwrap_or_default().to_string_lossy().replace('-', " ");
    let doors: [(&str, Vec<&str>); 2] = [
        ("compose", vec!["compose", "--format", "json"]),
        ("pack", vec!["pack", &about, "--format", "json"]),
    ];
    for (door, call) in doors {
        capture(git(tree, &["checkout", "-q", "--", "."]))?;
        let (mut before, mut shares): (Option<(String, f64)>, [Vec<f64>; 2]) = Default::default();
        for [old, new] in edits {
            std::fs::copy(new, old).map_err(Failure::at(new))?;
            let called = plimsoll(&call)?;
            let id = called["meta"]["decisionId"].as_str().unwrap_or_default().to_owned();
            if let Some((was, tokens)) = before.take() {
                let compared = plimsoll(&["diff", &was, &id, "--json"])?;
                let of = |key: &str| compared["prefix"][key].as_f64().unwrap_or_default();
                shares[0].push(of("bytes") / of("wasBytes").max(1.0));
                shares[1].push(of("count") / tokens.max(1.0));
            }
            let tokens = called["actualTokens"].as_f64().or(called["meta"]["used"].as_f64());
            before = Some((id, tokens.unwrap_or_default()));
        }
        for (unit, mut shares) in ["bytes", "tokens"].into_iter().zip(shares) {
            shares.sort_by(f64::total_cmp);
            let figure = format!("{door}: {unit} of the prefix that an edit leaves, middle");
            let share = |at: usize| shares.get(at).copied().unwrap_or_default() * 100.0;
            let middle = Amount::new(share(shares.len() / 2), "%", 1);
            let told = format!("{} edits, the least {:.1} %", shares.len(), share(0));
            lines.push(Line::new(&figure, ASKED, Ok(middle)).with(told));
        }
    }
    Ok(())
}
