//! A workspace: a root that was opened, with its settings, its guard and its memory.

use crate::error::Error;
use crate::orders;
use crate::parallel;
use crate::snapshot::Snapshot;
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_core::store::{Facts, NoFacts};
use plimsoll_guard::{Baseline, Guard, Orders, Watch};
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
    orders: Orders,
    watch: Watch,
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
        let orders = orders::read(&jail);
        let watch = Watch::new(&GUARD, &orders);
        Ok(Self { root, jail, settings, orders, watch, options })
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

    /// The guard, with what this repository has to say to it.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The same guard for a scan: it also knows a baseline, and the ids of findings.
    pub(crate) fn watch_for_scan(&self, baseline: Option<Baseline>) -> Watch {
        let secret = match self.options.logging {
            Logging::Off => None,
            _ => self.state().ok().map(|state| state.secret().expose().to_owned()),
        };
        let orders = Orders {
            baseline: baseline.or_else(|| self.orders.baseline.clone()),
            secret,
            ..self.orders.clone()
        };
        Watch::new(&GUARD, &orders)
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
