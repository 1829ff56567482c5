//! The name that a keyword stands in, and how much it says about its value.

use crate::lexicon::{self, Class};
use std::ops::Range;

/// How far a name is followed to either side of its keyword.
const REACH: usize = 48;
/// Shorter keywords have to begin a word: `db_pass`, `dbPass`, not `bypass`.
const SHORT: usize = 5;

/// A name with a keyword in it.
#[derive(Debug)]
pub(crate) struct Name {
    pub(crate) span: Range<usize>,
    keyword: Range<usize>,
}

/// Letters and digits, in any script, and what joins them in names.
pub(crate) fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte >= 0x80
}

/// The name around a keyword; nothing where the keyword is a part of another word.
pub(crate) fn read(text: &str, keyword: &Range<usize>, class: Class) -> Option<Name> {
    let bytes = text.as_bytes();
    let keyword = keyword.start..end_of_misspelt(bytes, keyword, class);
    if bytes[keyword.clone()].is_ascii() && !ends_word(bytes, &keyword) {
        return None;
    }
    let end = end_of_name(bytes, keyword.end);
    // A name without an end is none.
    let goes_on = end - keyword.end >= REACH && bytes.get(end).is_some_and(|b| is_word(*b));
    (!goes_on).then(|| Name { span: start_of_name(bytes, keyword.start)..end, keyword })
}

impl Name {
    /// How much the whole name says, when its keyword says `class`.
    pub(crate) fn class(&self, text: &str, class: Class) -> Option<Class> {
        let (start, keyword) = (self.span.start, &self.keyword);
        let bytes = text.as_bytes();
        let said = &bytes[keyword.clone()];
        let is_inside = said.is_ascii() && !begins_word(bytes, keyword.start);
        let before = text.get(start..keyword.start).unwrap_or_default();
        if words(before).any(|word| lexicon::is_public(&word)) {
            return None;
        }
        let owner = || last_word_before(text, start, keyword.start);
        let class = match class {
            // `MYSQLPASS=`: the name ends with the keyword and is in one case.
            Class::Password if is_inside && keyword.len() < SHORT => {
                (self.span.end == keyword.end).then_some(Class::Secret)?
            }
            _ if is_inside && keyword.len() < SHORT => return None,
            Class::Weak if said.eq_ignore_ascii_case(b"key") => {
                let owner = owner();
                if lexicon::is_harmless_owner(&owner) {
                    return None;
                }
                if lexicon::owns_key(&owner) { Class::Secret } else { Class::Weak }
            }
            Class::Secret if lexicon::is_harmless_owner(&owner()) => return None,
            class => class,
        };
        after_tail(class, text.get(keyword.end..self.span.end).unwrap_or_default())
    }
}

/// Whether a keyword is a word, or a part of a name that is one: `sentry_dsn`, `SentryDsn`, not `hasEntry`.
pub(crate) fn stands_alone(text: &str, keyword: &Range<usize>) -> bool {
    begins_word(text.as_bytes(), keyword.start) && ends_word(text.as_bytes(), keyword)
}

/// What the words after the keyword leave of its class.
fn after_tail(class: Class, tail: &str) -> Option<Class> {
    // A later keyword in the same name speaks for it.
    const LATER: &[&str] =
        &["password", "passwd", "secret", "token", "key", "credential", "credentials"];
    let tail: Vec<String> = words(tail).collect();
    if tail.iter().any(|word| lexicon::is_public(word) || LATER.contains(&word.as_str())) {
        return None;
    }
    match tail.last() {
        None => Some(class),
        Some(last) if lexicon::is_about(last) => (class != Class::Weak).then_some(Class::Weak),
        Some(_) if tail.iter().all(|word| lexicon::is_neutral(word)) => Some(class),
        Some(_) => Some(if class == Class::Password { Class::Secret } else { Class::Weak }),
    }
}

fn end_of_name(bytes: &[u8], from: usize) -> usize {
    let limit = bytes.len().min(from + REACH);
    let mut at = from;
    while at < limit {
        let joins = matches!(bytes[at], b'-' | b'.')
            && bytes.get(at + 1).is_some_and(u8::is_ascii_alphanumeric);
        let is_part = bytes[at].is_ascii_alphanumeric() || bytes[at] == b'_';
        if !joins && !is_part {
            break;
        }
        at += 1;
    }
    at
}

fn start_of_name(bytes: &[u8], from: usize) -> usize {
    let limit = from.saturating_sub(REACH);
    let mut at = from;
    while at > limit && (bytes[at - 1].is_ascii_alphanumeric() || b"_-.".contains(&bytes[at - 1])) {
        at -= 1;
    }
    // The letter of a written line break is no part of a name.
    let is_escape = at < from
        && matches!(bytes[at], b'n' | b'r' | b't')
        && at.checked_sub(1).is_some_and(|before| bytes[before] == b'\\');
    at + usize::from(is_escape)
}

