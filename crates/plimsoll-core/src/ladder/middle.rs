//! The outputs of programs give way from the middle: how they begin and how they end says the most, and what stands
//! around the places that they name. First what is very long within its line goes, then lines, and the more of them are
//! gone the shorter are those that stay.

use super::{Ladder, Lines, Shown, View, ranges};
use crate::escape::reveal;
use crate::vocab::Level;

/// All lines stay, and none is longer than so many characters. Nobody reads more than this of one line: what it leaves is
/// better room for other things, so a line that has to give way goes down to it at once.
const WIDE: &[u32] = &[8_000, 6_000, 4_000, 3_000, 2_000];
/// So many lines stay at each end, and none is longer than so many characters.
const ENDS: &[(u32, u32)] = &[
    (4_000, 2_000),
    (2_500, 2_000),
    (1_500, 2_000),
    (1_000, 2_000),
    (700, 2_000),
    (500, 2_000),
    (400, 2_000),
    (300, 2_000),
    (250, 1_500),
    (200, 1_500),
    (150, 1_500),
    (100, 1_000),
    (80, 1_000),
    (60, 800),
    (40, 800),
    (30, 600),
    (20, 600),
    (15, 500),
    (10, 500),
    (6, 400),
    (3, 400),
    (1, 400),
    (1, 200),
];
/// What is said in place of fewer characters would be longer than they are.
pub(crate) const LEAST_LEFT_OUT: usize = 60;

/// The ladder of an output. Of the lines that are to be held, the most important first, no more are than stay at an end.
pub fn middle(text: &str, held: &[u32]) -> Ladder {
    let held = held.to_vec();
    let shown = reveal(text);
    let longest = shown.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let is_long = |width: u32| longest > width as usize + LEAST_LEFT_OUT;
    if !ENDS.iter().any(|&(_, width)| is_long(width)) {
        let mut keep: Vec<u32> = ENDS.iter().map(|&(keep, _)| keep).collect();
        keep.dedup();
        return Ladder::Middle { keep, widths: Vec::new(), held };
    }
    let lines = u32::try_from(shown.lines().count()).unwrap_or(u32::MAX);
    let wide = WIDE.iter().map(|&width| (u32::MAX, width)).filter(|&(_, width)| is_long(width));
    // Ends that meet are all of the lines.
    let ends = ENDS
        .iter()
        .map(|&(keep, width)| (if keep < lines.div_ceil(2) { keep } else { u32::MAX }, width));
    let mut rungs: Vec<(u32, u32)> =
        wide.chain(ends.filter(|&(keep, width)| keep < u32::MAX || is_long(width))).collect();
    rungs.dedup();
    let (keep, widths) = rungs.into_iter().unzip();
    Ladder::Middle { keep, widths, held }
}

/// So many lines at each end and as many of those that are held, none of them longer than the width, where there is one.
pub(super) fn ends(keep: u32, width: Option<u32>, held: &[u32], line_count: u32) -> View {
    // Where lines may be cut, the last of them need not go.
    let keeps_all = width.is_some() && keep >= line_count.div_ceil(2);
    let ends = keep.min(line_count / 2);
    let first = Lines { first: 1, last: if keeps_all { line_count } else { ends } };
    let last = Lines { first: line_count - ends + 1, last: line_count };
    let between = held.iter().take(keep as usize).filter(|&&line| line > ends && line < last.first);
    let between = between.map(|&line| Lines { first: line, last: line });
    let lines = if keeps_all {
        vec![first].into_iter().filter(|lines| lines.first <= lines.last).collect()
    } else {
        ranges(between.chain([first, last]).collect())
    };
    let shown = match width {
        Some(width) => Shown::Narrow { lines, width },
        None => Shown::Kept { lines, comment: None },
    };
    View { level: Level::Part, shown }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn rungs(text: &str) -> Vec<(u32, Option<u32>)> {
        let Ladder::Middle { keep, widths, .. } = middle(text, &[]) else {
            panic!("it has a middle")
        };
        assert!(widths.is_empty() || widths.len() == keep.len());
        (0..keep.len()).map(|at| (keep[at], widths.get(at).copied())).collect()
    }

    #[test]
    fn lines_go_where_lines_are_short_and_their_middle_where_they_are_long() {
        let short = rungs(&"short\n".repeat(1000));
        assert_eq!((short[0], short[short.len() - 1]), ((4_000, None), (1, None)));
        let one = rungs(&"x".repeat(20_000));
        assert_eq!((one[0], one[one.len() - 1]), ((u32::MAX, Some(8_000)), (u32::MAX, Some(200))));
        assert!(one.windows(2).all(|pair| pair[0].1 > pair[1].1), "{one:?}");
        let both = rungs(&format!("{}{}\n", "short\n".repeat(50), "x".repeat(5_000)));
        assert_eq!(both[..3], [4_000, 3_000, 2_000].map(|width| (u32::MAX, Some(width))));
        assert_eq!(both[both.len() - 1], (1, Some(200)));
        assert_eq!(rungs(""), short);
    }

    #[test]
    fn ends_that_meet_are_all_lines() {
        let lines = |keep, count| match ends(keep, Some(9), &[], count).shown {
            Shown::Narrow { lines, .. } => {
                lines.iter().map(|lines| (lines.first, lines.last)).collect()
            }
            _ => Vec::new(),
        };
        assert_eq!(lines(1, 1), [(1, 1)]);
        assert_eq!(lines(1, 2), [(1, 2)]);
        assert_eq!(lines(1, 3), [(1, 1), (3, 3)]);
        assert_eq!(lines(u32::MAX, 3), [(1, 3)]);
        assert_eq!(lines(0, 3), []);
        assert_eq!(lines(3, 0), []);
    }

    #[test]
    fn what_is_held_stays_between_the_ends_as_far_as_they_are_long() {
        let lines = |keep, width| match ends(keep, width, &[50, 49, 51, 2, 120, 80], 100).shown {
            Shown::Narrow { lines, .. } | Shown::Kept { lines, .. } => {
                lines.iter().map(|lines| (lines.first, lines.last)).collect::<Vec<_>>()
            }
            _ => Vec::new(),
        };
        assert_eq!(lines(1, None), [(1, 1), (50, 50), (100, 100)]);
        assert_eq!(lines(3, Some(9)), [(1, 3), (49, 51), (98, 100)]);
        assert_eq!(lines(6, None), [(1, 6), (49, 51), (80, 80), (95, 100)]);
        assert_eq!(lines(49, None), [(1, 100)]);
        assert_eq!(lines(u32::MAX, Some(9)), [(1, 100)]);
    }
}
