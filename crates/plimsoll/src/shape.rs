//! Foreign input is checked against a shape before anything believes it: all problems at once, each with
//! where it is, and near misses for names.

use plimsoll_core::escape::reveal_line;
use plimsoll_core::near::did_you_mean;
use serde_json::Value;

/// What a value has to look like. Shapes are constants, one per request type.
#[derive(Debug)]
pub(crate) enum Shape {
    Text,
    /// A text that is one of these.
    Word(&'static [&'static str]),
    /// A whole number from 0 to a billion.
    Whole,
    Bool,
    List(&'static Shape),
    Object(&'static [Field]),
    /// Either a text or something else.
    TextOr(&'static Shape),
}

/// A key of an object.
#[derive(Debug)]
pub(crate) struct Field {
    name: &'static str,
    shape: Shape,
    required: bool,
}

pub(crate) const fn required(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: true }
}

pub(crate) const fn optional(name: &'static str, shape: Shape) -> Field {
    Field { name, shape, required: false }
}

const LONGEST_TEXT: usize = 4_000_000;
const LONGEST_LIST: usize = 10_000;
const MOST_PROBLEMS: usize = 50;

/// Everything that is wrong with a value, in the order in which it stands there.
pub(crate) fn problems(value: &Value, shape: &Shape) -> Vec<String> {
    let mut problems = Vec::new();
    check(value, shape, &mut String::new(), &mut problems);
    if problems.len() > MOST_PROBLEMS {
        let more = problems.len() - MOST_PROBLEMS;
        problems.truncate(MOST_PROBLEMS);
        problems.push(format!("and {more} more"));
    }
    problems
}

fn check(value: &Value, shape: &Shape, at: &mut String, problems: &mut Vec<String>) {
    let fits = match (shape, value) {
        (Shape::Bool, Value::Bool(_)) => true,
        (Shape::Text, Value::String(text)) => {
            if text.len() > LONGEST_TEXT {
                problems.push(format!("{} is longer than {LONGEST_TEXT} bytes", place(at)));
            }
            true
        }
        (Shape::Word(words), Value::String(text)) => {
            if !words.contains(&text.as_str()) {
                let hint = did_you_mean(text, words.iter().copied());
                let known = words.join(", ");
                let text = reveal_line(text);
                problems.push(format!("{} is `{text}`, but may be: {known}{hint}", place(at)));
            }
            true
        }
        (Shape::Whole, Value::Number(number)) => {
            number.as_u64().is_some_and(|number| number <= plimsoll_core::limit::LARGEST_LIMIT)
        }
        (Shape::List(shape), Value::Array(list)) => {
            if list.len() > LONGEST_LIST {
                problems.push(format!("{} has more than {LONGEST_LIST} entries", place(at)));
            }
            for (index, value) in list.iter().enumerate().take(LONGEST_LIST) {
                within(at, &format!("[{index}]"), |at| check(value, shape, at, problems));
            }
            true
        }
        (Shape::Object(fields), Value::Object(object)) => {
            check_object(object, fields, at, problems);
            true
        }
        (Shape::TextOr(_), Value::String(_)) => return check(value, &Shape::Text, at, problems),
        (Shape::TextOr(other), _) => return check(value, other, at, problems),
        _ => false,
    };
    if !fits {
        problems.push(format!("{} is {}, but must be {}", place(at), found(value), wanted(shape)));
    }
}

fn check_object(
    object: &serde_json::Map<String, Value>,
    fields: &[Field],
    at: &mut String,
    problems: &mut Vec<String>,
) {
    for (key, value) in object {
        let Some(field) = fields.iter().find(|field| field.name == key) else {
            let hint = did_you_mean(key, fields.iter().map(|field| field.name));
            let key = reveal_line(key);
            problems.push(format!("unknown key `{key}` in {}{hint}", place(at)));
            continue;
        };
        // An optional key may be null, which is the same as not being there.
        if field.required || !value.is_null() {
            within(at, &format!(".{key}"), |at| check(value, &field.shape, at, problems));
        }
    }
    for field in fields.iter().filter(|field| field.required && !object.contains_key(field.name)) {
        problems.push(format!("`{}` is missing in {}", field.name, place(at)));
    }
}

fn within(at: &mut String, step: &str, then: impl FnOnce(&mut String)) {
    let length = at.len();
    at.push_str(step);
    then(at);
    at.truncate(length);
}

fn place(at: &str) -> String {
    match at.strip_prefix('.').unwrap_or(at) {
        "" => "the request".to_owned(),
        at => format!("`{at}`"),
    }
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

fn wanted(shape: &Shape) -> &'static str {
    match shape {
        Shape::Text | Shape::Word(_) => "a text",
        Shape::Whole => "a whole number from 0 to 1,000,000,000",
        Shape::Bool => "true or false",
        Shape::List(_) => "a list",
        Shape::Object(_) => "an object",
        Shape::TextOr(_) => "a text or an object",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    const SHAPE: Shape = Shape::Object(&[
        required("goal", Shape::Text),
        optional("tier", Shape::Word(&["strong", "cheap"])),
        optional("files", Shape::List(&Shape::Text)),
        optional("n", Shape::Whole),
    ]);

    #[test]
    fn all_problems_are_listed_at_once() {
        let value = json!({"gaol": "x", "tier": "chaep", "files": ["a", 3], "n": -1});
        assert_eq!(
            problems(&value, &SHAPE),
            [
                "`files[1]` is 3, but must be a text",
                "unknown key `gaol` in the request (did you mean `goal`?)",
                "`n` is -1, but must be a whole number from 0 to 1,000,000,000",
                "`tier` is `chaep`, but may be: strong, cheap (did you mean `cheap`?)",
                "`goal` is missing in the request",
            ]
        );
        assert!(problems(&json!({"goal": "x", "files": null}), &SHAPE).is_empty());
        assert_eq!(problems(&json!([]), &SHAPE), ["the request is a list, but must be an object"]);
    }
}
