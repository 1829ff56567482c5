//! A text as words and signs, without spaces and comments.

use super::braces::Look;
use crate::outline::docs::begins_line;
use std::ops::Range;

/// A word, a number, a quoted text or a single sign.
pub(super) struct Token {
    pub(super) range: Range<usize>,
    pub(super) is_word: bool,
}

impl Token {
    /// Its sign; 0 where it is more than that.
    pub(super) fn sign(&self, text: &str) -> u8 {
        if self.range.len() == 1 && !self.is_word { text.as_bytes()[self.range.start] } else { 0 }
    }
}

/// Everything in a text but spaces and comments.
pub(super) struct Tokens<'t> {
    pub(super) look: &'t Look,
    pub(super) text: &'t str,
    pub(super) at: usize,
}

impl Tokens<'_> {
    pub(super) fn next(&mut self) -> Option<Token> {
        let bytes = self.text.as_bytes();
        loop {
            let start = self.at;
            let byte = *bytes.get(start)?;
            match byte {
                b' ' | b'\t' | b'\r' | b'\n' => self.at += 1,
                b'/' if bytes.get(start + 1) == Some(&b'/') => {
                    // Where there are directives, a line may go on with the next.
                    self.at = match self.look.directives {
                        true => self.line_end(start),
                        false => find(self.text, start, "\n"),
                    };
                }
                b'/' if bytes.get(start + 1) == Some(&b'*') => {
                    self.at = find(self.text, start + 2, "*/");
                }
                b'#' if self.look.directives && begins_line(self.text, start) => {
                    self.at = self.line_end(start);
                }
                b'"' | b'\'' => {
                    self.at = self.quoted(start, byte);
                    return Some(Token { range: start..self.at, is_word: false });
                }
                b'`' if self.look.back_quotes => {
                    self.at = find(self.text, start + 1, "`");
                    return Some(Token { range: start..self.at, is_word: false });
                }
                byte if is_word_byte(byte) => {
                    let rest = &bytes[start..];
                    self.at = start + rest.iter().take_while(|byte| is_word_byte(**byte)).count();
                    return Some(Token { range: start..self.at, is_word: !byte.is_ascii_digit() });
                }
                _ => {
                    self.at += 1;
                    return Some(Token { range: start..self.at, is_word: false });
                }
            }
        }
    }

    /// Behind a quoted text; one that does not end on its line ends there.
    fn quoted(&self, start: usize, quote: u8) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start + 1;
        while let Some(&byte) = bytes.get(at) {
            match byte {
                b'\\' => at += 1,
                b'\n' => return at,
                _ if byte == quote => return at + 1,
                _ => {}
            }
            at += 1;
        }
        bytes.len()
    }

    /// Where a line ends that may go on with the next.
    fn line_end(&self, start: usize) -> usize {
        let bytes = self.text.as_bytes();
        let mut at = start;
        while let Some(found) = self.text[at..].find('\n') {
            at += found;
            let goes_on = bytes[..at].strip_suffix(b"\r").unwrap_or(&bytes[..at]).ends_with(b"\\");
            if !goes_on {
                return at;
            }
            at += 1;
        }
        bytes.len()
    }
}

/// Behind the next occurrence of something, or the end.
fn find(text: &str, from: usize, what: &str) -> usize {
    let from = from.min(text.len());
    text[from..].find(what).map_or(text.len(), |found| from + found + what.len())
}

/// Letters of other scripts are letters.
pub(super) fn is_word_byte(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}
