//! The walk: every file below the root, or why it is not shown.
//!
//! Depth first with a stack of its own, so that depth costs no call stack, and with a bounded number of
//! folder handles. Folders are read whole and sorted, so nothing depends on the file system's order.

use crate::ignore_rules::{self, Ask, IgnoreChain, IgnoreFile};
use crate::jail::{Jail, modified_ms};
use crate::left_out::{LeftOut, LeftOutReason, display_name};
use crate::links;
use crate::never_send::{self, Yields};
use crate::path::{RelPath, join};
use crate::rules::WalkRules;
use crate::tree::{FileEntry, Tree, WalkError};
use cap_fs_ext::DirExt;
use cap_std::fs::{Dir, Metadata};
use plimsoll_core::progress::Progress;
use std::ffi::OsString;
use std::io;
use std::path::Path;
use std::rc::Rc;

/// So many folder handles are kept; those further up are opened again on the way back.
const OPEN_FOLDERS: usize = 64;

/// Lists every file below the root that may be shown, and everything else with its reason.
pub fn walk(jail: &Jail, rules: &WalkRules, progress: &dyn Progress) -> Result<Tree, WalkError> {
    progress.begin("walk", None);
    let mut walker = Walker {
        jail,
        rules,
        progress,
        tree: Tree::default(),
        ignores: IgnoreChain::new(),
        seen: 0,
    };
    walker.run()?;
    let mut tree = walker.tree;
    tree.files.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    tree.left_out.sort_unstable();
    tree.lifted.sort_unstable();
    Ok(tree)
}

struct Walker<'a> {
    jail: &'a Jail,
    rules: &'a WalkRules,
    progress: &'a dyn Progress,
    tree: Tree,
    ignores: IgnoreChain,
    seen: usize,
}

/// A folder that is being walked.
struct Frame {
    path: String,
    /// How many folders lie between the root and this one's entries; 0 for the root.
    depth: usize,
    /// Closed while the walk is far below.
    handle: Option<Dir>,
    /// Names of folders yet to be entered, the next one last.
    folders: Vec<String>,
    /// The bulk folder that this one lies in or is: only what git tracks is shown.
    bulk: Option<Rc<str>>,
    ignore_files: Vec<Rc<IgnoreFile>>,
}

struct Entry {
    name: OsString,
    metadata: io::Result<Metadata>,
}

