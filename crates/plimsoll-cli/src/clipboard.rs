//! The clipboard: a program that has it, or the terminal. The program is started before the process confines itself,
//! since it cannot be afterwards, and waits: nothing is copied for a call that is refused.

use crate::exit::Failure;
use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use std::env;
use std::io::{self, IsTerminal, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};

/// What many terminals take at most of a text that they put on the clipboard: 100,000 bytes with its frame, as base64.
const LONGEST_FOR_TERMINAL: usize = 74_994;

/// A program that puts its input on the clipboard.
struct Tool {
    name: &'static str,
    arguments: &'static [&'static str],
    /// The variable without which there is no clipboard for it.
    needs: Option<&'static str>,
}

/// In the order in which they are asked.
const TOOLS: &[Tool] = &[
    Tool { name: "pbcopy", arguments: &[], needs: None },
    Tool { name: "wl-copy", arguments: &[], needs: Some("WAYLAND_DISPLAY") },
    Tool { name: "xclip", arguments: &["-selection", "clipboard"], needs: Some("DISPLAY") },
    Tool { name: "xsel", arguments: &["--clipboard", "--input"], needs: Some("DISPLAY") },
    Tool { name: "clip.exe", arguments: &[], needs: None },
];

pub(crate) enum Clipboard {
    Program {
        name: &'static str,
        child: Child,
    },
    /// OSC 52: the terminal copies, also one at the other end of a connection.
    Terminal,
}

impl Clipboard {
    /// What there is here.
    pub(crate) fn open() -> Result<Self, Failure> {
        let folders: Vec<PathBuf> =
            env::var_os("PATH").map(|path| env::split_paths(&path).collect()).unwrap_or_default();
        let has = |variable: &&str| env::var_os(variable).is_some_and(|value| !value.is_empty());
        let here = TOOLS.iter().filter(|tool| tool.needs.as_ref().is_none_or(has));
        for tool in here {
            let Some(program) = folders.iter().find_map(|folder| found(folder, tool.name)) else {
                continue;
            };
            let mut command = waiting(&program, tool.arguments);
            // Some stay to serve what was copied, and must hold nothing of ours.
            command.stdin(Stdio::piped()).stdout(Stdio::null()).stderr(Stdio::null());
            let child = command.spawn().map_err(|error| {
                Failure::machine(format!("{} cannot be started: {error}", tool.name))
            })?;
            return Ok(Self::Program { name: tool.name, child });
        }
        if io::stderr().is_terminal() {
            return Ok(Self::Terminal);
        }
        Err(Failure::machine(
            "there is no clipboard here: no wl-copy, xclip, xsel, pbcopy or clip.exe with a display, and no \
             terminal; write the result to a file with -o",
        ))
    }

    /// Puts a text on it, and says how.
    pub(crate) fn put(self, text: &str) -> Result<String, Failure> {
        match self {
            Self::Program { name, child } => {
                hand_over(child, name, text)?;
                Ok(format!("it is on the clipboard ({name})"))
            }
            Self::Terminal if text.len() > LONGEST_FOR_TERMINAL => Err(Failure::machine(format!(
                "the result has {} bytes, and a terminal's clipboard takes {LONGEST_FOR_TERMINAL}; lower the \
                 limit, or write it to a file with -o",
                text.len()
            ))),
            Self::Terminal => {
                io::stderr().write_all(for_terminal(text).as_bytes()).map_err(|error| {
                    Failure::machine(format!("the terminal cannot be written to: {error}"))
                })?;
                Ok("it was sent to the terminal's clipboard (OSC 52), if the terminal allows that"
                    .into())
            }
        }
    }
}

/// What makes a terminal copy a text.
fn for_terminal(text: &str) -> String {
    format!("\u{1b}]52;c;{}\u{7}", STANDARD.encode(text))
}

fn found(folder: &Path, name: &str) -> Option<PathBuf> {
    let program = folder.join(name);
    // An empty entry of PATH would be the current folder, which may be the project.
    (folder.is_absolute() && program.is_file()).then_some(program)
}

/// The program is run when there is something to copy: the shell waits for a line, and what stands behind it is for
/// the program. A refused call ends the input, and nothing is run.
#[cfg(unix)]
fn waiting(program: &Path, arguments: &[&str]) -> Command {
    let mut shell = Command::new("sh");
    shell.args(["-c", "read -r line && exec \"$@\"", "sh"]).arg(program).args(arguments);
    shell
}

/// Where there is no such shell, the program waits for its input by itself.
#[cfg(not(unix))]
fn waiting(program: &Path, arguments: &[&str]) -> Command {
    let mut command = Command::new(program);
    command.args(arguments);
    command
}

const GO: &[u8] = if cfg!(unix) { b"copy\n" } else { b"" };

fn hand_over(mut child: Child, name: &str, text: &str) -> Result<(), Failure> {
    let trouble = |what: String| {
        Failure::machine(format!(
            "{name} {what}; the result is not on the clipboard, write it with -o"
        ))
    };
    if let Some(mut stdin) = child.stdin.take() {
        // Windows takes bytes for those of an old encoding unless they are marked as UTF-16.
        let bytes = if name == "clip.exe" { utf16(text) } else { text.as_bytes().to_vec() };
        let written = stdin.write_all(GO).and_then(|()| stdin.write_all(&bytes));
        written.map_err(|error| trouble(format!("does not listen ({error})")))?;
    }
    match child.wait() {
        Ok(status) if status.success() => Ok(()),
        Ok(status) => Err(trouble(format!("failed ({status})"))),
        Err(error) => Err(trouble(format!("cannot be waited for ({error})"))),
    }
}

fn utf16(text: &str) -> Vec<u8> {
    "\u{feff}".encode_utf16().chain(text.encode_utf16()).flat_map(u16::to_le_bytes).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn terminals_and_windows_get_it_in_their_form() {
        assert_eq!(for_terminal("é\n"), "\u{1b}]52;c;w6kK\u{7}");
        assert_eq!(for_terminal(&"x".repeat(LONGEST_FOR_TERMINAL)).len(), 100_000);
        assert_eq!(utf16("é😀"), [0xff, 0xfe, 0xe9, 0, 0x3d, 0xd8, 0, 0xde]);
    }

    #[test]
    fn what_is_too_long_for_a_terminal_is_not_sent_to_it() {
        let long = "x".repeat(LONGEST_FOR_TERMINAL + 1);
        let failure = Clipboard::Terminal.put(&long).expect_err("it would be cut or ignored");
        assert!(failure.problems[0].contains("74995 bytes"), "{failure:?}");
    }
}
