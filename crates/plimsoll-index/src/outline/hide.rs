//! Which lines of a body can go. What stands for them is a comment, and what is left has to be understood.

use super::docs::begins_line;
use super::patterns::tree::Nodes;
use plimsoll_core::ladder::{LineStarts, Lines};
use std::ops::Range;

/// How many words may stand before the bracket of a body.
const MOST_BEFORE_BODY: usize = 4;

/// Signs that may stand before a bracket as a part of it: `%{`, `#[`.
const BEFORE_BRACKET: [char; 4] = ['%', '#', '@', '$'];

/// A body begins where its bracket opens. One that has no signs of its own begins with the space before it.
pub(crate) fn body_of(nodes: &Nodes, at: u32, text: &str) -> Range<usize> {
    let range = nodes.node(at).range();
    let encloses = |at: u32| nodes.node(at).next > at + 1;
    let is_bracket = |child: &u32| {
        !encloses(*child) && text[nodes.node(*child).range()].ends_with(['{', '(', '['])
    };
    let bracket = nodes.children(at).take(MOST_BEFORE_BODY).find(is_bracket);
    let closes = text[range.clone()].ends_with(['}', ')', ']']);
    match (bracket.filter(|_| closes), nodes.children(at).next()) {
        (Some(bracket), _) => {
            let before = &text[range.start..nodes.node(bracket).range().end - 1];
            range.start + before.trim_end_matches(BEFORE_BRACKET).len()..range.end
        }
        (None, Some(first)) if encloses(first) => text[..range.start].trim_end().len()..range.end,
        _ => range,
    }
}

/// Lines without those of a body.
pub(crate) fn frame_of(
    body: Option<Range<usize>>,
    lines: Lines,
    text: &str,
    starts: &LineStarts,
    says: bool,
) -> Vec<Lines> {
    match body.and_then(|body| hidden_lines(body, text, starts, says)) {
        None => vec![lines],
        Some(hidden) => {
            without(lines, hidden).into_iter().filter(|lines| lines.first <= lines.last).collect()
        }
    }
}

/// What is left of lines when others go.
pub(crate) fn without(lines: Lines, gone: Lines) -> [Lines; 2] {
    let before = Lines { first: lines.first, last: lines.last.min(gone.first.saturating_sub(1)) };
    let after = Lines { first: lines.first.max(gone.last.saturating_add(1)), last: lines.last };
    [before, after]
}

/// How a body begins and ends.
enum Ends {
    Brackets,
    Words,
    Quotes,
    /// Where it begins and ends is said elsewhere.
    Open,
}

/// The lines of a body that can go: its delimiters stay, and so does a line that it shares with something.
/// `says` is whether what stands for them is more than a comment: it then has to stand alone.
fn hidden_lines(body: Range<usize>, text: &str, starts: &LineStarts, says: bool) -> Option<Lines> {
    let inside = text.get(body.clone())?.trim_end();
    let end = body.start + inside.len();
    let before = inside.len() - inside.trim_start().len();
    let start = if inside[..before].contains('\n') { body.start } else { body.start + before };
    let ends = ends(inside);
    let inside = inside.trim_start_matches(BEFORE_BRACKET);
    if let Ends::Brackets = ends
        && !(is_balanced(inside) && breaks_well(inside) && (!says || ends_stand_alone(inside)))
    {
        return None;
    }
    if let Ends::Quotes = ends
        && first_line(inside).rsplit_once("${").is_some_and(|(_, after)| !after.contains('}'))
    {
        return None;
    }
    let delimited = !matches!(ends, Ends::Open);
    // Lines that go on with the next can only go to the end.
    let goes_on = !matches!(ends, Ends::Quotes) && first_line(inside).ends_with('\\');
    let keeps_first = delimited || !begins_line(text, start);
    let keeps_last = (delimited && !goes_on) || !ends_line(text, end);
    let hidden = Lines {
        first: starts.line_at(start) + u32::from(keeps_first),
        last: starts.line_at(end.max(start + 1) - 1).saturating_sub(u32::from(keeps_last)),
    };
    (hidden.first <= hidden.last).then_some(hidden)
}

/// Whether nothing but blanks stands after a place on its line. A line may be as long as the text.
fn ends_line(text: &str, at: usize) -> bool {
    let after = text[at..].trim_start_matches([' ', '\t', '\r']);
    after.is_empty() || after.starts_with('\n')
}

fn ends(body: &str) -> Ends {
    let quoted = body.trim_start_matches(char::is_alphabetic);
    let quote = quoted.chars().next().filter(|c| ['"', '\'', '`'].contains(c));
    match () {
        () if body.trim_start_matches(BEFORE_BRACKET).starts_with(['{', '(', '[']) => {
            Ends::Brackets
        }
        () if body.starts_with("do") && body.ends_with("end") => Ends::Words,
        () if quote.is_some_and(|quote| quoted.len() > 1 && quoted.ends_with(quote)) => {
            Ends::Quotes
        }
        () => Ends::Open,
    }
}

fn first_line(body: &str) -> &str {
    body.lines().next().unwrap_or_default().trim_end()
}

fn last_line(body: &str) -> &str {
    body.rsplit_once('\n').map_or("", |(_, last)| last.trim())
}

/// Whether its first and its last line, without those between, open as many brackets as they close.
fn is_balanced(body: &str) -> bool {
    let count = |signs: [char; 3]| {
        first_line(body).matches(signs).count() + last_line(body).matches(signs).count()
    };
    first_line(body).ends_with('\\') || count(['{', '(', '[']) == count(['}', ')', ']'])
}

/// Whether the first line of a list can end where it does. What follows in braces are statements, or items that
/// need no more than those of a list.
fn breaks_well(body: &str) -> bool {
    let first = first_line(body);
    body.starts_with('{') || first.ends_with(['{', '(', '[', ',', '\\'])
}

/// Whether nothing but its delimiters stands on its first and its last line.
fn ends_stand_alone(body: &str) -> bool {
    first_line(body).len() == 1 && last_line(body).len() == 1
}
