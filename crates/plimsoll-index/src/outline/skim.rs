//! Bodies of functions that need not be parsed. Nothing is defined in them; the grammar sees an empty one, and what
//! is called in it is read off its words, and of the types those that are made there. That is three quarters of most
//! files, and parsing is what an index costs.
//!
//! Where a body ends is told by its brackets (`braces`) or by its indentation (`indented`). Whatever is in doubt is
//! left to the grammar. `cargo xtask measure outlines` compares with what the grammar finds alone.

mod braces;
mod indented;
mod pieces;
mod statements;
#[cfg(test)]
mod tests;
mod tokens;

use super::ReferenceKind;
use std::ops::Range;
use tree_sitter::{Point, Range as Included};

/// What is left out, and what it refers to.
#[derive(Debug, Default)]
pub(crate) struct Skim {
    /// In order.
    skipped: Vec<Skipped>,
    pub(crate) references: Vec<Used>,
}

/// A part of a text that the grammar does not see.
#[derive(Debug)]
struct Skipped {
    range: Range<usize>,
    /// Whether what it is a part of ends with it, without a bracket behind.
    is_end: bool,
}

/// A name that is used, by its place.
type Used = (Range<usize>, ReferenceKind);

/// What finds the bodies of a language.
#[derive(Debug, Clone, Copy)]
pub(crate) enum Skimmer {
    Braces(&'static braces::Look),
    Indented,
}

impl Skimmer {
    pub(crate) const C: Self = Self::Braces(&braces::C);
    pub(crate) const GO: Self = Self::Braces(&braces::GO);

    /// What is to be left out of a text.
    pub(crate) fn skim(self, text: &str) -> Skim {
        let mut skim = match self {
            Self::Braces(look) => look.skim(text),
            Self::Indented => indented::skim(text),
        };
        skim.keep_the_longest();
        skim
    }
}

/// The parser looks through all of them for each word that it reads.
const MOST_SKIPPED: usize = 1000;

impl Skim {
    pub(crate) fn is_empty(&self) -> bool {
        self.skipped.is_empty()
    }

    fn keep_the_longest(&mut self) {
        if self.skipped.len() > MOST_SKIPPED {
            let mut lengths: Vec<usize> =
                self.skipped.iter().map(|skipped| skipped.range.len()).collect();
            lengths.sort_unstable_by_key(|&length| std::cmp::Reverse(length));
            let least = lengths[MOST_SKIPPED];
            self.skipped.retain(|skipped| skipped.range.len() > least);
        }
    }

    /// Where something ends that the grammar saw ending here.
    pub(crate) fn end_of(&self, seen: usize) -> usize {
        let at = self.skipped.binary_search_by_key(&seen, |skipped| skipped.range.start);
        let skipped = at.ok().map(|at| &self.skipped[at]).filter(|skipped| skipped.is_end);
        skipped.map_or(seen, |skipped| skipped.range.end)
    }

    /// What is left, as the parser wants it.
    pub(crate) fn included(&self, text: &str) -> Vec<Included> {
        let mut places = Places { text, at: 0, point: Point::new(0, 0) };
        let mut included = Vec::with_capacity(self.skipped.len() + 1);
        let mut start = places.go_to(0);
        for Skipped { range: skipped, .. } in &self.skipped {
            let end = places.go_to(skipped.start);
            included.push(range(start, end));
            start = places.go_to(skipped.end);
        }
        included.push(range(start, places.go_to(text.len())));
        included
    }
}

fn range(
    (start_byte, start_point): (usize, Point),
    (end_byte, end_point): (usize, Point),
) -> Included {
    Included { start_byte, end_byte, start_point, end_point }
}

/// Counts lines on the way.
struct Places<'t> {
    text: &'t str,
    at: usize,
    point: Point,
}

impl Places<'_> {
    fn go_to(&mut self, to: usize) -> (usize, Point) {
        let passed = &self.text.as_bytes()[self.at..to];
        let lines = passed.iter().filter(|byte| **byte == b'\n').count();
        let last = passed.iter().rposition(|byte| *byte == b'\n');
        self.point = match last {
            Some(last) => Point::new(self.point.row + lines, passed.len() - last - 1),
            None => Point::new(self.point.row, self.point.column + passed.len()),
        };
        self.at = to;
        (to, self.point)
    }
}
