//! Tokens behind a prefix as services give them: short words of small letters, then what was drawn.

use crate::beside::{drawn_length, is_plain_hash};
use crate::chance;
use crate::words;

/// `abc_live_…`, `key-…`: one to three short words of small letters, then what was drawn.
pub(crate) fn is_prefixed(said: &str) -> bool {
    let ends = said.match_indices(['_', '-']).map(|(at, _)| at).take(3);
    ends.filter(|&at| at <= 24)
        .any(|at| is_prefix(&said[..at]) && is_body(&said[at + 1..], said.as_bytes()[at]))
}

fn is_prefix(prefix: &str) -> bool {
    let is_part = |part: &str| {
        (2..=12).contains(&part.len())
            && part.starts_with(|c: char| c.is_ascii_lowercase())
            && part.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit())
    };
    prefix.split(['_', '-']).all(is_part) && !prefix.split(['_', '-']).any(words::begins_public)
}

fn is_body(body: &str, separator: u8) -> bool {
    let has = |class: fn(&u8) -> bool| body.as_bytes().iter().any(class);
    let (lower, upper) = (has(u8::is_ascii_lowercase), has(u8::is_ascii_uppercase));
    let is_hex = body.bytes().all(|b| b.is_ascii_hexdigit());
    let is_plain = body.bytes().all(|b| b.is_ascii_alphanumeric());
    let is_dashed = separator == b'-';
    let least = match (lower && upper, is_plain) {
        (true, true) if !is_dashed => 20,
        (true, true) => 28,
        (true, false) => 32,
        (false, true) if !is_dashed => 32,
        (false, _) if upper => 40,
        (false, _) => return false,
    };
    let is_hash = is_hex && (is_dashed || is_plain_hash(body));
    has(u8::is_ascii_digit)
        && body.len() >= least
        && !is_hash
        && drawn_length(body) >= 20
        && chance::score(body) > if is_plain { 150 } else { 220 }
}
