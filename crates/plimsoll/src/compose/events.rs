//! What happened, and what it makes more relevant. Any word is an event; these have a meaning.

use plimsoll_core::escape::quoted;
use plimsoll_core::near::near_misses;
use plimsoll_core::vocab::ArtifactKind::{self, *};

/// Added to the relevance of what an event is about, in thousandths; as much as one of seed A's vitals.
pub(super) const MORE_RELEVANT: u16 = 100;

/// The events that are known, and the kinds of artifacts that each is about.
const KNOWN: &[(&str, &[ArtifactKind])] = &[
    ("manual", &[]),
    ("file_saved", &[LocalDiff, SymbolContext]),
    ("git_commit", &[RecentEdit]),
    ("config_changed", &[Constraint, RuleDoc]),
    ("rules_changed", &[RuleDoc, Violation]),
    ("constraints_changed", &[Constraint, Violation]),
    ("session_expired", &[SessionHistory, Learning]),
    ("test_failed", &[TestContext, SymbolContext]),
    ("review", &[LocalDiff, RuleDoc, TestContext]),
];

pub(super) fn is_about(event: &str, kind: ArtifactKind) -> bool {
    KNOWN.iter().any(|(known, kinds)| *known == event && kinds.contains(&kind))
}

/// A word that is nearly a known event is probably meant to be it.
pub(super) fn notice(event: &str) -> Option<String> {
    let names = || KNOWN.iter().map(|(name, _)| *name);
    if names().any(|name| name == event) {
        return None;
    }
    let near = near_misses(event, names()).into_iter().next()?;
    Some(format!(
        "{} is an event without a meaning of its own; {} has one",
        quoted(event),
        quoted(near)
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_near_miss_of_a_known_event_is_noted_and_any_other_word_is_legal() {
        assert_eq!(notice("file_saved"), None);
        assert_eq!(notice("deploy to production"), None);
        let said = notice("file-saved").unwrap();
        assert!(said.contains("`file-saved`") && said.contains("`file_saved`"), "{said}");
        assert!(notice("test_faild").is_some());
    }

    #[test]
    fn an_event_is_about_some_kinds() {
        assert!(is_about("test_failed", TestContext) && !is_about("test_failed", RuleDoc));
        assert!(!is_about("manual", LocalDiff) && !is_about("anything", LocalDiff));
    }
}
