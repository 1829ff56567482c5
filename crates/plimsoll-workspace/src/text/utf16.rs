//! UTF-16, with a byte order mark or so plainly text that it needs none.

use super::controls;
use super::encoding::Encoding;

/// Fewer characters say nothing about how they are encoded.
const FEWEST: usize = 4;
/// So many are needed where most are not ASCII.
const FEWEST_FOREIGN: usize = 16;

/// The text after a byte order mark; nothing if the bytes are no valid UTF-16.
pub(super) fn after_mark(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let text = strictly(bytes, encoding)?;
    (!text.chars().any(is_no_character)).then_some(text)
}

/// Bytes with NULs in them as UTF-16 without a mark. It has to look like text in one byte order and, since
/// ASCII read in the wrong order is Chinese, more like text than in the other.
pub(super) fn without_mark(bytes: &[u8]) -> Option<(String, Encoding)> {
    let encoding = if ascii_units(bytes, Encoding::Utf16Le) >= ascii_units(bytes, Encoding::Utf16Be)
    {
        Encoding::Utf16Le
    } else {
        Encoding::Utf16Be
    };
    let text = strictly(bytes, encoding)?;
    is_plainly_text(&text).then_some((text, encoding))
}

/// Every unit in its place: no half characters, no strange control characters.
fn strictly(bytes: &[u8], encoding: Encoding) -> Option<String> {
    let decoder = match encoding {
        Encoding::Utf16Be => encoding_rs::UTF_16BE,
        _ => encoding_rs::UTF_16LE,
    };
    let text = decoder.decode_without_bom_handling_and_without_replacement(bytes)?;
    let strange = |c: char| u8::try_from(c).is_ok_and(controls::is_strange);
    (bytes.len().is_multiple_of(2) && !text.chars().any(strange)).then(|| text.into_owned())
}

/// How many units are ASCII that texts have, read in this order.
fn ascii_units(bytes: &[u8], encoding: Encoding) -> usize {
    let is_ascii = |unit: &&[u8]| match (encoding, *unit) {
        (Encoding::Utf16Be, &[0, low]) | (Encoding::Utf16Le, &[low, 0]) => {
            low.is_ascii() && !controls::is_strange(low)
        }
        _ => false,
    };
    bytes.chunks_exact(2).filter(is_ascii).count()
}

/// Mostly ASCII, or words of one script with spaces or line breaks between them.
fn is_plainly_text(text: &str) -> bool {
    let (mut all, mut ascii, mut spaces, mut pairs) = (0_usize, 0_usize, 0_usize, 0_usize);
    let mut script = None;
    for c in text.chars() {
        all += 1;
        ascii += usize::from(c.is_ascii());
        spaces += usize::from(matches!(c, ' ' | '\n'));
        pairs += usize::from(is_pair(c));
        match Script::of(c) {
            None => return false,
            Some(Script::Shared) => {}
            found if script.is_none() => script = found,
            found if script != found => return false,
            _ => {}
        }
    }
    let is_list = spaces == 0 && pairs * 2 > all - ascii;
    let mostly_ascii = all >= FEWEST && ascii * 2 >= all;
    !is_list && (mostly_ascii || (all >= FEWEST_FOREIGN && spaces > 0 && ascii >= all / 16))
}

/// Two ASCII letters read as one character: a list of names with NULs between them is full of these.
fn is_pair(c: char) -> bool {
    let bytes = u32::from(c).to_be_bytes();
    bytes[..2] == [0, 0] && bytes[2..].iter().all(u8::is_ascii_graphic)
}

/// Blocks that are written together.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Script {
    /// Latin letters and signs, which stand beside any other.
    Shared,
    Greek,
    Cyrillic,
    Hebrew,
    Arabic,
    Thai,
    EastAsian,
    Korean,
}

impl Script {
    fn of(c: char) -> Option<Self> {
        Some(match u32::from(c) {
            0..=0x7F | 0xA0..=0x24F | 0x2B0..=0x36F | 0x1E00..=0x1EFF => Self::Shared,
            0x2000..=0x2BFF | 0x3000..=0x303F | 0xFEFF | 0xFF00..=0xFFEE => Self::Shared,
            0x1F000..=0x1FAFF => Self::Shared,
            0x370..=0x3FF | 0x1F00..=0x1FFF => Self::Greek,
            0x400..=0x52F => Self::Cyrillic,
            0x590..=0x5FF => Self::Hebrew,
            0x600..=0x6FF => Self::Arabic,
            0xE00..=0xE7F => Self::Thai,
            0x3040..=0x30FF | 0x3400..=0x9FFF | 0xF900..=0xFAFF => Self::EastAsian,
            0x1100..=0x11FF | 0x3130..=0x318F | 0xAC00..=0xD7A3 => Self::Korean,
            _ => return None,
        })
    }
}

/// Code points that Unicode keeps from ever being characters. A swapped byte order mark is one of them.
fn is_no_character(c: char) -> bool {
    let code = u32::from(c);
    (0xFDD0..=0xFDEF).contains(&code) || code & 0xFFFE == 0xFFFE
}
