//! Code whose blocks are told by their indentation: Python's.
//!
//! In functions, statements that define nothing need not be seen; of each run of them the grammar sees the first
//! letter, since a block cannot be empty, and a single letter is a name in any language. Elsewhere the insides of
//! long lists and tables need not be seen. What is in doubt: brackets and quotes that do not end, statements that
//! give a type, runs that do not begin with a letter.

use super::tokens::is_word_byte;
use super::{Skim, Skipped, Used};
use crate::outline::ReferenceKind;
use std::ops::Range;

/// A shorter run of statements is parsed as fast.
const LEAST_SKIPPED: usize = 16;
/// So is a shorter table.
const LEAST_TABLE: usize = 64;
/// So many lines of nothing but comments are seen at both ends of a run of them. For each the grammar's scanner reads
/// on to the end of the run.
const MOST_COMMENTS: usize = 100;
/// A tab counts as much as the grammar lets it count.
const TAB: usize = 8;

/// A statement begins with these that has to be seen.
const DEFINES: &[&str] = &["@", "from", "type"];
/// Wherever these stand in a statement, it has to be seen.
const DEFINE_ANYWHERE: &[&str] = &["class", "def", "import"];
/// With these it goes on with what a statement before it has begun.
const GOES_ON: &[&str] = &["elif", "else", "except", "finally"];
/// Words before a parenthesis that call nothing.
const KEYWORDS: &[&str] = &[
    "and", "as", "assert", "await", "case", "del", "elif", "else", "except", "for", "from", "if",
    "in", "is", "lambda", "not", "or", "raise", "return", "while", "with", "yield",
];

pub(super) fn skim(text: &str) -> Skim {
    let mut skim = Skim::default();
    if let Some(statements) = statements(text) {
        skim.skip_in(&statements, text, Block::Open);
    }
    skim.skip_comments(text);
    skim
}

/// Where statements stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Block {
    /// What they make can be seen from outside.
    Open,
    /// They say how something is done.
    Code,
    /// The same, and the first may be documentation.
    Function,
}

impl Skim {
    fn skip_in(&mut self, mut statements: &[Statement], text: &str, block: Block) {
        let is_documented = block == Block::Function
            && statements.first().is_some_and(|first| first.begins_with_quote(text));
        statements = &statements[usize::from(is_documented)..];
        let mut run: Option<Range<usize>> = None;
        while let Some(first) = statements.first() {
            let belongs = |one: &&Statement| {
                one.indent > first.indent || (one.indent == first.indent && one.goes_on)
            };
            let count = 1 + statements[1..].iter().take_while(belongs).count();
            let (compound, rest) = statements.split_at(count);
            statements = rest;
            // Where indentation goes back to no place that it came from, nothing is sure.
            let is_plain = compound.iter().all(|one| !one.has_to_be_seen)
                && rest.first().is_none_or(|next| next.indent == first.indent);
            let end = compound[count - 1].range.end;
            match &mut run {
                _ if block == Block::Open || !is_plain => {
                    self.skip_run(run.take(), text);
                    self.skip_inside(compound, text, block);
                }
                Some(run) => run.end = end,
                None => run = first.begins_with_letter(text).then_some(first.range.start + 1..end),
            }
        }
        self.skip_run(run, text);
    }

    /// In each of the clauses of a compound.
    fn skip_inside(&mut self, mut compound: &[Statement], text: &str, block: Block) {
        while let Some((first, inside)) = compound.split_first() {
            if let Some(range) = first.table.clone().filter(|table| table.len() >= LEAST_TABLE) {
                add_calls(text, range.clone(), &mut self.references);
                self.skipped.push(Skipped { range, is_end: false });
            }
            let inside_of = match first.word(text) {
                _ if first.begins_function(text) => Block::Function,
                "class" => Block::Open,
                _ if block == Block::Open => Block::Open,
                _ => Block::Code,
            };
            let next = inside.iter().position(|one| one.indent == first.indent);
            let (body, clauses) = inside.split_at(next.unwrap_or(inside.len()));
            self.skip_in(body, text, inside_of);
            compound = clauses;
        }
    }

    fn skip_run(&mut self, run: Option<Range<usize>>, text: &str) {
        if let Some(range) = run.filter(|run| run.len() >= LEAST_SKIPPED) {
            // With the letter that the grammar sees.
            add_calls(text, range.start - 1..range.end, &mut self.references);
            self.skipped.push(Skipped { range, is_end: true });
        }
    }

    /// The insides of long runs of comments and of lines that only go on with the next. No such line is a part of
    /// what is skipped unless all of its run is.
    fn skip_comments(&mut self, text: &str) {
        let mut runs = Vec::new();
        let mut run: Vec<usize> = Vec::new();
        let mut at = 0;
        for line in text.split_inclusive('\n').chain(["end"]) {
            let written = line.trim();
            if written.starts_with('#') || written == "\\" {
                run.push(at);
            } else {
                if run.len() > 2 * MOST_COMMENTS {
                    runs.push(run[MOST_COMMENTS]..run[run.len() - MOST_COMMENTS]);
                }
                run.clear();
            }
            at += line.len();
        }
        let is_seen = |run: &Range<usize>| {
            let before = self.skipped.partition_point(|known| known.range.start <= run.start);
            before.checked_sub(1).is_none_or(|last| self.skipped[last].range.end <= run.start)
        };
        runs.retain(is_seen);
        self.skipped.extend(runs.into_iter().map(|range| Skipped { range, is_end: false }));
        self.skipped.sort_by_key(|skipped| skipped.range.start);
    }
}

