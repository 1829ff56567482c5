//! Logarithms in integers, the same on every machine.

/// Binary digits after the point.
const FRACTION: u32 = 16;

/// The logarithm to base 2, times 65,536, rounded down; 0 for 0.
pub(crate) fn log2(number: u64) -> i64 {
    let Some(whole) = number.checked_ilog2() else { return 0 };
    // The mantissa is in [1, 2) with 62 bits after the point; squaring it yields one more digit each time.
    let mut mantissa = u128::from(number) << (62 - whole.min(62));
    if whole > 62 {
        mantissa = u128::from(number >> 1);
    }
    let mut log = i64::from(whole);
    for _ in 0..FRACTION {
        mantissa = (mantissa * mantissa) >> 62;
        log <<= 1;
        if mantissa >> 63 != 0 {
            log |= 1;
            mantissa >>= 1;
        }
    }
    log
}

#[cfg(test)]
mod tests {
    use super::log2;
    use proptest::prelude::*;

    #[test]
    fn powers_of_two_are_exact() {
        for exponent in 0..64 {
            assert_eq!(log2(1 << exponent), i64::from(exponent) << 16);
        }
        assert_eq!(log2(3), 103_872);
        assert_eq!(log2(10), 217_705);
        assert_eq!(log2(u64::MAX), (64 << 16) - 1);
    }

    proptest! {
        #[test]
        fn it_grows_with_its_argument(a in 1_u64.., b in 1_u64..) {
            prop_assert_eq!(log2(a.min(b)) <= log2(a.max(b)), true);
        }

        #[test]
        fn products_are_sums(a in 1_u64..1 << 31, b in 1_u64..1 << 31) {
            prop_assert!((log2(a * b) - log2(a) - log2(b)).abs() <= 2);
        }
    }
}
