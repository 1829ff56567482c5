//! A setting's value, and the check of a written value against what its key takes.

use super::keys::Kind;
use super::problem::{Shown, WhyBadGlob, Wrong};
use plimsoll_core::glob::Glob;
use std::fmt;
use toml::de::{DeArray, DeInteger, DeValue};

const MOST_PATTERNS: usize = 1000;
const LONGEST_PATTERN: usize = 500;
const LONGEST_TEXT: usize = 2000;

/// What a setting is set to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Value {
    Number(u64),
    Switch(bool),
    /// Sorted, without repetitions: a list of patterns is a set, and its order must not matter.
    List(Vec<String>),
    Text(String),
}

impl Value {
    /// As JSON has it.
    pub fn to_json(&self) -> serde_json::Value {
        match self {
            Self::Number(number) => (*number).into(),
            Self::Switch(switch) => (*switch).into(),
            Self::List(list) => list.clone().into(),
            Self::Text(text) => text.clone().into(),
        }
    }

    pub(super) fn list(mut items: Vec<String>) -> Self {
        items.sort_unstable();
        items.dedup();
        Self::List(items)
    }
}

/// As it would stand in a settings file, on one line, with everything invisible spelled out.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Switch(switch) => write!(f, "{switch}"),
            Self::Text(text) => write!(f, "\"{}\"", Shown::whole(text)),
            Self::List(items) => {
                let quoted: Vec<String> =
                    items.iter().map(|item| format!("\"{}\"", Shown::whole(item))).collect();
                write!(f, "[{}]", quoted.join(", "))
            }
        }
    }
}

/// Checks what was written. All that is wrong with it is said at once.
pub(super) fn read(kind: Kind, written: &DeValue<'_>) -> Result<Value, Vec<Wrong>> {
    match (kind, written) {
        (Kind::Number { least, most }, DeValue::Integer(integer)) => {
            number(integer, least, most).map_err(|wrong| vec![wrong])
        }
        (Kind::Switch, DeValue::Boolean(switch)) => Ok(Value::Switch(*switch)),
        (Kind::Globs, DeValue::Array(items)) => globs(items),
        (Kind::Words { known }, DeValue::Array(items)) => words(items, known),
        (Kind::Text, DeValue::String(text)) => one_text(text).map_err(|wrong| vec![wrong]),
        (Kind::Choice { words, .. }, DeValue::String(word)) if words.contains(&word.as_ref()) => {
            Ok(Value::Text(word.to_string()))
        }
        (_, other) => Err(vec![mismatch(kind, other)]),
    }
}

fn mismatch(kind: Kind, written: &DeValue<'_>) -> Wrong {
    let expected = match kind {
        Kind::Number { .. } => "a whole number",
        Kind::Switch => "true or false",
        Kind::Globs => "a list of patterns in quotes",
        Kind::Words { .. } => "a list of words in quotes",
        Kind::Text => "a text in quotes",
        Kind::Choice { expected, .. } => expected,
    };
    Wrong::Type { found: described(written), expected }
}

/// What somebody wrote, in a word or as it stands when it is short.
fn described(written: &DeValue<'_>) -> String {
    match written {
        DeValue::String(text) => format!("the text \"{}\"", Shown::short(text)),
        DeValue::Integer(integer) => format!("the number {}", Shown::short(&integer.to_string())),
        DeValue::Float(float) => format!("the number {}", Shown::short(&float.to_string())),
        DeValue::Boolean(switch) => switch.to_string(),
        DeValue::Datetime(_) => "a date".to_owned(),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a section".to_owned(),
    }
}

fn number(integer: &DeInteger<'_>, least: u64, most: u64) -> Result<Value, Wrong> {
    u64::from_str_radix(integer.as_str(), integer.radix())
        .ok()
        .filter(|number| (least..=most).contains(number))
        .map(Value::Number)
        .ok_or_else(|| Wrong::Bounds { found: integer.to_string(), least, most })
}

fn one_text(text: &str) -> Result<Value, Wrong> {
    let length = text.chars().count();
    if text.trim().is_empty() {
        return Err(Wrong::Empty);
    }
    if length > LONGEST_TEXT {
        return Err(Wrong::TooLong { length, most: LONGEST_TEXT });
    }
    Ok(Value::Text(text.to_owned()))
}

fn globs(items: &DeArray<'_>) -> Result<Value, Vec<Wrong>> {
    list(items, "a list that has only patterns in quotes", check_glob)
}

fn words(items: &DeArray<'_>, known: &'static [&'static str]) -> Result<Value, Vec<Wrong>> {
    list(items, "a list that has only words in quotes", |word| {
        let unknown = || Wrong::Word { found: word.to_owned(), known };
        known.contains(&word).then_some(()).ok_or_else(unknown)
    })
}

/// All texts of a list, each of which must pass.
fn list(
    items: &DeArray<'_>,
    expected: &'static str,
    check: impl Fn(&str) -> Result<(), Wrong>,
) -> Result<Value, Vec<Wrong>> {
    if items.len() > MOST_PATTERNS {
        return Err(vec![Wrong::TooMany { count: items.len(), most: MOST_PATTERNS }]);
    }
    let mut texts = Vec::new();
    let mut wrongs = Vec::new();
    for item in items.iter() {
        match item.get_ref() {
            DeValue::String(text) => match check(text) {
                Ok(()) => texts.push(text.to_string()),
                Err(wrong) => wrongs.push(wrong),
            },
            other => wrongs.push(Wrong::Type { found: described(other), expected }),
        }
    }
    if wrongs.is_empty() { Ok(Value::list(texts)) } else { Err(wrongs) }
}

/// A pattern that could never match is as wrong as one that cannot be read: whoever wrote it believes
/// that something is kept out.
fn check_glob(pattern: &str) -> Result<(), Wrong> {
    let length = pattern.chars().count();
    if length > LONGEST_PATTERN {
        return Err(Wrong::TooLong { length, most: LONGEST_PATTERN });
    }
    match why_bad(pattern) {
        None => Ok(()),
        Some(why) => Err(Wrong::Glob { pattern: pattern.to_owned(), why }),
    }
}

fn why_bad(pattern: &str) -> Option<WhyBadGlob> {
    if pattern.trim().is_empty() {
        return Some(WhyBadGlob::Empty);
    }
    if pattern.starts_with('/') || pattern.ends_with('/') {
        return Some(WhyBadGlob::OuterSlash);
    }
    if pattern.starts_with('!') {
        return Some(WhyBadGlob::Negated);
    }
    if pattern.split('/').any(|part| part == ".." || part == ".") {
        return Some(WhyBadGlob::Dots);
    }
    Glob::place(pattern).err().map(|error| WhyBadGlob::Syntax(error.why))
}
