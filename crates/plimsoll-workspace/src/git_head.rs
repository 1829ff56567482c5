//! The files of the commit that is checked out, by name and id.

use crate::git::Git;
use crate::git_changes::{ChangesError, Mode};
use crate::path::{RelPath, join};
use crate::rules::WalkRules;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;

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

    pub(crate) fn iter(&self) -> std::slice::Iter<'_, Stored> {
        self.0.iter()
    }
}

impl Git {
    /// The files and links of `HEAD`. Submodules are boundaries.
    pub(crate) fn head_files(&self, rules: &WalkRules) -> Result<HeadFiles, ChangesError> {
        let Some(head) = self.head else { return Ok(HeadFiles::default()) };
        let root = self.repo.find_commit(head)?.tree_id()?.detach();
        let mut files = Vec::new();
        let mut folders = vec![(String::new(), 0, root)];
        // Few objects can name very many paths, so what counts is the number of paths.
        let mut seen = 0;
        while let Some((folder, depth, id)) = folders.pop() {
            for entry in self.repo.find_tree(id)?.iter() {
                let entry = entry?;
                seen += 1;
                if seen > rules.max_entries || depth > rules.max_depth {
                    return Err(ChangesError::TooLarge { limit: rules.max_entries });
                }
                let Ok(name) = entry.filename().to_str() else { continue };
                let path = join(&folder, name);
                let mode = match entry.mode().kind() {
                    EntryKind::Tree => {
                        folders.push((path, depth + 1, entry.object_id()));
                        continue;
                    }
                    EntryKind::Commit => continue,
                    EntryKind::Blob => Mode::File,
                    EntryKind::BlobExecutable => Mode::Executable,
                    EntryKind::Link => Mode::Link,
                };
                let id = entry.object_id();
                files.extend(RelPath::exact(&path).map(|path| Stored { path, id, mode }));
            }
        }
        files.sort_by(|a, b| a.path.cmp(&b.path));
        // A folder that lists a name twice.
        files.dedup_by(|a, b| a.path == b.path);
        Ok(HeadFiles(files))
    }
}
