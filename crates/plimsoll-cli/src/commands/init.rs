//! `plimsoll init`.

use super::json_line;
use crate::args::{Global, JsonArgs};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::ui::put;
use plimsoll::SETTINGS_FILE;
use plimsoll::core::escape::reveal_line;
use plimsoll::settings::template;
use serde_json::json;
use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::path::Path;

pub(crate) fn run(global: &Global, args: &JsonArgs) -> Result<Exit, Failure> {
    let file = home::root(global)?.join(SETTINGS_FILE);
    let name = reveal_line(&file.to_string_lossy()).into_owned();
    match write_new(&file, &template()) {
        Ok(()) if args.json => put(&json_line(&json!({"written": name})), None),
        Ok(()) => put(
            &format!(
                "`{name}` is written; all of it is commented out, so nothing has changed\n\
                 `plimsoll config check` says what is wrong with it, `plimsoll config show` what holds\n"
            ),
            None,
        ),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Failure {
            exit: Exit::No,
            problems: vec![format!("`{name}` is already there and is left as it is")],
        }),
        Err(error) => {
            let why = error.kind();
            Err(Failure::machine(format!(
                "`{name}` cannot be written: {why}; name a project with --root"
            )))
        }
    }
}

/// Whole or not at all, and never over something else, be it a link that leads nowhere.
fn write_new(file: &Path, text: &str) -> io::Result<()> {
    let folder = file.parent().unwrap_or(Path::new("."));
    let make = |path: &Path| File::options().write(true).create_new(true).open(path);
    let mut temporary = tempfile::Builder::new().prefix(".plimsoll-").make_in(folder, make)?;
    temporary.write_all(text.as_bytes())?;
    temporary.as_file().sync_all()?;
    temporary.persist_noclobber(file).map(drop).map_err(|error| error.error)
}
