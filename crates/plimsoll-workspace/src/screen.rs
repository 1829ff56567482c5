//! Judges single paths by the rules that the walk follows: files that are named, files that are gone.

use crate::bulk::{self, Yields};
use crate::git::Tracking;
use crate::ground::{Folder, Ground, Kind, is_git_store};
use crate::ignore::{self, Ask, IgnoreChain, IgnoreFile, Loader};
use crate::left_out::LeftOutReason;
use crate::links;
use crate::path::RelPath;
use crate::rules::WalkRules;
use crate::tree::FileEntry;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::sync::Arc;

/// A file that the user named. Never-send, deny globs and AI ignore files hold, and so do folders of downloaded
/// code; `.gitignore`, `.ignore` and bulk folders that yield to source do not. Links inside the root are
/// followed, and the entry has the real path.
pub fn examine(
    ground: &dyn Ground,
    rules: &WalkRules,
    path: &RelPath,
) -> Result<FileEntry, LeftOutReason> {
    let mut screen = Screen::new(ground, rules);
    // The name as given comes first, so that a link of a forbidden name says what it is.
    screen.judge_named(path)?;
    let real = real_path(ground, path)?;
    screen.judge_named(&real)?;
    check_folders(ground, &real)?;
    let folder = ground.folder(Path::new(real.parent().unwrap_or("")));
    let seen = folder.and_then(|folder| folder.look(OsStr::new(real.file_name())));
    let seen = seen.map_err(|e| LeftOutReason::from_io(&e))?;
    match seen.kind {
        Kind::File => Ok(FileEntry {
            path: real,
            size: seen.size,
            modified_ms: seen.modified_ms,
            stamp: seen.stamp,
        }),
        Kind::Special => Err(LeftOutReason::SpecialFile),
        // It was a file a moment ago.
        _ => Err(LeftOutReason::ChangedWhileReading),
    }
}

/// The path of a file once its links are followed.
fn real_path(ground: &dyn Ground, path: &RelPath) -> Result<RelPath, LeftOutReason> {
    let real = links::resolve(ground, Path::new(path.as_str())).map_err(|reason| match reason {
        LeftOutReason::DanglingLink if !is_there(ground, path) => LeftOutReason::Missing,
        other => other,
    })?;
    if real.is_folder {
        return Err(LeftOutReason::Unreadable { what: "it is a folder".into() });
    }
    real.path_in_tree()
}

/// Whether anything stands at a path, be it a link that leads nowhere.
fn is_there(ground: &dyn Ground, path: &RelPath) -> bool {
    let folder = links::resolve(ground, Path::new(path.parent().unwrap_or("")));
    let folder = folder.ok().and_then(|real| ground.folder(&real.path).ok());
    folder.is_some_and(|folder| folder.look(OsStr::new(path.file_name())).is_ok())
}

/// Every component has to stand in its folder letter by letter, since rules were asked about the name as it
/// was given; and none of the folders may be a repository's own.
fn check_folders(ground: &dyn Ground, path: &RelPath) -> Result<(), LeftOutReason> {
    for prefix in path.prefixes() {
        let (folder, name) = prefix.rsplit_once('/').unwrap_or(("", prefix));
        let folder = ground.folder(Path::new(folder)).map_err(|e| LeftOutReason::from_io(&e))?;
        if !folder.spells(OsStr::new(name)).map_err(|e| LeftOutReason::from_io(&e))? {
            return Err(LeftOutReason::Missing);
        }
        if is_git_store(|name| kind_in(folder.as_ref(), name)) {
            return Err(LeftOutReason::GitStore);
        }
    }
    Ok(())
}

fn kind_in(folder: &dyn Folder, name: &str) -> Option<Kind> {
    folder.look(OsStr::new(name)).ok().map(|seen| seen.kind)
}

/// Keeps the ignore files that it has read, for many paths in a row.
pub(crate) struct Screen<'a> {
    ground: &'a dyn Ground,
    rules: &'a WalkRules,
    ignore_files: BTreeMap<String, Vec<Arc<IgnoreFile>>>,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(ground: &'a dyn Ground, rules: &'a WalkRules) -> Self {
        Self { ground, rules, ignore_files: BTreeMap::new() }
    }

    fn judge_named(&mut self, path: &RelPath) -> Result<(), LeftOutReason> {
        self.judge(path, Ask::OnlyAi).map_or(Ok(()), Err)
    }

    /// Why a file that git knew at this path would not be in the tree if it were still there.
    pub(crate) fn judge_tracked(&mut self, path: &RelPath) -> Option<LeftOutReason> {
        self.judge(path, Ask::Everyone)
    }

    /// Folder by folder, as the walk comes by them.
    fn judge(&mut self, path: &RelPath, ask: Ask) -> Option<LeftOutReason> {
        let mut chain = IgnoreChain::new();
        let mut folder = "";
        for prefix in path.prefixes() {
            chain.enter(self.ignore_files_of(folder, &chain));
            let is_folder = prefix.len() < path.as_str().len();
            let by_rule = self.rules.refusal(&chain, prefix, is_folder, ask);
            let reason = by_rule.or_else(|| is_folder.then(|| self.judge_bulk(prefix, ask))?);
            if reason.is_some() {
                return reason;
            }
            folder = prefix;
        }
        None
    }

    /// Whether a folder of downloaded code or build output gives way neither to git nor, where a file in it is
    /// named, to the request: an issue of a tool's making may name it too.
    fn judge_bulk(&self, folder: &str, ask: Ask) -> Option<LeftOutReason> {
        let may_be_source = match ask {
            Ask::OnlyAi => true,
            Ask::Everyone => !matches!(self.rules.tracked, Tracking::Unknown),
        };
        let denies = match bulk::of(folder.rsplit('/').next().unwrap_or(folder))? {
            Yields::Never => true,
            Yields::ToSource => !self.rules.lift_bulk || !may_be_source,
        };
        denies.then(|| LeftOutReason::Bulk { folder: format!("{folder}/") })
    }

    fn ignore_files_of(&mut self, folder: &str, above: &IgnoreChain) -> &[Arc<IgnoreFile>] {
        if !self.ignore_files.contains_key(folder) {
            // A folder that is gone has no rules. Notices are the walk's to give.
            let files = self.ground.folder(Path::new(folder)).map_or_else(
                |_| Vec::new(),
                |open| {
                    let present = ignore::present(|name| kind_in(open.as_ref(), name));
                    Loader::new(self.ground).load(folder, &present, above)
                },
            );
            self.ignore_files.insert(folder.to_owned(), files);
        }
        &self.ignore_files[folder]
    }
}
