//! Splits text into words as programs write them.

use crate::stem::stem;
use std::sync::LazyLock;

/// What is longer is data, not a word.
const LONGEST_PART: usize = 40;
/// What is longer is data, not a name.
const LONGEST_IDENTIFIER: usize = 256;

/// As numbers, by length and first letter: every part of every name is looked up here.
static STOP_WORDS: LazyLock<Vec<Vec<u128>>> = LazyLock::new(|| {
    let mut words = vec![Vec::new(); 256];
    for line in include_str!("../data/stop-words.txt").lines() {
        if let Some(word) = as_number(line) {
            words[alike(line)].push(word);
        }
    }
    words
});

/// The words of a text, in order: identifiers are split where the case changes, at underscores and at
/// digits, then lower-cased, without stop words, stemmed. An identifier of several parts is also a word as
/// a whole, so that `RetryPolicy`, `retryPolicy` and `retry_policy` are one.
pub fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut splitter = Splitter::default();
    for_each_name(text, |name| splitter.split(name, |word| out.push(word.to_owned())));
    out
}

/// The same with the words that say nothing, and without names as a whole: as names of files are compared.
pub(crate) fn plain_words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for_each_name(text, |name| {
        for part in name.split('_').flat_map(Parts::new).filter(|part| part.len() <= LONGEST_PART) {
            lower_into(part, &mut word);
            stem(&mut word);
            out.push(word.clone());
        }
    });
    out
}

/// The words of a text without names as a whole: what stands beside what.
pub(crate) fn parts(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut splitter = Splitter::default();
    for_each_name(text, |name| {
        splitter.split_parts(name, |word| out.push(word.to_owned()));
    });
    out
}

/// An identifier of several parts as the word that it is as a whole.
pub(crate) fn whole_name(name: &str) -> Option<String> {
    let parts = name.split('_').flat_map(Parts::new).count();
    let mut whole = String::new();
    lower_into(&name.replace('_', ""), &mut whole);
    (parts > 1 && whole.len() <= LONGEST_PART && whole.len() > 2).then_some(whole)
}

/// The identifiers of a text, in order.
pub fn names(text: &str) -> Vec<&str> {
    let mut names = Vec::new();
    for_each_name(text, |name| names.push(name));
    names
}

/// Calls something for each of the identifiers of a text, in order.
pub(crate) fn for_each_name<'a>(text: &'a str, mut visit: impl FnMut(&'a str)) {
    let bytes = text.as_bytes();
    let is_part = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_' || !byte.is_ascii();
    let mut at = 0;
    while let Some(before) = bytes[at..].iter().position(|&byte| is_part(byte)) {
        let start = at + before;
        let length = bytes[start..].iter().position(|&byte| !is_part(byte));
        at = length.map_or(bytes.len(), |length| start + length);
        let run = &text[start..at];
        if !run.is_ascii() {
            let is_between = |c: char| c != '_' && !c.is_alphanumeric();
            run.split(is_between).filter(|name| is_name(name)).for_each(&mut visit);
        } else if is_name(run) {
            visit(run);
        }
    }
}

fn is_name(name: &str) -> bool {
    (1..=LONGEST_IDENTIFIER).contains(&name.len())
}

/// Buffers that are used again for each identifier.
#[derive(Default)]
pub(crate) struct Splitter {
    word: String,
    whole: String,
}

impl Splitter {
    /// The words of an identifier, and then the whole of it where it has several.
    pub(crate) fn split(&mut self, identifier: &str, mut visit: impl FnMut(&str)) {
        if self.split_parts(identifier, &mut visit) {
            visit(&self.whole);
        }
    }

    /// The words of an identifier alone; whether it is a word as a whole, too.
    pub(crate) fn split_parts(&mut self, identifier: &str, mut visit: impl FnMut(&str)) -> bool {
        self.whole.clear();
        let mut parts = 0;
        for part in identifier.split('_').flat_map(Parts::new) {
            parts += 1;
            if part.len() > LONGEST_PART {
                // Data is no part of a name, and a name with data in it is none.
                parts = 0;
                self.whole.clear();
                break;
            }
            lower_into(part, &mut self.word);
            self.whole.push_str(&self.word);
            if is_worth_keeping(&self.word) {
                stem(&mut self.word);
                visit(&self.word);
            }
        }
        parts > 1 && self.whole.len() <= LONGEST_PART && self.whole.len() > 2
    }

    /// The identifier that was split last, as one word.
    pub(crate) fn whole(&self) -> &str {
        &self.whole
    }
}

fn is_worth_keeping(word: &str) -> bool {
    let alike = &STOP_WORDS[alike(word)];
    let is_stop_word = || as_number(word).is_some_and(|word| alike.contains(&word));
    word.chars().nth(1).is_some() && (alike.is_empty() || !is_stop_word())
}

