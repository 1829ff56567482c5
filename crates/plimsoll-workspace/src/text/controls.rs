//! Control characters: a few occur in text, many mean that it is none.

/// How many times more of everything else a text has than control characters that text has no use for. The
/// densest real sources are short scripts for editors, with one in twenty.
const OTHERS_PER_CONTROL: usize = 16;

/// Control characters that no text has a use for. Bell, backspace, tabs, line and page breaks, DOS's end of
/// file and the escape of terminal recordings occur in real source trees; they are shown spelled out.
pub(super) fn is_strange(byte: u8) -> bool {
    matches!(byte, 0..=0x06 | 0x0E..=0x19 | 0x1C..=0x1F | 0x7F)
}

/// Whether bytes without a NUL have too many strange ones to be a text. A few are in real sources: in test
/// data, in patterns that somebody typed with an editor's quote key.
pub(super) fn are_too_many(bytes: &[u8]) -> bool {
    let strange = bytes.iter().filter(|byte| is_strange(**byte)).count();
    strange > (bytes.len() - strange) / OTHERS_PER_CONTROL
}

/// Whether a text switches to another character set by escape sequences, as ISO-2022 does. `ESC $` is none
/// of a terminal's.
pub(super) fn switches_character_set(bytes: &[u8]) -> bool {
    bytes
        .windows(3)
        .any(|three| matches!(three, [0x1B, b'$', b'@' | b'A' | b'B' | b'(' | b')' | b'*']))
}
