//! What the guard promises, tried on the rules that ship.

mod borders;
mod engine;
mod forms;
mod hostile;
mod matches;
mod places;
mod properties;
mod samples;
mod values;
mod verdicts;

use crate::Guard;
use crate::samples::fill;
use plimsoll_core::screened::Screening;
use std::sync::LazyLock;

pub(crate) static GUARD: LazyLock<Guard> = LazyLock::new(Guard::builtin);

/// The text that is shown; the test fails where nothing is.
pub(crate) fn shown(text: &str) -> String {
    match GUARD.screen(text) {
        Screening::Shown(screened) => screened.text().to_owned(),
        Screening::Withheld(findings) => panic!("withheld: {findings:?}"),
    }
}

/// In every text exactly what is marked `⟦…⟧` is found, all of it by this rule; where nothing is marked, nothing is.
/// `«hex32»` and its kin are drawn.
pub(crate) fn exactly(rule: &str, texts: &[&str]) {
    let problems: Vec<String> =
        (1..).zip(texts).filter_map(|(seed, text)| differs(rule, &fill(text, seed))).collect();
    assert!(problems.is_empty(), "{}", problems.join("\n"));
}

fn differs(rule: &str, marked: &str) -> Option<String> {
    let text = marked.replace(['⟦', '⟧'], "");
    let spots = GUARD.locate(&text).expect("it can be scanned");
    let mut found = text.clone();
    for spot in spots.iter().rev() {
        found.insert(spot.range.end, '⟧');
        found.insert(spot.range.start, '⟦');
    }
    let other = spots.iter().find(|spot| spot.rule != rule);
    (found != marked || other.is_some()).then(|| format!("{marked:?}: {found:?} by {spots:?}"))
}
