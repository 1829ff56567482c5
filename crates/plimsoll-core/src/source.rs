//! Where candidates come from.

use crate::candidate::{Candidate, Draft};
use crate::capsule::PassedOver;
use crate::progress::{Cancelled, Progress};

/// What a source is asked for.
#[derive(Debug, Clone, Default)]
pub struct Ask {
    /// What happened.
    pub event: String,
    /// Words that steer relevance.
    pub keywords: Vec<String>,
    /// Relative paths that steer relevance.
    pub files: Vec<String>,
    /// The time from which ages are counted, in milliseconds since 1970.
    pub as_of_ms: i64,
}

/// What a source has found.
#[derive(Debug, Clone, Default)]
pub struct Gathered {
    pub drafts: Vec<Draft>,
    /// What the guard has seen already.
    pub candidates: Vec<Candidate>,
    /// What was looked at and is no candidate, with the reason.
    pub passed_over: Vec<PassedOver>,
    /// What the user should know about it, in sentences.
    pub notices: Vec<String>,
}

/// Why a source could not answer.
#[derive(Debug, thiserror::Error)]
pub enum SourceError {
    #[error(transparent)]
    Cancelled(#[from] Cancelled),
    #[error("{0}")]
    Failed(String),
}

/// Turns a workspace, or anything else, into candidates. What it hands over is screened before anything
/// else sees it.
pub trait Source {
    /// A short name, as in `[sources] NAME = false`.
    fn name(&self) -> &str;
    fn gather(&self, ask: &Ask, progress: &dyn Progress) -> Result<Gathered, SourceError>;
}
