//! Histories give way by whole entries, the oldest first wherever it stands.

use super::diff::oldest_first;
use super::{Ladder, Lines, Piece};

/// An entry of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DatedEntry {
    pub lines: Lines,
    /// When it was made, in milliseconds since 1970. One without a date counts as the oldest.
    pub made_at_ms: Option<i64>,
}

/// The ladder of a history.
pub fn entries(entries: &[DatedEntry]) -> Ladder {
    if entries.len() < 2 {
        return Ladder::Fixed;
    }
    let times: Vec<i64> = entries.iter().map(|e| e.made_at_ms.unwrap_or(i64::MIN)).collect();
    Ladder::Pieces {
        piece: Piece::Entry,
        pieces: entries.iter().map(|entry| entry.lines).collect(),
        order: oldest_first(&times),
        summary: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_goes_first_wherever_it_stands() {
        let entry =
            |line, made_at_ms| DatedEntry { lines: Lines { first: line, last: line }, made_at_ms };
        let ladder = entries(&[entry(1, Some(300)), entry(2, Some(100)), entry(3, None)]);
        let Ladder::Pieces { order, .. } = ladder else { panic!("it has entries") };
        assert_eq!(order, [2, 1, 0]);
        assert_eq!(entries(&[entry(1, Some(1))]), Ladder::Fixed);
    }
}
