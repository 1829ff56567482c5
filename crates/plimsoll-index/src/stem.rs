//! A light English stemmer: enough to bring `caches`, `caching` and `cached` together, and no more.

/// Cuts the endings off an ASCII lower-case word. Other words stay as they are.
pub(crate) fn stem(word: &mut String) {
    if word.len() < 4 || !word.bytes().all(|b| b.is_ascii_lowercase()) {
        return;
    }
    cut_plural(word);
    cut_verb_ending(word);
    cut_noun_ending(word);
    if word.len() > 3 && word.ends_with('e') {
        word.pop();
    }
}

fn cut_plural(word: &mut String) {
    if word.len() > 4 && word.ends_with("ies") {
        replace_ending(word, 3, "y");
    } else if word.ends_with('s') && !["ss", "us", "is"].iter().any(|kept| word.ends_with(kept)) {
        word.pop();
    }
}

fn cut_verb_ending(word: &mut String) {
    for ending in ["ing", "ed"] {
        if let Some(rest) = word.strip_suffix(ending)
            && rest.len() >= 3
            && rest.bytes().any(is_vowel)
        {
            let kept = rest.len();
            word.truncate(kept);
            undouble(word);
            return;
        }
    }
}

fn cut_noun_ending(word: &mut String) {
    const ENDINGS: &[(&str, &str, usize)] = &[
        ("ization", "iz", 3),
        ("tion", "t", 4),
        ("sion", "s", 4),
        ("er", "", 4),
        ("or", "", 5),
        ("ly", "", 4),
    ];
    for &(ending, instead, shortest) in ENDINGS {
        if word.len() >= ending.len() + shortest && word.ends_with(ending) {
            replace_ending(word, ending.len(), instead);
            return;
        }
    }
}

/// `stopp` becomes `stop`; `fill` and `pass` stay.
fn undouble(word: &mut String) {
    let bytes = word.as_bytes();
    if let [.., a, b] = bytes
        && a == b
        && !is_vowel(*b)
        && !b"lsz".contains(b)
    {
        word.pop();
    }
}

fn replace_ending(word: &mut String, length: usize, instead: &str) {
    word.truncate(word.len() - length);
    word.push_str(instead);
}

fn is_vowel(byte: u8) -> bool {
    b"aeiouy".contains(&byte)
}

#[cfg(test)]
mod tests {
    fn stemmed(word: &str) -> String {
        let mut word = word.to_owned();
        super::stem(&mut word);
        word
    }

    #[test]
    fn forms_of_a_word_come_together() {
        for family in [
            &["cache", "caches", "caching", "cached"][..],
            &["parse", "parses", "parsing", "parsed", "parser", "parsers"],
            &["entry", "entries"],
            &["validate", "validation", "validating"],
            &["tokenize", "tokenizer", "tokenization"],
            &["stop", "stopped", "stopping", "stops"],
            &["box", "boxes"],
        ] {
            for word in family {
                assert_eq!(stemmed(word), stemmed(family[0]), "{word}");
            }
        }
    }

    #[test]
    fn short_and_foreign_words_stay() {
        for word in ["bus", "io", "thing", "größe", "sha256", "is", "ring", "class"] {
            assert_eq!(stemmed(word), word);
        }
    }
}
