//! Passwords that a generator drew from everything that can be typed. They have braces, percent signs and slashes as
//! templates, formats and paths have them, but next to no words.

use crate::chance;

const LENGTHS: std::ops::RangeInclusive<usize> = 10..=128;
/// Tenths of a bit below which letters in a row are a word, or a part of one.
const WORD: i32 = -10;
/// What people write on purpose in expressions, code and templates. A generator seldom does.
const WRITTEN: &[&str] = &[
    "a-z", "A-Z", "0-9", "(?", ".*", ".+", "[^", "::", "->", "=>", "()", "[]", "{}", "&&", "||",
    "${", "{{", "}}", "#{", "$(", "<%", "%>",
];
/// So many characters have one such sign by chance.
const BY_CHANCE: usize = 12;

/// Whether a literal was drawn. Where a template would be the whole of it, hardly a word may be in it.
pub(crate) fn is_drawn(said: &str) -> bool {
    is_mixed(said)
        && if is_enclosed(said) { is_wordless(said) } else { 4 * in_words(said, 4) <= said.len() }
}

/// The same for bare text, which may be code.
pub(crate) fn is_drawn_bare(said: &str) -> bool {
    is_mixed(said)
        && is_wordless(said)
        && !["${", "$(", "{{"].iter().any(|sign| said.contains(sign))
}

fn is_wordless(said: &str) -> bool {
    6 * in_words(said, 3) <= said.len()
}

/// `<…>`, `${…}`, `%…%`: what is filled in as a whole.
fn is_enclosed(said: &str) -> bool {
    let opened = said.trim_start_matches(['$', '#', '%', '@']);
    said.starts_with('%') && said.ends_with('%')
        || opened.starts_with(['<', '[', '{', '(']) && said.ends_with(['>', ']', '}', ')'])
}

/// Whether characters of at least three classes change places often and seldom come twice.
fn is_mixed(said: &str) -> bool {
    let bytes = said.as_bytes();
    if !LENGTHS.contains(&bytes.len()) || !said.is_ascii() {
        return false;
    }
    let mut classes = [false; 4];
    let mut seen = [false; 128];
    for byte in bytes {
        classes[class(*byte)] = true;
        seen[usize::from(*byte)] = true;
    }
    let count = |flags: &[bool]| flags.iter().filter(|flag| **flag).count();
    let changes = bytes.windows(2).filter(|pair| class(pair[0]) != class(pair[1])).count();
    count(&classes) >= 3
        && 5 * changes >= 2 * bytes.len()
        && 20 * count(&seen) >= 13 * bytes.len().min(64)
        && !said.contains("://")
        && !said.contains(['"', '\'', '`', '\\'])
        && WRITTEN.iter().filter(|sign| said.contains(**sign)).count() <= said.len() / BY_CHANCE
}

fn class(byte: u8) -> usize {
    match byte {
        b'a'..=b'z' => 0,
        b'A'..=b'Z' => 1,
        b'0'..=b'9' => 2,
        _ => 3,
    }
}

/// How many letters stand in words of at least `least` letters. A capital begins a word, or is among others.
fn in_words(said: &str, least: usize) -> usize {
    let bytes = said.as_bytes();
    let (mut count, mut at) = (0, 0);
    while at < bytes.len() {
        let start = at;
        at += bytes[at..].iter().take_while(|b| b.is_ascii_uppercase()).count();
        if at - start <= 1 {
            at += bytes[at..].iter().take_while(|b| b.is_ascii_lowercase()).count();
        }
        if at - start >= least && chance::score(&said[start..at]) < WORD {
            count += at - start;
        }
        at += usize::from(at == start);
    }
    count
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_generator_drew_is_told_from_what_people_write() {
        for drawn in
            ["x7Qk{n}V2mLp9Rt4z", "/8MI3^611_9T!woA", "0iziexDIL^P,uo173a%X", "<4kP%d9!xQz>"]
        {
            assert!(is_drawn(drawn), "{drawn}");
        }
        for written in [
            "{userName}:{passWord1}",
            "${aws_ssm.db1.Value}",
            "%s:%s@tcp(%s:%d)/%s",
            "%02x%02x%02x%02x",
            "^[a-zA-Z0-9!@#$%^&*]{8,}$",
            "/etc/ssl/Private1/x.pem",
            "user{i}@Test.com1",
            "{0}-{1}_{2}:{3}",
            "<Your_Password1>",
            "%Y-%m-%dT%H:%M:%SZ",
        ] {
            assert!(!is_drawn(written), "{written}");
        }
    }
}
