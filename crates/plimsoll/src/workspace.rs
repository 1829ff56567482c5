//! A workspace: a root that was opened, with its settings, its guard and its memory.

use crate::error::Error;
use crate::parallel;
use crate::snapshot::Snapshot;
use plimsoll_core::composition::DecisionLog;
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_core::record::Record;
use plimsoll_core::store::{Facts, NoFacts};
use plimsoll_guard::Guard;
use plimsoll_store::SqliteStore;
use plimsoll_workspace::settings::{Effective, Layers, NamedText, Settings};
use plimsoll_workspace::state::{State, StatePlace};
use plimsoll_workspace::{Jail, LeftOutReason, RelPath};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock};

/// The repository's own settings file.
pub const SETTINGS_FILE: &str = "plimsoll.toml";
const LARGEST_SETTINGS: u64 = 1_000_000;

pub(crate) static GUARD: LazyLock<Guard> = LazyLock::new(Guard::builtin);

/// Whether decisions are logged.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub enum Logging {
    /// A decision that cannot be logged comes out with a notice.
    #[default]
    On,
    Off,
    /// A decision that cannot be logged does not come out.
    Required,
}

/// How a workspace is opened. The library reads no environment and no home folder: whoever opens it says
/// what counts.
#[derive(Clone, Default)]
pub struct Options {
    /// The state folder; `.plimsoll` in the root unless told otherwise.
    pub state: Option<PathBuf>,
    pub logging: Logging,
    /// The user's settings file, by name and text.
    pub user_settings: Option<NamedText>,
    /// Variables whose names begin with `PLIMSOLL_`.
    pub environment: Vec<(String, String)>,
    /// Settings given as flags.
    pub flags: Vec<(String, String)>,
    pub threads: Option<NonZeroUsize>,
    /// Hears how far long work is, and can end it.
    pub progress: Option<Arc<dyn Progress + Send + Sync>>,
    /// Hears of every decision, after it was logged.
    pub on_decision: Option<Arc<Subscriber>>,
}

/// Who hears of decisions. It is called while the caller waits, so it should be quick.
pub type Subscriber = dyn Fn(&DecisionEvent) + Send + Sync;

/// A decision was made. Ids, kinds and numbers: no path, no content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionEvent {
    /// Where it stands in the log, if it was logged.
    pub sequence: Option<u64>,
    pub record: Record,
    /// Seed A's view, of a composition.
    pub composition: Option<DecisionLog>,
}

impl DecisionEvent {
    /// The name of this event.
    pub const NAME: &str = "composer:decision";
}

impl std::fmt::Debug for Options {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Options")
            .field("state", &self.state)
            .field("logging", &self.logging)
            .finish()
    }
}

/// An opened workspace: the way to the three doors.
pub struct Workspace {
    root: PathBuf,
    jail: Jail,
    settings: Settings,
    pub(crate) options: Options,
}

impl std::fmt::Debug for Workspace {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Workspace").field("root", &self.root).finish()
    }
}

impl Workspace {
    /// Opens a folder with everything at its default.
    pub fn open(root: impl AsRef<Path>) -> Result<Self, Error> {
        Self::open_with(root, Options::default())
    }

    pub fn open_with(root: impl AsRef<Path>, options: Options) -> Result<Self, Error> {
        let root = root.as_ref().to_owned();
        let jail = Jail::open(&root)?;
        let settings = Settings::load(&Layers {
            user: options.user_settings.clone(),
            repository: repository_settings(&jail)?,
            environment: options.environment.clone(),
            flags: options.flags.clone(),
        })?;
        Ok(Self { root, jail, settings, options })
    }

    /// The settings, with where each comes from.
    pub fn settings(&self) -> &Settings {
        &self.settings
    }

    pub(crate) fn values(&self) -> &Effective {
        self.settings.values()
    }

    pub(crate) fn jail(&self) -> &Jail {
        &self.jail
    }

    pub(crate) fn guard(&self) -> &'static Guard {
        &GUARD
    }

    pub(crate) fn root(&self) -> &Path {
        &self.root
    }

    pub(crate) fn threads(&self) -> usize {
        parallel::threads(self.options.threads)
    }

    pub(crate) fn progress(&self) -> &dyn Progress {
        match &self.options.progress {
            Some(progress) => progress.as_ref(),
            None => &Quiet,
        }
    }

    /// Every file that may be shown, screened, and everything else with its reason.
    pub(crate) fn snapshot(&self) -> Result<Snapshot, Error> {
        Snapshot::take(self)
    }

    fn state_place(&self) -> StatePlace<'_> {
        match &self.options.state {
            Some(folder) => StatePlace::Folder(folder),
            None => StatePlace::InRoot(&self.root),
        }
    }

    /// The state folder, made where it is missing.
    pub(crate) fn state(&self) -> Result<State, Error> {
        Ok(State::open(self.state_place())?)
    }

    /// Facts about texts that earlier calls have kept; without logging nothing is kept.
    pub(crate) fn facts(&self) -> Box<dyn Facts> {
        if self.options.logging == Logging::Off {
            return Box::new(NoFacts);
        }
        let store = self.state().and_then(|state| Ok(SqliteStore::open(&state.store_file())?));
        match store {
            Ok(store) => Box::new(store),
            Err(_) => Box::new(NoFacts),
        }
    }

    /// The store as it is; nothing where nothing was ever logged.
    pub(crate) fn existing_store(&self) -> Result<Option<SqliteStore>, Error> {
        let Some(state) = State::open_existing(self.state_place())? else { return Ok(None) };
        Ok(SqliteStore::open_existing(&state.store_file())?)
    }
}

/// The repository's settings file, read through the jail like any other file of it.
fn repository_settings(jail: &Jail) -> Result<Option<NamedText>, Error> {
    let path = RelPath::parse(SETTINGS_FILE).expect("the name is a plain relative path");
    let text = match jail.read(&path, LARGEST_SETTINGS) {
        Ok(bytes) => plimsoll_workspace::decode(bytes).map(|text| text.text),
        Err(LeftOutReason::Missing) => return Ok(None),
        Err(reason) => Err(reason),
    };
    match text {
        Ok(text) => Ok(Some(NamedText { name: SETTINGS_FILE.to_owned(), text })),
        Err(reason) => Err(Error::invalid(format!(
            "`{SETTINGS_FILE}` cannot be used: {}; mend or remove it",
            reason.describe()
        ))),
    }
}
