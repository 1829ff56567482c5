//! Past commits: what each was asked, on which tree, and which lines it changed.

use crate::command::{Failure, capture, git, program};
use serde::Deserialize;
use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

#[derive(Debug, Deserialize)]
pub(super) struct Task {
    pub(super) id: String,
    pub(super) repo: String,
    parent: String,
    pub(super) text: String,
    truth: Vec<Changed>,
}

/// A file, and the ranges of lines that the commit changed in it.
#[derive(Debug, Deserialize)]
struct Changed {
    path: String,
    lines: Vec<(usize, usize)>,
}

/// What is shown of what was changed.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Score {
    pub(super) files: usize,
    pub(super) files_shown: usize,
    pub(super) ranges: usize,
    pub(super) ranges_shown: usize,
}

/// So many tasks of each repository that is here, evenly spread over the file. Repositories come by name.
pub(super) fn chosen(file: &Path, folder: &Path, each: usize) -> Result<Vec<Task>, Failure> {
    let text = if file.extension() == Some(OsStr::new("gz")) {
        capture(program(OsStr::new("gzip"), folder, &["-dc", &file.to_string_lossy()]))?
    } else {
        fs::read_to_string(file).map_err(Failure::at(file))?
    };
    let mut of: BTreeMap<String, Vec<Task>> = BTreeMap::new();
    for line in text.lines() {
        let task: Task = serde_json::from_str(line).map_err(|error| Failure::Unexpected {
            command: file.display().to_string(),
            what: format!("has a line that is no task ({error})"),
        })?;
        of.entry(task.repo.clone()).or_default().push(task);
    }
    let mut chosen = Vec::new();
    for (_, tasks) in of.into_iter().filter(|(name, _)| clone(folder, name).is_dir()) {
        let every = (tasks.len() / each.max(1)).max(1);
        chosen.extend(tasks.into_iter().step_by(every).take(each));
    }
    Ok(chosen)
}

fn clone(folder: &Path, repository: &str) -> PathBuf {
    folder.join(repository.replace('/', "+")).join("repo")
}

/// A clone of its own, at the commit before the change. It borrows nothing from the other one, as nobody's does.
pub(super) fn checked_out(task: &Task, folder: &Path, scratch: &Path) -> Result<PathBuf, Failure> {
    let tree = scratch.join("tree");
    if tree.exists() {
        fs::remove_dir_all(&tree).map_err(Failure::at(&tree))?;
    }
    let (from, to) = (clone(folder, &task.repo), tree.to_string_lossy().into_owned());
    let from = from.to_string_lossy();
    capture(git(scratch, &["clone", "--quiet", "--no-checkout", &from, &to]))?;
    capture(git(&tree, &["checkout", "--quiet", "--detach", &task.parent]))?;
    Ok(tree)
}

impl Task {
    /// What an output shows of what was changed. A line is shown if it stands in the output, whatever stands before and
    /// after it on the line; a file, if its path and one of its changed lines that says something do; a range, if its
    /// path and all its lines do.
    pub(super) fn score(&self, tree: &Path, output: &str) -> Result<Score, Failure> {
        let mut score = Score { files: self.truth.len(), ..Score::default() };
        let lines: BTreeSet<&str> = output.lines().map(bare).collect();
        for changed in &self.truth {
            let file = tree.join(&changed.path);
            let text = fs::read(&file).map_err(Failure::at(&file))?;
            let text = String::from_utf8_lossy(&text);
            let text: Vec<&str> = text.lines().map(bare).collect();
            let is_named = output.contains(&changed.path);
            let of = |&(first, last): &(usize, usize)| {
                text.get(first.saturating_sub(1)..last.min(text.len())).unwrap_or_default()
            };
            let is_shown = |line: &&str| is_named && (line.is_empty() || lines.contains(line));
            let says_something =
                |line: &&&str| line.chars().filter(|c| c.is_alphanumeric()).count() >= 8;
            let told = changed.lines.iter().flat_map(of).filter(says_something);
            score.files_shown += usize::from(told.into_iter().any(&is_shown));
            score.ranges += changed.lines.len();
            let whole = changed.lines.iter().filter(|range| of(range).iter().all(&is_shown));
            score.ranges_shown += if is_named { whole.count() } else { 0 };
        }
        Ok(score)
    }
}

/// A line without its indentation, and without what aider's map puts before it.
fn bare(line: &str) -> &str {
    line.trim_start_matches(['│', '█', '⋮']).trim()
}

impl Score {
    pub(super) fn add(&mut self, other: Self) {
        self.files += other.files;
        self.files_shown += other.files_shown;
        self.ranges += other.ranges;
        self.ranges_shown += other.ranges_shown;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_and_ranges_are_shown_by_their_lines_and_their_path() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a.rs"), "fn first_line() {\n    second_line()\n}\n").unwrap();
        let task = r#"{"id": "x", "repo": "a/b", "parent": "c", "text": "d",
            "truth": [{"path": "a.rs", "lines": [[1, 2], [2, 3]]}]}"#;
        let task: Task = serde_json::from_str(task).unwrap();
        let score = |output: &str| {
            let score = task.score(folder.path(), output).unwrap();
            assert_eq!((score.files, score.ranges), (1, 2));
            (score.files_shown, score.ranges_shown)
        };
        assert_eq!(score("a.rs\nfn first_line() {\nsecond_line()\n"), (1, 1));
        assert_eq!(score("a.rs:\n│fn first_line() {\n⋮\n"), (1, 0));
        assert_eq!(score("b.rs\nfn first_line() {\n  second_line()\n}\n"), (0, 0));
        assert_eq!(score("a.rs\n}\n"), (0, 0));
    }
}
