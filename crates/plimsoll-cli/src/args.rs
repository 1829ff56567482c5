//! What can be typed. Help texts are the manual: each says what the thing does, not what it is called.

use crate::evidence_args::{SignArgs, VerifyEvidenceArgs};
use crate::log_args::{
    CapsuleCommand, DiffArgs, KeygenArgs, LogArgs, LogCommand, PurgeArgs, ReplayArgs,
};
use crate::pack_args::{EXAMPLES, PackArgs};
use crate::record_args::RecordCommand;
use clap::builder::UnknownArgumentValueParser;
use clap::{ArgAction, Args, Parser, Subcommand, ValueEnum};
use std::num::NonZeroUsize;
use std::path::PathBuf;

/// Decides what a model gets to see: a document within a limit, a reason for everything in or out, and no
/// secret in it.
#[derive(Debug, Parser)]
#[command(name = "plimsoll", version, max_term_width = 100)]
pub(crate) struct Cli {
    #[command(flatten)]
    pub(crate) global: Global,
    #[command(subcommand)]
    pub(crate) command: Command,
}

#[derive(Debug, Args)]
#[command(next_help_heading = "For every command")]
pub(crate) struct Global {
    /// The project. Default: the nearest folder upwards with `.git` or `plimsoll.toml`, else this one.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) root: Option<PathBuf>,
    /// Where decisions and facts are kept. Default: `.plimsoll` in the root.
    #[arg(long, global = true, value_name = "DIR")]
    pub(crate) state: Option<PathBuf>,
    /// Your settings. Default: `plimsoll/config.toml` in your configuration folder.
    #[arg(long, global = true, value_name = "FILE")]
    pub(crate) config: Option<PathBuf>,
    /// Read this git revision (a branch, a tag, a commit) instead of the working tree.
    #[arg(long, global = true, value_name = "REV")]
    pub(crate) rev: Option<String>,
    /// How many threads to use. The result does not depend on it.
    #[arg(long, global = true, value_name = "N", value_parser = threads)]
    pub(crate) threads: Option<NonZeroUsize>,
    /// The time from which ages are counted, as 2026-11-16T08:00:00Z. Default: now.
    #[arg(long, global = true, value_name = "TIME", value_parser = crate::time::parse)]
    pub(crate) as_of: Option<i64>,
    /// Keep nothing of this call.
    #[arg(long, global = true, conflicts_with = "require_log")]
    pub(crate) no_log: bool,
    /// Fail when the decision cannot be logged.
    #[arg(long, global = true)]
    pub(crate) require_log: bool,
    /// Say nothing but the result.
    #[arg(short, long, global = true, conflicts_with = "verbose")]
    pub(crate) quiet: bool,
    /// Say more about the result.
    #[arg(short, long, global = true)]
    pub(crate) verbose: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum Command {
    /// Makes a document for a task: what it names, and what its words find.
    #[command(after_long_help = EXAMPLES, after_help = EXAMPLES)]
    Pack(PackArgs),
    /// Makes a bundle with manifest and reports for a plan step.
    #[command(after_long_help = BUILD_EXAMPLE, after_help = BUILD_EXAMPLE)]
    Build(BuildArgs),
    /// Composes what there is to know about an event in the workspace, by lanes: rules, changes, the code around them,
    /// tests, what was recorded.
    Compose(ComposeArgs),
    /// Keeps a violation, a learning or a turn of a conversation for later compositions.
    #[command(subcommand)]
    Record(RecordCommand),
    /// Says why the last decision (or the one with this id) is as it is.
    Explain(ExplainArgs),
    /// Lists what was decided here: ids, kinds and numbers.
    Log(LogArgs),
    /// Decides again from what was kept, and compares. Exit code 1 when it is not the same.
    Replay(ReplayArgs),
    /// Decisions that travel: with everything they were made from, in one file.
    #[command(subcommand)]
    Capsule(CapsuleCommand),
    /// Removes what was kept: by id, by age, or all of it. The log itself stays unless told otherwise.
    Purge(PurgeArgs),
    /// Compares two decisions: what entered, left or changed, and how far the documents are the same.
    Diff(DiffArgs),
    /// Verifies signed evidence of what a model was shown, and a result or a document against it. Exit code 1
    /// when something does not hold.
    Verify(VerifyEvidenceArgs),
    /// Makes a key pair for signing.
    Keygen(KeygenArgs),
    /// Looks for secrets, and for characters that hide, in files, standard input or the whole project.
    /// Ends with 1 when there is a secret that nobody has silenced.
    Scan(ScanArgs),
    /// Says what the guard's rules look for, and why.
    Rules(RulesArgs),
    /// Reads what has changed and keeps facts about it, so that other commands need not. Nobody has to call it.
    Index(JsonArgs),
    /// Shows what a file defines, with lines and signatures.
    Outline(OutlineArgs),
    /// Shows where something is defined: `NAME`, or `Parent.NAME`.
    Symbols(SymbolsArgs),
    /// Says why something is shown or not: the rule of the tree with file and line; and in the last decision
    /// (or the one with this id) its score, its rung, and the limits at which it enters and leaves.
    Why(WhyArgs),
    /// Says how well `pack` finds what past commits changed: draws tasks from the history, replays each on the tree
    /// before its commit, and scores what is shown.
    Eval(EvalArgs),
    /// Shows or checks the settings.
    #[command(subcommand)]
    Config(ConfigCommand),
    /// Writes a `plimsoll.toml` with every setting of a project, commented out; never over one that is there.
    Init(JsonArgs),
    /// Says what works here and what does not, and what to do about it. Ends with 1 if there is a problem.
    Doctor(JsonArgs),
    /// Lists the models that `pack --model` knows: what they take, what that leaves for a document, and as of when.
    Models(JsonArgs),
    /// Prints the JSON Schema of a request or of an answer. Without a name: which there are.
    Schema(SchemaArgs),
}

impl Command {
    /// Whether the answer is to be JSON, so that also what is wrong with the input is said in it.
    pub(crate) fn answers_in_json(&self) -> bool {
        match self {
            Self::Pack(args) => args.format == DocumentFormat::Json,
            Self::Build(args) => args.format == DocumentFormat::Json,
            Self::Compose(args) => args.format == Some(DocumentFormat::Json),
            Self::Record(command) => command.answers_in_json(),
            Self::Explain(args) => args.json,
            Self::Log(args) => match &args.command {
                None => args.json || args.follow,
                Some(LogCommand::Show { json, .. } | LogCommand::Head { json, .. }) => *json,
                Some(LogCommand::Verify(args)) => args.json,
                Some(LogCommand::Export { .. } | LogCommand::Keep { .. }) => false,
            },
            Self::Replay(args) => args.json,
            Self::Diff(args) => args.json,
            Self::Verify(args) => args.json,
            Self::Purge(args) => args.json,
            Self::Capsule(_) | Self::Keygen(_) | Self::Schema(_) => false,
            Self::Scan(args) => args.format != ScanFormat::Text,
            Self::Rules(args) => args.json,
            Self::Why(args) => args.json,
            Self::Eval(args) => args.json,
            Self::Outline(args) => args.json,
            Self::Symbols(args) => args.json,
            Self::Config(
                ConfigCommand::Show { json, .. }
                | ConfigCommand::Check { answer: JsonArgs { json }, .. },
            ) => *json,
            Self::Index(args) | Self::Init(args) | Self::Doctor(args) | Self::Models(args) => {
                args.json
            }
        }
    }
}

/// Only there so that who tries it with a document is told of `--format json`.
#[derive(Debug, Args)]
pub(crate) struct NoJsonArgs {
    #[arg(
        long = "json",
        hide = true,
        action = ArgAction::SetTrue,
        value_parser = UnknownArgumentValueParser::suggest(
            "what comes out is a document, and its form is one of several: use `--format json`"
        )
    )]
    _json: String,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum DocumentFormat {
    Markdown,
    Xml,
    Json,
}

