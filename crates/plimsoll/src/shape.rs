//! Foreign input is checked against the schema of its type before anything believes it: all problems at once,
//! each with where it is, near misses for names, and for keys in the wrong place the right one.
//!
//! It reads what [`request_schema`](crate::schema::request_schema) writes, which is little of JSON Schema. Texts
//! are held to their bounds in bytes, and a whole number is one that is written as such; in both it is
//! stricter than a validator.

mod home;

use home::belongs_in;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::near::did_you_mean;
use serde_json::{Map, Value};
use std::collections::BTreeSet;

const MOST_PROBLEMS: usize = 50;

/// Everything that is wrong with a value, in the order in which it stands there.
pub(crate) fn problems(value: &Value, schema: &Value) -> Vec<String> {
    let mut check = Check { root: schema, at: String::new(), problems: Vec::new() };
    check.value(value, schema);
    let mut problems = check.problems;
    if problems.len() > MOST_PROBLEMS {
        let more = problems.len() - MOST_PROBLEMS;
        problems.truncate(MOST_PROBLEMS);
        problems.push(format!("and {more} more"));
    }
    problems
}

struct Check<'a> {
    root: &'a Value,
    /// Where the value stands that is looked at.
    at: String,
    problems: Vec<String>,
}

impl<'a> Check<'a> {
    fn value(&mut self, value: &Value, schema: &'a Value) {
        let mut all = Vec::new();
        self.alternatives(schema, &mut all);
        let fitting: Vec<&Value> = all
            .iter()
            .copied()
            .filter(|one| types(one).any(|name| fits(value, name, one)))
            .collect();
        match (fitting.as_slice(), value) {
            ([], _) => {
                let mut wanted: Vec<String> = all.iter().flat_map(|one| wanted(one)).collect();
                wanted.dedup();
                self.wrong(&format!("{}, but must be {}", found(value), wanted.join(" or ")));
            }
            ([one], Value::String(text)) => self.text(text, one),
            ([one], Value::Array(list)) => self.list(list, one),
            ([one], Value::Object(object)) => self.object(object, one),
            (several, Value::Object(object)) => self.tagged(object, several),
            _ => {}
        }
    }

    /// What a schema leaves to choose from, references followed.
    fn alternatives(&self, schema: &'a Value, into: &mut Vec<&'a Value>) {
        let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
        if let Some(target) = target.and_then(|target| self.root.pointer(target)) {
            return self.alternatives(target, into);
        }
        match schema["anyOf"].as_array().or_else(|| schema["oneOf"].as_array()) {
            Some(several) => several.iter().for_each(|one| self.alternatives(one, into)),
            None => into.push(schema),
        }
    }

    fn text(&mut self, text: &str, schema: &Value) {
        if let Some(words) = schema["enum"].as_array() {
            let words: Vec<&str> = words.iter().filter_map(Value::as_str).collect();
            self.word(text, &words);
        }
        if let Some(most) = schema["maxLength"].as_u64().filter(|&most| text.len() as u64 > most) {
            self.problems.push(format!("{} is longer than {most} bytes", place(&self.at)));
        }
    }

    fn word(&mut self, text: &str, words: &[&str]) {
        if !words.contains(&text) {
            let hint = did_you_mean(text, words.iter().copied());
            let (text, known) = (reveal_line(text), words.join(", "));
            self.wrong(&format!("`{text}`, but may be: {known}{hint}"));
        }
    }

    fn list(&mut self, list: &[Value], schema: &'a Value) {
        let most = schema["maxItems"].as_u64().and_then(|most| usize::try_from(most).ok());
        let most = most.unwrap_or(usize::MAX);
        if list.len() > most {
            self.problems.push(format!("{} has more than {most} entries", place(&self.at)));
        }
        for (index, value) in list.iter().enumerate().take(most) {
            self.within(&format!("[{index}]"), |check| check.value(value, &schema["items"]));
        }
    }

    fn object(&mut self, object: &Map<String, Value>, schema: &'a Value) {
        for (key, value) in object {
            match schema["properties"].get(key) {
                Some(property) => {
                    self.within(&format!(".{key}"), |check| check.value(value, property));
                }
                None => self.unknown(key, &[schema]),
            }
        }
        let required = schema["required"].as_array().into_iter().flatten();
        for key in required.filter_map(Value::as_str).filter(|&key| !object.contains_key(key)) {
            self.missing(key);
        }
    }

