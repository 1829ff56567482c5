//! Models by name: what they take in and give out. The built-in table is data (`models.toml`); the user's own settings
//! change a line of it, or add one. A repository's file may not: what a model takes is no property of a project.

use super::merge::Slots;
use super::problem::{Problem, Wrong};
use super::value::Value;
use plimsoll_core::count::DEFAULT_COUNTER;
use serde::Deserialize;

const BUILT_IN: &str = include_str!("models.toml");
/// Of each hundred tokens of a window, so many are kept for what is sent besides the document.
const KEPT_PERCENT: u64 = 5;
/// A name is no longer.
const LONGEST_NAME: usize = 100;

/// A model, and what its window leaves for a document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Model {
    pub name: String,
    /// What a request and its answer may have together, in tokens.
    pub window: u64,
    /// What is kept for the answer.
    pub output: u64,
    pub counter: String,
    /// Since when the table says so; nothing where the user's settings have a word in it.
    pub as_of: Option<String>,
    pub source: String,
}

impl Model {
    /// What is kept for what a client sends besides: its own instructions, tools, the frame of messages.
    pub fn kept(&self) -> u64 {
        self.window * KEPT_PERCENT / 100
    }

    /// What a document may have.
    pub fn budget(&self) -> u64 {
        self.window.saturating_sub(self.output).saturating_sub(self.kept())
    }
}

/// Every model that is known, by name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Models(Vec<Model>);

impl Models {
    pub fn find(&self, name: &str) -> Option<&Model> {
        let name = plain(name);
        self.0.iter().find(|model| plain(&model.name) == name)
    }

    pub fn iter(&self) -> impl Iterator<Item = &Model> {
        self.0.iter()
    }
}

/// Vendors and gateways write the same name with different signs.
fn plain(name: &str) -> String {
    name.to_ascii_lowercase().replace(['.', '_'], "-")
}

/// Whether a model may have this name.
pub(super) fn is_good_name(name: &str) -> bool {
    let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"._-/:".contains(&byte);
    (1..=LONGEST_NAME).contains(&name.len()) && name.bytes().all(is_plain)
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Table {
    model: Vec<Line>,
}

/// Models that have everything but their names in common.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Line {
    names: Vec<String>,
    window: u64,
    output: u64,
    counter: String,
    as_of: String,
    source: String,
}

/// The built-in table with what the settings say over it.
pub(super) fn from_slots(slots: &Slots) -> Models {
    let mut models = built_in();
    for (name, field, value) in said(slots) {
        let at = models.iter().position(|model| plain(&model.name) == plain(name));
        let at = at.unwrap_or_else(|| {
            models.push(Model {
                name: name.to_owned(),
                window: 0,
                output: 0,
                counter: DEFAULT_COUNTER.to_owned(),
                as_of: None,
                source: String::new(),
            });
            models.len() - 1
        });
        let model = &mut models[at];
        (model.as_of, model.source) = (None, "your settings".to_owned());
        match (field, value) {
            ("window", Value::Number(tokens)) => model.window = *tokens,
            ("output", Value::Number(tokens)) => model.output = *tokens,
            ("counter", Value::Text(counter)) => model.counter.clone_from(counter),
            other => unreachable!("a model has no such setting: {other:?}"),
        }
    }
    models.sort_by(|a, b| a.name.cmp(&b.name));
    Models(models)
}

/// A model without a window, or whose window is all for the answer, is one that cannot be used.
pub(super) fn check(slots: &Slots, problems: &mut Vec<Problem>) {
    let models = from_slots(slots);
    let is_useless = |model: &&Model| model.source == "your settings" && model.budget() == 0;
    for model in models.iter().filter(is_useless) {
        let of = said(slots).find(|(name, ..)| plain(name) == plain(&model.name));
        let Some((name, field, _)) = of else { continue };
        let key = format!("models.{name}.{field}");
        let Some(slot) = slots.get(&key) else { continue };
        let wrong = Wrong::NoRoom { window: model.window, output: model.output };
        problems.push(Problem {
            set_by: slot.set_by.clone(),
            key: format!("models.{name}"),
            wrong,
        });
    }
}

/// What the settings say of models: name, field, value.
fn said(slots: &Slots) -> impl Iterator<Item = (&str, &str, &Value)> {
    slots.iter().filter_map(|(key, slot)| {
        let (name, field) = key.strip_prefix("models.")?.rsplit_once('.')?;
        Some((name, field, &slot.value))
    })
}

fn built_in() -> Vec<Model> {
    let Table { model: lines } =
        toml::from_str(BUILT_IN).expect("a test reads the table that is built in");
    let models = lines.into_iter().flat_map(|line| {
        let Line { names, window, output, counter, as_of, source } = line;
        names.into_iter().map(move |name| Model {
            name,
            window,
            output,
            counter: counter.clone(),
            as_of: Some(as_of.clone()),
            source: source.clone(),
        })
    });
    models.collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::settings::{Layers, NamedText, Settings};
    use plimsoll_core::count::counter;
    use plimsoll_core::limit::{LARGEST_LIMIT, Unit};
    use std::collections::BTreeSet;

    fn with(user: &str) -> Settings {
        let user = Some(NamedText { name: "config.toml".into(), text: user.into() });
        Settings::load(&Layers { user, ..Layers::default() }).unwrap()
    }

    #[test]
    fn the_built_in_table_is_whole_dated_and_usable() {
        let models = built_in();
        let names: BTreeSet<String> = models.iter().map(|model| plain(&model.name)).collect();
        assert_eq!(names.len(), models.len(), "a name stands there twice");
        for model in &models {
            assert!(is_good_name(&model.name) && !model.source.is_empty(), "{model:?}");
            assert!(model.as_of.as_ref().is_some_and(|date| date.len() == 7), "{model:?}");
            assert!(counter(&model.counter).is_some_and(|c| c.unit() == Unit::Tokens), "{model:?}");
            assert!(
                model.budget() > model.window / 4 && model.budget() < LARGEST_LIMIT,
                "{model:?}"
            );
        }
    }

    #[test]
    fn what_a_window_leaves_is_less_than_window_and_answer() {
        let models = with("");
        let model = models.values().models.find("Claude_Opus-5.5").expect("signs do not matter");
        assert_eq!((model.window, model.output, model.kept()), (1_000_000, 128_000, 50_000));
        assert_eq!(model.budget(), 822_000);
        assert!(models.values().models.find("claude-opus").is_none());
    }

    #[test]
    fn the_user_s_word_changes_a_line_or_adds_one() {
        let text = "[models.\"gpt-5.2\"]\nwindow = 300000\n\
                    [models.mine]\nwindow = 32000\noutput = 2000\ncounter = \"cl100k_base/1\"\n";
        let settings = with(text);
        let models = &settings.values().models;
        let changed = models.find("gpt-5-2").unwrap();
        assert_eq!(
            (changed.window, changed.output, &*changed.counter),
            (300_000, 128_000, DEFAULT_COUNTER)
        );
        let mine = models.find("mine").unwrap();
        assert_eq!((mine.budget(), &*mine.counter), (28_400, "cl100k_base/1"));
        assert_eq!((mine.as_of.as_deref(), &*mine.source), (None, "your settings"));
    }
}
