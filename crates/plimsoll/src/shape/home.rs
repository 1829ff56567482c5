//! Where else in a request a key belongs that stands in the wrong place.

use serde_json::Value;

/// No request is deeper, and a schema may lead back to itself.
const DEEPEST: usize = 8;
/// A key with more places than this says nothing about where it was meant.
const MOST_PLACES: usize = 2;

/// ` (it belongs in ...)`, or nothing where the key is known here in another form, in too many places, or nowhere.
pub(super) fn belongs_in(key: &str, at: &str, root: &Value) -> String {
    let mut places = Vec::new();
    collect(root, root, "", DEEPEST, &mut |place, known| {
        if known == key {
            places.push(place.to_owned());
        }
    });
    places.sort_unstable();
    places.dedup();
    if places.is_empty() || places.len() > MOST_PLACES || places.contains(&without_numbers(at)) {
        return String::new();
    }
    let said: Vec<String> = places.iter().map(|place| said(place)).collect();
    format!(" (it belongs in {})", said.join(" or "))
}

/// Calls for each key of each object with the object's place.
fn collect(root: &Value, schema: &Value, at: &str, left: usize, each: &mut impl FnMut(&str, &str)) {
    if left == 0 {
        return;
    }
    let target = schema["$ref"].as_str().and_then(|target| target.strip_prefix('#'));
    if let Some(target) = target.and_then(|target| root.pointer(target)) {
        return collect(root, target, at, left - 1, each);
    }
    for form in ["anyOf", "oneOf"].iter().filter_map(|&word| schema[word].as_array()).flatten() {
        collect(root, form, at, left - 1, each);
    }
    for (key, property) in schema["properties"].as_object().into_iter().flatten() {
        each(at, key);
        collect(root, property, &format!("{at}.{key}"), left - 1, each);
    }
    if schema["items"].is_object() {
        collect(root, &schema["items"], &format!("{at}[]"), left - 1, each);
    }
}

/// `.issues[3].file` as a schema has it: `.issues[].file`.
fn without_numbers(at: &str) -> String {
    let mut parts = at.split('[');
    let first = parts.next().unwrap_or("").to_owned();
    parts.fold(first, |place, part| {
        format!("{place}[]{}", part.split_once(']').map_or("", |(_, rest)| rest))
    })
}

fn said(place: &str) -> String {
    let place = place.strip_prefix('.').unwrap_or(place);
    match place.strip_suffix("[]") {
        _ if place.is_empty() => "the request itself".to_owned(),
        Some(list) => format!("an entry of `{list}`"),
        None => format!("`{place}`"),
    }
}
