//! How well selection finds what past commits changed: tasks out of a repository's history, each replayed on
//! the tree before the commit.

mod draw;
mod message;
mod mine;
mod replay;
mod run;
mod score;
mod truth;

pub use mine::{mine, mine_watched};
pub use run::evaluate;
pub use score::{Measure, Score, score};

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The limits at which tasks are replayed, in tokens.
pub const LIMITS: &[u64] = &[8_000, 16_000, 32_000, 64_000];

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

/// What was selected for a task within a limit, as the published scorer reads it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Prediction {
    pub id: String,
    pub budget: u64,
    /// Best first.
    pub ranked_files: Vec<String>,
    pub shown: Vec<LinesOf>,
    /// What the whole document counts.
    pub tokens: u64,
}

/// What came of replaying tasks.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Evaluation {
    pub report: EvalReport,
    pub predictions: Vec<Prediction>,
}

/// How well the tasks went. Shares are in thousandths.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct EvalReport {
    pub tasks: u64,
    pub limits: Vec<AtLimit>,
    /// Truth files that are not shown, or not where it matters.
    pub missed: Vec<Missed>,
    /// Tasks that could not be replayed; they count as nothing found.
    pub failed: Vec<Unreplayed>,
    pub stages: Stages,
}

/// How well they went at one limit.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct AtLimit {
    pub budget: u64,
    /// What a document counts, in the mean.
    pub tokens: u64,
    pub score: Score,
    pub repositories: Vec<RepoScore>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct RepoScore {
    pub repo: String,
    pub tasks: u64,
    pub score: Score,
}

/// A truth file that a document does not show as it should.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Missed {
    pub id: String,
    pub path: String,
    pub budget: u64,
    pub miss: Miss,
    /// From 1, where it is among the first fifty.
    pub rank: Option<usize>,
    /// Why it is no candidate, where that is known.
    pub detail: Option<String>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Miss {
    /// The search did not find it, or the tree does not have it.
    NoCandidate,
    /// It was found, and the limit left no room for it.
    LeftOut,
    /// It is shown, but not all lines that were changed.
    OtherLines,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Unreplayed {
    pub id: String,
    pub why: String,
}

/// Where the time of a task went, in microseconds, all limits together; zero where the host has no clock.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Stages {
    /// Finding the revision and its settings.
    pub open_us: u64,
    /// Reading the tree, screening and searching it.
    pub gather_us: u64,
    /// Ranking, fitting, writing the document.
    pub decide_us: u64,
}

impl Stages {
    fn add(&mut self, other: Self) {
        self.open_us += other.open_us;
        self.gather_us += other.gather_us;
        self.decide_us += other.decide_us;
    }

    fn for_each_of(self, tasks: u64) -> Self {
        let mean = |sum: u64| sum / tasks.max(1);
        Self {
            open_us: mean(self.open_us),
            gather_us: mean(self.gather_us),
            decide_us: mean(self.decide_us),
        }
    }
}
