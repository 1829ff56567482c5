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
