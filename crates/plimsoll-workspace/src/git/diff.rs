//! The files that differ between two trees of git, by names and ids alone.

use super::objects::{Ended, Objects};
use crate::path::RelPath;
use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};
use gix::diff::tree::visit::{Action, Change};
use gix::diff::tree::{Error, Recorder, State, Visit};
use gix::objs::tree::EntryMode;
use gix::objs::{FindExt, TreeRefIter};
use std::ops::ControlFlow;

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PathChange {
    pub path: RelPath,
    pub kind: PathChangeKind,
}

/// A rename is a deletion and an addition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum PathChangeKind {
    Added,
    Modified,
    Deleted,
}

/// The paths that `new` adds to `old`, changes in it or takes away, sorted. Their lengths are taken off
/// `path_bytes`.
pub(crate) fn changed_paths(
    objects: &Objects<'_>,
    old: Option<ObjectId>,
    new: ObjectId,
    path_bytes: &mut u64,
) -> Result<Vec<PathChange>, Ended> {
    if old == Some(new) {
        return Ok(Vec::new());
    }
    let (mut old_bytes, mut new_bytes) = (Vec::new(), Vec::new());
    if let Some(old) = old {
        objects.find_tree(&old, &mut old_bytes).map_err(|error| objects.ended(&error))?;
    }
    objects.find_tree(&new, &mut new_bytes).map_err(|error| objects.ended(&error))?;
    let sides = [&old_bytes, &new_bytes].map(|bytes| TreeRefIter::from_bytes(bytes, new.kind()));
    let mut found = Found { at: Recorder::default(), paths: Vec::new(), path_bytes };
    let [old, new] = sides;
    match gix::diff::tree(old, new, &mut State::default(), objects, &mut found) {
        Ok(()) => {}
        Err(Error::Cancelled) => return Err(Ended::Bounded),
        Err(Error::Failure(error)) => return Err(objects.ended(&error)),
    }
    let mut paths = found.paths;
    paths.sort_unstable();
    // A folder that lists a name twice must not count it twice.
    paths.dedup();
    Ok(paths)
}

/// Takes down files and links as the comparison comes by.
struct Found<'a> {
    /// Keeps track of where the comparison is. (What it would record is not asked of it.)
    at: Recorder,
    paths: Vec<PathChange>,
    path_bytes: &'a mut u64,
}

impl Visit for Found<'_> {
    fn pop_front_tracked_path_and_set_current(&mut self) {
        self.at.pop_front_tracked_path_and_set_current();
    }

    fn push_back_tracked_path_component(&mut self, component: &BStr) {
        self.at.push_back_tracked_path_component(component);
    }

    fn push_path_component(&mut self, component: &BStr) {
        self.at.push_path_component(component);
    }

    fn pop_path_component(&mut self) {
        self.at.pop_path_component();
    }

    fn visit(&mut self, change: Change) -> Action {
        let path = self.at.path();
        // Folders count as well: each of them is kept until the comparison enters it.
        let Some(left) = self.path_bytes.checked_sub(path.len() as u64 + 1) else {
            return ControlFlow::Break(());
        };
        *self.path_bytes = left;
        if let Some(kind) = kind_of(&change) {
            let path = path.to_str().ok().and_then(RelPath::exact);
            self.paths.extend(path.map(|path| PathChange { path, kind }));
        }
        ControlFlow::Continue(())
    }
}

/// What happened to a file or link; nothing for folders, which are entered, and for submodules.
fn kind_of(change: &Change) -> Option<PathChangeKind> {
    let is_file = |mode: EntryMode| mode.is_blob_or_symlink();
    let (was, is) = match change {
        Change::Addition { entry_mode, .. } => (false, is_file(*entry_mode)),
        Change::Deletion { entry_mode, .. } => (is_file(*entry_mode), false),
        Change::Modification { previous_entry_mode, entry_mode, .. } => {
            (is_file(*previous_entry_mode), is_file(*entry_mode))
        }
    };
    match (was, is) {
        (false, false) => None,
        (false, true) => Some(PathChangeKind::Added),
        (true, true) => Some(PathChangeKind::Modified),
        (true, false) => Some(PathChangeKind::Deleted),
    }
}
