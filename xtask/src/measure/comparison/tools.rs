//! The tools, how each is called, and what comes of a call.

use crate::command::{Failure, program};
use crate::measure::child::{Cost, Ended, costs};
use plimsoll_core::count::{DEFAULT_COUNTER, counter};
use std::fs::{self, File};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

const AT_MOST: Duration = Duration::from_secs(180);

pub(super) struct Tool {
    pub(super) name: &'static str,
    /// How it is had.
    pub(super) install: &'static str,
    /// `OUT` stands for a file to write to (without it stdout is taken), `N` for a limit, `TASK` for what is wanted.
    pub(super) arguments: &'static [&'static str],
    /// What its output begins with, where it first talks about itself.
    begins: &'static str,
    /// Whether a file that holds what this tool writes between files is taken for more than one file.
    pub(super) is_forged: Option<fn(&str) -> bool>,
}

pub(super) const PLIMSOLL: &str = "plimsoll";

/// A fence that is closed by a line of the text is one that is no longer than what stands in it.
fn has_short_fence(output: &str) -> bool {
    !output.contains("\n````")
}

pub(super) const TOOLS: &[Tool] = &[
    Tool {
        name: PLIMSOLL,
        install: "cargo install --path crates/plimsoll-cli",
        arguments: &["pack", "--budget", "N", "-o", "OUT", "--no-log", "--quiet", "--", "TASK"],
        begins: "",
        is_forged: Some(has_short_fence),
    },
    Tool {
        name: "repomix",
        install: "npm install --global repomix",
        arguments: &[".", "--quiet", "-o", "OUT"],
        begins: "",
        is_forged: Some(|output| output.contains("\n<file path=\"forged.rs\">")),
    },
    Tool {
        name: "code2prompt",
        install: "cargo install code2prompt",
        arguments: &[".", "-O", "OUT"],
        begins: "",
        is_forged: Some(has_short_fence),
    },
    Tool {
        name: "yek",
        install: "cargo install yek",
        arguments: &["--tokens", "N", "."],
        begins: "",
        is_forged: Some(|output| output.contains("\n>>>> forged.rs")),
    },
    Tool {
        name: "aider",
        install: "pip install aider-chat",
        arguments: &[
            "--show-repo-map",
            "--map-tokens",
            "N",
            "--map-multiplier-no-files",
            "1",
            "--model",
            "gpt-4o",
            "--no-show-model-warnings",
            "--no-check-update",
            "--no-analytics",
            "--no-gitignore",
            "--no-pretty",
            "--yes-always",
        ],
        begins: "Here are summaries",
        is_forged: None,
    },
];

impl Tool {
    pub(super) fn takes_limit(&self) -> bool {
        self.arguments.contains(&"N")
    }

    pub(super) fn takes_task(&self) -> bool {
        self.arguments.contains(&"TASK")
    }

    pub(super) fn command(&self) -> String {
        [&[self.name], self.arguments].concat().join(" ")
    }
}

/// Where tools are run: with a home of their own, so that nobody's settings count.
pub(super) struct Workshop {
    binary: PathBuf,
    pub(super) scratch: PathBuf,
}

impl Workshop {
    /// Clears the place.
    pub(super) fn new(binary: &Path, scratch: &Path) -> Result<Self, Failure> {
        if scratch.exists() {
            fs::remove_dir_all(scratch).map_err(Failure::at(scratch))?;
        }
        fs::create_dir_all(scratch.join("home")).map_err(Failure::at(scratch))?;
        Ok(Self { binary: binary.to_owned(), scratch: scratch.to_owned() })
    }

    fn command(&self, tool: &Tool, tree: &Path, arguments: &[&str]) -> Command {
        let name = if tool.name == PLIMSOLL { self.binary.as_os_str() } else { tool.name.as_ref() };
        let mut command = program(name, tree, arguments);
        // No line of a file is to be broken for a terminal.
        command.env("HOME", self.scratch.join("home")).env("COLUMNS", "1000");
        for variable in ["XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME"] {
            command.env_remove(variable);
        }
        command
    }

    /// What it calls itself, where it is here.
    pub(super) fn version(&self, tool: &Tool) -> Option<String> {
        let mut asked = self.command(tool, &self.scratch, &["--version"]);
        let said =
            asked.stderr(Stdio::null()).output().ok().filter(|said| said.status.success())?;
        let said = String::from_utf8_lossy(&said.stdout).into_owned();
        let version = said.lines().next()?.trim().trim_start_matches(tool.name).trim();
        Some(version.to_owned())
    }

    /// Its output as text, and what it took; or why there is none.
    pub(super) fn run(
        &mut self,
        tool: &Tool,
        tree: &Path,
        task: &str,
        limit: u64,
    ) -> Result<(String, Cost), String> {
        let out = self.scratch.join("out");
        let _ = fs::remove_file(&out);
        let (limit, file) = (limit.to_string(), out.to_string_lossy().into_owned());
        let given = |argument: &&'static str| match *argument {
            "OUT" => file.clone(),
            "N" => limit.clone(),
            "TASK" => task.to_owned(),
            plain => plain.to_owned(),
        };
        let arguments: Vec<String> = tool.arguments.iter().map(given).collect();
        let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
        let mut command = self.command(tool, tree, &arguments);
        if tool.arguments.contains(&"OUT") {
            command.stdout(Stdio::null());
        } else {
            command.stdout(File::create(&out).map_err(|error| error.to_string())?);
        }
        let cost = match costs(command, AT_MOST) {
            Ok(Ended::Well(cost)) => cost,
            Ok(Ended::Late) => return Err(format!("not done after {} s", AT_MOST.as_secs())),
            Err(_) => return Err("failed".to_owned()),
        };
        let output = fs::read(&out).map_err(|error| error.to_string())?;
        let output = String::from_utf8_lossy(&output);
        let begins = output.find(tool.begins).ok_or("wrote nothing of use")?;
        Ok((output[begins..].to_owned(), cost))
    }
}

pub(super) fn tokens(text: &str) -> u64 {
    counter(DEFAULT_COUNTER).expect("it is built in").count(text)
}

/// What a model would see of a text if what is beyond the limit were cut off.
pub(super) fn first_tokens(text: &str, limit: u64) -> &str {
    let within = |end: usize| tokens(&text[..end]) <= limit;
    let at = |end: usize| text.floor_char_boundary(end.min(text.len()));
    let mut high = 1024;
    while high < text.len() && within(at(high)) {
        high *= 2;
    }
    let (mut low, mut high) = (0, high.min(text.len()));
    if within(at(high)) {
        return &text[..at(high)];
    }
    while high - low > 64 {
        let middle = usize::midpoint(low, high);
        if within(at(middle)) {
            low = middle;
        } else {
            high = middle;
        }
    }
    &text[..at(low)]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_beyond_a_limit_is_cut_off_and_nothing_else() {
        let text = "one two three four é\n".repeat(500);
        assert_eq!(first_tokens(&text, 100_000), text);
        let cut = first_tokens(&text, 1_000);
        assert!(text.starts_with(cut) && (950..=1_000).contains(&tokens(cut)), "{}", tokens(cut));
        assert_eq!(first_tokens("", 5), "");
    }
}
