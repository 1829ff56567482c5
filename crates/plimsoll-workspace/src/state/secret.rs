//! Secrets in a file: the workspace's, and the user's key. Made once, kept as text, shown never.

use super::{StateError, private, shown};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use std::fmt;
use std::io;
use std::path::Path;

const BYTES: usize = 32;
/// 32 bytes as base64url without padding.
const CHARACTERS: u64 = 43;

/// 32 random bytes as their base64url text, which is also the form in which they are used.
/// It has no `Display`, no `Serialize`, and a `Debug` that shows nothing.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// For keyed hashes; not for showing or keeping.
    pub fn expose(&self) -> &str {
        &self.0
    }

    pub(super) fn of(bytes: [u8; BYTES]) -> Self {
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    fn from_text(bytes: Vec<u8>) -> Option<Self> {
        let text = String::from_utf8(bytes).ok()?;
        let decoded = URL_SAFE_NO_PAD.decode(&text).ok()?;
        (decoded.len() == BYTES).then_some(Self(text))
    }

    pub(super) fn random() -> Result<Self, StateError> {
        let mut bytes = [0; BYTES];
        getrandom::fill(&mut bytes).map_err(|error| StateError::NoRandomness(error.to_string()))?;
        Ok(Self::of(bytes))
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Secret(..)")
    }
}

/// The secret in a folder, if there is one.
pub(super) fn read(folder: &Path, file: &str) -> Result<Option<Secret>, StateError> {
    let path = folder.join(file);
    let Some(text) = private::read_private(&path, CHARACTERS + 1)? else { return Ok(None) };
    match Secret::from_text(text) {
        Some(secret) => Ok(Some(secret)),
        None => Err(StateError::Malformed { path: shown(&path) }),
    }
}

/// The secret in a folder; made where there is none. It gets its name only when it is complete, and the
/// first one to get it stays, so that processes that begin at once agree.
pub(super) fn read_or_make(folder: &Path, file: &str) -> Result<Secret, StateError> {
    if let Some(secret) = read(folder, file)? {
        return Ok(secret);
    }
    let path = folder.join(file);
    let read_only = |cause| StateError::ReadOnly { path: shown(folder), cause };
    let secret = Secret::random()?;
    let written = private::write_beside(&path, secret.0.as_bytes()).map_err(read_only)?;
    match written.persist_noclobber(&path) {
        Ok(_) => {
            private::sync_folder(folder).map_err(read_only)?;
            Ok(secret)
        }
        Err(error) if error.error.kind() == io::ErrorKind::AlreadyExists => {
            read(folder, file)?.ok_or_else(|| read_only(io::ErrorKind::NotFound.into()))
        }
        Err(error) => Err(read_only(error.error)),
    }
}
