//! The only crate that reads project files: jail, walk, ignore rules, encodings, languages,
//! git, settings, state folder.
//!
//! Project files and folders are opened by the jail alone (`jail.rs` and `jail/`); everything else asks it.

// Where things are, and who opens them.
mod ground;
mod jail;
mod links;
mod path;

// What is shown of a tree, and why something is not.
mod bulk;
mod declared;
mod folder_pattern;
mod ignore;
mod left_out;
mod manifests;
mod never_send;
mod rules;
mod screen;
mod submodules;

mod notices;
mod repeats;
mod tree;
mod walk;
mod walker;

mod git;

// What a file is.
mod attributes;
mod class;
mod language;
mod text;

pub mod settings;
pub mod state;

pub use attributes::Attributes;
pub use bulk::{Lifted, LiftedBy};
pub use class::class_of;
pub use declared::members;
pub use git::{
    Age, Ages, Change, Changes, ChangesError, Commit, CommitPlace, EditedBy, FileStep, Git,
    GitState, History, HistoryBounds, HistoryError, LogBounds, LogStep, Logged, Mode, Nature,
    NewestCommit, PathChange, PathChangeKind, Reach, RecentEdit, Revision, RevisionError, Side,
    Tracked, Tracking, Versions, recent_edits,
};
pub use ground::{Ground, is_link};
pub use jail::{Jail, OpenError};
pub use language::{language_named, language_of};
pub use left_out::{LeftOut, LeftOutReason};
pub use path::{PathError, RelPath};
pub use rules::{DenyGlobs, WalkRules};
pub use screen::examine;
pub use text::{Encoding, Text, decode, read_text};
pub use tree::{FileEntry, Stamp, Tree, WalkError};
pub use walk::walk;
