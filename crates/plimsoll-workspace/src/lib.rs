//! The only crate that reads project files: jail, walk, ignore rules, encodings, languages,
//! git, settings, state folder.
//!
//! Project files and folders are opened by the jail alone (`jail.rs` and `jail/`); everything else asks it.

mod bulk;
mod class;
mod declared;
mod git;
mod git_changes;
mod git_commit;
mod git_compare;
mod git_head;
mod git_history;
mod git_index;
mod git_nature;
mod git_objects;
mod git_recent;
mod git_refs;
mod git_rev;
mod git_tracked;
mod git_tree;
mod git_tree_diff;
mod git_trust;
mod ground;
mod ignore_class;
mod ignore_include;
mod ignore_line;
mod ignore_names;
mod ignore_patterns;
mod ignore_rules;
mod jail;
mod language;
mod left_out;
mod links;
mod manifests;
mod never_send;
mod notices;
mod path;
mod repeats;
mod rules;
mod screen;
mod submodules;
mod text;
mod tree;
mod walk;
mod walker;

pub mod settings;
pub mod state;

pub use bulk::{Lifted, LiftedBy};
pub use class::{Attributes, class_of};
pub use git::{Git, GitState};
pub use git_changes::{Change, Changes, ChangesError, Mode, Side};
pub use git_history::{
    Commit, History, HistoryBounds, HistoryError, PathChange, PathChangeKind, Reach,
};
pub use git_nature::Nature;
pub use git_recent::{Age, Ages, EditedBy, RecentEdit, recent_edits};
pub use git_tracked::{Tracked, Tracking};
pub use git_tree::{Revision, RevisionError};
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
