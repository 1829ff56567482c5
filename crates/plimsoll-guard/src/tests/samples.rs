//! Every rule finds its positive samples and leaves its negative ones alone.

use super::{GUARD, shown};
use crate::rule::{RuleFile, RuleText};
use crate::rule_set::RULE_FILES;
use crate::samples::fill;
use crate::words;

/// How often each sample is drawn.
const SEEDS: u64 = 5;

/// As the files have them: the program knows no samples.
pub(super) fn rules() -> Vec<RuleText> {
    let read = |content| toml::from_str::<RuleFile>(content).expect("it is tested below");
    RULE_FILES.iter().flat_map(|(_, content)| read(content).rule).collect()
}

#[test]
fn positive_samples_are_found_by_their_rule_and_replaced() {
    let mut problems = Vec::new();
    for sample in (1..=SEEDS).flat_map(crate::samples) {
        let id = &sample.rule;
        let spots = GUARD.locate(&sample.text).expect("a sample can be scanned");
        if !spots.iter().any(|spot| spot.rule == id) {
            problems.push(format!("{id}: {}: {spots:?}", sample.text));
        }
        let shown = shown(&sample.text);
        if shown.contains(&sample.secret) {
            problems.push(format!("{id}: shown: {shown}"));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn line_ends_and_what_stands_around_change_nothing() {
    let mut problems = Vec::new();
    for sample in crate::samples(1) {
        let lines = |with: fn(&str) -> String| with(&sample.text.replace("\r\n", "\n"));
        for text in [
            lines(|text| text.replace('\n', "\r\n")),
            lines(|text| format!("\u{FEFF}{text}")),
            lines(|text| format!("first\r\n{text}\r\nlast")),
            lines(|text| format!("é\n{text}\né")),
        ] {
            let secret = sample.secret.replace("\r\n", "\n");
            let shown = shown(&text).replace("\r\n", "\n");
            if shown.contains(&secret) {
                problems.push(format!("{}: {text:?}", sample.rule));
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn samples_in_a_row_are_found_as_well() {
    const AT_ONCE: usize = 12;
    let mut problems = Vec::new();
    for samples in crate::samples(1).chunks(AT_ONCE) {
        let lines: Vec<&str> = samples.iter().flat_map(|sample| sample.text.lines()).collect();
        for before in ["", "+", "  "] {
            let shown = shown(&format!("{before}{}\n", lines.join(&format!("\n{before}"))));
            let left = samples.iter().filter(|sample| shown.contains(&sample.secret));
            problems.extend(left.map(|sample| format!("{}: {before:?}", sample.rule)));
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn negative_samples_are_left_alone_by_all_rules() {
    let mut problems = Vec::new();
    for rule in rules() {
        for (sample, seed) in rule.negative.iter().zip(1..) {
            for seed in (1..=SEEDS).map(|round| 1000 * round + seed) {
                let sample = fill(sample, seed);
                let spots = GUARD.locate(&sample).expect("a sample can be scanned");
                if !spots.is_empty() {
                    problems.push(format!("{}: {sample}: {spots:?}", rule.id));
                }
            }
        }
    }
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

#[test]
fn every_rule_says_what_and_why_and_has_samples_of_both_kinds() {
    for rule in rules() {
        let text = &rule;
        assert!(!text.positive.is_empty() && text.negative.len() >= 2, "{}", text.id);
        assert!(text.what.ends_with('.') && text.why.ends_with('.'), "{}", text.id);
        assert_ne!(text.id, crate::screen::SCAN_FAILED);
    }
}

#[test]
fn the_embedded_files_parse() {
    for (name, content) in RULE_FILES {
        assert!(toml::from_str::<RuleFile>(content).is_ok(), "{name}");
    }
    assert!(words::says_nothing("CHANGEME") && words::is_code_word("String"));
}

#[test]
fn what_rules_say_of_themselves_is_no_finding() {
    let said = GUARD.rules().flat_map(|rule| [rule.what, rule.why]);
    let found: Vec<&str> = said.filter(|said| shown(said) != *said).collect();
    assert!(found.is_empty(), "{found:#?}");
}
