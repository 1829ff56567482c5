//! Plimsoll decides what a model gets to see: from a repository and a request it makes a document within a
//! limit, with a reason for everything that is in or out, and no secret in it; or it refuses and says what
//! to change.
//!
//! Three doors, one engine: [`Workspace::pack`] for a task or a sentence, [`Workspace::build`] for a plan
//! step, [`Workspace::compose`] for an event in a workspace.
//!
//! ```
//! use plimsoll::{LimitRequest, Logging, Options, Outcome, PackRequest, Task, Workspace};
//!
//! # let folder = tempfile::tempdir()?;
//! # let root = folder.path();
//! std::fs::write(root.join("cache.py"), "def expired(entry, ttl):\n    return entry.age > ttl\n")?;
//! let options = Options { logging: Logging::Off, ..Options::default() };
//! let workspace = Workspace::open_with(root, options)?;
//!
//! let task = Task::sentence("make the cache respect its TTL");
//! let request = PackRequest::new(task).limit(LimitRequest::Tokens(2_000));
//! let Outcome::Loaded(pack) = workspace.pack(&request)? else { panic!("it fits") };
//! assert!(pack.document().contains("def expired(entry, ttl)"));
//!
//! let request = PackRequest::new(Task::sentence("anything")).limit(LimitRequest::Tokens(10));
//! let Outcome::Refused(refused) = workspace.pack(&request)? else { panic!("it does not fit") };
//! assert_eq!(refused.code().name(), "ContextTooLarge");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod build;
mod cached;
mod call;
mod catalogue;
mod changes;
mod compose;
mod copies;
mod counts;
mod diff;
mod error;
pub mod eval;
mod evidence;
mod explain;
mod exported;
mod facts;
mod found;
mod graph;
mod health;
mod index;
mod known;
mod limits;
mod live;
mod logbook;
mod moves;
mod orders;
mod pack;
mod parallel;
mod passage;
mod past;
mod reading;
mod recording;
mod related;
mod replaying;
mod request;
mod revision;
mod scan;
mod schema;
mod screening;
mod shape;
mod signing;
mod snapshot;
mod survey;
mod symbols;
mod touches;
mod verify;
mod why;
mod words;
mod workspace;

pub use build::{
    BuildOptions, BuildRequest, Bundle, ConstraintSource, GivenConstraint, Intent, LastError,
    PlanStep, Purpose, Sandbox, SelectedTarget, TokenBudget,
};
pub use compose::{ComposeRequest, Composition, KnownVitals, constraints_from_json};
pub use error::{Error, ErrorKind};
pub use evidence::{
    EvidenceError, Predicate, Presented, Statement, Subject, VerifiedEvidence, verify_evidence,
};
pub use explain::Explained;
pub use exported::ExportLine;
pub use found::{FileSignals, PartSignals, SearchSignals};
pub use health::{CounterHealth, GitHealth, Health, StateHealth, StoreHealth, check_counters};
pub use index::{FileOutline, IndexReport};
pub use limits::{LimitRequest, Tier};
pub use live::{FileChange, FileDrift, Live};
pub use logbook::{Logbook, PurgeOptions, Purged};
pub use pack::{
    Acceptance, Context, Contract, Criterion, Issue, Pack, PackRequest, Previous, RepairTicket,
    Severity, Task,
};
pub use passage::{HiddenPlace, Outcome, Passage, RefusedCall, Row};
pub use replaying::{Kept, Replayed, replay_capsule, replay_file};
pub use scan::{Scan, ScanRequest, ScanTarget, ScannedFinding};
pub use schema::{NamedSchema, schemas};
pub use screening::{screen_message, screen_value};
pub use signing::{KeyError, PublicKey, SecretKey};
pub use symbols::Symbol;
pub use verify::{Expected, Verified, verify_export};
pub use why::{DefinedIn, InDecision, InTree, Judged, Out, Rule, Standing, Why};
pub use workspace::{
    BeforeReading, Clock, DecisionEvent, Logging, Options, Reach, SETTINGS_FILE, Subscriber,
    Timings, Workspace,
};

/// The engine, for those who bring sources of their own or look into decisions.
pub use plimsoll_core as core;
/// The guard's vocabulary.
pub use plimsoll_guard as guard;
/// What an outline is made of.
pub use plimsoll_index::outline;
/// A place for facts that lasts as long as its process ([`Options::facts`]).
pub use plimsoll_store::MemoryStore;
/// What kind of git repository a workspace is.
pub use plimsoll_workspace::Nature as GitNature;
/// Settings with their origins.
pub use plimsoll_workspace::settings;
/// The user's key, and what is wrong with a state folder.
pub use plimsoll_workspace::state::{StateError, UserKey};
/// A bulk folder that is shown, and by whose word.
pub use plimsoll_workspace::{Lifted, LiftedBy};

/// The README's program is compiled with the tests.
#[cfg(doctest)]
#[doc = include_str!("../../../README.md")]
struct Readme;
