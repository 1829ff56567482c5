//! Cuts a file into parts that belong together: what is shown of a file is some of them.

use super::notice;
use crate::outline::{Definition, Outline};
use crate::words::{whole_name, words};
use plimsoll_core::ladder::{LineStarts, Lines};
use std::collections::{BTreeMap, BTreeSet};

/// Neighbours that are together no longer are one part.
const SHORT: u32 = 40;
/// What is longer is cut where it is loosest.
const LONG: u32 = 64;
/// What stands between two definitions belongs to the one behind it, if it has no more lines: blank lines, a comment, a mark.
const BETWEEN: u32 = 8;
/// So many lines at most are shown of what heads an enclosing definition.
const HEAD_LINES: u32 = 3;

/// Some lines of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Part {
    pub lines: Lines,
    /// Heads of the definitions that enclose it, outermost first.
    pub heads: Vec<Lines>,
    pub(super) kind: PartKind,
    /// The words of what is defined in it.
    pub(super) names: BTreeSet<String>,
    /// The same names, each as one word.
    pub(super) whole_names: BTreeSet<String>,
    /// The words of what encloses it, or begins before it and ends in it.
    pub(super) around: BTreeSet<String>,
    /// The line of the function that it is a part of, where that has other parts.
    pub(super) body: Option<u32>,
}

impl Part {
    /// Whether it says nothing but whose the file is.
    pub fn is_notice(&self) -> bool {
        self.kind == PartKind::Notice
    }