/// A logical line, without comments.
#[derive(Debug)]
struct Statement {
    indent: usize,
    range: Range<usize>,
    /// The inside of the list or table that it assigns, where it does nothing else.
    table: Option<Range<usize>>,
    has_to_be_seen: bool,
    goes_on: bool,
}

impl Statement {
    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }

    /// The first, or the first sign.
    fn word<'t>(&self, text: &'t str) -> &'t str {
        let written = self.text(text);
        let word = written.bytes().take_while(|&byte| is_word_byte(byte)).count();
        &written[..word.max(written.len().min(1))]
    }

    fn begins_function(&self, text: &str) -> bool {
        let written = self.text(text);
        let written = written.strip_prefix("async").map_or(written, str::trim_start);
        written.strip_prefix("def").is_some_and(|name| name.starts_with([' ', '\t', '\\']))
    }

    fn begins_with_letter(&self, text: &str) -> bool {
        self.text(text).starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
    }

    fn begins_with_quote(&self, text: &str) -> bool {
        let prefix = self.text(text).bytes().take_while(u8::is_ascii_alphabetic).count();
        prefix <= 2 && self.text(text)[prefix..].starts_with(['"', '\''])
    }

    /// `name: Type = …`, and not `else: …`.
    fn gives_type(&self, text: &str) -> bool {
        let written = self.text(text);
        let name = written.bytes().take_while(|&byte| is_word_byte(byte) || byte == b'.').count();
        let after = written[name..].trim_start().strip_prefix(':');
        let is_keyword = || ["else", "except", "finally", "try"].contains(&&written[..name]);
        after.is_some_and(|after| !after.is_empty()) && name > 0 && !is_keyword()
    }
}

/// The statements of a text; nothing where something does not end.
fn statements(text: &str) -> Option<Vec<Statement>> {
    let mut statements: Vec<Statement> = Vec::new();
    let mark = if text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
    let mut pieces = Pieces { text, at: mark };
    let mut line_start = mark;
    let mut current: Option<Current> = None;
    let mut depth = 0_usize;
    while let Some((piece, range)) = pieces.next() {
        match piece {
            Piece::Newline if depth == 0 => {
                line_start = range.end;
                statements.extend(current.take().map(|current| current.end(text)));
                continue;
            }
            Piece::Newline => continue,
            Piece::Broken => return None,
            Piece::Close => depth = depth.checked_sub(1)?,
            Piece::Word | Piece::Quoted | Piece::Sign | Piece::Open => {}
        }
        let begin = || Current::begin(width(&text[line_start..range.start]), range.start);
        current.get_or_insert_with(begin).take(piece, &range, depth, text);
        depth += usize::from(piece == Piece::Open);
    }
    statements.extend(current.map(|current| current.end(text)));
    (depth == 0).then_some(statements)
}

/// A statement that is being read.
struct Current {
    indent: usize,
    range: Range<usize>,
    /// Whether the last piece is a sign of assignment.
    is_assigned: bool,
    /// How many brackets it has, not counting those in others.
    brackets: usize,
    /// Where the inside of a table begins.
    table: Option<usize>,
    defines: bool,
}

impl Current {
    fn begin(indent: usize, start: usize) -> Self {
        let range = start..start;
        Self { indent, range, is_assigned: false, brackets: 0, table: None, defines: false }
    }

    fn take(&mut self, piece: Piece, range: &Range<usize>, depth: usize, text: &str) {
        let written = &text[range.clone()];
        if piece == Piece::Open && depth == 0 {
            self.brackets += 1;
            let is_table = self.is_assigned && written != "(";
            self.table = self.table.or(is_table.then_some(range.end));
        }
        // What is made by a loop is no table.
        if depth == 1 && written == "for" {
            self.table = None;
        }
        self.defines |= depth == 0 && DEFINE_ANYWHERE.contains(&written);
        self.is_assigned = depth == 0 && written == "=";
        self.range.end = range.end;
    }

    fn end(self, text: &str) -> Statement {
        let ends = self.brackets == 1 && text[self.range.clone()].ends_with([']', '}']);
        let table = self.table.filter(|_| ends).map(|start| start..self.range.end - 1);
        let Self { indent, range, defines, .. } = self;
        let mut new = Statement { indent, range, table, has_to_be_seen: defines, goes_on: false };
        let word = new.word(text);
        new.goes_on = GOES_ON.contains(&word);
        new.has_to_be_seen |= DEFINES.contains(&word) || new.gives_type(text);
        new
    }
}

fn width(blank: &str) -> usize {
    blank.bytes().fold(0, |width, byte| match byte {
        b'\t' => width + TAB,
        b' ' => width + 1,
        _ => 0,
    })
}

/// Adds what is called in a part of a text.
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
                            let quoted = self.quoted(self.at);
                            let written = &bytes[start..self.at];
                            if has_open_brace(written) { Piece::Broken } else { quoted }
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

/// Whether a formatted text ends in the middle of a value: quotes may stand in it again.
fn has_open_brace(quoted: &[u8]) -> bool {
    let prefix = quoted.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
    let count = |brace: u8| quoted.iter().filter(|byte| **byte == brace).count();
    quoted[..prefix].iter().any(|byte| b"fFtT".contains(byte)) && count(b'{') != count(b'}')
}

fn is_prefix(word: &[u8]) -> bool {
    word.len() <= 2 && word.iter().all(|byte| b"bBfFrRtTuU".contains(byte))
}
