//! Files that say how a project is put together, and how they are read. Whatever is broken in one is as if it
//! were not there: a project with a broken manifest still has files.

use super::tree::file_name;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// What the manifests of a project say.
#[derive(Debug, Default)]
pub struct Manifests {
    /// By path, those for which [`is_manifest`] holds.
    pub texts: BTreeMap<String, String>,
    /// The paths of those that are members of a workspace by the word of another manifest. Whoever reads the project
    /// knows them: what a workspace declares also decides what is shown of it.
    pub members: BTreeSet<String>,
}

/// Whether the text of this file is wanted for resolving imports.
pub fn is_manifest(path: &str) -> bool {
    let name = file_name(path);
    matches!(
        name,
        "Cargo.toml"
            | "Package.swift"
            | "composer.json"
            | "go.mod"
            | "go.work"
            | "lerna.json"
            | "package.json"
            | "pnpm-workspace.yaml"
            | "pyproject.toml"
            | "setup.cfg"
    ) || is_script_config(name)
}

/// `tsconfig.json`, `tsconfig.base.json`, `jsconfig.json`.
pub(crate) fn is_script_config(name: &str) -> bool {
    (name.starts_with("tsconfig") || name.starts_with("jsconfig")) && name.ends_with(".json")
}

/// The manifests of one name, with their folders.
pub(crate) fn all_named<'m>(
    manifests: &'m Manifests,
    name: &str,
) -> impl Iterator<Item = (&'m str, &'m str)> {
    manifests
        .texts
        .iter()
        .filter(move |(path, _)| file_name(path) == name)
        .map(|(path, text)| (super::tree::parent(path), text.as_str()))
}

/// JSON, with comments and trailing commas as configuration files have them.
pub(crate) fn json(text: &str) -> Option<Value> {
    let text = text.trim_start_matches('\u{feff}');
    serde_json::from_str(text).or_else(|_| serde_json::from_str(&without_comments(text))).ok()
}

pub(crate) fn toml(text: &str) -> Option<toml::Table> {
    text.trim_start_matches('\u{feff}').parse().ok()
}

/// A text without `//` and `/* */` outside of strings, and without commas before a closing bracket.
fn without_comments(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = match rest.as_bytes() {
            [b'"', ..] => {
                let end = string_end(rest);
                out.push_str(&rest[..end]);
                end
            }
            [b'/', b'/', ..] => rest.find('\n').unwrap_or(rest.len()),
            [b'/', b'*', ..] => rest[2..].find("*/").map_or(rest.len(), |end| end + 4),
            [b']' | b'}', ..] => {
                out.truncate(out.trim_end().trim_end_matches(',').len());
                out.push(c);
                1
            }
            _ => {
                out.push(c);
                c.len_utf8()
            }
        };
        rest = &rest[skipped..];
    }
    out
}

/// Where the string ends with which a text begins.
fn string_end(text: &str) -> usize {
    let mut escaped = false;
    for (at, byte) in text.bytes().enumerate().skip(1) {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The strings of a JSON list.
pub(crate) fn strings(value: Option<&Value>) -> impl Iterator<Item = &str> {
    value.and_then(Value::as_array).into_iter().flatten().filter_map(Value::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn configuration_may_have_comments_and_trailing_commas() {
        let text = "\u{feff}{ // a\n \"a//b\": [1, 2, ], /* , */ \"c\\\"/*\": {\"d\": \",]\",},\n}";
        let value = json(text).unwrap();
        assert_eq!(value, serde_json::json!({"a//b": [1, 2], "c\"/*": {"d": ",]"}}));
        assert_eq!(json("{"), None);
    }

    proptest! {
        #[test]
        fn any_text_is_read_or_refused(text in any::<String>(), tail in "[\"/*,\\]}\\\\]{0,12}") {
            let _ = json(&format!("{text}{tail}"));
        }

        #[test]
        fn valid_json_is_the_same_without_comments(keys in prop::collection::vec(any::<String>(), 0..5)) {
            let value = serde_json::json!({ "keys": keys, "list": [[], {}] });
            let text = serde_json::to_string_pretty(&value).unwrap();
            prop_assert_eq!(serde_json::from_str::<Value>(&without_comments(&text)).unwrap(), value);
        }
    }
}
