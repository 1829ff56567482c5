//! How the engine replaces, merges, counts and fails.

use super::{GUARD, shown};
use crate::rule::RuleText;
use crate::rule_set::{RULE_FILES, builtin_digest, digest_of};
use crate::{Guard, ScanFailed};
use plimsoll_core::screened::{Finding, Grade, Screening};

/// A small set of rules of its own.
fn guard(rules: &str) -> Guard {
    Guard::from_untried_files(&[("own.toml", rules)]).expect("the rules of a test compile")
}

fn rule(id: &str, grade: &str, keyword: &str, regex: &str, delimited: bool) -> String {
    format!(
        "[[rule]]\nid = '{id}'\nwhat = 'x.'\nwhy = 'x.'\ngrade = '{grade}'\nkeywords = ['{keyword}']\n\
         regex = '{regex}'\ngroup = 1\ndelimited = {delimited}\n"
    )
}

fn finding(rule: &str, grade: Grade, line: u32, lines: u32) -> Finding {
    Finding { rule: rule.to_owned(), grade, line, lines }
}

/// What the build makes of the rule files is what reading them makes.
#[test]
fn the_rules_that_come_with_the_program_compile_and_are_those_of_the_files() {
    let guard = Guard::from_untried_files(RULE_FILES).expect("each of them compiles");
    assert_eq!(guard.rules.len(), GUARD.rules.len());
    for (read, built) in guard.rules.iter().zip(&GUARD.rules) {
        let (positive, negative) = (Vec::new(), Vec::new());
        assert_eq!(RuleText { positive, negative, ..read.text.clone() }, built.text);
    }
    assert_eq!(guard.keywords, GUARD.keywords);
    assert_eq!(guard.tasks, GUARD.tasks);
}

#[test]
fn a_key_over_several_lines_keeps_them_and_is_one_finding() {
    let text = "a\r\n-----BEGIN PRIVATE KEY-----\r\nMIIEvQIBADANBgkqhkiG9w0BAQEFAAS\r\n-----END PRIVATE KEY-----\r\nb";
    let Screening::Shown(screened) = GUARD.screen(text) else { panic!("withheld") };
    assert_eq!(screened.text(), "a\r\n<redacted:private-key:1>\r\n\r\n\r\nb");
    assert_eq!(screened.findings(), [finding("private-key", Grade::Certain, 2, 3)]);
}

#[test]
fn a_key_in_base64_over_several_lines_goes_with_all_of_them() {
    use base64::Engine as _;
    let kind = "PRIVATE KEY-----\n";
    let line = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7VJTUt9Us8cKj\n";
    for indent in ["", " ", "  "] {
        let inner =
            format!("a: 1\n{indent}-----BEGIN RSA {kind}{}-----END RSA {kind}", line.repeat(9));
        let encoded = base64::engine::general_purpose::STANDARD.encode(inner);
        let wrapped: Vec<&str> =
            encoded.as_bytes().chunks(76).map(|part| str::from_utf8(part).unwrap()).collect();
        let text = format!("data: |\n    {}\nother: 1\n", wrapped.join("\n    "));
        let screened = shown(&text);
        for part in &wrapped[1..] {
            assert!(!screened.contains(part), "{screened}");
        }
        assert_eq!(screened.lines().count(), text.lines().count());
        assert!(screened.ends_with("\nother: 1\n"), "{screened}");
    }
}

#[test]
fn a_key_without_an_end_withholds_the_text() {
    let text = "x\n-----BEGIN EC PRIVATE KEY-----\nMHcCAQEEIB7xq3Zk0mYw9sT2vLr8nQ5dHf1jKp\nand then nothing";
    let Screening::Withheld(findings) = GUARD.screen(text) else { panic!("shown") };
    assert_eq!(findings, [finding("private-key", Grade::Certain, 2, 3)]);
}

#[test]
fn a_key_after_a_mere_mention_does_not_take_what_is_between() {
    let text = "// -----BEGIN PRIVATE KEY----- comes first\nkept\n-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAAS\n-----END PRIVATE KEY-----\n";
    assert_eq!(
        shown(text),
        "// -----BEGIN PRIVATE KEY----- comes first\nkept\n<redacted:private-key:1>\n\n\n"
    );
}

#[test]
fn heads_that_share_their_dashes_are_two() {
    let heads = "-----BEGIN PRIVATE KEY-----BEGIN PRIVATE KEY-----";
    assert_eq!(shown(heads), heads);
    let key = format!("{heads}\nMIIEvQIBADANBgkqhkiG9w0BAQEFAAS\n-----END PRIVATE KEY-----\n");
    assert_eq!(shown(&key), "-----BEGIN PRIVATE KEY<redacted:private-key:1>\n\n\n");
}

#[test]
fn a_value_beyond_ascii_is_replaced_as_a_whole() {
    for (text, expected) in [
        ("https://u:sö9xT2kLqй@db.corp.net/", "https://u:<redacted:url-password:1>@db.corp.net/"),
        (
            "machine é.net login ü password kö7ñQz9x",
            "machine é.net login ü password <redacted:netrc-password:1>",
        ),
    ] {
        assert_eq!(shown(text), expected);
    }
}

#[test]
fn marks_are_numbered_in_the_order_of_the_text() {
    let text = "password='a1b2c3'\nsecret_key='9aZk2LmQ7rTx4WvB'\npassword='d4e5f6'\n";
    assert_eq!(
        shown(text),
        "password='<redacted:assigned-password:1>'\nsecret_key='<redacted:assigned-secret:2>'\n\
         password='<redacted:assigned-password:3>'\n"
    );
}