impl Walker<'_> {
    fn run(&mut self) -> Result<(), WalkError> {
        let root = self.jail.folder("");
        let unreadable = |error: io::Error| WalkError::Root { what: error.kind().to_string() };
        let root = root.map_err(unreadable)?;
        let entries = self.list(&root, "")?.map_err(unreadable)?;
        let mut stack = vec![self.enter((String::new(), 0), root, entries, None)];
        while let Some(frame) = stack.last_mut() {
            let Some(name) = frame.folders.pop() else {
                self.ignores.leave(&frame.ignore_files);
                stack.pop();
                continue;
            };
            let path = join(&frame.path, &name);
            let (bulk, depth) = (frame.bulk.clone(), frame.depth + 1);
            match open_child(self.jail, frame, &name) {
                Ok(folder) => match self.list(&folder, &path)? {
                    Ok(entries) => {
                        let bulk = bulk.or_else(|| self.bulk_begins(&path, &name));
                        let frame = self.enter((path, depth), folder, entries, bulk);
                        stack.push(frame);
                        if let Some(far) = stack.len().checked_sub(OPEN_FOLDERS + 1) {
                            stack[far].handle = None;
                        }
                    }
                    Err(error) => self.leave_out(path + "/", LeftOutReason::from_io(&error)),
                },
                Err(error) => self.leave_out(path + "/", LeftOutReason::from_io(&error)),
            }
        }
        Ok(())
    }

    /// Reads a folder, sorted. The outer error ends the walk, the inner one only leaves the folder out.
    fn list(&mut self, folder: &Dir, path: &str) -> Result<io::Result<Vec<Entry>>, WalkError> {
        self.progress.check()?;
        let reader = match folder.entries() {
            Ok(reader) => reader,
            Err(error) => return Ok(Err(error)),
        };
        let mut entries = Vec::new();
        for entry in reader {
            let entry = match entry {
                Ok(entry) => entry,
                Err(error) => return Ok(Err(error)),
            };
            if entries.len() >= self.rules.max_folder_entries {
                let limit = self.rules.max_folder_entries;
                return Err(WalkError::FolderTooLarge { folder: format!("{path}/"), limit });
            }
            entries.push(Entry { name: entry.file_name(), metadata: entry.metadata() });
        }
        self.seen = self.seen.saturating_add(entries.len());
        if self.seen > self.rules.max_entries {
            return Err(WalkError::TreeTooLarge { limit: self.rules.max_entries });
        }
        self.progress.advance(entries.len() as u64);
        entries.sort_unstable_by(|a, b| a.name.cmp(&b.name));
        Ok(Ok(entries))
    }

    /// Sorts the entries of a folder into files, folders to enter, and what is left out.
    fn enter(
        &mut self,
        (path, depth): (String, usize),
        handle: Dir,
        entries: Vec<Entry>,
        bulk: Option<Rc<str>>,
    ) -> Frame {
        let has_rules =
            entries.iter().filter_map(|e| e.name.to_str()).any(ignore_rules::is_ignore_file);
        let ignore_files = if has_rules {
            ignore_rules::load(self.jail, &handle, &path, &mut self.tree.notices)
        } else {
            Vec::new()
        };
        self.ignores.enter(&ignore_files);
        let mut frame =
            Frame { path, depth, handle: Some(handle), folders: Vec::new(), bulk, ignore_files };
        for entry in entries {
            self.sort_entry(&mut frame, entry);
        }
        frame.folders.reverse();
        frame
    }

    fn sort_entry(&mut self, frame: &mut Frame, entry: Entry) {
        let path = join(&frame.path, &display_name(&entry.name));
        let metadata = match entry.metadata {
            Ok(metadata) => metadata,
            Err(error) => return self.leave_out(path, LeftOutReason::from_io(&error)),
        };
        let reason = match entry.name.to_str() {
            None => Some(LeftOutReason::NameNotUtf8),
            Some(name) => self.judge(frame, &path, name, &metadata),
        };
        match (reason, entry.name.into_string()) {
            (None, Ok(name)) if metadata.is_dir() => frame.folders.push(name),
            (None, _) => self.tree.files.push(FileEntry {
                path: RelPath::from_normalised(path),
                size: metadata.len(),
                modified_ms: modified_ms(&metadata),
            }),
            (Some(reason), _) if metadata.is_dir() => self.leave_out(path + "/", reason),
            (Some(reason), _) => self.leave_out(path, reason),
        }
    }

    /// Why an entry is not shown. The strictest reason comes first.
    fn judge(
        &self,
        frame: &Frame,
        path: &str,
        name: &str,
        metadata: &Metadata,
    ) -> Option<LeftOutReason> {
        if let Some(pattern) = never_send::pattern_for(path) {
            return Some(LeftOutReason::NeverSend { pattern: pattern.to_owned() });
        }
        let by_rule = self.rules.deny.judge(path);
        let by_rule =
            by_rule.or_else(|| self.ignores.judge(path, metadata.is_dir(), Ask::Everyone));
        by_rule.or_else(|| {
            if metadata.is_dir() {
                self.judge_folder(frame, path, name)
            } else if metadata.is_symlink() {
                Some(links::why_left_out(self.jail, Path::new(path)))
            } else if !metadata.is_file() {
                Some(LeftOutReason::SpecialFile)
            } else {
                let bulk = frame.bulk.as_ref().filter(|_| !self.rules.tracks(path))?;
                Some(LeftOutReason::Bulk { folder: bulk.to_string() })
            }
        })
    }

    fn judge_folder(&self, frame: &Frame, path: &str, name: &str) -> Option<LeftOutReason> {
        let own = never_send::bulk(name);
        let shows_nothing = own == Some(Yields::Never) || !self.rules.tracks_below(path);
        if own.is_some() && shows_nothing {
            return Some(LeftOutReason::Bulk { folder: format!("{path}/") });
        }
        if let Some(bulk) = frame.bulk.as_ref().filter(|_| shows_nothing) {
            return Some(LeftOutReason::Bulk { folder: bulk.to_string() });
        }
        (frame.depth >= self.rules.max_depth).then_some(LeftOutReason::TooDeep)
    }

    /// A bulk folder that is entered at all shows what git tracks in it, and that is reported.
    fn bulk_begins(&mut self, path: &str, name: &str) -> Option<Rc<str>> {
        never_send::bulk(name)?;
        self.tree.lifted.push(RelPath::from_normalised(path.to_owned()));
        Some(format!("{path}/").into())
    }

    fn leave_out(&mut self, path: String, reason: LeftOutReason) {
        self.tree.left_out.push(LeftOut { path, reason });
    }
}

/// Opens a folder of a folder that is being walked, never through a link.
fn open_child(jail: &Jail, frame: &mut Frame, name: &str) -> io::Result<Dir> {
    let parent = match frame.handle.take() {
        Some(handle) => handle,
        None => jail.folder(&frame.path)?,
    };
    let child = parent.open_dir_nofollow(name);
    frame.handle = Some(parent);
    child
}
