//! Functions whose bodies are told by their indentation: Python's.
//!
//! Of a body the grammar sees the documentation and the first letter of what follows, since a block cannot be empty;
//! a single letter is a name in any language. What is in doubt: brackets and quotes that do not end, statements that
//! define or import something or give a type, bodies that do not begin with a letter.

use super::tokens::is_word_byte;
use super::{Skim, Used};
use crate::outline::ReferenceKind;
use std::ops::Range;

/// A shorter body is parsed as fast.
const LEAST_SKIPPED: usize = 16;
/// A tab counts as much as the grammar lets it count.
const TAB: usize = 8;

/// A statement begins with these that has to be seen.
const DEFINES: &[&str] = &["@", "async", "class", "def", "from", "import", "type"];
/// Words before a parenthesis that call nothing.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "await", "case", "del", "elif", "else", "except", "for", "if", "in",
    "is", "lambda", "not", "or", "raise", "return", "while", "with", "yield",
];

pub(super) fn skim(text: &str) -> Skim {
    let mut skim = Skim { ends_with_skipped: true, ..Skim::default() };
    let Some(statements) = statements(text) else { return skim };
    let mut rest = statements.as_slice();
    while let Some((first, after)) = rest.split_first() {
        rest = after;
        if !first.begins_function(text) {
            continue;
        }
        let in_body = after.iter().take_while(|one| one.indent > first.indent).count();
        let (body, behind) = after.split_at(in_body);
        if let Some(skipped) = skipped_of(body, text) {
            skim.references.extend(calls(text, skipped.start - 1..skipped.end));
            skim.skipped.push(skipped);
            rest = behind;
        }
    }
    skim
}

/// What of a body need not be seen.
fn skipped_of(body: &[Statement], text: &str) -> Option<Range<usize>> {
    let is_plain = |one: &Statement| one.indent >= body[0].indent && !one.has_to_be_seen(text);
    let begins_with_letter = |one: &Statement| {
        let first = text.as_bytes()[one.range.start];
        first.is_ascii_alphabetic() || first == b'_'
    };
    let documentation = usize::from(body.first()?.begins_with_quote(text));
    let first = body.get(documentation)?;
    let skipped = first.range.start + 1..body.last()?.range.end;
    let is_sure = begins_with_letter(first) && body.iter().all(is_plain);
    (is_sure && skipped.len() >= LEAST_SKIPPED).then_some(skipped)
}

/// A logical line, without comments.
#[derive(Debug)]
struct Statement {
    indent: usize,
    range: Range<usize>,
}

impl Statement {
    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }

    fn begins_function(&self, text: &str) -> bool {
        let written = self.text(text);
        let written = written.strip_prefix("async").map_or(written, str::trim_start);
        written.starts_with("def") && written.ends_with(':')
    }

    fn begins_with_quote(&self, text: &str) -> bool {
        let prefix = self.text(text).bytes().take_while(u8::is_ascii_alphabetic).count();
        prefix <= 2 && self.text(text)[prefix..].starts_with(['"', '\''])
    }

    fn has_to_be_seen(&self, text: &str) -> bool {
        let written = self.text(text);
        let word = &written[..written.bytes().take_while(|&byte| is_word_byte(byte)).count()];
        let first = if word.is_empty() { &written[..written.len().min(1)] } else { word };
        DEFINES.contains(&first) || self.gives_type(text)
    }

    /// `name: Type = …`, and not `else: …`.
    fn gives_type(&self, text: &str) -> bool {
        let written = self.text(text);
        let name = written.bytes().take_while(|&byte| is_word_byte(byte) || byte == b'.').count();
        let after = written[name..].trim_start().strip_prefix(':');
        let is_keyword = || ["else", "finally", "try"].contains(&&written[..name]);
        after.is_some_and(|after| !after.is_empty()) && name > 0 && !is_keyword()
    }
}

/// The statements of a text; nothing where something does not end.
fn statements(text: &str) -> Option<Vec<Statement>> {
    let mut statements: Vec<Statement> = Vec::new();
    let mut pieces = Pieces { text, at: 0 };
    let mut indent = 0;
    let mut current: Option<Range<usize>> = None;
    let mut depth = 0_usize;
    let mut line_start = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    pieces.at = line_start;
    while let Some((piece, range)) = pieces.next() {
        match piece {
            Piece::Newline if depth == 0 => {
                line_start = range.end;
                statements.extend(current.take().map(|range| Statement { indent, range }));
                continue;
            }
            Piece::Newline => continue,
            Piece::Open => depth += 1,
            Piece::Close => depth = depth.checked_sub(1)?,
            Piece::Broken => return None,
            Piece::Word | Piece::Quoted | Piece::Sign => {}
        }
        match &mut current {
            Some(known) => known.end = range.end,
            None => {
                indent = width(&text[line_start..range.start]);
                current = Some(range);
            }
        }
    }
    statements.extend(current.map(|range| Statement { indent, range }));
    (depth == 0).then_some(statements)
}

