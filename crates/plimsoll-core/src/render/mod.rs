//! The document, block by block.
//!
//! Every block begins with a character that no pre-tokenizer glues to a newline and ends with a newline,
//! so that the counts of blocks add up to the count of the whole. Whatever is foreign goes through the one
//! escaper, inside a fence that its content cannot close; a parser in the tests gets exactly the blocks
//! back that went in.

mod markdown;
mod narrow;
mod overview;
mod shown;
mod xml;

pub(crate) use overview::{Frame, contents_line, left_out_line, more_line};
pub use shown::{Displayed, Part, shown_content, shown_lines};
pub(crate) use shown::{marker, without_markers};

use crate::candidate::Name;
use crate::ladder::{Lines, join};
use crate::vocab::{Format, Level, Origin};

/// What stands above a block's content.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Head<'a> {
    pub name: &'a Name,
    /// Which part of it this is, where it is one.
    pub part: Option<&'a str>,
    pub kind: &'a str,
    pub origin: Origin,
    pub level: Level,
    pub language: Option<&'a str>,
    /// The lines that are shown, where that is not all of them, and how many there are.
    pub lines: Option<(Vec<Lines>, u32)>,
    /// Lines on which values were redacted, as far as they are shown.
    pub redacted: Vec<u32>,
    /// Things about the text that the block does not show as they are.
    pub notes: Vec<&'static str>,
    /// The length of the fence.
    pub fence: usize,
}

impl<'a> Head<'a> {
    /// Of a block that plimsoll itself writes.
    pub(crate) fn ours(name: &'a Name, kind: &'a str, fence: usize) -> Self {
        Self {
            name,
            part: None,
            kind,
            origin: Origin::Plimsoll,
            level: Level::Whole,
            language: None,
            lines: None,
            redacted: Vec::new(),
            notes: Vec::new(),
            fence,
        }
    }
}

/// What was cut, for the notice in the document.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CutSummary {
    pub candidates: usize,
    pub left_out: usize,
    pub shortened: usize,
}

impl CutSummary {
    /// A summary whose notice is at least as long as any with this number of candidates.
    pub fn worst(candidates: usize) -> Self {
        Self { candidates, left_out: candidates, shortened: candidates }
    }

    pub(crate) fn is_nothing(self) -> bool {
        self.left_out == 0 && self.shortened == 0
    }

    fn sentence(self) -> String {
        let Self { candidates, left_out, shortened } = self;
        format!(
            "context truncated: of {candidates} parts, {left_out} left out and {shortened} shown in part"
        )
    }
}

/// How a format writes a document. The parts of a block are open, body and close, in this order.
pub trait Renderer: Sync {
    fn open_document(&self) -> &'static str;
    fn close_document(&self) -> &'static str;
    fn open_block(&self, head: &Head<'_>) -> String;
    fn close_block(&self, head: &Head<'_>) -> String;
    /// Makes displayed text safe inside a block. Works line by line.
    fn body<'a>(&self, text: &'a str) -> std::borrow::Cow<'a, str>;
    fn notice(&self, cut: CutSummary) -> String;
}

/// The renderer of a format.
pub fn renderer(format: Format) -> &'static dyn Renderer {
    match format {
        Format::Markdown => &markdown::Markdown,
        Format::Xml => &xml::Xml,
    }
}

/// Whether a text is a document of ours, by the mark that it begins with, or a result in JSON that holds one.
pub fn is_document(text: &str) -> bool {
    let is_result = text.starts_with('{');
    Format::ALL.iter().any(|format| {
        let mark = renderer(*format).open_document().trim_end();
        let in_json = || format!("\"document\":{}", serde_json::Value::from(mark));
        text.starts_with(mark) || (is_result && text.contains(in_json().trim_end_matches('"')))
    })
}

/// `3-20, 40`: line ranges as people write them.
fn ranges(lines: &[Lines]) -> String {
    let range = |lines: &Lines| {
        if lines.first == lines.last {
            lines.first.to_string()
        } else {
            format!("{}-{}", lines.first, lines.last)
        }
    };
    lines.iter().map(range).collect::<Vec<_>>().join(", ")
}

/// Line numbers as ranges.
fn line_numbers(lines: &[u32]) -> String {
    let lines: Vec<Lines> = lines.iter().map(|&line| Lines { first: line, last: line }).collect();
    ranges(&join(lines.iter()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_told_as_people_write_them() {
        assert_eq!(line_numbers(&[1, 2, 3, 7, 9, 10]), "1-3, 7, 9-10");
        assert_eq!(line_numbers(&[]), "");
    }

    #[test]
    fn our_own_documents_are_known_and_nothing_else() {
        for format in Format::ALL {
            let mark = renderer(*format).open_document();
            let result = serde_json::json!({"document": format!("{mark}text"), "meta": {}});
            assert!(is_document(&format!("{mark}text")) && is_document(&result.to_string()));
            assert!(!is_document(&format!("see: {mark}")), "it stands further down");
            assert!(!is_document(&format!("see: {result}")), "a text that quotes a result");
        }
        for other in ["", "{", "{\"document\": 1}", "# Context\n", "plain text\n"] {
            assert!(!is_document(other), "{other:?}");
        }
    }
}
