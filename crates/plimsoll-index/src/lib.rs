//! Knows what is in the files: words, and structure.
//!
//! ```text
//! screened text ─ words ─ WordCounts (kept as facts) ─┐
//! sentence ────── words ─ Query ──────────────────────┴─ search ─ files in order, and what each part is worth
//!                                                        regions ─ the lines of a file that match best
//! ```
//!
//! Everything is integers and sorted bytewise: the same files and the same sentence give the same answer
//! on every machine, with facts or without. Words claim nothing about syntax; outlines (`outline/`) do.

mod counts;
mod fixed;
mod kindred;
pub mod outline;
pub mod project;
mod query;
mod recent;
mod regions;
pub mod search;
mod stem;
mod tally;
mod words;

pub use counts::{WordCounts, words_extractor};
pub use query::Query;
pub use regions::{matching_lines, regions};
pub use words::{names, words};
