//! An open folder of the working tree on Linux: as few system calls as possible, since a walk is little else.
//!
//! Every call names one component relative to the folder's handle and follows no link. A folder that is
//! listed costs one system call for itself and one for each file in it.

use crate::ground::{Entry, Folder, Kind, Seen};
use crate::tree::Stamp;
use cap_std::fs::Dir;
use rustix::fd::{AsFd, OwnedFd};
use rustix::fs::{
    AtFlags, FileType, Mode, OFlags, RawDir, SeekFrom, Stat, openat, readlinkat, seek, statat,
};
use rustix::path::Arg;
use std::cell::Cell;
use std::ffi::{CStr, OsStr};
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::PathBuf;

/// Names that are read at once.
const BUFFER: usize = 32 * 1024;

const READ_FOLDER: OFlags =
    OFlags::RDONLY.union(OFlags::DIRECTORY).union(OFlags::NOFOLLOW).union(OFlags::CLOEXEC);

#[derive(Debug)]
pub(crate) struct LinuxFolder {
    handle: OwnedFd,
    /// Whether names were read before: the handle stands behind them then.
    was_listed: Cell<bool>,
}

impl LinuxFolder {
    /// The jail's own handles are only for finding paths; this one can be listed.
    pub(crate) fn open(folder: &Dir) -> io::Result<Self> {
        Ok(Self::of(openat(folder, c".", READ_FOLDER, Mode::empty())?))
    }

    fn of(handle: OwnedFd) -> Self {
        Self { handle, was_listed: Cell::new(false) }
    }

    /// Calls `each` with every entry until it says that this is enough.
    fn list(&self, mut each: impl FnMut(&CStr, FileType) -> bool) -> io::Result<()> {
        if self.was_listed.replace(true) {
            seek(&self.handle, SeekFrom::Start(0))?;
        }
        let mut buffer = Vec::<u8>::with_capacity(BUFFER);
        let mut names = RawDir::new(&self.handle, buffer.spare_capacity_mut());
        while let Some(entry) = names.next() {
            let entry = entry?;
            let name = entry.file_name();
            if !matches!(name.to_bytes(), b"." | b"..") && !each(name, entry.file_type()) {
                break;
            }
        }
        Ok(())
    }

    fn stat(&self, name: impl Arg) -> io::Result<Seen> {
        Ok(seen(&statat(self.handle.as_fd(), name, AtFlags::SYMLINK_NOFOLLOW)?))
    }
}

impl Folder for LinuxFolder {
    fn entries(&self, most: usize) -> io::Result<Option<Vec<Entry>>> {
        let mut entries = Vec::new();
        let mut too_many = false;
        self.list(|name, file_type| {
            too_many = entries.len() == most;
            let seen = match file_type {
                FileType::Directory => Ok(Seen::of(Kind::Folder)),
                FileType::Symlink => Ok(Seen::of(Kind::Link)),
                _ => self.stat(name),
            };
            entries.push(Entry { name: OsStr::from_bytes(name.to_bytes()).to_owned(), seen });
            !too_many
        })?;
        Ok((!too_many).then_some(entries))
    }

    fn look(&self, name: &OsStr) -> io::Result<Seen> {
        self.stat(one_component(name)?)
    }

    fn spells(&self, name: &OsStr) -> io::Result<bool> {
        let mut found = false;
        self.list(|there, _| {
            found = there.to_bytes() == name.as_bytes();
            !found
        })?;
        Ok(found)
    }

    fn child(&self, name: &OsStr) -> io::Result<Box<dyn Folder>> {
        let child = openat(&self.handle, one_component(name)?, READ_FOLDER, Mode::empty())?;
        Ok(Box::new(Self::of(child)))
    }

    fn link_target(&self, name: &OsStr) -> io::Result<PathBuf> {
        let target = readlinkat(&self.handle, one_component(name)?, Vec::new())?;
        Ok(PathBuf::from(std::ffi::OsString::from_vec(target.into_bytes())))
    }
}

/// What is more than a name could lead somewhere else.
fn one_component(name: &OsStr) -> io::Result<&OsStr> {
    let is_name =
        !matches!(name.as_bytes(), b"" | b"." | b"..") && !name.as_bytes().contains(&b'/');
    if is_name { Ok(name) } else { Err(io::ErrorKind::InvalidInput.into()) }
}

fn seen(stat: &Stat) -> Seen {
    let kind = match FileType::from_raw_mode(stat.st_mode) {
        FileType::RegularFile => Kind::File,
        FileType::Directory => Kind::Folder,
        FileType::Symlink => Kind::Link,
        _ => Kind::Special,
    };
    let nanos = i64::try_from(stat.st_mtime_nsec).unwrap_or(0);
    // Down to the whole millisecond, also before 1970.
    let modified_ms =
        stat.st_mtime.checked_mul(1000).and_then(|ms| ms.checked_add(nanos / 1_000_000));
    let size = u64::try_from(stat.st_size).unwrap_or(0);
    let in_nanos = |seconds: i64, nanos: u64| {
        seconds.checked_mul(1_000_000_000)?.checked_add(i64::try_from(nanos).ok()?)
    };
    let stamp = in_nanos(stat.st_mtime, stat.st_mtime_nsec)
        .zip(in_nanos(stat.st_ctime, stat.st_ctime_nsec))
        .map(|(modified_ns, changed_ns)| Stamp::File {
            size,
            inode: stat.st_ino,
            modified_ns,
            changed_ns,
        });
    Seen { kind, size, modified_ms, stamp, identity: None }
}
