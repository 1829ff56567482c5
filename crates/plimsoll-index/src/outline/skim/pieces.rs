//! Python's text as words, quoted texts, brackets and signs, without blanks and comments.

use super::tokens::is_word_byte;
use std::ops::Range;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Piece {
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
pub(super) struct Pieces<'t> {
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl Pieces<'_> {
    pub(super) fn next(&mut self) -> Option<(Piece, Range<usize>)> {
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
