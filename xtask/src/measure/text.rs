//! `cargo xtask measure text [DIR…]`: which files are text, by us and by git, and where the two differ.
//! Files in encodings that had to be guessed are listed too.
//!
//! git's word is that of `git grep -I`, which is that of `git diff`: binary is what has a NUL in its first
//! 8,000 bytes, or what attributes call so.

use super::ground::{Ground, files_below};
use super::line::{Amount, Asked, Line, Lines};
use crate::command::{Failure, git, show};
use plimsoll_workspace::{Encoding, LeftOutReason, decode};
use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const LIST_TEXT_FILES: &[&str] =
    &["grep", "--no-index", "--no-exclude-standard", "-I", "-l", "-z", "-e", ""];

const FALSE_BINARY: Asked = Asked::below(
    1.0,
    "false \"binary\" on real source trees below 1 in 10,000 text files, against git's own judgement on three large trees",
);

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let (mut texts, mut binary) = (0, 0);
    for tree in &ground.trees {
        let counts = compare(tree, &files_below(tree), &text_files_by_git(tree)?);
        texts += counts.texts;
        binary += counts.binary;
    }
    let told = format!("{binary} of {texts} files: {}", ground.names_of(&ground.trees));
    let share = match texts {
        0 => Err("no tree is there; `cargo xtask corpus` brings some".to_owned()),
        _ => Ok(Amount::new(binary as f64 * 1e4 / texts as f64, "in 10,000", 2)),
    };
    let figure = "text by `git grep -I`, binary by us";
    lines.push(Line::new(figure, FALSE_BINARY, share).with(told));
    Ok(())
}

/// What git calls text, and how much of that is binary to us.
struct Counts {
    texts: usize,
    binary: usize,
}

/// Paths from the folder on. Empty files are not among them.
fn text_files_by_git(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut git = git(folder, LIST_TEXT_FILES);
    let shown = show(&git);
    let output = git.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::NotStarted { command: shown, error })?;
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
}

fn compare(folder: &Path, files: &[PathBuf], of_git: &BTreeSet<String>) -> Counts {
    let mut counts = Counts { texts: 0, binary: 0 };
    let mut agreed: BTreeMap<String, usize> = BTreeMap::new();
    let mut listed: BTreeMap<String, Vec<String>> = BTreeMap::new();
    for file in files {
        let Ok(bytes) = fs::read(file) else { continue };
        if bytes.is_empty() {
            continue;
        }
        let path = file.strip_prefix(folder).unwrap_or(file).to_string_lossy().into_owned();
        let is_text = of_git.contains(&path);
        let ours = decode(bytes).map(|text| text.encoding);
        counts.texts += usize::from(is_text);
        counts.binary += usize::from(is_text && ours == Err(LeftOutReason::Binary));
        let what = format!("{} by git, {} by us", word(is_text), reason(&ours));
        // Where the encoding was guessed, the guess is worth a look even if git agrees that it is text.
        let is_guess = !matches!(ours, Err(_) | Ok(Encoding::Ascii | Encoding::Utf8));
        if ours.is_ok() == is_text && !is_guess {
            *agreed.entry(what).or_default() += 1;
        } else {
            listed.entry(what).or_default().push(path);
        }
    }
    println!("{}", folder.display());
    for (what, count) in agreed {
        println!("{count:>10} {what}");
    }
    for (what, paths) in listed {
        println!("{:>10} {what}:", paths.len());
        for path in paths {
            println!("{:>14}{}", "", plimsoll_core::escape::reveal_line(&path));
        }
    }
    counts
}

fn word(is_text: bool) -> &'static str {
    if is_text { "text" } else { "binary" }
}

fn reason(ours: &Result<Encoding, LeftOutReason>) -> String {
    match ours {
        Ok(encoding) => encoding.name().to_owned(),
        Err(reason) => reason.code().to_owned(),
    }
}
