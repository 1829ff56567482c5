//! How well selection finds what past commits changed: tasks out of a repository's history, each replayed on
//! the tree before the commit.

mod draw;
mod message;
mod mine;
mod truth;

pub use mine::mine;

use serde::{Deserialize, Serialize};

/// A past commit as a task: what it said, and what it turned out to change.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct EvalTask {
    pub id: String,
    /// `OWNER/NAME`, or the name of the folder.
    pub repo: String,
    /// The commit whose tree is searched, in hex.
    pub parent: String,
    /// The commit that did the work, in hex.
    pub commit: String,
    pub text: String,
    pub truth: Vec<LinesOf>,
}

/// Ranges of lines of a file, from 1, both ends included.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct LinesOf {
    pub path: String,
    pub lines: Vec<[usize; 2]>,
}
