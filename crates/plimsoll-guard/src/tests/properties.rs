//! What holds for every text.

use super::GUARD;
use super::samples::rules;
use crate::Guard;
use crate::rule_set::RULE_FILES;
use plimsoll_core::screened::Screening;
use proptest::prelude::*;
use proptest::sample::select;
use std::sync::LazyLock;

fn samples() -> Vec<(String, String)> {
    crate::samples(7).into_iter().map(|sample| (sample.text, sample.secret)).collect()
}

static WITHOUT_OPENINGS: LazyLock<Guard> =
    LazyLock::new(|| Guard::from_untried_files(RULE_FILES).expect("each of them compiles"));

/// Text that has much of what the rules look for.
fn rich_text() -> impl Strategy<Value = String> {
    let pieces: Vec<String> = rules()
        .into_iter()
        .flat_map(|rule| rule.keywords.into_iter().chain(rule.negative))
        .chain(samples().into_iter().map(|(text, _)| text))
        .chain(
            [
                "=",
                ": ",
                "\"",
                "'",
                "`",
                "\n",
                "\r\n",
                " ",
                "<redacted:url-password:1>",
                "<redacted:",
                ">",
                "@",
                "\\",
                "a1b2c3d4e5",
                "-----END PRIVATE KEY-----",
                "é",
                "\u{202E}",
                ";",
                "://u:",
            ]
            .map(str::to_owned),
        )
        .collect();
    prop::collection::vec(prop_oneof![3 => select(pieces), 1 => any::<String>()], 0..12)
        .prop_map(|parts| parts.concat())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(600))]

    #[test]
    fn no_planted_secret_survives((text, secret) in select(samples()), before in any::<String>(), after in any::<String>()) {
        let planted = format!("{before}\n{text}\n{after}");
        match GUARD.screen(&planted) {
            Screening::Shown(screened) => prop_assert!(!screened.text().contains(&secret)),
            Screening::Withheld(findings) => prop_assert!(!findings.is_empty()),
        }
    }

    #[test]
    fn screening_twice_is_screening_once(text in rich_text()) {
        if let Screening::Shown(once) = GUARD.screen(&text) {
            let Screening::Shown(twice) = GUARD.screen(once.text()) else {
                return Err(TestCaseError::fail("withheld the second time"));
            };
            prop_assert_eq!(once.text(), twice.text());
            prop_assert_eq!(twice.findings(), &[]);
        }
    }

    #[test]
    fn lines_stay_where_they_are(text in rich_text()) {
        if let Screening::Shown(screened) = GUARD.screen(&text) {
            let breaks = |text: &str| text.matches('\n').count();
            prop_assert_eq!(breaks(screened.text()), breaks(&text));
            for finding in screened.findings() {
                let last = finding.line + finding.lines - 1;
                prop_assert!(finding.line >= 1 && last as usize <= breaks(&text) + 1);
            }
        }
    }

    /// Looking at how a match begins saves trying expressions, and finds no less.
    #[test]
    fn openings_change_nothing(text in rich_text()) {
        prop_assert_eq!(GUARD.locate(&text), WITHOUT_OPENINGS.locate(&text));
    }

    #[test]
    fn spots_are_in_order_and_apart(text in rich_text()) {
        let spots = GUARD.locate(&text).expect("it can be scanned");
        prop_assert!(spots.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
        prop_assert!(spots.iter().all(|spot| text.get(spot.range.clone()).is_some_and(|s| !s.is_empty())));
    }
}

/// Passwords as managers draw them, from everything that can be typed but what a quoted text has to escape.
fn drawn_passwords(length: usize, count: usize) -> Vec<String> {
    let signs: Vec<char> = ('!'..='~').filter(|sign| !"\"'\\`".contains(*sign)).collect();
    let mut random = length as u64;
    let mut next = || {
        random =
            random.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        signs[usize::try_from(random >> 33).unwrap() % signs.len()]
    };
    (0..count).map(|_| (0..length).map(|_| next()).collect()).collect()
}

#[test]
fn a_drawn_password_is_found_whatever_signs_it_has() {
    for length in [12, 16, 20, 24, 32] {
        let passwords = drawn_passwords(length, 2_000);
        let is_missed = |password: &&String| {
            GUARD.screen(&format!("password = \"{password}\"\n")).findings().is_empty()
        };
        let missed: Vec<&String> = passwords.iter().filter(is_missed).collect();
        assert!(missed.len() <= 10, "{length}: {} missed, {missed:#?}", missed.len());
    }
}

#[test]
fn a_value_in_which_nothing_comes_twice_is_found_and_an_alphabet_is_not() {
    // Put together here, so that no file holds it.
    let value = ["vK3nXr8QpLm2ZtYw7BcD", "f5GhJs9RuTe1A4bCxWqP"].concat();
    for text in [format!("AWS_SECRET_ACCESS_KEY={value}"), format!("password = \"{value}\"")] {
        assert!(!super::shown(&text).contains(&value), "{text}");
    }
    let alphabet = "token = \"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789\"";
    assert_eq!(super::shown(alphabet), alphabet);
}
