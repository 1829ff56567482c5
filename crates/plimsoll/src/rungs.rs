//! How much of a file that was found may be shown: what is worth most first, then more and more of it.

use plimsoll_core::ladder::{Cut, Ladder, Lines, join};
use plimsoll_core::vocab::Level;
use plimsoll_index::search::{Examined, Part, RankedFile, RankedPart, probability};
use plimsoll_index::{Query, regions};

/// That a file is shown at all is worth so much of what it is to show the part that is asked for, in hundredths.
const NEW_FILE: u64 = 40;
/// What is shown besides the lines of a part, because it is shown: in bytes, about.
const OF_ITS_OWN: u64 = 50;
/// A ladder has at most so many selections of parts.
const MOST_RUNGS: usize = 24;
/// What a file imports is shown with parts of it that are together so many times as long.
const IMPORTS: u64 = 10;

/// The rungs of a file below the whole: how many lines each shows at most, and how many around a match.
pub(crate) const REGIONS: &[(usize, usize)] = &[(800, 60), (300, 25), (120, 8), (50, 3), (20, 3)];

/// The same for a part of a file among many others.
pub(crate) const CHUNKS: &[(usize, usize)] = &[(40, 5), (20, 3), (8, 2)];

/// Shows of a file first the part that is worth most for its length, then the next; at last all of it.
pub(crate) fn by_worth(
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
    let imports_bytes = bytes_of(text, &examined.imports);
    let mut worth = vec![file + order.iter().map(|&at| probable(at)).sum::<u64>()];
    let mut cuts = Vec::new();
    for count in rung_sizes(parts.len()) {
        let shown = &order[..count];
        let kept = shown.iter().flat_map(|&at| {
            let part = &examined.parts[at];
            part.heads.iter().copied().chain([with_neighbours(part.lines, first, last)])
        });
        let mut kept: Vec<Lines> = kept.collect();
        let shown_bytes: u64 = shown.iter().map(|&at| length(at)).sum();
        if imports_bytes * IMPORTS <= shown_bytes {
            kept.extend(&examined.imports);
        }
        kept.sort_unstable();
        cuts.push(Cut { level: Level::Regions, keep: join(kept.iter()) });
        worth.push(file + shown.iter().map(|&at| probable(at)).sum::<u64>());
    }
    Ladder::cuts(cuts, None, None).with_worth(worth)
}

/// How many bytes each part has; they stand one after the other.
pub(crate) fn part_lengths(text: &str, parts: &[Part]) -> Vec<u64> {
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

/// How many of so many parts the rungs below the whole show, the largest first: all small numbers, and some of the large ones.
fn rung_sizes(parts: usize) -> Vec<usize> {
    let mut sizes: Vec<usize> = Vec::new();
    let mut size = 1;
    while size < parts && sizes.len() < MOST_RUNGS {
        sizes.push(size);
        size += 1 + size / 8;
    }
    sizes.reverse();
    sizes
}

/// Whole, or fewer and fewer of the lines that match best.
pub(crate) fn cut_to_matches(query: &Query, text: &str, sizes: &[(usize, usize)]) -> Ladder {
    let line = |line: usize| u32::try_from(line).unwrap_or(u32::MAX);
    let cut = |&(most, context): &(usize, usize)| -> Vec<Lines> {
        regions(text, query, most, context)
            .into_iter()
            .map(|(first, last)| Lines { first: line(first), last: line(last) })
            .collect()
    };
    let mut keeps: Vec<Vec<Lines>> = sizes.iter().map(cut).collect();
    keeps.dedup();
    let cuts = keeps.into_iter().filter(|keep| !keep.is_empty());
    let cuts: Vec<Cut> = cuts.map(|keep| Cut { level: Level::Regions, keep }).collect();
    if cuts.is_empty() { Ladder::Fixed } else { Ladder::cuts(cuts, None, None) }
}

/// What fills the room that nothing else needs.
pub(crate) fn worth_least(ladder: Ladder) -> Ladder {
    let ladder = match ladder {
        Ladder::Fixed => Ladder::cuts(Vec::new(), None, None),
        other => other,
    };
    let rungs = ladder.rungs() as u64;
    ladder.with_worth((0..rungs).map(|rung| rungs - rung).collect())
}
