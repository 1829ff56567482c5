//! Refusal is a result: it has a code, the numbers, and what to do next.

use crate::vocab::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

names! {
    RefusalCode {
        ContextTooLarge = "ContextTooLarge",
        SecretRisk = "SecretRisk",
        AmbiguousTarget = "AmbiguousTarget",
        TargetNotFound = "TargetNotFound",
        TargetDenied = "TargetDenied",
        TargetUnreadable = "TargetUnreadable",
    }
}

/// Why nothing was loaded, and what would help.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Refusal {
    pub code: RefusalCode,
    /// One sentence.
    pub message: String,
    /// What to do next, most helpful first.
    pub advice: Vec<String>,
    /// The numbers and names behind the sentence.
    #[schemars(with = "serde_json::Map<String, Value>")]
    pub details: Value,
}
