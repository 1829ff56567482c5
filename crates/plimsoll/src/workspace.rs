//! A workspace: a root that was opened, with its settings, its guard and its memory.

use crate::error::Error;
use crate::facts::Wanted;
use crate::orders;
use crate::parallel;
use crate::revision;
use crate::snapshot::Snapshot;
use crate::survey::Survey;
use plimsoll_core::composition::DecisionLog;
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_core::record::Record;
use plimsoll_core::store::Facts;
use plimsoll_guard::{Baseline, Guard, Orders, Watch};
use plimsoll_index::outline::has_outline;
use plimsoll_store::{MemoryStore, SqliteStore};
use plimsoll_workspace::settings::{Effective, Layers, NamedText, Settings};
use plimsoll_workspace::state::{State, StateError, StatePlace, UserKey};
use plimsoll_workspace::{Git, GitState, Ground, Jail, LeftOutReason, RelPath, Revision, is_link};
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::{Arc, LazyLock, Mutex, MutexGuard, Once, PoisonError};
use std::time::Duration;

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
    /// The user's key. Without one a state folder in the root cannot be told from one that came with the
    /// repository, so none is used there; a folder named in `state` is.
    pub key: Option<UserKey>,
    pub logging: Logging,
    /// The user's settings file, by name and text.
    pub user_settings: Option<NamedText>,
    /// Variables whose names begin with `PLIMSOLL_`.
    pub environment: Vec<(String, String)>,
    /// Settings given as flags.
    pub flags: Vec<(String, String)>,
    /// A git revision that is read instead of the working tree.
    pub rev: Option<String>,
    /// Files that hold what comes of the call, or are to be compared with it. Where they lie in the root they are no
    /// input, so that a call comes to the same with and without them.
    pub results: Vec<PathBuf>,
    pub threads: Option<NonZeroUsize>,
    /// Where facts about texts are kept, instead of in the state folder: for a host that opens many
    /// revisions of one repository.
    pub facts: Option<Arc<dyn Facts + Send + Sync>>,
    /// Hears how far long work is, and can end it.
    pub progress: Option<Arc<dyn Progress + Send + Sync>>,
    /// Hears of every decision, after it was logged.
    pub on_decision: Option<Arc<Subscriber>>,
    /// Tells how long calls take; nothing else depends on it.
    pub clock: Option<Clock>,
    /// Called once, when everything is known that a call will touch and before it is touched: the moment
    /// for a host to confine itself. (The settings file has been read by then.)
    pub before_reading: Option<BeforeReading>,
}

/// The time that has passed since some moment.
pub type Clock = Arc<dyn Fn() -> Duration + Send + Sync>;

/// What a host does before anything is read.
pub type BeforeReading = Arc<dyn Fn(&Reach) + Send + Sync>;

/// What the calls of a workspace touch.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Reach {
    /// Files below these folders are read.
    pub reads: Vec<PathBuf>,
    /// Files below these folders are read, written and removed.
    pub writes: Vec<PathBuf>,
}

/// Who hears of decisions. It is called while the caller waits, so it should be quick.
pub type Subscriber = dyn Fn(&DecisionEvent) + Send + Sync;

/// A decision was made. Ids, kinds and numbers: no content, and no path unless the settings have paths in the log.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DecisionEvent {
    /// Where it stands in the log, if it was logged.
    pub sequence: Option<u64>,
    pub record: Record,
    /// Seed A's view, of a composition.
    pub composition: Option<DecisionLog>,
    /// Where the time went, if the host has a clock.
    pub timings: Option<Timings>,
}

