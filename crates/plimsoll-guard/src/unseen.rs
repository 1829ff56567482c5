//! A text without the characters that nobody sees, so that none of them hides a secret by standing in it.

use plimsoll_core::escape;
use std::iter;
use std::ops::Range;

/// What is left of a text. Nothing where it has no such characters, which is nearly always, and costs next to nothing
/// to find out.
pub(crate) fn bare(text: &str) -> Option<String> {
    unseen(text).next()?;
    let mut bared = String::with_capacity(text.len());
    bared.extend(seen(text).map(|part| &text[part]));
    Some(bared)
}

/// Says where ranges of the bared text stand in the original, with what is hidden inside them. They have to come in
/// order and not be empty. The parts are looked for once more instead of being kept: they can be more than the text.
pub(crate) fn originals(text: &str) -> impl FnMut(&Range<usize>) -> Range<usize> {
    let mut parts = seen(text);
    let (mut part, mut bared) = (0..0, 0);
    let mut place = move |at: usize| {
        while at >= bared + part.len() {
            let Some(next) = parts.next() else { break };
            bared += part.len();
            part = next;
        }
        part.start + at - bared
    };
    move |range| place(range.start)..place(range.end.saturating_sub(1)) + 1
}

/// The parts between what nobody sees.
fn seen(text: &str) -> impl Iterator<Item = Range<usize>> {
    let mut from = 0;
    unseen(text).chain(iter::once(text.len()..text.len())).filter_map(move |hidden| {
        let part = from..hidden.start;
        from = from.max(hidden.end);
        (!part.is_empty()).then_some(part)
    })
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
        assert_eq!(bared, "a ghp_xY é");
        let mut original = originals(text);
        assert_eq!(&text[original(&(2..8))], "gh\u{200B}p\u{AD}_x\u{1b}[0mY");
        assert_eq!(&text[original(&(9..11))], "é");
        assert!(bare("plain\r\n\ttext").is_none() && bare("Grüße ⚠️").is_none());
        // The mark of byte order hides nothing.
        assert!(bare("\u{FEFF}text").is_none());
    }

    proptest! {
        #[test]
        fn every_part_is_the_original(text in any::<String>()) {
            let mut original = originals(&text);
            for (at, c) in bare(&text).iter().flat_map(|bared| bared.char_indices()) {
                prop_assert_eq!(text.get(original(&(at..at + c.len_utf8()))), Some(&*c.to_string()));
            }
        }
    }
}
