//! Code whose blocks are told by their indentation: Python's.
//!
//! In functions, statements that define nothing need not be seen; of each run of them the grammar sees the first
//! letter, since a block cannot be empty, and a single letter is a name in any language. Elsewhere the insides of
//! long lists and tables need not be seen. What is in doubt: brackets and quotes that do not end, statements that
//! give a type, runs that do not begin with a letter.

use super::pieces::{Piece, Pieces};
use super::statements::{Statement, statements};
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
