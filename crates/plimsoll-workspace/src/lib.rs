//! The only crate that reads project files: jail, walk, ignore rules, git, settings, state folder.
//!
//! The one function that opens project files is in `jail.rs`; everything else asks it.

// A test that cannot go on should say so and end.
#![cfg_attr(test, allow(clippy::unwrap_used))]

mod git;
mod git_trust;
mod ignore_line;
mod ignore_rules;
mod jail;
mod left_out;
mod links;
mod never_send;
mod path;
mod rules;
mod screen;
mod text;
mod walk;

pub use git::{Change, Changes, ChangesError, Git, GitState};
pub use jail::{Jail, OpenError};
pub use left_out::{LeftOut, LeftOutReason};
pub use path::{PathError, RelPath};
pub use rules::{BadGlob, DenyGlobs, WalkRules};
pub use screen::examine;
pub use text::{Encoding, Text, decode, read_text};
pub use walk::{FileEntry, Tree, WalkError, walk};
