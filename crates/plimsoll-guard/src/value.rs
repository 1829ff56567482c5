//! Reads the value that follows a name: where it begins and ends, and what it says.

use crate::connect::Join;
use crate::literal::{LONGEST, joined, listed, literal, without_breaks};
use std::ops::Range;

/// How many literals are put together.
const MOST_PARTS: usize = 16;
/// How much of a bare value is looked at.
pub(crate) const LONGEST_BARE: usize = 512;
/// How much of a value is judged.
const JUDGED: usize = 1024;

/// How a value is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Form {
    Quoted,
    Bare,
}

/// A value in its text. It has no `Debug`, since it holds what may be a secret.
pub(crate) struct Value {
    pub(crate) span: Range<usize>,
    pub(crate) said: String,
    pub(crate) form: Form,
    /// A call stands around it, or a brace inside it is filled in later: less likely a value.
    pub(crate) is_wrapped: bool,
}

pub(crate) fn read(text: &str, at: usize, join: Join) -> Option<Value> {
    if join == Join::Element {
        return element(text, at);
    }
    let (at, is_list) = match opened(text, at) {
        Some((inside, is_list)) => (inside, is_list),
        None => (at, false),
    };
    let (at, is_wrapped) = match call(text, at) {
        Some(inside) => (inside, true),
        None => (at, false),
    };
    if let Some(mut value) = quoted(text, at, is_list) {
        value.is_wrapped |= is_wrapped;
        return Some(value);
    }
    if is_wrapped {
        return None;
    }
    block(text, at).or_else(|| bare(text, at))
}

/// Passes over a bracket or parenthesis before a literal, and says whether a list follows.
fn opened(text: &str, at: usize) -> Option<(usize, bool)> {
    let near = &text[at..text.floor_char_boundary(at.saturating_add(64))];
    let inside = near.strip_prefix(['[', '('])?.trim_start();
    let is_literal = inside.starts_with(['"', '\'']);
    is_literal.then(|| (at + near.len() - inside.len(), near.starts_with('[')))
}

/// `decode(`, `new String(decode(`: where the arguments begin, if a literal is the first.
fn call(text: &str, at: usize) -> Option<usize> {
    let near = &text[at..text.floor_char_boundary(at.saturating_add(96))];
    let is_literal = |inside: &&str| inside.starts_with(['"', '\'', '`']);
    let outer = arguments(near)?;
    let inside = Some(outer).filter(is_literal).or_else(|| arguments(outer).filter(is_literal))?;
    Some(at + near.len() - inside.len())
}

fn arguments(call: &str) -> Option<&str> {
    let is_path = |c: char| c.is_ascii_alphanumeric() || "_.:$ ".contains(c);
    call.trim_start_matches(is_path).strip_prefix('(').map(str::trim_start)
}

/// The value that stands in when a call gives none: `getenv("NAME", "value")`, `get("NAME") or "value"`.
pub(crate) fn default(text: &str, first: &Value) -> Option<Value> {
    let near = &text[first.span.end..text.floor_char_boundary(first.span.end.saturating_add(64))];
    let rest = near.strip_prefix(['"', '\'', '`'])?.trim_start();
    let rest = match rest.strip_prefix(',') {
        Some(second) => second,
        None => {
            let rest = rest.trim_start_matches(')').trim_start();
            ["or ", "||", "??", "?:"].iter().find_map(|sign| rest.strip_prefix(sign))?
        }
    };
    let at = first.span.end + near.len() - rest.trim_start().len();
    quoted(text, at, false)
}

/// A literal, and those that are put together with it.
fn quoted(text: &str, at: usize, is_list: bool) -> Option<Value> {
    let first = literal(text, at)?;
    let mut said = without_breaks(&text[first.inner.clone()]);
    let mut span = first.inner.clone();
    let mut end = first.end;
    for _ in 1..MOST_PARTS {
        let next = if is_list { listed(text, end) } else { joined(text, end) };
        let Some(next) = next.and_then(|at| literal(text, at)) else { break };
        if said.len() + next.inner.len() > LONGEST {
            break;
        }
        if !is_list {
            said.push_str(&text[next.inner.clone()]);
        }
        span.end = next.inner.end;
        end = next.end;
    }
    said.truncate(said.floor_char_boundary(JUDGED));
    Some(Value { span, said, form: Form::Quoted, is_wrapped: first.is_filled })
}

/// `name: |` with the value on the next line.
fn block(text: &str, at: usize) -> Option<Value> {
    let near = &text[at..text.floor_char_boundary(at.saturating_add(LONGEST_BARE))];
    let head = near.lines().next()?;
    if !matches!(head.trim_end(), "|" | ">" | "|-" | ">-" | "|+" | ">+") {
        return None;
    }
    let value = near[head.len()..].trim_start();
    let start = at + near.len() - value.len();
    let said = value.lines().next()?.trim_end();
    Some(Value {
        span: start..start + said.len(),
        said: said.to_owned(),
        form: Form::Quoted,
        is_wrapped: false,
    })
}

fn bare(text: &str, at: usize) -> Option<Value> {
    let near = &text[at..text.floor_char_boundary(at.saturating_add(LONGEST_BARE))];
    let ends = |c: char| c.is_whitespace() || "\"'`<".contains(c);
    let end = near.find(ends).unwrap_or(near.len());
    let said = &near[..written_space(&near[..end]).unwrap_or(end)];
    let said = said.find("&quot;").map_or(said, |entity| &said[..entity]);
    // `Pwd={a;b}`: braces around a value in a connection string are quotes. Where no semicolon is in them, they may
    // also be those of an expression.
    let braced =
        said.strip_prefix('{').and_then(|inner| inner.split_once('}')).map(|(inner, _)| inner);
    let (said, at, form) = match braced.filter(|_| text[..at].ends_with('=')) {
        Some(inner) if inner.contains(';') => (inner, at + 1, Form::Quoted),
        Some(inner) => (inner, at + 1, Form::Bare),
        None => (said, at, Form::Bare),
    };
    (!said.is_empty()).then(|| Value {
        span: at..at + said.len(),
        said: said.to_owned(),
        form,
        is_wrapped: false,
    })
}

/// Where a bare value in a literal ends: before a space or a line break that is written as an escape.
fn written_space(said: &str) -> Option<usize> {
    const ESCAPES: &[&str] = &["\\n", "\\r", "\\t", "\\u00", "\\x", "\\033", "\\e["];
    let starts = |at: &usize| ESCAPES.iter().any(|escape| said[*at..].starts_with(escape));
    said.match_indices('\\').map(|(at, _)| at).find(starts)
}

fn element(text: &str, at: usize) -> Option<Value> {
    let near = &text[at..text.floor_char_boundary(at.saturating_add(LONGEST))];
    let close = near.find("</")?;
    let said = near[..near.find('<').unwrap_or(close)].trim();
    let start = at + near.find(said)?;
    Some(Value {
        span: start..start + said.len(),
        said: said.to_owned(),
        form: Form::Quoted,
        is_wrapped: false,
    })
}
