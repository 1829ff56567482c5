//! Where a tree is read from: the working tree through the jail, or a revision of it through git's objects.
//!
//! The walk, links and ignore files see only this, so the same tree looks the same from either ground.

use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use crate::tree::Stamp;
use std::ffi::{OsStr, OsString};
use std::fmt::Debug;
use std::io;
use std::path::{Path, PathBuf};

/// Somewhere to read a tree from. No path is ever followed through a link.
pub trait Ground: Debug + Send + Sync {
    /// The bytes of a file by its real path. More than `max_bytes` are not read.
    fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason>;

    /// A folder by its real path; the root is the empty one.
    fn folder(&self, path: &Path) -> io::Result<Box<dyn Folder>>;
}

/// An open folder.
pub trait Folder {
    /// The same for folders that are one and the same object of a revision.
    fn identity(&self) -> Option<u64> {
        None
    }

    /// What is in it, in any order; nothing if there are more than `most`.
    fn entries(&self, most: usize) -> io::Result<Option<Vec<Entry>>>;

    /// What stands under a name; a link is not followed.
    fn look(&self, name: &OsStr) -> io::Result<Seen>;

    /// Whether a name stands there letter by letter: some file systems open `SECRET` when asked for `secret`.
    fn spells(&self, name: &OsStr) -> io::Result<bool>;

    /// A folder in it, unless it is a link.
    fn child(&self, name: &OsStr) -> io::Result<Box<dyn Folder>>;

    /// What a link says, as it is.
    fn link_target(&self, name: &OsStr) -> io::Result<PathBuf>;
}

/// An entry of a folder.
#[derive(Debug)]
pub struct Entry {
    pub(crate) name: OsString,
    pub(crate) seen: io::Result<Seen>,
}

/// What is known of an entry without reading it.
#[derive(Debug, Clone, Copy)]
pub struct Seen {
    pub(crate) kind: Kind,
    pub(crate) size: u64,
    /// Milliseconds since 1970; a revision has none.
    pub(crate) modified_ms: Option<i64>,
    pub(crate) stamp: Option<Stamp>,
    /// The same for files that are one and the same object of a revision.
    pub(crate) identity: Option<u64>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    File,
    Folder,
    Link,
    /// A fifo, socket or device.
    Special,
    /// Another repository's commit, where a revision has one.
    Submodule,
}

impl Seen {
    pub(crate) fn of(kind: Kind) -> Self {
        Self { kind, size: 0, modified_ms: None, stamp: None, identity: None }
    }

    pub(crate) fn is_folder(&self) -> bool {
        matches!(self.kind, Kind::Folder | Kind::Submodule)
    }
}

/// Whether a link stands at a path.
pub fn is_link(ground: &dyn Ground, path: &RelPath) -> bool {
    let folder = ground.folder(Path::new(path.parent().unwrap_or("")));
    let seen = folder.and_then(|folder| folder.look(OsStr::new(path.file_name())));
    seen.is_ok_and(|seen| seen.kind == Kind::Link)
}

/// Whether a folder is a git repository's own: its objects, its references, and perhaps its credentials.
pub(crate) fn is_git_store(kind_of: impl Fn(&str) -> Option<Kind>) -> bool {
    kind_of("HEAD") == Some(Kind::File)
        && kind_of("objects") == Some(Kind::Folder)
        && kind_of("refs") == Some(Kind::Folder)
}
