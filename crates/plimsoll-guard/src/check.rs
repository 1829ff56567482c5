//! Judges what a rule's expression has matched: is it a secret, which part of it, how sure.

use crate::chance;
use crate::checksum::{has_crc62, has_gitlab_crc};
use crate::connection;
use crate::drawn::is_drawn;
use crate::judge;
use crate::placeholder;
use crate::reference;
use crate::shape;
use crate::words;
use base64::Engine as _;
use base64::engine::DecodePaddingMode;
use base64::engine::general_purpose::{GeneralPurpose, GeneralPurposeConfig};
use plimsoll_core::screened::Grade;
use serde::Deserialize;
use std::ops::Range;

/// Who judges a match.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum Check {
    /// The expression says it all.
    #[default]
    Form,
    /// A token with a prefix of its own: everything but a filler.
    Token,
    /// As `Token`, and it has to look drawn at random: the prefix alone says little.
    Drawn,
    /// A token without a form of its own: it has to look drawn at random beyond doubt, or be short and mixed.
    Opaque,
    /// A password on a command line: everything but a placeholder or a reference.
    Word,
    /// Six digits of CRC-32 at the end, as GitHub and npm have them.
    Crc62,
    /// The newer tokens of GitLab end with their length and a CRC-32.
    Gitlab,
    /// Sixteen of base32 after the prefix, as AWS has them.
    AwsId,
    /// A private key whose armour is in base64: it must hold something.
    PemBase64,
    Jwt,
    Basic,
    UrlPassword,
}

/// A match, in its text. It has no `Debug`, since it can see the secret.
pub(crate) struct Match<'a> {
    pub(crate) text: &'a str,
    pub(crate) value: Range<usize>,
    pub(crate) grade: Grade,
    pub(crate) marks: &'a [Range<usize>],
}

/// The part that is secret, and how sure that is.
pub(crate) type Verdict = Option<(Range<usize>, Grade)>;

impl Check {
    /// Whether little more than a prefix speaks for a match of this grade: in data it means nothing.
    pub(crate) fn is_by_prefix(self, grade: Grade) -> bool {
        match self {
            Self::Token | Self::Drawn | Self::Opaque | Self::Gitlab | Self::AwsId => true,
            Self::Crc62 => grade != Grade::Certain,
            Self::Form
            | Self::Word
            | Self::PemBase64
            | Self::Jwt
            | Self::Basic
            | Self::UrlPassword => false,
        }
    }

    pub(crate) fn judge(self, found: &Match<'_>) -> Verdict {
        let value = found.left();
        let value = value.as_str();
        let grade = |yes: bool, grade: Grade| yes.then(|| (found.value.clone(), grade));
        let as_found = |yes: bool| grade(yes, found.grade);
        // A passed checksum is certain; a failed one clears nothing, since formats drift.
        let summed = |passed: bool| {
            let sure = if passed { Grade::Certain } else { Grade::Likely };
            grade(is_token(value), sure)
        };
        match self {
            Self::Form => as_found(!value.is_empty()),
            Self::Token => as_found(is_token(value)),
            Self::Drawn => as_found(is_token(value) && chance::score(value) > DRAWN),
            Self::Opaque => as_found(
                is_token(value)
                    && !words::says_nothing(value)
                    && (judge::is_opaque(value) || is_short_token(value)),
            ),
            Self::Word => as_found(judge::is_word(value)),
            Self::Crc62 => judge_summed(found, value),
            Self::Gitlab => summed(!value.contains('.') || has_gitlab_crc(value)),
            Self::AwsId => {
                summed(value[4..].bytes().all(|b| matches!(b, b'A'..=b'Z' | b'2'..=b'7')))
            }
            Self::PemBase64 => holds_key(value).then(|| {
                let end = end_over_lines(found.text, found.value.end);
                (found.value.start..end, found.grade)
            }),
            Self::Jwt => judge_jwt(found, value),
            Self::Basic => judge_basic(found, value),
            Self::UrlPassword if value.contains(['/', '?', '#']) => {
                as_found(is_unescaped_password(found, value))
            }
            Self::UrlPassword => as_found(
                is_url_password(value)
                    || connection::is_literal(value)
                        && connection::is_database_url(found.text, &found.value),
            ),
        }
    }
}

/// Where more letters follow than belong to the token, its checksum says so.
fn judge_summed(found: &Match<'_>, value: &str) -> Verdict {
    const BODY: usize = 36;
    if !is_token(value) {
        return None;
    }
    if has_crc62(value) {
        return Some((found.value.clone(), Grade::Certain));
    }
    let end = value.find('_').map_or(0, |prefix| prefix + 1 + BODY);
    let first =
        value.get(..end).filter(|first| has_crc62(first) && value.len() == found.value.len());
    let range = first.map(|first| found.value.start..found.value.start + first.len());
    Some(range.map_or((found.value.clone(), Grade::Likely), |range| (range, Grade::Certain)))
}

/// Tenths of a bit above which a token with a prefix may be one.
const DRAWN: i32 = 20;

