//! A secret is found whatever stands right before and after it, and whatever nobody sees in it.

use super::{GUARD, shown};
use crate::border::Before;
use plimsoll_core::screened::Screening;

/// What may stand around a secret that is no part of it.
const AROUND: &[(&str, &str)] = &[
    ("needle _", "_ more"),
    ("needle __", "__ more"),
    ("needle\\n", "\\nmore"),
    ("needle\\t", "\\tmore"),
    ("needle\\r\\n", "\\r\\nmore"),
    ("needle\\u0020", "\\u0020more"),
    ("needle\\x20", "\\x20more"),
    ("needle%20", "%20more"),
    ("needle%3D", "%3Dmore"),
    ("needle=3D", "=20more"),
    ("\\033[1m", "\\033[0m"),
    ("\\x1b[0m", "\\x1b[0m"),
    ("\u{1b}[1;31m", "\u{1b}[0m"),
    ("\n-", "\n"),
];

/// Samples that are nothing but a token, of rules that ask what stands before it.
fn lone_tokens() -> Vec<crate::Sample> {
    let asks = |rule: &str| {
        let known = GUARD.rules.iter().find(|known| known.text.id == rule);
        known.is_some_and(|known| known.text.before != Before::Any)
    };
    let mut samples = crate::samples(3);
    samples.retain(|sample| sample.text == sample.secret && asks(&sample.rule));
    samples
}

#[test]
fn what_stands_around_a_token_does_not_hide_it() {
    let tokens = lone_tokens();
    assert!(tokens.len() > 150, "{}", tokens.len());
    let mut problems = Vec::new();
    for sample in &tokens {
        for (before, after) in AROUND {
            let text = format!("{before}{}{after}", sample.secret);
            if shown(&text).contains(&sample.secret) {
                problems.push(format!("{}: {text:?}", sample.rule));
            }
        }
    }
    assert!(problems.is_empty(), "{}: {}", problems.len(), problems.join("\n"));
}

/// Rules that need to see where a line or a word begins, and what for.
const NEED_A_BEGINNING: &[(&str, &str)] = &[
    ("prefixed-token", "its prefix is known by its look only"),
    ("assigned-key", "a service is named by a whole word"),
];

#[test]
fn what_stands_around_a_text_does_not_hide_its_secret() {
    let mut problems = Vec::new();
    for sample in crate::samples(3) {
        let is_known = NEED_A_BEGINNING.iter().any(|(rule, _)| *rule == sample.rule);
        for (before, after) in AROUND {
            let text = format!("{before}{}{after}", sample.text);
            let is_shown = matches!(GUARD.screen(&text), Screening::Shown(shown) if shown.text().contains(&sample.secret));
            if is_shown && !is_known {
                problems.push(format!("{}: {text:?}", sample.rule));
            }
        }
    }
    assert!(problems.is_empty(), "{}: {}", problems.len(), problems.join("\n"));
}

#[test]
fn characters_that_nobody_sees_do_not_hide_a_token() {
    let mut problems = Vec::new();
    for sample in lone_tokens() {
        let middle = sample.secret.len() / 2;
        for hidden in [
            "\u{200B}",
            "\u{AD}",
            "\u{2060}",
            "\u{FEFF}",
            "\u{E0041}",
            "\u{2800}",
            "\u{1b}[0m",
            "\0",
        ] {
            for at in [2, middle, sample.secret.len() - 2] {
                let (head, tail) = sample.secret.split_at(at);
                let text = format!("a {head}{hidden}{tail} b\n");
                if shown(&text).contains(tail) {
                    problems.push(format!("{}: {text:?}", sample.rule));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}: {}", problems.len(), problems.join("\n"));
}

#[test]
fn a_hidden_character_in_a_name_does_not_hide_its_value() {
    let text = "pass\u{200B}word = \"w3hbznq7fd!\"\n";
    assert_eq!(shown(text), "pass\u{200B}word = \"<redacted:assigned-password:1>\"\n");
}

#[test]
fn a_checksum_is_believed_anywhere() {
    let body = "aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1";
    let sum = crate::checksum::base62_crc(body);
    let data =
        "Rkm09Gk1PaptQAaDR6gPUESRAmQQ0Cnqm9NNBNMlPyj0iPQyQaBp6gAaaB8HrtSFgsiaNsTLSbZS".repeat(10);
    for prefix in ["ghp_", "npm_"] {
        let text = format!("{data}{prefix}{body}{sum}{data}");
        let Screening::Shown(screened) = GUARD.screen(&text) else { panic!("withheld") };
        assert!(!screened.text().contains(body), "{}", screened.text());
        // What stands around it is no part of it.
        assert!(screened.text().starts_with(&data) && screened.text().ends_with(&data));
        let failed = format!("{data}{prefix}{body}zzzzzz{data}");
        assert_eq!(shown(&failed), failed);
    }
}
