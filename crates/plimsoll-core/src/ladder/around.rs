//! The lines around some that are named.

use super::{Cut, Ladder, Lines, ranges};
use crate::vocab::Level;

/// Whole, or so many lines around each of those that are named. A line that is not there is passed over.
pub fn around(named: &[u32], line_count: u32, context: u32) -> Ladder {
    let there = named.iter().filter(|line| (1..=line_count).contains(line));
    let keep = ranges(
        there
            .map(|line| Lines {
                first: line.saturating_sub(context).max(1),
                last: line.saturating_add(context).min(line_count),
            })
            .collect(),
    );
    if keep.is_empty() {
        return Ladder::Fixed;
    }
    Ladder::cuts(vec![Cut { level: Level::Regions, keep }], None, None)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_lines_stays_and_neighbours_are_one() {
        let kept = |named: &[u32]| match around(named, 100, 3) {
            Ladder::Cuts { cuts, .. } => {
                cuts[0].keep.iter().map(|lines| (lines.first, lines.last)).collect()
            }
            _ => Vec::new(),
        };
        assert_eq!(kept(&[50]), [(47, 53)]);
        assert_eq!(kept(&[99, 2]), [(1, 5), (96, 100)]);
        assert_eq!(kept(&[10, 17, 25]), [(7, 20), (22, 28)]);
        assert_eq!(kept(&[0, 101]), []);
        assert_eq!(kept(&[1, 100, u32::MAX]), [(1, 4), (97, 100)]);
    }
}
