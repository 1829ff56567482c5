//! The binary, end to end: real processes on real trees, judged from outside.

mod bad_input;
mod bad_settings;
mod build;
mod build_refusals;
mod compose;
mod compose_diffs;
mod compose_explained;
#[cfg(target_os = "linux")]
mod confine;
mod doctor;
mod explain;
mod index;
mod log;
mod log_export;
mod manners;
mod pack;
mod pack_limits;
mod pack_task;
mod replay;
mod repositories;
mod revisions;
mod same_answer;
mod same_bytes;
mod scan;
mod schema;
mod secrets;
mod settings;
mod state;
mod support;
mod traced;
mod trees;
mod why;
