//! Short forms of words, as programs have them, and what they are short for.

use crate::words::plain_words;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::LazyLock;

/// For each word those that may stand for it, all as words are compared.
static KINDRED: LazyLock<BTreeMap<String, BTreeSet<String>>> = LazyLock::new(|| {
    let mut kindred: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    for line in include_str!("../data/kindred.txt").lines() {
        let words = plain_words(line);
        for word in &words {
            let others = words.iter().filter(|other| *other != word).cloned();
            kindred.entry(word.clone()).or_default().extend(others);
        }
    }
    kindred
});

/// What may stand for a word.
pub(crate) fn kindred(word: &str) -> impl Iterator<Item = &'static str> {
    KINDRED.get(word).into_iter().flatten().map(String::as_str)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn short_forms_and_words_lead_to_each_other() {
        let of = |word: &str| kindred(&plain_words(word).concat()).collect::<Vec<_>>();
        assert!(of("configuration").contains(&"cfg") && of("cfg").contains(&"config"));
        assert!(of("definition").contains(&"def") && !of("definition").contains(&"definit"));
        assert_eq!(of("harbour").len(), 0);
    }
}
