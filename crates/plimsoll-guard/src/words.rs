//! The words by which a value is told apart from a secret, from `data/words.toml`.

use serde::Deserialize;
use std::sync::LazyLock;

pub(crate) const WORDS_FILE: &str = include_str!("../data/words.toml");

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Words {
    placeholder_parts: Vec<String>,
    empty_values: Vec<String>,
    code_words: Vec<String>,
    public_prefixes: Vec<String>,
}

static WORDS: LazyLock<Words> = LazyLock::new(|| {
    toml::from_str(WORDS_FILE).expect("the embedded word list parses, because a test parses it")
});

/// Whether the value was put there to be replaced, or says nothing.
pub(crate) fn says_nothing(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    WORDS.empty_values.contains(&value)
        || is_numbered_name(&value)
        || WORDS.placeholder_parts.iter().any(|part| value.contains(part.as_str()))
}

/// `password2`, `Password1:`: a field of a form.
fn is_numbered_name(value: &str) -> bool {
    let word = value.trim_end_matches(':').trim_end_matches(|c: char| c.is_ascii_digit());
    matches!(word, "password" | "passwd" | "pass" | "pwd") && value.len() - word.len() <= 2
}

/// Whether a token was made for documentation and says so.
pub(crate) fn is_marked_example(value: &str) -> bool {
    let value = value.to_ascii_lowercase();
    ["example", "your-", "your_", "xxxx"].iter().any(|part| value.contains(part))
}

/// Whether a bare word is a type or keyword of some language.
pub(crate) fn is_code_word(value: &str) -> bool {
    WORDS.code_words.iter().any(|word| word.eq_ignore_ascii_case(value))
}

/// Whether a token with this before it is known to everybody, or only tells one thing from others.
pub(crate) fn begins_public(prefix: &str) -> bool {
    WORDS.public_prefixes.iter().any(|known| known == prefix)
}
