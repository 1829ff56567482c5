//! Files as text: which encoding, and what is no text at all.
//!
//! What is valid UTF-8 is UTF-8. Anything else has to prove what it is: by a byte order mark, by reading
//! like text in one byte order, or word by word (`western.rs`). Doubt means that it is left out: a text in
//! the wrong encoding would mislead whoever reads it, and nobody would notice.

mod controls;
mod encoding;
#[cfg(test)]
mod tests;
mod utf16;
mod western;

pub use encoding::Encoding;

use crate::ground::Ground;
use crate::left_out::LeftOutReason;
use crate::tree::FileEntry;

/// A file's text, decoded.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Text {
    /// Without a byte order mark.
    pub text: String,
    pub encoding: Encoding,
    /// Of the file as it lies on disk.
    pub byte_size: u64,
}

const UTF8_MARK: &[u8] = b"\xEF\xBB\xBF";
const UTF16LE_MARK: &[u8] = b"\xFF\xFE";
const UTF16BE_MARK: &[u8] = b"\xFE\xFF";
/// The first begins like that of UTF-16, so it is looked for before.
const UTF32_MARKS: [&[u8]; 2] = [b"\xFF\xFE\0\0", b"\0\0\xFE\xFF"];

/// Reads a file of the tree as text. A larger file is not read; one that changes meanwhile is read again,
/// once, and then refused.
pub fn read_text(
    ground: &dyn Ground,
    file: &FileEntry,
    max_bytes: u64,
) -> Result<Text, LeftOutReason> {
    decode(ground.read(&file.path, max_bytes)?)
}

/// Bytes as text, or why they are none. Doubt means that they are none.
pub fn decode(bytes: Vec<u8>) -> Result<Text, LeftOutReason> {
    let byte_size = bytes.len() as u64;
    let (text, encoding) = decode_bytes(bytes)?;
    Ok(Text { text, encoding, byte_size })
}

fn decode_bytes(bytes: Vec<u8>) -> Result<(String, Encoding), LeftOutReason> {
    if UTF32_MARKS.iter().any(|mark| bytes.starts_with(mark)) {
        return Err(LeftOutReason::UnsupportedEncoding);
    }
    for (mark, encoding) in [(UTF16LE_MARK, Encoding::Utf16Le), (UTF16BE_MARK, Encoding::Utf16Be)] {
        if let Some(rest) = bytes.strip_prefix(mark) {
            let text = utf16::after_mark(rest, encoding);
            return text.map(|text| (text, encoding)).ok_or(LeftOutReason::UnsupportedEncoding);
        }
    }
    if bytes.contains(&0) {
        return utf16::without_mark(&bytes).ok_or(LeftOutReason::Binary);
    }
    if controls::switches_character_set(&bytes) {
        return Err(LeftOutReason::UnsupportedEncoding);
    }
    if controls::are_too_many(&bytes) {
        return Err(LeftOutReason::Binary);
    }
    match String::from_utf8(bytes) {
        Ok(text) => Ok(utf8(text)),
        Err(error) => not_utf8(error.as_bytes()),
    }
}

fn utf8(mut text: String) -> (String, Encoding) {
    let has_mark = text.as_bytes().starts_with(UTF8_MARK);
    if has_mark {
        text.drain(..UTF8_MARK.len());
    }
    let encoding = if !has_mark && text.is_ascii() { Encoding::Ascii } else { Encoding::Utf8 };
    (text, encoding)
}

fn not_utf8(bytes: &[u8]) -> Result<(String, Encoding), LeftOutReason> {
    if bytes.iter().any(|&byte| controls::is_strange(byte)) {
        return Err(LeftOutReason::Binary);
    }
    let text = western::decode(bytes).ok_or(LeftOutReason::UnsupportedEncoding)?;
    Ok((text, Encoding::Windows1252))
}
