//! Key files. A secret key is for its owner's eyes.

use crate::exit::{Exit, Failure};
use crate::input;
use crate::log_args::KeygenArgs;
use crate::ui::Ui;
use plimsoll::core::escape::reveal_line;
use plimsoll::{KeyError, PublicKey, SecretKey};
use std::fs::{self, OpenOptions};
use std::io::Write;
use std::path::{Path, PathBuf};

pub(crate) fn secret(file: &Path) -> Result<SecretKey, Failure> {
    #[cfg(unix)]
    {
        use std::os::unix::fs::MetadataExt;
        if let Ok(metadata) = file.metadata()
            && metadata.mode() & 0o077 != 0
        {
            let name = shown(file);
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
    Failure::input(format!("{}: {error}", shown(file)))
}

/// `plimsoll keygen`. Nothing is ever overwritten: a key that is gone cannot be had again.
pub(crate) fn run(args: &KeygenArgs, ui: Ui) -> Result<Exit, Failure> {
    let mut public_file = args.file.clone().into_os_string();
    public_file.push(".pub");
    let public_file = PathBuf::from(public_file);
    let key = SecretKey::generate().map_err(|error| Failure::machine(error.to_string()))?;
    write_new(&args.file, 0o600, &key.to_pem())?;
    if let Err(failure) = write_new(&public_file, 0o644, &key.public().to_pem()) {
        // A secret key that nobody can verify with is of no use, and nobody has seen this one.
        let _ = fs::remove_file(&args.file);
        return Err(failure);
    }
    ui.say(&format!(
        "the secret key is {}, the public one {}",
        shown(&args.file),
        shown(&public_file)
    ));
    Ok(Exit::Done)
}

fn write_new(file: &Path, mode: u32, text: &str) -> Result<(), Failure> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    let written = options.open(file).and_then(|mut opened| {
        opened.write_all(text.as_bytes())?;
        opened.sync_all()
    });
    written.map_err(|error| match error.kind() {
        std::io::ErrorKind::AlreadyExists => {
            Failure::input(format!("{} is there already; name another file", shown(file)))
        }
        _ => Failure::machine(format!("{} cannot be written: {error}", shown(file))),
    })
}

fn shown(file: &Path) -> String {
    format!("`{}`", reveal_line(&file.to_string_lossy()))
}
