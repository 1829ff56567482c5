//! What stands directly above a definition: comments that document it, attributes that belong to it.

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
        // What stands behind code on its line belongs to that code.
        self.pieces.retain(|(range, _)| begins_line(text, range.start));
        self.pieces.sort_by_key(|(range, _)| range.start);
        self.pieces.dedup_by_key(|(range, _)| range.start);
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
