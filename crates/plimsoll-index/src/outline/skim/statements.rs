//! Python's text as statements, each with what has to be known to skip it.

use super::pieces::{Piece, Pieces};
use super::tokens::is_word_byte;
use std::ops::Range;

/// A tab counts as much as the grammar lets it count.
const TAB: usize = 8;

/// A statement begins with these that has to be seen.
const DEFINES: &[&str] = &["@", "from", "type"];
/// Wherever these stand in a statement, it has to be seen.
const DEFINE_ANYWHERE: &[&str] = &["class", "def", "import"];
/// With these it goes on with what a statement before it has begun.
const GOES_ON: &[&str] = &["elif", "else", "except", "finally"];

/// A logical line, without comments.
#[derive(Debug)]
pub(super) struct Statement {
    pub(super) indent: usize,
    pub(super) range: Range<usize>,
    /// The inside of the list or table that it assigns, where it does nothing else.
    pub(super) table: Option<Range<usize>>,
    pub(super) has_to_be_seen: bool,
    pub(super) goes_on: bool,
}

impl Statement {
    fn text<'t>(&self, text: &'t str) -> &'t str {
        &text[self.range.clone()]
    }

    /// The first, or the first sign.
    pub(super) fn word<'t>(&self, text: &'t str) -> &'t str {
        let written = self.text(text);
        let word = written.bytes().take_while(|&byte| is_word_byte(byte)).count();
        &written[..word.max(written.len().min(1))]
    }

    pub(super) fn begins_function(&self, text: &str) -> bool {
        let written = self.text(text);
        let written = written.strip_prefix("async").map_or(written, str::trim_start);
        written.strip_prefix("def").is_some_and(|name| name.starts_with([' ', '\t', '\\']))
    }

    pub(super) fn begins_with_letter(&self, text: &str) -> bool {
        self.text(text).starts_with(|first: char| first.is_ascii_alphabetic() || first == '_')
    }

    pub(super) fn begins_with_quote(&self, text: &str) -> bool {
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
pub(super) fn statements(text: &str) -> Option<Vec<Statement>> {
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
