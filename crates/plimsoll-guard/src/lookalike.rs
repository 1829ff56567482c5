//! Words that look like others: `раssword` with two Cyrillic letters.

use std::collections::BTreeSet;
use unicode_security::confusable_detection::skeleton;

/// Shorter words of another alphabet look like many things.
const SHORTEST_WHOLE: usize = 4;
const LONGEST: usize = 128;

/// Words that look like ASCII words and are not, with their foreign letters, in order.
pub(crate) fn words(text: &str) -> Vec<(usize, Vec<char>)> {
    let mut suspects = Vec::new();
    let mut whole = Vec::new();
    for (at, word) in
        identifiers(text).filter(|(_, word)| !word.is_ascii() && word.len() <= LONGEST)
    {
        let foreign: Vec<char> = word.chars().filter(|c| !c.is_ascii()).collect();
        if !foreign.iter().all(|&c| is_double(c)) || !skeleton(word).all(|c| c.is_ascii()) {
            continue;
        }
        if word.chars().any(|c| c.is_ascii_alphabetic()) {
            suspects.push((at, foreign));
        } else if foreign.len() >= SHORTEST_WHOLE {
            whole.push((at, foreign, skeleton(word).collect::<String>()));
        }
    }
    if !whole.is_empty() {
        // A word in one foreign alphabet is a word of that language, unless its double is here too.
        let plain: BTreeSet<String> = identifiers(text)
            .filter(|(_, word)| word.is_ascii() && word.len() <= LONGEST)
            .map(|(_, word)| skeleton(word).collect())
            .collect();
        let doubles = whole.into_iter().filter(|(_, _, looks)| plain.contains(looks));
        suspects.extend(doubles.map(|(at, foreign, _)| (at, foreign)));
        suspects.sort();
    }
    suspects
}

/// Runs of letters, digits and underscores.
fn identifiers(text: &str) -> impl Iterator<Item = (usize, &str)> {
    let parts = text.split(|c: char| !(c.is_alphanumeric() || c == '_'));
    parts
        .filter(|part| !part.is_empty())
        .map(|part| (part.as_ptr().addr() - text.as_ptr().addr(), part))
}

/// Letters beside which a reader would not look twice. Greek small letters are the names of quantities
/// (`αx`, `σ2`), so of these only the omicron counts.
fn is_double(c: char) -> bool {
    match c {
        'ο' => true,
        '\u{3AC}'..='\u{3CE}' => false,
        '\u{370}'..='\u{58F}' | '\u{13A0}'..='\u{13FF}' | '\u{AB70}'..='\u{ABBF}' => true,
        '\u{FF10}'..='\u{FF5A}' | '\u{1D400}'..='\u{1D6A3}' => true,
        _ => false,
    }
}
