//! What a walk gives back.

use crate::bulk::Lifted;
use crate::left_out::LeftOut;
use crate::path::RelPath;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::progress::Cancelled;

/// A file that may be shown, by its real path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileEntry {
    pub path: RelPath,
    pub size: u64,
    /// Milliseconds since 1970.
    pub modified_ms: Option<i64>,
    /// Where the ground has one.
    pub stamp: Option<Stamp>,
}

/// What tells that a file is still the one that was read, without reading it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stamp {
    /// Of the working tree. Whoever writes into a file changes one of these, however carefully the other
    /// times are put back.
    File {
        size: u64,
        inode: u64,
        /// Nanoseconds since 1970.
        modified_ns: i64,
        /// When anything about it was last changed, its times included.
        changed_ns: i64,
    },
    /// Of a revision: the id of git's object, with zeros behind it where it is shorter.
    Object([u8; 32]),
}

impl Stamp {
    /// File systems count time in steps: what is written twice within one may look as if it had been written
    /// once. Some have steps of two seconds; where a time has fractions of a millisecond, a step is one of the
    /// kernel's, which has at most ten of them.
    const COARSE_STEP_NS: i64 = 2_000_000_000;
    const FINE_STEP_NS: i64 = 50_000_000;

    /// Whether a stamp that was taken at this time can be trusted later. An object's always can.
    pub fn is_settled_at(&self, now_ns: i64) -> bool {
        let Self::File { modified_ns, changed_ns, .. } = *self else { return true };
        let is_fine = changed_ns % 1_000_000 != 0;
        let step = if is_fine { Self::FINE_STEP_NS } else { Self::COARSE_STEP_NS };
        modified_ns.max(changed_ns).saturating_add(step) < now_ns
    }
}

/// What a walk found. All lists are sorted bytewise by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    pub files: Vec<FileEntry>,
    pub left_out: Vec<LeftOut>,
    /// Bulk folders that show something, and by whose word.
    pub lifted: Vec<Lifted>,
    /// What the user should know, in sentences.
    pub notices: Vec<String>,
}

impl Tree {
    pub fn file(&self, path: &str) -> Option<&FileEntry> {
        let at = self.files.binary_search_by(|file| file.path.as_str().cmp(path)).ok()?;
        Some(&self.files[at])
    }
}

/// Why a walk ended before its end.
#[derive(Debug, thiserror::Error)]
pub enum WalkError {
    #[error("the root folder cannot be read ({what}); check who may read it")]
    Root { what: String },
    #[error(
        "the folder `{}` has more than {} entries; keep it out with an ignore file or `[paths] deny`",
        reveal_line(.folder), Grouped(*.limit as u64)
    )]
    FolderTooLarge { folder: String, limit: usize },
    #[error(
        "the project has more than {} entries; keep folders out with an ignore file or `[paths] deny`",
        Grouped(*.limit as u64)
    )]
    TreeTooLarge { limit: usize },
    #[error(
        "the revision has the same {what} under very many names, more than {} in all; keep them out with an \
         ignore file or `[paths] deny`",
        Grouped(*.limit)
    )]
    Repeated { what: &'static str, limit: u64 },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}
