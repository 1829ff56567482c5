//! The only door to project files: one handle on the root folder.
//!
//! A file is opened component by component from that handle, and no component may be a link. So what is
//! read is the file of exactly that path, even when somebody swaps files or folders for links meanwhile.
//! Links are followed only by name, in `links.rs`, and what they lead to is opened by its own path.
//!
//! Files are opened here, folders that are walked in `folder.rs` and `linux.rs`, and those of paths that come one
//! after the other in `many.rs`. `cargo xtask check` finds anybody else who opens something.

mod folder;
#[cfg(target_os = "linux")]
mod linux;
mod many;

pub(crate) use many::Folders;

use crate::left_out::LeftOutReason;
use crate::path::RelPath;
use cap_fs_ext::{DirExt, FollowSymlinks, OpenOptionsFollowExt, OpenOptionsSyncExt};
use cap_std::ambient_authority;
use cap_std::fs::{Dir, File, Metadata, OpenOptions};
use cap_std::time::SystemTime;
use plimsoll_core::escape::reveal_line;
use std::io::{self, Read};
use std::path::Path;

/// A handle on the root of the workspace.
#[derive(Debug)]
pub struct Jail {
    root: Dir,
}

/// Why a root cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum OpenError {
    #[error("the folder `{root}` does not exist; name one that does with --root")]
    Missing { root: String },
    #[error("`{root}` is not a folder; name the folder that holds the project with --root")]
    NotAFolder { root: String },
    #[error("the folder `{root}` cannot be opened ({what}); check who may read it")]
    Unreadable { root: String, what: String },
}

impl Jail {
    pub fn open(root: &Path) -> Result<Self, OpenError> {
        let shown = || reveal_line(&root.to_string_lossy()).into_owned();
        let failed = |error: &io::Error| match error.kind() {
            io::ErrorKind::NotFound => OpenError::Missing { root: shown() },
            io::ErrorKind::NotADirectory => OpenError::NotAFolder { root: shown() },
            kind => OpenError::Unreadable { root: shown(), what: kind.to_string() },
        };
        let dir = Dir::open_ambient_dir(root, ambient_authority()).map_err(|e| failed(&e))?;
        // A folder that may be entered but not listed would look like an empty project.
        dir.entries().map_err(|e| failed(&e))?;
        Ok(Self { root: dir })
    }

    /// The bytes of a file that held still while it was read. More than `max_bytes` are not read.
    pub fn read(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        match self.read_once(path, max_bytes) {
            Err(LeftOutReason::ChangedWhileReading) => self.read_once(path, max_bytes),
            done => done,
        }
    }

    fn read_once(&self, path: &RelPath, max_bytes: u64) -> Result<Vec<u8>, LeftOutReason> {
        let (file, metadata) = self.open_file(path)?;
        read_still(&file, &metadata, max_bytes)
    }

    /// Opens a regular file by its real path.
    pub(crate) fn open_file(&self, path: &RelPath) -> Result<(File, Metadata), LeftOutReason> {
        let folder = Path::new(path.parent().unwrap_or(""));
        let folder = self.dir(folder).map_err(|e| gone(&e))?;
        open_in(&folder, path.file_name())
    }

    /// Opens a folder by its real path; the root is the empty one.
    pub(crate) fn dir(&self, path: &Path) -> io::Result<Dir> {
        let mut folder = self.root.try_clone()?;
        for name in path {
            folder = folder.open_dir_nofollow(name)?;
        }
        Ok(folder)
    }

    pub(crate) fn root(&self) -> &Dir {
        &self.root
    }
}

/// Opens a regular file of a folder, never through a link, and never waiting for the other end of a fifo.
pub(crate) fn open_in(
    folder: &Dir,
    name: impl AsRef<Path>,
) -> Result<(File, Metadata), LeftOutReason> {
    let name = name.as_ref();
    expect_file(&folder.symlink_metadata(name).map_err(|e| LeftOutReason::from_io(&e))?)?;
    let mut options = OpenOptions::new();
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = folder.open_with(name, &options).map_err(|error| {
        // It was a file a moment ago: if it is none now, that is the true reason.
        match folder.symlink_metadata(name).map(|now| expect_file(&now)) {
            Ok(Err(reason)) => reason,
            _ => LeftOutReason::from_io(&error),
        }
    })?;
    let metadata = file.metadata().map_err(|e| LeftOutReason::from_io(&e))?;
    expect_file(&metadata)?;
    Ok((file, metadata))
}

fn expect_file(metadata: &Metadata) -> Result<(), LeftOutReason> {
    if metadata.is_file() {
        Ok(())
    } else if metadata.is_symlink() {
        // Whoever opens by this path has seen a file there.
        Err(LeftOutReason::ChangedWhileReading)
    } else if metadata.is_dir() {
        Err(LeftOutReason::Unreadable { what: "it is a folder".into() })
    } else {
        Err(LeftOutReason::SpecialFile)
    }
}

/// Why a folder on the way to a file cannot be opened any more.
fn gone(error: &io::Error) -> LeftOutReason {
    match error.kind() {
        io::ErrorKind::NotFound | io::ErrorKind::PermissionDenied => LeftOutReason::from_io(error),
        // Not a folder, or a link: both mean that it was swapped.
        _ => LeftOutReason::ChangedWhileReading,
    }
}

/// Reads an open file whole, and checks on the same handle that it did not change meanwhile.
pub(crate) fn read_still(
    file: &File,
    before: &Metadata,
    max_bytes: u64,
) -> Result<Vec<u8>, LeftOutReason> {
    if before.len() > max_bytes {
        return Err(LeftOutReason::TooLarge { size: before.len(), limit: max_bytes });
    }
    let mut bytes = Vec::with_capacity(usize::try_from(before.len()).unwrap_or(0));
    // One byte more than announced, so that growth is noticed and endless files end.
    file.take(before.len() + 1).read_to_end(&mut bytes).map_err(|e| LeftOutReason::from_io(&e))?;
    let after = file.metadata().map_err(|e| LeftOutReason::from_io(&e))?;
    if bytes.len() as u64 != before.len() || Stamp::of(before) != Stamp::of(&after) {
        return Err(LeftOutReason::ChangedWhileReading);
    }
    Ok(bytes)
}

/// What moves when a file is written to.
#[derive(PartialEq)]
struct Stamp {
    size: u64,
    modified: Option<SystemTime>,
    changed: Option<(i64, i64)>,
}

impl Stamp {
    fn of(metadata: &Metadata) -> Self {
        Self {
            size: metadata.len(),
            modified: metadata.modified().ok(),
            changed: status_change(metadata),
        }
    }
}

#[cfg(unix)]
#[expect(clippy::unnecessary_wraps, reason = "other systems do not have it")]
fn status_change(metadata: &Metadata) -> Option<(i64, i64)> {
    use cap_std::fs::MetadataExt;
    Some((metadata.ctime(), metadata.ctime_nsec()))
}

#[cfg(not(unix))]
fn status_change(_metadata: &Metadata) -> Option<(i64, i64)> {
    None
}
