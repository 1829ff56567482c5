//! How facts are written: numbers and texts, one after the other. Whoever reads them back gets nothing from
//! bytes that were not written so.

/// Seven bits per byte, lowest first; the highest bit says that more follow.
pub fn push_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push((number & 0x7F) as u8 | 0x80);
        number >>= 7;
    }
    out.push((number & 0x7F) as u8);
}

pub fn take_number(bytes: &mut &[u8]) -> Option<u64> {
    let mut number = 0_u64;
    for shift in (0..63).step_by(7) {
        let (&byte, rest) = bytes.split_first()?;
        *bytes = rest;
        number |= u64::from(byte & 0x7F) << shift;
        if byte < 0x80 {
            return Some(number);
        }
    }
    None
}

pub fn push_text(out: &mut Vec<u8>, text: &str) {
    push_number(out, text.len() as u64);
    out.extend_from_slice(text.as_bytes());
}

pub fn take_text(bytes: &mut &[u8]) -> Option<String> {
    take_str(bytes).map(str::to_owned)
}

/// As [`take_text`], where it stands.
pub fn take_str<'a>(bytes: &mut &'a [u8]) -> Option<&'a str> {
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let (text, rest) = bytes.split_at_checked(length)?;
    *bytes = rest;
    str::from_utf8(text).ok()
}

pub fn take_u32(bytes: &mut &[u8]) -> Option<u32> {
    u32::try_from(take_number(bytes)?).ok()
}

/// How many things follow. Each takes a byte at least, so a broken number asks for no memory.
pub fn take_count(bytes: &mut &[u8]) -> Option<usize> {
    usize::try_from(take_number(bytes)?).ok().filter(|&count| count <= bytes.len())
}
