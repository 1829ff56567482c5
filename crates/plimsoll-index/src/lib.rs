//! Knows what is in the files: words, and structure.
//!
//! ```text
//! screened text ─ words ─ WordCounts (kept as facts) ─┐
//! sentence ────── words ─ Query ──────────────────────┴─ rank ─ files in order, each with its score lines
//!                                                        regions ─ the lines of a file that match best
//! ```
//!
//! Everything is integers and sorted bytewise: the same files and the same sentence give the same answer
//! on every machine, with facts or without. Words claim nothing about syntax; outlines (`outline/`) do.

mod counts;
mod fixed;
pub mod outline;
pub mod project;
mod query;
mod rank;
mod recent;
mod regions;
mod stem;
mod tally;
mod words;

pub use counts::{WordCounts, words_extractor};
pub use query::Query;
pub use rank::{IndexedFile, Ranked, ScoreLine, Signal, rank};
pub use regions::regions;
pub use words::{names, words};