#[test]
fn overlapping_findings_become_the_widest_with_the_surest_grade() {
    let rules = rule("b-likely", "likely", "ab", "^(abcdefgh)", true)
        + &rule("c-certain", "certain", "cd", "^(cdef)", true)
        + &rule("a-likely", "likely", "ab", "^(abc)", true);
    let Screening::Shown(screened) = guard(&rules).screen("1 abcdefgh 2") else { panic!() };
    assert_eq!(screened.text(), "1 <redacted:c-certain:1> 2");
    let rules =
        rule("z", "likely", "ab", "^(ab)", true) + &rule("y", "likely", "abc", "^(abc)", true);
    let Screening::Shown(screened) = guard(&rules).screen("abc") else { panic!() };
    assert_eq!(screened.text(), "<redacted:y:1>");
}

#[test]
fn findings_side_by_side_stay_two_and_overlapping_ones_are_as_open_as_the_most_open() {
    let rules = rule("a", "likely", "<a", "^(<a>)", true)
        + &rule("b", "likely", "<b", "^(<b>)", true)
        + &rule("c", "likely", "><c", "^(><c>)", false);
    let Screening::Shown(screened) = guard(&rules).screen("1 <a><b> 2") else { panic!() };
    assert_eq!(screened.text(), "1 <redacted:a:1><redacted:b:2> 2");
    let Screening::Withheld(findings) = guard(&rules).screen("1 <a><c> 2") else { panic!() };
    assert_eq!(findings, [finding("a", Grade::Likely, 1, 1)]);
}

#[test]
fn a_rule_without_certain_bounds_withholds() {
    let guard = guard(&rule("open", "likely", "ab", "^(ab)", false));
    assert_eq!(
        guard.screen("x\nab"),
        Screening::Withheld(vec![finding("open", Grade::Likely, 2, 1)])
    );
}

#[test]
fn what_cannot_be_scanned_is_withheld() {
    let mut guard = guard(&rule("every", "likely", "a", "^(a)", true));
    guard.most_findings = 3;
    assert!(matches!(guard.screen("a a a"), Screening::Shown(_)));
    let failed = finding("scan-failed", Grade::Certain, 1, 1);
    assert_eq!(guard.screen("a a a a"), Screening::Withheld(vec![failed]));
}

#[test]
fn too_much_is_too_much_wherever_it_is_found() {
    let mut guard = Guard::builtin();
    guard.most_findings = 3;
    for unit in [
        "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAAS\n-----END PRIVATE KEY-----\n",
        "slack k1f9Qz7LmP2xVb8RtY3w\n",
        "password='w3hbznq7fd'\n",
        "pass\u{200B}word='w3hbznq7fd'\n",
    ] {
        let found = |times| guard.locate(&unit.repeat(times)).map(|spots| spots.len());
        assert_eq!(found(3), Ok(3), "{unit}");
        assert_eq!(found(4), Err(ScanFailed::TooManyFindings { most: 3 }), "{unit}");
    }
}

#[test]
fn a_text_that_does_not_settle_is_withheld() {
    // The mark itself is never looked at, but the text around it can keep matching.
    let guard = guard(&rule("again", "likely", "x<", "^(x)<", true));
    let failed = finding("scan-failed", Grade::Certain, 1, 1);
    assert_eq!(guard.screen(&format!("{}<", "x".repeat(40))), Screening::Withheld(vec![failed]));
}

#[test]
fn only_marks_of_known_rules_are_marks() {
    let real = "password='<redacted:assigned-password:1>'";
    assert_eq!(shown(real), real);
    let hidden = "password='<redacted:w3hbznq7fd:1>w3hb'";
    assert!(
        !shown(&hidden.replace("<redacted:w3hbznq7fd:1>", "<redacted:url-password:1>x9"))
            .contains("w3hb'")
    );
    let forged = "password=\"redacted:w3hbznq7fd!\"";
    assert!(!shown(forged).contains("w3hbznq7fd"), "{}", shown(forged));
}

#[test]
fn broken_rules_are_refused() {
    for broken in [
        "[[rule]]\nid = 'x'".to_owned(),
        rule("x", "likely", "a", "(a)", true),
        rule("x", "likely", "a", "^a", true),
        rule("x", "likely", "a", "^(a", true),
        rule("X y", "likely", "a", "^(a)", true),
        rule("x", "likely", "ä", "^(ä)", true),
        rule("x", "likely", "a", "^(a)", true).repeat(2),
        rule("x", "likely", "a", r"^((\w{1000}){1000})", true),
    ] {
        assert!(Guard::from_untried_files(&[("own.toml", &broken)]).is_err(), "{broken}");
    }
}

#[test]
fn the_digest_moves_with_the_rules_only() {
    let digest = builtin_digest();
    assert_eq!(digest.len(), 64);
    assert_eq!(digest, digest_of(RULE_FILES));
    let mut files = RULE_FILES.to_vec();
    let edited = format!("{}\n", files[0].1);
    files[0].1 = &edited;
    assert_ne!(digest_of(&files), digest);
}

#[test]
fn findings_do_not_hold_the_secret() {
    let screening = GUARD.screen("password='w3hbznq7fd'");
    assert!(!format!("{screening:?}").contains("w3hbznq7fd"));
    let spots = GUARD.locate("password='w3hbznq7fd'").expect("it can be scanned");
    assert!(!format!("{spots:?}").contains("w3hbznq7fd"));
}

#[test]
fn only_the_very_text_that_was_screened_is_known_again() {
    let text = "let cache = Cache::new();\n";
    let clean = plimsoll_core::seal::sha256(text.as_bytes());
    let again = crate::seen_before(text, &clean).expect("it is the same");
    assert_eq!(Screening::Shown(again), GUARD.screen(text));
    assert_eq!(crate::seen_before("password='w3hbznq7fd'", &clean), None);
}
