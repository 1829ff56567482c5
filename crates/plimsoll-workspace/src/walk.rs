//! The walk: every file below the root, or why it is not shown.
//!
//! Depth first with a stack of its own, so that depth costs no call stack, and with a bounded number of
//! folder handles. Folders are read whole and sorted, so nothing depends on the file system's order.

use crate::bulk::{Bulk, Zone};
use crate::ground::{Entry, Folder, Ground, Kind, Seen, is_git_store};
use crate::ignore_rules::{self, Ask, IgnoreChain, IgnoreFile, Present};
use crate::left_out::{LeftOut, LeftOutReason, display_name};
use crate::links;
use crate::never_send;
use crate::notices;
use crate::path::{RelPath, join};
use crate::rules::WalkRules;
use crate::tree::{FileEntry, Tree, WalkError};
use plimsoll_core::progress::Progress;
use std::cmp::Ordering;
use std::ffi::OsStr;
use std::io;
use std::path::Path;
use std::rc::Rc;
use std::vec;

/// So many folder handles are kept; those further up are opened again on the way back.
const OPEN_FOLDERS: usize = 64;

/// Lists every file below the root that may be shown, and everything else with its reason.
pub fn walk(
    ground: &dyn Ground,
    rules: &WalkRules,
    progress: &dyn Progress,
) -> Result<Tree, WalkError> {
    progress.begin("walk", None);
    let mut walker = Walker {
        ground,
        rules,
        progress,
        tree: Tree::default(),
        ignores: IgnoreChain::new(),
        bulk: Bulk::new(ground, rules),
        seen: 0,
    };
    walker.run()?;
    let mut tree = walker.tree;
    tree.lifted = walker.bulk.lifted;
    tree.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.left_out.sort_unstable();
    tree.lifted.sort_unstable();
    tree.lifted.dedup();
    tree.notices.extend(notices::about(&tree, rules));
    Ok(tree)
}

struct Walker<'a> {
    ground: &'a dyn Ground,
    rules: &'a WalkRules,
    progress: &'a dyn Progress,
    tree: Tree,
    ignores: IgnoreChain,
    bulk: Bulk<'a>,
    seen: usize,
}

/// A folder that is being walked.
struct Frame {
    path: String,
    /// How many folders lie between the root and this one's entries; 0 for the root.
    depth: usize,
    /// Closed while the walk is far below.
    handle: Option<Box<dyn Folder>>,
    /// What is yet to be looked at, in order.
    entries: vec::IntoIter<Entry>,
    /// The bulk folder that this one lies in or is.
    zone: Zone,
    ignore_files: Vec<Rc<IgnoreFile>>,
}

