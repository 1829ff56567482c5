//! The walk of one subtree, depth first with a stack of its own, so that depth costs no call stack, and with a
//! bounded number of folder handles. Folders are read whole and sorted, so nothing depends on the file
//! system's order.

use crate::bulk::{Bulk, Zone};
use crate::ground::{Entry, Folder, Ground, Kind, Seen, is_git_store};
use crate::ignore::{self, Ask, IgnoreChain, IgnoreFile, Loader, Present};
use crate::left_out::{LeftOut, LeftOutReason, display_name};
use crate::links;
use crate::path::{RelPath, join};
use crate::repeats::Repeats;
use crate::rules::WalkRules;
use crate::tree::{FileEntry, Tree, WalkError};
use plimsoll_core::progress::Progress;
use std::cmp::Ordering;
use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{self, AtomicUsize};
use std::vec;

/// So many folder handles are kept; those further up are opened again on the way back.
const OPEN_FOLDERS: usize = 64;

/// What all walkers of a walk share.
#[derive(Clone, Copy)]
pub(crate) struct Walk<'a> {
    pub(crate) ground: &'a dyn Ground,
    pub(crate) rules: &'a WalkRules,
    pub(crate) progress: &'a dyn Progress,
    /// How many entries were seen by all of them.
    pub(crate) seen: &'a AtomicUsize,
    pub(crate) repeats: &'a Repeats,
    /// Folders that are other repositories.
    pub(crate) submodules: &'a BTreeSet<String>,
}

/// A folder to be walked, with what was decided above it.
pub(crate) struct Subtree {
    pub(crate) path: String,
    /// How many folders lie between the root and this one's entries; 0 for the root.
    depth: usize,
    zone: Zone,
    ignores: IgnoreChain,
}

impl Subtree {
    pub(crate) fn root() -> Self {
        Self { path: String::new(), depth: 0, zone: None, ignores: IgnoreChain::new() }
    }
}

pub(crate) struct Walker<'a> {
    walk: Walk<'a>,
    tree: Tree,
    ignores: IgnoreChain,
    loader: Loader<'a>,
    bulk: Bulk<'a>,
}

/// A folder that is being walked.
struct Frame {
    path: String,
    depth: usize,
    /// Closed while the walk is far below.
    handle: Option<Box<dyn Folder>>,
    /// What is yet to be looked at, in order.
    entries: vec::IntoIter<Entry>,
    /// The bulk folder that this one lies in or is.
    zone: Zone,
    ignore_files: Vec<Arc<IgnoreFile>>,
}

impl<'a> Walker<'a> {
    pub(crate) fn new(walk: Walk<'a>) -> Self {
        let (tree, ignores) = (Tree::default(), IgnoreChain::new());
        let bulk = Bulk::new(walk.ground, walk.rules);
        Self { walk, tree, ignores, loader: Loader::new(walk.ground), bulk }
    }

    /// What was found since this was last asked.
    pub(crate) fn take(&mut self) -> Tree {
        let mut tree = std::mem::take(&mut self.tree);
        tree.lifted = std::mem::take(&mut self.bulk.lifted);
        tree.notices.append(&mut self.loader.notices);
        tree
    }

    /// Walks a folder and gives back the folders in it instead of entering them.
    pub(crate) fn spread(&mut self, subtree: &Subtree) -> Result<Vec<Subtree>, WalkError> {
        let mut below = Vec::new();
        let Some(mut frame) = self.start(subtree)? else { return Ok(below) };
        while let Some(entry) = frame.entries.next() {
            if let Some((_, path, zone)) = self.sort_entry(&frame, entry) {
                let (depth, ignores) = (frame.depth + 1, self.ignores.clone());
                below.push(Subtree { path, depth, zone, ignores });
            }
        }
        Ok(below)
    }

    /// Walks a folder and everything below it.
    pub(crate) fn run(&mut self, subtree: &Subtree) -> Result<(), WalkError> {
        let mut stack: Vec<Frame> = self.start(subtree)?.into_iter().collect();
        while let Some(frame) = stack.last_mut() {
            let Some(entry) = frame.entries.next() else {
                self.ignores.leave(&frame.ignore_files);
                stack.pop();
                continue;
            };
            if let Some((name, path, zone)) = self.sort_entry(frame, entry)
                && let (opened, depth) =
                    (open_child(self.walk.ground, frame, &name), frame.depth + 1)
                && let Some(below) = self.enter(opened, (path, depth), zone)?
            {
                stack.push(below);
                if let Some(far) = stack.len().checked_sub(OPEN_FOLDERS + 1) {
                    stack[far].handle = None;
                }
            }
        }
        Ok(())
    }

