//! An outline as the ladder of code wants it: which lines are a definition's signature.

use super::{Definition, Outline, languages};
use plimsoll_core::ladder::{self, LineStarts, Lines};

impl Outline {
    /// What the ladder of code is made of.
    pub fn for_ladder(&self, language: &str, text: &str) -> ladder::Outline {
        let starts = LineStarts::of(text);
        let scopes = self.scopes.iter().map(|scope| {
            let Lines { first, last } = scope.lines;
            let mut frame = vec![Lines { first, last: head_end(scope.lines, text, &starts) }];
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
        ladder::Outline {
            imports: self.imports_outside().collect(),
            definitions: scopes.chain(definitions).collect(),
            comment: languages::find(language).and_then(|language| language.comment.clone()),
        }
    }

    /// Where the imports are that do not lie in the body of a function.
    fn imports_outside(&self) -> impl Iterator<Item = Lines> {
        let hides =
            |one: &&Definition| !one.inner && one.kind.hides_its_body() && one.body.is_some();
        let hiding = || self.definitions.iter().filter(hides).map(|one| one.lines);
        // Both are in the order of the text, and what hides does not overlap.
        let mut outer = hiding().peekable();
        self.imports.iter().map(|import| import.lines).filter(move |import| {
            while outer.next_if(|outer| outer.last < import.first).is_some() {}
            outer.peek().is_none_or(|outer| import.first <= outer.first)
        })
    }

    /// The signature of a definition on one line.
    pub fn signature<'t>(&self, definition: &Definition, text: &'t str) -> String {
        let range = definition.signature.start as usize..definition.signature.end as usize;
        let words: Vec<&'t str> = text.get(range).unwrap_or_default().split_whitespace().collect();
        words.join(" ")
    }
}

/// Where the head of a scope ends: a line may be continued on the next.
fn head_end(scope: Lines, text: &str, starts: &LineStarts) -> u32 {
    let goes_on =
        |at: &u32| starts.slice(text, Lines { first: *at, last: *at }).trim_end().ends_with('\\');
    (scope.first..scope.last).find(|at| !goes_on(at)).unwrap_or(scope.last)
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
    let end = body.start + inside.trim_end().len();
    let line_of = |byte: usize| starts.line_at(byte);
    let line_start = text[..body.start].rfind('\n').map_or(0, |newline| newline + 1);
    let line_end = text[end..].find('\n').map_or(text.len(), |newline| end + newline);
    let opens = inside.starts_with(['{', '(', '[']);
    // Lines that go on with the next can only go to the end.
    let goes_on = inside.lines().next().is_some_and(|line| line.trim_end().ends_with('\\'));
    let closes = inside.trim_end().ends_with(['}', ')', ']']) && opens && !goes_on;
    let first = line_of(body.start);
    let last = line_of(end.max(body.start + 1) - 1);
    if closes && !is_balanced(inside.trim_end()) {
        return None;
    }
    let shares_first = opens || !text[line_start..body.start].trim().is_empty();
    let shares_last = closes || !text[end..line_end].trim().is_empty();
    let hidden = Lines {
        first: first + u32::from(shares_first),
        last: last.saturating_sub(u32::from(shares_last)),
    };
    (hidden.first <= hidden.last).then_some(hidden)
}

/// Whether its first and its last line, without those between, open as many brackets as they close.
fn is_balanced(body: &str) -> bool {
    let (Some(first), Some(last)) = (body.lines().next(), body.lines().next_back()) else {
        return true;
    };
    let count = |signs: [char; 3]| {
        first.matches(signs).count()
            + if body.contains('\n') { last.matches(signs).count() } else { 0 }
    };
    count(['{', '(', '[']) == count(['}', ')', ']'])
}

/// What is left of lines when others go.
fn without(lines: Lines, gone: Lines) -> [Lines; 2] {
    let before = Lines { first: lines.first, last: lines.last.min(gone.first.saturating_sub(1)) };
    let after = Lines { first: lines.first.max(gone.last.saturating_add(1)), last: lines.last };
    [before, after]
}

/// Of a documentation the first line with words on it. One that has a beginning and an end of its own keeps
/// both, since half of a comment is none.
fn first_words(doc: Lines, text: &str, starts: &LineStarts) -> Vec<Lines> {
    let line = |at: u32| starts.slice(text, Lines { first: at, last: at });
    let says = |&at: &u32| line(at).contains(char::is_alphanumeric);
    let first = (doc.first..=doc.last).find(says).unwrap_or(doc.first);
    let Some(end) = end_sign(line(doc.first).trim()) else {
        return vec![Lines { first, last: first }];
    };
    let closes = |&at: &u32| {
        let line = line(at).trim();
        line.ends_with(end) && !(at == doc.first && line.len() < end.len() * 2)
    };
    let last = (doc.first..=doc.last).find(closes).unwrap_or(doc.last);
    [doc.first, first.min(last), last].map(|at| Lines { first: at, last: at }).to_vec()
}

/// How a comment ends that begins like this, where it has an end of its own.
fn end_sign(first: &str) -> Option<&'static str> {
    let pairs = [
        ("/*", "*/"),
        ("\"\"\"", "\"\"\""),
        ("'''", "'''"),
        ("<!--", "-->"),
        ("--[", "]"),
        ("{-", "-}"),
        ("=begin", "=end"),
    ];
    let begins = first.trim_start_matches(|c: char| c.is_alphabetic() || c == '@').trim_start();
    let of_either = |open: &str| begins.starts_with(open) || first.starts_with(open);
    pairs.into_iter().find(|(open, _)| of_either(open)).map(|(_, close)| close)
}
