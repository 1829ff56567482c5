//! JSON Schemas (draft 2020-12) of what comes in and of what goes out, made from the types themselves.
//!
//! They are strict: an object has the keys of its type and no others, and says which of them it always has.
//! The schema of a request also has the bounds of foreign input, and is what requests are checked by.

use crate::build::{BuildOutput, BuildRequest};
use crate::compose::{ComposeOutput, GivenRequest};
use crate::pack::{ContextPack, Task};
use crate::passage::RefusedOutput;
use plimsoll_core::constraints::Constraints;
use plimsoll_core::limit::LARGEST_LIMIT;
use schemars::generate::SchemaSettings;
use schemars::transform::{RecursiveTransform, transform_subschemas};
use schemars::{JsonSchema, Schema};
use serde_json::{Value, json};

/// Bytes of a text in a request. A schema can only say characters, of which no text has more than bytes.
pub(crate) const LONGEST_TEXT: u64 = 4_000_000;
/// Entries of a list in a request.
pub(crate) const LONGEST_LIST: u64 = 10_000;

/// A schema by its name.
#[derive(Debug, Clone)]
pub struct NamedSchema {
    pub name: &'static str,
    /// What it describes, in a line.
    pub about: &'static str,
    pub schema: Value,
}

impl NamedSchema {
    /// The schema of what a type is written as.
    pub fn of_output<T: JsonSchema>(name: &'static str, about: &'static str) -> Self {
        let settings = SchemaSettings::draft2020_12().for_serialize();
        Self::new(name, about, strict::<T>(settings))
    }

    fn of_request<T: JsonSchema>(name: &'static str, about: &'static str) -> Self {
        Self::new(name, about, request_schema::<T>())
    }

    /// The id is relative: whoever hosts the file gives it its address.
    fn new(name: &'static str, about: &'static str, mut schema: Value) -> Self {
        schema["$id"] = json!(format!("{name}.json"));
        Self { name, about, schema }
    }
}

/// The schemas of what the doors take and give.
pub fn schemas() -> Vec<NamedSchema> {
    vec![
        NamedSchema::of_request::<Task>("task", "the task that `pack --task` reads"),
        NamedSchema::of_request::<BuildRequest>("build-request", "the request that `build` reads"),
        NamedSchema::of_request::<GivenRequest>(
            "compose-request",
            "the request that `compose --request` reads",
        ),
        NamedSchema::of_request::<Constraints>(
            "constraints",
            "the constraints that `compose --constraints` reads",
        ),
        NamedSchema::of_output::<ContextPack<'_>>("pack", "what `pack --format json` prints"),
        NamedSchema::of_output::<BuildOutput<'_>>("build", "what `build --format json` prints"),
        NamedSchema::of_output::<ComposeOutput<'_>>(
            "compose",
            "what `compose --format json` prints",
        ),
        NamedSchema::of_output::<RefusedOutput<'_>>(
            "refusal",
            "what `pack`, `build` and `compose` print as JSON when they refuse",
        ),
    ]
}

/// The schema by which a request is checked.
pub(crate) fn request_schema<T: JsonSchema>() -> Value {
    let settings = SchemaSettings::draft2020_12().for_deserialize();
    strict::<T>(settings.with_transform(RecursiveTransform(bound)))
}

fn strict<T: JsonSchema>(settings: SchemaSettings) -> Value {
    let settings = settings.with_transform(RecursiveTransform(plain)).with_transform(close);
    settings.into_generator().into_root_schema_for::<T>().to_value()
}

/// Takes out what only Rust knows: the widths of numbers, and that nothing is the default of what may be absent.
fn plain(schema: &mut Schema) {
    let is_width = |format: &Value| {
        format.as_str().is_some_and(|word| word.contains("int") || word == "double")
    };
    if schema.get("format").is_some_and(is_width) {
        schema.remove("format");
    }
    if schema.get("default").is_some_and(Value::is_null) {
        schema.remove("default");
    }
}

/// Lets an object have no keys but its own. Where it is made of parts, it knows them all, and they do not.
fn close(schema: &mut Schema) {
    transform_subschemas(&mut close, schema);
    if schema.get("properties").is_none() || schema.get("additionalProperties").is_some() {
        return;
    }
    let mut keyword = "additionalProperties";
    for key in ["allOf", "anyOf", "oneOf"] {
        let Some(Value::Array(parts)) = schema.get_mut(key) else { continue };
        keyword = "unevaluatedProperties";
        for part in parts.iter_mut().filter_map(Value::as_object_mut) {
            part.remove("additionalProperties");
        }
    }
    schema.insert(keyword.to_owned(), Value::Bool(false));
}

/// Sets the bounds of foreign input. What may be absent may be null, which means the same.
fn bound(schema: &mut Schema) {
    let is_word = schema.get("enum").or_else(|| schema.get("const")).is_some();
    let bounds: &[(&str, u64)] = match schema.get("type").and_then(a_type) {
        Some("string") if !is_word => &[("maxLength", LONGEST_TEXT)],
        Some("array") => &[("maxItems", LONGEST_LIST)],
        Some("integer") => &[("minimum", 0), ("maximum", LARGEST_LIMIT)],
        _ => &[],
    };
    for &(keyword, number) in bounds {
        schema.insert(keyword.to_owned(), json!(number));
    }
    let required = schema.get("required").cloned().unwrap_or_default();
    let is_optional =
        |key: &str| !required.as_array().is_some_and(|list| list.iter().any(|known| known == key));
    if let Some(Value::Object(properties)) = schema.get_mut("properties") {
        for (_, property) in properties.iter_mut().filter(|(key, _)| is_optional(key)) {
            allow_null(property);
        }
    }
}

/// The type besides null.
fn a_type(given: &Value) -> Option<&str> {
    match given {
        Value::Array(types) => types.iter().filter_map(Value::as_str).find(|&name| name != "null"),
        one => one.as_str(),
    }
}

fn allow_null(property: &mut Value) {
    if let Some(one @ Value::String(_)) = property.get_mut("type") {
        *one = json!([one, "null"]);
        if let Some(Value::Array(words)) = property.get_mut("enum") {
            words.push(Value::Null);
        }
    } else if property.get("$ref").is_some() {
        let (reference, mut rest) = (property["$ref"].take(), property.take());
        rest.as_object_mut().map(|rest| rest.remove("$ref"));
        rest["anyOf"] = json!([{"$ref": reference}, {"type": "null"}]);
        *property = rest;
    }
}