    /// Whether what it defines or stands in is called after tests.
    pub(super) fn is_about_tests(&self) -> bool {
        self.names.contains("test") || self.around.contains("test")
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum PartKind {
    Other,
    Imports,
    Function,
    Type,
    /// Whose the file is, and on which terms it may be used.
    Notice,
}

/// The parts of a text, in order; every line is in one of them.
pub fn cut_into_parts(text: &str, outline: Option<&Outline>) -> Vec<Part> {
    let lines: Vec<&str> = text.lines().collect();
    let count = u32::try_from(lines.len()).unwrap_or(u32::MAX);
    if count == 0 {
        return Vec::new();
    }
    let nothing = Outline::default();
    let outline = outline.unwrap_or(&nothing);
    let notice = notice::lines_of(&lines);
    let mut starts = starts(outline, &lines);
    starts.insert(notice + 1);
    starts.retain(|&start| (notice + 1..=count).contains(&start));
    let bounds = with_what_is_between(starts, outline, count);
    let mut ranges = Vec::new();
    for pair in bounds.windows(2) {
        cut_long(Lines { first: pair[0], last: pair[1] - 1 }, &lines, &mut ranges);
    }
    let mut joined = Vec::new();
    if notice > 0 {
        cut_long(Lines { first: 1, last: notice }, &lines, &mut joined);
    }
    joined.extend(join_short(ranges));
    let starts = LineStarts::of(text);
    let mut describe = Describe::new(outline, heads(outline, &starts), notice);
    joined.into_iter().map(|lines| describe.part(lines)).collect()
}

/// Where something begins that can stand alone.
fn starts(outline: &Outline, lines: &[&str]) -> BTreeSet<u32> {
    let mut starts = BTreeSet::new();
    for definition in outline.definitions.iter().filter(|definition| !definition.inner) {
        starts.extend([definition.lines.first, definition.lines.last.saturating_add(1)]);
    }
    let imports = outline.imports.iter().filter(|import| !import.inner);
    for import in imports {
        starts.insert(import.lines.first);
        starts.insert(import.lines.last.saturating_add(1));
    }
    if outline.definitions.is_empty() {
        // Without structure, what begins at the margin after a blank line.
        let begins = |pair: &[&str]| pair[0].trim().is_empty() && indentation(pair[1]) == 0;
        let after_blank = lines.windows(2).zip(2_u32..).filter(|(pair, _)| begins(pair));
        starts.extend(after_blank.map(|(_, line)| line));
    }
    starts
}

/// The starts, but for those behind a few lines in which nothing is defined; and the end.
fn with_what_is_between(starts: BTreeSet<u32>, outline: &Outline, count: u32) -> Vec<u32> {
    let definitions = outline.definitions.iter().filter(|definition| !definition.inner);
    let defined: BTreeSet<u32> = definitions.map(|definition| definition.lines.first).collect();
    let mut bounds: Vec<u32> = Vec::new();
    for start in starts.into_iter().chain([count + 1]) {
        let is_between = bounds.last().is_some_and(|&before| {
            start - before <= BETWEEN && !defined.contains(&before) && defined.contains(&start)
        });
        if !is_between {
            bounds.push(start);
        }
    }
    // The last few lines have nothing behind them.
    if let [.., _, last, end] = bounds[..]
        && end - last <= BETWEEN
        && !defined.contains(&last)
    {
        bounds.remove(bounds.len() - 2);
    }
    bounds
}

fn indentation(line: &str) -> usize {
    if line.trim().is_empty() { usize::MAX } else { line.len() - line.trim_start().len() }
}

/// Halves what is long at its loosest line, the nearest to the middle: one after a blank line, with little indentation.
fn cut_long(range: Lines, lines: &[&str], out: &mut Vec<Lines>) {
    let Lines { first, last } = range;
    let length = last - first + 1;
    if length <= LONG {
        out.push(range);
        return;
    }
    let middle = first + length / 2;
    let looseness = |line: u32| {
        let (before, at) = (lines[line as usize - 2], lines[line as usize - 1]);
        let off = line.abs_diff(middle) as usize;
        (!before.trim().is_empty(), indentation(at).min(64) * 2 + off, line)
    };
    let near = (first + length / 4).max(first + 1)..=(last - length / 4);
    let cut = near.min_by_key(|&line| looseness(line)).unwrap_or(middle);
    cut_long(Lines { first, last: cut - 1 }, lines, out);
    cut_long(Lines { first: cut, last }, lines, out);
}

fn join_short(ranges: Vec<Lines>) -> Vec<Lines> {
    let mut joined: Vec<Lines> = Vec::new();
    for range in ranges {
        match joined.last_mut() {
            Some(before) if range.last - before.first < SHORT => before.last = range.last,
            _ => joined.push(range),
        }
    }
    joined
}

/// The lines that head each definition.
fn heads(outline: &Outline, starts: &LineStarts) -> Vec<Lines> {
    let head = |definition: &Definition| {
        let first = starts.line_at(definition.signature.start as usize);
        let end = (definition.signature.end as usize).saturating_sub(1);
        let last = starts.line_at(end).clamp(first, first + HEAD_LINES - 1);
        Lines { first, last }
    };
    outline.definitions.iter().map(head).collect()
}

/// Says what the parts are, one after the other: each definition is met where it begins and forgotten where it ends, since there
/// may be as many of them as there are parts.
struct Describe<'a> {
    outline: &'a Outline,
    heads: Vec<Lines>,
    /// The last line of the notice at the top.
    notice: u32,
    /// The definitions by where they begin, and by where their names stand.
    by_begin: Vec<usize>,
    by_name: Vec<usize>,
    /// How many of them begin before the part in question, and those of these that reach it.
    begun: usize,
    open: Vec<usize>,
}

/// Definitions whose lines lie in a part, in the order of the outline.
fn within(order: &[usize], line_of: impl Fn(usize) -> u32, lines: Lines) -> Vec<usize> {
    let first = order.partition_point(|&at| line_of(at) < lines.first);
    let end = order.partition_point(|&at| line_of(at) <= lines.last);
    let mut found = order[first..end].to_vec();
    found.sort_unstable();
    found
}

impl<'a> Describe<'a> {
    fn new(outline: &'a Outline, heads: Vec<Lines>, notice: u32) -> Self {
        let definitions = &outline.definitions;
        let mut by_begin: Vec<usize> = (0..definitions.len()).collect();
        by_begin.sort_by_key(|&at| definitions[at].lines.first);
        let mut by_name: Vec<usize> = (0..definitions.len()).collect();
        by_name.sort_by_key(|&at| definitions[at].line);
        Self { outline, heads, notice, by_begin, by_name, begun: 0, open: Vec::new() }
    }

