//! Where secrets stand, and what becomes of places that overlap.

use crate::assigned;
use crate::beside;
use plimsoll_core::screened::Grade;
use std::ops::Range;

/// Where a secret stands. It does not hold the secret.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Spot<'g> {
    /// Bytes of the text.
    pub range: Range<usize>,
    pub rule: &'g str,
    pub grade: Grade,
    /// Whether the bounds are certain.
    pub delimited: bool,
}

/// Rules that say less than any other: a name or a look, not a kind.
const GENERAL: &[&str] = &[
    assigned::PASSWORD_RULE,
    assigned::SECRET_RULE,
    assigned::WEAK_RULE,
    beside::BESIDE_RULE,
    beside::PREFIXED_RULE,
    beside::LONE_RULE,
];

/// Overlapping spots become one: it covers them all, has the more certain grade, and the rule that has it
/// (of several the one that says most, then the first by id). Its bounds are certain only if all of theirs are.
pub(crate) fn merge(mut spots: Vec<Spot<'_>>) -> Vec<Spot<'_>> {
    let rank = |spot: &Spot<'_>| (spot.grade, GENERAL.contains(&spot.rule));
    spots.sort_by(|a, b| (a.range.start, rank(a), a.rule).cmp(&(b.range.start, rank(b), b.rule)));
    let mut merged: Vec<Spot<'_>> = Vec::with_capacity(spots.len());
    for spot in spots {
        match merged.last_mut() {
            Some(last) if spot.range.start < last.range.end => {
                last.range.end = last.range.end.max(spot.range.end);
                last.delimited &= spot.delimited;
                if (rank(&spot), spot.rule) < (rank(last), last.rule) {
                    (last.grade, last.rule) = (spot.grade, spot.rule);
                }
            }
            _ => merged.push(spot),
        }
    }
    merged
}
