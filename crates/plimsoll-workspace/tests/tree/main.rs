//! The workspace on real folders: hostile links and names, ignore rules against git's own answers, named
//! files, reading, and git.

#![cfg(unix)]
// A test that cannot go on should say so and end.
#![allow(clippy::unwrap_used)]

mod bounds;
mod git;
mod git_hostile;
mod ignores;
mod links;
mod named;
mod never_send;
mod reading;
mod site;
