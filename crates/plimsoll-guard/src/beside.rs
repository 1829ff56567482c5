//! Values without a form of their own, found by what they look like: beside the name of a service, or
//! behind a prefix as services give them.

use crate::chance;
use crate::judge;
use crate::placeholder;
use crate::shape;
use std::ops::Range;

pub(crate) const BESIDE_RULE: &str = "token-beside-service";
pub(crate) const PREFIXED_RULE: &str = "prefixed-token";

/// The shortest run of characters that is looked at.
const SHORTEST: usize = 20;
/// A longer run is data and not a token.
const LONGEST: usize = 400;
/// How far before a value the name of the service may stand.
const NEAR: usize = 80;

/// Looks at every long run of characters of which tokens are made. Where services are named, and what was
/// replaced earlier, is known already; both are in order.
pub(crate) fn find(
    text: &str,
    services: &[usize],
    marks: &[Range<usize>],
    mut found: impl FnMut(Range<usize>, &'static str),
) {
    let bytes = text.as_bytes();
    let mut at = 0;
    // A run of `SHORTEST` characters covers one of every `SHORTEST` places: most bytes are never looked at.
    while let Some(&byte) = bytes.get(at + SHORTEST - 1) {
        if !is_part(byte) {
            at += SHORTEST;
            continue;
        }
        let probe = at + SHORTEST - 1;
        let back = bytes[at..probe].iter().rev().take_while(|b| is_part(**b)).count();
        let ahead = bytes[probe..].iter().take_while(|b| is_part(**b)).count();
        let run = probe - back..probe + ahead;
        at = run.end + 1;
        if run.len() >= SHORTEST && run.len() <= LONGEST && !placeholder::inside(marks, run.start) {
            for piece in pieces(text, run) {
                if let Some(rule) = judge_piece(text, &piece, services) {
                    found(piece, rule);
                }
            }
        }
    }
}

fn is_part(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || b"_-+/=.~".contains(&byte)
}

/// A run without the parts of a path.
fn pieces(text: &str, run: Range<usize>) -> impl Iterator<Item = Range<usize>> {
    let whole = &text[run.clone()];
    let mut start = run.start;
    whole.split(['/', '=', '.']).filter_map(move |part| {
        let piece = start..start + part.len();
        start = piece.end + 1;
        (part.len() >= SHORTEST).then_some(piece)
    })
}

fn judge_piece(text: &str, piece: &Range<usize>, services: &[usize]) -> Option<&'static str> {
    let said = &text[piece.clone()];
    if said.starts_with("0x") || is_pseudo_version(said) || drawn_length(said) < 16 {
        return None;
    }
    if !said.bytes().any(|b| b.is_ascii_digit()) || !judge::is_opaque(said) || shape::is_filler(said) || crate::words::says_nothing(said) {
        return None;
    }
    let from = text.ceil_char_boundary(piece.start.saturating_sub(NEAR));
    let before = &text[from..piece.start];
    let before = match before.rmatch_indices('\n').nth(1) {
        Some((at, _)) => &before[at..],
        None => before,
    };
    if is_fingerprint(before) {
        return None;
    }
    let first = piece.start - before.len();
    let service = services.partition_point(|&service| service < first);
    let is_beside = services.get(service).is_some_and(|&service| service < piece.start);
    if is_beside && !is_plain_hash(said) {
        return Some(BESIDE_RULE);
    }
    is_prefixed(said).then_some(PREFIXED_RULE)
}

/// How much of it is no word.
fn drawn_length(said: &str) -> usize {
    let is_word = |part: &str| part.bytes().all(|b| b.is_ascii_alphabetic()) && chance::score(part) < 40
        || part.bytes().all(|b| b.is_ascii_digit());
    said.split(['-', '_']).filter(|part| !is_word(part)).map(str::len).sum()
}

/// `20180830191138-d8f796af33cc`, as Go numbers what has no version.
fn is_pseudo_version(said: &str) -> bool {
    let all = |part: &str, is: fn(u8) -> bool| part.bytes().all(is);
    said.split_once('-').is_some_and(|(time, commit)| {
        time.len() == 14 && all(time, |b| b.is_ascii_digit()) && commit.len() >= 12
    })
}

/// Hashes of public things are as long as these.
fn is_plain_hash(said: &str) -> bool {
    matches!(said.len(), 40 | 56 | 64 | 96 | 128) && said.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether what stands before says that a fingerprint of something public follows.
fn is_fingerprint(before: &str) -> bool {
    const SIGNS: &[&str] = &["sha", "integrity", "checksum", "digest", "h1:", "hash", "commit", "rev", "md5", "etag", "blob", "tree/", "fingerprint", "base64,", "pull/", "issues/", "gist.", "guid", "uuid", "arn:"];
    let before = before.to_ascii_lowercase();
    SIGNS.iter().any(|sign| before.contains(sign))
}

/// `abc_live_…`, `key_…`: a short prefix of small letters, then nothing but letters and digits.
fn is_prefixed(said: &str) -> bool {
    let Some((prefix, body)) = said.rsplit_once('_').or_else(|| said.split_once('-')) else {
        return false;
    };
    let is_dashed = !said.contains('_');
    if prefix.split('_').any(|part| matches!(part, "pk" | "pub" | "public" | "publishable")) {
        return false;
    }
    let is_prefix = (2..=20).contains(&prefix.len())
        && prefix.starts_with(|c: char| c.is_ascii_lowercase())
        && prefix.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'_');
    if body.bytes().all(|b| b.is_ascii_hexdigit()) && (said.contains('-') || is_plain_hash(body)) {
        return false;
    }
    let cased = body.bytes().any(|b| b.is_ascii_lowercase()) && body.bytes().any(|b| b.is_ascii_uppercase());
    let long = match (cased, is_dashed) {
        (true, false) => 20,
        (true, true) => 28,
        (false, _) => 32,
    };
    let is_prefix = is_prefix && !(is_dashed && !cased);
    is_prefix && body.len() >= long && chance::score(body) > 150
}
