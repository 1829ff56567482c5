//! The words that a text is searched for first: an automaton that the build makes, which is here as it is used.

#[cfg(test)]
mod make;

use std::borrow::Cow;
use std::ops::Range;

/// See `keywords/make.rs`.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Keywords {
    classes: Cow<'static, [u8]>,
    moves: Cow<'static, [u8]>,
    matches: Cow<'static, [u8]>,
    words: Cow<'static, [u8]>,
}

/// A keyword, by its place among all of them, and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Hit {
    pub(crate) word: usize,
    pub(crate) range: Range<usize>,
}

impl Keywords {
    /// Those of the rules that come with the program.
    pub(crate) fn builtin() -> Self {
        let classes = include_bytes!(concat!(env!("OUT_DIR"), "/keywords.classes"));
        let moves = include_bytes!(concat!(env!("OUT_DIR"), "/keywords.moves"));
        let matches = include_bytes!(concat!(env!("OUT_DIR"), "/keywords.matches"));
        let words = include_bytes!(concat!(env!("OUT_DIR"), "/keywords.words"));
        Self {
            classes: Cow::Borrowed(classes),
            moves: Cow::Borrowed(moves),
            matches: Cow::Borrowed(matches),
            words: Cow::Borrowed(words),
        }
    }

    #[cfg(test)]
    pub(crate) fn new(words: &[&str]) -> Result<Self, aho_corasick::BuildError> {
        let make::Tables { classes, moves, matches, words } = make::tables(words)?;
        let [classes, moves, matches, words] = [classes, moves, matches, words].map(Cow::Owned);
        Ok(Self { classes, moves, matches, words })
    }

    /// All of them that stand in a text, also within each other, by where they end. ASCII letters of both cases are the
    /// same.
    pub(crate) fn hits<'a>(&'a self, text: &'a [u8]) -> impl Iterator<Item = Hit> + 'a {
        let tables = Tables::of(self);
        let (mut state, mut at) = (0, 0);
        let mut found: &[[u8; 2]] = &[];
        std::iter::from_fn(move || {
            loop {
                if let Some((&word, rest)) = found.split_first() {
                    found = rest;
                    let word = number(word);
                    let start = at - tables.words.get(word).copied().map_or(0, number);
                    return Some(Hit { word, range: start..at });
                }
                (state, at) = tables.run(text, state, at)?;
                found = tables.ending_in(state);
            }
        })
    }
}

/// The same, ready to be looked at.
#[derive(Clone, Copy)]
struct Tables<'a> {
    classes: &'a [u8; 256],
    /// How many classes there are.
    stride: usize,
    moves: &'a [[u8; 2]],
    /// States from here on are those in which something ends.
    first_end: usize,
    begins: &'a [[u8; 2]],
    ending: &'a [[u8; 2]],
    words: &'a [[u8; 2]],
}

impl<'a> Tables<'a> {
    fn of(keywords: &'a Keywords) -> Self {
        const NONE: [u8; 256] = [0; 256];
        let classes = keywords.classes.first_chunk::<256>().unwrap_or(&NONE);
        let stride = classes.iter().copied().max().map_or(1, |most| usize::from(most) + 1);
        let (moves, _) = keywords.moves.as_chunks::<2>();
        let (matches, _) = keywords.matches.as_chunks::<2>();
        let ends = matches.first().copied().map_or(0, number);
        let (begins, ending) =
            matches.get(1..).unwrap_or(&[]).split_at_checked(ends + 1).unwrap_or((&[], &[]));
        let first_end = moves.len() / stride - ends;
        let (words, _) = keywords.words.as_chunks::<2>();
        Self { classes, stride, moves, first_end, begins, ending, words }
    }

    /// Reads on until something ends: in which state, and where.
    fn run(self, text: &[u8], mut state: usize, from: usize) -> Option<(usize, usize)> {
        for (at, &byte) in (from + 1..).zip(text.get(from..)?) {
            let class = self.classes[usize::from(byte)];
            state =
                self.moves.get(state * self.stride + usize::from(class)).copied().map_or(0, number);
            if state >= self.first_end {
                return Some((state, at));
            }
        }
        None
    }

    fn ending_in(self, state: usize) -> &'a [[u8; 2]] {
        let place = |at: usize| self.begins.get(at).copied().map(number);
        let of = state.checked_sub(self.first_end).and_then(|at| Some(place(at)?..place(at + 1)?));
        of.and_then(|of| self.ending.get(of)).unwrap_or(&[])
    }
}

fn number(bytes: [u8; 2]) -> usize {
    usize::from(u16::from_le_bytes(bytes))
}

#[cfg(test)]
mod tests {
    use super::*;
    use aho_corasick::AhoCorasick;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn what_is_found_is_what_is_there_in_the_same_order(text in "[abtTokKenNé ]{0,60}") {
            let words = ["a", "ab", "abab", "b", "token", "to", "ken", "é"];
            let keywords = Keywords::new(&words).unwrap();
            let reference = AhoCorasick::builder().ascii_case_insensitive(true).build(words).unwrap();
            let expected = reference.find_overlapping_iter(&text);
            let expected = expected.map(|hit| Hit { word: hit.pattern().as_usize(), range: hit.range() });
            prop_assert_eq!(keywords.hits(text.as_bytes()).collect::<Vec<_>>(), expected.collect::<Vec<_>>());
        }
    }
}
