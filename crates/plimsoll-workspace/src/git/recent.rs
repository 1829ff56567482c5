//! How old files are, and which were edited lately.
//!
//! The age of what is committed is its commit's time, and only what was changed since has the time that the
//! file system knows: a fresh clone makes every file look new.

use super::changes::Changes;
use super::diff::PathChangeKind;
use super::history::{Commit, History, Reach};
use crate::path::RelPath;
use crate::tree::Tree;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// When a committed file last changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Age {
    /// In milliseconds since 1970, by the newest commit that touched it.
    Committed { at_ms: i64 },
    /// Before all commits of the history at hand.
    Older,
    /// No commit has it, or none that says when it was made.
    Unknown,
}

/// The newest commit that touched each path of a history.
#[derive(Debug)]
pub struct Ages<'a> {
    history: &'a History,
    newest: BTreeMap<&'a str, (usize, PathChangeKind)>,
}

/// A file that was edited, and when.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecentEdit {
    pub path: RelPath,
    /// In milliseconds since 1970, where it is known.
    pub at_ms: Option<i64>,
    pub by: EditedBy,
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub enum EditedBy {
    /// Not committed yet.
    WorkingTree,
    /// The id in hex.
    Commit { id: String },
}

impl History {
    pub fn ages(&self) -> Ages<'_> {
        let mut newest = BTreeMap::new();
        for (place, commit) in self.commits.iter().enumerate() {
            for change in &commit.paths {
                newest.entry(change.path.as_str()).or_insert((place, change.kind));
            }
        }
        Ages { history: self, newest }
    }
}

impl<'a> Ages<'a> {
    pub fn of(&self, path: &str) -> Age {
        match self.newest_commit(path) {
            Some(commit) => match commit.committed_ms {
                Some(at_ms) => Age::Committed { at_ms },
                None => Age::Unknown,
            },
            None if self.newest.contains_key(path) => Age::Unknown,
            None => match self.history.reach {
                Reach::Complete | Reach::Shallow => Age::Unknown,
                Reach::Window | Reach::Bounded | Reach::Broken { .. } => Age::Older,
            },
        }
    }

    /// The newest commit that touched a file; none for one that it took away.
    fn newest_commit(&self, path: &str) -> Option<&'a Commit> {
        let &(place, kind) = self.newest.get(path)?;
        (kind != PathChangeKind::Deleted).then(|| &self.history.commits[place])
    }
}

/// The files of the tree that were edited lately: first what is not committed, the newest first, then what
/// the newest commits touched; by path where that does not tell them apart.
pub fn recent_edits(history: &History, changes: &Changes, tree: &Tree) -> Vec<RecentEdit> {
    let there = |path: &RelPath| tree.file(path.as_str());
    let changed: BTreeMap<&RelPath, Option<i64>> = changes
        .changes
        .iter()
        .filter_map(|change| Some((&change.path, there(&change.path)?.modified_ms)))
        .collect();
    let mut uncommitted: Vec<RecentEdit> =
        changed.iter().map(|(&path, &at_ms)| edit(path, at_ms, EditedBy::WorkingTree)).collect();
    uncommitted.sort_by_key(|edit| Reverse(edit.at_ms));
    let mut seen = changed;
    let mut edits = uncommitted;
    for commit in &history.commits {
        for change in &commit.paths {
            let is_new = there(&change.path).is_some()
                && seen.insert(&change.path, commit.committed_ms).is_none();
            if is_new && change.kind != PathChangeKind::Deleted {
                let by = EditedBy::Commit { id: commit.id.clone() };
                edits.push(edit(&change.path, commit.committed_ms, by));
            }
        }
    }
    edits
}

fn edit(path: &RelPath, at_ms: Option<i64>, by: EditedBy) -> RecentEdit {
    RecentEdit { path: path.clone(), at_ms, by }
}