    fn start(&mut self, subtree: &Subtree) -> Result<Option<Frame>, WalkError> {
        self.ignores = subtree.ignores.clone();
        let opened = self.walk.ground.folder(Path::new(&subtree.path));
        if let (Err(error), "") = (&opened, subtree.path.as_str()) {
            return Err(WalkError::Root { what: error.kind().to_string() });
        }
        self.enter(opened, (subtree.path.clone(), subtree.depth), subtree.zone.clone())
    }

    /// Lists a folder and takes its own rules into account; nothing if it is not to be walked.
    fn enter(
        &mut self,
        opened: io::Result<Box<dyn Folder>>,
        (path, depth): (String, usize),
        zone: Zone,
    ) -> Result<Option<Frame>, WalkError> {
        let listed = match opened {
            Ok(folder) => self.list(folder.as_ref(), &path)?.map(|entries| (folder, entries)),
            Err(error) => Err(error),
        };
        match listed {
            Err(error) if path.is_empty() => {
                Err(WalkError::Root { what: error.kind().to_string() })
            }
            Err(error) => {
                self.leave_out(path + "/", LeftOutReason::from_io(&error));
                Ok(None)
            }
            Ok((_, entries)) if is_store(&entries) => {
                self.leave_out_store(path, entries);
                Ok(None)
            }
            Ok((folder, entries)) => {
                let present: Vec<Present> = entries.iter().filter_map(ignore_file).collect();
                let ignore_files = self.loader.load(&path, &present, &self.ignores);
                self.ignores.enter(&ignore_files);
                let (handle, entries) = (Some(folder), entries.into_iter());
                Ok(Some(Frame { path, depth, handle, entries, zone, ignore_files }))
            }
        }
    }

    /// Reads a folder, sorted. The outer error ends the walk, the inner one only leaves the folder out.
    fn list(
        &mut self,
        folder: &dyn Folder,
        path: &str,
    ) -> Result<io::Result<Vec<Entry>>, WalkError> {
        self.walk.progress.check()?;
        let limit = self.walk.rules.max_folder_entries;
        let mut entries = match folder.entries(limit) {
            Ok(Some(entries)) => entries,
            Ok(None) => {
                return Err(WalkError::FolderTooLarge { folder: format!("{path}/"), limit });
            }
            Err(error) => return Ok(Err(error)),
        };
        let before = self.walk.seen.fetch_add(entries.len(), atomic::Ordering::Relaxed);
        if before.saturating_add(entries.len()) > self.walk.rules.max_entries {
            return Err(WalkError::TreeTooLarge { limit: self.walk.rules.max_entries });
        }
        self.walk.repeats.folder(folder.identity(), entries.len());
        self.walk.repeats.check(self.walk.rules)?;
        self.walk.progress.advance(entries.len() as u64);
        entries.sort_unstable_by(in_order_of_paths);
        Ok(Ok(entries))
    }

    /// Puts an entry among the files or what is left out; a folder that is to be entered is given back
    /// with its name, path and zone.
    fn sort_entry(
        &mut self,
        frame: &Frame,
        Entry { name, seen }: Entry,
    ) -> Option<(String, String, Zone)> {
        let name = match name.into_string() {
            Ok(name) => name,
            Err(name) => {
                let end = if seen.is_ok_and(|seen| seen.is_folder()) { "/" } else { "" };
                let path = join(&frame.path, &display_name(&name)) + end;
                self.leave_out(path, LeftOutReason::NameNotUtf8);
                return None;
            }
        };
        let path = join(&frame.path, &name);
        let is_folder = seen.as_ref().is_ok_and(Seen::is_folder);
        let judged = match seen {
            Ok(seen) => self.judge(frame, &path, &name, seen).map(|zone| (zone, seen)),
            Err(error) => Err(LeftOutReason::from_io(&error)),
        };
        match judged {
            Ok((zone, seen)) if seen.is_folder() => return Some((name, path, zone)),
            Ok((_, seen)) => {
                self.walk.repeats.file(&seen, self.walk.rules.max_file_bytes);
                self.tree.files.push(FileEntry {
                    path: RelPath::from_normalised(path),
                    size: seen.size,
                    modified_ms: seen.modified_ms,
                    stamp: seen.stamp,
                });
            }
            Err(reason) if is_folder => self.leave_out(path + "/", reason),
            Err(reason) => self.leave_out(path, reason),
        }
        None
    }

