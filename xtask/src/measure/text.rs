//! `cargo xtask measure text DIR…`: which files are text, by us and by git, and where the two differ.
//! Files in encodings that had to be guessed are listed too.
//!
//! git's word is that of `git grep -I`, which is that of `git diff`: binary is what has a NUL in its first
//! 8,000 bytes, or what attributes call so.

use crate::command::{Failure, program, show};
use plimsoll_workspace::{Encoding, LeftOutReason, decode};
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Stdio;

const LIST_TEXT_FILES: &[&str] =
    &["grep", "--no-index", "--no-exclude-standard", "-I", "-l", "-z", "-e", ""];

pub(super) fn run(folders: &[String]) -> Result<(), Failure> {
    for folder in folders {
        let folder = Path::new(folder);
        let of_git = text_files_by_git(folder)?;
        let mut files = Vec::new();
        list(folder, &mut files);
        files.sort();
        compare(folder, &files, &of_git);
    }
    Ok(())
}

/// Paths from the folder on. Empty files are not among them.
fn text_files_by_git(folder: &Path) -> Result<BTreeSet<String>, Failure> {
    let mut git = program(OsStr::new("git"), folder, LIST_TEXT_FILES);
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    let shown = show(&git);
    let output = git.stderr(Stdio::inherit()).output();
    let output = output.map_err(|error| Failure::NotStarted { command: shown, error })?;
    let names = output.stdout.split(|byte| *byte == 0).filter(|name| !name.is_empty());
    Ok(names.map(|name| String::from_utf8_lossy(name).into_owned()).collect())
}

/// Every regular file below a folder, as git would see them: no links, nothing in `.git`.
fn list(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        match entry.file_type() {
            Ok(kind) if kind.is_dir() && entry.file_name() != ".git" => list(&entry.path(), files),
            Ok(kind) if kind.is_file() => files.push(entry.path()),
            _ => {}
        }
    }
}

fn compare(folder: &Path, files: &[PathBuf], of_git: &BTreeSet<String>) {
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
