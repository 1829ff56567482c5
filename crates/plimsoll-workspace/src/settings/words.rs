//! Settings from the environment and from the command line: a name and one word each.

use super::document::{Given, is_good_name, read_word};
use super::keys::{self, Found, Key};
use super::problem::{Problem, SetBy, Wrong};
use super::value::Value;
use plimsoll_core::near::near_misses;
use std::collections::BTreeMap;

const PREFIX: &str = "PLIMSOLL_";

/// `budget.total` → `PLIMSOLL_BUDGET_TOTAL`.
pub(super) fn variable_name(name: &str) -> String {
    format!("{PREFIX}{}", name.replace('.', "_").to_ascii_uppercase())
}

/// Variables that do not begin with `PLIMSOLL_` belong to others and are passed over.
pub(super) fn from_environment(
    variables: &[(String, String)],
    problems: &mut Vec<Problem>,
) -> Vec<Given> {
    let mut words = Words::new(problems);
    for (variable, word) in variables.iter().filter(|(name, _)| name.starts_with(PREFIX)) {
        let set_by = SetBy::Environment { variable: variable.clone() };
        match key_of_variable(variable) {
            Ok((name, key)) => words.add(name, key, word, set_by),
            Err(near) => words.report(String::new(), Wrong::UnknownKey { near }, set_by),
        }
    }
    words.given()
}

fn key_of_variable(variable: &str) -> Result<(String, &'static Key), Vec<String>> {
    let names = keys::fixed_names();
    if let Some(found) = names.iter().find(|(name, _)| variable_name(name) == variable) {
        return Ok(found.clone());
    }
    // Names of one's own are written in capitals like the rest, and are small letters everywhere else.
    for key in keys::KEYS {
        let section = key.name.strip_suffix("<id>");
        if let Some(rest) = section.and_then(|s| variable.strip_prefix(&variable_name(s)))
            && is_good_name(rest)
        {
            let id = rest.to_ascii_lowercase();
            return Ok((key.name.replace("<id>", &id), key));
        }
    }
    let known: Vec<String> = names.iter().map(|(name, _)| variable_name(name)).collect();
    Err(owned(near_misses(variable, known.iter().map(String::as_str))))
}

/// Flags are given as they were typed: `--budget`, or any key as `--paths.max_file_bytes`.
/// A flag for a list may be repeated; of any other, the last one counts.
pub(super) fn from_flags(flags: &[(String, String)], problems: &mut Vec<Problem>) -> Vec<Given> {
    let mut words = Words::new(problems);
    for (flag, word) in flags {
        let bare = flag.trim_start_matches('-');
        let set_by = SetBy::Flag { name: format!("--{bare}") };
        match key_of_flag(bare) {
            Ok((name, key)) => words.add(name, key, word, set_by),
            Err(near) => words.report(bare.to_owned(), Wrong::UnknownKey { near }, set_by),
        }
    }
    words.given()
}

fn key_of_flag(flag: &str) -> Result<(String, &'static Key), Vec<String>> {
    if let Some(key) = keys::KEYS.iter().find(|key| key.flag == Some(flag)) {
        return Ok((key.name.to_owned(), key));
    }
    let path: Vec<&str> = flag.split('.').collect();
    match keys::find(&path) {
        Found::Key(key) => Ok((flag.to_owned(), key)),
        Found::Section | Found::Nothing => {
            let names = keys::fixed_names();
            Err(owned(near_misses(flag, names.iter().map(|(name, _)| name.as_str()))))
        }
    }
}

fn owned(names: Vec<&str>) -> Vec<String> {
    names.into_iter().map(str::to_owned).collect()
}

/// What was given so far, by name, so that a key that comes twice is one value.
struct Words<'a> {
    given: BTreeMap<String, Given>,
    problems: &'a mut Vec<Problem>,
}

impl<'a> Words<'a> {
    fn new(problems: &'a mut Vec<Problem>) -> Self {
        Self { given: BTreeMap::new(), problems }
    }

    fn add(&mut self, name: String, key: &'static Key, word: &str, set_by: SetBy) {
        let last = name.rsplit('.').next().unwrap_or(&name);
        let read =
            if is_good_name(last) { read_word(key.kind, word) } else { Err(vec![Wrong::Name]) };
        match read {
            Ok(value) => {
                let value = match (self.given.remove(&name).map(|given| given.value), value) {
                    (Some(Value::List(before)), Value::List(more)) => {
                        Value::list([before, more].concat())
                    }
                    (_, value) => value,
                };
                self.given.insert(name.clone(), Given { name, key, value, set_by });
            }
            Err(wrongs) => {
                let problem = |wrong| Problem { set_by: set_by.clone(), key: name.clone(), wrong };
                self.problems.extend(wrongs.into_iter().map(problem));
            }
        }
    }

    fn report(&mut self, key: String, wrong: Wrong, set_by: SetBy) {
        self.problems.push(Problem { set_by, key, wrong });
    }

    fn given(self) -> Vec<Given> {
        self.given.into_values().collect()
    }
}
