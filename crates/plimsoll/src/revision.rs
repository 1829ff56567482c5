//! Reading a git revision instead of the working tree.

use crate::error::Error;
use plimsoll_workspace::{Git, GitState, Jail, Revision};
use std::path::Path;

/// Opens the revision that the caller asks for.
pub(crate) fn open(jail: &Jail, root: &Path, rev: &str) -> Result<Revision, Error> {
    match Git::open(jail, root) {
        GitState::Ready(git) => {
            Revision::open(&git, rev).map_err(|error| Error::invalid(error.to_string()))
        }
        GitState::None => Err(Error::invalid(
            "there is no git repository in the root, so no revision of it can be read; \
             leave --rev away, or name a root that has `.git`",
        )),
        GitState::Unusable { notice } => {
            Err(Error::invalid(format!("no revision can be read. {notice}")))
        }
    }
}
