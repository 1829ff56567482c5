//! The seal of a user's folder: proof that plimsoll made it with this user's key, and made it here.
//!
//! Two keyed hashes over the folder's name and the workspace secret; the second one also covers which
//! folder of the disk it is. So a folder that came with a repository has none of them, and one that was
//! copied (by hand, or through somebody else's) has only the first. Checking costs two small files.

use super::doubt::Doubt;
use super::key::UserKey;
use super::secret::{self, Secret};
use super::{Standing, StateError, private};
use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hmac::{Hmac, KeyInit, Mac};
use plimsoll_core::seal::hex;
use sha2::Sha256;
use std::io;
use std::path::Path;

const FILE: &str = "seal";
pub(super) const SECRET_FILE: &str = "workspace-secret";
const PREFIX: &str = "u-";
const NAME_DIGITS: usize = 16;
/// Two lines of 43 characters.
const LENGTH: u64 = 88;

/// What a user's folder is called: nobody who does not have the key can tell beforehand.
pub(super) fn folder_name(key: &UserKey) -> String {
    let digest = mac(key, &["plimsoll.state.folder.1"]).finalize().into_bytes();
    format!("{PREFIX}{}", &hex(&digest)[..NAME_DIGITS])
}

/// Whether a name is that of some user's folder.
pub(super) fn is_folder_name(name: &str) -> bool {
    name.strip_prefix(PREFIX).is_some_and(|digits| {
        digits.len() == NAME_DIGITS
            && digits.bytes().all(|b| matches!(b, b'0'..=b'9' | b'a'..=b'f'))
    })
}

/// Writes the seal of a folder that will have this name.
pub(super) fn write(folder: &Path, name: &str, key: &UserKey, secret: &Secret) -> io::Result<()> {
    let identity = private::identity(folder)?;
    let encode = |mac: Hmac<Sha256>| URL_SAFE_NO_PAD.encode(mac.finalize().into_bytes());
    let made = encode(made(key, name, secret));
    let here = encode(here(key, name, secret, &identity));
    let path = folder.join(FILE);
    let file = private::write_beside(&path, format!("{made}\n{here}\n").as_bytes())?;
    file.persist_noclobber(&path).map(drop).map_err(|error| error.error)
}

/// Whether a folder may be believed, and its secret. Where `exact`, a copy may not.
pub(super) fn standing(folder: &Path, key: &UserKey, exact: bool) -> Result<Standing, StateError> {
    if !private::exists(folder)? {
        return Ok(Standing::Missing);
    }
    if let Some(why) = private::folder_doubt(folder, 0o077)? {
        return Ok(Standing::Doubtful(why));
    }
    let seal = match private::read_private(&folder.join(FILE), LENGTH + 1) {
        Ok(Some(seal)) => seal,
        Ok(None) => return Ok(Standing::Doubtful(Doubt::NoSeal)),
        Err(error) => return doubt_or_trouble(error),
    };
    let secret = match secret::read(folder, SECRET_FILE) {
        Ok(Some(secret)) => secret,
        Ok(None) => return Ok(Standing::Doubtful(Doubt::OtherSeal)),
        Err(error) => return doubt_or_trouble(error),
    };
    let name = folder.file_name().and_then(|name| name.to_str()).unwrap_or("");
    let identity = private::identity(folder)
        .map_err(|cause| StateError::Unusable { path: super::shown(folder), cause })?;
    Ok(match lines(&seal) {
        Some([first, _]) if made(key, name, &secret).verify_slice(&first).is_err() => {
            Standing::Doubtful(Doubt::OtherSeal)
        }
        Some([_, second])
            if exact && here(key, name, &secret, &identity).verify_slice(&second).is_err() =>
        {
            Standing::Doubtful(Doubt::Copied)
        }
        Some(_) => Standing::Sealed(secret),
        None => Standing::Doubtful(Doubt::OtherSeal),
    })
}

/// A file that is not as plimsoll makes it is a reason for doubt; one that cannot be read now is not.
fn doubt_or_trouble(error: StateError) -> Result<Standing, StateError> {
    match error {
        StateError::Untrusted { .. } | StateError::Malformed { .. } => {
            Ok(Standing::Doubtful(Doubt::OtherSeal))
        }
        trouble => Err(trouble),
    }
}

fn lines(seal: &[u8]) -> Option<[Vec<u8>; 2]> {
    let text = std::str::from_utf8(seal).ok()?.strip_suffix('\n')?;
    let (first, second) = text.split_once('\n')?;
    Some([URL_SAFE_NO_PAD.decode(first).ok()?, URL_SAFE_NO_PAD.decode(second).ok()?])
}

fn made(key: &UserKey, name: &str, secret: &Secret) -> Hmac<Sha256> {
    mac(key, &["plimsoll.state.made.1", name, secret.expose()])
}

fn here(key: &UserKey, name: &str, secret: &Secret, identity: &str) -> Hmac<Sha256> {
    mac(key, &["plimsoll.state.here.1", name, secret.expose(), identity])
}

/// None of the parts holds a line break, so no two lists give the same text.
fn mac(key: &UserKey, parts: &[&str]) -> Hmac<Sha256> {
    let mut mac =
        Hmac::<Sha256>::new_from_slice(key.as_bytes()).expect("HMAC takes keys of any length");
    mac.update(parts.join("\n").as_bytes());
    mac
}