#[derive(Debug, Args)]
pub(crate) struct SchemaArgs {
    /// Which one.
    pub(crate) name: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct EvalArgs {
    /// So many tasks: 50 of a history, all of a file.
    #[arg(short = 'n', value_name = "N")]
    pub(crate) count: Option<NonZeroUsize>,
    /// Tasks from a file instead, one JSON object on each line.
    #[arg(long, value_name = "FILE", requires = "repos")]
    pub(crate) tasks: Option<PathBuf>,
    /// The folder with the clones of the tasks' repositories, each named `OWNER+NAME`.
    #[arg(long, value_name = "DIR", requires = "tasks")]
    pub(crate) repos: Option<PathBuf>,
    /// Write what was shown for each task and limit, one JSON object on each line.
    #[arg(long, value_name = "FILE")]
    pub(crate) predictions: Option<PathBuf>,
    /// Answer in JSON; shares are in thousandths.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct BuildArgs {
    /// The request as JSON, or `-` for standard input.
    #[arg(default_value = "-", value_name = "REQUEST.json")]
    pub(crate) request: PathBuf,
    /// The form of the result: everything as JSON, or only the document.
    #[arg(long, value_enum, default_value_t = DocumentFormat::Json)]
    pub(crate) format: DocumentFormat,
    #[command(flatten)]
    _no_json: NoJsonArgs,
    /// Say how every candidate was ranked: in `meta.ranking`, or beside the document.
    #[arg(long)]
    pub(crate) explain: bool,
    /// Write the result to a file instead of printing it. A refusal leaves the file as it is.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    #[command(flatten)]
    pub(crate) signing: SignArgs,
}

/// The smallest request that is of use, and what one may say besides.
const BUILD_EXAMPLE: &str = r#"A request:
  {"purpose": "diff",
   "plan_step": {"id": "S1", "text": "make the cache respect its TTL",
                 "target_files": ["src/cache.rs"], "target_symbols": ["Cache.get"]},
   "token_budget": {"max_input_tokens": 20000, "response_token_reserve": 4000}}

purpose is intent (metadata only), plan (signatures) or diff (code). Besides:
intent, constraints, sandbox, active_file, user_selected_targets, last_error,
options, correlation_id, created_at."#;

#[derive(Debug, Args)]
pub(crate) struct ComposeArgs {
    /// What happened: manual, file_saved, git_commit, config_changed, rules_changed, constraints_changed,
    /// session_expired, test_failed, review, or a word of your own.
    #[arg(short, long, default_value = "manual", value_name = "EVENT")]
    pub(crate) trigger: String,
    /// The whole request as JSON, or `-` for standard input (`plimsoll schema compose-request`).
    #[arg(long, value_name = "FILE", conflicts_with_all = ["trigger", "constraints", "keywords", "files"])]
    pub(crate) request: Option<PathBuf>,
    /// Show what would be composed, and keep nothing.
    #[arg(long)]
    pub(crate) dry_run: bool,
    #[command(flatten)]
    pub(crate) settings: SettingFlags,
    /// Constraints as JSON: mustInclude, mustExclude, pinned, laneRequirements.
    #[arg(long, value_name = "FILE")]
    pub(crate) constraints: Option<PathBuf>,
    /// A word that steers relevance. Can be given several times.
    #[arg(long = "keyword", value_name = "WORD")]
    pub(crate) keywords: Vec<String>,
    /// A file that steers relevance. Can be given several times.
    #[arg(long = "file", value_name = "PATH")]
    pub(crate) files: Vec<String>,
    /// Print the document or the whole result instead of the summary.
    #[arg(long, value_enum)]
    pub(crate) format: Option<DocumentFormat>,
    #[command(flatten)]
    _no_json: NoJsonArgs,
    /// Write it to a file instead of printing it. A refusal leaves the file as it is.
    #[arg(short, long, value_name = "FILE", requires = "format")]
    pub(crate) output: Option<PathBuf>,
}

// Settings for one call, over all other layers. (What a comment for the documentation says here would stand in
// the help of the commands.)
#[derive(Debug, Args)]
pub(crate) struct SettingFlags {
    /// A total in tokens, such as 8000 or 8k; lanes that no setting names follow in proportion.
    #[arg(long, value_name = "N[k]", value_parser = number, allow_negative_numbers = true)]
    budget: Option<u64>,
}

impl SettingFlags {
    /// As the settings take them.
    pub(crate) fn given(&self) -> Vec<(String, String)> {
        self.budget.iter().map(|total| ("--budget".to_owned(), total.to_string())).collect()
    }
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArgs {
    /// A decision id, or its first characters. Default: the last decision.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Print the explanation as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ScanArgs {
    /// Files and folders of the project, or `-` for standard input. Default: everything that could be shown.
    #[arg(value_name = "PATH")]
    pub(crate) paths: Vec<PathBuf>,
    /// The form of the result.
    #[arg(long, value_enum, default_value_t = ScanFormat::Text)]
    pub(crate) format: ScanFormat,
    /// Write the result to a file instead of printing it.
    #[arg(short, long, value_name = "FILE")]
    pub(crate) output: Option<PathBuf>,
    /// Likely findings that are known and left as they are.
    #[arg(long, value_name = "FILE")]
    pub(crate) baseline: Option<PathBuf>,
    /// Write the likely findings to a baseline. It holds no values: rule, path and a short salted hash.
    #[arg(long, value_name = "FILE", conflicts_with = "baseline")]
    pub(crate) write_baseline: Option<PathBuf>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub(crate) enum ScanFormat {
    Text,
    Json,
    Sarif,
}

#[derive(Debug, Args)]
pub(crate) struct WhyArgs {
    /// A file or a folder, by its path from here or from the root; a symbol (`path#name`); a title of the
    /// document; or an artifact's id, or its first characters.
    // An artifact's id may begin with a hyphen.
    #[arg(value_name = "PATH|SYMBOL|ARTIFACT", allow_hyphen_values = true)]
    pub(crate) what: String,
    /// A decision id, or its first characters. Default: the last decision of which everything was kept.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Print the answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct OutlineArgs {
    /// A file, by its path from here or from the root.
    #[arg(value_name = "FILE")]
    pub(crate) path: String,
    /// Print the outline as JSON, with imports, references and problems.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct SymbolsArgs {
    /// What is defined.
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
    /// Print the places as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RulesArgs {
    /// The rule to tell about. Default: all of them, one a line.
    #[arg(value_name = "ID")]
    pub(crate) id: Option<String>,
    /// Print the rules as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Subcommand)]
pub(crate) enum ConfigCommand {
    /// Prints every setting with where it comes from, and what was ignored.
    Show {
        #[command(flatten)]
        settings: SettingFlags,
        /// Print the settings as JSON.
        #[arg(long)]
        json: bool,
    },
    /// Checks the settings and says everything that is wrong with them.
    Check {
        /// Check this file alone: as a project's if it is called `plimsoll.toml`, else as your own.
        file: Option<PathBuf>,
        #[command(flatten)]
        answer: JsonArgs,
    },
}

#[derive(Debug, Args)]
pub(crate) struct JsonArgs {
    /// Print the answer as JSON.
    #[arg(long)]
    pub(crate) json: bool,
}

fn threads(text: &str) -> Result<NonZeroUsize, String> {
    text.parse().map_err(|_| "give a whole number from 1 on".to_owned())
}

/// A whole number, with `k` for thousands.
pub(crate) fn number(text: &str) -> Result<u64, String> {
    let (digits, unit) = match text.strip_suffix(['k', 'K']) {
        Some(digits) => (digits, 1000),
        None => (text, 1),
    };
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit());
    let number = if is_number { digits.parse::<u64>().ok() } else { None };
    number
        .and_then(|number| number.checked_mul(unit))
        .filter(|number| (1..=1_000_000_000).contains(number))
        .ok_or_else(|| "give a whole number from 1 to 1,000,000,000, such as 8000 or 8k".to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;
    use clap::CommandFactory;

    #[test]
    fn the_arguments_fit_together() {
        Cli::command().debug_assert();
    }

    #[test]
    fn an_artifact_s_id_may_begin_like_a_flag() {
        for id in ["-cWrZ0_a8", "-v9flXy-2", "--u8Kq1Lm"] {
            let parsed = Cli::try_parse_from(["plimsoll", "why", id, "--json"]);
            let Ok(Cli { command: Command::Why(args), .. }) = parsed else {
                panic!("{id} is taken for a flag")
            };
            assert!(args.json && args.id.is_none() && args.what == id, "{args:?}");
        }
        let Ok(cli) = Cli::try_parse_from(["plimsoll", "why", "--json", "-v", "a", "b"]) else {
            panic!("flags are still flags")
        };
        assert!(cli.global.verbose && cli.command.answers_in_json());
    }

    #[test]
    fn thousands_have_a_letter() {
        assert_eq!(number("8k"), Ok(8000));
        assert_eq!(number("25000"), Ok(25000));
        for wrong in ["0", "-1", "", "k", "1e3", "8kk", "99999999999999999999", "2000000k"] {
            assert!(number(wrong).is_err(), "{wrong}");
        }
    }
}
