//! Lines and columns of what was found.

use std::ops::Range;

/// Where something stands, for people: lines and columns count from 1, columns count characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Place {
    pub line: usize,
    pub column: usize,
    pub end_line: usize,
    /// The column after the last character.
    pub end_column: usize,
}

/// Where the lines of a text begin.
#[derive(Debug)]
pub struct Lines<'t> {
    text: &'t str,
    starts: Vec<usize>,
}

impl<'t> Lines<'t> {
    pub fn new(text: &'t str) -> Self {
        let breaks = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
        let starts = [0].into_iter().chain(breaks.map(|(at, _)| at + 1)).collect();
        Self { text, starts }
    }

    /// The place of a range of bytes that [`crate::Guard::locate`] gave for the same text.
    pub fn place(&self, range: &Range<usize>) -> Place {
        let (line, column) = self.position(range.start);
        let (end_line, end_column) = self.position(range.end);
        Place { line, column, end_line, end_column }
    }

    fn position(&self, at: usize) -> (usize, usize) {
        let line = self.starts.partition_point(|&start| start <= at);
        let before = self.text.get(self.starts[line - 1]..at).unwrap_or_default();
        (line, before.chars().count() + 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_and_columns_count_characters_from_one() {
        let text = "é a\n\nxyz\n";
        let lines = Lines::new(text);
        let place =
            |line, column, end_line, end_column| Place { line, column, end_line, end_column };
        assert_eq!(lines.place(&(3..4)), place(1, 3, 1, 4));
        assert_eq!(lines.place(&(6..9)), place(3, 1, 3, 4));
        assert_eq!(lines.place(&(0..7)), place(1, 1, 3, 2));
        assert_eq!(lines.place(&(text.len()..text.len())), place(4, 1, 4, 1));
    }
}
