//! Values without a form of their own, found by what they look like: beside the name of a service, or
//! behind a prefix as services give them.

use crate::blob;
use crate::chance;
use crate::judge;
use crate::name;
use crate::placeholder;
use crate::prefixed::is_prefixed;
use crate::reference;
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

/// Looks at every long run of characters of which tokens are made, until whoever is told of a finding has enough.
/// What was replaced earlier is known already, in order; whether a name of a service begins somewhere can be asked.
pub(crate) fn find<E>(
    text: &str,
    names_service: impl Fn(&Range<usize>) -> bool,
    marks: &[Range<usize>],
    mut found: impl FnMut(Range<usize>, &'static str) -> Result<(), E>,
) -> Result<(), E> {
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
                if let Some(rule) = judge_piece(text, &piece, &names_service) {
                    found(piece, rule)?;
                }
            }
        }
    }
    Ok(())
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

fn judge_piece(
    text: &str,
    piece: &Range<usize>,
    names_service: impl Fn(&Range<usize>) -> bool,
) -> Option<&'static str> {
    let said = &text[piece.clone()];
    if said.starts_with("0x") || is_pseudo_version(said) || drawn_length(said) < 20 {
        return None;
    }
    if !said.bytes().any(|b| b.is_ascii_digit())
        || !judge::is_opaque(said)
        || shape::is_filler(said)
        || reference::is_reference(said)
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
    if is_fingerprint(before)
        || blob::holds(text, piece)
        || is_in_path(before)
        || is_named_hash(said)
    {
        return None;
    }
    let is_id = is_identified(before);
    if !is_id && names_service(&(piece.start - before.len()..piece.end - SHORTEST)) {
        return Some(BESIDE_RULE);
    }
    if is_prefixed(said) && !before.ends_with(['$', '^', '!', '*']) {
        return Some(PREFIXED_RULE);
    }
    (!is_id && is_lone(text, piece)).then_some(LONE_RULE)
}

/// How much of it is no word.
pub(crate) fn drawn_length(said: &str) -> usize {
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
        && !said.bytes().all(|b| b.is_ascii_hexdigit())
        && !shape::is_scale(said)
        && 5 * shape::most_frequent(said) <= said.len()
        && chance::score(said) > 8 * i32::try_from(said.len()).unwrap_or(0)
}

/// Hashes of public things are as long as these.
pub(crate) fn is_plain_hash(said: &str) -> bool {
    matches!(said.len(), 40 | 56 | 64 | 96 | 128) && said.bytes().all(|b| b.is_ascii_hexdigit())
}

/// `style-d76b58e7…`, `ws-c6dcb907-f2d7-…`: a hash or a UUID with a word before it.
fn is_named_hash(said: &str) -> bool {
    const UUID: usize = 36;
    let last = said.rsplit(['-', '_']).next().unwrap_or(said);
    let unnamed = said.get(said.len().saturating_sub(UUID)..).unwrap_or_default();
    is_plain_hash(last) || shape::is_uuid(unnamed)
}

/// `"responseId": "…"`: the name says that it tells one thing from others and opens nothing. (Some services
/// take the id of a client for its key.)
fn is_identified(before: &str) -> bool {
    let name = before.trim_end_matches(['"', '\'', '`', ' ', '\\']);
    let Some(name) = name.strip_suffix([':', '=']) else { return false };
    let name = name.trim_end_matches(['"', '\'', ' ', '\\']);
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_-".contains(c);
    let name = &name[name.trim_end_matches(is_part).len()..];
    let words: Vec<String> = name::words(name).collect();
    let is_id = words.last().is_some_and(|word| matches!(word.as_str(), "id" | "ids" | "list"));
    is_id && !words.iter().any(|word| word == "client")
}

/// Whether this is a part of the path of a web address: what stands there names a page. (Right behind the
/// version of an interface stands who calls it.)
fn is_in_path(before: &str) -> bool {
    let Some((_, address)) = before.rsplit_once("://") else { return false };
    let folder = address.strip_suffix('/').and_then(|path| path.rsplit('/').next());
    let is_version = |folder: &str| {
        folder.strip_prefix('v').is_some_and(|n| n.bytes().all(|b| b.is_ascii_digit()))
    };
    address.contains('/')
        && !address.contains(|c: char| c.is_whitespace() || "\"'`<>()?#,;".contains(c))
        && !folder.is_some_and(is_version)
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