/// The same number for words of the same length with the same beginning.
fn alike(word: &str) -> usize {
    let first = usize::from(word.bytes().next().unwrap_or(0));
    (word.len() * 32 + first % 32) % 256
}

/// A short word as a number of its own.
fn as_number(word: &str) -> Option<u128> {
    let mut bytes = [0_u8; 16];
    bytes.get_mut(..word.len())?.copy_from_slice(word.as_bytes());
    Some(u128::from_be_bytes(bytes))
}

fn lower_into(part: &str, out: &mut String) {
    out.clear();
    if part.is_ascii() {
        out.push_str(part);
        out.make_ascii_lowercase();
    } else {
        out.extend(part.chars().flat_map(char::to_lowercase));
    }
}

/// The parts of a name without underscores: `parseHTTPResponse2` has parse, HTTP, Response, 2.
struct Parts<'a> {
    rest: &'a str,
}

impl<'a> Parts<'a> {
    fn new(name: &'a str) -> Self {
        Self { rest: name }
    }
}

impl<'a> Iterator for Parts<'a> {
    type Item = &'a str;

    fn next(&mut self) -> Option<&'a str> {
        let end = if self.rest.is_ascii() {
            first_part(self.rest.bytes().map(char::from).enumerate())
        } else {
            first_part(self.rest.char_indices())
        };
        let (part, rest) = self.rest.split_at(end.unwrap_or(self.rest.len()));
        self.rest = rest;
        (!part.is_empty()).then_some(part)
    }
}

/// Where the second part begins, if there is one.
fn first_part(mut chars: impl Iterator<Item = (usize, char)>) -> Option<usize> {
    let (_, mut previous) = chars.next()?;
    let (mut at, mut c) = chars.next()?;
    loop {
        let next = chars.next();
        if begins_part(previous, c, next.map(|(_, next)| next)) {
            return Some(at);
        }
        previous = c;
        (at, c) = next?;
    }
}

fn begins_part(previous: char, c: char, next: Option<char>) -> bool {
    previous.is_numeric() != c.is_numeric()
        || (c.is_uppercase() && !previous.is_uppercase())
        || (previous.is_uppercase() && c.is_uppercase() && next.is_some_and(char::is_lowercase))
}

#[cfg(test)]
mod tests {
    use super::words;
    use proptest::prelude::*;

    #[test]
    fn identifiers_are_split_and_kept_whole() {
        assert_eq!(words("parseHTTPResponse2"), ["pars", "http", "respons", "parsehttpresponse2"]);
        assert_eq!(words("retry_policy"), ["retry", "policy", "retrypolicy"]);
        assert_eq!(words("RetryPolicy"), words("retry_policy"));
        assert_eq!(words("sha256"), ["sha", "256", "sha256"]);
    }

    #[test]
    fn words_that_say_nothing_are_left_out() {
        assert_eq!(words("please fix the import of X in a function"), Vec::<String>::new());
    }

    #[test]
    fn data_is_not_words() {
        assert!(words(&"a".repeat(1 << 20)).is_empty());
        assert_eq!(words(&format!("x_{} cache", "a".repeat(100))), ["cach"]);
    }

    #[test]
    fn other_scripts_are_words_too() {
        assert_eq!(words("Größe ÄÖ 世界"), ["größe", "äö", "世界"]);
    }

    proptest! {
        #[test]
        fn names_are_what_stands_between_other_characters(text in "[a-zA-Z0-9_é世²· .\n]*|\\PC*") {
            let mut names = Vec::new();
            super::for_each_name(&text, |name| names.push(name));
            let apart = text.split(|c: char| c != '_' && !c.is_alphanumeric());
            let slowly: Vec<&str> = apart.filter(|name| super::is_name(name)).collect();
            prop_assert_eq!(names, slowly);
        }

        #[test]
        fn a_name_has_the_same_parts_in_every_script(name in "[a-zA-Z0-9]{1,12}") {
            // What follows is not ASCII, and a number like the end of the name.
            let foreign = format!("{name}0²");
            let mut parts: Vec<&str> = super::Parts::new(&foreign).collect();
            let last = parts.pop().unwrap().trim_end_matches('²').strip_suffix('0').unwrap();
            parts.extend(Some(last).filter(|last| !last.is_empty()));
            prop_assert_eq!(super::Parts::new(&name).collect::<Vec<_>>(), parts);
        }

        #[test]
        fn words_are_lower_case_and_short(text in any::<String>()) {
            for word in words(&text) {
                prop_assert!(!word.is_empty() && word.len() <= 3 * super::LONGEST_PART);
                prop_assert!(!word.contains(|c: char| c.is_whitespace() || c == '_' || c.is_ascii_uppercase()));
            }
        }

        #[test]
        fn a_text_has_the_words_of_its_lines(lines in prop::collection::vec("[^\n]*", 0..6)) {
            let apart: Vec<String> = lines.iter().flat_map(|line| words(line)).collect();
            prop_assert_eq!(words(&lines.join("\n")), apart);
        }
    }
}
