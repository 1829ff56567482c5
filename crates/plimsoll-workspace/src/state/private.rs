//! Looks at files and folders without following links, and tells whether they are the owner's alone.
//! What differs between systems is here and nowhere else.

use super::{StateError, StatePlace, shown};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::NamedTempFile;

/// Whether something has this name, be it a link that leads nowhere.
pub(super) fn exists(path: &Path) -> Result<bool, StateError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(cause) => Err(StateError::Unusable { path: shown(path), cause }),
    }
}

/// Refuses a state folder that somebody else could have made or could change.
pub(super) fn check_folder(place: StatePlace<'_>, path: &Path) -> Result<(), StateError> {
    let found = metadata(path)?;
    if !found.is_dir() {
        return Err(StateError::Kind { path: shown(path), expected: "a folder" });
    }
    let forbidden = match place {
        StatePlace::InRoot(_) => 0o077,
        StatePlace::Folder(_) => 0o022,
    };
    check_owner(path, &found, forbidden)
}

/// Reads a file that has to be the owner's alone; `None` where there is none.
pub(super) fn read_private(path: &Path, longest: u64) -> Result<Option<Vec<u8>>, StateError> {
    let unusable = |cause| StateError::Unusable { path: shown(path), cause };
    if !exists(path)? {
        return Ok(None);
    }
    if !metadata(path)?.is_file() {
        return Err(StateError::Kind { path: shown(path), expected: "a file" });
    }
    // The questions about trust are put to what was opened, not to its name.
    let file = open_itself(path).map_err(unusable)?;
    check_owner(path, &file.metadata().map_err(unusable)?, 0o077)?;
    read_small(file, longest).map(Some).map_err(unusable)
}

/// Whether a file holds exactly this, without following a link.
pub(super) fn holds(path: &Path, expected: &[u8]) -> bool {
    let longest = expected.len() as u64 + 1;
    open_itself(path).and_then(|file| read_small(file, longest)).is_ok_and(|b| b == expected)
}

fn read_small(file: File, longest: u64) -> io::Result<Vec<u8>> {
    if !file.metadata()?.is_file() {
        return Err(io::Error::other("it is not a file"));
    }
    let mut bytes = Vec::new();
    file.take(longest).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// A finished file with a passing name in the same folder, readable by the owner alone; the caller gives
/// it its name.
pub(super) fn write_beside(path: &Path, bytes: &[u8]) -> io::Result<NamedTempFile> {
    let folder = path.parent().ok_or_else(|| io::Error::other("the path has no folder"))?;
    let mut file = tempfile::Builder::new().prefix(".new-").tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes new names in a folder last.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

fn metadata(path: &Path) -> Result<Metadata, StateError> {
    let found = fs::symlink_metadata(path)
        .map_err(|cause| StateError::Unusable { path: shown(path), cause })?;
    if found.is_symlink() { Err(StateError::Link { path: shown(path) }) } else { Ok(found) }
}

#[cfg(unix)]
pub(super) fn only_for_owner(builder: &mut DirBuilder) {
    std::os::unix::fs::DirBuilderExt::mode(builder, 0o700);
}

#[cfg(not(unix))]
pub(super) fn only_for_owner(_builder: &mut DirBuilder) {}

#[cfg(unix)]
fn open_itself(path: &Path) -> io::Result<File> {
    use rustix::fs::OFlags;
    use std::os::unix::fs::OpenOptionsExt;
    // Without O_NONBLOCK, opening a pipe that was put there would wait for ever.
    let flags = OFlags::NOFOLLOW | OFlags::NONBLOCK | OFlags::CLOEXEC;
    let flags = i32::try_from(flags.bits()).map_err(io::Error::other)?;
    OpenOptions::new().read(true).custom_flags(flags).open(path)
}

#[cfg(not(unix))]
fn open_itself(path: &Path) -> io::Result<File> {
    if fs::symlink_metadata(path)?.is_symlink() {
        return Err(io::Error::other("it is a symbolic link"));
    }
    OpenOptions::new().read(true).open(path)
}

#[cfg(unix)]
fn check_owner(path: &Path, found: &Metadata, forbidden: u32) -> Result<(), StateError> {
    use std::os::unix::fs::MetadataExt;
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Err(StateError::Foreign { path: shown(path), owner: found.uid() });
    }
    match found.mode() & 0o777 {
        mode if mode & forbidden != 0 => Err(StateError::Open { path: shown(path), mode }),
        _ => Ok(()),
    }
}

#[cfg(not(unix))]
fn check_owner(_path: &Path, _found: &Metadata, _forbidden: u32) -> Result<(), StateError> {
    Ok(())
}
