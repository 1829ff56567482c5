//! One path of the working tree against what the commit has there.

use super::head::{Mode, Stored};
use super::open::{Git, LARGEST_OBJECT};
use crate::attributes::Attributes;
use crate::jail::{Folders, Jail};
use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use crate::tree::{FileEntry, Stamp};
use cap_std::fs::Metadata;
use gix::ObjectId;
use gix::bstr::ByteSlice;
use gix::index::{Entry, State};
use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::sync::atomic::AtomicBool;

/// Larger blobs are not looked into for what they stand for.
const LARGEST_STAND_IN: u64 = 16 * 1024 * 1024;

/// So much is held of all changes together. One object can be what was deleted under very many names.
const MOST_HELD: u64 = 256 * 1024 * 1024;

/// A file or link that differs between `HEAD` and the working tree. `old` is missing for a new one, `new`
/// for one that is gone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    pub path: RelPath,
    pub old: Option<Side>,
    pub new: Option<Side>,
}

/// What stood or stands at a path.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Side {
    /// As stored: decoding and screening come later. For a link, where it leads to.
    pub bytes: Vec<u8>,
    pub mode: Mode,
}

/// A change, none, or why a file that may have changed cannot be shown.
pub(crate) type Compared = Result<Option<Change>, LeftOutReason>;

/// Compares paths in their order.
pub(crate) struct Compare<'a> {
    git: &'a Git,
    jail: &'a Jail,
    max_bytes: u64,
    attributes: &'a Attributes,
    folders: Folders<'a>,
    /// Some file systems cannot tell programs from other files, and git notes that.
    knows_programs: bool,
    /// And some have no links: where a link would lead to stands in a file.
    knows_links: bool,
    /// How far the index was gone along.
    index_place: usize,
    /// The folder that was asked about last, and whether anything in it may be converted: files come folder by folder.
    converted: Option<(String, bool)>,
    /// How much more may be held.
    room: Cell<u64>,
    /// What was found of objects that may stand for others.
    stand_ins: RefCell<BTreeMap<ObjectId, bool>>,
}

impl<'a> Compare<'a> {
    pub(crate) fn new(
        git: &'a Git,
        jail: &'a Jail,
        attributes: &'a Attributes,
        max_bytes: u64,
    ) -> Self {
        Self {
            git,
            jail,
            max_bytes,
            attributes,
            folders: Folders::new(jail),
            knows_programs: cfg!(unix) && git.says("core.fileMode").unwrap_or(true),
            knows_links: git.says("core.symlinks").unwrap_or(true),
            index_place: 0,
            converted: None,
            room: Cell::new(MOST_HELD),
            stand_ins: RefCell::default(),
        }
    }

    /// A file of the tree. Files come in their order.
    pub(crate) fn file(&mut self, file: &FileEntry, old: Option<&Stored>) -> Compared {
        let path = &file.path;
        if let (Some(stamp), Some(old)) = (&file.stamp, old)
            && self.index_knows(path, stamp, old)
        {
            return Ok(None);
        }
        let Ok(metadata) = self.folders.metadata(path) else {
            // Reading it says better what is wrong.
            let reason = self.jail.read(path, self.max_bytes).err();
            return Err(reason.unwrap_or(LeftOutReason::ChangedWhileReading));
        };
        let mode = self.mode(&metadata, old);
        let side = |bytes| Side { bytes, mode };
        let Some(old) = old else {
            let new = self.jail.read(path, self.max_bytes)?;
            self.hold(new.len() as u64)?;
            return Ok(Some(change(path, None, Some(side(new)))));
        };
        if mode == old.mode && self.is_unchanged_unread(path, &metadata, old.id) {
            return Ok(None);
        }
        let new = match self.jail.read(path, self.max_bytes) {
            Ok(new) => new,
            Err(LeftOutReason::TooLarge { .. }) if self.is_stand_in(old.id) => return Ok(None),
            Err(reason) => return Err(reason),
        };
        let old = if self.is_same(old, &new) {
            Side { bytes: new.clone(), mode: old.mode }
        } else {
            self.stored(old)?
        };
        let new = side(new);
        if old != new {
            self.hold(new.bytes.len() as u64)?;
        }
        Ok((old != new).then(|| change(path, Some(old), Some(new))))
    }

    /// Whether a file that was read is what the commit has, whatever its mode.
    fn is_same(&self, old: &Stored, new: &[u8]) -> bool {
        old.mode != Mode::Link && (is_content_of(old.id, new) || self.is_stand_in(old.id))
    }

