//! What happened before: the newest commits by first parent, each with the paths that it changed.
//!
//! A commit is compared with its first parent by their trees alone, and a folder with the same id on both
//! sides is not entered. Everything is bounded, since few objects can name very many paths, and ids that do
//! not match their content can make objects contain themselves. Where a bound or a missing object ends the
//! walk, what was found until then stands, and [`Reach`] says why there is no more.

use super::commit::{self, Cut};
use super::diff::{self, PathChange};
use super::objects::{Ended, Objects};
use super::open::Git;
use gix::ObjectId;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::progress::{Cancelled, Progress};
use plimsoll_core::seal;

/// How far a history goes.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct HistoryBounds {
    pub commits: usize,
    /// The first commit that is older, or does not say how old it is, ends it; in milliseconds since 1970.
    pub since_ms: Option<i64>,
    /// Of all changed paths together, and of the folders that were entered.
    pub path_bytes: u64,
    /// Of all commits and folders that were read.
    pub object_bytes: u64,
    /// Of one commit's message.
    pub message_bytes: usize,
}

impl Default for HistoryBounds {
    fn default() -> Self {
        Self {
            commits: 2_000,
            since_ms: None,
            path_bytes: 64 * 1024 * 1024,
            object_bytes: 4 * 1024 * 1024 * 1024,
            message_bytes: 8 * 1024,
        }
    }
}

/// The newest commits, the newest first.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct History {
    pub commits: Vec<Commit>,
    pub reach: Reach,
    /// The commit before the oldest of these, in hex, where a bound ended it and there is one.
    pub before: Option<String>,
}

/// Why a history ends where it does.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Reach {
    /// With the very first commit; also where there is none yet.
    Complete,
    /// After as many commits as were asked for.
    Window,
    /// What was to be read grew past a bound.
    Bounded,
    /// The clone is shallow: what it calls its first commits are none, so there is no history.
    Shallow,
    /// An object is missing, as in partial clones, or cannot be understood.
    Broken { what: String },
}

#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Commit {
    /// In hex.
    pub id: String,
    /// When it was committed, in milliseconds since 1970; unknown where the commit does not say.
    pub committed_ms: Option<i64>,
    pub parents: usize,
    /// Without white space at its end. What its encoding does not allow is U+FFFD.
    pub message: String,
    /// The message is longer.
    pub message_is_cut: bool,
    /// Files and links that differ from the first parent, by path. Submodules are boundaries, and a name
    /// that is not UTF-8 is no file of ours. Not judged by any rule: whoever shows a path has to ask.
    pub paths: Vec<PathChange>,
}

