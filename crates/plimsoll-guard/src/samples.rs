//! Texts with a secret of every kind, for tests: `«hex32»` and its kin in the rule files are drawn here, so that
//! no file holds a whole token.

use crate::checksum;
use crate::rule::RuleFile;
use crate::rule_set::RULE_FILES;

const DIGITS: &str = "0123456789";
const LOWER: &str = "abcdefghijklmnopqrstuvwxyz";
const UPPER: &str = "ABCDEFGHIJKLMNOPQRSTUVWXYZ";

/// A text, the secret in it, and the rule that finds it. The secret is made up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    pub rule: String,
    pub text: String,
    pub secret: String,
}

/// The positive samples of all rules. Same seed, same samples.
pub fn samples(seed: u64) -> Vec<Sample> {
    let files = RULE_FILES.iter().map(|(_, content)| {
        toml::from_str::<RuleFile>(content)
            .expect("an embedded file parses, because a test parses it")
    });
    let rules = files.flat_map(|file| file.rule);
    let each =
        rules.flat_map(|rule| rule.positive.into_iter().map(move |text| (rule.id.clone(), text)));
    each.zip(seed * 1000..).map(|((rule, text), seed)| draw(&rule, &text, seed)).collect()
}

fn draw(rule: &str, sample: &str, seed: u64) -> Sample {
    let text = fill(sample, seed);
    let (before, after) =
        text.split_once('⟦').expect("a sample marks its secret, because a test draws every sample");
    let (secret, after) = after
        .split_once('⟧')
        .expect("a mark that is opened is closed, because a test draws every sample");
    let (rule, secret) = (rule.to_owned(), secret.to_owned());
    Sample { rule, text: format!("{before}{secret}{after}"), secret }
}

/// Draws what a sample leaves open.
pub(crate) fn fill(sample: &str, seed: u64) -> String {
    let mut chance = Chance(seed.wrapping_mul(0x9E37_79B9_7F4A_7C15) | 1);
    let mut text = String::new();
    let mut rest = sample;
    while let Some((before, after)) = rest.split_once('«') {
        let (kind, after) = after
            .split_once('»')
            .expect("what is opened is closed, because a test draws every sample");
        text.push_str(before);
        let start = text.rfind('⟦').map_or(0, |at| at + '⟦'.len_utf8());
        let drawn = chance.value(kind, &text[start..]);
        text.push_str(&drawn);
        rest = after;
    }
    text.push_str(rest);
    text
}

struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        usize::try_from(self.0.wrapping_mul(0x2545_F491_4F6C_DD1D) >> 33)
            .expect("31 bits fit, because a usize has at least 32 here")
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
            "crc" => return checksum::base62_crc(before.rsplit('_').next().unwrap_or_default()),
            other => unreachable!("no alphabet is called {other}, and a test draws every sample"),
        };
        self.of(&alphabet, length)
    }

    fn uuid(&mut self) -> String {
        [8, 4, 4, 4, 12].map(|length| self.of("0123456789abcdef", length)).join("-")
    }
}
