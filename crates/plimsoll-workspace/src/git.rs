//! All that deals with git. Of the files below, each knows only those before it.

// What is believed of a `.git`.
mod trust;

mod index;
mod refs;

// What is asked of a repository that was opened.
mod tracked;

mod open;

mod nature;
mod rev;

// The working tree against the commit that is checked out.
mod in_order;
mod objects;
mod staged;

mod head;

mod compare;

mod changes;

// A revision as ground.
mod trees;

mod tree;

// What happened before.
mod commit;
mod diff;

mod by_time;
mod history;

mod log;
mod newest;
mod recent;
mod versions;

pub use by_time::CommitPlace;
pub use changes::Changes;
pub use compare::{Change, Side};
pub use diff::{PathChange, PathChangeKind};
pub use head::{ChangesError, Mode};
pub use history::{Commit, History, HistoryBounds, HistoryError, Reach};
pub use log::{LogBounds, LogStep, Logged};
pub use nature::Nature;
pub use newest::NewestCommit;
pub use open::{Git, GitState};
pub use recent::{Age, Ages, EditedBy, RecentEdit, recent_edits};
pub use tracked::{Tracked, Tracking};
pub use tree::{Revision, RevisionError};
pub use versions::{FileStep, Versions};
