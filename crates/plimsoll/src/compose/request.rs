//! What `compose` is asked (seed A).

use crate::error::Error;
use crate::request::parse;
use plimsoll_core::budget::Budget;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::score::Vitals;
use plimsoll_core::vocab::Format;
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

/// Reads constraints from foreign JSON, or says everything that is wrong with them.
pub fn constraints_from_json(value: &Value) -> Result<Constraints, Error> {
    let constraints: Constraints = parse(value)?;
    match constraints.compile() {
        Ok(_) => Ok(constraints),
        Err(error) => Err(Error::invalid(error.to_string())),
    }
}
