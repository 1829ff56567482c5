//! The compose door (seed A): an event in a workspace in, a composition by lanes out.

mod again;
mod around;
mod events;
mod given;
mod output;
mod policy;
mod request;
mod scene;
mod scoring;
mod sources;
mod vitals;

pub(crate) use again::request_of;
pub(crate) use output::ComposeOutput;
pub use output::Composition;
pub(crate) use request::GivenRequest;
pub use request::{ComposeRequest, KnownVitals, constraints_from_json};

use around::Around;
use scene::Scene;
use sources::{Opened, View};

use crate::build::RefusalReports;
use crate::call::{Call, Gathered};
use crate::error::Error;
use crate::facts::{Wanted, screen_all};
use crate::limits::token_or_character_limit;
use crate::passage::Outcome;
use crate::recording::Recorded;
use crate::screening::screen_request_again;
use crate::snapshot::{Snapshot, shown};
use crate::words::how_to_read;
use crate::workspace::Workspace;
use plimsoll_core::candidate::{Candidate, Name};
use plimsoll_core::capsule::{AdmissionRules, PassedOver};
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::ladder::Ladder;
use plimsoll_core::lanes;
use plimsoll_core::limit::Unit;
use plimsoll_core::score::{Scoring, Vitals};
use plimsoll_core::source::{Ask, Source};
use plimsoll_core::vocab::{ArtifactKind, Door, Lane, ShrinkStrategy};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

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
        let mut request = request.clone();
        request.check().map_err(Error::Invalid)?;
        let budget = request.budget.clone().unwrap_or_else(|| self.values().budget.clone());
        let limit = token_or_character_limit(budget.total_tokens, Unit::Tokens, None)?;
        let (recorded, trouble) = self.notes();
        let snapshot = self.snapshot(Wanted::NOTHING)?;
        let mut materials = self.gather(&snapshot, &recorded, &request, own_sources)?;
        materials.notices.extend(trouble);
        let policy = policy::constraints(self.values(), &materials.candidates);
        // The request's come first, so that those without a match are named by their place in it.
        let mut constraints = request.constraints.clone();
        constraints.join(policy);
        let rules_digest = output::rules_digest(&materials.candidates, self.values());
        materials.candidates.push(how_to_read(FRAME));

        let mut groups = lanes::groups(&budget, &constraints.lane_requirements);
        groups.push(Group::named(FRAME));
        // A constraint may name an artifact by its id, and an id is as random as a token.
        let own_ids = if constraints.name_ids() {
            self.ids(&snapshot, &materials.candidates)
        } else {
            BTreeSet::new()
        };
        let asked = json!({
            "event": request.event,
            "keywords": request.keywords,
            "files": request.files,
            "workspaceFingerprint": request.workspace_fingerprint,
            "commitish": request.commitish.clone().or_else(|| snapshot.head_commit()),
            "constraints": constraints,
            "rulesDigest": rules_digest,
            "vitals": materials.vitals,
            "given": again::given(&request, own_sources),
        });
        let facts = snapshot.facts.as_ref();
        let (mut asked, is_clean) = screen_request_again(facts, &asked, &own_ids);
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
            overview: None,
            as_of_ms: request.as_of_ms,
            gathered: Gathered {
                request: asked,
                candidates: materials.candidates,
                left_out: materials.left_out,
                refusal: is_clean.err(),
                notices: materials.notices,
                remarks: Vec::new(),
            },
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(|_, _| RefusalReports::default(), Composition::new))
    }

    /// Asks every source that is switched on, and has what it gives screened and adjusted.
    fn gather(
        &self,
        snapshot: &Snapshot<'_>,
        recorded: &Recorded,
        request: &ComposeRequest,
        own_sources: &[&dyn Source],
    ) -> Result<Materials, Error> {
        // What is searched for and compared with is kept, if only as a hash.
        let words = std::iter::once(&request.event).chain(&request.keywords).cloned().collect();
        let mut words = screen_all(snapshot.facts.as_ref(), words).into_iter();
        let ask = Ask {
            event: words.next().unwrap_or_default(),
            keywords: words.collect(),
            files: request.files.clone(),
            as_of_ms: request.as_of_ms,
        };
        let is_on = |name: &str| {
            let switched = request.sources.get(name).copied();
            switched.unwrap_or_else(|| self.values().sources.is_on(name))
        };
        let hidden = policy::hidden(self.values(), &request.constraints);
        let look = || Scene::look(snapshot, &ask, &hidden);
        let (scene, mut notices) = snapshot.with_fingerprint(look)?;
        notices.extend(events::notice(&ask.event));
        notices.extend(scene.unknown_files());
        let around = Around::look(&scene, sources::sought(is_on))?;
        let view = View { scene: &scene, around: &around, recorded, opened: Opened::default() };
        let built_in = sources::built_in(&view, is_on);
        let (mut drafts, mut candidates) = (request.artifacts.clone(), Vec::new());
        let (mut passed_over, mut told) = (Vec::new(), Vec::new());
        for source in built_in.iter().map(AsRef::as_ref).chain(own_sources.iter().copied()) {
            let gathered = source
                .gather(&ask, self.progress())
                .map_err(|error| Error::from_source(source.name(), error))?;
            drafts.extend(gathered.drafts);
            candidates.extend(gathered.candidates);
            passed_over.extend(gathered.passed_over);
            told.extend(gathered.notices);
        }
        notices.extend(screen_all(snapshot.facts.as_ref(), told));
        let mut left_out = snapshot.left_out.clone();
        let texts = passed_over.iter().flat_map(|out| [out.path.clone(), out.detail.clone()]);
        let mut texts = screen_all(snapshot.facts.as_ref(), texts.collect()).into_iter();
        let mut screened = || texts.next().expect("each has two texts");
        left_out.extend(passed_over.into_iter().map(|out| {
            let (path, detail) = (screened(), screened());
            PassedOver { path, detail, ..out }
        }));
        candidates.extend(self.screen_drafts(snapshot.facts.as_ref(), drafts, &mut left_out)?);
        let mut candidates = accepted(candidates)?;
        let vitals = request.vitals.or(vitals::measure(&scene));
        for candidate in &mut candidates {
            adjust(candidate, &request.event, &vitals);
        }
        left_out.sort();
        Ok(Materials { candidates, left_out, notices, vitals })
    }
}

