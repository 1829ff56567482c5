//! The sources that a workspace has of its own, by the names that `[sources]` has for them.

mod changes;
mod code;
mod constraints;
mod estimate;
mod notes;
mod rule_docs;
mod sections;

pub(super) use code::Opened;
pub(super) use rule_docs::is_rule_doc;

use super::around::{Around, Sought};
use super::scene::Scene;
use super::scoring::{self, Bearing};
use crate::recording::Recorded;
use plimsoll_core::progress::Progress;
use plimsoll_core::source::{Ask, Gathered, Source, SourceError};

type Gather = fn(&View<'_>) -> Result<Gathered, SourceError>;

/// In the order of lanes.
const BUILT_IN: &[(&str, Gather)] = &[
    ("constraints", constraints::gather),
    ("violations", notes::violations),
    ("rule_docs", rule_docs::gather),
    ("diff", changes::local),
    ("recent_edits", changes::committed),
    ("symbols", code::symbols),
    ("dependencies", code::dependencies),
    ("tests", code::tests),
    ("retrieved", code::retrieved),
    ("turns", notes::turns),
    ("learnings", notes::learnings),
];

pub(super) fn names() -> impl Iterator<Item = &'static str> {
    BUILT_IN.iter().map(|(name, _)| *name)
}

/// What the index has to be asked for so that these sources can answer.
pub(super) fn sought(is_on: impl Fn(&str) -> bool) -> Sought {
    Sought {
        structure: ["symbols", "dependencies", "tests"].into_iter().any(&is_on),
        search: is_on("retrieved"),
    }
}

/// What the sources see.
pub(super) struct View<'a> {
    pub(super) scene: &'a Scene<'a>,
    pub(super) around: &'a Around,
    pub(super) recorded: &'a Recorded,
    /// Files that were opened: several artifacts are parts of one.
    pub(super) opened: Opened,
}

impl View<'_> {
    /// How much a text of a file has to do with the request.
    fn bearing(&self, path: &str, text: &str, age_ms: Option<i64>) -> Bearing {
        Bearing { is_named: self.scene.is_named(path), ..self.bearing_of_text(text, age_ms) }
    }

    fn bearing_of_text(&self, text: &str, age_ms: Option<i64>) -> Bearing {
        let keywords = scoring::keywords(text, self.scene.ask);
        Bearing { age_ms, is_named: false, keywords }
    }

    fn age_ms(&self, made_at_ms: i64) -> i64 {
        self.scene.ask.as_of_ms.saturating_sub(made_at_ms)
    }
}

/// Those that are switched on.
pub(super) fn built_in<'a>(
    view: &'a View<'a>,
    is_on: impl Fn(&str) -> bool,
) -> Vec<Box<dyn Source + 'a>> {
    let on = BUILT_IN.iter().filter(|(name, _)| is_on(name));
    on.map(|&(name, gather)| Box::new(BuiltIn { name, gather, view }) as _).collect()
}

struct BuiltIn<'a> {
    name: &'static str,
    gather: Gather,
    view: &'a View<'a>,
}

impl Source for BuiltIn<'_> {
    fn name(&self) -> &str {
        self.name
    }

    fn gather(&self, _: &Ask, progress: &dyn Progress) -> Result<Gathered, SourceError> {
        progress.check()?;
        let mut gathered = (self.gather)(self.view)?;
        for draft in &mut gathered.drafts {
            draft.estimate = estimate::of(draft, &draft.text);
        }
        for candidate in &mut gathered.candidates {
            candidate.estimate = estimate::of(candidate, candidate.text.text());
        }
        Ok(gathered)
    }
}