    /// A link of the tree.
    pub(crate) fn link(&mut self, path: &RelPath, old: Option<&Stored>) -> Compared {
        let target = self.folders.link_target(path);
        let bytes = target.map(link_bytes).map_err(|error| LeftOutReason::from_io(&error))?;
        if old.is_some_and(|old| old.mode == Mode::Link && has_id(&bytes, old.id)) {
            return Ok(None);
        }
        let old = old.map(|old| self.stored(old)).transpose()?;
        Ok(Some(change(path, old, Some(Side { bytes, mode: Mode::Link }))))
    }

    /// What the commit has and the tree has not.
    pub(crate) fn gone(&self, old: &Stored) -> Compared {
        Ok(Some(change(&old.path, Some(self.stored(old)?), None)))
    }

    fn mode(&self, metadata: &Metadata, old: Option<&Stored>) -> Mode {
        match old.map(|old| old.mode) {
            Some(Mode::Link) if !self.knows_links => Mode::Link,
            Some(mode @ (Mode::File | Mode::Executable)) if !self.knows_programs => mode,
            _ if self.knows_programs && is_program(metadata) => Mode::Executable,
            _ => Mode::File,
        }
    }

    /// Whether a file is known to be what the commit has without holding it in memory.
    fn is_unchanged_unread(&self, path: &RelPath, metadata: &Metadata, old: ObjectId) -> bool {
        if self.index_says_unchanged(path, metadata, old) {
            return true;
        }
        // What is small is read; what is not is only hashed.
        if metadata.len() <= self.max_bytes {
            return false;
        }
        let Ok((file, metadata)) = self.jail.open_file(path) else { return false };
        let hashed = gix::objs::compute_stream_hash(
            old.kind(),
            gix::objs::Kind::Blob,
            &mut &file,
            metadata.len(),
            &mut gix::progress::Discard,
            &AtomicBool::new(false),
        );
        hashed.is_ok_and(|id| id == old)
    }

