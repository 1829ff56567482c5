//! What holds for every text.

use super::GUARD;
use plimsoll_core::screened::Screening;
use proptest::prelude::*;
use proptest::sample::select;

fn samples() -> Vec<(String, String)> {
    crate::samples(7).into_iter().map(|sample| (sample.text, sample.secret)).collect()
}

/// Text that has much of what the rules look for.
fn rich_text() -> impl Strategy<Value = String> {
    let pieces: Vec<String> = GUARD
        .rules
        .iter()
        .flat_map(|rule| rule.text.keywords.iter().chain(&rule.text.negative).cloned())
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

    #[test]
    fn spots_are_in_order_and_apart(text in rich_text()) {
        let spots = GUARD.locate(&text).expect("it can be scanned");
        prop_assert!(spots.windows(2).all(|pair| pair[0].range.end <= pair[1].range.start));
        prop_assert!(spots.iter().all(|spot| text.get(spot.range.clone()).is_some_and(|s| !s.is_empty())));
    }
}
