//! The user's key: made once, kept in a folder of the user's own, never in a project.

use super::secret::{self, Secret};
use super::{StateError, private, shown};
use std::fs::DirBuilder;
use std::io;
use std::path::Path;

const FILE: &str = "key";

/// What seals the state folders of one user. It has no `Display` and a `Debug` that shows nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct UserKey(Secret);

impl UserKey {
    pub fn from_bytes(bytes: [u8; 32]) -> Self {
        Self(Secret::of(bytes))
    }

    /// The key in a folder of the user's own; `None` where there is none yet.
    pub fn read(folder: &Path) -> Result<Option<Self>, StateError> {
        if !private::exists(folder)? {
            return Ok(None);
        }
        check(folder)?;
        Ok(secret::read(folder, FILE)?.map(Self))
    }

    /// The same; made, with the folder, where there is none. Processes that begin at once agree.
    pub fn read_or_make(folder: &Path) -> Result<Self, StateError> {
        let mut builder = DirBuilder::new();
        builder.recursive(true);
        private::only_for_owner(&mut builder);
        match builder.create(folder) {
            Err(cause) if cause.kind() != io::ErrorKind::AlreadyExists => {
                return Err(StateError::Unusable { path: shown(folder), cause });
            }
            _ => check(folder)?,
        }
        secret::read_or_make(folder, FILE).map(Self)
    }

    /// A key that nobody has, and so nothing is sealed with: for looking where there is no key yet.
    pub fn passing() -> Result<Self, StateError> {
        Secret::random().map(Self)
    }

    /// Stands where there is no key. It proves nothing, since everybody knows it.
    pub(super) fn nobody_s() -> Self {
        Self::from_bytes([0; 32])
    }

    pub(super) fn as_bytes(&self) -> &[u8] {
        self.0.expose().as_bytes()
    }
}

/// Nobody else may put a key there.
fn check(folder: &Path) -> Result<(), StateError> {
    match private::folder_doubt(folder, 0o022)? {
        None => Ok(()),
        Some(why) => Err(StateError::Untrusted { path: shown(folder), why }),
    }
}
