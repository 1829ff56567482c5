//! Has the tables of the search made. The program that does it is a crate of its own, since it needs the whole
//! library, which the rest of xtask can do without.

use crate::command::{cargo, run as run_command};
use std::path::Path;
use std::process::ExitCode;

pub(crate) fn run(root: &Path, arguments: &[String]) -> ExitCode {
    let mut command =
        cargo(root, &["run", "--release", "--quiet", "--package", "plimsoll-train", "--"]);
    command.args(arguments);
    match run_command(command) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            eprintln!("{failure}");
            ExitCode::FAILURE
        }
    }
}