/// Whether a word begins here: after something that is no letter, or with a hump.
fn begins_word(bytes: &[u8], at: usize) -> bool {
    let Some(&previous) = at.checked_sub(1).and_then(|before| bytes.get(before)) else {
        return true;
    };
    let hump = previous.is_ascii_lowercase() && bytes[at].is_ascii_uppercase();
    hump || !previous.is_ascii_alphabetic()
}

/// `passworsd`, `passwrods`: a misspelt password ends where its letters end.
fn end_of_misspelt(bytes: &[u8], keyword: &Range<usize>, class: Class) -> usize {
    if class != Class::Password || keyword.len() < 6 || !bytes[keyword.clone()].is_ascii() {
        return keyword.end;
    }
    let is_lower = bytes[keyword.end - 1].is_ascii_lowercase();
    let goes_on = |b: &&u8| b.is_ascii_alphabetic() && b.is_ascii_lowercase() == is_lower;
    keyword.end + bytes[keyword.end..].iter().take(4).take_while(goes_on).count()
}

/// Whether the keyword ends its word.
fn ends_word(bytes: &[u8], keyword: &Range<usize>) -> bool {
    let Some(&next) = bytes.get(keyword.end) else { return true };
    if !next.is_ascii_alphabetic() {
        return true;
    }
    let last = bytes[keyword.end - 1];
    let hump = last.is_ascii_lowercase() && next.is_ascii_uppercase();
    let plural = next.eq_ignore_ascii_case(&b's')
        && !bytes.get(keyword.end + 1).is_some_and(u8::is_ascii_alphabetic);
    hump || plural
}

/// The word before the keyword: inside the name, or, where the keyword begins it, the one before a space.
fn last_word_before(text: &str, start: usize, keyword: usize) -> String {
    let inside = text.get(start..keyword).unwrap_or_default();
    if let Some(word) = words(inside).last() {
        return word;
    }
    let bytes = text.as_bytes();
    match start.checked_sub(1) {
        Some(space) if bytes[space] == b' ' => {
            let from = start_of_name(bytes, space);
            words(text.get(from..space).unwrap_or_default()).last().unwrap_or_default()
        }
        _ => String::new(),
    }
}

/// The words of a name in lower case: split at what is no letter or digit, and at humps.
pub(crate) fn words(name: &str) -> impl Iterator<Item = String> {
    let pieces = name.split(|c: char| !c.is_alphanumeric()).filter(|piece| !piece.is_empty());
    pieces.flat_map(humps).map(str::to_lowercase)
}

fn humps(piece: &str) -> Vec<&str> {
    let bytes = piece.as_bytes();
    let mut cuts = vec![0];
    for at in 1..bytes.len() {
        let rises = bytes[at - 1].is_ascii_lowercase() && bytes[at].is_ascii_uppercase();
        let falls = bytes[at - 1].is_ascii_uppercase()
            && bytes[at].is_ascii_uppercase()
            && bytes.get(at + 1).is_some_and(u8::is_ascii_lowercase);
        if rises || falls {
            cuts.push(at);
        }
    }
    cuts.push(bytes.len());
    cuts.windows(2).filter_map(|cut| piece.get(cut[0]..cut[1])).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn class_of(text: &str, keyword: &str, class: Class) -> Option<Class> {
        let at = text.to_lowercase().find(keyword).expect("the keyword is in the text");
        read(text, &(at..at + keyword.len()), class)?.class(text, class)
    }

    #[test]
    fn names_say_what_they_hold() {
        use Class::{Password, Secret, Weak};
        for (text, keyword, given, expected) in [
            ("db_password", "password", Password, Some(Password)),
            ("passwordFile", "password", Password, Some(Weak)),
            ("password_hash", "password", Password, Some(Weak)),
            ("bypass", "pass", Password, Some(Secret)),
            ("compassion", "pass", Password, None),
            ("passing", "pass", Password, None),
            ("tokenizer", "token", Secret, None),
            ("tokenType", "token", Secret, Some(Weak)),
            ("apiKey", "key", Weak, Some(Secret)),
            ("Secret Key", "key", Weak, Some(Secret)),
            ("foreign_key_id", "key", Weak, None),
            ("publicKey", "key", Weak, None),
            ("monkey", "key", Weak, None),
            ("AWS_SECRET_ACCESS_KEY", "key", Weak, Some(Secret)),
            ("AWS_SECRET_ACCESS_KEY", "secret", Secret, None),
        ] {
            assert_eq!(class_of(text, keyword, given), expected, "{text}");
        }
    }

    #[test]
    fn humps_are_words() {
        let all: Vec<String> = words("AWSSecretKey_id-x").collect();
        assert_eq!(all, ["aws", "secret", "key", "id", "x"]);
    }
}
