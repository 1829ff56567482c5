//! What the index would be as a commit: the id of each folder, made of what is in it as git makes it.
//!
//! Where that is the id of a folder of the commit, both have the same files, and the folder need not be read: thousands
//! of objects in a large project, of which a change in progress touches none. It is a proof and no word of the index.

use gix::ObjectId;
use gix::index::entry::{Flags, Mode};
use gix::index::{Entry, State};
use std::collections::BTreeMap;
use std::ops::{Bound, Range};

/// A folder as the index has it.
#[derive(Debug, Clone)]
pub(crate) struct Folder {
    pub(crate) id: ObjectId,
    /// The places of its files in the index.
    pub(crate) files: Range<usize>,
    /// How many names are in itself.
    pub(crate) names: usize,
}

/// The folders of an index, by path; the root has none.
#[derive(Debug, Default)]
pub(crate) struct Staged<'a>(BTreeMap<&'a [u8], Folder>);

/// A folder whose end has not been seen.
struct Open<'a> {
    path: &'a [u8],
    start: usize,
    /// What git would store of it, as far as it was seen.
    tree: Vec<u8>,
    names: usize,
    /// Whether a commit can be like this. What is in conflict, and folders of which only the name is here, have no files
    /// to tell.
    is_plain: bool,
}

impl<'a> Staged<'a> {
    /// Nothing of an index that is nested more deeply than is looked at.
    pub(crate) fn of(index: &'a State, max_depth: usize) -> Self {
        let mut making = Making {
            hash: index.object_hash(),
            done: BTreeMap::new(),
            open: Vec::new(),
            spare: Vec::new(),
        };
        making.enter(b"", 0);
        for (at, entry) in index.entries().iter().enumerate() {
            let path: &[u8] = entry.path(index);
            making.leave_what_it_is_not_in(path, at);
            while let Some(folder) = making.next_folder(path) {
                making.enter(folder, at);
            }
            if making.open.len() > max_depth {
                return Self::default();
            }
            making.add(path, entry);
        }
        while !making.open.is_empty() {
            making.leave(index.entries().len());
        }
        Self(making.done)
    }

    /// The folder, if it is the one with this id.
    pub(crate) fn folder(&self, path: &str, id: ObjectId) -> Option<&Folder> {
        self.0.get(path.as_bytes()).filter(|folder| folder.id == id)
    }

    /// The folder of this path, and all that are in it.
    pub(crate) fn folders_in(&self, path: &str) -> impl Iterator<Item = &Folder> {
        let path = path.as_bytes();
        // What lies in a folder is sorted behind its name and a slash; the next sign is a zero.
        let inner = ([path, b"/"].concat(), [path, b"0"].concat());
        let (from, to) = if path.is_empty() {
            (Bound::Excluded(&b""[..]), Bound::Unbounded)
        } else {
            (Bound::Included(&inner.0[..]), Bound::Excluded(&inner.1[..]))
        };
        let below: Vec<&Folder> =
            self.0.range::<[u8], _>((from, to)).map(|(_, folder)| folder).collect();
        self.0.get(path).into_iter().chain(below)
    }
}

/// Whether a file is a part of what the index would be as a commit.
pub(crate) fn is_part(entry: &Entry) -> bool {
    !entry.flags.contains(Flags::INTENT_TO_ADD)
}

struct Making<'a> {
    hash: gix::hash::Kind,
    done: BTreeMap<&'a [u8], Folder>,
    /// The root, and each folder in the one before it.
    open: Vec<Open<'a>>,
    /// Room that folders no longer need.
    spare: Vec<Vec<u8>>,
}

impl<'a> Making<'a> {
    fn enter(&mut self, path: &'a [u8], start: usize) {
        let tree = self.spare.pop().unwrap_or_default();
        self.open.push(Open { path, start, tree, names: 0, is_plain: true });
    }

