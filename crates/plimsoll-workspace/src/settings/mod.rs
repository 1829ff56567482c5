//! Settings with origins: layers of text in, decided values out, and for each value who set it.
//!
//! This module reads no file, no environment and no home folder: its caller does, and hands over texts.
//! What a key is and who may set it stands in `keys.rs`; what it means, in `defaults.toml`.

mod document;
mod effective;
mod keys;
mod lanes;
mod languages;
mod merge;
mod models;
mod problem;
mod template;
#[cfg(test)]
mod tests;
mod value;
mod words;

pub use effective::{
    Effective, GuardOrders, IndexOrders, Paths, Policy, Retention, Sources, StandingConstraint,
    Tiers,
};
pub use languages::OutlinedLanguages;
pub use merge::Overridden;
pub use models::{Model, Models};
pub use problem::{Ignored, Problem, SetBy, SettingsProblems, WhyBadGlob, WhyIgnored, Wrong};
pub use template::template;
pub use value::Value;

use merge::Slots;

/// The built-in settings as a file, with a comment on every key.
const BUILT_IN: &str = include_str!("defaults.toml");

/// A settings file that somebody has read.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NamedText {
    /// As it is shown in messages.
    pub name: String,
    pub text: String,
}

/// What lies on top of the built-in settings; later fields win.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Layers {
    pub user: Option<NamedText>,
    /// Not trusted: it may do what each key lets a repository do.
    pub repository: Option<NamedText>,
    /// Variables and values; those that do not begin with `PLIMSOLL_` are passed over.
    pub environment: Vec<(String, String)>,
    /// Flags as typed, such as `--budget` or `--paths.max_file_bytes`, and values.
    pub flags: Vec<(String, String)>,
}

/// All settings, decided, with where they come from.
#[derive(Debug, Clone)]
pub struct Settings {
    values: Effective,
    slots: Slots,
    ignored: Vec<Ignored>,
}

/// One setting, for showing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Dotted.
    pub key: String,
    pub value: Value,
    pub set_by: SetBy,
    /// What it was in earlier layers, earliest first.
    pub overridden: Vec<Overridden>,
}

impl Settings {
    /// Lays the layers on one another. Either all is well, or all problems of all layers are told.
    pub fn load(layers: &Layers) -> Result<Self, SettingsProblems> {
        let mut problems = Vec::new();
        let mut slots = Slots::new();
        merge::trusted(&mut slots, document::read(BUILT_IN, &|_| SetBy::BuiltIn, &mut problems));
        let built_in_total = lanes::number(&slots, lanes::TOTAL);

        if let Some(NamedText { name, text }) = &layers.user {
            let set_by = |line| SetBy::UserFile { name: name.clone(), line };
            merge::trusted(&mut slots, document::read(text, &set_by, &mut problems));
        }
        let mut ignored = Vec::new();
        if let Some(NamedText { name, text }) = &layers.repository {
            let set_by = |line| SetBy::RepositoryFile { name: name.clone(), line };
            let layer = document::read(text, &set_by, &mut problems);
            ignored = merge::repository(&mut slots, layer);
        }
        merge::trusted(&mut slots, words::from_environment(&layers.environment, &mut problems));
        merge::trusted(&mut slots, words::from_flags(&layers.flags, &mut problems));

        lanes::follow(&mut slots, built_in_total);
        lanes::check(&slots, &mut problems);
        models::check(&slots, &mut problems);
        if problems.is_empty() {
            ignored.sort_by(|a, b| (&a.set_by, &a.key).cmp(&(&b.set_by, &b.key)));
            Ok(Self { values: effective::from_slots(&slots), slots, ignored })
        } else {
            problems.sort_by(|a, b| (&a.set_by, &a.key).cmp(&(&b.set_by, &b.key)));
            Err(SettingsProblems(problems))
        }
    }

    /// The settings as the program reads them.
    pub fn values(&self) -> &Effective {
        &self.values
    }

    /// Every setting that can change a result, by its dotted name, and never who set it: two people whose
    /// settings come to the same have the same fingerprint.
    pub fn effective(&self) -> serde_json::Value {
        let shaping = self.slots.iter().filter(|(_, slot)| slot.key.shapes_result);
        shaping.map(|(name, slot)| (name.clone(), slot.value.to_json())).collect()
    }

    /// Every setting with its origin, in the order of their names.
    pub fn rows(&self) -> Vec<Row> {
        let row = |(name, slot): (&String, &merge::Slot)| Row {
            key: name.clone(),
            value: slot.value.clone(),
            set_by: slot.set_by.clone(),
            overridden: slot.overridden.clone(),
        };
        self.slots.iter().map(row).collect()
    }

    /// What the repository's file wanted and may not do, in the order of its lines.
    pub fn ignored(&self) -> &[Ignored] {
        &self.ignored
    }
}
