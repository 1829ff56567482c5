//! Splits text into words as programs write them.

use crate::stem::stem;
use std::collections::BTreeSet;
use std::sync::LazyLock;

/// What is longer is data, not a word.
const LONGEST_PART: usize = 40;
/// What is longer is data, not a name.
const LONGEST_IDENTIFIER: usize = 256;

static STOP_WORDS: LazyLock<BTreeSet<&str>> = LazyLock::new(|| {
    include_str!("../data/stop-words.txt").lines().filter(|line| !line.starts_with('#')).collect()
});

/// The words of a text, in order: identifiers are split where the case changes, at underscores and at
/// digits, then lower-cased, without stop words, stemmed. An identifier of several parts is also a word as
/// a whole, so that `RetryPolicy`, `retryPolicy` and `retry_policy` are one.
pub fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    for_each_word(text, &mut |word| out.push(word.to_owned()));
    out
}

/// As [`words`], without keeping them.
pub(crate) fn for_each_word(text: &str, visit: &mut dyn FnMut(&str)) {
    let mut splitter = Splitter::default();
    for identifier in identifiers(text) {
        splitter.identifier(identifier, visit);
    }
}

/// How often each word of a text occurs, sorted. An identifier is taken apart once, however often it occurs.
pub(crate) fn count_words(text: &str) -> Vec<(String, u32)> {
    // Most comparisons are decided by the first eight bytes.
    let key = |name: &str| {
        let mut first = [0_u8; 8];
        let length = name.len().min(8);
        first[..length].copy_from_slice(&name.as_bytes()[..length]);
        u64::from_be_bytes(first)
    };
    let mut names: Vec<(u64, &str)> = identifiers(text).map(|name| (key(name), name)).collect();
    names.sort_unstable();
    let mut splitter = Splitter::default();
    let mut words: Vec<(String, u32)> = Vec::new();
    for same in names.chunk_by(|a, b| a == b) {
        let count = u32::try_from(same.len()).unwrap_or(u32::MAX);
        splitter.identifier(same[0].1, &mut |word| words.push((word.to_owned(), count)));
    }
    words.sort_unstable();
    words.dedup_by(|one, kept| {
        let is_same = one.0 == kept.0;
        if is_same {
            kept.1 = kept.1.saturating_add(one.1);
        }
        is_same
    });
    words
}

fn identifiers(text: &str) -> impl Iterator<Item = &str> {
    let all = text.split(|c: char| match c {
        'a'..='z' | 'A'..='Z' | '0'..='9' | '_' => false,
        '\0'..='\x7f' => true,
        c => !c.is_alphanumeric(),
    });
    all.filter(|name| (1..=LONGEST_IDENTIFIER).contains(&name.len()))
}

/// Buffers that are used again for each identifier.
#[derive(Default)]
struct Splitter {
    word: String,
    whole: String,
}

impl Splitter {
    fn identifier(&mut self, identifier: &str, visit: &mut dyn FnMut(&str)) {
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
        if parts > 1 && self.whole.len() <= LONGEST_PART && self.whole.len() > 2 {
            visit(&self.whole);
        }
    }
}

fn is_worth_keeping(word: &str) -> bool {
    word.chars().nth(1).is_some() && !STOP_WORDS.contains(word)
}

fn lower_into(part: &str, out: &mut String) {
    out.clear();
    out.extend(part.chars().flat_map(char::to_lowercase));
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
        let mut chars = self.rest.char_indices().peekable();
        let (_, mut previous) = chars.next()?;
        let mut end = self.rest.len();
        while let Some((at, c)) = chars.next() {
            let next = chars.peek().map(|&(_, next)| next);
            if begins_part(previous, c, next) {
                end = at;
                break;
            }
            previous = c;
        }
        let (part, rest) = self.rest.split_at(end);
        self.rest = rest;
        Some(part)
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
        fn counting_words_is_counting_them(text in "((cacheSize|cache_size|x|Größe2|http|\\.| |\n)){0,40}|\\PC*") {
            let mut slowly: std::collections::BTreeMap<String, u32> = std::collections::BTreeMap::new();
            for word in words(&text) {
                *slowly.entry(word).or_default() += 1;
            }
            prop_assert_eq!(super::count_words(&text), slowly.into_iter().collect::<Vec<_>>());
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