impl Walker<'_> {
    fn run(&mut self) -> Result<(), WalkError> {
        let unreadable = |error: io::Error| WalkError::Root { what: error.kind().to_string() };
        let root = self.ground.folder(Path::new("")).map_err(unreadable)?;
        let entries = self.list(root.as_ref(), "")?.map_err(unreadable)?;
        if is_store(&entries) {
            self.leave_out_store(entries);
            return Ok(());
        }
        let mut stack = vec![self.enter((String::new(), 0), root, entries, None)];
        while let Some(frame) = stack.last_mut() {
            let Some(entry) = frame.entries.next() else {
                self.ignores.leave(&frame.ignore_files);
                stack.pop();
                continue;
            };
            if let Some((name, path, zone)) = self.sort_entry(frame, entry)
                && let Some(below) = self.descend(frame, &name, path, zone)?
            {
                stack.push(below);
                if let Some(far) = stack.len().checked_sub(OPEN_FOLDERS + 1) {
                    stack[far].handle = None;
                }
            }
        }
        Ok(())
    }

    /// Opens a folder of a folder and lists it; nothing if that is not to be.
    fn descend(
        &mut self,
        frame: &mut Frame,
        name: &str,
        path: String,
        zone: Zone,
    ) -> Result<Option<Frame>, WalkError> {
        let listed = match open_child(self.ground, frame, name) {
            Ok(folder) => self.list(folder.as_ref(), &path)?.map(|entries| (folder, entries)),
            Err(error) => Err(error),
        };
        match listed {
            Ok((_, entries)) if is_store(&entries) => {
                self.leave_out(path + "/", LeftOutReason::GitStore);
            }
            Ok((folder, entries)) => {
                return Ok(Some(self.enter((path, frame.depth + 1), folder, entries, zone)));
            }
            Err(error) => self.leave_out(path + "/", LeftOutReason::from_io(&error)),
        }
        Ok(None)
    }

    /// Reads a folder, sorted. The outer error ends the walk, the inner one only leaves the folder out.
    fn list(
        &mut self,
        folder: &dyn Folder,
        path: &str,
    ) -> Result<io::Result<Vec<Entry>>, WalkError> {
        self.progress.check()?;
        let limit = self.rules.max_folder_entries;
        let mut entries = match folder.entries(limit) {
            Ok(Some(entries)) => entries,
            Ok(None) => {
                return Err(WalkError::FolderTooLarge { folder: format!("{path}/"), limit });
            }
            Err(error) => return Ok(Err(error)),
        };
        self.seen = self.seen.saturating_add(entries.len());
        if self.seen > self.rules.max_entries {
            return Err(WalkError::TreeTooLarge { limit: self.rules.max_entries });
        }
        self.progress.advance(entries.len() as u64);
        entries.sort_unstable_by(in_order_of_paths);
        Ok(Ok(entries))
    }

    /// Takes the folder's own rules into account.
    fn enter(
        &mut self,
        (path, depth): (String, usize),
        handle: Box<dyn Folder>,
        entries: Vec<Entry>,
        zone: Zone,
    ) -> Frame {
        let present: Vec<Present> = entries.iter().filter_map(ignore_file).collect();
        let ignore_files = ignore_rules::load(self.ground, &path, &present, &mut self.tree.notices);
        self.ignores.enter(&ignore_files);
        let (handle, entries) = (Some(handle), entries.into_iter());
        Frame { path, depth, handle, entries, zone, ignore_files }
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
            Ok((_, seen)) => self.tree.files.push(FileEntry {
                path: RelPath::from_normalised(path),
                size: seen.size,
                modified_ms: seen.modified_ms,
            }),
            Err(reason) if is_folder => self.leave_out(path + "/", reason),
            Err(reason) => self.leave_out(path, reason),
        }
        None
    }

    /// Why an entry is not shown, or for a folder the zone that its entries are in. The strictest reason
    /// comes first.
    fn judge(
        &mut self,
        frame: &Frame,
        path: &str,
        name: &str,
        seen: Seen,
    ) -> Result<Zone, LeftOutReason> {
        if let Some(pattern) = never_send::pattern_for(path) {
            return Err(LeftOutReason::NeverSend { pattern: pattern.to_owned() });
        }
        if self.rules.is_state(path) {
            return Err(LeftOutReason::OwnState);
        }
        let by_rule = self.rules.deny.judge(path);
        let by_rule = by_rule.or_else(|| self.ignores.judge(path, seen.is_folder(), Ask::Everyone));
        if let Some(reason) = by_rule {
            return Err(reason);
        }
        match seen.kind {
            Kind::File => self.bulk.judge_file(&frame.zone, path).map_or(Ok(None), Err),
            Kind::Folder if frame.depth >= self.rules.max_depth => Err(LeftOutReason::TooDeep),
            Kind::Folder => self.bulk.enter(&frame.zone, path, name),
            Kind::Link => Err(links::why_left_out(self.ground, Path::new(path))),
            Kind::Special => Err(LeftOutReason::SpecialFile),
            Kind::Submodule => Err(LeftOutReason::Submodule),
        }
    }

    /// The root is a repository without a working tree: there is no project in it, only git's own files.
    fn leave_out_store(&mut self, entries: Vec<Entry>) {
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
    Some((ignore_rules::position(entry.name.to_str()?)?, kind_of(entry)?))
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
