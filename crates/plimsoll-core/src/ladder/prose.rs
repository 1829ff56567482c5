//! Prose gives way by what is asked of it: its beginning, which says what the text is, goes last; before it the
//! paragraphs that are wanted with the headings above them; before these the other headings, which say what else there
//! is; and all the rest goes first, from the back.

use super::{Cut, Ladder, Lines, join};
use crate::vocab::Level;
use std::collections::BTreeSet;

/// A ladder has at most about so many selections.
const MOST_RUNGS: usize = 40;

/// The ladder of a prose text (Markdown or plain), of which some lines are wanted, the most wanted first.
pub fn prose(text: &str, wanted: &[u32]) -> Ladder {
    let pieces = paragraphs(text);
    if pieces.len() < 2 {
        return Ladder::Fixed;
    }
    let lines: Vec<&str> = text.lines().collect();
    let order = by_need(&lines, &pieces, wanted);
    // The title alone says less than any text.
    let least = if is_bare_heading(&lines, pieces[0]) { 2 } else { 1 };
    let cut = |count: usize| {
        let mut keep: Vec<Lines> = order[..count].iter().map(|&at| pieces[at]).collect();
        keep.sort_unstable();
        Cut { level: Level::Part, keep: join(keep.iter()) }
    };
    let step = pieces.len().div_ceil(MOST_RUNGS);
    let mut counts: Vec<usize> = (least..pieces.len()).step_by(step).collect();
    counts.reverse();
    Ladder::cuts(counts.into_iter().map(cut).collect(), None, None)
}

/// The pieces, that which is needed most first.
fn by_need(lines: &[&str], pieces: &[Lines], wanted: &[u32]) -> Vec<usize> {
    let levels: Vec<Option<usize>> =
        pieces.iter().map(|piece| heading_level(lines[piece.first as usize - 1])).collect();
    let mut order = Vec::with_capacity(pieces.len());
    let mut taken = BTreeSet::new();
    let mut take = |at: usize| {
        if taken.insert(at) {
            order.push(at);
        }
    };
    (0..2).for_each(&mut take);
    for &line in wanted.iter().filter(|&&line| (1..=lines.len()).contains(&(line as usize))) {
        let at = pieces.partition_point(|piece| piece.last < line);
        above(&levels, at).into_iter().for_each(&mut take);
        take(at);
    }
    (0..pieces.len()).filter(|&at| levels[at].is_some()).for_each(&mut take);
    (0..pieces.len()).for_each(take);
    order
}

/// The headings that a piece stands below, the outermost first.
fn above(levels: &[Option<usize>], at: usize) -> Vec<usize> {
    let mut lowest = levels[at].unwrap_or(usize::MAX);
    let mut found = Vec::new();
    for (place, level) in levels[..at].iter().enumerate().rev() {
        if let Some(level) = level.filter(|&level| level < lowest) {
            lowest = level;
            found.push(place);
        }
    }
    found.reverse();
    found
}

/// How deep a heading is; what begins otherwise is none.
fn heading_level(line: &str) -> Option<usize> {
    let signs = line.bytes().take_while(|&byte| byte == b'#').count();
    ((1..=6).contains(&signs) && line[signs..].starts_with(' ')).then_some(signs)
}

/// Whether a piece is a heading and nothing else.
fn is_bare_heading(lines: &[&str], piece: Lines) -> bool {
    let lines = &lines[piece.first as usize - 1..piece.last as usize];
    heading_level(lines[0]).is_some() && lines[1..].iter().all(|line| line.trim().is_empty())
}