    /// An object whose form is named by one of its keys.
    fn tagged(&mut self, object: &Map<String, Value>, several: &[&'a Value]) {
        let word = |form: &'a Value, tag: &str| form["properties"][tag]["const"].as_str();
        let keys = several[0]["properties"].as_object().into_iter().flat_map(Map::keys);
        let Some(tag) = keys.into_iter().find(|tag| word(several[0], tag).is_some()) else {
            return;
        };
        let given = object.get(tag).and_then(Value::as_str);
        let meant = several.iter().find(|form| given.is_some() && word(form, tag) == given);
        if let Some(form) = meant {
            return self.object(object, form);
        }
        for key in object.keys() {
            if several.iter().all(|form| form["properties"].get(key).is_none()) {
                self.unknown(key, several);
            }
        }
        let words: Vec<&str> = several.iter().filter_map(|form| word(form, tag)).collect();
        match object.get(tag) {
            None => self.missing(tag),
            Some(Value::String(text)) => {
                self.within(&format!(".{tag}"), |check| check.word(text, &words));
            }
            Some(other) => self.within(&format!(".{tag}"), |check| {
                check.wrong(&format!("{}, but must be a text", found(other)));
            }),
        }
    }

    fn unknown(&mut self, key: &str, forms: &[&Value]) {
        let known = forms.iter().filter_map(|form| form["properties"].as_object());
        let known: BTreeSet<&str> = known.flat_map(Map::keys).map(String::as_str).collect();
        let mut hint = did_you_mean(key, known);
        if hint.is_empty() {
            hint = belongs_in(key, &self.at, self.root);
        }
        let (key, place) = (reveal_line(key), place(&self.at));
        self.problems.push(format!("unknown key `{key}` in {place}{hint}"));
    }

    fn missing(&mut self, key: &str) {
        self.problems.push(format!("`{key}` is missing in {}", place(&self.at)));
    }

    fn wrong(&mut self, what: &str) {
        self.problems.push(format!("{} is {what}", place(&self.at)));
    }

    fn within(&mut self, step: &str, then: impl FnOnce(&mut Self)) {
        let length = self.at.len();
        self.at.push_str(step);
        then(self);
        self.at.truncate(length);
    }
}

fn place(at: &str) -> String {
    match at.strip_prefix('.').unwrap_or(at) {
        "" => "the request".to_owned(),
        at => format!("`{at}`"),
    }
}

/// The names of the types that a schema takes.
fn types(schema: &Value) -> impl Iterator<Item = &str> {
    let several = schema["type"].as_array().into_iter().flatten();
    schema["type"].as_str().into_iter().chain(several.filter_map(Value::as_str))
}

fn fits(value: &Value, name: &str, schema: &Value) -> bool {
    match (name, value) {
        ("integer", Value::Number(number)) => number.as_u64().is_some_and(|number| {
            let (least, most) = bounds(schema);
            (least..=most).contains(&number)
        }),
        ("null", Value::Null)
        | ("number", Value::Number(_))
        | ("boolean", Value::Bool(_))
        | ("string", Value::String(_))
        | ("array", Value::Array(_))
        | ("object", Value::Object(_)) => true,
        _ => false,
    }
}

fn bounds(schema: &Value) -> (u64, u64) {
    (schema["minimum"].as_u64().unwrap_or(0), schema["maximum"].as_u64().unwrap_or(u64::MAX))
}

fn found(value: &Value) -> String {
    match value {
        Value::Null => "null".to_owned(),
        Value::Bool(value) => value.to_string(),
        Value::Number(number) => number.to_string(),
        Value::String(_) => "a text".to_owned(),
        Value::Array(_) => "a list".to_owned(),
        Value::Object(_) => "an object".to_owned(),
    }
}

/// What a schema asks for. Nobody is told to write null.
fn wanted(schema: &Value) -> impl Iterator<Item = String> {
    types(schema).filter(|&name| name != "null").map(|name| match name {
        "string" => "a text".to_owned(),
        "boolean" => "true or false".to_owned(),
        "array" => "a list".to_owned(),
        "number" => "a number".to_owned(),
        "integer" => {
            let (least, most) = bounds(schema);
            format!("a whole number from {} to {}", Grouped(least), Grouped(most))
        }
        _ => "an object".to_owned(),
    })
}

#[cfg(test)]
mod tests;
