//! Folders: ignore files, attributes, manifests and submodules of a tree; and a `.git` that anybody may have written.

use crate::folder;
use plimsoll_core::progress::Quiet;
use plimsoll_workspace::{
    Attributes, Git, GitState, Ground, HistoryBounds, Jail, Revision, Tracking, Tree, WalkRules,
    class_of, walk,
};
use std::path::Path;
use tempfile::TempDir;

/// Names that no rule of a repository makes visible.
const NEVER: &[&str] = &[".env", "server.pem", "id_rsa"];
const LARGEST: u64 = 1 << 20;

fn laid_out(bytes: &[u8], beside: &[&str]) -> TempDir {
    let folder = tempfile::tempdir().expect("there is room for a folder");
    folder::write(folder.path(), &folder::files(bytes));
    for name in beside {
        // An input may have put a folder there, and then has what it asked for.
        let _ = std::fs::write(folder.path().join(name), "of the test");
    }
    folder
}

fn walked(root: &Path, threads: usize) -> Option<(Jail, Tree)> {
    let jail = Jail::open(root).ok()?;
    let rules = WalkRules { threads, ..WalkRules::default() };
    let tree = walk(&jail, &rules, &Quiet).ok()?;
    Some((jail, tree))
}

/// Every walk finds the same, and shows nothing that is never sent.
pub(crate) fn tree(bytes: &[u8]) {
    let folder = laid_out(bytes, NEVER);
    let Some((jail, tree)) = walked(folder.path(), 1) else { return };
    let (_, again) = walked(folder.path(), 2).expect("it was walked before");
    assert_eq!(tree.files, again.files);
    assert_eq!(tree.left_out, again.left_out);
    let (attributes, _) = Attributes::read(&jail, &tree);
    for file in &tree.files {
        assert!(!NEVER.contains(&file.path.file_name()), "{:?} is shown", file.path);
        let _ = class_of(file.path.as_str(), "", None, &attributes);
    }
}

/// A hostile repository is used as far as it can be read.
pub(crate) fn git(bytes: &[u8]) {
    let folder = laid_out(bytes, &[]);
    let Ok(jail) = Jail::open(folder.path()) else { return };
    let GitState::Ready(git) = Git::open(&jail, folder.path()) else { return };
    let rules = WalkRules { tracked: Tracking::Index(git.tracked()), ..WalkRules::default() };
    let bounds = HistoryBounds::default();
    let _ = git.history(bounds, &Quiet).map(|history| history.digest());
    if let Ok(tree) = walk(&jail, &rules, &Quiet) {
        let (attributes, _) = Attributes::read(&jail, &tree);
        let _ = git.changes(&jail, &rules, &attributes, &tree, LARGEST, &Quiet);
    }
    let beginning = git.head_commit().map(|id| id[..7].to_owned());
    for rev in ["HEAD".to_owned(), "main~1".to_owned()].into_iter().chain(beginning) {
        read_revision(&git, &rev);
    }
}

fn read_revision(git: &Git, rev: &str) {
    let Ok(revision) = Revision::open(git, rev) else { return };
    let rules = WalkRules { tracked: Tracking::Everything, ..WalkRules::default() };
    let Ok(tree) = walk(&revision, &rules, &Quiet) else { return };
    for file in &tree.files {
        let _ = revision.read(&file.path, LARGEST);
    }
}
