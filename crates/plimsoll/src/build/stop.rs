//! Why gathering ends before everything is gathered.

use crate::error::Error;
use plimsoll_core::progress::Cancelled;
use plimsoll_core::refusal::Refusal;

/// A refusal is a result, and an error is none.
pub(super) enum Stop {
    Refused(Refusal),
    Failed(Error),
}

impl From<Refusal> for Stop {
    fn from(refusal: Refusal) -> Self {
        Self::Refused(refusal)
    }
}

impl From<Error> for Stop {
    fn from(error: Error) -> Self {
        Self::Failed(error)
    }
}

impl From<Cancelled> for Stop {
    fn from(cancelled: Cancelled) -> Self {
        Self::Failed(cancelled.into())
    }
}
