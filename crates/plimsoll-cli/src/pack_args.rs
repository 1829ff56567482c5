//! What can be typed for `pack`.

use crate::args::{DocumentFormat, NoJsonArgs, number};
use clap::{Args, ValueEnum};
use plimsoll::{LimitRequest, Tier};
use std::path::PathBuf;

#[derive(Debug, Args)]
pub(crate) struct PackArgs {
    /// What you want done, in a sentence; `-` reads it from standard input.
    #[arg(conflicts_with = "task")]
    pub(crate) sentence: Option<String>,
    // Only there so that a sentence without quotes is answered with what to do about it.
    #[arg(hide = true)]
    pub(crate) unquoted: Vec<String>,
    /// A task file (YAML, JSON or TOML), or `-` for standard input.
    #[arg(long, value_name = "FILE")]
    pub(crate) task: Option<PathBuf>,
    /// Also show what has changed in the working tree.
    #[arg(long)]
    pub(crate) diff: bool,
    /// Put its number before each line of a file.
    #[arg(long)]
    pub(crate) line_numbers: bool,

    /// A limit in characters by model tier: strong 120,000, default 60,000, cheap 25,000.
    #[arg(long, value_enum, group = "limit", help_heading = "Limit")]
    tier: Option<TierName>,
    /// A limit in tokens, such as 8000 or 8k.
    #[arg(
        long,
        value_name = "N[k]",
        value_parser = number,
        allow_negative_numbers = true,
        group = "limit",
        help_heading = "Limit"
    )]
    budget: Option<u64>,
    /// A limit in characters, such as 60000 or 60k.
    #[arg(
        long,
        value_name = "N[k]",
        value_parser = number,
        allow_negative_numbers = true,
        group = "limit",
        help_heading = "Limit"
    )]
    max_chars: Option<u64>,
    /// Count as this model does, within what its window leaves, or within --budget. `plimsoll models` lists them.
    #[arg(
        long,
        value_name = "NAME",
        conflicts_with_all = ["tier", "max_chars", "counter"],
        help_heading = "Limit"
    )]
    pub(crate) model: Option<String>,
    /// The counter, such as cl100k_base/1. Default: o200k_base/1 for tokens, utf16/1 for characters.
    #[arg(long, value_name = "NAME", help_heading = "Limit")]
    pub(crate) counter: Option<String>,

    /// The form of the result.
    #[arg(long, value_enum, default_value_t = DocumentFormat::Markdown, help_heading = "Result")]
    pub(crate) format: DocumentFormat,
    #[command(flatten)]
    _no_json: NoJsonArgs,
    /// Write the result to a file instead of printing it. A refusal leaves the file as it is.
    #[arg(short, long, value_name = "FILE", help_heading = "Result")]
    pub(crate) output: Option<PathBuf>,
    /// Put the result on the clipboard instead of printing it.
    #[arg(long, help_heading = "Result")]
    pub(crate) copy: bool,
    /// Write parts of at most N each, in the limit's unit, that each stand alone: with `-o context.md` these are
    /// context-1.md, context-2.md and so on.
    #[arg(
        long,
        value_name = "N[k]",
        value_parser = number,
        allow_negative_numbers = true,
        requires = "output",
        conflicts_with = "copy",
        help_heading = "Result"
    )]
    pub(crate) split: Option<u64>,
    /// Compare the result with this file instead of printing it; exit code 1 when it differs. Nothing is kept.
    #[arg(
        long,
        value_name = "FILE",
        conflicts_with_all = ["output", "copy", "split"],
        help_heading = "Result"
    )]
    pub(crate) check: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
enum TierName {
    Strong,
    Default,
    Cheap,
}

impl PackArgs {
    pub(crate) fn limit(&self) -> LimitRequest {
        match (self.tier, self.budget, self.max_chars) {
            (_, Some(tokens), _) => LimitRequest::Tokens(tokens),
            (_, _, Some(characters)) => LimitRequest::Characters(characters),
            (Some(TierName::Strong), ..) => LimitRequest::Tier(Tier::Strong),
            (Some(TierName::Cheap), ..) => LimitRequest::Tier(Tier::Cheap),
            (None, None, None) if self.model.is_some() => LimitRequest::Window,
            (Some(TierName::Default) | None, None, None) => LimitRequest::default(),
        }
    }
}

/// Under the help.
pub(crate) const EXAMPLES: &str = "Examples:
  plimsoll pack \"make the cache respect its TTL\" --copy
  plimsoll pack --task task.yaml --model claude-opus-5-5 -o context.md
  plimsoll pack \"fix the parser\" --budget 100k --split 25k -o part.md
  plimsoll pack --task task.yaml --check context.md";
