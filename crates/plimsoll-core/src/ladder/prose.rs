//! Prose gives way by what is asked of it: its beginning, which says what the text is, goes last; before it the
//! paragraphs that are wanted with the headings above them; before these the other headings, which say what else there
//! is; and all the rest goes first, from the back.

use super::{Cut, Ladder, Lines, join};
use crate::vocab::Level;
use std::collections::BTreeSet;

/// Each selection has one paragraph more than the one below it, and one for every so many: where little of a long text has
/// room, it is still filled, and a long text has few selections.
const STEP: usize = 8;
/// Paragraphs that begin so are labels, comments, pictures and marks.
const MARKUP: &[&str] = &[".. ", "<", "[!", "!["];
/// So many of them are passed over in search of the first that says something.
const MOST_BEFORE: usize = 4;

/// The ladder of a prose text (Markdown, reStructuredText or plain), of which some lines are wanted, the most wanted first.
pub fn prose(text: &str, wanted: &[u32]) -> Ladder {
    let pieces = paragraphs(text);
    if pieces.len() < 2 {
        return Ladder::Fixed;
    }
    let lines: Vec<&str> = text.lines().collect();
    // The title alone says less than any text.
    let says_nothing =
        |piece: &&Lines| is_bare(&lines[piece.first as usize - 1..piece.last as usize]);
    let bare = pieces.iter().take(MOST_BEFORE).take_while(says_nothing).count();
    let least = bare + 1;
    let order = by_need(&lines, &pieces, least.max(2), wanted);
    let cut = |count: usize| {
        let mut keep: Vec<Lines> = order[..count].iter().map(|&at| pieces[at]).collect();
        keep.sort_unstable();
        Cut { level: Level::Part, keep: join(keep.iter()) }
    };
    let next = |&count: &usize| Some(count + 1 + count / STEP);
    let counts = std::iter::successors(Some(least), next).take_while(|&count| count < pieces.len());
    let mut cuts: Vec<Cut> = counts.map(cut).collect();
    cuts.reverse();
    if cuts.is_empty() { Ladder::Fixed } else { Ladder::cuts(cuts, None, None) }
}

/// The pieces, that which is needed most first: the first ones, what is wanted with the headings above it, headings, the rest.
fn by_need(lines: &[&str], pieces: &[Lines], first: usize, wanted: &[u32]) -> Vec<usize> {
    let levels = heading_levels(lines, pieces);
    let mut order = Vec::with_capacity(pieces.len());
    let mut taken = BTreeSet::new();
    let mut take = |at: usize| {
        if taken.insert(at) {
            order.push(at);
        }
    };
    (0..first.min(pieces.len())).for_each(&mut take);
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

/// How a heading is marked.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Heading {
    /// `## Title`
    Signs(usize),
    /// A line of one sign below the title, and perhaps another one above it.
    Ruled { sign: char, is_above: bool },
}

/// The heading that a paragraph begins with, and how many lines it has.
fn heading(lines: &[&str]) -> Option<(Heading, usize)> {
    let line = lines.first()?;
    let signs = line.bytes().take_while(|&byte| byte == b'#').count();
    if (1..=6).contains(&signs) && line[signs..].starts_with(' ') {
        return Some((Heading::Signs(signs), 1));
    }
    let is_title = |line: &str| rule(line).is_none() && !line.trim().is_empty();
    match lines {
        [above, title, below, ..] if is_title(title) && rule(above).is_some() => {
            let sign = rule(above).filter(|sign| rule(below) == Some(*sign))?;
            Some((Heading::Ruled { sign, is_above: true }, 3))
        }
        [title, below, ..] if is_title(title) => {
            Some((Heading::Ruled { sign: rule(below)?, is_above: false }, 2))
        }
        _ => None,
    }
}

/// The sign that all of a line is made of, where that is one to rule off headings with.
fn rule(line: &str) -> Option<char> {
    let line = line.trim_end();
    let sign = line.chars().next().filter(|sign| "=-~^\"'`*+#.:_".contains(*sign))?;
    (line.len() >= 3 && line.chars().all(|c| c == sign)).then_some(sign)
}

/// How deep the heading is that each piece begins with. Which sign rules off which depth follows from the order in which
/// a text first uses them.
fn heading_levels(lines: &[&str], pieces: &[Lines]) -> Vec<Option<usize>> {
    let mut rules: Vec<Heading> = Vec::new();
    let mut level = |piece: &Lines| {
        let (heading, _) = heading(&lines[piece.first as usize - 1..piece.last as usize])?;
        if let Heading::Signs(depth) = heading {
            return Some(depth);
        }
        let known = rules.iter().position(|one| *one == heading);
        Some(
            1 + known.unwrap_or_else(|| {
                rules.push(heading);
                rules.len() - 1
            }),
        )
    };
    pieces.iter().map(&mut level).collect()
}

/// Whether a paragraph is a heading and nothing else, or has no words for a reader.
fn is_bare(lines: &[&str]) -> bool {
    let is_blank = |line: &&str| line.trim().is_empty();
    let is_markup = |line: &&str| MARKUP.iter().any(|mark| line.starts_with(mark));
    match heading(lines) {
        Some((_, length)) => lines[length..].iter().all(is_blank),
        None => lines.iter().all(|line| is_blank(line) || is_markup(line)),
    }
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
        assert!(found.len() <= 70, "{}", found.len());
        assert_eq!(found[found.len() - 1], [(1, 2)]);
        // However little room there is, each paragraph more is a rung of its own, and the one that is wanted comes first.
        assert_eq!(found[found.len() - 3], [(1, 4), (9_997, 9_998)]);
    }

    #[test]
    fn headings_may_be_ruled_off() {
        let text = ".. _label:\n\n=====\nTitle\n=====\n\nIntro.\n\nOne\n===\n\nFirst.\n\nDeep\n----\n\nSecond.\n\nTwo\n===\n\nThird.\n";
        let found = rungs(text, &[17]);
        // A label and the title say nothing yet; what is wanted comes with the headings above it.
        let least: [&[(u32, u32)]; 4] =
            [&[(1, 11), (14, 18)], &[(1, 11), (14, 16)], &[(1, 11)], &[(1, 8)]];
        assert_eq!(found[found.len() - 4..], least);
        // The other headings are next.
        assert_eq!(found[found.len() - 5], [(1, 11), (14, 21)]);
        let levels = |text: &str| {
            let lines: Vec<&str> = text.lines().collect();
            heading_levels(&lines, &paragraphs(text))
        };
        assert_eq!(
            levels("A\n---\n\nB\n===\n\nC\n---\n\n---\n\ntext\n"),
            [Some(1), Some(2), Some(1), None, None]
        );
        assert_eq!(levels("| a | b |\n|---|---|\n\n+--+\n|a |\n\n--\nx\n"), [None, None, None]);
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
