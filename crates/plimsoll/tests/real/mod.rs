//! A real project for tests that ask anything of it.

use plimsoll::{Options, Workspace};
use std::ops::Deref;
use std::path::Path;
use std::sync::LazyLock;
use tempfile::TempDir;

/// The sources of the engine, of which nothing is written. What is known of them lies elsewhere.
pub(crate) static CORE: LazyLock<Core> = LazyLock::new(|| {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../plimsoll-core");
    let state = tempfile::tempdir().expect("there is room");
    let options = Options { state: Some(state.path().join("state")), ..Options::default() };
    let workspace = Workspace::open_with(root, options).expect("it is there");
    Core { workspace, _state: state }
});

pub(crate) struct Core {
    workspace: Workspace,
    /// It is there as long as this is.
    _state: TempDir,
}

impl Deref for Core {
    type Target = Workspace;

    fn deref(&self) -> &Workspace {
        &self.workspace
    }
}
