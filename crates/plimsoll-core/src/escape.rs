//! The one escaper for foreign strings.
//!
//! Everything that a person cannot see is made visible as `⟨U+XXXX⟩`: control characters, bidirectional
//! controls, zero-width and tag characters, line separators, noncharacters. The form is injective: a text
//! that already contains `⟨U+` has that bracket escaped too, so [`reveal`] and [`conceal`] are inverse.

use std::borrow::Cow;

const OPEN: char = '\u{27E8}';
const CLOSE: char = '\u{27E9}';

/// Makes a multi-line text visible. Newlines and tabs stay; everything invisible is spelled out.
pub fn reveal(text: &str) -> Cow<'_, str> {
    spell_out(text, unseen(text, |byte| is_printable(byte) || matches!(byte, b'\n' | b'\t')))
}

/// Makes a string visible that has to stay on one line, such as a file name in a heading.
/// Backticks are spelled out as well, so that the result can stand in a Markdown code span.
pub fn reveal_line(text: &str) -> Cow<'_, str> {
    spell_out(text, unseen(text, |byte| is_printable(byte) && byte != b'`'))
}

/// A foreign name as it stands in a sentence: visible, on one line, between backticks.
pub fn quoted(name: &str) -> String {
    format!("`{}`", reveal_line(name))
}

/// Makes a message safe for a terminal: one line, nothing invisible. What is foreign in it was made visible
/// when it was put together, so what is visible stays as it is.
pub fn reveal_message(text: &str) -> Cow<'_, str> {
    spell_out(text, unseen(text, is_printable).filter(|&(_, c)| c != OPEN))
}

/// The characters of a text that nobody sees, and where they stand. What merely lays out a text (line and
/// page breaks, tabs) is not among them.
pub fn hidden(text: &str) -> impl Iterator<Item = (usize, char)> {
    let stays = |byte| is_printable(byte) || matches!(byte, b'\t'..=b'\r');
    unseen(text, stays).filter(|&(_, c)| c != OPEN)
}

/// Undoes [`reveal`] and [`reveal_line`].
pub fn conceal(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(at) = rest.find(OPEN) {
        out.push_str(&rest[..at]);
        let tail = &rest[at..];
        if let Some((c, len)) = parse_escape(tail) {
            out.push(c);
            rest = &tail[len..];
        } else {
            out.push(OPEN);
            rest = &tail[OPEN.len_utf8()..];
        }
    }
    out.push_str(rest);
    out
}

fn parse_escape(text: &str) -> Option<(char, usize)> {
    let body = text.strip_prefix(OPEN)?.strip_prefix("U+")?;
    let end = body.find(CLOSE).filter(|&end| (4..=6).contains(&end))?;
    let c = char::from_u32(u32::from_str_radix(&body[..end], 16).ok()?)?;
    Some((c, OPEN.len_utf8() + 2 + end + CLOSE.len_utf8()))
}

/// What has to be spelled out: ASCII that does not stay, whatever else nobody sees, and brackets that would be
/// read as ours.
fn unseen(text: &str, stays: impl Fn(u8) -> bool) -> impl Iterator<Item = (usize, char)> {
    let mut passed = 0;
    std::iter::from_fn(move || {
        loop {
            let at = passed + first_odd(&text.as_bytes()[passed..], &stays)?;
            let c = text[at..].chars().next()?;
            passed = at + c.len_utf8();
            let (before, after) = (&text[..at], &text[passed..]);
            let is_unseen = c.is_ascii()
                || is_hidden(c, before.chars().next_back(), after.chars().next())
                || (c == OPEN && after.starts_with("U+"));
            if is_unseen {
                return Some((at, c));
            }
        }
    })
}

/// The first byte that is not one of those that stay. Nearly all of a text stays; and without an early end inside a part
/// the compiler looks at many bytes at once.
fn first_odd(bytes: &[u8], stays: impl Fn(u8) -> bool) -> Option<usize> {
    const PART: usize = 64;
    let odd = |part: &[u8]| part.iter().fold(false, |odd, &byte| odd | !stays(byte));
    let part = bytes.chunks(PART).position(odd)? * PART;
    bytes[part..].iter().position(|&byte| !stays(byte)).map(|at| part + at)
}

fn is_printable(byte: u8) -> bool {
    (0x20..0x7F).contains(&byte)
}

fn spell_out(text: &str, unseen: impl Iterator<Item = (usize, char)>) -> Cow<'_, str> {
    let mut out = String::new();
    let mut copied = 0;
    for (at, c) in unseen {
        out.push_str(&text[copied..at]);
        out.push_str(&spelled_out(c));
        copied = at + c.len_utf8();
    }
    if copied == 0 {
        return Cow::Borrowed(text);
    }
    out.push_str(&text[copied..]);
    Cow::Owned(out)
}

/// A character as [`reveal`] writes those that nobody sees.
pub(crate) fn spelled_out(c: char) -> String {
    format!("{OPEN}U+{:04X}{CLOSE}", u32::from(c))
}

