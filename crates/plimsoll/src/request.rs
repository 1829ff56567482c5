//! What the doors do alike with a request.

use crate::error::Error;
use crate::facts::{keep_value, known_value};
use crate::schema::request_schema;
use crate::shape::problems;
use crate::workspace::{GUARD, Workspace};
use plimsoll_core::capsule::ENGINE;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::glob::Glob;
use plimsoll_core::seal;
use plimsoll_core::store::Facts;
use plimsoll_index::search::ranker_fingerprint;
use plimsoll_workspace::RelPath;
use schemars::JsonSchema;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// Reads a request from foreign JSON. What the type's schema has against it is said all at once; serde, which
/// would say the first thing only, is left with nothing to find.
pub(crate) fn parse<T: DeserializeOwned + JsonSchema>(value: &Value) -> Result<T, Error> {
    let problems = problems(value, &request_schema::<T>());
    if !problems.is_empty() {
        return Err(Error::Invalid(problems));
    }
    T::deserialize(without_nulls(value))
        .map_err(|error| Error::invalid(reveal_line(&error.to_string()).into_owned()))
}

/// A key whose value is null is a key that is not there.
pub(crate) fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(object) => object
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect(),
        Value::Array(list) => list.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

/// A path that a request names, or what is wrong with it.
pub(crate) fn path(given: &str, place: &str) -> Result<RelPath, String> {
    RelPath::parse(given).map_err(|error| format!("`{place}`: {error}"))
}

/// What is wrong with globs by which a request means places.
pub(crate) fn glob_problems(place: &str, globs: &[String]) -> Vec<String> {
    let problem = |(index, glob): (usize, &String)| {
        let error = Glob::place(glob).err()?;
        Some(format!("`{place}[{index}]`: {error}"))
    };
    globs.iter().enumerate().filter_map(problem).collect()
}

/// Covers what can change a result besides the files and the request.
pub(crate) fn config_fingerprint(
    workspace: &Workspace,
    facts: &dyn Facts,
    counter: &str,
) -> String {
    // No hash that leaves covers a secret, not even one that somebody wrote into the settings.
    let settings = json!(workspace.settings().effective());
    let settings = known_value(facts, &settings).unwrap_or_else(|| {
        let (screened, _) = GUARD.screen_value(settings.clone(), "");
        keep_value(facts, &settings, &screened);
        screened
    });
    let inputs = json!({
        "counter": counter,
        "settings": settings,
        "rules": workspace.watch().digest(),
        "engine": ENGINE,
        "ranker": ranker_fingerprint(),
    });
    seal::fingerprint("plimsoll.config.1", &inputs)
}
