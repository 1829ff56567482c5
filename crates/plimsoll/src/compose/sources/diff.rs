//! The working tree's changes, one artifact for each file.

use super::keyword_relevance;
use crate::changes::{ChangedFile, working_tree};
use crate::snapshot::Snapshot;
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::ladder;
use plimsoll_core::progress::Progress;
use plimsoll_core::score::{Scoring, Signals, recency_bucket};
use plimsoll_core::source::{Ask, Gathered, Source, SourceError};
use plimsoll_core::vocab::{ArtifactKind, Origin};

pub(super) struct WorkingTreeDiff<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
}

impl Source for WorkingTreeDiff<'_> {
    fn name(&self) -> &str {
        "diff"
    }

    fn gather(&self, ask: &Ask, _progress: &dyn Progress) -> Result<Gathered, SourceError> {
        let (changes, notices) = working_tree(self.snapshot);
        let drafts = changes.iter().map(|change| draft(change, ask)).collect();
        Ok(Gathered { drafts, notices })
    }
}

/// What is being changed is what matters most: a change is highly specific and as risky as code that
/// nobody has reviewed. It is fully relevant when the request names its file.
fn draft(change: &ChangedFile, ask: &Ask) -> Draft {
    // A new file is work in progress as well, but it is not pinned: a fresh folder is all new files.
    let kind = if change.is_new { ArtifactKind::RecentEdit } else { ArtifactKind::LocalDiff };
    let named = ask.files.contains(&change.path);
    let by_words = keyword_relevance(&change.diff, &ask.keywords).max(500);
    let age = change.modified_ms.map(|modified| ask.as_of_ms.saturating_sub(modified));
    let signals = Signals {
        recency_bucket: age.map_or(0, recency_bucket),
        relevance: if named { 1000 } else { by_words },
        specificity: 900,
        risk: 700,
    };
    let name = Name::Path(change.path.clone());
    let text = change.diff.clone();
    let draft = Candidate::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
    Candidate {
        chunk: change.part,
        scoring: Scoring::Signals(signals),
        language: Some("diff".to_owned()),
        ladder: ladder::diff(&change.diff, &[]),
        ..draft
    }
    .at(section::CHANGES, 0)
}
