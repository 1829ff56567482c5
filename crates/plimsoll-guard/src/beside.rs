//! Values without a form of their own, found by what they look like: beside the name of a service, or
//! behind a prefix as services give them.

use crate::chance;
use crate::judge;
use crate::name;
use crate::placeholder;
use crate::shape;
use std::ops::Range;

pub(crate) const BESIDE_RULE: &str = "token-beside-service";
pub(crate) const LONE_RULE: &str = "lone-token";
pub(crate) const PREFIXED_RULE: &str = "prefixed-token";

/// The shortest run of characters that is looked at.
const SHORTEST: usize = 20;
/// A longer run is data and not a token.
const LONGEST: usize = 400;
/// How far before a value the name of the service may stand.
const NEAR: usize = 100;

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
        let begin = start;
        start += part.len() + 1;
        // A sign before it is that of a diff, a list or a flag.
        let trimmed = part.trim_start_matches(['+', '-', '~']);
        let piece = begin + part.len() - trimmed.len()..begin + part.len();
        (piece.len() >= SHORTEST).then_some(piece)
    })
}

fn judge_piece(text: &str, piece: &Range<usize>, services: &[usize]) -> Option<&'static str> {
    let said = &text[piece.clone()];
    if said.starts_with("0x") || is_pseudo_version(said) || drawn_length(said) < 20 {
        return None;
    }
    if !said.bytes().any(|b| b.is_ascii_digit())
        || !judge::is_opaque(said)
        || shape::is_filler(said)
        || shape::is_reference(said)
        || crate::words::says_nothing(said)
    {
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
    let is_beside = services.get(service).is_some_and(|&service| service + SHORTEST < piece.end);
    if is_beside && !is_plain_hash(said) {
        return Some(BESIDE_RULE);
    }
    if is_prefixed(said) {
        return Some(PREFIXED_RULE);
    }
    is_lone(text, piece).then_some(LONE_RULE)
}

/// How much of it is no word.
fn drawn_length(said: &str) -> usize {
    let is_word = |part: &str| {
        part.bytes().all(|b| b.is_ascii_alphabetic()) && chance::score(part) < 40
            || part.bytes().all(|b| b.is_ascii_digit())
    };
    said.split(['-', '_']).filter(|part| !is_word(part)).map(str::len).sum()
}

/// `20180830191138-d8f796af33cc`, as Go numbers what has no version.
fn is_pseudo_version(said: &str) -> bool {
    let all = |part: &str, is: fn(u8) -> bool| part.bytes().all(is);
    said.split_once('-').is_some_and(|(time, commit)| {
        time.len() == 14 && all(time, |b| b.is_ascii_digit()) && commit.len() >= 12
    })
}

/// A literal that is nothing but a drawn value of letters in both cases and digits.
fn is_lone(text: &str, piece: &Range<usize>) -> bool {
    let said = &text[piece.clone()];
    let bytes = text.as_bytes();
    let quote = |at: Option<usize>| {
        at.and_then(|at| bytes.get(at)).copied().filter(|b| b"\"'`".contains(b))
    };
    let opened = quote(piece.start.checked_sub(1));
    let has = |class: fn(&u8) -> bool| said.as_bytes().iter().any(class);
    opened.is_some()
        && opened == quote(Some(piece.end))
        && (32..=100).contains(&said.len())
        && has(u8::is_ascii_lowercase)
        && has(u8::is_ascii_uppercase)
        && said.bytes().all(|b| b.is_ascii_alphanumeric())
        && chance::score(said) > 8 * i32::try_from(said.len()).unwrap_or(0)
}

/// Hashes of public things are as long as these.
fn is_plain_hash(said: &str) -> bool {
    matches!(said.len(), 40 | 56 | 64 | 96 | 128) && said.bytes().all(|b| b.is_ascii_hexdigit())
}

/// Whether what stands before says that a fingerprint of something public follows.
fn is_fingerprint(before: &str) -> bool {
    const SIGNS: &[&str] = &["h1:", "base64,", "tree/", "pull/", "issues/", "gist.", "arn:"];
    const WORDS: &[&str] = &[
        "integrity",
        "checksum",
        "digest",
        "hash",
        "hashe",
        "commit",
        "rev",
        "revision",
        "md5",
        "etag",
        "blob",
        "fingerprint",
        "guid",
        "uuid",
        "public",
        "pubkey",
        "avatar",
        "sha",
    ];
    let is_known = |word: String| {
        let stem = word.trim_end_matches('s');
        WORDS.contains(&stem)
            || stem.strip_prefix("sha").is_some_and(|bits| bits.bytes().all(|b| b.is_ascii_digit()))
    };
    SIGNS.iter().any(|sign| before.contains(sign)) || name::words(before).any(is_known)
}

/// `abc_live_…`, `key-…`: one to three short words of small letters, then what was drawn.
fn is_prefixed(said: &str) -> bool {
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
    let is_public = |part: &str| matches!(part, "pk" | "pub" | "public" | "publishable");
    prefix.split(['_', '-']).all(is_part) && !prefix.split(['_', '-']).any(is_public)
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
