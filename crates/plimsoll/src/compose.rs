//! The compose door (seed A): an event in a workspace in, a composition by lanes out.

mod again;
mod output;
mod policy;
mod request;
mod sources;

pub(crate) use again::request_of;
pub(crate) use output::ComposeOutput;
pub use output::Composition;
pub use request::{ComposeRequest, constraints_from_json};

use crate::build::RefusalReports;
use crate::call::{Call, Gathered};
use crate::error::Error;
use crate::facts::Wanted;
use crate::limits::token_or_character_limit;
use crate::passage::Outcome;
use crate::screening::screen_request;
use crate::snapshot::shown;
use crate::words::how_to_read;
use crate::workspace::Workspace;
use plimsoll_core::candidate::{Candidate, Draft, Name};
use plimsoll_core::capsule::AdmissionRules;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::ladder::Ladder;
use plimsoll_core::lanes;
use plimsoll_core::limit::Unit;
use plimsoll_core::score::{Scoring, Vitals};
use plimsoll_core::source::{Ask, Source};
use plimsoll_core::vocab::{ArtifactKind, Door, Lane, ShrinkStrategy};
use serde_json::json;
use std::collections::BTreeMap;

/// The group of what frames a composition. It is no lane.
const FRAME: &str = "frame";

/// What to do when what is pinned alone is above the total.
pub(crate) const TOO_LARGE: &[&str] = &[
    "raise the budget (--budget)",
    "commit or stash part of the changes, or set policy.pin_diff = false in your settings",
];

impl Workspace {
    /// Composes what there is to know about an event.
    pub fn compose(&self, request: &ComposeRequest) -> Result<Outcome<Composition>, Error> {
        self.compose_with(request, &[])
    }

    /// The same with sources of the caller's own.
    pub fn compose_with(
        &self,
        request: &ComposeRequest,
        own_sources: &[&dyn Source],
    ) -> Result<Outcome<Composition>, Error> {
        let budget = request.budget.clone().unwrap_or_else(|| self.values().budget.clone());
        let problems = budget.problems();
        if !problems.is_empty() {
            let said = problems.iter().map(|problem| format!("`budget`: {problem}"));
            return Err(Error::Invalid(said.collect()));
        }
        let limit = token_or_character_limit(budget.total_tokens, Unit::Tokens, None)?;
        // The request's come first, so that those without a match are named by their place in it.
        let mut constraints = request.constraints.clone();
        constraints.join(policy::constraints(self.values()));
        let snapshot = self.snapshot(Wanted::NOTHING)?;
        let mut left_out = snapshot.left_out.clone();
        let mut notices = Vec::new();

        let ask = Ask {
            keywords: request.keywords.clone(),
            files: request.files.clone(),
            as_of_ms: request.as_of_ms,
        };
        let built_in = sources::built_in(&snapshot);
        let mut drafts = Vec::new();
        let all = built_in.iter().map(AsRef::as_ref).chain(own_sources.iter().copied());
        for source in all {
            let gathered = source
                .gather(&ask, self.progress())
                .map_err(|error| Error::from_source(source.name(), error))?;
            drafts.extend(gathered.drafts);
            notices.extend(gathered.notices);
        }
        let drafts = accepted(drafts)?;
        let mut candidates = self.screen_drafts(drafts, &mut left_out)?;
        for candidate in &mut candidates {
            adjust(candidate, &request.vitals);
        }
        let rules_digest = output::rules_digest(&candidates, self.values());
        candidates.push(how_to_read(FRAME));

        let mut groups = lanes::groups(&budget, &constraints.lane_requirements);
        groups.push(Group::named(FRAME));
        let (mut asked, is_clean) = screen_request(json!({
            "event": request.event,
            "keywords": request.keywords,
            "files": request.files,
            "workspaceFingerprint": request.workspace_fingerprint,
            "commitish": request.commitish.clone().or_else(|| snapshot.head_commit()),
            "constraints": constraints,
            "rulesDigest": rules_digest,
            "given": again::given(request, own_sources),
        }));
        let constraints = serde_json::from_value(asked.take("constraints"))
            .expect("screening replaces texts by texts, so they are still constraints");
        let call = Call {
            door: Door::Compose,
            limit,
            format: request.format,
            groups,
            program: programs::compose(),
            admission: Some(AdmissionRules { budget, constraints }),
            notice_section: None,
            as_of_ms: request.as_of_ms,
            gathered: Gathered {
                request: asked,
                candidates,
                left_out,
                refusal: is_clean.err(),
                notices,
                remarks: Vec::new(),
            },
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(|_, _| RefusalReports::default(), Composition::new))
    }
}

/// Vitals move the relevance of lanes and of what is recent (A20).
fn adjust(candidate: &mut Candidate, vitals: &Vitals) {
    if let (Scoring::Signals(signals), Some(lane)) =
        (&mut candidate.scoring, Lane::from_name(&candidate.group))
    {
        *signals = signals.adjusted(lane, vitals);
    }
}

/// What sources gave, as it may be offered. Two candidates with one name: the same content counts once, different
/// content is an error (A10).
fn accepted(drafts: Vec<Draft>) -> Result<Vec<Draft>, Error> {
    let mut by_name: BTreeMap<(String, String, Name, u32), Draft> = BTreeMap::new();
    let mut problems = Vec::new();
    for mut draft in drafts {
        let (kind, lane) = (ArtifactKind::from_name(&draft.kind), Lane::from_name(&draft.group));
        let (Some(kind), Some(_)) = (kind, lane) else {
            problems.push(format!(
                "a source gave an artifact of kind `{}` in lane `{}`, and there is no such kind or lane",
                draft.kind, draft.group
            ));
            continue;
        };
        // What must be in is for constraints to say, and what never shrinks for the seed (A12).
        draft.required = false;
        if kind.shrink_strategy() == ShrinkStrategy::Never {
            draft.ladder = Ladder::Fixed;
        }
        let key = (draft.kind.clone(), draft.group.clone(), draft.name.clone(), draft.chunk);
        match by_name.get(&key) {
            None => drop(by_name.insert(key, draft)),
            Some(known) if known.text == draft.text => {}
            Some(_) => problems.push(format!(
                "two artifacts of kind {} have the name {} and chunk {}, but different contents",
                key.0,
                shown(key.2.as_str()),
                key.3
            )),
        }
    }
    if problems.is_empty() {
        Ok(by_name.into_values().collect())
    } else {
        Err(Error::Invalid(problems))
    }
}