    /// The folder in the innermost one that a file lies in, if it lies in one.
    fn next_folder(&self, path: &'a [u8]) -> Option<&'a [u8]> {
        let from = self.open.last().map_or(0, |open| inside(open.path));
        let length = path.get(from..)?.iter().position(|&byte| byte == b'/')?;
        // A folder without a name is none that git makes.
        (length > 0).then(|| path.get(..from + length))?
    }

    fn leave_what_it_is_not_in(&mut self, path: &[u8], end: usize) {
        while self.open.len() > 1 && !self.open.last().is_some_and(|open| is_in(open.path, path)) {
            self.leave(end);
        }
    }

    /// A folder is known when all that is in it has been seen.
    fn leave(&mut self, end: usize) {
        let Some(open) = self.open.pop() else { return };
        let id = open.is_plain.then(|| hash_of(self.hash, &open.tree)).flatten();
        if let Some(outer) = self.open.last_mut() {
            let name = &open.path[inside(outer.path)..];
            match &id {
                // A commit has no empty folders.
                Some(_) if open.names == 0 => {}
                Some(id) => outer.put("40000", name, id),
                None => outer.is_plain = false,
            }
        }
        if let Some(id) = id {
            let folder = Folder { id, files: open.start..end, names: open.names };
            self.done.insert(open.path, folder);
        }
        let mut tree = open.tree;
        tree.clear();
        self.spare.push(tree);
    }

    fn add(&mut self, path: &[u8], entry: &Entry) {
        let Some(open) = self.open.last_mut() else { return };
        if !is_part(entry) {
            return;
        }
        let mode = match entry.mode {
            Mode::FILE => "100644",
            Mode::FILE_EXECUTABLE => "100755",
            Mode::SYMLINK => "120000",
            Mode::COMMIT => "160000",
            _ => "",
        };
        if mode.is_empty() || entry.stage_raw() != 0 {
            open.is_plain = false;
            return;
        }
        open.put(mode, path.get(inside(open.path)..).unwrap_or_default(), &entry.id);
    }
}

impl Open<'_> {
    fn put(&mut self, mode: &str, name: &[u8], id: &ObjectId) {
        self.tree.extend_from_slice(mode.as_bytes());
        self.tree.push(b' ');
        self.tree.extend_from_slice(name);
        self.tree.push(0);
        self.tree.extend_from_slice(id.as_bytes());
        self.names += 1;
    }
}

/// Where names begin in a folder.
fn inside(folder: &[u8]) -> usize {
    folder.len() + usize::from(!folder.is_empty())
}

fn is_in(folder: &[u8], path: &[u8]) -> bool {
    folder.is_empty() || path.strip_prefix(folder).is_some_and(|rest| rest.starts_with(b"/"))
}

fn hash_of(hash: gix::hash::Kind, tree: &[u8]) -> Option<ObjectId> {
    gix::objs::compute_hash(hash, gix::objs::Kind::Tree, tree).ok()
}

#[cfg(test)]
mod tests {
    use super::*;
    use gix::index::entry::Stat;

    fn folders(paths: &[&str], max_depth: usize) -> usize {
        let hash = gix::hash::Kind::Sha1;
        let mut index = State::new(hash);
        for path in paths {
            let (stat, flags, mode) = (Stat::default(), Flags::empty(), Mode::FILE);
            index.dangerously_push_entry(stat, hash.null(), flags, mode, (*path).into());
        }
        Staged::of(&index, max_depth).0.len()
    }

    #[test]
    fn folders_are_those_around_the_files() {
        assert_eq!(folders(&["a", "b/c/d", "b/e", "b.f/g"], 9), 4);
        assert_eq!(folders(&["a/b/c/d"], 2), 0, "deeper than is looked at");
    }

    #[test]
    fn paths_that_git_would_not_write_are_passed_in_finite_time() {
        folders(&["/", "//", "/a", "a//b", "a/", "b", "a/c", "b/"], 9);
    }
}
