//! The lines of an exported log, as they are written and read again.

use crate::error::Error;
use plimsoll_core::record::Record;
use plimsoll_core::store::{LineContent, LogLine, SignedHead, StoreError};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The form of an exported log; its first line says it.
pub(crate) const EXPORT_FORM: &str = "plimsoll.log.1";

/// A line of an exported log.
#[derive(Debug, Serialize, JsonSchema)]
#[serde(untagged)]
pub enum ExportLine {
    First(First),
    Place(Place),
    Last(Last),
}

/// Where the log begins.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct First {
    pub(crate) form: String,
    pub(crate) start: SignedHead,
}

/// Where it ends.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Last {
    pub(crate) head: SignedHead,
}

/// A decision, or what is left of one that was removed.
#[derive(Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Place {
    pub(crate) sequence: u64,
    pub(crate) hash: String,
    /// To the letter: the hash covers it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schemars(with = "Option<Record>")]
    pub(crate) record: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) digest: Option<String>,
}

impl ExportLine {
    pub(crate) fn first(start: SignedHead) -> Self {
        Self::First(First { form: EXPORT_FORM.to_owned(), start })
    }

    /// A place of the log as others read it.
    pub(crate) fn place(line: &LogLine) -> Result<Self, Error> {
        let (record, digest) = match &line.content {
            LineContent::Record(text) => {
                let damaged = |_| {
                    let what = format!("the record of decision {} is damaged", line.sequence);
                    StoreError::Corrupt(what)
                };
                (Some(serde_json::from_str(text).map_err(damaged)?), None)
            }
            LineContent::Removed { digest } => (None, Some(digest.clone())),
        };
        Ok(Self::Place(Place { sequence: line.sequence, hash: line.hash.clone(), record, digest }))
    }
}
