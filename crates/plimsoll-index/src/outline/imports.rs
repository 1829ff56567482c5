//! Imports while the matches of a query come in.

use super::Import;
use super::nest::Hidden;
use plimsoll_core::ladder::Lines;
use std::collections::BTreeMap;
use std::ops::Range;

/// By where their paths begin.
#[derive(Debug, Default)]
pub(crate) struct Imports {
    found: BTreeMap<usize, Found>,
}

#[derive(Debug)]
struct Found {
    range: Range<usize>,
    path: String,
    /// By where they stand.
    names: BTreeMap<usize, String>,
    /// Whether it is known as a part of a statement only.
    part: bool,
}

impl Imports {
    /// Several matches with the same path are one import: the widest of them, with the names of all. `part` is
    /// whether this one is only a part of a statement.
    pub(crate) fn add(
        &mut self,
        range: Range<usize>,
        part: bool,
        (at, path): (usize, &str),
        mut names: BTreeMap<usize, String>,
    ) {
        let path = bare(path);
        let new =
            || Found { range: range.clone(), path: path.to_owned(), names: BTreeMap::new(), part };
        let known = self.found.entry(at).or_insert_with(new);
        known.range.start = known.range.start.min(range.start);
        known.range.end = known.range.end.max(range.end);
        known.part &= part;
        known.names.append(&mut names);
    }

    /// In the order of the text.
    pub(crate) fn settled(
        self,
        hidden: &Hidden,
        lines: impl Fn(&Range<usize>) -> Lines,
    ) -> Vec<Import> {
        let settled = self.found.into_values().map(|Found { range, path, names, part }| Import {
            path,
            names: distinct(&names),
            lines: lines(&range),
            inner: part || hidden.has(range.start),
        });
        settled.collect()
    }
}

/// Each once, in the order of the text.
pub(crate) fn distinct(names: &BTreeMap<usize, String>) -> Vec<String> {
    let mut distinct: Vec<String> = Vec::new();
    for name in names.values() {
        if !distinct.contains(name) {
            distinct.push(name.clone());
        }
    }
    distinct
}

/// Without quotes; and where names are selected of a path, a sign may stand between.
fn bare(path: &str) -> &str {
    let path = path.trim_matches(['"', '\'', '`']);
    path.strip_suffix('.').filter(|bare| bare.ends_with(char::is_alphanumeric)).unwrap_or(path)
}
