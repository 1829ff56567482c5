//! Cuts a text into the pieces that are counted one by one.
//!
//! Each encoding publishes a regular expression for it. This does by hand what that does, alternative by alternative,
//! since making an automaton of it takes longer than most texts that are counted.

use crate::class::{CASELESS, LOWER, MARK, NEWLINE, NUMBER, OTHER, SPACE, UPPER};
use crate::classes;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Pattern {
    /// ```text
    ///   [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    /// | [^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]+[\p{Ll}\p{Lm}\p{Lo}\p{M}]*(?i:'s|'t|'re|'ve|'m|'ll|'d)?
    /// | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
    /// ```
    O200k,
    /// ```text
    ///   (?i:'s|'t|'re|'ve|'m|'ll|'d) | [^\r\n\p{L}\p{N}]?\p{L}+
    /// | \p{N}{1,3} | ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
    /// ```
    Cl100k,
}

/// The pieces of a text. Nothing of it is left out.
pub(crate) fn of(pattern: Pattern, text: &str) -> impl Iterator<Item = &str> {
    let scan = Scan { text };
    let mut start = 0;
    std::iter::from_fn(move || {
        let (class, next) = scan.at(start)?;
        let piece = &text[start..scan.end_of_piece(pattern, start, class, next)];
        start += piece.len();
        Some(piece)
    })
}

/// Classes as bits of a set.
const fn set(classes: &[u8]) -> u8 {
    let mut set = 0;
    let mut at = 0;
    while at < classes.len() {
        set |= 1 << classes[at];
        at += 1;
    }
    set
}

const LETTERS: u8 = set(&[UPPER, LOWER, CASELESS]);
/// What a word of o200k begins with, and what it goes on with.
const HEAD: u8 = set(&[UPPER, CASELESS, MARK]);
const TAIL: u8 = set(&[LOWER, CASELESS, MARK]);
const WHITE: u8 = set(&[SPACE, NEWLINE]);
const SIGNS: u8 = set(&[OTHER, MARK]);
/// What may stand before the letters of a word.
const PREFIX: u8 = set(&[OTHER, MARK, SPACE]);

fn is(class: u8, set: u8) -> bool {
    set >> class & 1 == 1
}

#[derive(Clone, Copy)]
struct Scan<'a> {
    text: &'a str,
}

impl Scan<'_> {
    /// The class of the character there, and where the next one is.
    fn at(self, at: usize) -> Option<(u8, usize)> {
        let &byte = self.text.as_bytes().get(at)?;
        if byte.is_ascii() {
            return Some((classes::of_ascii(byte), at + 1));
        }
        let character = self.text.get(at..)?.chars().next()?;
        Some((classes::of(character), at + character.len_utf8()))
    }

    /// Where the characters of these classes end.
    fn run(self, mut at: usize, set: u8) -> usize {
        while let Some((class, next)) = self.at(at) {
            if !is(class, set) {
                break;
            }
            at = next;
        }
        at
    }

    fn end_of_piece(self, pattern: Pattern, start: usize, class: u8, next: usize) -> usize {
        let word = match pattern {
            Pattern::O200k => self.word_o200k(start, class, next),
            Pattern::Cl100k => self.word_cl100k(start, class, next),
        };
        if let Some(end) = word {
            return end;
        }
        if class == NUMBER {
            return self.number(next);
        }
        self.signs(pattern, start, class, next).unwrap_or_else(|| self.white(start, next))
    }

    fn word_cl100k(self, start: usize, class: u8, next: usize) -> Option<usize> {
        if let Some(end) = self.contraction(start) {
            return Some(end);
        }
        if is(class, LETTERS) {
            return Some(self.run(next, LETTERS));
        }
        let end = if is(class, PREFIX) { self.run(next, LETTERS) } else { next };
        (end > next).then_some(end)
    }

    /// Both alternatives for words: the first one with a prefix, then without one, and so the second.
    fn word_o200k(self, start: usize, class: u8, next: usize) -> Option<usize> {
        let prefixed = Some(next).filter(|_| is(class, PREFIX));
        let bare = Some(start).filter(|_| is(class, LETTERS | set(&[MARK])));
        let ways = [prefixed, bare];
        let of_tail = ways.iter().flatten().find_map(|&from| self.with_tail(from));
        let of_head = || {
            let ends = ways.iter().flatten().map(|&from| (from, self.run(from, HEAD)));
            ends.into_iter().find(|(from, end)| end > from).map(|(_, end)| end)
        };
        let end = of_tail.or_else(of_head)?;
        Some(self.contraction(end).unwrap_or(end))
    }

    /// Heads, and at least one tail: characters that are both are given back, the last one first, where no tail follows.
    fn with_tail(self, from: usize) -> Option<usize> {
        let mut at = from;
        let mut after_both = None;
        while let Some((class, next)) = self.at(at) {
            if !is(class, HEAD) {
                break;
            }
            at = next;
            if is(class, TAIL) {
                after_both = Some(at);
            }
        }
        let end = self.run(at, TAIL);
        if end > at { Some(end) } else { after_both }
    }

    /// `'s`, `'t`, `'re`, `'ve`, `'m`, `'ll` and `'d` in any case; the long s is an s.
    fn contraction(self, at: usize) -> Option<usize> {
        let rest = self.text.as_bytes().get(at..)?.strip_prefix(b"'")?;
        let length = match *rest {
            [b's' | b'S' | b't' | b'T' | b'm' | b'M' | b'd' | b'D', ..] => 1,
            [b'r' | b'R' | b'v' | b'V', b'e' | b'E', ..] | [b'l' | b'L', b'l' | b'L', ..] => 2,
            _ if rest.starts_with("ſ".as_bytes()) => 2,
            _ => return None,
        };
        Some(at + 1 + length)
    }

    fn number(self, mut at: usize) -> usize {
        for _ in 0..2 {
            at = self.at(at).filter(|&(class, _)| class == NUMBER).map_or(at, |(_, next)| next);
        }
        at
    }

    fn signs(self, pattern: Pattern, start: usize, class: u8, next: usize) -> Option<usize> {
        let from = if is(class, SIGNS) {
            start
        } else if self.text.as_bytes().get(start) == Some(&b' ') {
            next
        } else {
            return None;
        };
        let end = self.run(from, SIGNS);
        if end == from {
            return None;
        }
        let follows = |byte: &u8| match byte {
            b'\r' | b'\n' => true,
            b'/' => pattern == Pattern::O200k,
            _ => false,
        };
        let rest = self.text.as_bytes().get(end..)?;
        Some(end + rest.iter().take_while(|byte| follows(byte)).count())
    }

    /// White space: to its last newline; or all of it where the text ends; or all but what stands before the next word.
    fn white(self, start: usize, next: usize) -> usize {
        let (mut at, mut last, mut after_newline) = (start, start, None);
        while let Some((class, next)) = self.at(at) {
            if !is(class, WHITE) {
                break;
            }
            (last, at) = (at, next);
            if class == NEWLINE {
                after_newline = Some(at);
            }
        }
        match after_newline {
            Some(end) => end,
            None if at == self.text.len() => at,
            None => last.max(next),
        }
    }
}
