//! Reading a git revision instead of the working tree.

use crate::error::Error;
use crate::screening::screen_message;
use plimsoll_workspace::{Git, GitState, Jail, Revision};
use std::path::Path;

/// Opens the revision that the caller asks for.
pub(crate) fn open(jail: &Jail, root: &Path, rev: &str) -> Result<Revision, Error> {
    // What git calls its references is a text like any other.
    let said = |text: &str| Error::invalid(screen_message(text));
    match Git::open_for_revisions(jail, root) {
        GitState::Ready(git) => Revision::open(&git, rev).map_err(|error| said(&error.to_string())),
        GitState::None => Err(Error::invalid(
            "there is no git repository in the root, so no revision of it can be read; \
             leave --rev away, or name a root that has `.git`",
        )),
        GitState::Unusable { notice } => Err(said(&format!("no revision can be read. {notice}"))),
    }
}
