//! Judges single paths by the rules that the walk follows: files that are named, files that are gone.

use crate::ignore_rules::{self, Ask, IgnoreChain, IgnoreFile};
use crate::jail::{Jail, modified_ms};
use crate::left_out::LeftOutReason;
use crate::links;
use crate::never_send::{self, Yields};
use crate::path::RelPath;
use crate::rules::WalkRules;
use crate::tree::FileEntry;
use std::collections::BTreeMap;
use std::ffi::OsStr;
use std::path::Path;
use std::rc::Rc;

/// A file that the user named. Never-send, deny globs and AI ignore files hold; `.gitignore`, `.ignore`
/// and bulk folders do not. Links inside the root are followed, and the entry has the real path.
pub fn examine(jail: &Jail, rules: &WalkRules, path: &RelPath) -> Result<FileEntry, LeftOutReason> {
    let mut screen = Screen::new(jail, rules);
    // The name as given comes first, so that a link of a forbidden name says what it is.
    screen.judge_named(path)?;
    let real = real_path(jail, path)?;
    screen.judge_named(&real)?;
    if !is_spelled_so(jail, &real) {
        return Err(LeftOutReason::Missing);
    }
    let (_, metadata) = jail.open_file(&real)?;
    Ok(FileEntry { path: real, size: metadata.len(), modified_ms: modified_ms(&metadata) })
}

/// The path of a file once its links are followed.
fn real_path(jail: &Jail, path: &RelPath) -> Result<RelPath, LeftOutReason> {
    let real = links::resolve(jail, Path::new(path.as_str())).map_err(|reason| match reason {
        LeftOutReason::DanglingLink if jail.root().symlink_metadata(path.as_str()).is_err() => {
            LeftOutReason::Missing
        }
        other => other,
    })?;
    if real.is_folder {
        return Err(LeftOutReason::Unreadable { what: "it is a folder".into() });
    }
    real.path.to_str().and_then(RelPath::exact).ok_or(LeftOutReason::NameNotUtf8)
}

/// Whether every component stands in its folder letter by letter. Some file systems open `SECRET` when
/// asked for `secret`, and rules would then be asked about a name that is not the file's.
fn is_spelled_so(jail: &Jail, path: &RelPath) -> bool {
    path.prefixes().all(|prefix| {
        let (folder, name) = prefix.rsplit_once('/').unwrap_or(("", prefix));
        let entries = jail.folder(folder).and_then(|folder| folder.entries());
        entries.is_ok_and(|mut entries| {
            entries.any(|entry| entry.is_ok_and(|entry| entry.file_name() == OsStr::new(name)))
        })
    })
}

/// Keeps the ignore files that it has read, for many paths in a row.
pub(crate) struct Screen<'a> {
    jail: &'a Jail,
    rules: &'a WalkRules,
    ignore_files: BTreeMap<String, Vec<Rc<IgnoreFile>>>,
}

impl<'a> Screen<'a> {
    pub(crate) fn new(jail: &'a Jail, rules: &'a WalkRules) -> Self {
        Self { jail, rules, ignore_files: BTreeMap::new() }
    }

    fn judge_named(&mut self, path: &RelPath) -> Result<(), LeftOutReason> {
        self.judge(path, Ask::OnlyAi).map_or(Ok(()), Err)
    }

    /// Why a file that git knew at this path would not be in the tree if it were still there.
    pub(crate) fn judge_tracked(&mut self, path: &RelPath) -> Option<LeftOutReason> {
        self.judge(path, Ask::Everyone).or_else(|| self.judge_bulk(path))
    }

    fn judge(&mut self, path: &RelPath, ask: Ask) -> Option<LeftOutReason> {
        if let Some(pattern) = never_send::any_pattern_for(path.as_str()) {
            return Some(LeftOutReason::NeverSend { pattern: pattern.to_owned() });
        }
        let mut chain = IgnoreChain::new();
        let mut folder = "";
        for prefix in path.prefixes() {
            chain.enter(self.ignore_files_of(folder));
            let is_folder = prefix.len() < path.as_str().len();
            let reason =
                self.rules.deny.judge(prefix).or_else(|| chain.judge(prefix, is_folder, ask));
            if reason.is_some() {
                return reason;
            }
            folder = prefix;
        }
        None
    }

    fn judge_bulk(&self, path: &RelPath) -> Option<LeftOutReason> {
        let folders = path.prefixes().take_while(|prefix| prefix.len() < path.as_str().len());
        for folder in folders {
            let name = folder.rsplit('/').next().unwrap_or(folder);
            let denies = match never_send::bulk(name) {
                None => false,
                Some(Yields::Never) => true,
                Some(Yields::ToTracked) => self.rules.tracked.is_none(),
            };
            if denies {
                return Some(LeftOutReason::Bulk { folder: format!("{folder}/") });
            }
        }
        None
    }

    fn ignore_files_of(&mut self, folder: &str) -> &[Rc<IgnoreFile>] {
        if !self.ignore_files.contains_key(folder) {
            // A folder that is gone has no rules. Notices are the walk's to give.
            let files = self.jail.folder(folder).map_or_else(
                |_| Vec::new(),
                |dir| ignore_rules::load(self.jail, &dir, folder, &mut Vec::new()),
            );
            self.ignore_files.insert(folder.to_owned(), files);
        }
        &self.ignore_files[folder]
    }
}
