//! A record as text, and back. Canonical JSON, so that the same record is the same bytes in every store.

use plimsoll_core::capsule::ENGINE;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::record::Record;
use plimsoll_core::seal::canonical_json;
use plimsoll_core::store::{Entry, StoreError};
use serde_json::Value;

/// Canonical JSON writes numbers as doubles; above this they would change without a word.
const LARGEST_EXACT: u64 = (1 << 53) - 1;

pub(crate) fn encode(record: &Record) -> Result<String, StoreError> {
    let unwritable = |why: String| {
        StoreError::Unavailable(format!("the decision cannot be written as JSON: {why}"))
    };
    let value = serde_json::to_value(record).map_err(|error| unwritable(error.to_string()))?;
    if let Some(number) = inexact_number(&value) {
        return Err(unwritable(format!("the number {number} is too large to be kept exactly")));
    }
    Ok(canonical_json(&value))
}

pub(crate) fn decode(sequence: u64, kept: bool, text: &str) -> Result<Entry, StoreError> {
    match serde_json::from_str(text) {
        Ok(record) => Ok(Entry { sequence, kept, record }),
        Err(error) => Err(match other_engine(text) {
            Some(engine) => StoreError::Unavailable(format!(
                "decision {sequence} was made by `{}`, and this is `{ENGINE}`; use that version or a newer one",
                reveal_line(&engine)
            )),
            // The error's own text may quote what is there, which nobody vouches for.
            None => StoreError::Corrupt(format!(
                "the record of decision {sequence} is damaged at column {}",
                error.column()
            )),
        }),
    }
}

/// The engine that made a record, if it is not ours: its words may be ones that we do not know.
fn other_engine(text: &str) -> Option<String> {
    let value: Value = serde_json::from_str(text).ok()?;
    value["engine"].as_str().filter(|engine| *engine != ENGINE).map(str::to_owned)
}

fn inexact_number(value: &Value) -> Option<&serde_json::Number> {
    match value {
        Value::Number(number) => {
            let exact = match (number.as_u64(), number.as_i64()) {
                (Some(positive), _) => positive <= LARGEST_EXACT,
                (None, Some(negative)) => negative.unsigned_abs() <= LARGEST_EXACT,
                (None, None) => false,
            };
            (!exact).then_some(number)
        }
        Value::Array(items) => items.iter().find_map(inexact_number),
        Value::Object(fields) => fields.values().find_map(inexact_number),
        Value::Null | Value::Bool(_) | Value::String(_) => None,
    }
}
