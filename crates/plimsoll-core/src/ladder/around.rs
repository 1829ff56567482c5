//! The lines around some that are named.

use super::{Cut, Ladder, Lines, ranges};
use crate::vocab::Level;

/// Whole, or ever fewer lines around each of those that are named: so many on each side, the most first. A line that is
/// not there is passed over.
pub fn around(named: &[u32], line_count: u32, contexts: &[u32]) -> Ladder {
    let cut = |context| Cut { level: Level::Regions, keep: near(named, line_count, context) };
    let mut cuts: Vec<Cut> = contexts.iter().map(|&context| cut(context)).collect();
    cuts.retain(|cut| !cut.keep.is_empty());
    cuts.dedup();
    if cuts.is_empty() { Ladder::Fixed } else { Ladder::cuts(cuts, None, None) }
}

/// The lines around each of those that are named and there.
pub(super) fn near(named: &[u32], line_count: u32, context: u32) -> Vec<Lines> {
    let there = named.iter().filter(|line| (1..=line_count).contains(line));
    let around = there.map(|line| Lines {
        first: line.saturating_sub(context).max(1),
        last: line.saturating_add(context).min(line_count),
    });
    ranges(around.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_near_the_lines_stays_and_neighbours_are_one() {
        let kept = |named: &[u32]| match around(named, 100, &[3]) {
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

    #[test]
    fn each_rung_has_fewer_lines_around_the_same_ones() {
        let Ladder::Cuts { cuts, .. } = around(&[50], 100, &[20, 8, 8, 0]) else { panic!("cuts") };
        let kept: Vec<(u32, u32)> =
            cuts.iter().map(|cut| (cut.keep[0].first, cut.keep[0].last)).collect();
        assert_eq!(kept, [(30, 70), (42, 58), (50, 50)]);
    }
}
