//! Moves what is not believed out of the way: by renaming alone, so that nothing of it is read, followed
//! or lost.

use super::{StateError, private, seal, shown};
use std::fs;
use std::io;
use std::path::{Path, PathBuf};

const PREFIX: &str = "set-aside-";
/// A hostile folder may hold more; what stays is not read either.
const MOST_MOVED: usize = 10_000;

/// Replaces a state folder that is not believed by a new one, in which it lies under another name.
pub(super) fn replace_home(root: &Path, home: &Path) -> Result<PathBuf, StateError> {
    let trouble = |cause| StateError::ReadOnly { path: shown(home), cause };
    let fresh = private::passing_folder(root, ".plimsoll-").map_err(trouble)?;
    let aside = fresh.path().join(format!("{PREFIX}1"));
    fs::rename(home, &aside).map_err(trouble)?;
    match fs::rename(fresh.path(), home) {
        Ok(()) => {
            let _ = fresh.keep();
            Ok(home.join(format!("{PREFIX}1")))
        }
        Err(cause) => {
            // Somebody else has made one meanwhile: what was set aside joins it, or goes back.
            let joined = free_name(home).and_then(|name| {
                fs::rename(&aside, &name)?;
                Ok(name)
            });
            joined.map_err(|_| {
                let _ = fresh.keep();
                trouble(cause)
            })
        }
    }
}

/// Gives an entry of a state folder another name in it.
pub(super) fn entry(home: &Path, entry: &Path) -> Result<PathBuf, StateError> {
    let moved = free_name(home).and_then(|name| fs::rename(entry, &name).map(|()| name));
    moved.map_err(|cause| StateError::ReadOnly { path: shown(home), cause })
}

/// Moves everything that plimsoll does not make into one folder; nothing where there is no such thing.
pub(super) fn strangers(home: &Path) -> Result<Option<PathBuf>, StateError> {
    let trouble = |cause| StateError::ReadOnly { path: shown(home), cause };
    let mut aside: Option<PathBuf> = None;
    for found in fs::read_dir(home).map_err(trouble)?.take(MOST_MOVED) {
        let name = found.map_err(trouble)?.file_name();
        if name.to_str().is_some_and(|name| is_ours(home, name)) {
            continue;
        }
        let folder = match &aside {
            Some(folder) => folder,
            None => {
                let folder = free_name(home).map_err(trouble)?;
                private::make_folder(&folder).map_err(trouble)?;
                aside.insert(folder)
            }
        };
        fs::rename(home.join(&name), folder.join(&name)).map_err(trouble)?;
    }
    Ok(aside)
}

/// Whether plimsoll makes something of this name. Folders of other users are left as they are.
fn is_ours(home: &Path, name: &str) -> bool {
    match name {
        super::making::IGNORE_FILE => super::making::is_ignore_file(&home.join(name)),
        _ => {
            seal::is_folder_name(name)
                || name.starts_with(PREFIX)
                || name.starts_with(private::PASSING)
        }
    }
}

/// How many things have been set aside in a state folder.
pub(super) fn count(home: &Path) -> usize {
    let names = fs::read_dir(home).into_iter().flatten().flatten().map(|entry| entry.file_name());
    names.filter(|name| name.to_string_lossy().starts_with(PREFIX)).count()
}

fn free_name(home: &Path) -> io::Result<PathBuf> {
    let names = (1_u32..).map(|number| home.join(format!("{PREFIX}{number}")));
    for name in names.take(MOST_MOVED) {
        match fs::symlink_metadata(&name) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(name),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
    }
    Err(io::Error::other("too much has been set aside; look through it and remove it"))
}
