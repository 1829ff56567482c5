//! The working tree against `HEAD`.
//!
//! The answer is a matter of content: times and the index only save reading where they cannot change it.

use super::compare::{Change, Compare, Compared};
use super::head::{ChangesError, HeadFiles, Stored};
use super::in_order::InOrder;
use super::open::Git;
use crate::attributes::Attributes;
use crate::jail::Jail;
use crate::left_out::{LeftOut, LeftOutReason};
use crate::path::RelPath;
use crate::rules::WalkRules;
use crate::screen::Screen;
use crate::tree::Tree;
use gix::bstr::ByteSlice;
use plimsoll_core::progress::Progress;
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// The working tree against `HEAD`, sorted by path.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Changes {
    pub changes: Vec<Change>,
    /// Files of the tree that changed, or may have, and cannot be shown.
    pub left_out: Vec<LeftOut>,
}

impl Git {
    /// Compares the files and links of the tree, and what is gone, with `HEAD`. What the rules leave out
    /// does not appear, not even as deleted. A file larger than `max_bytes` is left out if it changed.
    pub fn changes(
        &self,
        jail: &Jail,
        rules: &WalkRules,
        attributes: &Attributes,
        tree: &Tree,
        max_bytes: u64,
        progress: &dyn Progress,
    ) -> Result<Changes, ChangesError> {
        let head = self.head_files(rules)?;
        progress.begin("compare with HEAD", Some(tree.files.len() as u64));
        let mut compare = Compare::new(self, jail, attributes, max_bytes);
        let mut found = Changes::default();
        let nested = nested_repositories(tree);
        let is_ours = |path: &RelPath| !path.prefixes().any(|prefix| nested.contains(prefix));
        let mut in_order = head.in_order();
        for file in &tree.files {
            progress.check()?;
            progress.advance(1);
            let old = in_order.next(file.path.as_str());
            if old.is_some() || is_ours(&file.path) {
                found.add(&file.path, compare.file(file, old));
            }
        }
        for path in links(tree) {
            let old = head.get(path.as_str());
            if old.is_some() || is_ours(&path) {
                found.add(&path, compare.link(&path, old));
            }
        }
        for old in self.gone(jail, rules, tree, &head) {
            progress.check()?;
            found.add(&old.path, compare.gone(old));
        }
        found.changes.sort_unstable_by(|a, b| a.path.cmp(&b.path));
        found.left_out.sort_unstable();
        Ok(found)
    }

    /// Files of `HEAD` that are no longer there, and would be shown if they were.
    fn gone<'a>(
        &self,
        jail: &Jail,
        rules: &WalkRules,
        tree: &Tree,
        head: &'a HeadFiles,
    ) -> Vec<&'a Stored> {
        let left_out: BTreeMap<&str, &LeftOutReason> =
            tree.left_out.iter().map(|e| (e.path.trim_end_matches('/'), &e.reason)).collect();
        let not_checked_out = self.not_checked_out();
        let mut screen = Screen::new(jail, rules);
        let mut gone = Vec::new();
        let mut files = InOrder::new(&tree.files, |file| file.path.as_str());
        for old in head.iter() {
            let path = &old.path;
            let is_hidden = |prefix: &str| {
                // A link does not hide what was below it when it was a folder.
                let by = left_out.get(prefix);
                by.is_some_and(|reason| prefix == path.as_str() || !is_of_a_link(reason))
                    || not_checked_out.contains(prefix)
            };
            let known = files.next(path.as_str()).is_some() || path.prefixes().any(is_hidden);
            if !known && screen.judge_tracked(path).is_none() && !is_there(jail, path) {
                gone.push(old);
            }
        }
        gone
    }

    /// What a sparse checkout leaves on purpose.
    fn not_checked_out(&self) -> BTreeSet<&str> {
        let Some(index) = &self.index else { return BTreeSet::new() };
        let skipped = gix::index::entry::Flags::SKIP_WORKTREE;
        let entries = index.entries().iter();
        let sparse = entries.filter(|e| e.mode.is_sparse() || e.flags.contains(skipped));
        sparse
            .filter_map(|e| e.path(index).to_str().ok())
            .map(|p| p.trim_end_matches('/'))
            .collect()
    }
}

impl Changes {
    fn add(&mut self, path: &RelPath, compared: Compared) {
        match compared {
            Ok(change) => self.changes.extend(change),
            Err(reason) => self.left_out.push(LeftOut { path: path.to_string(), reason }),
        }
    }
}

/// Folders with a `.git` of their own, as submodules have: what is new in them is not new here.
fn nested_repositories(tree: &Tree) -> BTreeSet<&str> {
    let left_out = tree.left_out.iter().map(|left| left.path.trim_end_matches('/'));
    left_out.filter_map(|path| path.strip_suffix("/.git")).collect()
}

/// Links that no rule hides. The walk shows none of them, but where one leads to is part of the commit.
fn links(tree: &Tree) -> impl Iterator<Item = RelPath> {
    let links = tree.left_out.iter().filter(|left| is_of_a_link(&left.reason));
    links.filter_map(|left| RelPath::exact(&left.path))
}

/// Whether something is left out for no other reason than that it is a link.
fn is_of_a_link(reason: &LeftOutReason) -> bool {
    matches!(
        reason,
        LeftOutReason::OutsideRoot
            | LeftOutReason::DanglingLink
            | LeftOutReason::LinkLoop
            | LeftOutReason::Duplicate { .. }
    )
}

/// Whether a path has something at its very place, not through a link. A folder may stand where the file
/// was.
fn is_there(jail: &Jail, path: &RelPath) -> bool {
    let folder = jail.dir(Path::new(path.parent().unwrap_or("")));
    let there = folder.and_then(|folder| folder.symlink_metadata(path.file_name()));
    there.is_ok_and(|there| !there.is_dir())
}
