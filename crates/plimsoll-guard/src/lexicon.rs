//! The names by which secrets are called, from `data/names.toml` and `data/providers.toml`. Those that are looked for, and
//! those of services, are among the keywords that the build makes an automaton of.

use serde::Deserialize;
use std::collections::BTreeSet;
use std::sync::LazyLock;

pub(crate) const NAMES_FILE: &str = include_str!("../data/names.toml");
pub(crate) const PROVIDERS_FILE: &str = include_str!("../data/providers.toml");
/// No name of a service is longer.
pub(crate) const LONGEST_PROVIDER: usize = 24;

/// How much a name says about its value. The first is the strongest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
pub(crate) enum Class {
    Password,
    Secret,
    Weak,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct NamesText {
    #[cfg_attr(not(test), expect(dead_code, reason = "the build reads the keywords"))]
    password: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the build reads the keywords"))]
    secret: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "the build reads the keywords"))]
    weak: Vec<String>,
    key_owners: BTreeSet<String>,
    about: BTreeSet<String>,
    harmless_owners: BTreeSet<String>,
    neutral: BTreeSet<String>,
    public: BTreeSet<String>,
    pair_owners: BTreeSet<String>,
}

#[cfg(test)]
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct ProvidersText {
    names: Vec<String>,
}

static NAMES: LazyLock<NamesText> = LazyLock::new(|| {
    toml::from_str(NAMES_FILE).expect("the embedded names parse, because a test parses them")
});

#[cfg(test)]
static PROVIDERS: LazyLock<ProvidersText> = LazyLock::new(|| {
    toml::from_str(PROVIDERS_FILE)
        .expect("the embedded providers parse, because a test parses them")
});

/// Every keyword that names of secrets have, and what it says.
#[cfg(test)]
pub(crate) fn keywords() -> impl Iterator<Item = (&'static str, Class)> {
    let all = [
        (&NAMES.password, Class::Password),
        (&NAMES.secret, Class::Secret),
        (&NAMES.weak, Class::Weak),
    ];
    all.into_iter().flat_map(|(words, class)| words.iter().map(move |word| (word.as_str(), class)))
}

#[cfg(test)]
pub(crate) fn providers() -> impl Iterator<Item = &'static str> {
    PROVIDERS.names.iter().map(String::as_str)
}

/// Whether a key of this is a key to something.
pub(crate) fn owns_key(word: &str) -> bool {
    NAMES.key_owners.contains(word)
}

/// Whether a token of this opens nothing.
pub(crate) fn is_harmless_owner(word: &str) -> bool {
    NAMES.harmless_owners.contains(word)
}

/// Whether a name that ends with this word is about a secret and does not hold it.
pub(crate) fn is_about(word: &str) -> bool {
    NAMES.about.contains(word)
}

pub(crate) fn is_neutral(word: &str) -> bool {
    NAMES.neutral.contains(word) || word.bytes().all(|b| b.is_ascii_digit())
}

pub(crate) fn is_public(word: &str) -> bool {
    NAMES.public.contains(word)
}

/// Whether this word says whose password follows.
pub(crate) fn owns_password(word: &str) -> bool {
    NAMES.pair_owners.contains(word)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_of_a_service_is_longer_than_is_looked_for() {
        assert!(providers().all(|name| name.len() <= LONGEST_PROVIDER));
    }
}
