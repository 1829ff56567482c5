//! Looks at files and folders without following links, and tells whether they are the owner's alone.
//! What differs between systems is here and nowhere else.

use super::doubt::Doubt;
use super::{StateError, shown};
use std::fs::{self, DirBuilder, File, Metadata, OpenOptions};
use std::io::{self, Read, Write};
use std::path::Path;
use tempfile::{NamedTempFile, TempDir};

/// How the names of what is not finished begin.
pub(super) const PASSING: &str = ".new-";

/// Whether something has this name, be it a link that leads nowhere.
pub(super) fn exists(path: &Path) -> Result<bool, StateError> {
    match fs::symlink_metadata(path) {
        Ok(_) => Ok(true),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(false),
        Err(cause) => Err(StateError::Unusable { path: shown(path), cause }),
    }
}

/// Why somebody else could have made this folder, or could change it. No bit of `forbidden` may be set.
pub(super) fn folder_doubt(path: &Path, forbidden: u32) -> Result<Option<Doubt>, StateError> {
    let found = metadata(path)?;
    let doubt = kind_doubt(&found, found.is_dir(), Doubt::NotAFolder);
    Ok(doubt.or_else(|| owner_doubt(&found, forbidden)))
}

/// Reads a file that has to be the owner's alone; `None` where there is none.
pub(super) fn read_private(path: &Path, longest: u64) -> Result<Option<Vec<u8>>, StateError> {
    let unusable = |cause| StateError::Unusable { path: shown(path), cause };
    if !exists(path)? {
        return Ok(None);
    }
    let untrusted = |why| StateError::Untrusted { path: shown(path), why };
    let found = metadata(path)?;
    if let Some(why) = kind_doubt(&found, found.is_file(), Doubt::NotAFile) {
        return Err(untrusted(why));
    }
    // The questions about trust are put to what was opened, not to its name.
    let file = open_itself(path).map_err(unusable)?;
    if let Some(why) = owner_doubt(&file.metadata().map_err(unusable)?, 0o077) {
        return Err(untrusted(why));
    }
    read_small(file, longest).map(Some).map_err(unusable)
}

/// Whether a file holds exactly this, without following a link.
pub(super) fn holds(path: &Path, expected: &[u8]) -> bool {
    let longest = expected.len() as u64 + 1;
    let is_file = fs::symlink_metadata(path).is_ok_and(|found| found.is_file());
    is_file
        && open_itself(path).and_then(|file| read_small(file, longest)).is_ok_and(|b| b == expected)
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
    let mut file = tempfile::Builder::new().prefix(PASSING).tempfile_in(folder)?;
    file.write_all(bytes)?;
    file.as_file().sync_all()?;
    Ok(file)
}

/// Makes new names in a folder last.
pub(super) fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A new folder that only the owner can enter.
pub(super) fn make_folder(path: &Path) -> io::Result<()> {
    let mut builder = DirBuilder::new();
    only_for_owner(&mut builder);
    builder.create(path)
}

/// The same with a passing name; the caller gives it another one, or it goes away again.
pub(super) fn passing_folder(parent: &Path, prefix: &str) -> io::Result<TempDir> {
    let mut builder = tempfile::Builder::new();
    #[cfg(unix)]
    builder.permissions(std::os::unix::fs::PermissionsExt::from_mode(0o700));
    builder.prefix(prefix).tempdir_in(parent)
}

fn metadata(path: &Path) -> Result<Metadata, StateError> {
    fs::symlink_metadata(path).map_err(|cause| StateError::Unusable { path: shown(path), cause })
}

fn kind_doubt(found: &Metadata, is_right: bool, otherwise: Doubt) -> Option<Doubt> {
    match found.is_symlink() {
        true => Some(Doubt::Link),
        false => (!is_right).then_some(otherwise),
    }
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
fn owner_doubt(found: &Metadata, forbidden: u32) -> Option<Doubt> {
    use std::os::unix::fs::MetadataExt;
    if found.uid() != rustix::process::geteuid().as_raw() {
        return Some(Doubt::Foreign(found.uid()));
    }
    match found.mode() & 0o777 {
        mode if mode & forbidden != 0 => Some(Doubt::Open(mode)),
        _ => None,
    }
}

#[cfg(not(unix))]
fn owner_doubt(_found: &Metadata, _forbidden: u32) -> Option<Doubt> {
    None
}

/// Whether files can be made in a folder, as far as the system tells.
#[cfg(unix)]
pub(super) fn may_write(folder: &Path) -> bool {
    use rustix::fs::Access;
    rustix::fs::access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

#[cfg(not(unix))]
pub(super) fn may_write(_folder: &Path) -> bool {
    true
}

/// Which folder of the disk this is: the same when it is moved, another one when it is copied. When it was
/// made belongs to it, since numbers are given out again.
#[cfg(unix)]
pub(super) fn identity(folder: &Path) -> io::Result<String> {
    use std::os::unix::fs::MetadataExt;
    let found = fs::symlink_metadata(folder)?;
    let born =
        found.created().ok().and_then(|time| time.duration_since(std::time::UNIX_EPOCH).ok());
    Ok(format!("{} {}", found.ino(), born.map_or(0, |born| born.as_nanos())))
}

#[cfg(not(unix))]
pub(super) fn identity(_folder: &Path) -> io::Result<String> {
    Ok(String::new())
}
