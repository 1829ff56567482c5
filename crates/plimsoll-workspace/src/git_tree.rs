//! A revision as ground: the tree of a commit, read from git's objects and from nothing else.
//!
//! No filters and no attributes: what comes out is what was committed. Links are blobs, a submodule is a
//! boundary, and there are no times. Trees that were read stay, so that a file is found without reading the
//! folders above it again; every thread has a handle of its own.

use crate::git::Git;
use crate::git_refs::os_name;
use crate::git_rev;
use crate::ground::{Entry, Folder, Ground, Kind, Seen};
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use cap_std::fs::Dir;
use gix::ObjectId;
use gix::bstr::BStr;
use gix::objs::tree::EntryKind;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::near::did_you_mean;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, RwLock};

/// A tree object that is larger is not read. It would have more entries than the walk takes.
const LARGEST_TREE: u64 = 128 * 1024 * 1024;
/// As long as a path may be on Linux.
const LONGEST_TARGET: u64 = 4096;
/// So many names are compared with one that does not exist.
const MOST_NAMES: usize = 10_000;

/// A commit whose tree is read instead of the working tree.
#[derive(Debug)]
pub struct Revision {
    objects: Arc<Objects>,
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
        let Some(id) = git_rev::parse(git, &refs, rev) else {
            let names = refs.short_names(MOST_NAMES);
            let near = did_you_mean(rev, names.iter().map(String::as_str));
            return Err(RevisionError::Unknown { rev: rev_shown(), near });
        };
        let no_commit = |_| RevisionError::NoCommit { rev: rev_shown() };
        let commit =
            git.repo.find_object(id).and_then(gix::Object::peel_to_commit).map_err(no_commit)?;
        let root = commit.tree_id().map_err(no_commit)?.detach();
        let commit = commit.id;
        Ok(Self { objects: Arc::new(Objects::new(git)), commit, root })
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
            entry = self.objects.tree(entry.id)?.entry(name)?.clone();
        }
        Ok(entry)
    }
}

impl Ground for Revision {
    fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        let entry = self.find(Path::new(path.as_str())).map_err(|e| LeftOutReason::from_io(&e))?;
        let unreadable = |what: &str| LeftOutReason::Unreadable { what: what.into() };
        match entry.kind {
            Kind::File => self.objects.blob(entry.id, max_bytes),
            Kind::Link => Err(unreadable("it is a link")),
            Kind::Submodule => Err(LeftOutReason::Submodule),
            Kind::Folder | Kind::Special => Err(unreadable("it is a folder")),
        }
    }

    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>> {
        self.objects.folder(&self.find(path)?)
    }
}

/// The object database, and the trees that were read from it.
struct Objects {
    shared: gix::ThreadSafeRepository,
    /// Handles that no thread uses at the moment.
    idle: Mutex<Vec<gix::Repository>>,
    trees: RwLock<BTreeMap<ObjectId, Arc<Listing>>>,
    /// The path that gix has may lead through this handle.
    _handle: Arc<Dir>,
}

impl fmt::Debug for Objects {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Objects").finish_non_exhaustive()
    }
}

impl Objects {
    fn new(git: &Git) -> Self {
        let shared = git.repo.clone().into_sync();
        let handle = Arc::clone(&git.handle);
        Self { shared, idle: Mutex::default(), trees: RwLock::default(), _handle: handle }
    }

    fn with<T>(&self, work: impl FnOnce(&gix::Repository) -> T) -> T {
        let idle = self.idle.lock().ok().and_then(|mut idle| idle.pop());
        let repo = idle.unwrap_or_else(|| self.shared.to_thread_local());
        let result = work(&repo);
        if let Ok(mut idle) = self.idle.lock() {
            idle.push(repo);
        }
        result
    }

    fn tree(&self, id: ObjectId) -> io::Result<Arc<Listing>> {
        if let Some(known) = self.trees.read().ok().and_then(|trees| trees.get(&id).cloned()) {
            return Ok(known);
        }
        let listing = Arc::new(self.with(|repo| read_tree(repo, id))?);
        if let Ok(mut trees) = self.trees.write() {
            trees.insert(id, Arc::clone(&listing));
        }
        Ok(listing)
    }

