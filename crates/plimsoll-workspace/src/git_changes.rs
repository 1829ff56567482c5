//! The working tree against `HEAD`.
//!
//! The answer is a matter of content: times and the index only save reading where they cannot change it.

use crate::git::Git;
use crate::jail::Jail;
use crate::left_out::{LeftOut, LeftOutReason};
use crate::path::{RelPath, join};
use crate::rules::WalkRules;
use crate::screen::Screen;
use crate::tree::{FileEntry, Tree};
use cap_std::fs::Metadata;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::objs::tree::EntryKind;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::progress::{Cancelled, Progress};
use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::AtomicBool;

/// Larger blobs are not looked into for what they stand for.
const LARGEST_STAND_IN: u64 = 16 * 1024 * 1024;

/// A file that differs between `HEAD` and the working tree. `old` is missing for a new file, `new` for one
/// that is gone. Both are bytes as stored: decoding and screening come later.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: RelPath,
    pub old: Option<Vec<u8>>,
    pub new: Option<Vec<u8>>,
}

/// The working tree against `HEAD`, sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    pub changes: Vec<Change>,
    /// Files of the tree that changed, or may have, and cannot be shown.
    pub left_out: Vec<LeftOut>,
}

/// A change, none, or why a file that may have changed cannot be shown.
type Compared = Result<Option<Change>, LeftOutReason>;

#[derive(Debug, thiserror::Error)]
pub enum ChangesError {
    #[error("git's objects cannot be read ({what}); `git fsck` tells what is wrong with them")]
    Objects { what: String },
    #[error(
        "the commit has more than {} files, or nests them too deeply, so there is no diff of it",
        Grouped(*.limit as u64)
    )]
    TooLarge { limit: usize },
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
}

impl From<gix::Error> for ChangesError {
    fn from(error: gix::Error) -> Self {
        Self::Objects { what: reveal_line(&error.to_string()).into_owned() }
    }
}

impl Git {
    /// Compares the files of the tree, and what is gone, with `HEAD`. What the rules leave out does not
    /// appear, not even as deleted. A file larger than `max_bytes` is left out if it changed.
    pub fn changes(
        &self,
        jail: &Jail,
        rules: &WalkRules,
        tree: &Tree,
        max_bytes: u64,
        progress: &dyn Progress,
    ) -> Result<Changes, ChangesError> {
        let head = self.head_files(rules)?;
        progress.begin("compare with HEAD", Some(tree.files.len() as u64));
        let mut found = Changes::default();
        let nested = nested_repositories(tree);
        for file in &tree.files {
            progress.check()?;
            progress.advance(1);
            let old = head.get(&file.path).copied();
            if old.is_some() || !file.path.prefixes().any(|prefix| nested.contains(prefix)) {
                found.add(&file.path, self.compare(jail, file, old, max_bytes)?);
            }
        }
        let gone = self.gone(jail, rules, tree, &head);
        for (path, id) in gone {
            progress.check()?;
            let old = self.blob(id, max_bytes)?;
            let change = |old| Some(Change { path: path.clone(), old: Some(old), new: None });
            found.add(path, old.map(change));
        }
        found.changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        found.left_out.sort_unstable();
        Ok(found)
    }