/// What a composition is made of.
struct Materials {
    candidates: Vec<Candidate>,
    left_out: Vec<PassedOver>,
    notices: Vec<String>,
    vitals: Vitals,
}

/// What happened makes some kinds more relevant, and vitals move lanes and what is recent (A20).
fn adjust(candidate: &mut Candidate, event: &str, vitals: &Vitals) {
    let (kind, lane) =
        (ArtifactKind::from_name(&candidate.kind), Lane::from_name(&candidate.group));
    if let (Scoring::Signals(signals), Some(kind), Some(lane)) =
        (&mut candidate.scoring, kind, lane)
    {
        if events::is_about(event, kind) {
            signals.relevance = (signals.relevance + events::MORE_RELEVANT).min(1000);
        }
        *signals = signals.adjusted(lane, vitals);
    }
}

/// What sources gave, as it may be offered. Two candidates with one name: the same content counts once, different
/// content is an error (A10).
fn accepted(candidates: Vec<Candidate>) -> Result<Vec<Candidate>, Error> {
    let mut by_name: BTreeMap<(String, String, Name, u32), Candidate> = BTreeMap::new();
    let mut problems = Vec::new();
    for mut candidate in candidates {
        let (kind, lane) =
            (ArtifactKind::from_name(&candidate.kind), Lane::from_name(&candidate.group));
        let (Some(kind), Some(_)) = (kind, lane) else {
            problems.push(format!(
                "a source gave an artifact of kind `{}` in lane `{}`, and there is no such kind or lane",
                candidate.kind, candidate.group
            ));
            continue;
        };
        // What must be in is for constraints to say, and what never shrinks for the seed (A12).
        candidate.required = false;
        if kind.shrink_strategy() == ShrinkStrategy::Never {
            candidate.ladder = Ladder::Fixed;
        }
        let key = (
            candidate.kind.clone(),
            candidate.group.clone(),
            candidate.name.clone(),
            candidate.chunk,
        );
        match by_name.get(&key) {
            None => drop(by_name.insert(key, candidate)),
            Some(known) if known.text == candidate.text => {}
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
