//! Starting other programs: always in the workspace, never with a terminal to ask questions on.

use serde_json::Value;
use std::ffi::OsStr;
use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::{env, fmt, io};

/// Why a stage did not pass.
#[derive(Debug)]
pub(crate) enum Failure {
    NotStarted {
        command: String,
        error: io::Error,
    },
    Ended {
        command: String,
        how: String,
    },
    /// The program ended well and still did not say what was asked.
    Unexpected {
        command: String,
        what: String,
    },
    File {
        path: PathBuf,
        error: io::Error,
    },
    /// This many problems were found, and have been printed.
    Problems(usize),
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotStarted { command, error } => {
                write!(f, "`{command}` could not be started ({error}). Is it installed?")
            }
            Self::Ended { command, how } => write!(f, "`{command}` ended with {how}."),
            Self::Unexpected { command, what } => write!(f, "`{command}` {what}."),
            Self::File { path, error } => {
                write!(f, "`{}` cannot be used: {error}.", path.display())
            }
            Self::Problems(1) => write!(f, "1 problem, listed above."),
            Self::Problems(count) => write!(f, "{count} problems, listed above."),
        }
    }
}

impl Failure {
    /// For what went wrong with a file.
    pub(crate) fn at(path: &Path) -> impl FnOnce(io::Error) -> Self {
        move |error| Self::File { path: path.to_owned(), error }
    }
}

/// The same cargo that runs us, in the workspace.
pub(crate) fn cargo(root: &Path, arguments: &[&str]) -> Command {
    program(env::var_os("CARGO").unwrap_or_else(|| "cargo".into()).as_os_str(), root, arguments)
}

pub(crate) fn program(name: &OsStr, root: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(name);
    command.args(arguments).current_dir(root).stdin(Stdio::null());
    // `cargo run` describes xtask in these; a cargo below us would take a change of them for a reason
    // to build things again.
    for (key, _) in env::vars_os() {
        let key_text = key.to_string_lossy();
        if key_text.starts_with("CARGO_PKG_") || key_text.starts_with("CARGO_MANIFEST_") {
            command.env_remove(&key);
        }
    }
    command
}

/// Git with nothing of this machine's settings.
pub(crate) fn git(tree: &Path, arguments: &[&str]) -> Command {
    // A tree may be somebody else's, and what is asked of it must not depend on how it was made.
    let fixed = [
        ["-c", "safe.directory=*"],
        ["-c", "core.excludesFile=/dev/null"],
        ["-c", "core.attributesFile=/dev/null"],
        ["-c", "core.autocrlf=false"],
        ["-c", "core.fileMode=true"],
        ["-c", "gc.auto=0"],
    ];
    let mut git = program(OsStr::new("git"), tree, &[fixed.as_flattened(), arguments].concat());
    git.env("GIT_CONFIG_GLOBAL", "/dev/null").env("GIT_CONFIG_SYSTEM", "/dev/null");
    // Git sets these for its hooks, and they would lead to another repository.
    for name in ["GIT_DIR", "GIT_INDEX_FILE", "GIT_WORK_TREE", "GIT_OBJECT_DIRECTORY"] {
        git.env_remove(name);
    }
    git
}

/// Lets the program talk to the terminal and waits for it.
pub(crate) fn run(mut command: Command) -> Result<(), Failure> {
    let shown = show(&command);
    println!("$ {shown}");
    match command.status() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(Failure::Ended { command: shown, how: status.to_string() }),
        Err(error) => Err(Failure::NotStarted { command: shown, error }),
    }
}

/// What the program writes to stdout, which is seen at the terminal as well, and whether it ended well.
pub(crate) fn overhear(mut command: Command) -> Result<(String, bool), Failure> {
    let shown = show(&command);
    println!("$ {shown}");
    let failed = |error| Failure::NotStarted { command: shown.clone(), error };
    let mut child = command.stdout(Stdio::piped()).spawn().map_err(failed)?;
    let mut said = String::new();
    for line in child.stdout.take().into_iter().flat_map(|out| BufReader::new(out).lines()) {
        let line = line.map_err(failed)?;
        println!("{line}");
        said.push_str(&line);
        said.push('\n');
    }
    Ok((said, child.wait().map_err(failed)?.success()))
}