    /// The index and the files that are compared have one order, so nothing is searched for. What is in conflict vouches
    /// for nothing.
    fn index_entry(&mut self, index: &'a State, path: &RelPath) -> Option<&'a Entry> {
        let entries = index.entries();
        let path = path.as_str().as_bytes();
        let is_before = |entry: &Entry| entry.path(index) < path;
        while entries.get(self.index_place).is_some_and(is_before) {
            self.index_place += 1;
        }
        let entry = entries.get(self.index_place)?;
        (entry.path(index) == path && entry.stage_raw() == 0).then_some(entry)
    }

    /// The same shortcut without looking at the file once more: the walk has just seen it.
    fn index_knows(&mut self, path: &RelPath, stamp: &Stamp, old: &Stored) -> bool {
        let Stamp::File { size, inode, modified_ns, changed_ns } = *stamp else { return false };
        let Some(index) = &self.git.index else { return false };
        let Some(entry) = self.index_entry(index, path) else { return false };
        let mode = match old.mode {
            Mode::File => gix::index::entry::Mode::FILE,
            Mode::Executable => gix::index::entry::Mode::FILE_EXECUTABLE,
            Mode::Link => return false,
        };
        let is_noted = |nanos: i64, noted: gix::index::entry::stat::Time| {
            nanos == i64::from(noted.secs) * 1_000_000_000 + i64::from(noted.nsecs)
        };
        entry.id == old.id
            && entry.mode == mode
            && size == u64::from(entry.stat.size)
            && inode & u64::from(u32::MAX) == u64::from(entry.stat.ino)
            && is_noted(modified_ns, entry.stat.mtime)
            && is_noted(changed_ns, entry.stat.ctime)
            && was_noted_later(&entry.stat, index)
            && (!self.may_convert(path) || self.size(old.id).is_ok_and(|old_size| old_size == size))
    }

    fn may_convert(&mut self, path: &RelPath) -> bool {
        let folder = path.parent().unwrap_or("");
        match &self.converted {
            Some((known, may)) if known == folder => *may,
            _ => {
                let may = self.attributes.may_convert(folder);
                self.converted = Some((folder.to_owned(), may));
                may
            }
        }
    }

    /// A shortcut around reading: the index holds the very commit's content for this file, and the file has
    /// not been touched since the index saw it. It holds only for content that no filter changed, so that
    /// the answer is the one that reading would give.
    fn index_says_unchanged(&self, path: &RelPath, metadata: &Metadata, old: ObjectId) -> bool {
        let Some(index) = &self.git.index else { return false };
        let Some(entry) = index.entry_by_path(path.as_str().into()) else { return false };
        entry.id == old
            && was_noted_later(&entry.stat, index)
            && has_stat(metadata, &entry.stat)
            && self.size(old).is_ok_and(|size| size == metadata.len())
    }

    /// Whether git keeps something else in place of the content: a Git LFS pointer, a git-crypt cipher. To
    /// compare with that would call every such file changed.
    fn is_stand_in(&self, id: ObjectId) -> bool {
        let known = self.stand_ins.borrow().get(&id).copied();
        known.unwrap_or_else(|| {
            let found = self.looks_like_stand_in(id);
            self.stand_ins.borrow_mut().insert(id, found);
            found
        })
    }

    fn looks_like_stand_in(&self, id: ObjectId) -> bool {
        if !self.size(id).is_ok_and(|size| size <= LARGEST_STAND_IN) {
            return false;
        }
        self.git.repo.find_blob(id).is_ok_and(|blob| {
            blob.data.starts_with(b"version https://git-lfs.github.com/spec/")
                || blob.data.starts_with(b"\0GITCRYPT\0")
        })
    }

    fn stored(&self, old: &Stored) -> Result<Side, LeftOutReason> {
        let (size, limit) = (self.size(old.id)?, self.max_bytes.min(LARGEST_OBJECT));
        if size > limit {
            return Err(LeftOutReason::TooLarge { size, limit });
        }
        self.hold(size)?;
        let blob = self.git.repo.find_blob(old.id).map_err(|_| not_there())?;
        Ok(Side { bytes: blob.detach().data, mode: old.mode })
    }

    /// Takes so many bytes off what may be held.
    fn hold(&self, bytes: u64) -> Result<(), LeftOutReason> {
        let full =
            || LeftOutReason::Unreadable { what: "the changes are too large together".into() };
        self.room.set(self.room.get().checked_sub(bytes).ok_or_else(full)?);
        Ok(())
    }

    fn size(&self, id: ObjectId) -> Result<u64, LeftOutReason> {
        self.git.repo.find_header(id).map(|header| header.size()).map_err(|_| not_there())
    }
}

fn change(path: &RelPath, old: Option<Side>, new: Option<Side>) -> Change {
    Change { path: path.clone(), old, new }
}

/// As in a clone that does not have everything.
fn not_there() -> LeftOutReason {
    LeftOutReason::Unreadable { what: "git does not have what it was before".into() }
}

/// Whether these bytes are what git stored, apart from line ends that git may have converted.
fn is_content_of(id: ObjectId, bytes: &[u8]) -> bool {
    has_id(bytes, id) || bytes.contains_str("\r\n") && has_id(&bytes.replace("\r\n", "\n"), id)
}

fn has_id(bytes: &[u8], id: ObjectId) -> bool {
    let hashed = gix::objs::compute_hash(id.kind(), gix::objs::Kind::Blob, bytes);
    hashed.is_ok_and(|hashed| hashed == id)
}

#[cfg(unix)]
fn link_bytes(target: std::path::PathBuf) -> Vec<u8> {
    use std::os::unix::ffi::OsStringExt;
    target.into_os_string().into_vec()
}

#[cfg(not(unix))]
fn link_bytes(target: std::path::PathBuf) -> Vec<u8> {
    target.to_string_lossy().replace('\\', "/").into_bytes()
}

#[cfg(unix)]
fn is_program(metadata: &Metadata) -> bool {
    use cap_std::fs::MetadataExt;
    metadata.mode() & 0o100 != 0
}

#[cfg(not(unix))]
fn is_program(_metadata: &Metadata) -> bool {
    false
}

/// Whether the index was written after the file, so that what the file became later has another time. Where
/// a file system knows no more than seconds, that has to be a second later.
fn was_noted_later(noted: &gix::index::entry::Stat, index: &gix::index::State) -> bool {
    let written = (index.timestamp().unix_seconds(), index.timestamp().nanoseconds());
    let is_earlier = |time: gix::index::entry::stat::Time| {
        let nanos = if time.nsecs == 0 { u32::MAX } else { time.nsecs };
        (i64::from(time.secs), nanos) < written
    };
    is_earlier(noted.mtime) && is_earlier(noted.ctime)
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
