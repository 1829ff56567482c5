//! The compose door (seed A): an event in a workspace in, a composition by lanes out.

mod output;
mod policy;
mod sources;

pub use output::Composition;

use crate::call::Call;
use crate::error::Error;
use crate::limits::token_or_character_limit;
use crate::passage::Outcome;
use crate::reading::Wanted;
use crate::request::parse;
use crate::screening::screen_request;
use crate::shape::{Shape, optional, required};
use crate::workspace::Workspace;
use plimsoll_core::budget::Budget;
use plimsoll_core::candidate::{Candidate, Draft, Name, Position, section};
use plimsoll_core::capsule::AdmissionRules;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::fit::{Group, programs};
use plimsoll_core::lanes;
use plimsoll_core::limit::Unit;
use plimsoll_core::score::{Scoring, Vitals};
use plimsoll_core::screened::Screened;
use plimsoll_core::source::{Ask, Source};
use plimsoll_core::vocab::{ArtifactKind, Door, Format, Lane, Origin};
use serde_json::{Map, Value, json};
use std::collections::BTreeMap;

/// What `compose` is asked.
#[derive(Debug, Clone)]
pub struct ComposeRequest {
    /// What happened. Any word; it is part of the cache's key.
    pub event: String,
    pub keywords: Vec<String>,
    pub files: Vec<String>,
    /// The time from which ages are counted, in milliseconds since 1970.
    pub as_of_ms: i64,
    /// The budget, where it is not that of the settings.
    pub budget: Option<Budget>,
    /// Joined with those of the policy; they cannot take any of them away.
    pub constraints: Constraints,
    pub vitals: Vitals,
    pub workspace_fingerprint: Option<String>,
    pub commitish: Option<String>,
    pub format: Format,
}

impl ComposeRequest {
    pub fn new(event: impl Into<String>, as_of_ms: i64) -> Self {
        Self {
            event: event.into(),
            keywords: Vec::new(),
            files: Vec::new(),
            as_of_ms,
            budget: None,
            constraints: Constraints::default(),
            vitals: Vitals::default(),
            workspace_fingerprint: None,
            commitish: None,
            format: Format::Markdown,
        }
    }
}

const MATCHER: Shape = Shape::Object(&[
    required("type", Shape::Word(&["id", "kind", "lane", "pattern"])),
    optional("id", Shape::Text),
    optional("kind", Shape::Text),
    optional("lane", Shape::Text),
    optional("pattern", Shape::Text),
]);
const CONSTRAINT: Shape =
    Shape::Object(&[required("match", MATCHER), required("reason", Shape::Text)]);
const REQUIREMENT: Shape = Shape::Object(&[
    required(
        "lane",
        Shape::Word(&["policy", "rules", "local", "structure", "retrieved", "history"]),
    ),
    required("minTokens", Shape::Whole),
    required("reason", Shape::Text),
]);
const CONSTRAINTS: Shape = Shape::Object(&[
    optional("mustInclude", Shape::List(&CONSTRAINT)),
    optional("mustExclude", Shape::List(&CONSTRAINT)),
    optional("pinned", Shape::List(&CONSTRAINT)),
    optional("laneRequirements", Shape::List(&REQUIREMENT)),
]);

/// Reads constraints from foreign JSON, or says everything that is wrong with them.
pub fn constraints_from_json(value: &Value) -> Result<Constraints, Error> {
    let constraints: Constraints = parse(value, &CONSTRAINTS)?;
    match constraints.compile() {
        Ok(_) => Ok(constraints),
        Err(error) => Err(Error::invalid(error.to_string())),
    }
}

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
        let snapshot = self.snapshot(Wanted::default())?;
        let mut left_out = snapshot.left_out.clone();
        let mut notices = Vec::new();

        let ask = Ask {
            keywords: request.keywords.clone(),
            files: request.files.clone(),
            as_of_ms: request.as_of_ms,
        };
        let built_in = sources::built_in(self, &snapshot);
        let mut drafts = Vec::new();
        let all = built_in.iter().map(AsRef::as_ref).chain(own_sources.iter().copied());
        for source in all {
            let gathered = source
                .gather(&ask, self.progress())
                .map_err(|error| Error::from_source(source.name(), error))?;
            drafts.extend(gathered.drafts);
            notices.extend(gathered.notices);
        }
        let drafts = unique(drafts)?;
        let mut candidates = self.screen_drafts(drafts, &mut left_out)?;
        for candidate in &mut candidates {
            adjust(candidate, &request.vitals);
        }
        let rules_digest = output::rules_digest(&candidates, self.values());
        candidates.push(how_to_read());

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
        }));
        let constraints = serde_json::from_value(asked.take("constraints"))
            .expect("screening replaces texts by texts, so they are still constraints");
        let call = Call {
            door: Door::Compose,
            request: asked,
            limit,
            format: request.format,
            groups,
            program: programs::compose(),
            admission: Some(AdmissionRules { budget, constraints }),
            notice_section: None,
            candidates,
            left_out,
            refusal: is_clean.err(),
            as_of_ms: request.as_of_ms,
            notices,
            remarks: Vec::new(),
        };
        let passage = self.pass(&snapshot, call)?;
        Ok(passage.outcome(|_, _| Map::new(), Composition::new))
    }
}

/// The rules by which the document is read stand in it, whatever the budget is.
fn how_to_read() -> Candidate {
    let name = Name::Title("How to read this document".to_owned());
    let text = Screened::ours(crate::words::HOW_TO_READ);
    let rules = Candidate::new("rules", FRAME, Origin::Plimsoll, name, text);
    let position = Position { section: section::RULES_OF_THE_CALL, ..rules.position.clone() };
    Candidate { required: true, position, ..rules }
}

/// Vitals move the relevance of lanes and of what is recent (A20).
fn adjust(candidate: &mut Candidate, vitals: &Vitals) {
    if let (Scoring::Signals(signals), Some(lane)) =
        (&mut candidate.scoring, Lane::from_name(&candidate.group))
    {
        *signals = signals.adjusted(lane, vitals);
    }
}

/// Two candidates with one name: the same content counts once, different content is an error (A10).
fn unique(drafts: Vec<Draft>) -> Result<Vec<Draft>, Error> {
    let mut by_name: BTreeMap<(String, String, Name, u32), Draft> = BTreeMap::new();
    let mut problems = Vec::new();
    for mut draft in drafts {
        // What must be in is for constraints to say.
        draft.required = false;
        if ArtifactKind::from_name(&draft.kind).is_none() || Lane::from_name(&draft.group).is_none()
        {
            problems.push(format!(
                "a source gave an artifact of kind `{}` in lane `{}`, and there is no such kind or lane",
                draft.kind, draft.group
            ));
            continue;
        }
        let key = (draft.kind.clone(), draft.group.clone(), draft.name.clone(), draft.chunk);
        match by_name.get(&key) {
            None => drop(by_name.insert(key, draft)),
            Some(known) if known.text == draft.text => {}
            Some(_) => problems.push(format!(
                "two artifacts of kind {} have the name {} and chunk {}, but different contents",
                key.0,
                crate::snapshot::shown(key.2.as_str()),
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
