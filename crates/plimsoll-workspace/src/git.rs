//! What git knows: the commit, and what is tracked. What changed since is in `git_changes.rs`.
//!
//! `gix` with nothing from outside the repository: no user or system configuration, no includes, no
//! filters, no programs, no network. These two files and `git_trust.rs` are all that deals with git.

use crate::git_trust::{self, Located};
use crate::jail::Jail;
use crate::path::RelPath;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use plimsoll_core::escape::reveal_line;
use std::collections::BTreeSet;
use std::path::Path;

/// What git is to a root.
#[derive(Debug)]
pub enum GitState {
    /// The root has no `.git`.
    None,
    /// It has one that is not used; the notice says why, and what that means.
    Unusable {
        notice: String,
    },
    Ready(Box<Git>),
}

/// The repository whose working tree the root is.
#[derive(Debug)]
pub struct Git {
    pub(crate) repo: gix::Repository,
    pub(crate) index: Option<gix::index::File>,
    pub(crate) head: Option<ObjectId>,
}

impl Git {
    /// Opens the repository whose `.git` lies in the root. `root` is what the jail was opened with.
    pub fn open(jail: &Jail, root: &Path) -> GitState {
        let opened = match git_trust::locate(jail, root) {
            Ok(None) => return GitState::None,
            Ok(Some(located)) => open_repository(&located, root),
            Err(distrust) => Err(distrust.to_string()),
        };
        match opened {
            Ok(git) => GitState::Ready(Box::new(git)),
            Err(why) => {
                let notice = format!(
                    "Git is not used: {why}. Bulk folders show nothing, and there is no diff."
                );
                GitState::Unusable { notice }
            }
        }
    }

    /// The commit that is checked out, in hex; nothing before the first one.
    pub fn head_commit(&self) -> Option<String> {
        self.head.map(|id| id.to_hex().to_string())
    }

    /// Every file in the index.
    pub fn tracked(&self) -> BTreeSet<RelPath> {
        let Some(index) = &self.index else { return BTreeSet::new() };
        let files =
            index.entries().iter().filter(|e| !e.mode.is_sparse() && !e.mode.is_submodule());
        files.filter_map(|entry| RelPath::exact(entry.path(index).to_str().ok()?)).collect()
    }
}

fn open_repository(located: &Located, root: &Path) -> Result<Git, String> {
    let says = |error: gix::Error| {
        format!("`.git` cannot be understood ({})", reveal_line(&error.to_string()))
    };
    let options = gix::open::Options::isolated()
        .open_path_as_is(true)
        // What is read must not depend on who owns the files. Nothing in the configuration can start
        // anything, since no part of gix that starts programs is compiled in.
        .with(gix::sec::Trust::Full);
    let repo = gix::open_opts(&located.git_dir, options).map_err(says)?;
    let claimed = || repo.workdir().and_then(|dir| dir.canonicalize().ok());
    if located.must_claim_root && claimed() != root.canonicalize().ok() {
        return Err(git_trust::Distrust::NoWayBack.to_string());
    }
    let index =
        if repo.index_path().is_file() { Some(repo.open_index().map_err(says)?) } else { None };
    let head = repo.head().map_err(says)?.id().map(gix::Id::detach);
    Ok(Git { repo, index, head })
}
