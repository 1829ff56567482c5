//! A file as a commit has it, and as the commit's first parent had it.

use super::commit;
use super::objects::Objects;
use super::open::Git;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;
use gix::objs::{Find, FindExt, Kind};

/// Larger files are not compared.
const LARGEST: u64 = 512 * 1024;

/// Reads files out of commits, until so many bytes of objects were read.
pub struct Versions<'a> {
    objects: Objects<'a>,
}

impl std::fmt::Debug for Versions<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Versions").finish_non_exhaustive()
    }
}

/// What a commit made of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FileStep {
    /// Empty where the first parent does not have it.
    pub before: Vec<u8>,
    pub after: Vec<u8>,
}

impl Git {
    pub fn versions(&self, most_bytes: u64) -> Versions<'_> {
        Versions { objects: Objects::new(&self.repo, most_bytes) }
    }
}

impl Versions<'_> {
    /// What a commit, by its full id in hex, made of the file at a path. Nothing where it has no such file, or it is very large.
    pub fn step(&self, commit: &str, path: &str) -> Option<FileStep> {
        let id = ObjectId::from_hex(commit.as_bytes()).ok()?;
        let raw = self.objects.commit(id).ok()?;
        let commit = commit::parse(&raw, id).ok()?;
        let after = self.blob(self.file_at(commit.tree, path)?)?;
        let before = commit.parents.first().and_then(|&parent| {
            let raw = self.objects.commit(parent).ok()?;
            self.file_at(commit::parse(&raw, parent).ok()?.tree, path)
        });
        let before = match before {
            Some(before) => self.blob(before)?,
            None => Vec::new(),
        };
        Some(FileStep { before, after })
    }

    fn file_at(&self, tree: ObjectId, path: &str) -> Option<ObjectId> {
        let mut at = (tree, EntryKind::Tree);
        let mut bytes = Vec::new();
        for name in path.split('/') {
            if at.1 != EntryKind::Tree {
                return None;
            }
            let tree = self.objects.find_tree(&at.0, &mut bytes).ok()?;
            let entry =
                tree.entries.iter().find(|entry| entry.filename.as_bytes() == name.as_bytes())?;
            at = (entry.oid.to_owned(), entry.mode.kind());
        }
        matches!(at.1, EntryKind::Blob | EntryKind::BlobExecutable).then_some(at.0)
    }

    fn blob(&self, id: ObjectId) -> Option<Vec<u8>> {
        if self.objects.size(id)? > LARGEST {
            return None;
        }
        let mut bytes = Vec::new();
        let found = self.objects.try_find(&id, &mut bytes).ok()??;
        (found.kind == Kind::Blob).then_some(())?;
        Some(bytes)
    }
}
