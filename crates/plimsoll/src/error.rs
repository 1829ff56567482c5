//! What can go wrong. A refusal is not among it: that is a result.

use plimsoll_core::decide::Undecidable;
use plimsoll_core::glob::InvalidGlob;
use plimsoll_core::progress::Cancelled;
use plimsoll_core::source::SourceError;
use plimsoll_core::store::StoreError;
use plimsoll_workspace::settings::SettingsProblems;
use plimsoll_workspace::state::StateError;
use plimsoll_workspace::{OpenError, WalkError};

/// Why a call has no result.
#[derive(Debug, thiserror::Error)]
pub enum Error {
    /// The request is wrong: all that is wrong with it.
    #[error("{}", .0.join("\n"))]
    Invalid(Vec<String>),
    #[error(transparent)]
    Settings(#[from] SettingsProblems),
    #[error(transparent)]
    Root(#[from] OpenError),
    #[error(transparent)]
    DenyGlob(#[from] InvalidGlob),
    #[error(transparent)]
    Walk(WalkError),
    #[error(transparent)]
    State(#[from] StateError),
    #[error(transparent)]
    Store(#[from] StoreError),
    #[error("the source `{name}` failed: {what}")]
    Source { name: String, what: String },
    #[error("the decision could not be logged: {0}")]
    NotLogged(String),
    #[error(transparent)]
    Undecidable(#[from] Undecidable),
    #[error("interrupted")]
    Interrupted,
}

/// Who has to do something about an error.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ErrorKind {
    /// The caller: usage, configuration, request.
    Input,
    /// The machine is in the way: files, locks, disk, a corrupt store.
    Machine,
    /// Somebody ended it.
    Interrupted,
}

impl Error {
    pub fn kind(&self) -> ErrorKind {
        match self {
            Self::Invalid(_) | Self::Settings(_) | Self::Root(_) | Self::DenyGlob(_) => {
                ErrorKind::Input
            }
            Self::Walk(_)
            | Self::State(_)
            | Self::Store(_)
            | Self::Source { .. }
            | Self::NotLogged(_)
            | Self::Undecidable(_) => ErrorKind::Machine,
            Self::Interrupted => ErrorKind::Interrupted,
        }
    }

    /// Each problem of the input on its own; for any other error its one sentence.
    pub fn problems(&self) -> Vec<String> {
        match self {
            Self::Invalid(problems) => problems.clone(),
            Self::Settings(problems) => problems.0.iter().map(ToString::to_string).collect(),
            other => vec![other.to_string()],
        }
    }

    pub(crate) fn invalid(problem: impl Into<String>) -> Self {
        Self::Invalid(vec![problem.into()])
    }

    pub(crate) fn from_source(name: &str, error: SourceError) -> Self {
        match error {
            SourceError::Cancelled(_) => Self::Interrupted,
            SourceError::Failed(what) => Self::Source { name: name.to_owned(), what },
        }
    }
}

impl From<WalkError> for Error {
    fn from(error: WalkError) -> Self {
        match error {
            WalkError::Cancelled(_) => Self::Interrupted,
            other => Self::Walk(other),
        }
    }
}

impl From<Cancelled> for Error {
    fn from(_: Cancelled) -> Self {
        Self::Interrupted
    }
}
