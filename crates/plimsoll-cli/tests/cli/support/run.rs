//! Calls of the binary with nothing of this machine in them: no environment but PATH, a home of their own,
//! a fixed time.

use super::schemas;
use serde_json::Value;
use std::ffi::{OsStr, OsString};
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

/// The time of every call that is not about time.
pub(crate) const AS_OF: &str = "2026-11-16T08:00:00Z";

/// The binary under test.
pub(crate) fn binary() -> PathBuf {
    match std::env::var_os("PLIMSOLL_BIN") {
        Some(given) => given.into(),
        None => env!("CARGO_BIN_EXE_plimsoll").into(),
    }
}

/// A command that sees nothing of the caller's environment.
pub(crate) fn hermetic(program: impl AsRef<OsStr>, home: &Path) -> Command {
    let mut command = Command::new(program);
    command.env_clear();
    command.env("PATH", std::env::var_os("PATH").unwrap_or_default());
    command.env("HOME", home).env("XDG_CONFIG_HOME", home.join(".config"));
    command
}

/// A call that is being put together.
#[derive(Debug)]
pub(crate) struct Call {
    command: Command,
    stdin: Vec<u8>,
    as_of: Option<String>,
}

impl Call {
    pub(crate) fn new(home: &Path, folder: &Path) -> Self {
        let mut command = hermetic(binary(), home);
        command.current_dir(folder);
        Self { command, stdin: Vec::new(), as_of: Some(AS_OF.to_owned()) }
    }

    pub(crate) fn arg(mut self, arg: impl Into<OsString>) -> Self {
        self.command.arg(arg.into());
        self
    }

    pub(crate) fn args<S: AsRef<OsStr>>(mut self, args: impl IntoIterator<Item = S>) -> Self {
        self.command.args(args);
        self
    }

    pub(crate) fn env(mut self, name: &str, value: impl AsRef<OsStr>) -> Self {
        self.command.env(name, value);
        self
    }

    pub(crate) fn folder(mut self, folder: impl AsRef<Path>) -> Self {
        self.command.current_dir(folder);
        self
    }

    pub(crate) fn stdin(mut self, text: impl Into<Vec<u8>>) -> Self {
        self.stdin = text.into();
        self
    }

    pub(crate) fn at_time(mut self, time: Option<&str>) -> Self {
        self.as_of = time.map(str::to_owned);
        self
    }

    /// The bare command, for calls that end in an unusual way.
    pub(crate) fn into_command(mut self) -> Command {
        if let Some(time) = &self.as_of {
            self.command.args(["--as-of", time]);
        }
        self.command
    }

    #[track_caller]
    pub(crate) fn run(self) -> Ran {
        let stdin = self.stdin.clone();
        let mut command = self.into_command();
        command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the binary has been built");
        let mut input = child.stdin.take().expect("it was asked for");
        // Written aside: a large request must not wait for a reader that itself waits for its reader.
        let writer = std::thread::spawn(move || {
            // Whoever does not read all of its input has its reasons.
            let _ = input.write_all(&stdin);
        });
        let output = child.wait_with_output().expect("a child can be waited for");
        writer.join().expect("writing does not panic");
        schemas::check(&command, &output);
        Ran { stdout: output.stdout, stderr: output.stderr, code: output.status.code() }
    }
}

/// What came of a call.
#[must_use]
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Ran {
    pub(crate) stdout: Vec<u8>,
    pub(crate) stderr: Vec<u8>,
    pub(crate) code: Option<i32>,
}

impl Ran {
    /// Insists on an exit code.
    #[track_caller]
    pub(crate) fn ends_with(self, code: i32) -> Self {
        assert_eq!(
            self.code,
            Some(code),
            "stderr: {}\nstdout: {:.400}",
            self.stderr(),
            self.stdout()
        );
        assert!(!self.stderr().contains("panicked"), "{}", self.stderr());
        self
    }

    #[track_caller]
    pub(crate) fn ok(self) -> Self {
        self.ends_with(0)
    }

    #[track_caller]
    pub(crate) fn stdout(&self) -> &str {
        std::str::from_utf8(&self.stdout).expect("what is printed is UTF-8")
    }

    #[track_caller]
    pub(crate) fn stderr(&self) -> &str {
        std::str::from_utf8(&self.stderr).expect("what is said is UTF-8")
    }

    /// The one JSON object on stdout.
    #[track_caller]
    pub(crate) fn json(&self) -> Value {
        let text = self.stdout();
        assert_eq!(text.matches('\n').count(), 1, "JSON is one line: {text:.200}");
        serde_json::from_str(text).unwrap_or_else(|error| panic!("{error}: {text:.400}"))
    }
}
