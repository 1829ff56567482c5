//! Opening the workspace that the global flags name: what a command remembers, which settings it was given,
//! and whether the process confines itself.

use crate::args::{Global, SettingFlags};
use crate::commands::no_such_decision;
use crate::confine::{self, Allowed};
use crate::exit::Failure;
use crate::home;
use crate::keys;
use crate::progress::TerminalProgress;
use crate::ui::Ui;
use plimsoll::core::escape::reveal_message;
use plimsoll::{
    BeforeReading, Logbook, Logging, Options, Reach, SecretKey, StateError, UserKey, Workspace,
};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

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

/// How a workspace is to be opened.
pub(crate) struct Opening<'a> {
    global: &'a Global,
    memory: Memory,
    flags: Vec<(String, String)>,
    results: Vec<PathBuf>,
}

impl<'a> Opening<'a> {
    pub(crate) fn of(global: &'a Global, memory: Memory) -> Self {
        Self { global, memory, flags: Vec::new(), results: Vec::new() }
    }

    /// With settings for this call.
    pub(crate) fn with(self, flags: &SettingFlags) -> Self {
        Self { flags: flags.given(), ..self }
    }

    /// For a command whose result is already there, to be compared or replaced: these files are no input of it.
    pub(crate) fn apart_from(self, results: Vec<PathBuf>) -> Self {
        Self { results, ..self }
    }

    /// For a command that also touches other places.
    pub(crate) fn unconfined(self) -> Result<Opened, Failure> {
        self.open(None)
    }

    /// For a command that touches nothing but the workspace and the files of its result. Everything else that
    /// it reads has to be read before, and a program of the user's own has to be started.
    pub(crate) fn confined<'p>(
        self,
        outputs: impl IntoIterator<Item = &'p Path>,
    ) -> Result<Opened, Failure> {
        let outputs: Vec<PathBuf> = outputs.into_iter().map(Path::to_owned).collect();
        let results = [self.results, outputs.clone()].concat();
        Self { results, ..self }.open(Some(confinement(outputs)))
    }

    /// For a command that opens many workspaces, and nothing but them and the files of its result.
    pub(crate) fn options_confined<'p>(
        self,
        outputs: impl IntoIterator<Item = &'p Path>,
    ) -> Result<(Options, Option<Arc<TerminalProgress>>), Failure> {
        let outputs = outputs.into_iter().map(Path::to_owned).collect();
        self.options(Some(confinement(outputs)))
    }

    fn options(
        self,
        before_reading: Option<BeforeReading>,
    ) -> Result<(Options, Option<Arc<TerminalProgress>>), Failure> {
        let Self { global, memory, flags, results } = self;
        let started = Instant::now();
        let progress = TerminalProgress::for_terminal(global.quiet).map(Arc::new);
        let options = Options {
            state: global.state.clone(),
            key: key(global, memory),
            logging: logging(global, memory),
            user_settings: home::user_settings(global)?,
            environment: home::environment(),
            flags,
            rev: global.rev.clone(),
            facts: None,
            results,
            // Told here, since a confined process cannot read how many it may use.
            threads: global.threads.or_else(|| std::thread::available_parallelism().ok()),
            progress: progress.clone().map(|progress| progress as _),
            before_reading,
            on_decision: None,
            clock: Some(Arc::new(move || started.elapsed())),
        };
        Ok((options, progress))
    }

    fn open(self, before_reading: Option<BeforeReading>) -> Result<Opened, Failure> {
        let (global, memory) = (self.global, self.memory);
        let (options, progress) = self.options(before_reading)?;
        let workspace = Workspace::open_with(home::root(global)?, options)?;
        let key_file = workspace.settings().values().store.signing_key.as_ref();
        let key_file = key_file.filter(|_| matches!(memory, Memory::Keeps | Memory::Alters));
        let signing_key = key_file.map(|file| keys::secret(Path::new(file)));
        Ok(Opened { workspace, signing_key, progress })
    }
}

/// Confines the process when it is known what it will read.
fn confinement(outputs: Vec<PathBuf>) -> BeforeReading {
    Arc::new(move |reach: &Reach| {
        confine::to(&Allowed::of(reach, &outputs));
    })
}

/// Only who keeps something logs, and makes what is missing for it.
fn logging(global: &Global, memory: Memory) -> Logging {
    match memory {
        Memory::Keeps if global.no_log => Logging::Off,
        Memory::Keeps if global.require_log => Logging::Required,
        Memory::Keeps => Logging::On,
        Memory::Alters | Memory::Reads | Memory::Nothing => Logging::Off,
    }
}

/// The user's key, made when something is first kept. Without one a call goes on and says that it is not
/// logged.
fn key(global: &Global, memory: Memory) -> Option<UserKey> {
    let folder = home::key_folder()?;
    let key = match memory {
        // Findings that the user has accepted are known by a secret of the project that the key unlocks.
        Memory::Keeps if global.no_log => return UserKey::read(&folder).ok().flatten(),
        Memory::Keeps => UserKey::read_or_make(&folder),
        Memory::Alters | Memory::Reads => existing_key(&folder),
        Memory::Nothing => return None,
    };
    key.inspect_err(|error| {
        let why = error.to_string();
        Ui::of(global).say(&format!("note: your key cannot be used: {}", reveal_message(&why)));
    })
    .ok()
}

/// Where there is no key, nothing was ever kept.
fn existing_key(folder: &Path) -> Result<UserKey, StateError> {
    UserKey::read(folder)?.map_or_else(UserKey::passing, Ok)
}

/// An opened workspace with the progress line that belongs to it.
pub(crate) struct Opened {
    pub(crate) workspace: Workspace,
    /// Read before anything else, since a confined process cannot.
    pub(crate) signing_key: Option<Result<SecretKey, Failure>>,
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