    fn folder(self: &Arc<Self>, entry: &TreeEntry) -> io::Result<Box<dyn Folder>> {
        if entry.kind != Kind::Folder {
            return Err(io::ErrorKind::NotADirectory.into());
        }
        let listing = self.tree(entry.id)?;
        Ok(Box::new(TreeFolder { objects: Arc::clone(self), listing }))
    }

    fn size(&self, id: ObjectId) -> io::Result<u64> {
        self.with(|repo| repo.find_header(id).map(|header| header.size()).map_err(|_| missing()))
    }

    fn blob(&self, id: ObjectId, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        let size = self.size(id).map_err(|e| LeftOutReason::from_io(&e))?;
        if size > max_bytes {
            return Err(LeftOutReason::TooLarge { size, limit: max_bytes });
        }
        let blob = self.with(|repo| Some(repo.find_blob(id).ok()?.detach().data));
        blob.ok_or_else(|| LeftOutReason::from_io(&missing()))
    }
}

/// An object that is not there, as in a clone that fetches them when needed, or that is damaged.
fn missing() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// The entries of a tree object, by name.
struct Listing {
    identity: u64,
    entries: Vec<TreeEntry>,
}

/// As much of an id as tells objects apart. Who makes two that are alike in this harms himself.
fn identity(id: ObjectId) -> u64 {
    id.as_slice().first_chunk().map_or(0, |start| u64::from_be_bytes(*start))
}

#[derive(Clone)]
struct TreeEntry {
    name: OsString,
    kind: Kind,
    id: ObjectId,
}

impl TreeEntry {
    fn folder(id: ObjectId) -> Self {
        Self { name: OsString::new(), kind: Kind::Folder, id }
    }
}

impl Listing {
    fn entry(&self, name: &OsStr) -> io::Result<&TreeEntry> {
        let at = self.entries.binary_search_by(|entry| entry.name.as_os_str().cmp(name));
        at.map(|at| &self.entries[at]).map_err(|_| io::ErrorKind::NotFound.into())
    }
}

/// A tree object says anything; what no folder could hold is dropped: names that are none, and a name's
/// second entry.
fn read_tree(repo: &gix::Repository, id: ObjectId) -> io::Result<Listing> {
    if repo.find_header(id).map_err(|_| missing())?.size() > LARGEST_TREE {
        return Err(io::ErrorKind::FileTooLarge.into());
    }
    let tree = repo.find_tree(id).map_err(|_| missing())?;
    let mut entries = Vec::new();
    for entry in tree.iter() {
        let entry = entry.map_err(|_| missing())?;
        let kind = match entry.mode().kind() {
            EntryKind::Tree => Kind::Folder,
            EntryKind::Blob | EntryKind::BlobExecutable => Kind::File,
            EntryKind::Link => Kind::Link,
            EntryKind::Commit => Kind::Submodule,
        };
        let name = entry.filename();
        let bytes: &[u8] = name;
        let is_name = !matches!(bytes, b"" | b"." | b"..") && !bytes.contains(&b'/');
        if let Some(name) = os_name(name).filter(|_| is_name) {
            entries.push(TreeEntry { name, kind, id: entry.object_id() });
        }
    }
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    entries.dedup_by(|later, first| later.name == first.name);
    Ok(Listing { identity: identity(id), entries })
}

/// A folder of a revision.
struct TreeFolder {
    objects: Arc<Objects>,
    listing: Arc<Listing>,
}

impl TreeFolder {
    fn seen(&self, entry: &TreeEntry) -> io::Result<Seen> {
        let size = if entry.kind == Kind::File { self.objects.size(entry.id)? } else { 0 };
        Ok(Seen { size, identity: Some(identity(entry.id)), ..Seen::of(entry.kind) })
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
        self.objects.folder(self.listing.entry(name)?)
    }

    fn link_target(&self, name: &OsStr) -> io::Result<PathBuf> {
        let entry = self.listing.entry(name)?;
        if entry.kind != Kind::Link {
            return Err(io::ErrorKind::InvalidInput.into());
        }
        let bytes = self.objects.blob(entry.id, LONGEST_TARGET).map_err(|_| missing())?;
        let target =
            os_name(BStr::new(&bytes)).filter(|_| !bytes.is_empty() && !bytes.contains(&0));
        target.map(PathBuf::from).ok_or_else(missing)
    }
}
