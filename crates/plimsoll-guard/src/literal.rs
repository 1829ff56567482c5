//! Literals: where they begin and end, and which of them are put together.

use std::ops::Range;

/// The longest literal that is read. What is longer is data, or goes as a whole.
pub(crate) const LONGEST: usize = 8192;

/// A literal over several lines says what it says without its breaks and indentation.
pub(crate) fn without_breaks(inner: &str) -> String {
    if !inner.contains('\n') {
        return inner.to_owned();
    }
    inner.lines().map(|line| line.trim().trim_end_matches('\\')).collect()
}

/// Where the next literal of a list begins.
pub(crate) fn listed(text: &str, end: usize) -> Option<usize> {
    let near = &text[end..text.floor_char_boundary(end.saturating_add(64))];
    let rest = near.trim_start().strip_prefix(',')?.trim_start();
    rest.starts_with(['"', '\'']).then(|| end + near.len() - rest.len())
}

/// A literal in its text.
pub(crate) struct Literal {
    pub(crate) inner: Range<usize>,
    pub(crate) end: usize,
    pub(crate) is_filled: bool,
    pub(crate) is_closed: bool,
}

pub(crate) fn literal(text: &str, at: usize) -> Option<Literal> {
    let bytes = text.as_bytes();
    let prefix = bytes[at..].iter().take(3).position(|b| b"\"'`\\&".contains(b))?;
    let is_prefix = |b: &u8| b.is_ascii_alphabetic() || b"@$".contains(b);
    if !bytes[at..at + prefix].iter().all(is_prefix) {
        return None;
    }
    let open = at + prefix;
    let rest = &text[open..text.floor_char_boundary(open.saturating_add(LONGEST))];
    let marks = ["\"\"\"", "'''", "\\\\\\\"", "\\\"", "\\'", "&quot;", "&#39;", "\"", "'", "`"];
    let mark = marks.iter().find(|mark| rest.starts_with(**mark))?;
    let body = &rest[mark.len()..];
    let close = closing(body, mark)?;
    let inner = open + mark.len()..open + mark.len() + close;
    let is_filled =
        bytes[at..open].iter().any(|b| b"fF$".contains(b)) && text[inner.clone()].contains('{');
    let is_closed = text[inner.end..].starts_with(mark);
    let end = if is_closed { inner.end + mark.len() } else { inner.end };
    Some(Literal { inner, end, is_filled, is_closed })
}

/// Where a literal ends. One that is not closed ends with its line.
fn closing(body: &str, mark: &str) -> Option<usize> {
    if mark.len() > 1 {
        let close = body.find(mark)?;
        let is_block = mark.len() == 3 && !mark.starts_with('\\');
        return (is_block || !body[..close].contains('\n')).then_some(close);
    }
    let quote = mark.as_bytes()[0];
    let mut escaped = false;
    for (at, byte) in body.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'\n' if quote != b'`' => return Some(body[..at].trim_end_matches('\r').len()),
            _ if byte == quote => return Some(at),
            _ => {}
        }
    }
    Some(body.len())
}

/// Where the next literal begins that is put together with the one that ends here.
pub(crate) fn joined(text: &str, end: usize) -> Option<usize> {
    let near = &text[end..text.floor_char_boundary(end.saturating_add(200))];
    let rest = near.trim_start_matches([' ', '\t']);
    let signed = rest
        .strip_prefix("..")
        .or_else(|| rest.strip_prefix(['+', '.', '&', '~', '\\']))
        .map(|rest| rest.trim_start_matches('_'));
    let broken = rest.starts_with(['\n', '\r']);
    let rest = signed.unwrap_or(rest).trim_start();
    let rest = match (signed.is_some(), broken) {
        (true, _) => rest,
        (false, true) => rest.strip_prefix(['+', '.', '&']).map_or(rest, str::trim_start),
        (false, false) => return None,
    };
    let at = end + near.len() - rest.len();
    let next = rest.starts_with(['"', '\'']).then(|| literal(text, at))??;
    // A key of the next entry is no part of this value.
    let after = text[next.end..].trim_start_matches([' ', '\t']);
    let is_key = after.starts_with([':', '=']);
    (next.is_closed && !is_key).then_some(at)
}
