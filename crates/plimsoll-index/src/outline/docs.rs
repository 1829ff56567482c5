//! What stands directly above a definition: comments that document it, attributes that belong to it. And what
//! stands behind it on its last line.

use std::cmp::Reverse;
use std::ops::Range;

/// Whether nothing but blanks stands before a place on its line. A line may be as long as the text.
pub(crate) fn begins_line(text: &str, at: usize) -> bool {
    let before = text[..at].trim_end_matches([' ', '\t', '\r', '\u{feff}']);
    before.is_empty() || before.ends_with('\n')
}

/// The comments and attributes of a file.
#[derive(Debug, Default)]
pub(crate) struct Above {
    /// By where they begin, once settled; whether it is a comment.
    pieces: Vec<(Range<usize>, bool)>,
    /// Comments that stand behind code, by where they begin, once settled.
    behind: Vec<Range<usize>>,
}

impl Above {
    pub(crate) fn comment(&mut self, range: Range<usize>) {
        self.pieces.push((range, true));
    }

    pub(crate) fn attribute(&mut self, range: Range<usize>) {
        self.pieces.push((range, false));
    }

    /// To be called when all are known.
    pub(crate) fn settle(&mut self, text: &str) {
        // Some grammars give a comment the newline after it.
        for (range, _) in &mut self.pieces {
            range.end = range.start + text[range.clone()].trim_end().len();
        }
        self.pieces.sort_by_key(|(range, _)| (range.start, Reverse(range.end)));
        // A comment in an attribute is a part of it, and a grammar that is lost gives both.
        let mut covered = 0;
        self.pieces.retain(|(range, _)| {
            let is_inside = range.start < covered;
            covered = covered.max(range.end);
            !is_inside
        });
        // What stands behind code on its line belongs to that code; several may share a line.
        let mut end = 0;
        let (above, behind): (Vec<_>, Vec<_>) =
            self.pieces.drain(..).partition(|(range, is_comment)| {
                let follows = || text[end.min(range.start)..range.start].trim().is_empty();
                let is_above =
                    begins_line(text, range.start) || (!is_comment && end > 0 && follows());
                end = if is_above { range.end } else { end };
                is_above
            });
        self.pieces = above;
        self.behind = behind.into_iter().map(|(range, _)| range).collect();
    }

    /// Where something ends with the comment that stands behind it on its last line.
    pub(crate) fn end_with_comment(&self, text: &str, end: usize) -> usize {
        let at = self.behind.partition_point(|range| range.start < end);
        let comment = self.behind.get(at);
        let same_line = comment.filter(|range| !text[end..range.start].contains('\n'));
        same_line.map_or(end, |range| range.end)
    }

    /// Where something ends without the comments at its end: where indentation makes blocks, some grammars give
    /// it those of what follows. They are not deeper in the text than what they follow.
    pub(crate) fn end_without_comments(&self, text: &str, range: &Range<usize>) -> usize {
        let column = |at: usize| at - text[..at].rfind('\n').map_or(0, |newline| newline + 1);
        let mut end = range.end;
        let before = self.pieces.partition_point(|(piece, _)| piece.end <= end);
        for (piece, is_comment) in self.pieces[..before].iter().rev() {
            let is_last = piece.start > range.start && text[piece.end..end].trim().is_empty();
            if !(is_last && *is_comment && column(piece.start) <= column(range.start)) {
                break;
            }
            end = range.start + text[range.start..piece.start].trim_end().len();
        }
        end
    }

    /// The unbroken run of comments and attributes that ends where something begins.
    pub(crate) fn before(&self, text: &str, start: usize) -> Option<Range<usize>> {
        let mut first = start;
        let before = self.pieces.partition_point(|(range, _)| range.end <= start);
        for (range, _) in self.pieces[..before].iter().rev() {
            let between = &text[range.end..first];
            let touches = between.trim().is_empty() && between.matches('\n').count() <= 1;
            if !touches {
                break;
            }
            first = range.start;
        }
        (first < start).then_some(first..start)
    }

    /// The comments of such a run.
    pub(crate) fn comments_in(&self, run: &Range<usize>) -> Option<Range<usize>> {
        let from = self.pieces.partition_point(|(range, _)| range.start < run.start);
        let to = self.pieces.partition_point(|(range, _)| range.start < run.end);
        let inside = self.pieces[from..to].iter().filter(|(_, is_comment)| *is_comment);
        let mut comments = inside.map(|(range, _)| range);
        let first = comments.next()?;
        let last = comments.next_back().unwrap_or(first);
        Some(first.start..last.end)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_lies_in_another_piece_is_a_part_of_it() {
        let text = "@doc \"\"\"\n# not a comment\n\"\"\"\n# one\ndef a\n";
        let mut above = Above::default();
        above.attribute(0..28);
        above.comment(9..24);
        above.comment(29..34);
        above.comment(29..33);
        above.settle(text);
        assert_eq!(above.before(text, 35), Some(0..35));
        assert_eq!(above.comments_in(&(0..35)), Some(29..34));
    }
}