/// How long the stages of a call took.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timings {
    /// Looking at the workspace, and screening what was found.
    pub gather: Duration,
    /// Making the fingerprint of all that, and looking whether it was decided a moment ago.
    pub recall: Duration,
    /// Ranking, admitting and fitting, with all counting that these need; nothing where it was known.
    pub select: Duration,
    /// Writing and sealing the document; nothing where it was known.
    pub render: Duration,
    /// Writing cache and log.
    pub record: Duration,
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
    revision: Option<Revision>,
    settings: Settings,
    orders: Orders,
    watch: Watch,
    pub(crate) options: Options,
    /// By what artifacts are labelled where nothing is logged; otherwise the state folder says.
    pub(crate) label_secret: Option<String>,
    announced: Once,
    /// Opened once: a host that has confined itself cannot look around it again.
    state: Mutex<Option<Result<Arc<State>, String>>>,
    /// What was set aside in the state folder and has not been told yet.
    state_notices: Mutex<Vec<String>>,
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
        let rev = options.rev.as_deref();
        let revision = rev.map(|rev| revision::open(&jail, &root, rev)).transpose()?;
        let settings = Settings::load(&Layers {
            user: options.user_settings.clone(),
            repository: repository_settings(ground(&jail, revision.as_ref()))?,
            environment: options.environment.clone(),
            flags: options.flags.clone(),
        })?;
        let guard = &settings.values().guard;
        // Only who accepts something by its id needs the secret for it.
        let secret = if guard.accept.is_empty() { None } else { secret(&root, &options) };
        let orders = orders::read(ground(&jail, revision.as_ref()), guard, secret);
        let watch = Watch::new(&GUARD, &orders);
        Ok(Self {
            root,
            jail,
            revision,
            settings,
            orders,
            watch,
            options,
            label_secret: None,
            announced: Once::new(),
            state: Mutex::default(),
            state_notices: Mutex::default(),
        })
    }

    /// The same workspace, whose artifacts have the ids that logged decisions give them.
    pub(crate) fn labelling_as_logged(mut self) -> Self {
        self.label_secret = secret(&self.root, &self.options);
        self
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

    /// The revision that is read, unless it is the working tree.
    pub(crate) fn revision(&self) -> Option<&Revision> {
        self.revision.as_ref()
    }

    /// Where the project is read from.
    pub(crate) fn ground(&self) -> &dyn Ground {
        ground(&self.jail, self.revision.as_ref())
    }

    /// The repository as it is now; what is read may be a revision of it.
    pub(crate) fn git(&self) -> GitState {
        let open = if self.revision.is_some() { Git::open_for_revisions } else { Git::open };
        open(&self.jail, &self.root)
    }

    /// The state folder, where it lies inside the root.
    pub(crate) fn state_in_root(&self) -> Option<RelPath> {
        self.in_root(&self.options.state.as_ref()?.canonicalize().ok()?)
    }

    /// Results that lie inside the root: a file of that name, and what it leads to if it is a link.
    pub(crate) fn results_in_root(&self) -> Vec<RelPath> {
        let places = self.options.results.iter().flat_map(|file| {
            let folder = file.parent().map(|folder| Path::new(".").join(folder).canonicalize());
            let named = folder.and_then(Result::ok).zip(file.file_name());
            let named = named.map(|(folder, name)| folder.join(name));
            [named, file.canonicalize().ok()]
        });
        places.flatten().filter_map(|place| self.in_root(&place)).collect()
    }

    fn in_root(&self, place: &Path) -> Option<RelPath> {
        let inside = place.strip_prefix(self.root.canonicalize().ok()?).ok()?;
        RelPath::parse(inside.to_str()?).ok()
    }

    /// The guard, with what this repository has to say to it.
    pub(crate) fn watch(&self) -> &Watch {
        &self.watch
    }

    /// The same guard for a scan: it also knows a baseline, and the ids of findings where there is a secret
    /// to make them with. Nothing is kept of a scan, so no state folder is made for it.
    pub(crate) fn watch_for_scan(&self, baseline: Option<Baseline>) -> Watch {
        let secret = secret(&self.root, &self.options);
        self.announce(None);
        let orders = Orders {
            baseline: baseline.or_else(|| self.orders.baseline.clone()),
            secret,
            ..self.orders.clone()
        };
        Watch::new(&GUARD, &orders)
    }

    /// Whether files of a language get outlines: they can, and settings do not leave them out.
    pub(crate) fn outlines(&self, language: &str) -> bool {
        has_outline(language) && self.values().index.languages.contains(language)
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

    /// What the host's clock says, where it has one.
    pub(crate) fn clock(&self) -> Option<Duration> {
        self.options.clock.as_ref().map(|clock| clock())
    }

    /// Every file that may be shown, screened, and everything else with its reason.
    pub(crate) fn snapshot(&self, wanted: Wanted) -> Result<Snapshot<'_>, Error> {
        let state = match self.options.logging {
            Logging::Off => None,
            // What is wrong with it is told when something is to be kept.
            Logging::On | Logging::Required => self.state().ok(),
        };
        self.announce(state.map(|state| state.folder().to_owned()));
        Snapshot::take(self, wanted)
    }

    /// What the walk finds, for those who need not read all of it.
    pub(crate) fn survey(&self) -> Result<Survey<'_>, Error> {
        Survey::take(self, &self.git())
    }

    /// Tells the host what will be touched, before it is.
    pub(crate) fn announce(&self, state_folder: Option<PathBuf>) {
        let Some(before_reading) = &self.options.before_reading else { return };
        self.announced.call_once(|| {
            let mut reads = Git::folders_outside(&self.jail, &self.root);
            reads.insert(0, self.root.clone());
            before_reading(&Reach { reads, writes: state_folder.into_iter().collect() });
        });
    }

    pub(crate) fn state_place(&self) -> StatePlace<'_> {
        state_place(&self.root, &self.options)
    }

    /// The state folder, made where it is missing.
    pub(crate) fn state(&self) -> Result<Arc<State>, Error> {
        let mut known = held(&self.state);
        match known.as_ref() {
            Some(Ok(state)) if state.folder().is_dir() => return Ok(Arc::clone(state)),
            // Tried again by a host that has confined itself it would fail for another reason.
            Some(Err(why)) if self.announced.is_completed() => {
                return Err(StateError::Earlier(why.clone()).into());
            }
            _ => {}
        }
        let opened = State::open(self.state_place()).map(Arc::new);
        *known = Some(opened.as_ref().map(Arc::clone).map_err(ToString::to_string));
        let state = opened?;
        held(&self.state_notices).extend_from_slice(state.notices());
        Ok(state)
    }

    /// What was set aside in the state folder since this was last asked.
    pub(crate) fn take_state_notices(&self) -> Vec<String> {
        std::mem::take(&mut *held(&self.state_notices))
    }

    /// Facts about texts that earlier calls have kept; without logging they last as long as the call, unless
    /// the host has a place for them.
    pub(crate) fn facts(&self) -> Box<dyn Facts> {
        if let Some(facts) = &self.options.facts {
            return Box::new(Arc::clone(facts));
        }
        if self.options.logging == Logging::Off {
            return Box::new(MemoryStore::default());
        }
        let store = self.state().and_then(|state| Ok(SqliteStore::open(&state.store_file())?));
        match store {
            Ok(store) => Box::new(store),
            Err(_) => Box::new(MemoryStore::default()),
        }
    }

    /// What time it is where the files are, if something can be kept about them. A revision knows no time,
    /// and what is kept about it holds at any.
    pub(crate) fn file_time_ns(&self) -> Option<i64> {
        let keeps = self.options.facts.is_some() || self.options.logging != Logging::Off;
        if self.revision.is_some() {
            return keeps.then_some(0);
        }
        if self.options.logging == Logging::Off {
            return None;
        }
        self.state().ok()?.file_time_ns()
    }

    /// The store as it is; nothing where nothing was ever logged.
    pub(crate) fn existing_store(&self) -> Result<Option<SqliteStore>, Error> {
        let Some(state) = State::open_existing(self.state_place())? else { return Ok(None) };
        let store_file = state.store_file();
        self.announce(Some(state.folder().to_owned()));
        Ok(SqliteStore::open_existing(&store_file)?)
    }
}

