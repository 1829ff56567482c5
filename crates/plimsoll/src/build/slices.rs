//! How much of a file a block may show, and how it gives way (seed C's slicing levels).

use super::sought::Sought;
use plimsoll_core::ladder::{self, Ladder, Lines};
use plimsoll_core::vocab::Level;
use plimsoll_index::outline::{Definition, Outline};

/// A text with its structure, where that is known.
pub(super) struct Sliced<'a> {
    pub(super) text: &'a str,
    pub(super) outline: Option<(&'a Outline, &'static str)>,
    /// Whether names alone may stand for a text.
    pub(super) summaries: bool,
}

impl Sliced<'_> {
    /// A target: whole, or the regions of what is meant. A target of which everything is meant is whole or not at all,
    /// and so is one whose bounds the grammar is not sure of.
    pub(super) fn target(&self, symbols: &[Sought]) -> Ladder {
        let Some((outline, _)) = self.outline else { return Ladder::Fixed };
        let is_sure = |one: &Sought| {
            let Lines { first, last } = one.symbol.lines;
            outline.problems.iter().all(|problem| !(first..=last).contains(&problem.line))
        };
        if symbols.is_empty() || !symbols.iter().all(is_sure) {
            return Ladder::Fixed;
        }
        let places: Vec<usize> = symbols.iter().map(|one| one.at).collect();
        match self.code(&places) {
            Ladder::Cuts { mut cuts, comment, .. } => {
                cuts.retain(|cut| cut.level == Level::Regions);
                Ladder::cuts(cuts, None, comment)
            }
            other => other,
        }
    }

    /// Anything else: whole, then signatures.
    pub(super) fn reference(&self) -> Ladder {
        let ladder = self.code(&[]);
        if self.summaries { ladder } else { ladder.without_summary() }
    }

    /// What may be seen of a file without seeing code: its signatures. Nothing where it has none.
    pub(super) fn structure(&self) -> Option<Ladder> {
        self.reference().never_whole()
    }

    /// The signature of one definition.
    pub(super) fn signature(&self, line: u32, name: &str) -> Option<Ladder> {
        let (outline, language) = self.outline?;
        let is_it = |one: &Definition| one.line == line && one.name == name;
        let at = outline.definitions.iter().position(is_it)?;
        let (found, scopes) = self.for_ladder(outline, language);
        ladder::signature(&found, scopes + at, self.text)
    }

    fn code(&self, places: &[usize]) -> Ladder {
        let Some((outline, language)) = self.outline else { return Ladder::Fixed };
        let (found, scopes) = self.for_ladder(outline, language);
        let places: Vec<usize> = places.iter().map(|at| scopes + at).collect();
        ladder::code(&found, &places, self.text)
    }

    /// What a ladder is made of, and how many of its definitions stand before those of the outline: what only encloses
    /// something comes first. Seed C's signatures have no bodies, however short.
    fn for_ladder(&self, outline: &Outline, language: &str) -> (ladder::Outline, usize) {
        let found = ladder::Outline { strict: true, ..outline.for_ladder(language, self.text) };
        let scopes = found.definitions.len() - outline.definitions.len();
        (found, scopes)
    }
}
