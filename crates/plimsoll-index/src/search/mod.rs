//! Finds the files of a project, and the parts of them, that a sentence asks for.
//!
//! ```text
//! words of every file ─ lexical ┐
//! past commits ──────── past ───┴─ pool ─ outlines and texts of some ─ parts ┐
//!                                                             links ┴─ files ─ forest ─ order of files
//!                                                                      pieces ─ forest ─ worth of each part
//! ```
//!
//! What speaks for a file or a part is a list of whole numbers; how much each counts was learned from many
//! thousand past commits of other projects (`cargo xtask train`) and is kept as tables of integers (`data/ranker.txt`).
//! Nothing here is a float and nothing depends on the machine.

mod examined;
mod files;
mod forest;
mod lexical;
mod links;
mod model;
mod notice;
mod parts;
mod past;
mod pieces;
mod share;

pub use examined::{Examined, PooledFile};
pub use files::{FileSignal, RankedFile, rank_files};
pub use forest::{Forest, Node, Split, Tree, probability};
pub use lexical::{IndexedFile, Searching};
pub use model::{Model, ModelError, ranker, ranker_fingerprint};
pub use parts::{Part, cut_into_parts};
pub use past::{Past, PastCommit, PastSignals, Touch};
pub use pieces::{PieceSignal, RankedPart, rank_parts};
