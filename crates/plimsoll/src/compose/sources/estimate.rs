//! What a long artifact is estimated at when it is decided who gets in: not at all of it. Whoever is kept out for its length
//! cannot give way, what matters most is often long, and of a large diff, which is always in, the estimate would take the
//! room of everything else, minimums included.

use plimsoll_core::candidate::Candidate;
use plimsoll_core::ladder::LineStarts;
use plimsoll_core::vocab::ArtifactKind;

/// A longer one is taken for the largest of its forms that is no longer.
const WORTH_HAVING: usize = 1_600;
/// In code a token is about so many bytes.
const BYTES_PER_TOKEN: usize = 4;
/// About so many tokens say what an artifact is and from where.
const FRAMING: usize = 35;

/// Nothing where a text is not long, or cannot give way: it is counted.
pub(super) fn of<T>(candidate: &Candidate<T>, text: &str) -> Option<u64> {
    let Candidate { ladder, kind, .. } = candidate;
    // Of what a search found a few good ones are worth more than a little of each.
    if text.len() <= WORTH_HAVING || kind == ArtifactKind::SemanticMatch.name() {
        return None;
    }
    let starts = LineStarts::of(text);
    let bytes = |rung: usize| match ladder.view(rung, starts.count()).shown.lines() {
        Some(lines) => lines.iter().map(|&part| starts.slice(text, part).len()).sum(),
        None => text.len(),
    };
    if bytes(0) <= WORTH_HAVING {
        return None;
    }
    let (mut first, mut last) = (1, ladder.rungs() - 1);
    // What is pinned is in at any estimate, and fit takes room from others for it, but for their minimums.
    if kind == ArtifactKind::LocalDiff.name() {
        first = last;
    }
    // Each rung is smaller than the one above. A diff has as many as it has hunks, so they are not all looked at.
    while first < last {
        let middle = usize::midpoint(first, last);
        if bytes(middle) <= WORTH_HAVING {
            last = middle;
        } else {
            first = middle + 1;
        }
    }
    (ladder.rungs() > 1).then(|| (bytes(last) / BYTES_PER_TOKEN + FRAMING) as u64)
}

#[cfg(test)]
mod tests {
    use super::*;
    use plimsoll_core::candidate::{Draft, Name};
    use plimsoll_core::ladder::{Ladder, diff};
    use plimsoll_core::vocab::Origin;

    fn estimated(kind: ArtifactKind, ladder: Ladder, text: &str) -> Option<u64> {
        let (name, text) = (Name::Title("x".to_owned()), text.to_owned());
        let draft = Draft::new(kind.name(), kind.lane().name(), Origin::Repository, name, text);
        let draft = Draft { ladder, ..draft };
        of(&draft, &draft.text)
    }

    #[test]
    fn what_is_long_is_taken_for_what_it_may_give_way_to() {
        let hunk = |at: usize| format!("@@ -{at},1 +{at},1 @@\n-{}\n+b\n", "a".repeat(300));
        let of_hunks = |count: usize| -> String {
            format!("--- a/x\n+++ b/x\n{}", (0..count).map(hunk).collect::<String>())
        };
        let of_diff = |text: &str| estimated(ArtifactKind::RecentEdit, diff(text, &[]), text);
        assert_eq!(of_diff(&of_hunks(4)), None, "it is not long");
        let most = (of_hunks(4).len() / BYTES_PER_TOKEN + FRAMING) as u64;
        for count in [6, 7, 50, 3_000] {
            let estimate = of_diff(&of_hunks(count)).expect("it is long");
            assert!(estimate <= 435 && estimate + 8 > most, "{count}: {estimate}");
        }
        let hunks = of_hunks(50);
        let pinned = estimated(ArtifactKind::LocalDiff, diff(&hunks, &[]), &hunks);
        assert!(pinned < Some(50), "it is in, however little is left of it");
        let fixed = estimated(ArtifactKind::RuleDoc, Ladder::Fixed, &"x".repeat(5_000));
        assert_eq!(fixed, None, "it cannot give way");
        let whole = format!("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-{}\n", "a".repeat(5_000));
        assert!(of_diff(&whole) < Some(50), "what is left is a summary");
    }
}
