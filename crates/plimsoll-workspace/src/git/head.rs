//! The files of the commit that is checked out, by name and id.

use super::in_order::InOrder;
use super::objects::Objects;
use super::open::Git;
use super::staged::{self, Staged};
use crate::path::{RelPath, join};
use crate::rules::WalkRules;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::FindExt;
use gix::objs::tree::EntryKind;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::progress::Cancelled;
use std::collections::BTreeSet;
use std::ops::Range;

/// As much of a file's mode as git keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mode {
    File,
    Executable,
    Link,
}

impl Mode {
    /// As git writes it.
    pub const fn octal(self) -> &'static str {
        match self {
            Self::File => "100644",
            Self::Executable => "100755",
            Self::Link => "120000",
        }
    }
}

/// Why the working tree cannot be compared with the commit.
#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    #[error("git's objects cannot be read ({what}); `git fsck` tells what is wrong with them")]
    Objects { what: String },
    #[error(
        "the commit has more than {} files, or nests them too deeply, so there is no diff of it",
        Grouped(*.limit as u64)
    )]
    TooLarge { limit: usize },
    #[error(
        "the commit has the same folders under very many names, more than {} in all, so there is no diff of it",
        Grouped(*.limit as u64)
    )]
    Repeated { limit: usize },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<gix::Error> for ChangesError {
    fn from(error: gix::Error) -> Self {
        Self::Objects { what: reveal_line(&error.to_string()).into_owned() }
    }
}

/// A file or link as a commit has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Stored {
    pub(crate) path: RelPath,
    pub(crate) id: ObjectId,
    pub(crate) mode: Mode,
}

/// Sorted by path, each path once.
#[derive(Debug, Default)]
pub(crate) struct HeadFiles(Vec<Stored>);

impl HeadFiles {
    pub(crate) fn get(&self, path: &str) -> Option<&Stored> {
        let at = self.0.binary_search_by(|stored| stored.path.as_str().cmp(path)).ok()?;
        Some(&self.0[at])
    }

    /// For those who ask for paths in their order.
    pub(crate) fn in_order(&self) -> InOrder<'_, Stored> {
        InOrder::new(&self.0, |stored| stored.path.as_str())
    }

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Stored> {
        self.0.iter()
    }
}

impl Git {
    /// The files and links of `HEAD`. Submodules are boundaries.
    pub(crate) fn head_files(&self, rules: &WalkRules) -> Result<HeadFiles, ChangesError> {
        let Some(head) = self.head else { return Ok(HeadFiles::default()) };
        let root = self.repo.find_commit(head)?.tree_id()?.detach();
        let staged = self.index.as_ref().map(|index| Staged::of(index, rules.max_depth));
        let staged = staged.unwrap_or_default();
        let mut files = Vec::new();
        let mut folders = vec![(String::new(), 0, root)];
        let mut bounds = Bounds { rules, seen: 0, repeated: 0, known: BTreeSet::new() };
        let objects = Objects::new(&self.repo, u64::MAX);
        let mut bytes = Vec::new();
        while let Some((folder, depth, id)) = folders.pop() {
            if let Some(same) = staged.folder(&folder, id) {
                for folder in staged.folders_in(&folder) {
                    let is_new = bounds.enter(folder.id);
                    bounds.take(folder.names, is_new, depth)?;
                }
                files.extend(self.staged_files(same.files.clone()));
                continue;
            }
            let is_new = bounds.enter(id);
            for entry in objects.find_tree_iter(&id, &mut bytes)? {
                let entry = entry?;
                bounds.take(1, is_new, depth)?;
                let Ok(name) = entry.filename.to_str() else { continue };
                let path = join(&folder, name);
                let mode = match entry.mode.kind() {
                    EntryKind::Tree => {
                        folders.push((path, depth + 1, entry.oid.to_owned()));
                        continue;
                    }
                    EntryKind::Commit => continue,
                    EntryKind::Blob => Mode::File,
                    EntryKind::BlobExecutable => Mode::Executable,
                    EntryKind::Link => Mode::Link,
                };
                let id = entry.oid.to_owned();
                files.extend(RelPath::exact(&path).map(|path| Stored { path, id, mode }));
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        // A folder that lists a name twice.
        files.dedup_by(|a, b| a.path == b.path);
        Ok(HeadFiles(files))
    }
    /// The same of files that the index and the commit have in common.
    fn staged_files(&self, files: Range<usize>) -> impl Iterator<Item = Stored> {
        let index = self.index.as_deref();
        let entries = index.and_then(|index| index.entries().get(files)).unwrap_or_default();
        entries.iter().filter(|entry| staged::is_part(entry)).filter_map(move |entry| {
            let mode = match entry.mode {
                gix::index::entry::Mode::FILE => Mode::File,
                gix::index::entry::Mode::FILE_EXECUTABLE => Mode::Executable,
                gix::index::entry::Mode::SYMLINK => Mode::Link,
                _ => return None,
            };
            let path = RelPath::exact(entry.path(index?).to_str().ok()?)?;
            Some(Stored { path, id: entry.id, mode })
        })
    }
}

/// Few objects can name very many paths, so what counts is the number of paths, and those that are there by repetition
/// more than others.
struct Bounds<'a> {
    rules: &'a WalkRules,
    seen: usize,
    repeated: usize,
    known: BTreeSet<ObjectId>,
}

impl Bounds<'_> {
    /// Whether the folder comes for the first time.
    fn enter(&mut self, folder: ObjectId) -> bool {
        self.known.insert(folder)
    }

    /// So many names in a folder.
    fn take(&mut self, names: usize, is_new: bool, depth: usize) -> Result<(), ChangesError> {
        self.seen += names;
        self.repeated += if is_new { 0 } else { names };
        if self.seen > self.rules.max_entries || depth > self.rules.max_depth {
            return Err(ChangesError::TooLarge { limit: self.rules.max_entries });
        }
        if self.repeated > self.rules.max_repeated {
            return Err(ChangesError::Repeated { limit: self.rules.max_repeated });
        }
        Ok(())
    }
}
