//! Reads documents back, from what the format promises and without a look at the renderer.
//!
//! Whatever is not exactly as promised is a panic: a reader that forgives proves nothing.

pub(crate) mod markdown;
pub(crate) mod xml;

use plimsoll_core::candidate::Name;
use plimsoll_core::escape::conceal;
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::{Format, Level, Origin};

/// A document as its reader understands it.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct Document {
    pub blocks: Vec<Block>,
    pub notice: Option<Notice>,
}

/// One block, with everything about display undone.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Block {
    pub name: Name,
    pub part: Option<String>,
    pub kind: String,
    pub origin: Origin,
    pub level: Level,
    pub language: Option<String>,
    /// The lines that are shown, where that is not all of them, and how many there are.
    pub lines: Option<(Vec<Lines>, u32)>,
    pub redacted: Vec<Lines>,
    pub notes: Vec<String>,
    /// The text as it was before display, as far as it is shown.
    pub content: String,
    /// What stands for lines that are not shown.
    pub markers: Vec<String>,
}

/// What the document says about its own gaps.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Notice {
    /// How many blocks stand before it.
    pub at: usize,
    pub sentence: String,
}

pub(crate) fn parse(format: Format, document: &str) -> Document {
    match format {
        Format::Markdown => markdown::parse(document),
        Format::Xml => xml::parse(document),
    }
}

/// What stands above a content, before the content is understood.
#[derive(Debug)]
struct Head {
    name: Name,
    part: Option<String>,
    kind: String,
    origin: Origin,
    level: Level,
    language: Option<String>,
    lines: Option<(Vec<Lines>, u32)>,
    redacted: Vec<Lines>,
    notes: Vec<String>,
}

impl Head {
    /// Undoes the display of a content: markers, added newline, line ends, spelled-out characters.
    fn with_content(self, displayed: &str) -> Block {
        assert!(displayed.is_empty() || displayed.ends_with('\n'), "content ends with its line");
        let is_marker = |line: &&str| line.trim_start_matches(is_sign).starts_with('⋯');
        let (markers, kept): (Vec<&str>, Vec<&str>) =
            displayed.split_inclusive('\n').partition(is_marker);
        match &self.lines {
            None => assert!(markers.is_empty(), "a whole text has no markers: {markers:?}"),
            Some((lines, _)) => {
                // A line without its middle is two, and a marker between them.
                let torn = markers.iter().filter(|marker| is_within_a_line(marker)).count();
                assert_eq!((kept.len() - torn) as u64, count(lines), "lines as announced");
            }
        }
        let content = self.restore(kept.concat());
        let says = |marker: &str| marker.trim_matches(|c| c != '⋯').to_owned();
        let markers = markers.into_iter().map(says).collect();
        let Self { name, part, kind, origin, level, language, lines, redacted, notes } = self;
        Block {
            name,
            part,
            kind,
            origin,
            level,
            language,
            lines,
            redacted,
            notes,
            content,
            markers,
        }
    }

    fn restore(&self, mut text: String) -> String {
        let notes = |note: &str| self.notes.iter().any(|given| given == note);
        let shows_the_end = self
            .lines
            .as_ref()
            .is_none_or(|(lines, of)| lines.last().is_some_and(|last| last.last == *of));
        if notes("no newline at the end") && shows_the_end {
            assert_eq!(text.pop(), Some('\n'), "the newline that display added");
        }
        if notes("CRLF line ends") {
            text = text.replace('\n', "\r\n");
        }
        conceal(&text)
    }
}

/// `⋯ 1,200 characters left out ⋯`
pub(crate) fn is_within_a_line(marker: &str) -> bool {
    marker.contains(" characters left out")
}

/// What may stand before a marker: indentation, and how a language begins a comment.
fn is_sign(c: char) -> bool {
    c != '⋯' && !c.is_alphanumeric()
}

pub(crate) fn count(lines: &[Lines]) -> u64 {
    lines.iter().map(|lines| u64::from(lines.last - lines.first) + 1).sum()
}

/// `3-20, 40`.
fn ranges(text: &str) -> Vec<Lines> {
    let range = |text: &str| {
        let (first, last) = text.split_once('-').unwrap_or((text, text));
        let number = |digits: &str| digits.parse().expect("a line number");
        Lines { first: number(first), last: number(last) }
    };
    if text.is_empty() { Vec::new() } else { text.split(", ").map(range).collect() }
}

fn origin(name: &str) -> Origin {
    Origin::from_name(name).unwrap_or_else(|| panic!("{name:?} is no origin"))
}

fn level(name: &str) -> Level {
    Level::from_name(name).unwrap_or_else(|| panic!("{name:?} is no level"))
}

/// Takes a prefix off a text.
fn take<'a>(rest: &mut &'a str, expected: &str) -> &'a str {
    let Some(after) = rest.strip_prefix(expected) else {
        let found: String = rest.chars().take(120).collect();
        panic!("expected {expected:?}, found {found:?}");
    };
    let taken = &rest[..expected.len()];
    *rest = after;
    taken
}

/// Takes what stands before the next occurrence of a text, and that text itself.
fn take_until<'a>(rest: &mut &'a str, end: &str) -> &'a str {
    let (before, after) = rest.split_once(end).unwrap_or_else(|| panic!("no {end:?} any more"));
    *rest = after;
    before
}
