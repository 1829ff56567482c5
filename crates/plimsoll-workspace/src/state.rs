//! The state folder: where a workspace's store and secret lie.
//!
//! A repository can ship a folder of this name, so nothing in it is believed because of where it is. A
//! folder or secret that somebody else could have made or changed is refused with the reason, and never
//! repaired: what plimsoll did not make, it does not touch.

mod private;
mod secret;
#[cfg(test)]
#[cfg(unix)]
mod tests;

pub use secret::Secret;

use std::fs::DirBuilder;
use std::io;
use std::path::{Path, PathBuf};
use thiserror::Error;

const FOLDER: &str = ".plimsoll";
const STORE: &str = "store.sqlite";
const IGNORE_FILE: &str = ".gitignore";
/// Everything in the folder belongs to this machine.
const IGNORE_ALL: &str = "*\n";

/// Where the state folder is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatePlace<'a> {
    /// `.plimsoll` in this root. A repository may have shipped it, so it has to be closed to others
    /// altogether, as plimsoll makes it; a checkout usually is not.
    InRoot(&'a Path),
    /// A folder that the user named.
    Folder(&'a Path),
}

impl StatePlace<'_> {
    fn path(self) -> PathBuf {
        match self {
            Self::InRoot(root) => root.join(FOLDER),
            Self::Folder(folder) => folder.to_owned(),
        }
    }
}

/// Why there is no state to work with. Paths are shown as they were given.
#[derive(Debug, Error)]
pub enum StateError {
    #[error(
        "the state folder `{path}` cannot be made or written: {cause}; give a writable one with --state"
    )]
    ReadOnly { path: String, cause: io::Error },
    #[error("`{path}` cannot be used: {cause}")]
    Unusable { path: String, cause: io::Error },
    #[error("`{path}` is a symbolic link; remove it, or give another state folder with --state")]
    Link { path: String },
    #[error("`{path}` is not {expected}; remove it, or give another state folder with --state")]
    Kind { path: String, expected: &'static str },
    #[error("`{path}` belongs to another user ({owner}); give another state folder with --state")]
    Foreign { path: String, owner: u32 },
    #[error(
        "`{path}` is open to other users (mode {mode:03o}), so plimsoll may not have made it; \
         remove it, or close it with `chmod go-rwx` if it is yours"
    )]
    Open { path: String, mode: u32 },
    #[error("`{path}` does not hold a workspace secret; remove it, a new one is made")]
    MalformedSecret { path: String },
    #[error("the operating system gives no random bytes: {0}")]
    NoRandomness(String),
}

/// An open state folder.
#[derive(Debug)]
pub struct State {
    folder: PathBuf,
    secret: Secret,
}

impl State {
    /// Opens the state folder; makes it, and what belongs in it, where it is missing.
    pub fn open(place: StatePlace<'_>) -> Result<Self, StateError> {
        let folder = place.path();
        make_folder(place, &folder)?;
        private::check_folder(place, &folder)?;
        write_ignore_file(&folder)?;
        let secret = secret::read_or_make(&folder)?;
        Ok(Self { folder, secret })
    }

    /// Opens the state folder as it is and makes nothing; `None` where nothing was ever kept.
    pub fn open_existing(place: StatePlace<'_>) -> Result<Option<Self>, StateError> {
        let folder = place.path();
        if !private::exists(&folder)? {
            return Ok(None);
        }
        private::check_folder(place, &folder)?;
        let secret = secret::read(&folder)?;
        Ok(secret.map(|secret| Self { folder, secret }))
    }

    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// The store's file, which need not exist.
    pub fn store_file(&self) -> PathBuf {
        self.folder.join(STORE)
    }

    pub fn secret(&self) -> &Secret {
        &self.secret
    }
}

fn make_folder(place: StatePlace<'_>, folder: &Path) -> Result<(), StateError> {
    let mut builder = DirBuilder::new();
    builder.recursive(matches!(place, StatePlace::Folder(_)));
    private::only_for_owner(&mut builder);
    match builder.create(folder) {
        Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => {
            Err(StateError::ReadOnly { path: shown(folder), cause })
        }
        _ => Ok(()),
    }
}

/// Written when missing or different, by renaming, so that a link in its place is replaced, not followed.
fn write_ignore_file(folder: &Path) -> Result<(), StateError> {
    let path = folder.join(IGNORE_FILE);
    if private::holds(&path, IGNORE_ALL.as_bytes()) {
        return Ok(());
    }
    let written = private::write_beside(&path, IGNORE_ALL.as_bytes())
        .and_then(|file| file.persist(&path).map_err(|error| error.error));
    match written {
        Ok(_) => Ok(()),
        Err(cause) => Err(StateError::ReadOnly { path: shown(folder), cause }),
    }
}

fn shown(path: &Path) -> String {
    plimsoll_core::escape::reveal_line(&path.to_string_lossy()).into_owned()
}
