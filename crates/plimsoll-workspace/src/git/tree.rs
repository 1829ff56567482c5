//! A revision as ground: the tree of a commit, read from git's objects and from nothing else.
//!
//! No filters and no attributes: what comes out is what was committed. Links are blobs, a submodule is a
//! boundary, and there are no times.

use super::open::Git;
use super::refs::os_name;
use super::rev;
use super::trees::{Listing, TreeEntry, Trees, identity, missing, stamp};
use crate::ground::{Entry, Folder, Ground, Kind, Seen};
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use gix::ObjectId;
use gix::bstr::BStr;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::near::did_you_mean;
use std::ffi::OsStr;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// As long as a path may be on Linux.
const LONGEST_TARGET: u64 = 4096;
/// So many names are compared with one that does not exist.
const MOST_NAMES: usize = 10_000;

/// A commit whose tree is read instead of the working tree.
#[derive(Debug)]
pub struct Revision {
    trees: Arc<Trees>,
    commit: ObjectId,
    root: ObjectId,
}

/// Why a revision cannot be read.
#[derive(Debug, thiserror::Error)]
pub enum RevisionError {
    #[error("the revision `{}` does not name a commit here{near}; name a branch, a tag or a commit", reveal_line(.rev))]
    Unknown { rev: String, near: String },
    #[error("`{}` is no commit; name a branch, a tag or a commit", reveal_line(.rev))]
    NoCommit { rev: String },
}

impl Revision {
    /// Finds a commit by what git calls a revision: a branch, a tag, an id, `HEAD~2`.
    pub fn open(git: &Git, rev: &str) -> Result<Self, RevisionError> {
        let rev_shown = || rev.to_owned();
        let refs = git.refs();
        let Some(id) = rev::parse(git, &refs, rev) else {
            let names = refs.short_names(MOST_NAMES);
            let near = did_you_mean(rev, names.iter().map(String::as_str));
            return Err(RevisionError::Unknown { rev: rev_shown(), near });
        };
        let no_commit = |_| RevisionError::NoCommit { rev: rev_shown() };
        let commit =
            git.repo.find_object(id).and_then(gix::Object::peel_to_commit).map_err(no_commit)?;
        let root = commit.tree_id().map_err(no_commit)?.detach();
        let commit = commit.id;
        Ok(Self { trees: Arc::new(Trees::new(git)), commit, root })
    }

    /// The commit's id, in hex.
    pub fn commit(&self) -> String {
        self.commit.to_hex().to_string()
    }

    fn find(&self, path: &Path) -> io::Result<TreeEntry> {
        let mut entry = TreeEntry::folder(self.root);
        for name in path {
            if entry.kind != Kind::Folder {
                return Err(io::ErrorKind::NotADirectory.into());
            }
            entry = self.trees.tree(entry.id)?.entry(name)?.clone();
        }
        Ok(entry)
    }
}

impl Ground for Revision {
    fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        let entry = self.find(Path::new(path.as_str())).map_err(|e| LeftOutReason::from_io(&e))?;
        let unreadable = |what: &str| LeftOutReason::Unreadable { what: what.into() };
        match entry.kind {
            Kind::File => self.trees.blob(entry.id, max_bytes),
            Kind::Link => Err(unreadable("it is a link")),
            Kind::Submodule => Err(LeftOutReason::Submodule),
            Kind::Folder | Kind::Special => Err(unreadable("it is a folder")),
        }
    }

    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        TreeFolder::open(&self.trees, &self.find(path)?)
    }
}

/// A folder of a revision.
struct TreeFolder {
    trees: Arc<Trees>,
    listing: Arc<Listing>,
}

impl TreeFolder {
    fn open(trees: &Arc<Trees>, entry: &TreeEntry) -> io::Result<Box<dyn Folder>> {
        if entry.kind != Kind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let listing = trees.tree(entry.id)?;
        Ok(Box::new(Self { trees: Arc::clone(trees), listing }))
    }

    fn seen(&self, entry: &TreeEntry) -> io::Result<Seen> {
        let is_file = entry.kind == Kind::File;
        let size = if is_file { self.trees.size(entry.id)? } else { 0 };
        let stamp = is_file.then(|| stamp(entry.id));
        Ok(Seen { size, stamp, identity: Some(identity(entry.id)), ..Seen::of(entry.kind) })
    }
}

impl Folder for TreeFolder {
    fn identity(&self) -> Option<u64> {
        Some(self.listing.identity)
    }

    fn entries(&self, most: usize) -> io::Result<Option<Vec<Entry>>> {
        let entries = &self.listing.entries;
        if entries.len() > most {
            return Ok(None);
        }
        let entry = |entry: &TreeEntry| Entry { name: entry.name.clone(), seen: self.seen(entry) };
        Ok(Some(entries.iter().map(entry).collect()))
    }

    fn look(&self, name: &OsStr) -> io::Result<Seen> {
        self.seen(self.listing.entry(name)?)
    }

    fn spells(&self, name: &OsStr) -> io::Result<bool> {
        Ok(self.listing.entry(name).is_ok())
    }

    fn child(&self, name: &OsStr) -> io::Result<Box<dyn Folder>> {
        Self::open(&self.trees, self.listing.entry(name)?)
    }

    fn link_target(&self, name: &OsStr) -> io::Result<PathBuf> {
        let entry = self.listing.entry(name)?;
        if entry.kind != Kind::Link {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let bytes = self.trees.blob(entry.id, LONGEST_TARGET).map_err(|_| missing())?;
        let target =
            os_name(BStr::new(&bytes)).filter(|_| !bytes.is_empty() && !bytes.contains(&0));
        target.map(PathBuf::from).ok_or_else(missing)
    }
}
