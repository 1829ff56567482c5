//! How much a value looks drawn at random, as a sum of integers from a table of character pairs.
//!
//! The table (`data/pairs.txt`) is trained by `cargo xtask train-guard`; the sum is the same everywhere.

use std::sync::LazyLock;

pub(crate) const PAIRS_FILE: &str = include_str!("../data/pairs.txt");

/// How many kinds of characters the table tells apart.
pub const SYMBOLS: usize = 61;

/// The kind of a character: each letter is one, the digits are one together.
pub const fn symbol(byte: u8) -> usize {
    match byte {
        b'a'..=b'z' => (byte - b'a') as usize,
        b'A'..=b'Z' => 26 + (byte - b'A') as usize,
        b'0'..=b'9' => 52,
        b'_' => 53,
        b'-' => 54,
        b'.' => 55,
        b'/' => 56,
        b'+' => 57,
        b'=' => 58,
        0x80.. => 59,
        _ => 60,
    }
}

static PAIRS: LazyLock<Vec<i8>> = LazyLock::new(|| {
    let rows = PAIRS_FILE.lines().filter(|line| !line.starts_with('#'));
    rows.flat_map(str::split_ascii_whitespace)
        .map(|cell| {
            cell.parse().expect("the embedded table has small integers, because a test reads it")
        })
        .collect()
});

/// Tenths of a bit in favour of chance: above zero for what was drawn at random, below for words.
pub(crate) fn score(value: &str) -> i32 {
    let pairs = value.as_bytes().windows(2);
    pairs.map(|pair| i32::from(PAIRS[symbol(pair[0]) * SYMBOLS + symbol(pair[1])])).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_table_has_a_cell_for_every_pair() {
        assert_eq!(PAIRS.len(), SYMBOLS * SYMBOLS);
    }

    #[test]
    fn words_are_below_zero_and_drawn_values_above() {
        for word in [
            "description",
            "getElementById",
            "max_retry_count",
            "application/json",
            "IllegalStateException",
        ] {
            assert!(score(word) < 0, "{word} {}", score(word));
        }
        for drawn in
            ["x7Qp2LmZ9vKt4WbN", "9f8e2c4b71a6d053", "dvxwtyrkqfzpckxg", "Zk3Vq8Wm1Xt6Jb9R"]
        {
            assert!(score(drawn) > 0, "{drawn} {}", score(drawn));
        }
    }
}