/// Paragraphs with the blank lines that follow them. A fenced block is never parted, and a paragraph that
/// begins with a blank or a slash belongs to the one before it, since counts would not add up there.
fn paragraphs(text: &str) -> Vec<Lines> {
    let mut paragraphs: Vec<Lines> = Vec::new();
    let mut after_blank = true;
    let mut fence: Option<&str> = None;
    for (number, line) in (1..).zip(text.lines()) {
        let bare = line.trim_start();
        let is_heading = fence.is_none() && bare.starts_with('#');
        let can_begin =
            !line.is_empty() && !line.starts_with(|c: char| c.is_whitespace() || c == '/');
        let begins = fence.is_none() && (after_blank || is_heading) && can_begin;
        match paragraphs.last_mut() {
            Some(last) if !begins => last.last = number,
            _ => paragraphs.push(Lines { first: number, last: number }),
        }
        fence = match fence {
            Some(mark) if bare.starts_with(mark) => None,
            Some(mark) => Some(mark),
            None => ["```", "~~~"].into_iter().find(|mark| bare.starts_with(mark)),
        };
        after_blank = bare.is_empty();
    }
    paragraphs
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The lines that each rung below the whole begins pieces with.
    fn rungs(text: &str, wanted: &[u32]) -> Vec<Vec<(u32, u32)>> {
        let Ladder::Cuts { cuts, .. } = prose(text, wanted) else { panic!("it has paragraphs") };
        let lines = |cut: &Cut| cut.keep.iter().map(|lines| (lines.first, lines.last)).collect();
        cuts.iter().map(lines).collect()
    }

    const TEXT: &str = "# Title\n\nIntro.\n\n## One\n\nFirst.\n\n### Deep\n\nSecond.\n\n## Two\n\nThird.\n\nFourth.\n";

    #[test]
    fn the_beginning_goes_last_and_the_headings_before_it() {
        let expected: [&[(u32, u32)]; 7] = [
            &[(1, 16)],
            &[(1, 14)],
            &[(1, 10), (13, 14)],
            &[(1, 6), (9, 10), (13, 14)],
            &[(1, 6), (9, 10)],
            &[(1, 6)],
            &[(1, 4)],
        ];
        assert_eq!(rungs(TEXT, &[]), expected);
        assert_eq!(prose("one paragraph\nonly\n", &[1]), Ladder::Fixed);
    }

    #[test]
    fn what_is_wanted_stays_with_the_headings_above_it() {
        let found = rungs(TEXT, &[11, 17, 99]);
        // In the order in which they go: the rest from the back, headings, what is wanted less.
        let expected: [&[(u32, u32)]; 7] = [
            &[(1, 14), (17, 17)],
            &[(1, 6), (9, 14), (17, 17)],
            &[(1, 6), (9, 14)],
            &[(1, 6), (9, 12)],
            &[(1, 6), (9, 10)],
            &[(1, 6)],
            &[(1, 4)],
        ];
        assert_eq!(found, expected);
    }

    #[test]
    fn fences_stay_whole_and_long_texts_have_few_rungs() {
        let text = "# Title\n\nIntro.\n\n## Two\nText\n\n```\ncode\n\nmore\n```\n\n    indented\n";
        let firsts: Vec<u32> = paragraphs(text).iter().map(|lines| lines.first).collect();
        assert_eq!(firsts, [1, 3, 5, 8]);
        assert_eq!(rungs(text, &[11]), [[(1, 7)], [(1, 4)]]);
        let long = "a paragraph\n\n".repeat(5_000);
        let found = rungs(&long, &[9_997]);
        assert!(found.len() <= MOST_RUNGS && found[0].len() == 2, "{}", found.len());
        assert_eq!(found[found.len() - 1], [(1, 2)]);
    }

    #[test]
    fn every_line_is_in_exactly_one_paragraph() {
        for text in ["", "\n\n", "a", " a\n\n /b\n", "# a\n# b\n\n\n# c", "```\nnever closed\n\nx"]
        {
            let lines = u32::try_from(text.lines().count()).expect("few lines");
            let covered: Vec<u32> =
                paragraphs(text).iter().flat_map(|range| range.first..=range.last).collect();
            assert_eq!(covered, (1..=lines).collect::<Vec<_>>(), "{text:?}");
        }
    }
}
