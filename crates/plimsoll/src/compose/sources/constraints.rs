//! The constraints of the settings, each an artifact.

use super::View;
use crate::compose::scoring;
use plimsoll_core::candidate::{Candidate, Draft, Name, section};
use plimsoll_core::score::Scoring;
use plimsoll_core::source::{Gathered, SourceError};
use plimsoll_core::vocab::ArtifactKind;
use plimsoll_workspace::settings::StandingConstraint;

pub(super) fn gather(view: &View<'_>) -> Result<Gathered, SourceError> {
    let constraints = &view.scene.snapshot.workspace().values().constraints;
    let drafts = constraints.iter().map(|constraint| draft(view, constraint)).collect();
    Ok(Gathered { drafts, ..Gathered::default() })
}

fn draft(view: &View<'_>, constraint: &StandingConstraint) -> Draft {
    let StandingConstraint { id, text, origin } = constraint;
    let kind = ArtifactKind::Constraint;
    let signals = scoring::constraint(view.bearing_of_text(text, None));
    let (name, text) = (Name::Title(id.clone()), format!("{}\n", text.trim_end()));
    let draft = Candidate::new(kind.name(), kind.lane().name(), *origin, name, text);
    Candidate { scoring: Scoring::Signals(signals), ..draft }.at(section::RULE_DOCUMENTS, 0)
}
