//! `plimsoll keygen`. Nothing is ever overwritten: a key that is gone cannot be had again.

use crate::args::Global;
use crate::exit::{Exit, Failure};
use crate::log_args::KeygenArgs;
use crate::paths::quoted;
use crate::ui::Ui;
use plimsoll::SecretKey;
use std::fs::{self, OpenOptions};
use std::io::{ErrorKind, Write};
use std::path::{Path, PathBuf};

pub(crate) fn run(global: &Global, args: &KeygenArgs) -> Result<Exit, Failure> {
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
    Ui::of(global).say(&format!(
        "the secret key is {}, the public one {}",
        quoted(&args.file),
        quoted(&public_file)
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
        ErrorKind::AlreadyExists => {
            Failure::input(format!("{} is there already; name another file", quoted(file)))
        }
        _ => Failure::machine(format!("{} cannot be written: {error}", quoted(file))),
    })
}
