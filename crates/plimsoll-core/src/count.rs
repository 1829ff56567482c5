//! Counters: how much a text counts.
//!
//! Blocks are framed so that their counts add up (see `render`), which is why a counter only ever has to
//! count a block, never the whole document again.

use crate::limit::Unit;

/// Counts a text. The name carries a version and is part of every fingerprint.
pub trait Counter: Send + Sync {
    fn name(&self) -> &'static str;
    fn unit(&self) -> Unit;
    fn count(&self, text: &str) -> u64;
    /// What to say where the count is not exact.
    fn margin(&self) -> Option<&'static str> {
        None
    }
}

/// UTF-16 code units, as where seed B comes from; never fewer than code points.
#[derive(Debug)]
struct Utf16;

impl Counter for Utf16 {
    fn name(&self) -> &'static str {
        "utf16/1"
    }
    fn unit(&self) -> Unit {
        Unit::Characters
    }
    fn count(&self, text: &str) -> u64 {
        count_utf16(text)
    }
}

/// UTF-16 code units: one per code point, two beyond the basic plane.
pub fn count_utf16(text: &str) -> u64 {
    text.bytes().map(|b| u64::from(b & 0xC0 != 0x80) + u64::from(b >= 0xF0)).sum()
}

/// OpenAI's published encodings. Special tokens in a text count as the ordinary text that they are.
#[derive(Debug)]
enum Published {
    O200k,
    Cl100k,
}

impl Counter for Published {
    fn name(&self) -> &'static str {
        match self {
            Self::O200k => "o200k_base/1",
            Self::Cl100k => "cl100k_base/1",
        }
    }
    fn unit(&self) -> Unit {
        Unit::Tokens
    }
    fn count(&self, text: &str) -> u64 {
        match self {
            Self::O200k => plimsoll_tokens::O200K_BASE.count(text),
            Self::Cl100k => plimsoll_tokens::CL100K_BASE.count(text),
        }
    }
}

/// A family without a published tokenizer: so many tenths of the o200k count, rounded up for each block.
#[derive(Debug)]
struct WithMargin {
    name: &'static str,
    tenths: u64,
    says: &'static str,
}

impl Counter for WithMargin {
    fn name(&self) -> &'static str {
        self.name
    }
    fn unit(&self) -> Unit {
        Unit::Tokens
    }
    fn count(&self, text: &str) -> u64 {
        (Published::O200k.count(text) * self.tenths).div_ceil(10)
    }
    fn margin(&self) -> Option<&'static str> {
        Some(self.says)
    }
}

/// The counter that is meant when nobody says otherwise.
pub const DEFAULT_COUNTER: &str = "o200k_base/1";
/// The counter of limits in characters.
pub const CHARACTERS: &str = "utf16/1";

const COUNTERS: &[&dyn Counter] = &[
    &Published::O200k,
    &Published::Cl100k,
    &Utf16,
    &WithMargin {
        name: "claude/1",
        tenths: 18,
        says: "the tokenizer of this family is not published: 1.8 times the o200k count of each block",
    },
    &WithMargin {
        name: "claude-before-4.7/1",
        tenths: 14,
        says: "the tokenizer of this family is not published: 1.4 times the o200k count of each block",
    },
    // Code of twelve languages has at most 1.15 times the o200k count by the vocabularies of Llama 3, DeepSeek 4, Qwen 2,
    // Mistral 3, Kimi, GLM and MiniMax, and a file that is mostly digits up to 1.7 (600 files of ten projects, measured
    // 2026-11-18). Those of Gemini and Grok were not measured.
    &WithMargin {
        name: "other/1",
        tenths: 14,
        says: "the tokenizer of this family is not built in: 1.4 times the o200k count of each block",
    },
];

/// The names of the counters of tokens.
pub const TOKEN_COUNTERS: &[&str] =
    &["o200k_base/1", "cl100k_base/1", "claude/1", "claude-before-4.7/1", "other/1"];

/// The counter of that name, if there is one.
pub fn counter(name: &str) -> Option<&'static dyn Counter> {
    COUNTERS.iter().copied().find(|counter| counter.name() == name)
}

/// The names of all counters.
pub fn counter_names() -> impl Iterator<Item = &'static str> {
    COUNTERS.iter().map(|counter| counter.name())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_are_utf16_code_units() {
        for text in ["", "abc", "é", "世界", "😀", "a😀\u{10FFFF}b"] {
            assert_eq!(count_utf16(text), text.encode_utf16().count() as u64, "{text:?}");
        }
    }

    #[test]
    fn the_counters_of_tokens_are_named() {
        let of_tokens = COUNTERS.iter().filter(|counter| counter.unit() == Unit::Tokens);
        assert_eq!(of_tokens.map(|counter| counter.name()).collect::<Vec<_>>(), TOKEN_COUNTERS);
    }

    #[test]
    fn special_token_text_counts_as_ordinary_text() {
        let counter = counter(DEFAULT_COUNTER).expect("it is in the table");
        assert!(counter.count("<|endoftext|>") > 1);
    }

    #[test]
    fn a_margin_is_rounded_up_and_declared() {
        let margin = counter("claude/1").expect("it is in the table");
        assert_eq!(Published::O200k.count("hello"), 1);
        assert_eq!(margin.count("hello"), 2);
        assert!(margin.margin().is_some());
    }
}
