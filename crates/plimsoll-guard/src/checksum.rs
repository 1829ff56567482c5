//! Checksums that tokens end with.

/// Whether the last six digits are the checksum of what stands between them and the last underscore.
pub(crate) fn has_crc62(value: &str) -> bool {
    let body = value.rsplit('_').next().unwrap_or_default();
    let at = body.len().saturating_sub(6);
    body.get(at..).is_some_and(|sum| sum == base62_crc(&body[..at]))
}

/// `glpat-BODY.LLCCCCCCC`: seven digits of base 36 over everything before them.
pub(crate) fn has_gitlab_crc(value: &str) -> bool {
    let at = value.len().saturating_sub(7);
    let sum = value.get(at..).and_then(|sum| u32::from_str_radix(sum, 36).ok());
    sum.is_some_and(|sum| sum == crc32(&value.as_bytes()[..at]))
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
