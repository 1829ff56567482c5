//! What kind of repository it is, for those who look after it rather than into it.

use super::open::Git;
use super::trust;
use crate::jail::Jail;
use std::path::{Path, PathBuf};

/// What kind of repository it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Nature {
    /// A worktree of a repository that lies elsewhere.
    pub worktree: bool,
    /// A clone without its older history.
    pub shallow: bool,
    /// Its objects have sha256 names.
    pub sha256: bool,
    /// It has no commit yet.
    pub unborn: bool,
}

impl Git {
    pub fn nature(&self) -> Nature {
        Nature {
            worktree: self.repo.git_dir() != self.repo.common_dir(),
            shallow: self.repo.is_shallow().unwrap_or(true),
            sha256: self.repo.object_hash() != gix::hash::Kind::Sha1,
            unborn: self.head.is_none(),
        }
    }

    /// The folders outside the root that a worktree or a submodule reads from; none for any other.
    pub fn folders_outside(jail: &Jail, root: &Path) -> Vec<PathBuf> {
        // Only a file points elsewhere; to look through a folder takes time.
        if !jail.root().symlink_metadata(".git").is_ok_and(|found| found.is_file()) {
            return Vec::new();
        }
        match trust::locate(jail, root) {
            Ok(Some(located)) => {
                // A worktree lies in `worktrees/` of the repository that it belongs to.
                let worktrees = located.git_dir.parent().filter(|p| p.ends_with("worktrees"));
                vec![worktrees.and_then(Path::parent).unwrap_or(&located.git_dir).to_owned()]
            }
            _ => Vec::new(),
        }
    }
}