fn state_place<'a>(root: &'a Path, options: &'a Options) -> StatePlace<'a> {
    let key = options.key.as_ref();
    match &options.state {
        Some(folder) => StatePlace::Folder { folder, key },
        None => StatePlace::InRoot { root, key },
    }
}

/// The workspace's secret, where there is one already.
fn secret(root: &Path, options: &Options) -> Option<String> {
    let state = State::open_existing(state_place(root, options)).ok().flatten()?;
    Some(state.secret().expose().to_owned())
}

/// A panic elsewhere leaves these whole: they are changed in one step.
fn held<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

fn ground<'a>(jail: &'a Jail, revision: Option<&'a Revision>) -> &'a dyn Ground {
    revision.map_or(jail, |revision| revision)
}

/// The repository's settings file, read like any other file of it. A link is not followed: what a link leads
/// to may be anything, and it is not what people look at when they read the settings.
fn repository_settings(ground: &dyn Ground) -> Result<Option<NamedText>, Error> {
    let path = RelPath::parse(SETTINGS_FILE).expect("the name is a plain relative path");
    let text = match ground.read(&path, LARGEST_SETTINGS) {
        Ok(bytes) => plimsoll_workspace::decode(bytes).map(|text| text.text),
        Err(LeftOutReason::Missing) => return Ok(None),
        Err(reason) => Err(reason),
    };
    let why = match text {
        Ok(text) => return Ok(Some(NamedText { name: SETTINGS_FILE.to_owned(), text })),
        Err(_) if is_link(ground, &path) => "it is a link, and settings follow none".to_owned(),
        Err(reason) => reason.describe(),
    };
    Err(Error::invalid(format!("`{SETTINGS_FILE}` cannot be used: {why}; mend or remove it")))
}
