//! What `compose` is asked (seed A).

use crate::error::Error;
use crate::request::parse;
use crate::shape::{Shape, optional, required};
use plimsoll_core::budget::Budget;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::score::Vitals;
use plimsoll_core::vocab::{Format, Lane};
use serde_json::Value;

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
    required("lane", Shape::Word(Lane::NAMES)),
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
