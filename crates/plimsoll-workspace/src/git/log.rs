//! The newest commits along all parents, as `git log` walks them: what each says, and which files it is about.
//!
//! A history along first parents (`history.rs`) knows what happened to a branch. Here it matters what was said:
//! where work is merged, the first parent's message is often nothing but the name of another branch. So every
//! parent is followed, the newest first, and a merge itself says nothing.

use super::by_time::{ByTime, CommitPlace, Met};
use super::commit::{self, Cut};
use super::diff::{self, PathChangeKind};
use super::history::HistoryError;
use super::objects::{Ended, Objects};
use super::open::Git;
use gix::ObjectId;
use plimsoll_core::progress::Progress;

/// How far a log goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LogBounds {
    pub commits: usize,
    /// A commit that changed more files than this says little about each; its files are not told.
    pub files: usize,
    /// Of all commits and folders that were read.
    pub object_bytes: u64,
    /// Of all paths that were compared.
    pub path_bytes: u64,
    /// Of one commit's message.
    pub message_bytes: usize,
}

impl Default for LogBounds {
    fn default() -> Self {
        Self {
            commits: 3_000,
            files: 40,
            object_bytes: 4 * 1024 * 1024 * 1024,
            path_bytes: 256 * 1024 * 1024,
            message_bytes: 2 * 1024,
        }
    }
}

/// A commit that was not known before.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Logged {
    pub place: CommitPlace,
    pub message: String,
    /// Files that are there after it and were not so before, by path. None of a merge, nor of a commit with very many.
    pub paths: Vec<String>,
}

/// One commit of a log, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct LogStep {
    /// In hex.
    pub id: String,
    /// Nothing where the caller said that it knows it.
    pub found: Option<Logged>,
}

impl Git {
    /// The log that a commit has, by its full id in hex, or that `HEAD` has. Commits that `known` tells the place of are not read. In a
    /// shallow clone there is none. Where an object is missing or a bound is met, the log is shorter.
    pub fn log(
        &self,
        from: Option<&str>,
        bounds: LogBounds,
        known: impl Fn(&str) -> Option<CommitPlace>,
        progress: &dyn Progress,
    ) -> Result<Vec<LogStep>, HistoryError> {
        let from = match from {
            Some(commit) => Some(
                ObjectId::from_hex(commit.as_bytes())
                    .map_err(|_| HistoryError::NoSuchCommit { id: commit.to_owned() })?,
            ),
            None => self.head,
        };
        let Some(from) = from.filter(|_| !self.is_shallow()) else { return Ok(Vec::new()) };
        let objects = Objects::new(&self.repo, bounds.object_bytes);
        let mut reading = Reading { objects: &objects, bounds };
        let mut steps = Vec::new();
        let mut has_begun = false;
        for Met { id, is_known, .. } in ByTime::new(&objects, from, known).take(bounds.commits) {
            progress.check()?;
            let found = if is_known {
                None
            } else {
                if !std::mem::replace(&mut has_begun, true) {
                    progress.begin("read the history", None);
                }
                progress.advance(1);
                match reading.read(id) {
                    Ok(found) => Some(found),
                    Err(_) => break,
                }
            };
            steps.push(LogStep { id: id.to_hex().to_string(), found });
        }
        Ok(steps)
    }
}

struct Reading<'a> {
    objects: &'a Objects<'a>,
    bounds: LogBounds,
}

impl Reading<'_> {
    fn read(&mut self, id: ObjectId) -> Result<Logged, Ended> {
        let raw = self.objects.commit(id)?;
        let commit = commit::parse(&raw, id)?;
        let Cut { text: message, .. } = commit.message(self.bounds.message_bytes);
        let paths = match commit.parents[..] {
            [parent] => {
                let parent = commit::parse(&self.objects.commit(parent)?, parent)?.tree;
                self.changed(Some(parent), commit.tree)?
            }
            [] => self.changed(None, commit.tree)?,
            _ => Vec::new(),
        };
        Ok(Logged { place: CommitPlace::of(&commit), message, paths })
    }

    fn changed(&mut self, old: Option<ObjectId>, new: ObjectId) -> Result<Vec<String>, Ended> {
        let changes = diff::changed_paths(self.objects, old, new, &mut self.bounds.path_bytes)?;
        let there = changes.into_iter().filter(|change| change.kind != PathChangeKind::Deleted);
        let paths: Vec<String> = there.map(|change| change.path.as_str().to_owned()).collect();
        Ok(if paths.len() > self.bounds.files { Vec::new() } else { paths })
    }
}
