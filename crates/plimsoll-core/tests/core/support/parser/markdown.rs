//! The reader of Markdown documents.

use super::{Document, Head, Notice, level, origin, ranges, take, take_until};
use plimsoll_core::candidate::Name;
use plimsoll_core::escape::conceal;

pub(crate) const OPEN: &str = "<!-- plimsoll document 1 -->\n\n";
pub(crate) const CLOSE: &str = "<!-- end of plimsoll document -->\n";

pub(crate) fn parse(document: &str) -> Document {
    let mut parsed = Document::default();
    let mut rest = document;
    take(&mut rest, OPEN);
    while rest != CLOSE {
        if rest.starts_with("> ") {
            take(&mut rest, "> ");
            let sentence = take_until(&mut rest, "\n\n").to_owned();
            let notice = Notice { at: parsed.blocks.len(), sentence };
            assert!(parsed.notice.replace(notice).is_none(), "one notice at most");
        } else {
            let (head, content) = block(&mut rest);
            parsed.blocks.push(head.with_content(&content));
        }
    }
    parsed
}

fn block(rest: &mut &str) -> (Head, String) {
    take(rest, "## ");
    let name = name(take_until(rest, "\n"));
    take(rest, "\n");
    let mut head = about(take_until(rest, "\n"), name);
    take(rest, "\n");
    let fence_line = take_until(rest, "\n");
    let language = fence_line.trim_start_matches('`');
    let fence = &fence_line[..fence_line.len() - language.len()];
    assert!(fence.len() >= 3, "{fence_line:?} opens a fence");
    head.language = (language != "text").then(|| conceal(language));
    let mut content = String::new();
    loop {
        let line = take_until(rest, "\n");
        if closes(line, fence.len()) {
            assert_eq!(line, fence, "only the fence itself closes the fence");
            break;
        }
        content.push_str(line);
        content.push('\n');
    }
    take(rest, "\n");
    (head, content)
}

/// Whether any Markdown reader would end the fence here: up to three spaces, then as many backticks or more.
fn closes(line: &str, fence: usize) -> bool {
    let unindented = line.trim_start_matches(' ');
    let ticks = unindented.len() - unindented.trim_start_matches('`').len();
    line.len() - unindented.len() <= 3 && ticks >= fence && unindented[ticks..].trim().is_empty()
}

fn name(heading: &str) -> Name {
    let path = heading.strip_prefix('`').and_then(|path| path.strip_suffix('`'));
    match path {
        Some(path) => Name::Path(conceal(path)),
        None => Name::Title(conceal(heading)),
    }
}

/// `file · from repository · regions · lines 3-20 of 80 · CRLF line ends`.
fn about(line: &str, name: Name) -> Head {
    let (line, part) = match line.split_once(" · section: ") {
        Some((line, part)) => (line, Some(conceal(part))),
        None => (line, None),
    };
    let mut parts = line.split(" · ").peekable();
    let mut next = || parts.next().unwrap_or_else(|| panic!("{line:?} says too little"));
    let kind = conceal(next());
    let origin = origin(next().strip_prefix("from ").expect("an origin comes second"));
    let level = level(next());
    let lines = parts.next_if(|part| part.starts_with("lines ")).map(|part| {
        let (lines, of) = part["lines ".len()..].split_once(" of ").expect("lines of so many");
        (ranges(lines), of.parse().expect("a number of lines"))
    });
    let none = parts.next_if(|part| part.starts_with("no lines of "));
    let none = none.map(|part| (Vec::new(), part[12..].parse().expect("a number of lines")));
    let redacted = "values redacted, read-only lines ";
    let redacted = parts.next_if(|part| part.starts_with(redacted)).map(|p| &p[redacted.len()..]);
    Head {
        name,
        part,
        kind,
        origin,
        level,
        language: None,
        lines: lines.or(none),
        redacted: redacted.map(ranges).unwrap_or_default(),
        notes: parts.map(str::to_owned).collect(),
    }
}
