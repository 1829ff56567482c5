//! A text without the characters that nobody sees, so that none of them hides a secret by standing in it.

use plimsoll_core::escape;
use std::ops::Range;

/// What is left of a text, and where it stood.
pub(crate) struct Bared {
    pub(crate) text: String,
    /// Where a part begins in the bared text and in the original; both rise.
    parts: Vec<(usize, usize)>,
}

/// Nothing where a text has no such characters, which is nearly always, and costs next to nothing to find out.
pub(crate) fn bare(text: &str) -> Option<Bared> {
    if !may_hide(text) {
        return None;
    }
    let mut bared = Bared { text: String::new(), parts: Vec::new() };
    let mut copied = 0;
    for hidden in unseen(text) {
        // A sequence that a terminal obeys holds no other, so places only rise.
        if hidden.start < copied {
            continue;
        }
        bared.push(text, copied..hidden.start);
        copied = hidden.end;
    }
    if copied == 0 {
        return None;
    }
    bared.push(text, copied..text.len());
    Some(bared)
}

impl Bared {
    fn push(&mut self, text: &str, part: Range<usize>) {
        if !part.is_empty() {
            self.parts.push((self.text.len(), part.start));
            self.text.push_str(&text[part]);
        }
    }

    /// Where a range that is not empty stands in the original, with what is hidden inside it.
    pub(crate) fn original(&self, range: &Range<usize>) -> Range<usize> {
        let place = |at: usize| {
            let after = self.parts.partition_point(|(bared, _)| *bared <= at);
            self.parts
                .get(after.wrapping_sub(1))
                .map_or(at, |(bared, original)| original + at - bared)
        };
        place(range.start)..place(range.end.saturating_sub(1)) + 1
    }
}

/// Where nobody sees anything: in order, with what belongs to a terminal's sequence.
fn unseen(text: &str) -> impl Iterator<Item = Range<usize>> {
    escape::hidden(text)
        .map(|(at, c)| at..at + c.len_utf8())
        .filter(|hidden| {
            hidden.start > 0 && !matches!(&text[hidden.clone()], "\u{85}" | "\u{2028}" | "\u{2029}")
        })
        .map(|hidden| match &text[hidden.clone()] {
            "\u{1b}" => hidden.start..end_of_sequence(text, hidden.end),
            _ => hidden,
        })
}

/// `ESC [ 0 ; 31 m`
fn end_of_sequence(text: &str, at: usize) -> usize {
    const LONGEST: usize = 16;
    let bytes = text.as_bytes();
    if bytes.get(at) != Some(&b'[') {
        return at;
    }
    let is_part = |byte: &&u8| byte.is_ascii_digit() || b";?:".contains(byte);
    let end = at + 1 + bytes[at + 1..].iter().take(LONGEST).take_while(is_part).count();
    if bytes.get(end).is_some_and(u8::is_ascii_alphabetic) { end + 1 } else { at }
}

/// Whether a text has bytes with which hidden characters begin. Most texts have none, and are passed at many bytes at a
/// time.
fn may_hide(text: &str) -> bool {
    let is_odd = |byte: u8| byte >= 0x7F || byte < 0x20 && !(0x09..=0x0D).contains(&byte);
    let bytes = text.as_bytes();
    // Without an early end inside a part the compiler looks at many bytes at once.
    let mut parts = bytes.chunks(PART).enumerate();
    parts.any(|(at, part)| {
        part.iter().fold(false, |odd, byte| odd | is_odd(*byte))
            && (at * PART..at * PART + part.len()).any(|at| begins_hidden(&bytes[at..]))
    })
}

const PART: usize = 1 << 10;

/// Whether a hidden character may begin here, by its first bytes: never no where one does.
fn begins_hidden(bytes: &[u8]) -> bool {
    match bytes {
        [0..=0x08 | 0x0E..=0x1F | 0x7F, ..] => true,
        [0xC2, second, ..] => *second < 0xA0 || *second == 0xAD,
        [0xCD, second, ..] => *second == 0x8F,
        [0xD8, second, ..] => *second == 0x9C,
        [0xE1, second, ..] => matches!(second, 0x85 | 0x9E | 0xA0),
        [0xE2, 0x80, third, ..] => matches!(third, 0x8B..=0x8F | 0xA8..=0xAE),
        [0xE2, second, third, ..] => {
            *second == 0x81 && *third >= 0xA0 || (*second, *third) == (0xA0, 0x80)
        }
        [0xE3, 0x85, third, ..] => *third == 0xA4,
        [0xEF, second, ..] => matches!(second, 0xB7 | 0xB8 | 0xBB | 0xBE | 0xBF),
        [0xF0, second, third, ..] => {
            matches!(
                (second, third),
                (0x93, 0x90 | 0x91) | (0x96, 0xBF) | (0x9B, 0xB2) | (0x9D, 0x85) | (_, 0xBF)
            )
        }
        [0xF1..=0xF4, ..] => true,
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_is_hidden_goes_and_ranges_come_back() {
        let text = "a gh\u{200B}p\u{AD}_x\u{1b}[0mY é";
        let bared = bare(text).expect("it hides something");
        assert_eq!(bared.text, "a ghp_xY é");
        assert_eq!(&text[bared.original(&(2..8))], "gh\u{200B}p\u{AD}_x\u{1b}[0mY");
        assert!(bare("plain\r\n\ttext").is_none() && bare("Grüße ⚠️").is_none());
        // The mark of byte order hides nothing.
        assert!(bare("\u{FEFF}text").is_none());
    }

    #[test]
    fn no_hidden_character_is_passed_over() {
        for c in '\0'..=char::MAX {
            let text = format!("a{c}b");
            assert!(may_hide(&text) || escape::hidden(&text).next().is_none(), "{c:?}");
        }
        assert!(!may_hide("Grüße – “naïve” … 世界 ü°©"));
    }

    proptest! {
        #[test]
        fn every_part_is_the_original(text in any::<String>()) {
            if let Some(bared) = bare(&text) {
                for (at, c) in bared.text.char_indices() {
                    let range = bared.original(&(at..at + c.len_utf8()));
                    prop_assert_eq!(text.get(range), bared.text.get(at..at + c.len_utf8()));
                }
            }
        }
    }
}
