//! An outline as the ladder of code wants it: which lines are a definition's signature.

use super::hide::{frame_of, without};
use super::{Definition, Outline, languages};
use plimsoll_core::ladder::{self, Ladder, LineStarts, Lines};
use plimsoll_core::render::{Displayed, Part};

impl Outline {
    /// What the ladder of code is made of.
    pub fn for_ladder(&self, language: &str, text: &str) -> ladder::Outline {
        let starts = LineStarts::of(text);
        let comment = languages::find(language).and_then(|language| language.comment.clone());
        let marker = Marker {
            says: comment.as_ref().is_some_and(|comment| comment.word().is_some()),
            closes: comment.as_ref().is_some_and(|comment| !comment.after.is_empty()),
        };
        let scopes = self.scopes.iter().map(|scope| ladder::Definition {
            name: String::new(),
            lines: scope.lines,
            frame: scope.frame.clone(),
            inner: false,
        });
        let definitions = self.definitions.iter().map(|definition| ladder::Definition {
            name: definition.name.clone(),
            lines: definition.lines,
            frame: frame(definition, text, &starts, marker),
            inner: definition.inner,
        });
        let outside = self.imports.iter().filter(|import| !import.inner);
        ladder::Outline {
            imports: outside.map(|import| import.lines).collect(),
            definitions: scopes.chain(definitions).collect(),
            comment,
        }
    }

    /// The rung of signatures as a document shows it; nothing where the text has no such rung.
    pub fn signatures(&self, language: &str, text: &str) -> Option<String> {
        let ladder = ladder::code(&self.for_ladder(language, text), &[], text);
        if !matches!(ladder, Ladder::Cuts { .. }) {
            return None;
        }
        let displayed = Displayed::new(text);
        let view = ladder.view(1, LineStarts::of(text).count());
        Some(displayed.parts(&view).iter().map(Part::as_str).collect())
    }

    /// The signature of a definition on one line.
    pub fn signature<'t>(&self, definition: &Definition, text: &'t str) -> String {
        let range = definition.signature.start as usize..definition.signature.end as usize;
        let words: Vec<&'t str> = text.get(range).unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    }
}

/// What stands for left-out lines.
#[derive(Clone, Copy)]
struct Marker {
    /// Whether it is more than a comment.
    says: bool,
    /// Whether it has an end of its own: one inside of another would end both.
    closes: bool,
}

/// All lines of a definition but those of its body, and of its documentation the first that says something.
fn frame(definition: &Definition, text: &str, starts: &LineStarts, marker: Marker) -> Vec<Lines> {
    let body = definition.body.as_ref().map(|body| body.start as usize..body.end as usize);
    let mut frame = frame_of(body, definition.lines, text, starts, marker.says);
    // A documentation on the line of what it documents goes nowhere.
    let begins = starts.line_at(definition.signature.start as usize);
    if let Some(doc) = definition.doc.filter(|doc| !(doc.first..=doc.last).contains(&begins)) {
        frame = frame.into_iter().flat_map(|lines| without(lines, doc)).collect();
        let shown = first_words(doc, text, starts);
        let is_cut = shown.len() > 1 && doc.last - doc.first > 2;
        frame.extend(shown.into_iter().filter(|_| !(marker.closes && is_cut)));
    }
    frame.retain(|lines| lines.first <= lines.last);
    frame.sort_unstable();
    frame
}

/// Of a documentation the first line with words on it. One that has a beginning and an end of its own keeps
/// both, since half of a comment is none.
fn first_words(doc: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let line = |at: u32| starts.slice(text, Lines { first: at, last: at });
    // What only says how the text is to be read says nothing.
    let is_sign = |line: &str| {
        let line = line.trim_end();
        line.trim_start_matches(char::is_alphabetic) == "\"\"\"" || line == "=begin"
    };
    let says =
        |&at: &u32| line(at).contains(char::is_alphanumeric) && !is_sign(line(at).trim_start());
    let first = (doc.first..=doc.last).find(says).unwrap_or(doc.first);
    let Some(end) = end_sign(line(doc.first).trim()) else {
        return vec![Lines { first, last: first }];
    };
    let closes = |&at: &u32| {
        let line = line(at).trim();
        line.ends_with(end) && !(at == doc.first && line.len() < end.len() * 2)
    };
    let last = (doc.first..=doc.last).find(closes).unwrap_or(doc.last);
    [doc.first, first.min(last), last].map(|at| Lines { first: at, last: at }).to_vec()
}

/// How a comment ends that begins like this, where it has an end of its own.
fn end_sign(first: &str) -> Option<&'static str> {
    let pairs = [
        ("/*", "*/"),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("<!--", "-->"),
        ("--[", "]"),
        ("{-", "-}"),
        ("=begin", "=end"),
    ];
    let begins = first.trim_start_matches(|c: char| c.is_alphabetic() || c == '@').trim_start();
    let of_either = |open: &str| begins.starts_with(open) || first.starts_with(open);
    pairs.into_iter().find(|(open, _)| of_either(open)).map(|(_, close)| close)
}
