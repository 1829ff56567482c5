//! What the outputs of compilers, tests and programs say about files: `file:line`, whatever the form.
//!
//! One scanner for all formats: what differs between them is what stands between a path and its line (`joints.rs`),
//! what stands around a file with rows of its own (`rows.rs`), which way a stack is written, and what marks code of
//! somebody else. These are tables; the samples in `tests.rs` say which program writes what. Nothing is read here: a path is looked for among the files that are known.

mod joints;
mod resolve;
mod rows;
mod scan;
#[cfg(test)]
mod tests;

pub(super) use resolve::Files;

use scan::{Mention, Stack, mentions};
use std::collections::BTreeSet;

/// So many frames of one text are shown.
pub(super) const MOST_FRAMES: usize = 5;

/// A place in the project that a text names.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Reference {
    pub(super) path: String,
    pub(super) line: Option<u32>,
}

/// The places in the project that a text names: those with a line first, of a stack the innermost first.
pub(super) fn references(text: &str, files: &Files<'_>) -> Vec<Reference> {
    placed(text, files).into_iter().map(|(reference, _)| reference).collect()
}

/// So many lines around a place are what is said of it: a message above or below, the code.
const SAID_AROUND: u32 = 3;

/// The lines of a text that say the most of these places, counted from 1: where they stand, then what stands nearest.
pub(super) fn telling_lines(text: &str, files: &Files<'_>) -> Vec<u32> {
    let rows: Vec<u32> = placed(text, files).into_iter().map(|(_, row)| row).collect();
    let mut seen = BTreeSet::new();
    let around = (0..=SAID_AROUND).flat_map(|away| {
        rows.iter().flat_map(move |&row| [row.saturating_sub(away).max(1), row + away])
    });
    around.filter(|&row| seen.insert(row)).collect()
}

/// The places, each with the line of the text that names it.
fn placed(text: &str, files: &Files<'_>) -> Vec<(Reference, u32)> {
    let mentions = mentions(text);
    let resolved = mentions.iter().zip(files.resolve(&mentions));
    let mut found: Vec<(&Mention<'_>, Reference)> = resolved
        .filter_map(|(mention, path)| {
            Some((mention, Reference { path: path?.to_owned(), line: mention.line }))
        })
        .collect();
    if found.iter().any(|(mention, place)| !mention.is_aside && place.line.is_some()) {
        found.retain(|(mention, _)| !mention.is_aside);
    }
    let found: Vec<(Stack, (Reference, u32))> =
        found.into_iter().map(|(mention, place)| (mention.stack, (place, mention.row))).collect();
    let mut stacks: Vec<Vec<(Reference, u32)>> = Vec::new();
    for stack in found.chunk_by(|(a, _), (b, _)| a.number == b.number) {
        let frames = stack.iter().map(|(_, placed)| placed.clone());
        let is_turned = stack[0].0.innermost_last;
        stacks.push(if is_turned { frames.rev().collect() } else { frames.collect() });
    }
    // What caused an error is written below it, and says more.
    if mentions.iter().any(|mention| mention.stack.is_cause) {
        stacks.reverse();
    }
    distinct(stacks.concat())
}

/// Each once, and those with a line before the others; a file without a line adds nothing to one with a line.
fn distinct(found: Vec<(Reference, u32)>) -> Vec<(Reference, u32)> {
    let (placed, bare): (Vec<_>, Vec<_>) =
        found.into_iter().partition(|(one, _)| one.line.is_some());
    let mut seen = BTreeSet::new();
    let mut paths = BTreeSet::new();
    let mut all: Vec<_> = placed.into_iter().filter(|(one, _)| seen.insert(one.clone())).collect();
    paths.extend(all.iter().map(|(one, _)| one.path.clone()));
    all.extend(bare.into_iter().filter(|(one, _)| paths.insert(one.path.clone())));
    all.truncate(MOST_FRAMES);
    all
}

impl Mention<'_> {
    /// The components of its path, whichever way it is written.
    fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.path.split(['/', '\\']).filter(|part| !matches!(*part, "" | "." | ".."))
    }
}
