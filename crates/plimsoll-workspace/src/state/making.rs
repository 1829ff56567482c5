//! Makes a state folder where there is none to be believed. The slow way, taken once in a workspace.

use super::secret::{self, Secret};
use super::{HomeStanding, Site, Standing, StateError, private, seal, set_aside, shown};
use std::fs::{self, DirBuilder, File, TryLockError};
use std::io;
use std::path::Path;
use std::time::Duration;

pub(super) const IGNORE_FILE: &str = ".gitignore";
/// Everything in the folder belongs to this machine.
const IGNORE_ALL: &str = "*\n";

/// Makes the user's folder and gives its secret, with a notice for all that was set aside.
pub(super) fn make(site: &Site) -> Result<(Secret, Vec<String>), StateError> {
    // Whoever waits here finds what the other one has made, and does not set it aside.
    let _lock = lock(site.root.as_deref().unwrap_or(&site.home));
    let mut notices = Vec::new();
    make_home(site, &mut notices)?;
    let standing = seal::standing(&site.folder, &site.key, site.root.is_some())?;
    if let Standing::Sealed(secret) = standing {
        return Ok((secret, notices));
    }
    if let Standing::Doubtful(why) = standing {
        let aside = set_aside::entry(&site.home, &site.folder)?;
        notices.push(notice(&format!("`{}` {why}", shown(&site.folder)), &aside));
    }
    // What the user named may hold other things of the user's.
    if site.root.is_some()
        && let Some(aside) = set_aside::strangers(&site.home)?
    {
        let what = format!("`{}` holds what plimsoll does not put there", shown(&site.home));
        notices.push(notice(&what, &aside));
    }
    write_ignore_file(&site.home)?;
    let secret = make_folder(site)?;
    Ok((secret, notices))
}

fn notice(what: &str, aside: &Path) -> String {
    format!("{what}; it is set aside unread as `{}`", shown(aside))
}

/// The folder around the users' folders, closed to others.
fn make_home(site: &Site, notices: &mut Vec<String>) -> Result<(), StateError> {
    let Site { root, home, .. } = site;
    let mut builder = DirBuilder::new();
    builder.recursive(root.is_none());
    private::only_for_owner(&mut builder);
    match builder.create(home) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => {
            return Err(StateError::ReadOnly { path: shown(home), cause });
        }
        _ => {}
    }
    if let (Some(root), HomeStanding::Doubtful(why)) = (root, site.home_doubt()?) {
        let aside = set_aside::replace_home(root, home)?;
        notices.push(notice(&format!("`{}` {why}", shown(home)), &aside));
    }
    Ok(())
}

/// The user's own folder. It gets its name only when it is complete, and the first one to get it stays.
fn make_folder(site: &Site) -> Result<Secret, StateError> {
    let read_only = |cause| StateError::ReadOnly { path: shown(&site.home), cause };
    let fresh = private::passing_folder(&site.home, private::PASSING).map_err(read_only)?;
    let secret = secret::read_or_make(fresh.path(), seal::SECRET_FILE)?;
    let name = seal::folder_name(&site.key);
    seal::write(fresh.path(), &name, &site.key, &secret).map_err(read_only)?;
    private::sync_folder(fresh.path()).map_err(read_only)?;
    match fs::rename(fresh.path(), &site.folder) {
        Ok(()) => {
            let _ = fresh.keep();
            private::sync_folder(&site.home).map_err(read_only)?;
            Ok(secret)
        }
        Err(cause) => match seal::standing(&site.folder, &site.key, site.root.is_some())? {
            Standing::Sealed(theirs) => Ok(theirs),
            Standing::Missing | Standing::Doubtful(_) => Err(read_only(cause)),
        },
    }
}

/// Written when missing or different, by renaming, so that a link in its place is replaced, not followed.
pub(super) fn write_ignore_file(home: &Path) -> Result<(), StateError> {
    let path = home.join(IGNORE_FILE);
    if is_ignore_file(&path) {
        return Ok(());
    }
    let written = private::write_beside(&path, IGNORE_ALL.as_bytes())
        .and_then(|file| file.persist(&path).map_err(|error| error.error));
    match written {
        Ok(_) => Ok(()),
        Err(cause) => Err(StateError::ReadOnly { path: shown(home), cause }),
    }
}

pub(super) fn is_ignore_file(path: &Path) -> bool {
    private::holds(path, IGNORE_ALL.as_bytes())
}

/// Lets one process at a time make things. Where a folder cannot be locked, or is held for longer than
/// any making takes, work goes on without: names are given in one step, so nothing half-made is seen.
fn lock(folder: &Path) -> Option<File> {
    let folder = File::open(folder).ok()?;
    for _ in 0..1_000 {
        match folder.try_lock() {
            Ok(()) => return Some(folder),
            Err(TryLockError::WouldBlock) => std::thread::sleep(Duration::from_millis(10)),
            Err(TryLockError::Error(_)) => return None,
        }
    }
    None
}
