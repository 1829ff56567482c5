//! What the sources of a composition look at, found once for all of them: the snapshot, what is changed in it, and
//! what was committed lately.

use crate::changes::{ChangedFile, not_shown, working_tree};
use crate::diff::{DiffSide, unified};
use crate::error::Error;
use crate::snapshot::{Snapshot, shown};
use plimsoll_core::glob::Glob;
use plimsoll_core::ladder::Lines;
use plimsoll_core::screened::Screened;
use plimsoll_core::source::Ask;
use plimsoll_workspace::{
    Changes, EditedBy, Git, GitState, Ground, HistoryBounds, HistoryError, LeftOutReason, Mode,
    Reach, RecentEdit, RelPath, Revision, decode, recent_edits,
};
use std::collections::{BTreeMap, BTreeSet};

/// What is older is not recent: seed A's oldest bucket begins there.
pub(super) const DAY_MS: i64 = 86_400_000;
/// So many of the newest commits are looked at.
const MOST_COMMITS: usize = 20;
/// So many files that they changed are shown.
const MOST_FILES: usize = 50;

pub(super) struct Scene<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) ask: &'a Ask,
    /// What differs from the last commit, by path.
    pub(super) changes: Vec<ChangedFile>,
    /// What the commits of the last day changed, newest first.
    pub(super) committed: Vec<ChangedFile>,
    /// How many files those commits touched, shown or not.
    pub(super) committed_files: usize,
}

impl<'a> Scene<'a> {
    /// Looks around. What the user should know comes with it.
    pub(super) fn look(
        snapshot: &'a Snapshot<'a>,
        ask: &'a Ask,
        hidden: &[Glob],
    ) -> Result<(Self, Vec<String>), Error> {
        let (changes, mut notices) = working_tree(snapshot, hidden);
        let mut scene = Self { snapshot, ask, changes, committed: Vec::new(), committed_files: 0 };
        // Where a revision is read, nothing is recent: its commits are as old as they are.
        if let (GitState::Ready(git), None) = (&snapshot.git, snapshot.workspace().revision()) {
            scene.look_back(git, &mut notices)?;
        }
        Ok((scene, notices))
    }

    fn look_back(&mut self, git: &Git, notices: &mut Vec<String>) -> Result<(), Error> {
        let snapshot = self.snapshot;
        let since_ms = Some(self.ask.as_of_ms.saturating_sub(DAY_MS).saturating_add(1));
        let bounds = HistoryBounds { commits: MOST_COMMITS, since_ms, ..HistoryBounds::default() };
        let history =
            git.history(bounds, snapshot.workspace().progress()).map_err(|error| match error {
                HistoryError::Cancelled(_) => Error::Interrupted,
                other => Error::Source { name: "recent_edits".to_owned(), what: other.to_string() },
            })?;
        // Without what stood before them nobody can say what commits did.
        let is_cut = history.before.is_none() && history.reach != Reach::Complete;
        if history.commits.is_empty() || is_cut {
            return Ok(());
        }
        let edits = recent_edits(&history, &Changes::default(), &snapshot.survey.tree);
        self.committed_files = edits.len();
        let revision = |rev: &str| Revision::open(git, rev).ok();
        let Some(head) = revision("HEAD") else { return Ok(()) };
        let base = history.before.as_deref().map(revision);
        if matches!(base, Some(None)) {
            return Ok(());
        }
        let base = base.flatten();
        for edit in edits.into_iter().take(MOST_FILES) {
            let RecentEdit { path, at_ms, by } = edit;
            debug_assert!(matches!(by, EditedBy::Commit { .. }), "no change was handed over");
            match self.committed_diff(&path, base.as_ref(), &head) {
                Ok(Some((diff, is_new))) => self.committed.push(ChangedFile {
                    path: path.as_str().to_owned(),
                    was_at: None,
                    part: 0,
                    diff,
                    is_new,
                    modified_ms: at_ms,
                }),
                Ok(None) => {}
                Err(why) => notices.push(not_shown(path.as_str(), &why)),
            }
        }
        Ok(())
    }

    /// What commits did to a file that may be shown; and whether it is new by them.
    fn committed_diff(
        &self,
        path: &RelPath,
        base: Option<&Revision>,
        head: &Revision,
    ) -> Result<Option<(String, bool)>, String> {
        if self.snapshot.file(path.as_str()).is_none() {
            return Ok(None);
        }
        let old = base.map(|base| self.stored(base, path)).transpose()?.flatten();
        let new = self.stored(head, path)?;
        let is_new = old.is_none();
        let [old, new] = [&old, &new]
            .map(|side| side.as_ref().map(|text| DiffSide { text: text.text(), mode: Mode::File }));
        Ok(unified(path.as_str(), old, new).map(|diff| (diff, is_new)))
    }

    /// A file of a commit, screened; nothing where the commit does not have it.
    fn stored(&self, revision: &Revision, path: &RelPath) -> Result<Option<Screened>, String> {
        let workspace = self.snapshot.workspace();
        let bytes = match revision.read(path, workspace.values().paths.max_file_bytes) {
            Ok(bytes) => bytes,
            Err(LeftOutReason::Missing) => return Ok(None),
            Err(reason) => return Err(reason.describe()),
        };
        let text = decode(bytes).map_err(|reason| reason.describe())?;
        let text = self.snapshot.survey.attributes.with_stored_line_ends(path.as_str(), text);
        self.snapshot.screened(path.as_str(), &text.text).map(Some)
    }

    /// The files that this is about: those that are changed, where they are and were, and those that the request names.
    pub(super) fn focus(&self) -> BTreeSet<&str> {
        let named = self.ask.files.iter().map(String::as_str);
        self.changes.iter().flat_map(ChangedFile::paths).chain(named).collect()
    }

    /// What is said of files that the request names and that are not there to be shown.
    pub(super) fn unknown_files(&self) -> Vec<String> {
        let is_changed = |file: &str| self.changes.iter().any(|one| one.paths().any(|p| p == file));
        let files = self.ask.files.iter();
        let unknown = files.filter(|file| self.snapshot.file(file).is_none() && !is_changed(file));
        let told = unknown.map(|file| {
            let file = shown(file);
            format!("{file} is named and is not there to be shown; `plimsoll why` says more")
        });
        told.collect()
    }

    /// Where a changed file differs.
    pub(super) fn edits(&self, path: &str) -> Vec<Lines> {
        let of_it = self.changes.iter().filter(|change| change.path == path);
        of_it.flat_map(ChangedFile::edits).collect()
    }

    /// What the changed files hold, by its hash.
    pub(super) fn contents(&self) -> BTreeSet<[u8; 32]> {
        let known = self.changes.iter().filter_map(|change| self.snapshot.file(&change.path));
        known.map(|file| file.content).collect()
    }

    pub(super) fn is_named(&self, path: &str) -> bool {
        self.ask.files.iter().any(|file| file == path)
    }

    /// How long ago files were last written, or committed in the last day.
    pub(super) fn ages_ms(&self) -> BTreeMap<&str, i64> {
        let both = self.committed.iter().chain(&self.changes);
        let age = |time: i64| self.ask.as_of_ms.saturating_sub(time);
        both.filter_map(|one| Some((one.path.as_str(), age(one.modified_ms?)))).collect()
    }
}
