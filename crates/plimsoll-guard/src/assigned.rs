//! Judges the value of an assignment: first where it ends, then whether it is one.

use crate::check::{Match, Verdict};
use crate::shape;
use std::ops::Range;

/// How much of a bare value is looked at to judge it.
const LONGEST_JUDGED: usize = 256;
/// How far back from a keyword its line is looked at.
const BACK: usize = 96;

/// `accepts` is given a value without its quotes, and whether it had none.
pub(crate) fn judge(found: &Match<'_>, accepts: fn(&str, bool) -> bool) -> Verdict {
    let raw = &found.text[found.value.clone()];
    match quoted(raw) {
        Some(inner) => {
            let span = found.value.start + inner.start..found.value.start + inner.end;
            let interpolated = raw.starts_with(['f', 'F', '$']) && raw[inner].contains('{');
            let value = found.with_value(span.clone()).left();
            (!interpolated && accepts(&value, false)).then_some((span, found.grade))
        }
        None => judge_bare(found, accepts),
    }
}

/// What ends a bare value.
fn ends_bare(c: char) -> bool {
    c.is_whitespace() || "\"'`".contains(c)
}

fn judge_bare(found: &Match<'_>, accepts: fn(&str, bool) -> bool) -> Verdict {
    let text = found.text;
    let near = text.floor_char_boundary(found.value.start.saturating_add(LONGEST_JUDGED));
    let raw = &text[found.value.start..near];
    let (raw, is_longer) = match raw.find(ends_bare) {
        Some(end) => (&raw[..end], false),
        None => (raw, near < text.len()),
    };
    // An ampersand ends a value in a query only. Elsewhere it may be part of it, and replacing too much
    // leaks nothing.
    let in_query = is_in_query(found);
    let ends_value = |c: char| ",;)}]".contains(c) || (c == '&' && in_query);
    let cut = raw.find(ends_value).unwrap_or(raw.len());
    let is_line = is_config_line(found, &raw[cut..]);
    // In a file of settings the value goes on to the end of the word, whatever it has inside.
    let end = if is_line { raw.trim_end_matches([',', ';', ')', '}', ']']).len() } else { cut };
    let span = found.value.start..found.value.start + end;
    let value = found.with_value(span.clone()).left();
    // Two names that are compared are not a name and its value.
    let sign = text[found.keyword..found.value.start].trim_end();
    let compares = sign.ends_with("==") || sign.ends_with("!=");
    let is_value = !compares
        && accepts(&value, true)
        && !shape::is_code(&value)
        && (is_line || !shape::is_identifier(&value) || shape::is_random(&value));
    is_value.then(|| {
        let goes_on = is_longer && span.end == near;
        let more =
            if goes_on { text[near..].find(ends_bare).unwrap_or(text.len() - near) } else { 0 };
        (span.start..span.end + more, found.grade)
    })
}

/// Whether the assignment stands in a URL's query or a form: `?` or `&` comes right before its name.
fn is_in_query(found: &Match<'_>) -> bool {
    let start = found.text.ceil_char_boundary(found.keyword.saturating_sub(BACK));
    let before = &found.text[start..found.keyword];
    before
        .trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_.-[]".contains(c))
        .ends_with(['?', '&'])
}

/// The part between the quotes, when there are any.
fn quoted(raw: &str) -> Option<Range<usize>> {
    let open = raw.find(['"', '\'', '`']).filter(|&at| at <= 2)?;
    let escaped = raw[..open].ends_with('\\');
    let quote = raw.as_bytes()[open];
    let inner = &raw[open + 1..];
    let inner = inner.strip_suffix(char::from(quote)).unwrap_or(inner);
    let inner = if escaped { inner.strip_suffix('\\').unwrap_or(inner) } else { inner };
    Some(open + 1..open + 1 + inner.len())
}

/// Whether the assignment is a line of settings (`NAME=value`, `name: value`, `export NAME=value`) and not
/// a statement in a program.
fn is_config_line(found: &Match<'_>, after_cut: &str) -> bool {
    let text = found.text;
    let line_start = text.ceil_char_boundary(found.keyword.saturating_sub(BACK));
    let before = &text[line_start..found.keyword];
    let (before, whole_line) = match before.rfind('\n') {
        Some(at) => (&before[at + 1..], true),
        None => (before, line_start == 0),
    };
    let lead = before.trim_end_matches(|c: char| c.is_ascii_alphanumeric() || "_.-".contains(c));
    let lead = lead.trim_start();
    let leads = lead.is_empty() && whole_line
        || ["export ", "set ", "ENV ", "ARG ", "-e ", "env ", ";", "?", "&", "- ", "# "]
            .iter()
            .any(|known| lead.ends_with(known));
    let name_and_sign = text[found.keyword..found.value.start].trim_end();
    let tight = name_and_sign
        .strip_suffix('=')
        .map(|name| (name, true))
        .or_else(|| name_and_sign.strip_suffix(':').map(|name| (name, false)))
        .is_some_and(|(name, equals)| {
            !name.ends_with([' ', '\t', '=', '!', '"', '\''])
                && (!equals || text[..found.value.start].ends_with('='))
        });
    let ends = !matches!(after_cut, "," | ";" | ")" | "}" | "]" | ");" | "},");
    leads && tight && (ends || lead.ends_with(';'))
}
