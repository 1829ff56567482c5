//! What callers send: requests, task files, constraints; and the settings that a repository ships.

use plimsoll::settings::{Layers, NamedText, SetBy, Settings, template};
use plimsoll::{BuildRequest, Error, Task, constraints_from_json};
use serde_json::Value;

fn json(bytes: &[u8]) -> Option<Value> {
    serde_json::from_slice(bytes).ok()
}

/// An error is one line that says something.
fn is_a_sentence<T>(result: &Result<T, Error>) {
    if let Err(error) = result {
        let said = error.to_string();
        assert!(!said.trim().is_empty(), "an error says nothing");
        assert!(!said.chars().any(|c| c.is_control() && c != '\n'), "an error has {said:?}");
    }
}

pub(crate) fn request(bytes: &[u8]) {
    if let Some(value) = json(bytes) {
        is_a_sentence(&BuildRequest::from_json(&value));
    }
}

/// A task may be JSON, YAML or TOML.
pub(crate) fn task(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let forms = [json(bytes), serde_saphyr::from_str(text).ok(), toml::from_str(text).ok()];
    for value in forms.into_iter().flatten() {
        is_a_sentence(&Task::from_json(&value));
    }
}

pub(crate) fn constraints(bytes: &[u8]) {
    let Some(value) = json(bytes) else { return };
    let constraints = constraints_from_json(&value);
    is_a_sentence(&constraints);
    if let Ok(constraints) = constraints {
        assert!(constraints.compile().is_ok(), "constraints were taken that cannot be used");
    }
}

/// A repository's settings change nothing that is not in the template for projects.
pub(crate) fn settings(bytes: &[u8]) {
    let Ok(text) = str::from_utf8(bytes) else { return };
    let repository = Some(NamedText { name: "plimsoll.toml".to_owned(), text: text.to_owned() });
    let layers = Layers { repository, ..Layers::default() };
    let Ok(settings) = Settings::load(&layers) else { return };
    let open = template();
    for row in settings.rows() {
        let by_repository = matches!(row.set_by, SetBy::RepositoryFile { .. });
        let key = row.key.rsplit('.').next().unwrap_or_default();
        assert!(!by_repository || open.contains(key), "a repository has set {}", row.key);
    }
}
