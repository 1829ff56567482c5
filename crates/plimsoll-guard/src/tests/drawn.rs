//! Samples without a secret in the file: `«hex32»` and its kin are drawn when the test runs.

use crate::check;

const DIGITS: &str = "0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A text and the secret in it.
#[derive(Debug)]
pub(crate) struct Sample {
    pub(crate) text: String,
    pub(crate) secret: String,
}

/// Draws what a sample leaves open. Same seed, same text.
pub(crate) fn draw(sample: &str, seed: u64) -> Sample {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut text = String::new();
    let mut rest = sample;
    while let Some((before, after)) = rest.split_once('«') {
        let (kind, after) = after.split_once('»').expect("what is opened is closed");
        text.push_str(before);
        let start = text.rfind('⟦').map_or(0, |at| at + '⟦'.len_utf8());
        let drawn = chance.value(kind, &text[start..]);
        text.push_str(&drawn);
        rest = after;
    }
    text.push_str(rest);
    let (before, after) = text.split_once('⟦').expect("a sample marks its secret");
    let (secret, after) = after.split_once('⟧').expect("a mark that is opened is closed");
    Sample { text: format!("{before}{secret}{after}"), secret: secret.to_owned() }
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33).expect("31 bits fit")
            % limit
    }

    fn of(&mut self, alphabet: &str, length: usize) -> String {
        let alphabet = alphabet.as_bytes();
        (0..length).map(|_| char::from(alphabet[self.below(alphabet.len())])).collect()
    }

    /// `hex32`: 32 of the alphabet `hex`. `before` is the secret so far, for checksums.
    fn value(&mut self, kind: &str, before: &str) -> String {
        let name = kind.trim_end_matches(|c: char| c.is_ascii_digit());
        let length = kind[name.len()..].parse().unwrap_or(0);
        let alphabet = match name {
            "hex" => "0123456789abcdef".to_owned(),
            "HEX" => "0123456789ABCDEF".to_owned(),
            "num" => DIGITS.to_owned(),
            "low" => format!("{DIGITS}{LOWER}"),
            "up" => format!("{DIGITS}{UPPER}"),
            "abc" => LOWER.to_owned(),
            "Abc" => format!("{LOWER}{UPPER}"),
            "ABC" => UPPER.to_owned(),
            "an" => format!("{DIGITS}{LOWER}{UPPER}"),
            "url" => format!("{DIGITS}{LOWER}{UPPER}-_"),
            "b" => format!("{DIGITS}{LOWER}{UPPER}+/"),
            "base" => format!("{UPPER}234567"),
            "bitcoin" => "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz".to_owned(),
            "uuid" => return self.uuid(),
            "crc" => return check::base62_crc(before.rsplit('_').next().unwrap_or_default()),
            other => panic!("no alphabet is called {other}"),
        };
        self.of(&alphabet, length)
    }

    fn uuid(&mut self) -> String {
        [8, 4, 4, 4, 12].map(|length| self.of("0123456789abcdef", length)).join("-")
    }
}