    /// Why an entry is not shown, or for a folder the zone that its entries are in.
    fn judge(
        &mut self,
        frame: &Frame,
        path: &str,
        name: &str,
        seen: Seen,
    ) -> Result<Zone, LeftOutReason> {
        let rules = self.walk.rules;
        if let Some(reason) = rules.refusal(&self.ignores, path, seen.is_folder(), Ask::Everyone) {
            return Err(reason);
        }
        match seen.kind {
            Kind::File => self.bulk.judge_file(&frame.zone, path).map_or(Ok(None), Err),
            Kind::Folder if self.walk.submodules.contains(path) => Err(LeftOutReason::Submodule),
            Kind::Folder if frame.depth >= rules.max_depth => Err(LeftOutReason::TooDeep),
            Kind::Folder => self.bulk.enter(&frame.zone, path, name),
            Kind::Link => Err(links::why_left_out(self.walk.ground, Path::new(path))),
            Kind::Special => Err(LeftOutReason::SpecialFile),
            Kind::Submodule => Err(LeftOutReason::Submodule),
        }
    }

    /// A repository without a working tree has no project in it, only git's own files.
    fn leave_out_store(&mut self, path: String, entries: Vec<Entry>) {
        if !path.is_empty() {
            return self.leave_out(path + "/", LeftOutReason::GitStore);
        }
        let notice = "The root is a bare git repository: its own files are not shown. \
                      Name a folder with files that are checked out.";
        self.tree.notices.push(notice.to_owned());
        for Entry { name, seen } in entries {
            let end = if seen.is_ok_and(|seen| seen.is_folder()) { "/" } else { "" };
            self.leave_out(display_name(&name) + end, LeftOutReason::GitStore);
        }
    }

    fn leave_out(&mut self, path: String, reason: LeftOutReason) {
        self.tree.left_out.push(LeftOut { path, reason });
    }
}

fn kind_of(entry: &Entry) -> Option<Kind> {
    entry.seen.as_ref().ok().map(|seen| seen.kind)
}

/// The position of an ignore file in the table of them, and what it is.
fn ignore_file(entry: &Entry) -> Option<Present> {
    let is_hidden = entry.name.as_encoded_bytes().first() == Some(&b'.');
    let name = is_hidden.then(|| entry.name.to_str()).flatten()?;
    Some((ignore::position(name)?, kind_of(entry)?))
}

/// The order that whole paths have bytewise, so that the walk comes by them in that order: after a folder's
/// name a `/` follows.
fn in_order_of_paths(a: &Entry, b: &Entry) -> Ordering {
    let (left, right) = (a.name.as_encoded_bytes(), b.name.as_encoded_bytes());
    let both = left.len().min(right.len());
    let next = |entry: &Entry, name: &[u8]| {
        let slash = entry.seen.as_ref().is_ok_and(Seen::is_folder).then_some(b'/');
        name.get(both).copied().or(slash)
    };
    left[..both].cmp(&right[..both]).then_with(|| next(a, left).cmp(&next(b, right)))
}

/// Whether these entries are those of a repository's own folder.
fn is_store(entries: &[Entry]) -> bool {
    is_git_store(|name| entries.iter().find(|entry| entry.name == name).and_then(kind_of))
}

/// Opens a folder of a folder that is being walked, never through a link.
fn open_child(ground: &dyn Ground, frame: &mut Frame, name: &str) -> io::Result<Box<dyn Folder>> {
    if frame.handle.is_none() {
        frame.handle = Some(ground.folder(Path::new(&frame.path))?);
    }
    let parent = frame.handle.as_ref().expect("because it was opened right above");
    parent.child(OsStr::new(name))
}
