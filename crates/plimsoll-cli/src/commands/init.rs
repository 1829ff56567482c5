//! `plimsoll init`.

use super::json_line;
use crate::args::{Global, JsonArgs};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::output::{put, write_new};
use crate::paths::quoted;
use plimsoll::SETTINGS_FILE;
use plimsoll::core::escape::reveal_line;
use plimsoll::settings::template;
use schemars::JsonSchema;
use serde::Serialize;
use std::io::ErrorKind;

/// The file that was written.
#[derive(Serialize, JsonSchema)]
pub(crate) struct InitOutput {
    written: String,
}

pub(crate) fn run(global: &Global, args: &JsonArgs) -> Result<Exit, Failure> {
    let file = home::root(global)?.join(SETTINGS_FILE);
    let name = quoted(&file);
    match write_new(&file, &template()) {
        Ok(()) if args.json => {
            let written = reveal_line(&file.to_string_lossy()).into_owned();
            put(&json_line(&InitOutput { written }), None)
        }
        Ok(()) => put(
            &format!(
                "{name} is written; all of it is commented out, so nothing has changed\n\
                 `plimsoll config check` says what is wrong with it, `plimsoll config show` what holds\n"
            ),
            None,
        ),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Err(Failure {
            exit: Exit::No,
            problems: vec![format!("{name} is already there and is left as it is")],
        }),
        Err(error) => {
            let why = error.kind();
            Err(Failure::machine(format!(
                "{name} cannot be written: {why}; name a project with --root"
            )))
        }
    }
}
