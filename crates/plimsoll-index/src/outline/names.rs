//! Names: as they are written where something is defined, and where they are used.

use super::{Reference, ReferenceKind};
use plimsoll_core::ladder::LineStarts;
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is longer is no name.
const LONGEST_NAME: usize = 256;

/// A name on one line, however it is written.
pub(crate) fn one_line(text: &str, range: Range<usize>) -> String {
    let words: Vec<&str> = text[range].split_whitespace().collect();
    let mut name = words.join(" ");
    if let Some((cut, _)) = name.char_indices().find(|&(at, c)| at + c.len_utf8() > LONGEST_NAME) {
        name.truncate(cut);
    }
    name
}

/// A name without the quotes that stand around all of it, and without the sign that makes a symbol of it.
pub(crate) fn bare(name: String, kind: SymbolKind) -> String {
    let inside = |quote: char| {
        let inside = name.strip_prefix(quote)?.strip_suffix(quote)?;
        // Where one ends and another begins in between, it is more than one quoted thing.
        let mut ends = inside.rsplit(quote).skip(1);
        (!inside.is_empty() && ends.all(|before| before.ends_with('\\'))).then_some(inside)
    };
    let symbol = || {
        let is_symbol = matches!(kind, SymbolKind::Method | SymbolKind::Property);
        name.strip_prefix(':').filter(|_| is_symbol)
    };
    let bare = inside('"').or_else(|| inside('\'')).or_else(|| inside('`')).or_else(symbol);
    bare.map(str::to_owned).unwrap_or(name)
}

/// Names that are used, by where they begin.
#[derive(Debug, Default)]
pub(crate) struct References<'t> {
    found: BTreeMap<usize, (ReferenceKind, &'t str)>,
}

impl<'t> References<'t> {
    pub(crate) fn add(&mut self, at: usize, kind: ReferenceKind, name: &'t str) {
        if !name.is_empty() && name.len() <= LONGEST_NAME {
            // What is called may have the form of a type.
            let known = self.found.entry(at).or_insert((kind, name));
            known.0 = known.0.min(kind);
        }
    }

    /// Where names are used that are not being defined there.
    pub(crate) fn but(&self, definitions: &[usize], starts: &LineStarts) -> Vec<Reference> {
        let mut lines: BTreeMap<(&str, ReferenceKind), Vec<u32>> = BTreeMap::new();
        for (&at, &(kind, name)) in &self.found {
            if definitions.binary_search(&at).is_err() {
                lines.entry((name, kind)).or_default().push(starts.line_at(at));
            }
        }
        let reference = |((name, kind), mut lines): ((&str, _), Vec<u32>)| {
            lines.dedup();
            Reference { name: name.to_owned(), kind, lines }
        };
        lines.into_iter().map(reference).collect()
    }
}