    /// The definitions that reach into a part from above it, in the order of the outline. Parts are asked about from the first on.
    fn enclosing(&mut self, lines: Lines) -> Vec<usize> {
        let definitions = &self.outline.definitions;
        let begun = self.by_begin[self.begun..].iter().copied();
        let begun = begun.take_while(|&at| definitions[at].lines.first <= lines.first);
        let before = self.open.len();
        self.open.extend(begun);
        self.begun += self.open.len() - before;
        self.open.retain(|&at| definitions[at].lines.last >= lines.first);
        let heads = &self.heads;
        let mut enclosing: Vec<usize> =
            self.open.iter().copied().filter(|&at| heads[at].last < lines.first).collect();
        enclosing.sort_unstable();
        enclosing
    }

    fn part(&mut self, lines: Lines) -> Part {
        let enclosing = self.enclosing(lines);
        let definitions = &self.outline.definitions;
        let around = enclosing.iter().flat_map(|&at| words(&definitions[at].name)).collect();
        let heads = enclosing.iter().map(|&at| self.heads[at]);
        let heads: BTreeMap<u32, Lines> = heads.map(|head| (head.first, head)).collect();
        let is_function = |definition: &&Definition| !definition.kind.is_type();
        let begun = within(&self.by_begin, |at| definitions[at].lines.first, lines);
        let begun = begun.into_iter().map(|at| &definitions[at]);
        let mut begun = begun.filter(|definition| definition.lines.last > lines.last);
        let begun = begun.rfind(is_function);
        let inside = enclosing.iter().map(|&at| &definitions[at]);
        let inside = inside.filter(is_function).max_by_key(|one| one.lines.first);
        let body = begun.or(inside).map(|definition| definition.lines.first);
        let defined = within(&self.by_name, |at| definitions[at].line, lines);
        let defined: Vec<&Definition> = defined.into_iter().map(|at| &definitions[at]).collect();
        let imports = self.outline.imports.iter();
        let imported = imports
            .filter(|import| import.lines.first <= lines.last && lines.first <= import.lines.last);
        let kind = match defined.first() {
            Some(definition) if definition.kind.is_type() => PartKind::Type,
            Some(_) => PartKind::Function,
            None if lines.last <= self.notice => PartKind::Notice,
            None if imported.count() > 0 => PartKind::Imports,
            None => PartKind::Other,
        };
        let names = defined.iter().flat_map(|definition| words(&definition.name)).collect();
        let whole = |definition: &&Definition| {
            whole_name(&definition.name).or_else(|| words(&definition.name).pop())
        };
        let whole_names = defined.iter().filter_map(whole).collect();
        Part { lines, heads: heads.into_values().collect(), kind, names, whole_names, around, body }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outline::outline;
    use plimsoll_core::screened::Screened;
    use proptest::prelude::*;

    #[test]
    fn parts_follow_definitions_and_know_what_encloses_them() {
        let method =
            |name: &str| format!("    def {name}(self):\n{}\n", "        x = 1\n".repeat(28));
        let text = format!("import os\n\nclass Cache:\n{}{}", method("get"), method("put"));
        let outline = outline("python", &Screened::ours(text.clone()));
        let parts = cut_into_parts(&text, outline.as_ref());
        let shown: Vec<(u32, u32)> =
            parts.iter().map(|part| (part.lines.first, part.lines.last)).collect();
        assert_eq!(shown, [(1, 32), (33, 63)]);
        assert_eq!(parts[1].heads, [Lines { first: 3, last: 3 }]);
        assert!(parts[1].names.contains("put"));
        assert_eq!((parts[0].body, parts[1].body), (None, None));
    }

    #[test]
    fn parts_of_one_long_function_know_it() {
        let text = format!("def small():\n    pass\n\ndef long():\n{}", "    x = 1\n".repeat(150));
        let outline = outline("python", &Screened::ours(text.clone()));
        let parts = cut_into_parts(&text, outline.as_ref());
        assert!(parts.len() > 2);
        assert!(parts.iter().all(|part| part.body == Some(4)), "{parts:?}");
    }

    #[test]
    fn whose_a_file_is_is_a_part_of_its_own() {
        let text =
            "// Copyright of somebody.\n//\n// Licensed to all.\n\nuse std::io;\nfn f() {}\n";
        let outline = outline("rust", &Screened::ours(text.to_owned()));
        let parts = cut_into_parts(text, outline.as_ref());
        let shown: Vec<(u32, u32, bool)> = parts
            .iter()
            .map(|part| (part.lines.first, part.lines.last, part.is_notice()))
            .collect();
        assert_eq!(shown, [(1, 4, true), (5, 6, false)]);
    }

    #[test]
    fn what_stands_between_long_definitions_is_no_part_of_its_own() {
        let long = |name: &str| format!("def {name}():\n{}", "    x = 1\n".repeat(44));
        let text = format!("{}\n# says why\n{}\n\n{}\n", long("one"), long("two"), long("three"));
        let outline = outline("python", &Screened::ours(text.clone()));
        let parts = cut_into_parts(&text, outline.as_ref());
        let shown: Vec<(u32, u32)> =
            parts.iter().map(|part| (part.lines.first, part.lines.last)).collect();
        assert_eq!(shown, [(1, 45), (46, 92), (93, 140)]);
    }

    /// The same for each part by looking at all definitions.
    fn described_one_by_one(
        outline: &Outline,
        text: &str,
        lines: Lines,
    ) -> (Vec<Lines>, Option<u32>, BTreeSet<String>) {
        let definitions = &outline.definitions;
        let heads = heads(outline, &LineStarts::of(text));
        let enclosing: Vec<usize> = (0..definitions.len())
            .filter(|&at| {
                let of = definitions[at].lines;
                of.first <= lines.first && lines.first <= of.last && heads[at].last < lines.first
            })
            .collect();
        let is_in = |line: u32| (lines.first..=lines.last).contains(&line);
        let mut functions = definitions.iter().filter(|one| !one.kind.is_type());
        let begun = functions.rfind(|one| is_in(one.lines.first) && one.lines.last > lines.last);
        let inside = enclosing.iter().map(|&at| &definitions[at]).filter(|one| !one.kind.is_type());
        let body = begun.or(inside.max_by_key(|one| one.lines.first)).map(|one| one.lines.first);
        let heads: BTreeMap<u32, Lines> =
            enclosing.iter().map(|&at| (heads[at].first, heads[at])).collect();
        let named = definitions.iter().filter(|one| is_in(one.line));
        (heads.into_values().collect(), body, named.flat_map(|one| words(&one.name)).collect())
    }

    #[test]
    fn parts_are_described_as_if_all_definitions_were_looked_at() {
        for (language, text) in [
            ("rust", include_str!("parts.rs")),
            ("rust", include_str!("files.rs")),
            (
                "python",
                "class A:\n    class B:\n        def f(self):\n            def g():\n                pass\n            return g\n\n    def h(self):\n        pass\n",
            ),
        ] {
            let long = text.repeat(3);
            for text in [text, &long] {
                let outline = outline(language, &Screened::ours(text.to_owned())).unwrap();
                for part in cut_into_parts(text, Some(&outline)) {
                    let (heads, body, names) = described_one_by_one(&outline, text, part.lines);
                    assert_eq!((part.heads, part.body, part.names), (heads, body, names));
                }
            }
        }
    }

    proptest! {
        #[test]
        fn every_line_is_in_one_part(text in "([a-z ]{0,9}\n){0,200}") {
            let parts = cut_into_parts(&text, None);
            let lines: Vec<u32> = parts.iter().flat_map(|part| part.lines.first..=part.lines.last).collect();
            let all: Vec<u32> = (1..).take(text.lines().count()).collect();
            prop_assert_eq!(lines, all);
            prop_assert!(parts.iter().all(|part| part.lines.last - part.lines.first < LONG));
        }
    }
}
