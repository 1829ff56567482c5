//! Counts the words of a text. A name is taken apart once, however often it occurs, and a word takes no memory of
//! its own.

use crate::recent::{Recent, first_bytes};
use crate::words::{Splitter, for_each_name};
use std::ops::Range;

/// A name of the text. Most comparisons are decided by the number, which is made of the first eight bytes.
type Name<'a> = (u64, &'a str, u32);

/// Calls `visit` with every word and how often it occurs, sorted bytewise.
pub(crate) fn tally(text: &str, mut visit: impl FnMut(&str, u32)) {
    let mut splitter = Splitter::default();
    // The words, one after the other; and where each stands, and how often it occurs.
    let mut all = String::new();
    let mut words: Vec<(u64, Range<usize>, u32)> = Vec::new();
    for same in names(text).chunk_by(|a, b| a.1 == b.1) {
        let count = same.iter().fold(0_u32, |sum, &(_, _, count)| sum.saturating_add(count));
        splitter.split(same[0].1, |word| {
            let start = all.len();
            all.push_str(word);
            words.push((first_bytes(word), start..all.len(), count));
        });
    }
    let word = |at: &Range<usize>| &all[at.clone()];
    words.sort_unstable_by(|(a, at, _), (b, other, _)| {
        a.cmp(b).then_with(|| word(at).cmp(word(other)))
    });
    for same in words.chunk_by(|a, b| a.0 == b.0 && word(&a.1) == word(&b.1)) {
        let count = same.iter().fold(0_u32, |sum, &(_, _, count)| sum.saturating_add(count));
        visit(word(&same[0].1), count);
    }
}

/// The names of a text with how often each occurs, sorted. One that was forgotten meanwhile is there twice.
fn names(text: &str) -> Vec<Name<'_>> {
    let mut names: Vec<Name<'_>> = Vec::new();
    let mut recent = Recent::new(text.len());
    for_each_name(text, |name| {
        let number = recent.number(name, || {
            names.push((first_bytes(name), name, 0));
            u32::try_from(names.len() - 1).expect("a text has fewer names than 2^32")
        });
        let count = &mut names[number as usize].2;
        *count = count.saturating_add(1);
    });
    names.sort_unstable();
    names
}
