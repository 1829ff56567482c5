//! Settings that are described but that nothing reads yet. To accept one would be to say that it works, and
//! most of them are there to keep something in or out; so they are refused by name, until they move to
//! `keys.rs`, which wins.

const PLANNED: &[&str] = &["models.<id>.counter", "models.<id>.output", "models.<id>.window"];

/// Whether a path of names leads to such a setting, or to a section of nothing else.
pub(super) fn has(path: &[impl AsRef<str>]) -> bool {
    PLANNED.iter().any(|planned| {
        let mut pattern = planned.split('.');
        path.iter().all(|name| pattern.next().is_some_and(|p| p == "<id>" || p == name.as_ref()))
    })
}

/// The same for the name of a variable, without its prefix.
pub(super) fn has_variable(name: &str) -> bool {
    PLANNED.iter().any(|planned| {
        let spelled = planned.replace('.', "_").to_ascii_uppercase();
        match spelled.split_once("<ID>") {
            Some((head, tail)) => name.starts_with(head) && name.ends_with(tail),
            None => spelled == name,
        }
    })
}
