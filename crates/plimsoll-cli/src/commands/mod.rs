//! One file for each command, and what they share: opening the workspace, and answering a refusal.

pub(crate) mod build;
pub(crate) mod compose;
pub(crate) mod config;
pub(crate) mod explain;
pub(crate) mod log;
pub(crate) mod pack;
pub(crate) mod purge;
pub(crate) mod replay;

use crate::args::{DocumentFormat, Global};
use crate::exit::{Exit, Failure};
use crate::time::now_ms;
use crate::ui::{TerminalProgress, Ui, put};
use plimsoll::core::escape::reveal_message;
use plimsoll::core::limit::Grouped;
use plimsoll::core::seal::canonical_json;
use plimsoll::core::vocab::Format;
use plimsoll::settings::NamedText;
use plimsoll::{Logging, Options, Passage, RefusedCall, SETTINGS_FILE, Workspace};
use serde_json::{Value, json};
use std::env;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// An opened workspace with the progress line that belongs to it.
pub(crate) struct Opened {
    pub(crate) workspace: Workspace,
    progress: Option<Arc<TerminalProgress>>,
}

impl Opened {
    /// Ends the progress line before anything else is printed.
    pub(crate) fn clear_progress(&self) {
        if let Some(progress) = &self.progress {
            progress.clear();
        }
    }
}

/// Opens the workspace that the global flags name.
pub(crate) fn open(global: &Global, keep_nothing: bool) -> Result<Opened, Failure> {
    let progress = TerminalProgress::for_terminal(global.quiet).map(Arc::new);
    let options = Options {
        state: global.state.clone(),
        logging: match (global.no_log || keep_nothing, global.require_log) {
            (true, _) => Logging::Off,
            (false, true) => Logging::Required,
            (false, false) => Logging::On,
        },
        user_settings: user_settings(global)?,
        environment: environment(),
        flags: Vec::new(),
        threads: global.threads,
        progress: progress.clone().map(|progress| progress as _),
        on_decision: None,
    };
    let root = match &global.root {
        Some(root) => root.clone(),
        None => nearest_root()?,
    };
    Ok(Opened { workspace: Workspace::open_with(root, options)?, progress })
}

/// When this is asked.
pub(crate) fn as_of(global: &Global) -> i64 {
    global.as_of.unwrap_or_else(now_ms)
}

/// Variables that are settings.
fn environment() -> Vec<(String, String)> {
    let variables = env::vars_os().filter_map(|(name, value)| {
        let name = name.into_string().ok().filter(|name| name.starts_with("PLIMSOLL_"))?;
        Some((name, value.to_string_lossy().into_owned()))
    });
    let mut variables: Vec<(String, String)> = variables.collect();
    variables.sort();
    variables
}

fn user_settings(global: &Global) -> Result<Option<NamedText>, Failure> {
    let file = match &global.config {
        Some(file) => file.clone(),
        None => match configuration_folder().map(|folder| folder.join("plimsoll/config.toml")) {
            Some(file) if file.is_file() => file,
            _ => return Ok(None),
        },
    };
    let text = crate::input::read(&file)?;
    Ok(Some(NamedText { name: file.display().to_string(), text }))
}

fn configuration_folder() -> Option<PathBuf> {
    let absolute =
        |name: &str| env::var_os(name).map(PathBuf::from).filter(|folder| folder.is_absolute());
    absolute("XDG_CONFIG_HOME").or_else(|| absolute("HOME").map(|home| home.join(".config")))
}

/// The nearest folder upwards with `.git` or a settings file, else the current one.
fn nearest_root() -> Result<PathBuf, Failure> {
    let here = env::current_dir()
        .map_err(|error| Failure::input(format!("the current folder cannot be told: {error}")))?;
    let is_root =
        |folder: &&Path| folder.join(".git").exists() || folder.join(SETTINGS_FILE).is_file();
    Ok(here.ancestors().find(is_root).unwrap_or(&here).to_owned())
}

/// The engine's word for a format; JSON carries a Markdown document.
pub(crate) fn document_format(format: DocumentFormat) -> Format {
    match format {
        DocumentFormat::Xml => Format::Xml,
        DocumentFormat::Markdown | DocumentFormat::Json => Format::Markdown,
    }
}

/// JSON as every command prints it: canonical, one line.
pub(crate) fn json_line(value: &Value) -> String {
    let mut line = canonical_json(value);
    line.push('\n');
    line
}

/// Invalid input in JSON mode is an answer on stdout too; nothing was recorded.
pub(crate) fn say_invalid(failure: &Failure) {
    let answer = json!({"outcome": "invalid", "problems": failure.said()});
    // Nobody may be listening; what is wrong is also said on stderr.
    let _ = put(&json_line(&answer), None);
}

/// A refusal: in JSON it is the answer; in text stdout stays empty and `-o` untouched.
pub(crate) fn refuse(refused: &RefusedCall, as_json: bool, ui: Ui) -> Result<Exit, Failure> {
    if as_json {
        put(&json_line(&refused.to_json()), None)?;
    }
    notices(refused.passage(), ui);
    let mut said =
        format!("plimsoll: refused ({}): {}", refused.code(), reveal_message(refused.message()));
    for advice in refused.advice() {
        said.push_str(&format!("\n  - {}", reveal_message(advice)));
    }
    let _ = std::io::Write::write_fmt(&mut std::io::stderr(), format_args!("{said}\n"));
    Ok(Exit::No)
}

/// What the user should know about a run; and, for those who ask, how it came about.
pub(crate) fn notices(passage: &Passage, ui: Ui) {
    for notice in passage.notices() {
        ui.say(&format!("note: {}", reveal_message(notice)));
    }
    // A decision that will not be found again is not kept quiet.
    if let Some(why) = passage.log_trouble() {
        ui.say(&format!("note: this decision is not logged: {}", reveal_message(why)));
    }
    for remark in passage.remarks() {
        ui.detail(&format!("note: {}", reveal_message(remark)));
    }
    ui.detail(&format!("decision {}", passage.decision().id));
}

/// `12,345 of 60,000 characters (20 %)`.
pub(crate) fn used_of_limit(passage: &Passage) -> String {
    let limit = &passage.capsule().limit;
    let percent = passage.used() * 100 / limit.value.max(1);
    format!("{} of {} {} ({percent} %)", Grouped(passage.used()), Grouped(limit.value), limit.unit)
}
