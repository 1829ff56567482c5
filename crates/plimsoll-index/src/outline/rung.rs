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
            strict: false,
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

/// A signature without a body that has more lines than this is a table or the like: its beginning and its end stand for it.
const LONGEST_FRAME: u32 = 40;
const BEGINNING: u32 = 8;

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
    if definition.body.is_none() {
        frame = frame.into_iter().flat_map(ends_of_long).collect();
    }
    frame.sort_unstable();
    frame
}

fn ends_of_long(lines: Lines) -> Vec<Lines> {
    let Lines { first, last } = lines;
    if last - first < LONGEST_FRAME {
        return vec![lines];
    }
    vec![Lines { first, last: first + BEGINNING - 1 }, Lines { first: last, last }]
}

/// Of a documentation the first line with words on it. A comment that has a beginning and an end of its own
/// keeps both, since half of a comment is none.
fn first_words(doc: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let line = |at: u32| starts.slice(text, Lines { first: at, last: at });
    let first = (doc.first..=doc.last).find(|&at| says_something(line(at))).unwrap_or(doc.first);
    let around = delimited(doc, line).find(|lines| lines.first <= first && first <= lines.last);
    let ends = around.map(|lines| [lines.first, lines.last]).into_iter().flatten();
    ends.chain([first]).map(|at| Lines { first: at, last: at }).collect()
}

/// Whether a line of documentation has words besides its signs and tags.
fn says_something(line: &str) -> bool {
    let line = opened(line).map_or(line, |(_, rest)| rest);
    let mut pieces = line.split('<');
    let before = pieces.next().unwrap_or_default();
    let after_tags = pieces.map(|piece| piece.split_once('>').map_or(piece, |(_, after)| after));
    [before].into_iter().chain(after_tags).any(|piece| piece.contains(char::is_alphanumeric))
}

/// The comments among these lines that have a beginning and an end of their own.
fn delimited<'t>(doc: Lines, line: impl Fn(u32) -> &'t str) -> impl Iterator<Item = Lines> {
    let mut at = doc.first;
    std::iter::from_fn(move || {
        while at <= doc.last {
            let first = at;
            at += 1;
            let Some((close, rest)) = opened(line(first)) else { continue };
            let closes = |text: &str| text.trim_end().ends_with(close);
            let mut last = first;
            if !closes(rest) {
                last = (at..=doc.last).find(|&at| closes(line(at))).unwrap_or(doc.last);
            }
            at = last + 1;
            return Some(Lines { first, last });
        }
        None
    })
}

/// If a comment with an end of its own begins here: how it ends, and what follows on this line.
fn opened(line: &str) -> Option<(&'static str, &str)> {
    let pairs = [
        ("/*", "*/"),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("<!--", "-->"),
        ("--[", "]"),
        ("{-", "-}"),
        ("=begin", "=end"),
    ];
    // Words and signs may say what follows is, and how it is to be read: `@doc ~S"""`.
    let line = line.trim_start().trim_start_matches(|c: char| c.is_alphabetic() || c == '@');
    let line = line.trim_start().trim_start_matches('~').trim_start_matches(char::is_alphabetic);
    pairs.iter().find_map(|(open, close)| Some((*close, line.strip_prefix(open)?)))
}
