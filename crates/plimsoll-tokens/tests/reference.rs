//! Our counts are those of the reference, which is a port of the published program.

use plimsoll_tokens::{CL100K_BASE, Encoding, O200K_BASE};
use proptest::prelude::*;
use tiktoken_rs::{CoreBPE, cl100k_base_singleton, o200k_base_singleton};

fn agree(text: &str) {
    let both: [(&Encoding, &CoreBPE); 2] =
        [(&O200K_BASE, o200k_base_singleton()), (&CL100K_BASE, cl100k_base_singleton())];
    for (ours, reference) in both {
        let expected = reference.encode_ordinary(text);
        assert_eq!(ours.count(text), expected.len() as u64, "{ours:?} counts {text:?}");
    }
}

#[test]
fn every_token_counts_one() {
    let both: [(&Encoding, &CoreBPE, u32); 2] = [
        (&O200K_BASE, o200k_base_singleton(), 199_998),
        (&CL100K_BASE, cl100k_base_singleton(), 100_256),
    ];
    for (ours, reference, tokens) in both {
        let mut seen = 0;
        for rank in 0..tokens {
            let token = reference.decode_bytes(&[rank]).expect("there are so many");
            let Ok(token) = String::from_utf8(token) else { continue };
            // Some tokens are more than one piece, and no text ever has them.
            if reference.encode_ordinary(&token) == [rank] {
                assert_eq!(ours.count(&token), 1, "{token:?}");
                seen += 1;
            }
        }
        assert!(seen > tokens / 10 * 9, "{seen} of {tokens}");
    }
}

/// Whatever class a character has, it is put where that matters: before, within and after words, numbers and spaces.
#[test]
fn every_character_is_of_the_class_that_the_reference_knows() {
    let characters: Vec<char> = ('\0'..='\u{3_2FFF}').chain('\u{E_0000}'..='\u{E_01FF}').collect();
    for characters in characters.chunks(64) {
        let around = |c: &char| format!("{c}a{c}A{c} {c}1{c}.{c}\n{c}");
        agree(&characters.iter().map(around).collect::<String>());
    }
}

#[test]
fn long_pieces_count_as_short_ones_do() {
    for length in [2, 3, 31, 32, 33, 95, 96, 97, 98, 127, 128, 129, 130, 1_000, 5_000] {
        for unit in ["a", "ab", "-", "=", "aab", "é", "世界", "xyzzy", "_", "\u{301}", "abcdefghi"]
        {
            let word: String = unit.chars().cycle().take(length).collect();
            agree(&word);
            agree(&format!("x {word}{} y", unit.to_uppercase()));
        }
        agree(&" ".repeat(length));
        agree(&format!("x{}y", "\t".repeat(length)));
        agree(&"\r\n".repeat(length));
    }
}

#[test]
fn real_texts_count_the_same() {
    agree(include_str!("../src/pieces.rs"));
    agree(include_str!("../../../ARCHITECTURE.md"));
    agree(include_str!("../../../Cargo.lock"));
    agree(include_str!("../../plimsoll-guard/data/providers.toml"));
}

#[test]
fn special_tokens_are_text() {
    for text in ["<|endoftext|>", "a<|fim_prefix|>b", "<|endofprompt|>"] {
        agree(text);
        assert!(O200K_BASE.count(text) > 1);
    }
}

/// Half a million letters are one piece; nobody may take the square of that.
#[test]
fn a_piece_of_half_a_megabyte_is_counted() {
    agree(&"abcdefgh".repeat(64 * 1024));
}

/// Little strings in which the alternatives of the patterns meet.
fn meeting() -> impl Strategy<Value = String> {
    let alternatives = r"(['’]([sStTmMdDſ]|[rRvV][eE]|[lL][lL])|[ \t\r\n\x0B\u{85}\u{A0}\u{2028}]{1,3}|[a-z]{1,3}|[A-Z]{1,3}|[0-9٣Ⅷ½]{1,4}|[./!_<]{1,3}|[世ʰªǅſßΣ]|[\u{301}\u{20DD}\u{903}]|[😀\u{200D}\u{FE0F}\u{0}\u{E000}])";
    proptest::collection::vec(alternatives, 0..12).prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 4_000, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn alternatives_of_the_patterns_meet_as_the_reference_has_it(text in meeting()) {
        agree(&text);
    }

    #[test]
    fn any_text_counts_as_the_reference_has_it(text in any::<String>()) {
        agree(&text);
    }

    #[test]
    fn words_of_few_letters_count_as_the_reference_has_it(text in "[eathinos]{2,300}") {
        agree(&text);
    }
}
