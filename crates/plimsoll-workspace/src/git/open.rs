//! A repository that is opened, and what is known of it at once: the commit, and what is tracked.
//!
//! `gix` with nothing from outside the repository: no user or system configuration, no includes, no
//! filters, no programs, no network; no replaced or grafted objects and no commit-graph files either, which
//! would be another word beside the objects' own.

use super::index;
use super::refs::Refs;
use super::tracked::Tracked;
use super::trust::{self, Distrust, Located};
use crate::jail::Jail;
use cap_std::fs::Dir;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::odb::pack::cache::lru::MemoryCappedHashmap;
use plimsoll_core::escape::reveal_line;
use std::path::Path;
use std::sync::Arc;

/// What the repository's own configuration cannot change: where its files are, whether objects stand in
/// for others, and how much memory one object may take ([`LARGEST_OBJECT`]).
const FIXED: &[&str] = &[
    "gitoxide.core.indexFile=index",
    "gitoxide.core.shallowFile=shallow",
    "gitoxide.core.refsNamespace=",
    "core.useReplaceRefs=false",
    "gitoxide.objects.allocLimit=268435456",
    // Git itself does not compare it either, and who can write there can write it too.
    "index.skipHash=true",
];

/// No object larger than this is read.
pub(crate) const LARGEST_OBJECT: u64 = 256 * 1024 * 1024;

/// How many bytes of unpacked objects are kept to make others of.
const KEPT_BASES: usize = 32 * 1024 * 1024;

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
    pub(crate) index: Option<Arc<gix::index::File>>,
    pub(crate) head: Option<ObjectId>,
    /// The path that gix has may lead through this handle.
    pub(crate) handle: Arc<Dir>,
    /// The folder with the branches, where it is another one.
    common: Option<Dir>,
}

impl Git {
    /// Opens the repository whose `.git` lies in the root. `root` is what the jail was opened with.
    pub fn open(jail: &Jail, root: &Path) -> GitState {
        Self::open_located(trust::locate(jail, root), root)
    }

    /// Opens the repository for its commits alone: also a bare one, which is the root itself and has no
    /// working tree.
    pub fn open_for_revisions(jail: &Jail, root: &Path) -> GitState {
        let located = match trust::locate(jail, root) {
            Ok(None) => trust::locate_bare(jail, root),
            found => found,
        };
        Self::open_located(located, root)
    }

    fn open_located(located: Result<Option<Located>, Distrust>, root: &Path) -> GitState {
        let opened = match located {
            Ok(None) => return GitState::None,
            Ok(Some(located)) => open_repository(located, root),
            Err(distrust) => Err(distrust.to_string()),
        };
        match opened {
            Ok(git) => GitState::Ready(Box::new(git)),
            Err(why) => {
                let notice = format!(
                    "Git is not used: {why}. Bulk folders show nothing, and there is no diff and no history."
                );
                GitState::Unusable { notice }
            }
        }
    }

    /// The commit that is checked out, in hex; nothing before the first one.
    pub fn head_commit(&self) -> Option<String> {
        self.head.map(|id| id.to_hex().to_string())
    }

    /// The files in the index.
    pub fn tracked(&self) -> Tracked {
        Tracked::new(self.index.clone())
    }

    pub(crate) fn refs(&self) -> Refs<'_> {
        Refs::new(&self.handle, self.common.as_ref(), self.repo.object_hash())
    }

    /// A yes or no of the repository's own configuration.
    pub(crate) fn says(&self, key: &str) -> Option<bool> {
        self.repo.config_snapshot().boolean(key)
    }
}

fn open_repository(located: Located, root: &Path) -> Result<Git, String> {
    let path = located.anchored();
    let says = |error: gix::Error| {
        // Where the folder lies has no place in a message.
        let said = error.to_string().replace(&*path.to_string_lossy(), ".git");
        format!("`.git` cannot be understood ({})", reveal_line(&said))
    };
    let options = gix::open::Options::isolated()
        .open_path_as_is(true)
        .config_overrides(FIXED.iter().copied())
        // What is read must not depend on who owns the files. Nothing in the configuration can start
        // anything, since no part of gix that starts programs is compiled in.
        .with(gix::sec::Trust::Full);
    let mut repo = gix::open_opts(&path, options).map_err(says)?;
    // Objects in packs are made of others, which would be unpacked again and again.
    repo.objects.set_pack_cache(|| Box::new(MemoryCappedHashmap::new(KEPT_BASES)));
    if located.must_claim_root && !claims(&repo, &located, root) {
        return Err(Distrust::NoWayBack.to_string());
    }
    let has_index = repo.index_path().is_file();
    let checked = index::check(&located.handle, repo.object_hash());
    checked.map_err(|distrust| distrust.to_string())?;
    let index = has_index.then(|| repo.open_index()).transpose().map_err(says)?.map(Arc::new);
    let Located { handle, common, .. } = located;
    let head = Refs::new(&handle, common.as_ref(), repo.object_hash()).head();
    let head = head.map_err(|distrust| distrust.to_string())?;
    Ok(Git { repo, index, head, handle: Arc::new(handle), common })
}

/// Whether a repository names this root as its working tree.
fn claims(repo: &gix::Repository, located: &Located, root: &Path) -> bool {
    let Some(worktree) = repo.config_snapshot().string("core.worktree") else { return false };
    let Ok(worktree) = worktree.to_str() else { return false };
    let claimed = located.git_dir.join(worktree).canonicalize().ok();
    claimed.is_some() && claimed == root.canonicalize().ok()
}
