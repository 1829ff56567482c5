//! Judges what a rule's expression has matched: is it a secret, which part of it, how sure.

use crate::placeholder;
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
    /// A token without a form of its own: it has to look drawn at random.
    Opaque,
    Jwt,
    Basic,
    UrlPassword,
}

/// A match, in its text. It has no `Debug`, since it can see the secret.
pub(crate) struct Match<'a> {
    pub(crate) text: &'a str,
    /// Where the keyword stands.
    pub(crate) keyword: usize,
    pub(crate) value: Range<usize>,
    pub(crate) grade: Grade,
    pub(crate) marks: &'a [Range<usize>],
}

/// The part that is secret, and how sure that is.
pub(crate) type Verdict = Option<(Range<usize>, Grade)>;

impl Check {
    pub(crate) fn judge(self, found: &Match<'_>) -> Verdict {
        let as_found = |yes: bool| yes.then(|| (found.value.clone(), found.grade));
        let value = found.left();
        let value = value.as_str();
        match self {
            Self::Form => as_found(!value.is_empty()),
            Self::Token => as_found(!shape::is_filler(value) && !words::is_marked_example(value)),
            Self::Opaque => as_found(shape::is_random(value) && !words::says_nothing(value)),
            Self::Jwt => judge_jwt(found, value),
            Self::Basic => judge_basic(found, value),
            Self::UrlPassword => as_found(is_url_password(value)),
        }
    }
}

impl Match<'_> {
    /// The value without the marks of earlier replacements.
    pub(crate) fn left(&self) -> String {
        placeholder::without_marks(self.text, self.value.clone(), self.marks)
    }
}

/// A token whose header is JSON is certain. One that is not may still be one with a part cut off or masked.
fn judge_jwt(found: &Match<'_>, value: &str) -> Verdict {
    let header = value.split('.').next().and_then(decode).unwrap_or_default();
    let is_object = header.starts_with(b"{\"") && header.ends_with(b"}");
    if is_object {
        Some((found.value.clone(), Grade::Certain))
    } else {
        shape::is_random(value).then(|| (found.value.clone(), Grade::Likely))
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
        shape::is_random(value).then(|| (found.value.clone(), Grade::Likely))
    }
}

fn is_url_password(value: &str) -> bool {
    !value.is_empty()
        && !shape::is_reference(value)
        && !words::says_nothing(value)
        && !shape::is_filler(value)
        && !value.contains(['(', ')', '{', '}', '|', ','])
}

fn decode(value: &str) -> Option<Vec<u8>> {
    let config = GeneralPurposeConfig::new()
        .with_decode_padding_mode(DecodePaddingMode::Indifferent)
        .with_decode_allow_trailing_bits(true);
    let url_safe = value.contains(['-', '_']);
    let alphabet = if url_safe { &base64::alphabet::URL_SAFE } else { &base64::alphabet::STANDARD };
    GeneralPurpose::new(alphabet, config).decode(value).ok()
}

/// The checksum of GitHub's and npm's tokens: CRC-32 in six digits of base 62.
pub(crate) fn base62_crc(body: &str) -> String {
    const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    let mut left = crc32(body.as_bytes());
    let mut digits = [b'0'; 6];
    for digit in digits.iter_mut().rev() {
        *digit = DIGITS[(left % 62) as usize];
        left /= 62;
    }
    digits.map(char::from).iter().collect()
}

/// CRC-32 as in IEEE 802.3.
fn crc32(bytes: &[u8]) -> u32 {
    let step = |crc: u32, _| if crc & 1 == 1 { (crc >> 1) ^ 0xEDB8_8320 } else { crc >> 1 };
    !bytes.iter().fold(!0, |crc, &byte| (0..8).fold(crc ^ u32::from(byte), step))
}
