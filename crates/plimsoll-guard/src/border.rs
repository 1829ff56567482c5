//! What stands before a token. A letter there may belong to something else: to an escape, to the encoding of a sign,
//! to the code of a colour; and underscores may be those of emphasis.

use crate::chance;
use crate::check::Check;
use plimsoll_core::screened::Grade;
use serde::Deserialize;

/// What may stand before a keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Before {
    #[default]
    Any,
    /// No letter, digit or underscore: the keyword is not the tail of a longer word.
    NotWord,
    /// As `NotWord`, and no hyphen.
    NotToken,
}

/// How a keyword is set off from what stands before it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Edge {
    Clear,
    /// By an underscore only, as in a name: `old_KEY`.
    Joined,
    /// It stands in a word, or in data.
    Inside,
}

/// A keyword of this length begins nothing else.
const TELLING: usize = 4;
/// Tenths of a bit above which what follows a telling keyword was drawn.
const DRAWN: i32 = 60;

impl Before {
    pub(crate) fn edge(self, text: &str, start: usize) -> Edge {
        let before = &text.as_bytes()[..start];
        match (self, before.last()) {
            (Self::Any, _) | (_, None) => Edge::Clear,
            (_, Some(byte)) if byte.is_ascii_alphanumeric() => {
                if ends_with_code(before) {
                    Edge::Clear
                } else {
                    Edge::Inside
                }
            }
            (_, Some(b'_')) | (Self::NotToken, Some(b'-')) => after_signs(before),
            _ => Edge::Clear,
        }
    }
}

impl Edge {
    /// Whether any match of a check can be believed here: trying the others would be in vain.
    pub(crate) fn admits(self, check: Check, keyword: usize) -> bool {
        match self {
            Self::Clear => true,
            // `live_`, `key_`: where a prefix says little, a name before it says the rest.
            Self::Joined => {
                keyword >= TELLING && !matches!(check, Check::Drawn | Check::Opaque)
                    || check == Check::Crc62
            }
            Self::Inside => check == Check::Crc62,
        }
    }

    /// Whether what was found behind this edge is a token. A checksum that fits is one wherever it stands.
    pub(crate) fn believes(self, check: Check, grade: Grade, value: &str) -> bool {
        let is_summed = check == Check::Crc62 && grade == Grade::Certain;
        match self {
            Self::Clear => true,
            Self::Joined => is_summed || grade == Grade::Certain && chance::score(value) > DRAWN,
            Self::Inside => is_summed,
        }
    }
}

/// Underscores and hyphens behind something that is no word set off what follows: emphasis, the sign of a diff.
fn after_signs(before: &[u8]) -> Edge {
    const MOST: usize = 8;
    let is_sign = |byte: &&u8| matches!(byte, b'_' | b'-');
    let signs = before.iter().rev().take(MOST).take_while(is_sign).count();
    let rest = &before[..before.len() - signs];
    let is_word = rest.last().is_some_and(u8::is_ascii_alphanumeric) && !ends_with_code(rest);
    match is_word {
        false => Edge::Clear,
        true if before.ends_with(b"_") => Edge::Joined,
        true => Edge::Inside,
    }
}

/// Whether a code for something that is no letter and no digit ends here.
fn ends_with_code(before: &[u8]) -> bool {
    // Short keywords stand in words everywhere: where no code can be, nothing is read.
    let back = |by: usize| before.len().checked_sub(by).map_or(b' ', |at| before[at]);
    let may_be_number = matches!(back(3), b'%' | b'=') || [4, 6, 10].map(back).contains(&b'\\');
    let may_be_sequence = matches!(back(2), b'[' | b';' | b'0'..=b'9');
    ends_with_escape(before)
        || may_be_number && ends_with_number(before)
        || may_be_sequence && ends_with_sequence(before)
}

/// `\n`, `\t`, `\0`: an escape of one letter.
fn ends_with_escape(before: &[u8]) -> bool {
    matches!(before, [.., b'\\', b'n' | b't' | b'r' | b'f' | b'v' | b'b' | b'a' | b'e' | b'0'])
}

/// `%20`, `=3D`, `\x20`, `\u0020`, `\040`: a sign, written as a number.
fn ends_with_number(before: &[u8]) -> bool {
    const FORMS: &[(&[u8], usize, u32)] = &[
        (b"%", 2, 16),
        (b"=", 2, 16),
        (b"\\x", 2, 16),
        (b"\\u", 4, 16),
        (b"\\U", 8, 16),
        (b"\\", 3, 8),
    ];
    FORMS.iter().any(|(lead, length, base)| {
        let Some(at) = before.len().checked_sub(*length) else { return false };
        let (head, digits) = before.split_at(at);
        let number = str::from_utf8(digits).ok().filter(|_| head.ends_with(lead));
        let number = number.and_then(|digits| u32::from_str_radix(digits, *base).ok());
        number.and_then(char::from_u32).is_some_and(|sign| !sign.is_alphanumeric())
    })
}

/// `\x1b[1m`, `\033[0;31m`: what a terminal obeys, as it is or written as an escape.
fn ends_with_sequence(before: &[u8]) -> bool {
    const LEADS: &[&[u8]] = &[
        b"\x1b", b"\\x1b", b"\\x1B", b"\\033", b"\\e", b"\\E", b"\\u001b", b"\\u001B", b"\\u{1b}",
        b"^[",
    ];
    const LONGEST: usize = 16;
    let Some((_, code)) = before.split_last() else { return false };
    let is_part = |byte: &&u8| byte.is_ascii_digit() || b";?:".contains(byte);
    let length = code.iter().rev().take(LONGEST).take_while(is_part).count();
    let Some(lead) = code[..code.len() - length].strip_suffix(b"[") else { return false };
    LEADS.iter().any(|known| lead.ends_with(known))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_emphasis_set_off_and_words_do_not() {
        for (before, expected) in [
            ("", Edge::Clear),
            (" ", Edge::Clear),
            ("a\\n", Edge::Clear),
            ("a\\r\\n", Edge::Clear),
            ("a\\w", Edge::Inside),
            ("a\\u0020", Edge::Clear),
            ("a\\u0041", Edge::Inside),
            ("a%20", Edge::Clear),
            ("a%41", Edge::Inside),
            ("a=3D", Edge::Clear),
            ("a\\040", Edge::Clear),
            ("a\\033[1m", Edge::Clear),
            ("a\\x1b[0;31m", Edge::Clear),
            ("a\u{1b}[2K", Edge::Clear),
            ("x[1m", Edge::Inside),
            (" _", Edge::Clear),
            (" __", Edge::Clear),
            ("\n-", Edge::Clear),
            ("\\n_", Edge::Clear),
            ("old_", Edge::Joined),
            ("old-", Edge::Inside),
            ("old", Edge::Inside),
        ] {
            let text = format!("{before}KEY");
            assert_eq!(Before::NotToken.edge(&text, before.len()), expected, "{before:?}");
        }
    }
}
