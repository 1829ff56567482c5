//! Key files as they are read. A secret key is for its owner's eyes.

use crate::exit::Failure;
use crate::input;
use crate::paths::quoted;
use plimsoll::{KeyError, PublicKey, SecretKey};
use std::path::Path;

pub(crate) fn secret(file: &Path) -> Result<SecretKey, Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let Ok(metadata) = file.metadata()
            && metadata.mode() & 0o077 != 0
        {
            let name = quoted(file);
            return Err(Failure::input(format!(
                "{name} can be read by others; close it with `chmod 600`, or make a new key"
            )));
        }
    }
    SecretKey::from_pem(&input::read(file)?).map_err(|error| unusable(file, &error))
}

pub(crate) fn public(file: &Path) -> Result<PublicKey, Failure> {
    PublicKey::from_pem(&input::read(file)?).map_err(|error| unusable(file, &error))
}

fn unusable(file: &Path, error: &KeyError) -> Failure {
    Failure::input(format!("{}: {error}", quoted(file)))
}
