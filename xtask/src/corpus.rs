//! `cargo xtask corpus [NAME…]`: real trees to measure on, in `target/corpus/NAME`, each a git repository with one
//! commit whose id is the same everywhere.
//!
//! Packages are asked for by name, from wherever this machine gets its packages. What was brought lies in
//! `target/corpus/archives` and is not brought again. A release for Python or Node never changes, so its sha256 is pinned.
//! Debian takes old versions away: the one on offer is taken, and the commit says which it is.

mod archive;

use crate::command::{Failure, capture, git};
use archive::{Archive, Release};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// A tree that can be had.
struct Corpus {
    name: &'static str,
    package: &'static str,
    release: Release,
}

/// C# and XAML beside C++ and TypeScript: the tests build from it.
pub(crate) const REACT_NATIVE_WINDOWS: &str = "react-native-windows";

/// The smallest first.
const CORPORA: &[Corpus] = &[
    Corpus {
        name: "werkzeug",
        package: "werkzeug",
        release: Release::Python {
            version: "3.0.3",
            sha256: "097e5bfda9f0aba8da6b8545146def481d06aa7d3266e7448e2cccf67dd8bd18",
        },
    },
    Corpus {
        name: REACT_NATIVE_WINDOWS,
        package: "react-native-windows",
        release: Release::Node {
            version: "0.72.0",
            sha256: "28e916506b2e6963467c17395a7fcf9ca74315b4f31c9b82f31ad04a2c0f5fef",
        },
    },
    Corpus {
        name: "django",
        package: "Django",
        release: Release::Python {
            version: "4.2.16",
            sha256: "6f1616c2786c408ce86ab7e10f792b8f15742f7b7b7460243929cb371e7f1dad",
        },
    },
    Corpus {
        name: "golang",
        package: "golang-1.19-src",
        release: Release::Debian { tree: "usr/share/go-1.19" },
    },
    Corpus {
        name: "linux",
        package: "linux-source-6.1",
        release: Release::Debian { tree: "usr/src/linux-source-6.1.tar.xz" },
    },
];

/// Debian's packaging hides all of its own tree from git.
const HIDES_THE_TREE: [&str; 2] = ["/*", "!/debian/"];

pub(crate) fn run(root: &Path, names: &[String]) -> ExitCode {
    let is_known = |name: &&String| CORPORA.iter().any(|corpus| corpus.name == **name);
    if let Some(unknown) = names.iter().find(|name| !is_known(name)) {
        let known: Vec<&str> = CORPORA.iter().map(|corpus| corpus.name).collect();
        eprintln!("xtask knows no corpus `{unknown}`. It knows: {}", known.join(", "));
        return ExitCode::from(2);
    }
    let place = place(root);
    let is_asked_for = |name: &str| names.is_empty() || names.iter().any(|asked| asked == name);
    let mut exit = ExitCode::SUCCESS;
    for corpus in CORPORA.iter().filter(|corpus| is_asked_for(corpus.name)) {
        match bring(&place, corpus) {
            Ok(line) => println!("{line}"),
            Err(failure) => {
                eprintln!("{}: {failure}", corpus.name);
                exit = ExitCode::FAILURE;
            }
        }
    }
    exit
}

/// The trees that are in a folder, the smallest first.
pub(crate) fn present(place: &Path) -> Vec<PathBuf> {
    let trees = CORPORA.iter().map(|corpus| place.join(corpus.name));
    trees.filter(|tree| is_repository(tree)).collect()
}

pub(crate) fn place(root: &Path) -> PathBuf {
    root.join("target").join("corpus")
}

fn is_repository(tree: &Path) -> bool {
    tree.join(".git").is_dir()
}

/// Sees to it that a tree is there, and says what it is.
fn bring(place: &Path, corpus: &Corpus) -> Result<String, Failure> {
    let tree = place.join(corpus.name);
    let was_there = is_repository(&tree);
    if !was_there {
        if tree.exists() {
            let what = "is there, and was not made by this; move it away".to_owned();
            return Err(Failure::Unexpected { command: tree.display().to_string(), what });
        }
        let archive =
            Archive::find_or_bring(&place.join("archives"), corpus.package, &corpus.release)?;
        make(place, &tree, corpus, &archive)?;
    }
    let commit = capture(git(&tree, &["log", "-1", "--format=%s, commit %h"]))?;
    let files = capture(git(&tree, &["ls-files"]))?.lines().count();
    let how = if was_there { "was there" } else { "made" };
    Ok(format!("{:<9} {files:>6} files  {}, {how}", corpus.name, commit.trim()))
}

/// Under another name until it is whole.
fn make(place: &Path, tree: &Path, corpus: &Corpus, archive: &Archive) -> Result<(), Failure> {
    let making = place.join(format!("{}.making", corpus.name));
    if making.exists() {
        fs::remove_dir_all(&making).map_err(Failure::at(&making))?;
    }
    fs::create_dir_all(&making).map_err(Failure::at(&making))?;
    let unpacked = archive.unpack(&corpus.release, &making)?;
    show_to_git(&unpacked)?;
    commit(&unpacked, &format!("{} {}", corpus.package, archive.version))?;
    fs::rename(&unpacked, tree).map_err(Failure::at(tree))?;
    fs::remove_dir_all(&making).map_err(Failure::at(&making))
}

fn show_to_git(tree: &Path) -> Result<(), Failure> {
    let ignore_file = tree.join(".gitignore");
    let Ok(rules) = fs::read_to_string(&ignore_file) else { return Ok(()) };
    fs::write(&ignore_file, without_packaging(&rules)).map_err(Failure::at(&ignore_file))
}

fn without_packaging(rules: &str) -> String {
    if !HIDES_THE_TREE.iter().all(|hides| rules.lines().any(|line| line == *hides)) {
        return rules.to_owned();
    }
    let kept = rules.lines().filter(|line| !HIDES_THE_TREE.contains(line));
    kept.flat_map(|line| [line, "\n"]).collect()
}

/// All of it, also what its own rules would ignore.
fn commit(tree: &Path, message: &str) -> Result<(), Failure> {
    capture(git(tree, &["init", "-q", "-b", "main", "--template=", "--object-format=sha1"]))?;
    capture(git(tree, &["add", "-A", "-f"]))?;
    let mut command = git(tree, &["commit", "-q", "-m", message]);
    for who in ["AUTHOR", "COMMITTER"] {
        command.env(format!("GIT_{who}_NAME"), "corpus");
        command.env(format!("GIT_{who}_EMAIL"), "corpus@example.org");
        command.env(format!("GIT_{who}_DATE"), "2026-01-01T00:00:00Z");
    }
    capture(command)?;
    // The index is younger than the files now, so that git need not read them again.
    capture(git(tree, &["status", "--porcelain"])).map(drop)
}

#[cfg(test)]
mod tests;
