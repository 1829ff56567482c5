//! An outline as the ladder of code wants it: which lines are a definition's signature.

use super::docs::begins_line;
use super::{Definition, Outline, languages};
use plimsoll_core::ladder::{self, Ladder, LineStarts, Lines};
use plimsoll_core::render::{Displayed, Part};
use std::ops::Range;

impl Outline {
    /// What the ladder of code is made of.
    pub fn for_ladder(&self, language: &str, text: &str) -> ladder::Outline {
        let starts = LineStarts::of(text);
        let scopes = self.scopes.iter().map(|scope| {
            let Lines { first, last } = scope.lines;
            let mut frame = vec![Lines { first, last: first }];
            if scope.body.is_some() {
                frame = all_but(scope.body.as_ref(), scope.lines, text, &starts);
            } else if scope.closes {
                frame.push(Lines { first: last, last });
            }
            ladder::Definition { name: String::new(), lines: scope.lines, frame, inner: false }
        });
        let comment = languages::find(language).and_then(|language| language.comment.clone());
        let closes = comment.as_ref().is_some_and(|comment| !comment.after.is_empty());
        let definitions = self.definitions.iter().map(|definition| ladder::Definition {
            name: definition.name.clone(),
            lines: definition.lines,
            frame: frame(definition, text, &starts, closes),
            inner: definition.inner,
        });
        ladder::Outline {
            imports: self.imports.iter().map(|import| import.lines).collect(),
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

/// All lines of a definition but those of its body, and of its documentation the first that says something.
/// `closes` is whether a comment has an end of its own: one inside of another would end both.
fn frame(definition: &Definition, text: &str, starts: &LineStarts, closes: bool) -> Vec<Lines> {
    let mut frame = all_but(definition.body.as_ref(), definition.lines, text, starts);
    // A documentation on the line of what it documents goes nowhere.
    let begins = starts.line_at(definition.signature.start as usize);
    if let Some(doc) = definition.doc.filter(|doc| !(doc.first..=doc.last).contains(&begins)) {
        frame = frame.into_iter().flat_map(|lines| without(lines, doc)).collect();
        let shown = first_words(doc, text, starts);
        let is_cut = shown.len() > 1 && doc.last - doc.first > 2;
        frame.extend(shown.into_iter().filter(|_| !(closes && is_cut)));
    }
    frame.retain(|lines| lines.first <= lines.last);
    frame.sort_unstable();
    frame
}

/// Lines without those of a body.
fn all_but(body: Option<&Range<u32>>, lines: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let hidden =
        body.and_then(|body| hidden_lines(body.start as usize..body.end as usize, text, starts));
    match hidden {
        None => vec![lines],
        Some(hidden) => without(lines, hidden).to_vec(),
    }
}

/// The lines of a body that can go: its delimiters stay, and so does a line that it shares with something.
fn hidden_lines(body: Range<usize>, text: &str, starts: &LineStarts) -> Option<Lines> {
    let inside = text.get(body.clone())?;
    let end = body.start + inside.trim_end().len();
    let line_of = |byte: usize| starts.line_at(byte);
    let opens = inside.starts_with(['{', '(', '[']);
    let closes = inside.trim_end().ends_with(['}', ')', ']']) && opens;
    let first = line_of(body.start);
    let last = line_of(end.max(body.start + 1) - 1);
    // What stays of its first and last line must not open or close something that goes.
    let mut kept =
        [inside.lines().next(), inside.trim_end().lines().next_back()].into_iter().flatten();
    if closes && first < last && !kept.all(is_balanced) {
        return None;
    }
    let shares_first = opens || !begins_line(text, body.start);
    let shares_last = closes || !ends_line(text, end);
    let hidden = Lines {
        first: first + u32::from(shares_first),
        last: last.saturating_sub(u32::from(shares_last)),
    };
    (hidden.first <= hidden.last).then_some(hidden)
}

/// Whether nothing but blanks stands after a place on its line. A line may be as long as the text.
fn ends_line(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '\t', '\r']);
    after.is_empty() || after.starts_with('\n')
}

/// Whether a line of a body has as many opening as closing brackets, but for its own.
fn is_balanced(line: &str) -> bool {
    let count = |signs: [char; 3]| line.chars().filter(|c| signs.contains(c)).count();
    count(['{', '(', '[']).abs_diff(count(['}', ')', ']'])) == 1
}

/// What is left of lines when others go.
fn without(lines: Lines, gone: Lines) -> [Lines; 2] {
    let before = Lines { first: lines.first, last: lines.last.min(gone.first.saturating_sub(1)) };
    let after = Lines { first: lines.first.max(gone.last.saturating_add(1)), last: lines.last };
    [before, after]
}

/// Of a documentation the first line with words on it. One that has a beginning and an end of its own keeps
/// both, since half of a comment is none.
fn first_words(doc: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let line = |at: u32| starts.slice(text, Lines { first: at, last: at });
    let says = |&at: &u32| line(at).contains(char::is_alphanumeric);
    let first = (doc.first..=doc.last).find(says).unwrap_or(doc.first);
    let mut kept = vec![Lines { first, last: first }];
    if is_delimited(line(doc.first).trim_start(), line(doc.last).trim_end()) {
        kept.extend([doc.first, doc.last].map(|at| Lines { first: at, last: at }));
    }
    kept
}

fn is_delimited(first: &str, last: &str) -> bool {
    let pairs = [
        ("/*", "*/"),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("<!--", "-->"),
        ("--[", "]"),
        ("{-", "-}"),
    ];
    let begins = |sign: &str| {
        first
            .trim_start_matches(|c: char| c.is_alphabetic() || c == '@')
            .trim_start()
            .starts_with(sign)
    };
    pairs.iter().any(|(open, close)| begins(open) && last.ends_with(close))
}
