//! What is being changed, and what was committed lately: one artifact for each file, which gives way hunk by hunk.

use super::View;
use crate::changes::ChangedFile;
use crate::compose::scoring;
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::ladder;
use plimsoll_core::score::{Scoring, Signals};
use plimsoll_core::source::{Gathered, SourceError};
use plimsoll_core::vocab::{ArtifactKind, Origin};
use std::collections::BTreeSet;

/// Places in the section of changes: what is older comes first, and stays where it is when something is edited.
const COMMITTED: u32 = 0;
const LOCAL: u32 = 1;
/// Where an artifact of a commit stands beside one of the working tree of the same file.
const COMMITTED_CHUNK: u32 = 1 << 16;

/// The working tree against the last commit. A new file is work in progress as well, but it is not pinned: a fresh
/// folder is all new files.
pub(super) fn local(view: &View<'_>) -> Result<Gathered, SourceError> {
    let draft = |change: &ChangedFile| {
        let kind = if change.is_new { ArtifactKind::RecentEdit } else { ArtifactKind::LocalDiff };
        let signals = scoring::local_diff(bearing(view, change), change.changed_lines());
        draft(change, kind, signals, change.part).at(section::CHANGES, LOCAL)
    };
    let drafts = view.scene.changes.iter().map(draft).collect();
    Ok(Gathered { drafts, ..Gathered::default() })
}

/// What the commits of the last day did.
pub(super) fn committed(view: &View<'_>) -> Result<Gathered, SourceError> {
    let near = near(view);
    let draft = |change: &ChangedFile| {
        let is_near = near.is_empty() || near.iter().any(|place| is_at(&change.path, place));
        let signals = scoring::recent_edit(bearing(view, change), change.changed_lines(), is_near);
        let chunk = COMMITTED_CHUNK + change.part;
        draft(change, ArtifactKind::RecentEdit, signals, chunk).at(section::CHANGES, COMMITTED)
    };
    let drafts = view.scene.committed.iter().map(draft).collect();
    Ok(Gathered { drafts, ..Gathered::default() })
}

/// The folders of what is being changed or named, and the files that it needs or that need it.
fn near<'v>(view: &'v View<'_>) -> BTreeSet<&'v str> {
    let focus = view.scene.focus().into_iter();
    let folders = focus.map(|path| path.rfind('/').map_or(path, |at| &path[..=at]));
    let edges = view.around.edges.iter().flat_map(|(from, to)| [from.as_str(), to.as_str()]);
    folders.chain(edges).collect()
}

/// A place is a file, or a folder with `/` at its end.
fn is_at(path: &str, place: &str) -> bool {
    path == place || (place.ends_with('/') && path.starts_with(place))
}

fn bearing(view: &View<'_>, change: &ChangedFile) -> scoring::Bearing {
    let age_ms = change.modified_ms.map(|time| view.age_ms(time));
    view.bearing(&change.path, &change.diff, age_ms)
}

fn draft(change: &ChangedFile, kind: ArtifactKind, signals: Signals, chunk: u32) -> Draft {
    let (name, text) = (Name::Path(change.path.clone()), change.diff.clone());
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
    Candidate {
        chunk,
        scoring: Scoring::Signals(signals),
        language: Some("diff".to_owned()),
        ladder: ladder::diff(&change.diff, &[]),
        ..draft
    }
}