/// Whether a person would not see this character, or would see something else than is there.
///
/// Emoji sequences are the one exception: a presentation selector right after a symbol, and a joiner
/// between two symbols, are part of what is seen.
fn is_hidden(c: char, previous: Option<char>, next: Option<char>) -> bool {
    let is_symbol = |c: Option<char>| {
        c.is_some_and(|c| matches!(c, '\u{203C}'..='\u{3299}' | '\u{1F000}'..='\u{1FAFF}'))
    };
    match c {
        '\u{FE0E}' | '\u{FE0F}' => !is_symbol(previous),
        '\u{200D}' => {
            let after_symbol = is_symbol(previous) || matches!(previous, Some('\u{FE0F}'));
            !(after_symbol && is_symbol(next))
        }
        _ => is_always_hidden(c) || is_blank_alone(c, previous, next),
    }
}

/// Characters that are drawn with nothing: the blank of Braille, a note without a head, Khitan's filler, what joins
/// hieroglyphs. Beside others of their script they belong there.
fn is_blank_alone(c: char, previous: Option<char>, next: Option<char>) -> bool {
    let script = match c {
        '\u{2800}' => '\u{2801}'..='\u{28FF}',
        '\u{13430}'..='\u{1343F}' => '\u{13000}'..='\u{1342F}',
        '\u{16FE4}' => '\u{18B00}'..='\u{18CFF}',
        '\u{1D159}' => '\u{1D100}'..='\u{1D1FF}',
        _ => return false,
    };
    !previous.into_iter().chain(next).any(|beside| beside != c && script.contains(&beside))
}

fn is_always_hidden(c: char) -> bool {
    matches!(c,
        '\u{0}'..='\u{1F}' | '\u{7F}'..='\u{9F}'
        | '\u{AD}' | '\u{34F}' | '\u{61C}'
        | '\u{115F}' | '\u{1160}' | '\u{17B4}' | '\u{17B5}' | '\u{180B}'..='\u{180F}'
        | '\u{200B}'..='\u{200F}' | '\u{2028}'..='\u{202E}' | '\u{2060}'..='\u{206F}'
        | '\u{3164}' | '\u{FFA0}' | '\u{FE00}'..='\u{FE0F}' | '\u{FEFF}' | '\u{FFF0}'..='\u{FFFB}'
        | '\u{1BCA0}'..='\u{1BCA3}' | '\u{1D173}'..='\u{1D17A}'
        | '\u{E0000}'..='\u{E0FFF}'
    ) || is_noncharacter(c)
}

fn is_noncharacter(c: char) -> bool {
    let code = u32::from(c);
    (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn what_a_person_cannot_see_is_spelled_out() {
        assert_eq!(reveal("a\u{202E}b"), "a⟨U+202E⟩b");
        assert_eq!(reveal("tag\u{E0041}"), "tag⟨U+E0041⟩");
        assert_eq!(reveal("line\nand\ttab"), "line\nand\ttab");
        assert_eq!(reveal_line("two\nlines`"), "two⟨U+000A⟩lines⟨U+0060⟩");
        assert_eq!(reveal("\u{1b}[31mred"), "⟨U+001B⟩[31mred");
        assert_eq!(reveal("a\u{2800}b\u{1D159}\u{16FE4}"), "a⟨U+2800⟩b⟨U+1D159⟩⟨U+16FE4⟩");
        assert_eq!(
            reveal("⠋\u{2800}⠙ \u{13000}\u{13430}\u{13001}"),
            "⠋\u{2800}⠙ \u{13000}\u{13430}\u{13001}"
        );
    }

    #[test]
    fn emoji_stay_what_they_are() {
        for text in ["⚠️ careful", "👩‍💻 works", "Grüße, 世界"] {
            assert_eq!(reveal(text), text);
        }
        assert_eq!(reveal("a\u{FE0F}b\u{200D}c"), "a⟨U+FE0F⟩b⟨U+200D⟩c");
    }

    #[test]
    fn a_message_is_not_made_visible_twice() {
        let message = format!("no file {}", quoted("a\u{1b}`b"));
        assert_eq!(reveal_message(&message), message);
        assert_eq!(reveal_message("raw \u{1b}[31m\n"), "raw ⟨U+001B⟩[31m⟨U+000A⟩");
    }

    proptest! {
        #[test]
        fn revealing_is_undone_by_concealing(text in any::<String>()) {
            prop_assert_eq!(conceal(&reveal(&text)), text.clone());
            prop_assert_eq!(conceal(&reveal_line(&text)), text);
        }

        #[test]
        fn nothing_hidden_is_passed_over(text in "([ -~]{0,150}|[\\x00-\\x1F]|\\PC|[\u{80}-\u{9F}\u{200B}-\u{200F}\u{E0041}]|⟨U\\+){0,8}") {
            let characters: Vec<(usize, char)> = text.char_indices().collect();
            let slowly = characters.iter().enumerate().filter(|&(index, &(_, c))| {
                let before = index.checked_sub(1).map(|index| characters[index].1);
                let after = characters.get(index + 1).map(|&(_, c)| c);
                !('\t'..='\r').contains(&c) && is_hidden(c, before, after)
            });
            prop_assert_eq!(hidden(&text).collect::<Vec<_>>(), slowly.map(|(_, &found)| found).collect::<Vec<_>>());
        }

        #[test]
        fn a_literal_escape_survives(text in "(⟨U\\+[0-9A-F]{0,7}⟩?|⟨|x|\u{202E}){0,6}") {
            prop_assert_eq!(conceal(&reveal(&text)), text);
        }

        #[test]
        fn one_line_stays_one_line(text in any::<String>()) {
            let breaking = reveal_line(&text).contains(['\n', '\r', '`', '\u{1b}', '\u{2028}']);
            prop_assert!(!breaking);
        }
    }
}
