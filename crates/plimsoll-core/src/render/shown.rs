//! A candidate's text as it is displayed, and the parts of a block at each rung.

use super::Head;
use super::narrow::{add_narrow, is_narrowed};
use crate::candidate::Candidate;
use crate::escape::{reveal, spelled_out};
use crate::ladder::{Comment, LineStarts, Lines, Piece, Shown, View};
use std::borrow::Cow;

/// Every line that stands for something left out begins with it, or is a comment that does, and no line of a
/// text is such a line.
pub(super) const MARKER: char = '⋯';

/// A text made fit for display: invisible characters spelled out, line ends LF, a newline at the end, and
/// nothing that could pass for a marker.
#[derive(Debug)]
pub struct Displayed {
    text: String,
    starts: LineStarts,
    /// The same with a number before each line, where that is wanted.
    numbered: Option<(String, LineStarts)>,
    fence: usize,
    notes: Vec<&'static str>,
}

impl Displayed {
    pub fn of(candidate: &Candidate) -> Self {
        let displayed = Self::new(candidate.text.text());
        if candidate.numbered { displayed.with_numbers() } else { displayed }
    }

    pub fn new(text: &str) -> Self {
        let mut notes = Vec::new();
        let crlf = text.contains("\r\n") && every_newline_is_crlf(text);
        let text = if crlf { Cow::Owned(text.replace("\r\n", "\n")) } else { Cow::Borrowed(text) };
        if crlf {
            notes.push("CRLF line ends");
        }
        let mut displayed = without_markers(reveal(&text)).into_owned();
        if !displayed.is_empty() && !displayed.ends_with('\n') {
            displayed.push('\n');
            notes.push("no newline at the end");
        }
        let fence = longest_run(&displayed, b'`').max(2) + 1;
        let starts = LineStarts::of(&displayed);
        Self { text: displayed, starts, numbered: None, fence, notes }
    }

    /// A number and a tab, as `cat -n` has it without the padding: two tokens a line, where a bar or a colon in its
    /// place makes three.
    fn with_numbers(self) -> Self {
        let lines = (1_u32..).zip(self.text.split_inclusive('\n'));
        let text: String = lines.map(|(number, line)| format!("{number}\t{line}")).collect();
        let starts = LineStarts::of(&text);
        Self { numbered: Some((text, starts)), ..self }
    }

    /// All of it as the document has it.
    pub(crate) fn text(&self) -> &str {
        self.shown().0
    }

    pub(crate) fn fence(&self) -> usize {
        self.fence
    }

    fn shown(&self) -> (&str, &LineStarts) {
        self.numbered.as_ref().map_or((&self.text, &self.starts), |(text, starts)| (text, starts))
    }

    pub fn line_count(&self) -> u32 {
        self.starts.count()
    }

    /// What stands above a candidate at some view of it.
    pub fn head<'a>(&self, candidate: &'a Candidate, view: &View) -> Head<'a> {
        let lines = view.shown.lines().map(|lines| (lines, self.line_count()));
        let is_shown = |line: u32| {
            let contains = |keep: &Lines| (keep.first..=keep.last).contains(&line);
            lines.as_ref().is_none_or(|(keep, _)| keep.iter().any(contains))
        };
        let mut redacted: Vec<u32> = candidate
            .text
            .findings()
            .iter()
            .flat_map(|finding| finding.line..finding.line.saturating_add(finding.lines.max(1)))
            .filter(|&line| is_shown(line))
            .collect();
        redacted.sort_unstable();
        redacted.dedup();
        let marks: Vec<&str> = candidate.marks.iter().map(|mark| mark.said()).collect();
        Head {
            name: &candidate.name,
            part: candidate.part.as_deref(),
            kind: &candidate.kind,
            origin: candidate.origin,
            level: view.level,
            language: candidate.language.as_deref(),
            lines,
            redacted,
            notes: [&*marks, self.narrowed(view), &*self.notes].concat(),
            fence: self.fence,
        }
    }

    /// What is said of a view in which lines are shortened.
    fn narrowed(&self, view: &View) -> &'static [&'static str] {
        let Shown::Narrow { lines, width } = &view.shown else { return &[] };
        let is_narrowed = |&lines: &Lines| is_narrowed(self.slice(lines), *width as usize);
        if lines.iter().any(is_narrowed) { &["long lines shortened"] } else { &[] }
    }

    /// Some lines as they are displayed.
    pub(crate) fn slice(&self, lines: Lines) -> &str {
        let (text, starts) = self.shown();
        starts.slice(text, lines)
    }

    /// What stands before the pieces of a text that is shown in pieces.
    pub(crate) fn parts_before_pieces(&self, view: &View) -> Vec<Part<'_>> {
        match &view.shown {
            Shown::Pieces { head, kept, piece, gone } => {
                let left_out = self.lines_left_out(head.iter().chain(kept));
                let marker = Part::Marker(gone_marker(*piece, *gone, left_out));
                [marker]
                    .into_iter()
                    .chain(head.map(|lines| Part::Text(self.slice(lines))))
                    .collect()
            }
            _ => self.parts(view),
        }
    }

    fn lines_left_out<'a>(&self, kept: impl Iterator<Item = &'a Lines>) -> u32 {
        let kept: u32 = kept.map(|lines| lines.last - lines.first + 1).sum();
        self.line_count().saturating_sub(kept)
    }

    /// What stands for the lines from `next` to the one before `first`.
    fn gap_marker(&self, next: u32, first: u32, comment: Option<&Comment>) -> Option<Part<'_>> {
        let count = first.checked_sub(next).filter(|&lines| lines > 0)?;
        let marker = marker(&format!("{} left out", line_noun(count)));
        let Some(comment) = comment else { return Some(Part::Marker(marker)) };
        // It stands where they stood, whatever stood before them.
        let gone = self.starts.slice(&self.text, Lines { first: next, last: first - 1 });
        Some(Part::Marker(comment.in_place_of(gone, marker.trim_end()) + "\n"))
    }

    /// Some lines, with what stands for those between them.
    fn add_kept<'a>(
        &'a self,
        keep: &[Lines],
        comment: Option<&Comment>,
        parts: &mut Vec<Part<'a>>,
        add: impl Fn(Lines, &mut Vec<Part<'a>>),
    ) {
        let mut next = 1;
        for &lines in keep {
            parts.extend(self.gap_marker(next, lines.first, comment));
            add(lines, parts);
            next = lines.last.saturating_add(1);
        }
        parts.extend(self.gap_marker(next, self.line_count() + 1, comment));
    }

    /// The parts of a view's content, in order.
    pub fn parts<'a>(&'a self, view: &View) -> Vec<Part<'a>> {
        let slice = |lines| Part::Text(self.slice(lines));
        let mut parts = Vec::new();
        match &view.shown {
            Shown::Whole => parts.push(Part::Text(self.text())),
            Shown::Kept { lines: keep, comment } => {
                self.add_kept(keep, comment.as_ref(), &mut parts, |lines, parts| {
                    parts.push(slice(lines));
                });
            }
            Shown::Narrow { lines: keep, width } => {
                self.add_kept(keep, None, &mut parts, |lines, parts| {
                    add_narrow(self.slice(lines), *width as usize, parts);
                });
            }
            // The marker stands first, so that what remains of a diff still applies.
            Shown::Pieces { kept, .. } => {
                parts.extend(self.parts_before_pieces(view));
                parts.extend(kept.iter().copied().map(slice));
            }
            Shown::Summary { head, summary } => {
                parts.extend(head.map(slice));
                parts.push(Part::Marker(marker(&reveal(summary).replace('\n', " "))));
            }
        }
        parts
    }
}

