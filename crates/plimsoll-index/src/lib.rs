//! Knows what is in the files: words now, structure as it grows.
//!
//! ```text
//! screened text ─ words ─ WordCounts (kept as facts) ─┐
//! sentence ────── words ─ Query ──────────────────────┴─ rank ─ files in order, each with its score lines
//!                                                        regions ─ the lines of a file that match best
//! ```
//!
//! Everything is integers and sorted bytewise: the same files and the same sentence give the same answer
//! on every machine, with facts or without. It claims nothing about syntax.

mod codec;
mod counts;
mod fixed;
pub mod outline;
pub mod project;
mod query;
mod rank;
mod regions;
mod stem;
mod words;

pub use counts::{WordCounts, word_counts};
pub use query::Query;
pub use rank::{IndexedFile, Ranked, ScoreLine, Signal, rank};
pub use regions::regions;
pub use words::words;