#[derive(Debug, thiserror::Error)]
pub enum HistoryError {
    #[error("`{}` is not the id of a commit here; `git log` lists those there are", reveal_line(.id))]
    NoSuchCommit { id: String },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl Git {
    /// The history that `HEAD` has.
    pub fn history(
        &self,
        bounds: HistoryBounds,
        progress: &dyn Progress,
    ) -> Result<History, HistoryError> {
        match self.head {
            Some(head) => self.walk_first_parents(head, bounds, progress),
            None => Ok(History { commits: Vec::new(), reach: Reach::Complete, before: None }),
        }
    }

    /// The history that a commit has, by its full id in hex.
    pub fn history_from(
        &self,
        commit: &str,
        bounds: HistoryBounds,
        progress: &dyn Progress,
    ) -> Result<History, HistoryError> {
        let unknown = || HistoryError::NoSuchCommit { id: commit.to_owned() };
        let id = ObjectId::from_hex(commit.as_bytes()).map_err(|_| unknown())?;
        let is_commit = id.kind() == self.repo.object_hash()
            && self.repo.find_header(id).is_ok_and(|header| header.kind().is_commit());
        if !is_commit {
            return Err(unknown());
        }
        self.walk_first_parents(id, bounds, progress)
    }

    fn walk_first_parents(
        &self,
        from: ObjectId,
        bounds: HistoryBounds,
        progress: &dyn Progress,
    ) -> Result<History, HistoryError> {
        let mut commits = Vec::new();
        if self.is_shallow() {
            return Ok(History { commits, reach: Reach::Shallow, before: None });
        }
        progress.begin("read the history", Some(bounds.commits as u64));
        let mut walk = Walk {
            objects: Objects::new(&self.repo, bounds.object_bytes),
            path_bytes: bounds.path_bytes,
            message_bytes: bounds.message_bytes,
        };
        let mut next = from;
        let reach = loop {
            progress.check()?;
            if commits.len() == bounds.commits {
                break Reach::Window;
            }
            match walk.step(next, bounds.since_ms) {
                Ok(None) => break Reach::Window,
                Ok(Some((commit, parent))) => {
                    commits.push(commit);
                    progress.advance(1);
                    match parent {
                        Some(parent) => next = parent,
                        None => break Reach::Complete,
                    }
                }
                Err(Ended::Bounded) => break Reach::Bounded,
                Err(Ended::Broken { what }) => break Reach::Broken { what },
            }
        };
        let before = (reach == Reach::Window).then(|| next.to_hex().to_string());
        Ok(History { commits, reach, before })
    }

    pub(super) fn is_shallow(&self) -> bool {
        // A file that cannot be looked at is no proof of a whole history.
        self.repo.is_shallow().unwrap_or(true)
    }
}

struct Walk<'a> {
    objects: Objects<'a>,
    /// What is left of the bound.
    path_bytes: u64,
    message_bytes: usize,
}

impl Walk<'_> {
    /// One commit and its first parent; nothing where it is older than that.
    fn step(
        &mut self,
        id: ObjectId,
        since_ms: Option<i64>,
    ) -> Result<Option<(Commit, Option<ObjectId>)>, Ended> {
        let raw = self.objects.commit(id)?;
        let commit = commit::parse(&raw, id)?;
        if since_ms.is_some_and(|since| commit.committed_ms.is_none_or(|time| time < since)) {
            return Ok(None);
        }
        let parent = commit.parents.first().copied();
        let parent_tree = match parent {
            Some(parent) => Some(commit::parse(&self.objects.commit(parent)?, parent)?.tree),
            None => None,
        };
        let paths =
            diff::changed_paths(&self.objects, parent_tree, commit.tree, &mut self.path_bytes)?;
        let Cut { text: message, is_cut: message_is_cut } = commit.message(self.message_bytes);
        let commit = Commit {
            id: id.to_hex().to_string(),
            committed_ms: commit.committed_ms,
            parents: commit.parents.len(),
            message,
            message_is_cut,
            paths,
        };
        Ok(Some((commit, parent)))
    }
}

impl History {
    /// What the user should know about it, in a sentence.
    pub fn notice(&self) -> Option<String> {
        let commits = Grouped(self.commits.len() as u64);
        match &self.reach {
            Reach::Complete | Reach::Window => None,
            Reach::Shallow => Some(
                "The clone is shallow, so there is no history and no age of files; \
                 `git fetch --unshallow` gets the rest."
                    .to_owned(),
            ),
            Reach::Bounded => Some(format!(
                "The history ends after {commits} commits: more of it is too large to be read."
            )),
            Reach::Broken { what } => Some(format!(
                "The history ends after {commits} commits, since an object is missing or cannot be read \
                 ({}); partial clones do not have all of them.",
                reveal_line(what)
            )),
        }
    }

    /// The same for the same commits, and for no others.
    pub fn digest(&self) -> String {
        let ids: Vec<&str> = self.commits.iter().map(|commit| commit.id.as_str()).collect();
        seal::fingerprint("plimsoll.history.1", &(self.reach.word(), ids))
    }
}

impl Reach {
    /// A word for programs.
    pub const fn word(&self) -> &'static str {
        match self {
            Self::Complete => "complete",
            Self::Window => "window",
            Self::Bounded => "bounded",
            Self::Shallow => "shallow",
            Self::Broken { .. } => "broken",
        }
    }
}
