//! An outline as the ladder of code wants it: which lines are a definition's signature.

use super::{Definition, Outline, languages};
use plimsoll_core::ladder::{self, LineStarts, Lines};

impl Outline {
    /// What the ladder of code is made of.
    pub fn for_ladder(&self, language: &str, text: &str) -> ladder::Outline {
        let starts = LineStarts::of(text);
        let scopes = self.scopes.iter().map(|scope| {
            let Lines { first, last } = scope.lines;
            let mut frame = vec![Lines { first, last: scope.head }];
            if scope.closes {
                frame.push(Lines { first: last, last });
            }
            ladder::Definition { name: String::new(), lines: scope.lines, frame, inner: false }
        });
        let definitions = self.definitions.iter().map(|definition| ladder::Definition {
            name: definition.name.clone(),
            lines: definition.lines,
            frame: frame(definition, text, &starts),
            inner: definition.inner,
        });
        let imports = self.imports.iter().filter(|import| !import.inner).map(|import| import.lines);
        ladder::Outline {
            imports: imports.chain(self.kept.iter().copied()).collect(),
            definitions: scopes.chain(definitions).collect(),
            comment: languages::find(language).and_then(|language| language.comment.clone()),
        }
    }

    /// The signature of a definition on one line.
    pub fn signature<'t>(&self, definition: &Definition, text: &'t str) -> String {
        let range = definition.signature.start as usize..definition.signature.end as usize;
        let words: Vec<&'t str> = text.get(range).unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    }
}

/// All lines of a definition but those of its body, and of its documentation the first that says something.
fn frame(definition: &Definition, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let Lines { first, last } = definition.lines;
    let hidden = definition
        .body
        .as_ref()
        .and_then(|body| hidden_lines(body.start as usize..body.end as usize, text, starts));
    let mut frame = match hidden {
        None => vec![definition.lines],
        Some(hidden) => vec![
            Lines { first, last: hidden.first.saturating_sub(1) },
            Lines { first: hidden.last.saturating_add(1), last },
        ],
    };
    if let Some(doc) = definition.doc {
        frame = frame.into_iter().flat_map(|lines| without(lines, doc)).collect();
        frame.extend(first_words(doc, text, starts));
    }
    frame.retain(|lines| lines.first <= lines.last);
    frame.sort_unstable();
    frame
}

/// The lines of a body that can go: its delimiters stay, and so does a line that it shares with something.
fn hidden_lines(body: std::ops::Range<usize>, text: &str, starts: &LineStarts) -> Option<Lines> {
    let inside = text.get(body.clone())?;
    let bracket = inside.trim_start_matches(is_prefix).trim_end();
    let end = body.start + inside.trim_end().len();
    let line_of = |byte: usize| starts.line_at(byte);
    let line_start = text[..body.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
    let is_block = bracket.starts_with("do") && bracket.ends_with("end");
    let opens = bracket.starts_with(OPENING) || is_block;
    let closes = opens && (bracket.ends_with(CLOSING) || is_block);
    if opens && closes && !breaks_well(bracket) {
        return None;
    }
    let first = line_of(body.start);
    let last = line_of(end.max(body.start + 1) - 1);
    let shares_first = opens || !text[line_start..body.start].trim().is_empty();
    let shares_last = closes || !text[end..line_end].trim().is_empty();
    let hidden = Lines {
        first: first + u32::from(shares_first),
        last: last.saturating_sub(u32::from(shares_last)),
    };
    (hidden.first <= hidden.last).then_some(hidden)
}

const OPENING: [char; 4] = ['{', '(', '[', '`'];
const CLOSING: [char; 4] = ['}', ')', ']', '`'];

/// Signs that may stand before a bracket as a part of it: `%{`, `#[`.
fn is_prefix(sign: char) -> bool {
    matches!(sign, '%' | '#' | '@' | '$')
}

/// Whether what stands between the first and the last line of a bracket can go, and both lines still make sense.
fn breaks_well(bracket: &str) -> bool {
    let is_list = bracket.starts_with(['(', '[']);
    let first = bracket.lines().next().unwrap_or_default().trim_end();
    let last = bracket.lines().next_back().unwrap_or_default();
    let after_open = first.get(1..).unwrap_or_default();
    let before_close = last.get(..last.len().saturating_sub(1)).unwrap_or_default();
    let ends_an_item = after_open.is_empty() || after_open.ends_with(',');
    bracket.starts_with('`')
        || (is_balanced(after_open) && is_balanced(before_close) && (!is_list || ends_an_item))
}

/// As far as that can be told without a grammar.
fn is_balanced(text: &str) -> bool {
    let mut open = Vec::new();
    for sign in text.chars() {
        match sign {
            '(' => open.push(')'),
            '[' => open.push(']'),
            '{' => open.push('}'),
            ')' | ']' | '}' if open.pop() != Some(sign) => return false,
            _ => {}
        }
    }
    open.is_empty()
}

/// What is left of lines when others go.
fn without(lines: Lines, gone: Lines) -> [Lines; 2] {
    let before = Lines { first: lines.first, last: lines.last.min(gone.first.saturating_sub(1)) };
    let after = Lines { first: lines.first.max(gone.last.saturating_add(1)), last: lines.last };
    [before, after]
}

/// Of a documentation the first line with words on it. A comment that has a beginning and an end of its own
/// keeps both, since half of a comment is none.
fn first_words(doc: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let line = |at: u32| starts.slice(text, Lines { first: at, last: at });
    let first = (doc.first..=doc.last).find(|&at| says_something(line(at))).unwrap_or(doc.first);
    let around = blocks(doc, line).find(|block| block.first <= first && first <= block.last);
    let ends = around.map(|block| [block.first, block.last]).into_iter().flatten();
    ends.chain([first]).map(|at| Lines { first: at, last: at }).collect()
}

/// Whether a line of documentation has words besides its signs and tags.
fn says_something(line: &str) -> bool {
    let line = opened(line).map_or(line, |(_, rest)| rest);
    let without_tags = line.split('<').map(|piece| piece.rsplit('>').next().unwrap_or_default());
    without_tags.flat_map(str::chars).any(char::is_alphanumeric)
}

/// The delimited comments among these lines.
fn blocks<'t>(doc: Lines, line: impl Fn(u32) -> &'t str) -> impl Iterator<Item = Lines> {
    let mut at = doc.first;
    std::iter::from_fn(move || {
        while at <= doc.last {
            let first = at;
            at += 1;
            let Some((close, rest)) = opened(line(first)) else { continue };
            let mut last = first;
            if !rest.contains(close) {
                last = (at..=doc.last).find(|&at| line(at).contains(close)).unwrap_or(doc.last);
            }
            at = last + 1;
            return Some(Lines { first, last });
        }
        None
    })
}

/// If a comment begins here: how it ends, and what follows on this line.
fn opened(line: &str) -> Option<(&'static str, &str)> {
    let pairs = [
        ("/*", "*/"),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("<!--", "-->"),
        ("--[", "]"),
        ("{-", "-}"),
    ];
    let line = line.trim_start().trim_start_matches(|c: char| c.is_alphabetic() || c == '@');
    let line = line.trim_start().trim_start_matches('~').trim_start_matches(char::is_alphabetic);
    pairs.iter().find_map(|(open, close)| Some((*close, line.strip_prefix(open)?)))
}
