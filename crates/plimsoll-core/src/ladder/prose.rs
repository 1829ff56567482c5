//! Prose gives way from the back: the paragraphs of the last section, then its heading, then the section
//! before it. The beginning, which says what the text is, goes last.

use super::{Ladder, Lines, Piece};

/// The ladder of a prose text (Markdown or plain).
pub fn prose(text: &str) -> Ladder {
    let pieces = paragraphs(text);
    if pieces.len() < 2 {
        return Ladder::Fixed;
    }
    let count = u32::try_from(pieces.len()).unwrap_or(u32::MAX);
    let order = (0..count).rev().collect();
    Ladder::Pieces { piece: Piece::Section, pieces, order, summary: None }
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

    #[test]
    fn the_beginning_goes_last_and_fences_stay_whole() {
        let text = "# Title\n\nIntro.\n\n## Two\nText\n\n```\ncode\n\nmore\n```\n\n    indented\n";
        let Ladder::Pieces { pieces, order, .. } = prose(text) else { panic!("it has paragraphs") };
        let firsts: Vec<u32> = pieces.iter().map(|lines| lines.first).collect();
        assert_eq!(firsts, [1, 3, 5, 8]);
        assert_eq!(pieces.last().map(|lines| lines.last), Some(14));
        assert_eq!(order, [3, 2, 1, 0]);
        assert_eq!(prose("one paragraph\nonly\n"), Ladder::Fixed);
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
