//! One file for each command, and what they share: opening the workspace, and answering a refusal.

pub(crate) mod build;
pub(crate) mod compose;
pub(crate) mod config;
pub(crate) mod doctor;
pub(crate) mod explain;
pub(crate) mod index;
pub(crate) mod init;
pub(crate) mod log;
pub(crate) mod pack;
pub(crate) mod purge;
pub(crate) mod replay;
pub(crate) mod rules;
mod sarif;
pub(crate) mod scan;
pub(crate) mod why;

use crate::args::{DocumentFormat, Global};
use crate::confine::{self, Allowed};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::keys;
use crate::time::now_ms;
use crate::ui::{TerminalProgress, Ui, put};
use plimsoll::core::escape::{reveal_line, reveal_message};
use plimsoll::core::limit::Grouped;
use plimsoll::core::seal::canonical_json;
use plimsoll::core::vocab::Format;
use plimsoll::{
    BeforeReading, Logbook, Logging, Options, Passage, Reach, RefusedCall, SecretKey, UserKey,
    Workspace,
};
use serde_json::{Value, json};
use std::path::Path;
use std::sync::Arc;

/// An opened workspace with the progress line that belongs to it.
pub(crate) struct Opened {
    pub(crate) workspace: Workspace,
    /// Read before anything else, since a confined process cannot.
    signing_key: Option<Result<SecretKey, Failure>>,
    progress: Option<Arc<TerminalProgress>>,
}

impl Opened {
    /// Does long work, and ends its progress line before anything else is printed, whatever came of it.
    pub(crate) fn run<T>(&self, work: impl FnOnce(&Workspace) -> T) -> T {
        let result = work(&self.workspace);
        if let Some(progress) = &self.progress {
            progress.clear();
        }
        result
    }

    /// The log of the project, or what to say where there is none.
    pub(crate) fn logbook(&self) -> Result<Logbook, Failure> {
        self.workspace.logbook()?.ok_or_else(|| no_such_decision(None))
    }
}

/// There is none with this id, or none at all.
pub(crate) fn no_such_decision(id: Option<&str>) -> Failure {
    Failure::input(match id {
        Some(id) => format!("there is no decision `{}` here", reveal_line(id)),
        None => "nothing has been decided here yet; start with `plimsoll pack`".to_owned(),
    })
}

/// What a command does with what is remembered.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Memory {
    /// Keeps more, unless the user says otherwise; the first time this makes a key and a state folder.
    Keeps,
    /// Marks or removes what was kept, and makes nothing.
    Alters,
    /// Looks at what was kept.
    Reads,
    /// Does not even look.
    Nothing,
}

/// Opens the workspace that the global flags name, for a command that also touches other places.
pub(crate) fn open(global: &Global, memory: Memory) -> Result<Opened, Failure> {
    open_with(global, memory, None)
}

/// Opens it for a command that touches nothing but the workspace and the file of its result. Everything
/// else that it reads has to be read before.
pub(crate) fn open_confined(
    global: &Global,
    memory: Memory,
    output: Option<&Path>,
) -> Result<Opened, Failure> {
    let output = output.map(Path::to_owned);
    let confine = move |reach: &Reach| {
        confine::to(&Allowed::of(reach, output.as_deref()));
    };
    open_with(global, memory, Some(Arc::new(confine)))
}

fn open_with(
    global: &Global,
    memory: Memory,
    before_reading: Option<BeforeReading>,
) -> Result<Opened, Failure> {
    let progress = TerminalProgress::for_terminal(global.quiet).map(Arc::new);
    let logging = match (global.no_log || memory == Memory::Nothing, global.require_log) {
        (true, _) => Logging::Off,
        (false, true) => Logging::Required,
        (false, false) => Logging::On,
    };
    let needs_key = match memory {
        Memory::Keeps => !global.no_log,
        Memory::Alters | Memory::Reads => true,
        Memory::Nothing => false,
    };
    let options = Options {
        state: global.state.clone(),
        key: if needs_key { key(global, memory) } else { None },
        logging,
        user_settings: home::user_settings(global)?,
        environment: home::environment(),
        flags: Vec::new(),
        rev: global.rev.clone(),
        // Told here, since a confined process cannot read how many it may use.
        threads: global.threads.or_else(|| std::thread::available_parallelism().ok()),
        progress: progress.clone().map(|progress| progress as _),
        before_reading,
        on_decision: None,
    };
    let root = home::root(global)?;
    let workspace = Workspace::open_with(root, options)?;
    let key_file = workspace.settings().values().store.signing_key.as_ref();
    let key_file = key_file.filter(|_| matches!(memory, Memory::Keeps | Memory::Alters));
    let signing_key = key_file.map(|file| keys::secret(Path::new(file)));
    Ok(Opened { workspace, signing_key, progress })
}

/// The user's key, made when something is first kept. Without one a call goes on and says that it is not
/// logged.
fn key(global: &Global, memory: Memory) -> Option<UserKey> {
    let folder = home::key_folder()?;
    let key = match memory {
        Memory::Keeps => UserKey::read_or_make(&folder),
        Memory::Alters | Memory::Reads | Memory::Nothing => {
            // Where there is no key, nothing was ever kept.
            UserKey::read(&folder).and_then(|key| key.map_or_else(UserKey::passing, Ok))
        }
    };
    match key {
        Ok(key) => Some(key),
        Err(error) => {
            let ui = Ui { quiet: global.quiet, verbose: global.verbose };
            ui.say(&format!(
                "note: your key cannot be used: {}",
                reveal_message(&error.to_string())
            ));
            None
        }
    }
}

/// When this is asked.
pub(crate) fn as_of(global: &Global) -> i64 {
    global.as_of.unwrap_or_else(now_ms)
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
    if let Some(status) = confine::status() {
        ui.detail(&format!("note: confinement: {status}"));
    }
    ui.detail(&format!("decision {}", passage.decision().id));
}

/// How a summary ends: with the next step, where there is one.
pub(crate) fn next_step(global: &Global, passage: &Passage) -> &'static str {
    if global.no_log || passage.log_trouble().is_some() {
        "; nothing is kept of this call"
    } else {
        "; `plimsoll explain` says why"
    }
}

/// `12,345 of 60,000 characters (20 %)`.
pub(crate) fn used_of_limit(passage: &Passage) -> String {
    let limit = &passage.capsule().limit;
    let percent = passage.used() * 100 / limit.value.max(1);
    format!("{} of {} {} ({percent} %)", Grouped(passage.used()), Grouped(limit.value), limit.unit)
}