fn width(blank: &str) -> usize {
    blank.bytes().fold(0, |width, byte| match byte {
        b'\t' => width + TAB,
        b' ' => width + 1,
        _ => 0,
    })
}

/// What is called in a part of a text.
fn calls(text: &str, part: Range<usize>) -> Vec<Used> {
    let mut calls = Vec::new();
    add_calls(text, part, &mut calls);
    calls
}

fn add_calls(text: &str, part: Range<usize>, calls: &mut Vec<Used>) {
    let mut pieces = Pieces { text: &text[..part.end], at: part.start };
    let mut before = Piece::Newline;
    let mut last = part.start;
    let mut word: Option<Range<usize>> = None;
    while let Some((piece, range)) = pieces.next() {
        let is_call = piece == Piece::Open && text[range.clone()] == *"(";
        if let Some(word) = word.take().filter(|_| is_call) {
            calls.push((word, ReferenceKind::Call));
        }
        match piece {
            Piece::Word => {
                let is_member = before == Piece::Sign && text[last..].starts_with('.');
                let is_name = is_member || !KEYWORDS.contains(&&text[range.clone()]);
                word = (is_name && !text.as_bytes()[range.start].is_ascii_digit())
                    .then(|| range.clone());
            }
            Piece::Quoted => add_calls_of_format(text, range.clone(), calls),
            _ => {}
        }
        (before, last) = (piece, range.start);
    }
}

/// What is called between the braces of a formatted text.
fn add_calls_of_format(text: &str, quoted: Range<usize>, calls: &mut Vec<Used>) {
    let written = &text[quoted.clone()];
    let Some(quote) = written.find(['"', '\'']) else { return };
    if !written[..quote].contains(['f', 'F']) {
        return;
    }
    let mut at = quote;
    while let Some(open) = written[at..].find('{').map(|open| at + open) {
        if written[open..].starts_with("{{") {
            at = open + 2;
            continue;
        }
        let close = written[open..].find('}').map_or(written.len(), |close| open + close);
        add_calls(text, quoted.start + open + 1..quoted.start + close, calls);
        at = close;
    }
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Piece {
    Word,
    /// With its prefix.
    Quoted,
    Open,
    Close,
    Sign,
    /// The end of a line that does not go on.
    Newline,
    /// A quoted text that does not end.
    Broken,
}

/// Everything in a text but blanks and comments.
struct Pieces<'t> {
    text: &'t str,
    at: usize,
}

impl Pieces<'_> {
    fn next(&mut self) -> Option<(Piece, Range<usize>)> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            self.at += 1;
            let piece = match byte {
                b' ' | b'\t' | b'\r' | b'\x0c' => continue,
                b'\\' => {
                    let end = self.text[self.at..].find('\n');
                    self.at = end.map_or(bytes.len(), |end| self.at + end + 1);
                    continue;
                }
                b'#' => {
                    let end = self.text[self.at..].find('\n');
                    self.at = end.map_or(bytes.len(), |end| self.at + end);
                    continue;
                }
                b'\n' => Piece::Newline,
                b'(' | b'[' | b'{' => Piece::Open,
                b')' | b']' | b'}' => Piece::Close,
                b'"' | b'\'' => self.quoted(start),
                byte if is_word_byte(byte) => {
                    let rest = &bytes[start..];
                    self.at = start + rest.iter().take_while(|byte| is_word_byte(**byte)).count();
                    match bytes.get(self.at) {
                        Some(b'"' | b'\'') if is_prefix(&bytes[start..self.at]) => {
                            self.quoted(self.at)
                        }
                        _ => Piece::Word,
                    }
                }
                _ => Piece::Sign,
            };
            return Some((piece, start..self.at));
        }
    }

    /// Goes behind a quoted text. In a raw one a backslash still keeps the quote behind it from ending it.
    fn quoted(&mut self, start: usize) -> Piece {
        let bytes = self.text.as_bytes();
        let quote = bytes[start];
        let is_long = bytes[start..].starts_with(&[quote; 3]);
        let mut at = start + if is_long { 3 } else { 1 };
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' if !is_long => break,
                _ if byte != quote => {}
                _ if !is_long || bytes[at..].starts_with(&[quote; 3]) => {
                    self.at = at + if is_long { 3 } else { 1 };
                    return Piece::Quoted;
                }
                _ => {}
            }
            at += 1;
        }
        self.at = at.min(bytes.len());
        Piece::Broken
    }
}

fn is_prefix(word: &[u8]) -> bool {
    word.len() <= 2 && word.iter().all(|byte| b"bBfFrRtTuU".contains(byte))
}