    /// The files of `HEAD`. Links are not files, and submodules are boundaries.
    fn head_files(&self, rules: &WalkRules) -> Result<BTreeMap<RelPath, ObjectId>, ChangesError> {
        let mut files = BTreeMap::new();
        let Some(head) = self.head else { return Ok(files) };
        let root = self.repo.find_commit(head)?.tree_id()?.detach();
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
                match entry.mode().kind() {
                    EntryKind::Tree => folders.push((path, depth + 1, entry.object_id())),
                    EntryKind::Blob | EntryKind::BlobExecutable => {
                        files.extend(RelPath::exact(&path).map(|path| (path, entry.object_id())));
                    }
                    EntryKind::Link | EntryKind::Commit => {}
                }
            }
        }
        Ok(files)
    }

    fn compare(
        &self,
        jail: &Jail,
        file: &FileEntry,
        old: Option<ObjectId>,
        max_bytes: u64,
    ) -> Result<Compared, ChangesError> {
        let change = |old, new| Some(Change { path: file.path.clone(), old, new: Some(new) });
        let Some(old) = old else {
            return Ok(jail.read(&file.path, max_bytes).map(|new| change(None, new)));
        };
        if self.is_unchanged_unread(jail, file, old, max_bytes)? {
            return Ok(Ok(None));
        }
        let new = match jail.read(&file.path, max_bytes) {
            Ok(new) => new,
            Err(LeftOutReason::TooLarge { .. }) if self.is_stand_in(old)? => return Ok(Ok(None)),
            Err(reason) => return Ok(Err(reason)),
        };
        if self.is_content_of(old, &new)? || self.is_stand_in(old)? {
            return Ok(Ok(None));
        }
        Ok(self.blob(old, max_bytes)?.map(|old| change(Some(old), new)))
    }

    /// Whether a file is known to be what the commit has without holding it in memory.
    fn is_unchanged_unread(
        &self,
        jail: &Jail,
        file: &FileEntry,
        old: ObjectId,
        max_bytes: u64,
    ) -> Result<bool, ChangesError> {
        // Reading it says better what is wrong with a file that cannot be opened.
        let Ok((handle, metadata)) = jail.open_file(&file.path) else { return Ok(false) };
        if metadata.len() > max_bytes {
            let hashed = self.hash_stream(handle, metadata.len());
            return Ok(hashed.is_ok_and(|id| id == old));
        }
        self.index_says_unchanged(&file.path, &metadata, old)
    }

    /// Files of `HEAD` that are no longer there, and would be shown if they were.
    fn gone<'a>(
        &self,
        jail: &Jail,
        rules: &WalkRules,
        tree: &Tree,
        head: &'a BTreeMap<RelPath, ObjectId>,
    ) -> Vec<(&'a RelPath, ObjectId)> {
        let left_out: BTreeSet<&str> =
            tree.left_out.iter().map(|left| left.path.trim_end_matches('/')).collect();
        let not_checked_out = self.not_checked_out();
        let mut screen = Screen::new(jail, rules);
        let mut gone = Vec::new();
        for (path, &id) in head {
            let known = tree.file(path.as_str()).is_some()
                || path
                    .prefixes()
                    .any(|prefix| left_out.contains(prefix) || not_checked_out.contains(prefix));
            // A folder may stand where the file was.
            let is_there = || {
                let there = jail.root().symlink_metadata(path.as_str());
                there.is_ok_and(|there| !there.is_dir())
            };
            if !known && screen.judge_tracked(path).is_none() && !is_there() {
                gone.push((path, id));
            }
        }
        gone
    }

    /// What a sparse checkout leaves on purpose.
    fn not_checked_out(&self) -> BTreeSet<&str> {
        let Some(index) = &self.index else { return BTreeSet::new() };
        let skipped = gix::index::entry::Flags::SKIP_WORKTREE;
        let entries = index.entries().iter();
        let sparse = entries.filter(|e| e.mode.is_sparse() || e.flags.contains(skipped));
        sparse
            .filter_map(|e| e.path(index).to_str().ok())
            .map(|p| p.trim_end_matches('/'))
            .collect()
    }

    /// A shortcut around reading: the index holds the very commit's content for this file, and the file has
    /// not been touched since the index saw it. It holds only for content that no filter changed, so that
    /// the answer is the one that reading would give.
    fn index_says_unchanged(
        &self,
        path: &RelPath,
        metadata: &Metadata,
        old: ObjectId,
    ) -> Result<bool, ChangesError> {
        let Some(index) = &self.index else { return Ok(false) };
        let Some(entry) = index.entry_by_path(path.as_str().into()) else { return Ok(false) };
        let untouched = entry.id == old
            && !entry.stat.is_racy(index.timestamp(), gix::index::entry::stat::Options::default())
            && has_stat(metadata, &entry.stat);
        Ok(untouched && self.repo.find_header(old)?.size() == metadata.len())
    }

    /// Whether these bytes are what git stored, apart from line ends that git may have converted.
    fn is_content_of(&self, id: ObjectId, bytes: &[u8]) -> Result<bool, ChangesError> {
        let is = |bytes: &[u8]| -> Result<bool, ChangesError> {
            let hashed = gix::objs::compute_hash(id.kind(), gix::objs::Kind::Blob, bytes);
            Ok(hashed? == id)
        };
        Ok(is(bytes)? || bytes.contains_str("\r\n") && is(&bytes.replace("\r\n", "\n"))?)
    }

    fn hash_stream(&self, mut file: impl std::io::Read, size: u64) -> Result<ObjectId, gix::Error> {
        let kind = self.repo.object_hash();
        gix::objs::compute_stream_hash(
            kind,
            gix::objs::Kind::Blob,
            &mut file,
            size,
            &mut gix::progress::Discard,
            &AtomicBool::new(false),
        )
    }

    /// Whether git keeps something else in place of the content: a Git LFS pointer, a git-crypt cipher. To
    /// compare with that would call every such file changed.
    fn is_stand_in(&self, id: ObjectId) -> Result<bool, ChangesError> {
        if self.repo.find_header(id)?.size() > LARGEST_STAND_IN {
            return Ok(false);
        }
        let blob = self.repo.find_blob(id)?;
        Ok(blob.data.starts_with(b"version https://git-lfs.github.com/spec/")
            || blob.data.starts_with(b"\0GITCRYPT\0"))
    }

    fn blob(&self, id: ObjectId, max: u64) -> Result<Result<Vec<u8>, LeftOutReason>, ChangesError> {
        let size = self.repo.find_header(id)?.size();
        if size > max {
            return Ok(Err(LeftOutReason::TooLarge { size, limit: max }));
        }
        Ok(Ok(self.repo.find_blob(id)?.detach().data))
    }
}

impl Changes {
    fn add(&mut self, path: &RelPath, compared: Compared) {
        match compared {
            Ok(change) => self.changes.extend(change),
            Err(reason) => self.left_out.push(LeftOut { path: path.to_string(), reason }),
        }
    }
}

/// Folders with a `.git` of their own, as submodules have: what is new in them is not new here.
fn nested_repositories(tree: &Tree) -> BTreeSet<&str> {
    let left_out = tree.left_out.iter().map(|left| left.path.trim_end_matches('/'));
    left_out.filter_map(|path| path.strip_suffix("/.git")).collect()
}

/// Whether a file has exactly the times, the number and the size that the index noted.
#[cfg(unix)]
fn has_stat(metadata: &Metadata, noted: &gix::index::entry::Stat) -> bool {
    use cap_std::fs::MetadataExt;
    let same_time = |seconds: i64, nanos: i64, noted: gix::index::entry::stat::Time| {
        seconds == i64::from(noted.secs) && nanos == i64::from(noted.nsecs)
    };
    same_time(metadata.mtime(), metadata.mtime_nsec(), noted.mtime)
        && same_time(metadata.ctime(), metadata.ctime_nsec(), noted.ctime)
        && metadata.ino() & u64::from(u32::MAX) == u64::from(noted.ino)
        && metadata.len() == u64::from(noted.size)
}

#[cfg(not(unix))]
fn has_stat(_metadata: &Metadata, _noted: &gix::index::entry::Stat) -> bool {
    false
}
