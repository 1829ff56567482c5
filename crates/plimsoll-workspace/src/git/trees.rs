//! The objects of a revision: its trees and its files.
//!
//! Trees that were read stay, so that a file is found without reading the folders above it again; every thread has
//! a handle of its own.

use super::open::Git;
use super::refs::os_name;
use crate::ground::Kind;
use crate::left_out::LeftOutReason;
use crate::tree::Stamp;
use cap_std::fs::Dir;
use gix::ObjectId;
use gix::objs::tree::EntryKind;
use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::fmt;
use std::io;
use std::sync::{Arc, Mutex, RwLock};

/// A tree object that is larger is not read. It would have more entries than the walk takes.
const LARGEST_TREE: u64 = 128 * 1024 * 1024;

/// The object database, and the trees that were read from it.
pub(super) struct Trees {
    shared: gix::ThreadSafeRepository,
    /// Handles that no thread uses at the moment.
    idle: Mutex<Vec<gix::Repository>>,
    trees: RwLock<BTreeMap<ObjectId, Arc<Listing>>>,
    /// The path that gix has may lead through this handle.
    _handle: Arc<Dir>,
}

impl fmt::Debug for Trees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Trees").finish_non_exhaustive()
    }
}

impl Trees {
    pub(super) fn new(git: &Git) -> Self {
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

    pub(super) fn tree(&self, id: ObjectId) -> io::Result<Arc<Listing>> {
        if let Some(known) = self.trees.read().ok().and_then(|trees| trees.get(&id).cloned()) {
            return Ok(known);
        }
        let listing = Arc::new(self.with(|repo| read_tree(repo, id))?);
        if let Ok(mut trees) = self.trees.write() {
            trees.insert(id, Arc::clone(&listing));
        }
        Ok(listing)
    }

    pub(super) fn size(&self, id: ObjectId) -> io::Result<u64> {
        self.with(|repo| repo.find_header(id).map(|header| header.size()).map_err(|_| missing()))
    }

    pub(super) fn blob(&self, id: ObjectId, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        let size = self.size(id).map_err(|e| LeftOutReason::from_io(&e))?;
        if size > max_bytes {
            return Err(LeftOutReason::TooLarge { size, limit: max_bytes });
        }
        let blob = self.with(|repo| Some(repo.find_blob(id).ok()?.detach().data));
        blob.ok_or_else(|| LeftOutReason::from_io(&missing()))
    }
}

/// An object that is not there, as in a clone that fetches them when needed, or that is damaged.
pub(super) fn missing() -> io::Error {
    io::ErrorKind::InvalidData.into()
}

/// The entries of a tree object, by name.
pub(super) struct Listing {
    pub(super) identity: u64,
    pub(super) entries: Vec<TreeEntry>,
}

/// As much of an id as tells objects apart. Who makes two that are alike in this harms himself.
pub(super) fn identity(id: ObjectId) -> u64 {
    id.as_slice().first_chunk().map_or(0, |start| u64::from_be_bytes(*start))
}

/// An object with this id has this content, whenever it is asked for.
pub(super) fn stamp(id: ObjectId) -> Stamp {
    let mut bytes = [0; 32];
    bytes.iter_mut().zip(id.as_slice()).for_each(|(to, from)| *to = *from);
    Stamp::Object(bytes)
}

#[derive(Clone)]
pub(super) struct TreeEntry {
    pub(super) name: OsString,
    pub(super) kind: Kind,
    pub(super) id: ObjectId,
}

impl TreeEntry {
    pub(super) fn folder(id: ObjectId) -> Self {
        Self { name: OsString::new(), kind: Kind::Folder, id }
    }
}

impl Listing {
    pub(super) fn entry(&self, name: &OsStr) -> io::Result<&TreeEntry> {
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
