//! The workspace on real folders: hostile links and names, ignore rules against git's own answers, named
//! files, reading, and git.

#![cfg(unix)]
// Helpers outside of test functions may unwrap too; and git, mkfifo and sockets are what is tested against.
#![allow(clippy::unwrap_used, clippy::disallowed_types)]

mod attributes;
mod bounds;
mod bulk;
mod git;
mod git_bombs;
mod git_history;
mod git_hostile;
mod git_kinds;
mod git_objects;
mod git_refs;
mod git_status;
mod grounds;
mod ignores;
mod links;
mod named;
mod never_send;
mod reading;
mod site;
mod stores;
