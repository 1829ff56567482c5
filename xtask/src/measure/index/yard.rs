//! A tree, the program to run on it, and a place for what that leaves behind.

use super::super::child::captured;
use crate::command::{Failure, capture, git, program};
use serde_json::Value;
use std::env;
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread::sleep;
use std::time::Duration;

/// Names of state folders.
pub(super) const INDEX: &str = "index-state";
pub(super) const PACK: &str = "pack-state";

/// Times of files go in steps, and what is younger than a step is read again.
pub(super) const STEP: Duration = Duration::from_millis(40);

pub(super) struct Yard {
    binary: PathBuf,
    pub(super) tree: PathBuf,
    scratch: PathBuf,
}

/// Whole copies of the tree lie there by then.
impl Drop for Yard {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.scratch);
    }
}

impl Yard {
    /// Clears the place.
    pub(super) fn new(binary: &Path, tree: &Path, scratch: &Path) -> Result<Self, Failure> {
        if scratch.exists() {
            fs::remove_dir_all(scratch).map_err(Failure::at(scratch))?;
        }
        let home = scratch.join("home");
        fs::create_dir_all(&home).map_err(Failure::at(&home))?;
        let (binary, tree, scratch) = (binary.to_owned(), tree.to_owned(), scratch.to_owned());
        Ok(Self { binary, tree, scratch })
    }

    pub(super) fn name(&self) -> String {
        self.tree.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(super) fn scratch(&self, name: &str) -> PathBuf {
        self.scratch.join(name)
    }

    /// A program in the tree that sees nobody's settings.
    pub(super) fn program(&self, name: impl AsRef<OsStr>, arguments: &[&str]) -> Command {
        let mut command = program(name.as_ref(), &self.tree, arguments);
        for (key, _) in env::vars_os() {
            let key_text = key.to_string_lossy();
            if key_text.starts_with("PLIMSOLL_") || key_text.starts_with("XDG_") {
                command.env_remove(&key);
            }
        }
        command.env("HOME", self.scratch("home"));
        command
    }

    pub(super) fn plimsoll(&self, state: &str, arguments: &[&str]) -> Command {
        let mut command = self.program(&self.binary, arguments);
        command
            .arg("--quiet")
            .arg("--root")
            .arg(&self.tree)
            .arg("--state")
            .arg(self.scratch(state));
        command
    }

    pub(super) fn git(&self, arguments: &[&str]) -> Command {
        git(&self.tree, arguments)
    }

    /// Removes what is known.
    pub(super) fn forget(&self, state: &str) -> Result<(), Failure> {
        let folder = self.scratch(state);
        if folder.exists() {
            fs::remove_dir_all(&folder).map_err(Failure::at(&folder))
        } else {
            Ok(())
        }
    }

    /// How long a refresh takes, and how many files it read.
    pub(super) fn refresh(&self) -> Result<(Duration, u64), Failure> {
        let (time, report) = captured(self.plimsoll(INDEX, &["index", "--json"]))?;
        let report: Value = serde_json::from_str(&report).unwrap_or_default();
        let read = report["read"].as_u64().ok_or_else(|| Failure::Unexpected {
            command: "plimsoll index".to_owned(),
            what: "did not say how many files it read".to_owned(),
        })?;
        Ok((time, read))
    }

    /// Makes all known that can be. Says how many files are read each time all the same.
    pub(super) fn settle(&self) -> Result<u64, Failure> {
        sleep(STEP);
        let mut before = self.refresh()?.1;
        for _ in 0..5 {
            let read = self.refresh()?.1;
            if read == before {
                return Ok(read);
            }
            before = read;
        }
        let what = "reads other files each time though nobody changes them".to_owned();
        Err(Failure::Unexpected { command: "plimsoll index".to_owned(), what })
    }

    /// Paths that git tracks.
    pub(super) fn tracked(&self) -> Result<Vec<String>, Failure> {
        let listed = capture(self.git(&["ls-files", "-z"]))?;
        Ok(listed.split('\0').filter(|path| !path.is_empty()).map(str::to_owned).collect())
    }

    /// So that nobody pays for the disk.
    pub(super) fn read_once(&self) -> Result<(), Failure> {
        for path in self.tracked()? {
            // A link may lead nowhere.
            let _ = fs::read(self.tree.join(path));
        }
        Ok(())
    }
}
