//! Keeps the house: everything that must hold before a change goes in, in one command.

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to the person at the terminal is what this program is for"
)]

mod checks;
mod command;
mod corpus;
mod items;
mod measure;
mod secrets;
mod stages;
mod tokens;
mod train;
mod train_guard;
mod tree;
mod vectors;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

/// Something to ask of xtask.
struct Verb {
    name: &'static str,
    about: &'static str,
    /// What is given after the name, in the order in which `run` takes it.
    parameters: &'static [&'static str],
    /// Gets the root of the workspace and as many arguments as there are parameters.
    run: fn(&Path, &[String]) -> ExitCode,
}

/// As the last parameter: any number of arguments.
const MORE: &str = "…";

impl Verb {
    fn takes(&self, arguments: usize) -> bool {
        match self.parameters.split_last() {
            Some((&MORE, fixed)) => arguments >= fixed.len(),
            _ => arguments == self.parameters.len(),
        }
    }
}

const VERBS: &[Verb] = &[
    Verb {
        name: "test",
        about: "everything that must hold before a change goes in",
        parameters: &[],
        run: |root, _| stages::run(root, stages::TEST),
    },
    Verb {
        name: "check",
        about: "the quick part of it: format, lints, house rules",
        parameters: &[],
        run: |root, _| stages::run(root, stages::CHECK),
    },
    Verb {
        name: "corpus",
        about: "brings real trees into target/corpus, from the package registries",
        parameters: &[MORE],
        run: corpus::run,
    },
    Verb {
        name: "measure",
        about: "figures that take long: all [FOLDER] [PART…] writes docs/figures.md; one of core, store, kills, walk, text [DIR…], secrets [DIR…], index [DIR…], outlines [DIR…], properties; fuzz [SECONDS] [TARGET…], git",
        parameters: &["WHAT", MORE],
        run: |root, arguments| measure::run(root, &arguments[0], &arguments[1..]),
    },
    Verb {
        name: "secrets",
        about: "writes what the guard finds in labelled records (JSON lines, also .gz)",
        parameters: &["RECORDS", "FINDINGS"],
        run: |_, arguments| secrets::run(&arguments[0], &arguments[1]),
    },
    Verb {
        name: "train",
        about: "learns how much each signal of the search counts: mine REPOS COUNT TASKS, see TASKS REPOS ROWS, fit ROWS RANKER, report ROWS RANKER, ablate ROWS TESTED",
        parameters: &["WHAT", MORE],
        run: train::run,
    },
    Verb {
        name: "train-guard",
        about: "makes the guard's table of character pairs from the sources in a folder",
        parameters: &["FOLDER"],
        run: |root, arguments| train_guard::run(root, &arguments[0]),
    },
    Verb {
        name: "vectors",
        about: "checks a file of vectors against the functions of core",
        parameters: &["FILE"],
        run: |_, arguments| vectors::run(&arguments[0]),
    },
];

fn main() -> ExitCode {
    let arguments: Vec<String> =
        env::args_os().skip(1).map(|argument| argument.to_string_lossy().into_owned()).collect();
    let Some((given, parameters)) = arguments.split_first() else {
        print!("{}", verbs());
        return ExitCode::SUCCESS;
    };
    let fits = |verb: &&Verb| verb.name == given && verb.takes(parameters.len());
    let Some(verb) = VERBS.iter().find(fits) else {
        eprint!("xtask cannot do {arguments:?}. It can do this:\n{}", verbs());
        return ExitCode::from(2);
    };
    let Some(root) = workspace_root() else {
        eprintln!("xtask does not know where the workspace is. Start it as `cargo xtask {given}`.");
        return ExitCode::from(2);
    };
    (verb.run)(&root, parameters)
}

fn verbs() -> String {
    let lines = VERBS.iter().map(|verb| {
        let call = [&[verb.name], verb.parameters].concat().join(" ");
        format!("  cargo xtask {call:<32} {}\n", verb.about)
    });
    lines.collect()
}

/// Cargo says at run time where this crate lies; its parent is the workspace. Asking at compile time
/// would bake a path of this machine into the program.
fn workspace_root() -> Option<PathBuf> {
    let crate_folder = PathBuf::from(env::var_os("CARGO_MANIFEST_DIR")?);
    crate_folder.parent().map(PathBuf::from)
}
