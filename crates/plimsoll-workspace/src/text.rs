//! Files as text: which encoding, and what is no text at all.

use crate::ground::Ground;
use crate::left_out::LeftOutReason;
use crate::tree::FileEntry;
use serde::{Deserialize, Serialize};
use std::fmt;

/// A file's text, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Without a byte order mark.
    pub text: String,
    pub encoding: Encoding,
    /// Of the file as it lies on disk.
    pub byte_size: u64,
}

/// What a file was encoded in (C17's names).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Encoding {
    #[serde(rename = "ascii")]
    Ascii,
    #[serde(rename = "utf-8")]
    Utf8,
}

impl Encoding {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Utf8 => "utf-8",
        }
    }
}

impl fmt::Display for Encoding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Reads a file of the tree as text. A larger file is not read; one that changes meanwhile is read again,
/// once, and then refused.
pub fn read_text(
    ground: &dyn Ground,
    file: &FileEntry,
    max_bytes: u64,
) -> Result<Text, LeftOutReason> {
    decode(ground.read(&file.path, max_bytes)?)
}

/// Bytes as text, or why they are none. Doubt means binary.
pub fn decode(bytes: Vec<u8>) -> Result<Text, LeftOutReason> {
    let byte_size = bytes.len() as u64;
    if has_foreign_mark(&bytes) {
        return Err(LeftOutReason::UnsupportedEncoding);
    }
    if bytes.iter().any(|&byte| is_never_in_text(byte)) {
        return Err(LeftOutReason::Binary);
    }
    let mut text = String::from_utf8(bytes).map_err(|_| LeftOutReason::UnsupportedEncoding)?;
    let has_mark = text.starts_with('\u{FEFF}');
    if has_mark {
        text.drain(..'\u{FEFF}'.len_utf8());
    }
    let encoding = if !has_mark && text.is_ascii() { Encoding::Ascii } else { Encoding::Utf8 };
    Ok(Text { text, encoding, byte_size })
}

/// The byte order marks of UTF-16; those of UTF-32 begin or end with the same two bytes.
fn has_foreign_mark(bytes: &[u8]) -> bool {
    bytes.starts_with(&[0xFF, 0xFE])
        || bytes.starts_with(&[0xFE, 0xFF])
        || bytes.starts_with(&[0, 0, 0xFE, 0xFF])
}

/// Control bytes that no text has. Bell, backspace, tabs, line and page breaks, DOS's end of file and the
/// escape of terminal recordings occur in real source trees and stay; they are shown spelled out.
fn is_never_in_text(byte: u8) -> bool {
    matches!(byte, 0..=0x06 | 0x0E..=0x19 | 0x1C..=0x1F | 0x7F)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn encodings_are_told_apart() {
        let of = |bytes: &[u8]| decode(bytes.to_vec()).map(|text| (text.text, text.encoding));
        assert_eq!(
            of(b"plain\r\n\ttext\x0C\x1b[0m"),
            Ok(("plain\r\n\ttext\x0C\x1b[0m".into(), Encoding::Ascii))
        );
        assert_eq!(of(b""), Ok((String::new(), Encoding::Ascii)));
        assert_eq!(of("Grüße".as_bytes()), Ok(("Grüße".into(), Encoding::Utf8)));
        assert_eq!(of(b"\xEF\xBB\xBFa"), Ok(("a".into(), Encoding::Utf8)));
        assert_eq!(of(b"\xFF\xFEa\0"), Err(LeftOutReason::UnsupportedEncoding));
        assert_eq!(of(b"\xFE\xFF\0a"), Err(LeftOutReason::UnsupportedEncoding));
        assert_eq!(of(b"caf\xE9"), Err(LeftOutReason::UnsupportedEncoding));
        assert_eq!(of(b"a\0b"), Err(LeftOutReason::Binary));
        assert_eq!(of(b"\x7FELF\x02"), Err(LeftOutReason::Binary));
        assert_eq!(of(b"\x89PNG\r\n\x1a\n\0\0"), Err(LeftOutReason::Binary));
    }

    proptest! {
        #[test]
        fn decoded_text_has_the_bytes_of_the_file(bytes in proptest::collection::vec(any::<u8>(), 0..64)) {
            let Ok(text) = decode(bytes.clone()) else { return Ok(()) };
            prop_assert_eq!(text.byte_size, bytes.len() as u64);
            prop_assert!(bytes.ends_with(text.text.as_bytes()));
            prop_assert!(bytes.len() - text.text.len() == 0 || bytes.starts_with(b"\xEF\xBB\xBF"));
            prop_assert!(!text.text.contains('\0'));
        }

        #[test]
        fn text_without_controls_is_text(text in "[^\\x00-\\x1F\\x7F]{0,40}") {
            let decoded = decode(text.clone().into_bytes());
            prop_assert!(decoded.is_ok(), "{text:?}");
        }
    }
}
