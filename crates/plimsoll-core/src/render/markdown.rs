//! Markdown: a heading, a line about the block, a fence.

use super::{CutSummary, Head, Renderer, line_numbers, ranges};
use crate::candidate::Name;
use crate::escape::reveal_line;
use std::borrow::Cow;

pub(super) struct Markdown;

impl Renderer for Markdown {
    fn open_document(&self) -> &'static str {
        "<!-- plimsoll document 1 -->\n\n"
    }

    fn close_document(&self) -> &'static str {
        "<!-- end of plimsoll document -->\n"
    }

    fn open_block(&self, head: &Head<'_>) -> String {
        let mut out = match head.name {
            Name::Path(name) | Name::Symbol(name) => format!("## `{}`\n\n", reveal_line(name)),
            Name::Title(title) => format!("## {}\n\n", reveal_line(title)),
        };
        out.push_str(&about(head));
        out.push_str("\n\n");
        out.push_str(&"`".repeat(head.fence));
        out.push_str(&reveal_line(head.language.unwrap_or("text")));
        out.push('\n');
        out
    }

    fn close_block(&self, head: &Head<'_>) -> String {
        format!("{}\n\n", "`".repeat(head.fence))
    }

    fn body<'a>(&self, text: &'a str) -> Cow<'a, str> {
        Cow::Borrowed(text)
    }

    fn notice(&self, cut: CutSummary) -> String {
        format!("> {}.\n\n", cut.sentence())
    }
}

/// `file · from repository · regions · lines 3-20 of 80`.
fn about(head: &Head<'_>) -> String {
    let mut about = format!("{} · from {} · {}", reveal_line(head.kind), head.origin, head.level);
    match &head.lines {
        None => {}
        Some((lines, of)) if lines.is_empty() => about.push_str(&format!(" · no lines of {of}")),
        Some((lines, of)) => about.push_str(&format!(" · lines {} of {of}", ranges(lines))),
    }
    if !head.redacted.is_empty() {
        about.push_str(&format!(
            " · values redacted, read-only lines {}",
            line_numbers(&head.redacted)
        ));
    }
    for note in &head.notes {
        about.push_str(" · ");
        about.push_str(note);
    }
    // Last, since nobody knows what stands in it.
    if let Some(part) = head.part {
        about.push_str(&format!(" · section: {}", reveal_line(part)));
    }
    about
}
