//! Shannon's entropy in integers, the same on every machine.

/// Binary digits after the point of a logarithm.
const FRACTION: u32 = 20;

/// The entropy of a text's bytes, in thousandths of a bit.
pub(super) fn entropy(text: &str) -> u32 {
    let mut counts = [0_u32; 256];
    for byte in text.bytes() {
        counts[usize::from(byte)] += 1;
    }
    let length = u32::try_from(text.len()).unwrap_or(u32::MAX);
    if length == 0 {
        return 0;
    }
    // H = log n − (Σ c log c) / n
    let spent: u64 = counts
        .iter()
        .filter(|&&count| count > 0)
        .map(|&count| u64::from(count) * log2(count))
        .sum();
    let bits = log2(length).saturating_sub(spent / u64::from(length));
    u32::try_from((bits * 1000 + (1 << (FRACTION - 1))) >> FRACTION).unwrap_or(u32::MAX)
}

/// The binary logarithm of a number from 1 on, with `FRACTION` digits after the point: one digit for each
/// squaring of what is left.
fn log2(number: u32) -> u64 {
    let whole = u64::from(number.ilog2());
    // Between 1 and 2, with 31 digits after the point.
    let mut rest = u64::from(number) << (31 - number.ilog2());
    let mut digits = 0;
    for _ in 0..FRACTION {
        rest = (rest * rest) >> 31;
        digits <<= 1;
        if rest >= 1 << 32 {
            rest >>= 1;
            digits |= 1;
        }
    }
    (whole << FRACTION) | digits
}

#[cfg(test)]
mod tests {
    use super::entropy;

    #[test]
    fn known_entropies() {
        for (text, expected) in [
            ("", 0),
            ("aaaa", 0),
            ("ab", 1000),
            ("abcd", 2000),
            ("0123456789abcdef", 4000),
            ("aab", 918),
        ] {
            assert_eq!(entropy(text), expected, "{text}");
        }
    }
}