fn is_token(value: &str) -> bool {
    !shape::is_filler(value) && !words::is_marked_example(value)
}

/// Letters and digits that change places, as in `mF_9.B5f-4.1JqM`.
fn is_short_token(value: &str) -> bool {
    (12..24).contains(&value.len()) && shape::is_random(&value.replace(['.', '-', '_'], ""))
}

impl Match<'_> {
    /// The value without the marks of earlier replacements.
    pub(crate) fn left(&self) -> String {
        placeholder::without_marks(self.text, self.value.clone(), self.marks)
    }
}

/// More lines than any key takes.
const MOST_LINES: usize = 1_000;

/// Where base64 that goes on over lines ends: lines of nothing else, of the width that such text is wrapped
/// to, and a shorter last one.
fn end_over_lines(text: &str, mut end: usize) -> usize {
    let is_base64 = |b: u8| b.is_ascii_alphanumeric() || b"+/=_-".contains(&b);
    for _ in 0..MOST_LINES {
        let Some(rest) = text[end..].strip_prefix("\r\n").or(text[end..].strip_prefix('\n')) else {
            return end;
        };
        let line = rest.lines().next().unwrap_or_default();
        let run = line.trim_matches([' ', '\t']);
        if run.len() < 4 || !run.bytes().all(is_base64) {
            return end;
        }
        end = text.len() - rest.len() + line.trim_end().len();
        if run.len() < WRAPPED {
            return end;
        }
    }
    end
}

/// Nobody wraps base64 to less.
const WRAPPED: usize = 60;

/// Whether base64 in base64 has a payload after its first line, not just a head and an end.
fn holds_key(value: &str) -> bool {
    let whole = value.len() - value.len() % 4;
    let decoded = decode(value.get(..whole).unwrap_or_default()).unwrap_or_default();
    let text = String::from_utf8_lossy(&decoded);
    let Some((_, body)) = text.split_once("KEY-----") else { return true };
    let body = body.split("-----END").next().unwrap_or_default();
    body.bytes().filter(u8::is_ascii_alphanumeric).count() >= 8
}

/// A token whose header and payload are JSON is certain. One that is not may still be one with a part cut
/// off or masked.
fn judge_jwt(found: &Match<'_>, value: &str) -> Verdict {
    let is_object = |part: &str| {
        let decoded = decode(part).unwrap_or_default();
        let trimmed = decoded.trim_ascii();
        trimmed.starts_with(b"{") && trimmed.ends_with(b"}")
    };
    let mut parts = value.split('.');
    // An encrypted token has five parts, and only the first can be read.
    let is_encrypted = value.split('.').count() == 5;
    let header = parts.next().is_some_and(is_object);
    if header && (is_encrypted || parts.next().is_some_and(is_object)) {
        Some((found.value.clone(), Grade::Certain))
    } else {
        (header || chance::score(value) > DRAWN).then(|| (found.value.clone(), Grade::Likely))
    }
}

/// What decodes to `user:password` is certain.
fn judge_basic(found: &Match<'_>, value: &str) -> Verdict {
    let decoded = decode(value.trim_end_matches('='));
    let is_pair = decoded
        .as_deref()
        .and_then(|bytes| str::from_utf8(bytes).ok())
        .is_some_and(|pair| pair.contains(':') && !pair.chars().any(char::is_control));
    if is_pair {
        Some((found.value.clone(), Grade::Certain))
    } else {
        judge::is_opaque(value).then(|| (found.value.clone(), Grade::Likely))
    }
}

/// `pa#ss`, where `pa%23ss` should stand. It may also be a port and a path: where the scheme is no database's, it has to
/// look drawn.
fn is_unescaped_password(found: &Match<'_>, value: &str) -> bool {
    let first = value.split(['/', '?', '#']).next().unwrap_or_default();
    let is_port = first.eq_ignore_ascii_case("port")
        || first.starts_with(['$', '{', '%', '<'])
        || first.bytes().all(|b| b.is_ascii_digit());
    !is_port
        && !words::says_nothing(value)
        && !words::says_nothing(first)
        && (is_drawn(value)
            || connection::is_literal(value)
                && connection::has_database_scheme(found.text, found.value.start))
}

fn is_url_password(value: &str) -> bool {
    !value.is_empty()
        && !reference::is_reference(value)
        && !words::says_nothing(value)
        && !shape::is_filler(value)
        && (!value.contains(['(', ')', '{', '}', '[', ']', '|', ',']) || is_drawn(value))
        && !is_word_for_password(value)
        && !judge::is_name_of_secret(value)
}

/// `passwörd`, `pass%20word`: it only says what stands here.
fn is_word_for_password(value: &str) -> bool {
    let has_digit = value.replace("%20", "").bytes().any(|b| b.is_ascii_digit());
    !has_digit && value.to_ascii_lowercase().starts_with("pass")
}

fn decode(value: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let url_safe = value.contains(['-', '_']);
    let alphabet = if url_safe { &base64::alphabet::URL_SAFE } else { &base64::alphabet::STANDARD };
    GeneralPurpose::new(alphabet, config).decode(value).ok()
}