/// Takes what the program writes to stdout; what it says on stderr is seen at the terminal.
pub(crate) fn capture(mut command: Command) -> Result<String, Failure> {
    let shown = show(&command);
    match command.stderr(Stdio::inherit()).output() {
        Ok(Output { status, stdout, .. }) if status.success() => {
            String::from_utf8(stdout).map_err(|_| Failure::Unexpected {
                command: shown,
                what: "wrote something that is not UTF-8".into(),
            })
        }
        Ok(output) => Err(Failure::Ended { command: shown, how: output.status.to_string() }),
        Err(error) => Err(Failure::NotStarted { command: shown, error }),
    }
}

/// Where cargo put a program, by its messages: it knows about target folders and platforms, we do not guess.
pub(crate) fn executable(messages: &str, name: &str) -> Result<PathBuf, Failure> {
    let place = |line: &str| {
        let message: Value = serde_json::from_str(line).ok()?;
        let ours = message["reason"] == "compiler-artifact" && message["target"]["name"] == name;
        ours.then(|| message["executable"].as_str().map(PathBuf::from)).flatten()
    };
    messages.lines().find_map(place).ok_or_else(|| Failure::Unexpected {
        command: "cargo".to_owned(),
        what: format!("did not say where it put `{name}`"),
    })
}

/// Whether the program is there and answers; silent.
pub(crate) fn answers(mut command: Command) -> bool {
    command
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status()
        .is_ok_and(|status| status.success())
}

pub(crate) fn show(command: &Command) -> String {
    let program = Path::new(command.get_program());
    let mut shown = program.file_stem().unwrap_or_default().to_string_lossy().into_owned();
    for argument in command.get_args() {
        shown.push(' ');
        shown.push_str(&argument.to_string_lossy());
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_that_fails_and_one_that_is_missing_are_told_apart() {
        let root = env::temp_dir();
        let refused = || git(&root, &["check-ref-format", "not..a..name"]);
        let missing = program(OsStr::new("no-such-program-anywhere"), &root, &["x"]);
        assert!(answers(git(&root, &["--version"])));
        assert!(!answers(refused()));
        assert!(matches!(capture(refused()), Err(Failure::Ended { .. })));
        assert!(matches!(run(refused()), Err(Failure::Ended { .. })));
        let failure = capture(missing).unwrap_err();
        assert!(
            failure.to_string().starts_with("`no-such-program-anywhere x` could not be started")
        );
    }

    #[test]
    fn what_is_overheard_is_whole_also_from_a_program_that_fails() {
        let shell = |script: &str| program(OsStr::new("sh"), &env::temp_dir(), &["-c", script]);
        assert_eq!(overhear(shell("echo a; echo b")).unwrap(), ("a\nb\n".to_owned(), true));
        assert_eq!(overhear(shell("echo a; exit 3")).unwrap(), ("a\n".to_owned(), false));
    }

    #[test]
    fn cargo_below_us_does_not_hear_about_xtask() {
        let command = cargo(&env::temp_dir(), &["--version"]);
        let removed = command.get_envs().any(|(key, value)| {
            key.to_string_lossy().starts_with("CARGO_MANIFEST_") && value.is_none()
        });
        assert!(removed, "cargo sets CARGO_MANIFEST_DIR for tests, so it must be removed here");
    }

    #[test]
    fn the_binary_is_found_among_the_messages_of_cargo() {
        let library =
            r#"{"reason":"compiler-artifact","target":{"name":"plimsoll"},"executable":null}"#;
        let binary = r#"{"reason":"compiler-artifact","target":{"name":"plimsoll"},"executable":"t/release/plimsoll"}"#;
        let end = r#"{"reason":"build-finished","success":true}"#;
        let messages = [library, "not JSON", binary, end].join("\n");
        let found = executable(&messages, "plimsoll").ok();
        assert_eq!(found, Some(PathBuf::from("t/release/plimsoll")));
        assert!(executable(library, "plimsoll").is_err());
    }
}