/// What a candidate shows on a rung of its ladder, without a frame: the text itself when it is whole, unless its lines
/// have numbers.
pub fn shown_content(candidate: &Candidate, rung: usize) -> String {
    let displayed = Displayed::of(candidate);
    let view = candidate.ladder.view(rung, displayed.line_count());
    if view.shown == Shown::Whole && !candidate.numbered {
        return candidate.text.text().to_owned();
    }
    displayed.parts(&view).iter().map(Part::as_str).collect()
}

/// The lines that a candidate shows on a rung of its ladder, where that is not all of them.
pub fn shown_lines(candidate: &Candidate, rung: usize) -> Option<Vec<Lines>> {
    let line_count = Displayed::new(candidate.text.text()).line_count();
    candidate.ladder.view(rung, line_count).shown.lines()
}

/// A stretch of the text, or what stands for what was left out.
#[derive(Debug, PartialEq, Eq)]
pub enum Part<'a> {
    Text(&'a str),
    Marker(String),
    /// The beginning of a line, and on lines of their own what stands for its middle, and its end.
    Beginning(String),
    End(&'a str),
}

impl Part<'_> {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Text(text) | Self::End(text) => text,
            Self::Marker(text) | Self::Beginning(text) => text,
        }
    }
}

fn gone_marker(piece: Piece, count: usize, lines: u32) -> String {
    let plural = match (piece, count) {
        (Piece::Entry, 2..) => "entries".to_owned(),
        (piece, 2..) => format!("{piece}s"),
        (piece, _) => piece.to_string(),
    };
    marker(&format!("{count} {plural} left out, {}", line_noun(lines)))
}

pub(crate) fn marker(says: &str) -> String {
    format!("{MARKER} {says} {MARKER}\n")
}

fn line_noun(lines: u32) -> String {
    if lines == 1 { "1 line".to_owned() } else { format!("{lines} lines") }
}

/// Spells out what would make a line look like a marker: a reader who meets one can rely on it. Where nothing
/// but signs stand before it, it could be that of a comment.
pub(crate) fn without_markers(text: Cow<'_, str>) -> Cow<'_, str> {
    if !text.contains(MARKER) {
        return text;
    }
    let spelled_out = spelled_out(MARKER);
    let mut out = String::with_capacity(text.len());
    let mut only_signs = true;
    for c in text.chars() {
        match c {
            '\n' => only_signs = true,
            MARKER if only_signs => {
                out.push_str(&spelled_out);
                continue;
            }
            _ => only_signs &= !c.is_alphanumeric(),
        }
        out.push(c);
    }
    Cow::Owned(out)
}

/// Whether CRLF can be shown as LF without losing anything: no newline without its CR.
fn every_newline_is_crlf(text: &str) -> bool {
    let bytes = text.as_bytes();
    let newlines = bytes.iter().enumerate().filter(|(_, byte)| **byte == b'\n');
    newlines.into_iter().all(|(at, _)| at > 0 && bytes[at - 1] == b'\r')
}

pub(super) fn longest_run(text: &str, of: u8) -> usize {
    let (mut longest, mut run) = (0, 0);
    for byte in text.bytes() {
        run = if byte == of { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}
