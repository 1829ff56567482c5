//! Keeps the house: everything that must hold before a change goes in, in one command.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to the person at the terminal is what this program is for"
)]

mod checks;
mod command;
mod items;
mod stages;
mod tokens;
mod tree;

use std::env;
use std::path::PathBuf;
use std::process::ExitCode;

struct Verb {
    name: &'static str,
    about: &'static str,
    stages: &'static [stages::Stage],
}

const VERBS: &[Verb] = &[
    Verb {
        name: "test",
        about: "everything that must hold before a change goes in",
        stages: stages::TEST,
    },
    Verb {
        name: "check",
        about: "the quick part of it: format, lints, house rules",
        stages: stages::CHECK,
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let verb = match arguments.as_slice() {
        [] => return list_verbs(),
        [given] => VERBS.iter().find(|verb| verb.name == *given),
        _ => None,
    };
    let Some(verb) = verb else {
        eprintln!("xtask has no verb {arguments:?}. Run `cargo xtask` to see those it has.");
        return ExitCode::from(2);
    };
    let Some(root) = workspace_root() else {
        eprintln!(
            "xtask does not know where the workspace is. Start it as `cargo xtask {}`.",
            verb.name
        );
        return ExitCode::from(2);
    };
    if stages::run(&root, verb.stages) { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn list_verbs() -> ExitCode {
    println!("cargo xtask VERB");
    for verb in VERBS {
        let stages: Vec<&str> = verb.stages.iter().map(|stage| stage.name).collect();
        println!("  {:<6} {} ({})", verb.name, verb.about, stages.join(", "));
    }
    ExitCode::SUCCESS
}

/// Cargo says at run time where this crate lies; its parent is the workspace. Asking at compile time
/// would bake a path of this machine into the program.
fn workspace_root() -> Option<PathBuf> {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    crate_folder.parent().map(PathBuf::from)
}
