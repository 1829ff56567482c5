//! How a file that was found gives way: by what its parts are worth.

use plimsoll_core::ladder::{Cut, Ladder, Lines, join};
use plimsoll_core::vocab::Level;
use plimsoll_index::search::{Examined, Part, RankedFile, RankedPart, probability};

/// That a file is shown at all is worth so much of what it is to show the part that is asked for, in hundredths.
const NEW_FILE: u64 = 40;
/// What is shown besides the lines of a part, because it is shown: in bytes, about.
const OF_ITS_OWN: u64 = 50;
/// What a file imports is shown with parts of it that are together so many times as long.
const IMPORTS: u64 = 10;
/// A ladder has at most so many selections of parts.
const MOST_RUNGS: usize = 24;
/// A file is shown with so many bytes of it at least, about three lines, or with none: an import or some brackets are no place to
/// work at. With 300, about eight lines, recall within 8,000 tokens would fall from .876 to .869.
const LEAST_SHOWN: u64 = 120;

/// Shows of a file first the part that is worth most for its length, then the next; at last all of it.
pub(super) fn by_worth(
    ranked: &RankedFile,
    examined: &Examined,
    text: &str,
    parts: &[RankedPart],
) -> Ladder {
    let lengths = part_lengths(text, &examined.parts);
    let length = |at: usize| lengths[at] + OF_ITS_OWN;
    // What the request names is wanted before anything else, and all of it.
    let (least, times) = if ranked.is_meant { (10_000, 1_000) } else { (0, 1) };
    let probable = |at: usize| u64::from(parts[at].probability).max(least) * times;
    let mut order: Vec<usize> = (0..parts.len()).collect();
    order.sort_by(|&a, &b| {
        let (ours, theirs) = (probable(a) * length(b), probable(b) * length(a));
        theirs.cmp(&ours).then(a.cmp(&b))
    });
    let file = u64::from(probability(ranked.sum)) * NEW_FILE / 100;
    let first = examined.parts.iter().find(|part| !part.is_notice());
    let first = first.map_or(1, |part| part.lines.first);
    let last = examined.parts.last().map_or(1, |part| part.lines.last);
    let imports = bytes_of(text, &examined.imports);
    let mut worth = vec![file + order.iter().map(|&at| probable(at)).sum::<u64>()];
    let mut cuts = Vec::new();
    let smallest = fewest(order.iter().map(|&at| lengths[at]), LEAST_SHOWN);
    for count in rung_sizes(smallest, parts.len()) {
        let shown = &order[..count];
        let kept = shown.iter().flat_map(|&at| {
            let part = &examined.parts[at];
            part.heads.iter().copied().chain([with_neighbours(part.lines, first, last)])
        });
        let mut kept: Vec<Lines> = kept.collect();
        if imports * IMPORTS <= shown.iter().map(|&at| length(at)).sum() {
            kept.extend(&examined.imports);
        }
        kept.sort_unstable();
        cuts.push(Cut { level: Level::Regions, keep: join(kept.iter()) });
        worth.push(file + shown.iter().map(|&at| probable(at)).sum::<u64>());
    }
    Ladder::cuts(cuts, None, None).with_worth(worth)
}

/// How many bytes each part has; they stand one after the other.
pub(super) fn part_lengths(text: &str, parts: &[Part]) -> Vec<u64> {
    let mut lines = text.lines().map(|line| line.len() as u64 + 1);
    let count = |part: &Part| (part.lines.last - part.lines.first + 1) as usize;
    parts.iter().map(|part| lines.by_ref().take(count(part)).sum()).collect()
}

/// How many bytes some lines have.
fn bytes_of(text: &str, ranges: &[Lines]) -> u64 {
    let is_in = |line: u32| ranges.iter().any(|lines| (lines.first..=lines.last).contains(&line));
    let lines = text.lines().zip(1..).filter(|&(_, line)| is_in(line));
    lines.map(|(line, _)| line.len() as u64 + 1).sum()
}

/// What is put between two definitions is seen from either of them.
fn with_neighbours(lines: Lines, first: u32, last: u32) -> Lines {
    Lines {
        first: lines.first.min((lines.first - 1).max(first)),
        last: lines.last.saturating_add(1).min(last),
    }
}

/// How many of the first lengths have so much together.
fn fewest(lengths: impl Iterator<Item = u64>, together: u64) -> usize {
    let before = lengths.scan(0, |sum, length| {
        let before = *sum;
        *sum += length;
        Some(before)
    });
    before.take_while(|&before| before < together).count()
}

/// How many of so many parts the rungs below the whole show, the largest first: all small numbers from the least on, and some
/// of the large ones.
fn rung_sizes(least: usize, parts: usize) -> Vec<usize> {
    let next = |&size: &usize| Some(size + 1 + size / 8);
    let sizes = std::iter::successors(Some(least.max(1)), next).take_while(|&size| size < parts);
    let mut sizes: Vec<usize> = sizes.take(MOST_RUNGS).collect();
    sizes.reverse();
    sizes
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_smallest_selection_has_enough_to_work_at() {
        let least = |lengths: &[u64]| fewest(lengths.iter().copied(), 300);
        assert_eq!(least(&[300, 1]), 1);
        assert_eq!(least(&[20, 279, 1, 900]), 3);
        assert_eq!(least(&[20, 30]), 2);
        assert_eq!(least(&[]), 0);
        assert_eq!(rung_sizes(3, 6), [5, 4, 3]);
        // Less than that is no way to show a file that has no more.
        assert!(rung_sizes(2, 2).is_empty());
        assert_eq!(rung_sizes(0, 2), [1]);
        assert_eq!(rung_sizes(1, 500).len(), MOST_RUNGS);
    }
}
