//! What can be typed about what was decided: the log, replay, comparing, capsules, purging, keys.

use clap::{Args, Subcommand};
use std::path::PathBuf;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub(crate) struct LogArgs {
    #[command(subcommand)]
    pub(crate) command: Option<LogCommand>,
    /// How many of the newest decisions to list. Default: 20; with --follow: none.
    #[arg(short = 'n', value_name = "N")]
    pub(crate) count: Option<usize>,
    /// Print each decision as it is made, as JSON lines, until interrupted.
    #[arg(long)]
    pub(crate) follow: bool,
    /// Print JSON lines.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum LogCommand {
    /// Shows the record of one decision: ids, kinds and numbers.
    Show {
        /// A decision id, or its first characters. Default: the last decision.
        #[arg(value_name = "ID")]
        id: Option<String>,
        /// Print the record as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Writes the whole log as JSON lines that a third party can verify. It holds no content, and no path unless your
    /// settings have paths in the log.
    Export {
        /// Sign its end with this secret key.
        #[arg(long, value_name = "KEY")]
        sign: Option<PathBuf>,
        /// Write to a file instead of printing.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Verifies the log, or one that was exported. Exit code 1 when something does not hold.
    Verify(VerifyArgs),
    /// Says where the log stands: how many decisions, and the hash that covers all of them. Kept elsewhere,
    /// it shows later that nothing was cut off.
    Head {
        /// Sign it with this secret key; the answer is then JSON.
        #[arg(long, value_name = "KEY")]
        sign: Option<PathBuf>,
        /// Print it as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Marks a decision as one that is never removed.
    Keep {
        /// A decision id, or its first characters.
        #[arg(value_name = "ID")]
        id: String,
        /// Take the mark away.
        #[arg(long)]
        undo: bool,
    },
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArgs {
    /// An exported log. Default: the log of this project.
    #[arg(value_name = "EXPORT")]
    pub(crate) export: Option<PathBuf>,
    /// A head that was kept elsewhere: `COUNT:HASH`, or a file that `log head` wrote.
    #[arg(long, value_name = "HEAD")]
    pub(crate) head: Option<String>,
    /// The public key of the log's owner; the head has to be signed with it.
    #[arg(long, value_name = "PUB")]
    pub(crate) key: Option<PathBuf>,
    /// Print what was found as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArgs {
    /// A decision id (or its first characters), or a capsule file. Default: the last decision.
    #[arg(value_name = "ID|CAPSULE", conflicts_with = "all")]
    pub(crate) what: Option<String>,
    /// Replay every decision of the log that has a capsule.
    #[arg(long)]
    pub(crate) all: bool,
    /// Make the same request once more on the project as it is now, and list what has drifted. Nothing is
    /// logged. Exit code 1 when something has.
    #[arg(long, conflicts_with_all = ["all", "golden"])]
    pub(crate) live: bool,
    /// Replay every capsule file (`*.json`) in this folder, as `capsule export` writes them. Nothing else is
    /// read, so it does the same in every clone.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["what", "all"])]
    pub(crate) golden: Option<PathBuf>,
    /// Print what was found as JSON; one line for each decision.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct DiffArgs {
    /// The decision that is compared with: its id (or its first characters), or a capsule file.
    #[arg(value_name = "ID|CAPSULE")]
    pub(crate) was: String,
    /// The decision that is compared, in the same way. Default: the last decision.
    #[arg(value_name = "ID|CAPSULE")]
    pub(crate) is: Option<String>,
    /// Print what was found as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum CapsuleCommand {
    /// Writes a decision with everything it was made from to one file that `replay` takes on any machine.
    /// It holds contents.
    Export {
        /// A decision id, or its first characters. Default: the last decision.
        #[arg(value_name = "ID")]
        id: Option<String>,
        /// Write to a file instead of printing.
        #[arg(short, long, value_name = "FILE")]
        output: Option<PathBuf>,
    },
    /// Takes a capsule file into the store, if it replays.
    Import {
        /// The file, or `-` for standard input.
        #[arg(value_name = "FILE")]
        file: PathBuf,
    },
}

#[derive(Debug, Args)]
#[command(group = clap::ArgGroup::new("what").required(true).multiple(true))]
pub(crate) struct PurgeArgs {
    /// Decisions whose kept inputs (capsules) are removed, by id.
    #[arg(value_name = "ID", group = "what", conflicts_with = "all")]
    pub(crate) ids: Vec<String>,
    /// Remove the capsules of decisions, and notes (`plimsoll record`), that are older than so many days.
    #[arg(long, value_name = "DAYS", group = "what", conflicts_with = "all")]
    pub(crate) older_than: Option<u64>,
    /// Remove all capsules, notes, facts and cached answers.
    #[arg(long, group = "what")]
    pub(crate) all: bool,
    /// Remove facts and cached answers.
    #[arg(long, group = "what")]
    pub(crate) facts: bool,
    /// Also remove the decisions from the log, which then begins later. Those marked as kept stay.
    #[arg(long)]
    pub(crate) decisions: bool,
    /// Print what was removed as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct KeygenArgs {
    /// Where the secret key goes; the public key goes beside it, with `.pub`.
    #[arg(value_name = "FILE")]
    pub(crate) file: PathBuf,
}
