//! What every test needs: a place to work in, a way to call the binary, and judges of their own.

pub(crate) mod count;
pub(crate) mod place;
pub(crate) mod run;
pub(crate) mod schemas;
pub(crate) mod secrets;
pub(crate) mod sources;

pub(crate) use count::{cl100k, o200k, utf16};
pub(crate) use place::Place;
pub(crate) use run::Ran;

use serde_json::Value;

/// The keys of an object, in their order.
#[track_caller]
pub(crate) fn keys(value: &Value) -> Vec<&str> {
    let object = value.as_object().unwrap_or_else(|| panic!("this is no object: {value}"));
    let mut keys: Vec<&str> = object.keys().map(String::as_str).collect();
    keys.sort_unstable();
    keys
}

/// One text of every entry of a list.
#[track_caller]
pub(crate) fn texts<'a>(list: &'a Value, key: &str) -> Vec<&'a str> {
    let list = list.as_array().unwrap_or_else(|| panic!("this is no list: {list}"));
    list.iter().map(|entry| entry[key].as_str().unwrap_or("")).collect()
}

/// The entry of a list whose key has this value.
#[track_caller]
pub(crate) fn entry<'a>(list: &'a Value, key: &str, value: &str) -> &'a Value {
    let entries = list.as_array().unwrap_or_else(|| panic!("this is no list: {list}"));
    let found = entries.iter().find(|entry| entry[key] == value);
    found.unwrap_or_else(|| panic!("there is no {key} `{value}` in {list}"))
}
