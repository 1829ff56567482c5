//! What can be typed to record something for later compositions.

use clap::{Args, Subcommand, ValueEnum};
use plimsoll::core::notes::Role;
use std::path::PathBuf;

#[derive(Debug, Subcommand)]
pub(crate) enum RecordCommand {
    /// A rule was broken in a file. The newest of the last 24 hours are in every composition.
    Violation {
        /// What was wrong, or `-` for standard input.
        message: String,
        /// The file, by its path from here or from the root. It need not be there any more.
        #[arg(long, value_name = "PATH")]
        file: PathBuf,
        /// The rule that was broken.
        #[arg(long, value_name = "NAME")]
        rule: Option<String>,
        #[command(flatten)]
        answer: RecordAnswer,
    },
    /// What to do the next time that something happens.
    Learning {
        /// What to do, or `-` for standard input.
        action: String,
        /// When to do it.
        #[arg(long = "when", value_name = "TRIGGER")]
        trigger: String,
        #[command(flatten)]
        answer: RecordAnswer,
    },
    /// Something that was said.
    Turn {
        /// What was said, or `-` for standard input.
        text: String,
        /// Who said it.
        #[arg(long, value_enum, default_value_t = RoleName::User)]
        role: RoleName,
        /// The conversation that it belongs to.
        #[arg(long, value_name = "NAME", default_value = "main")]
        session: String,
        #[command(flatten)]
        answer: RecordAnswer,
    },
    /// Lists what was recorded, newest first.
    List(RecordAnswer),
    /// Removes what was recorded, by the numbers that `record list` shows.
    Remove {
        #[arg(required = true, value_name = "NUMBER")]
        numbers: Vec<u32>,
    },
}

impl RecordCommand {
    pub(crate) fn answers_in_json(&self) -> bool {
        match self {
            Self::Violation { answer, .. }
            | Self::Learning { answer, .. }
            | Self::Turn { answer, .. }
            | Self::List(answer) => answer.json,
            Self::Remove { .. } => false,
        }
    }
}

#[derive(Debug, Args)]
pub(crate) struct RecordAnswer {
    /// Print what is kept as JSON lines.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum RoleName {
    User,
    Assistant,
    Tool,
}

impl From<RoleName> for Role {
    fn from(name: RoleName) -> Self {
        match name {
            RoleName::User => Self::User,
            RoleName::Assistant => Self::Assistant,
            RoleName::Tool => Self::Tool,
        }
    }
}
