//! Numbers that can be compared between projects: shares of the best, places, and logarithms.

use crate::fixed::log2;

/// A share of the greatest, in thousandths; nothing of nothing.
pub(super) fn share(value: i64, greatest: i64) -> i32 {
    if greatest <= 0 || value <= 0 {
        return 0;
    }
    let share = i128::from(value) * 1000 / i128::from(greatest);
    i32::try_from(share).unwrap_or(i32::MAX).min(1000)
}

/// A number of things as a number of points.
pub(super) fn points(count: usize) -> i64 {
    i64::try_from(count).unwrap_or(i64::MAX)
}

/// The shares of some values in the greatest of them.
pub(super) fn shares(values: &[i64]) -> Vec<i32> {
    let greatest = values.iter().copied().max().unwrap_or(0);
    values.iter().map(|&value| share(value, greatest)).collect()
}

/// The place of each value, the greatest first, as a logarithm in tenths; what is nothing has no place.
pub(super) fn places(values: &[i64]) -> Vec<i32> {
    let mut order: Vec<usize> = (0..values.len()).filter(|&at| values[at] > 0).collect();
    order.sort_by_key(|&at| (std::cmp::Reverse(values[at]), at));
    let mut places = vec![NO_PLACE; values.len()];
    let mut place = 0;
    for (before, &at) in order.iter().enumerate() {
        // What is equal shares a place.
        if before > 0 && values[order[before - 1]] != values[at] {
            place = before as u64;
        }
        places[at] = logarithm(place).min(NO_PLACE);
    }
    places
}

const NO_PLACE: i32 = 200;

/// The logarithm to base 2 of one more than a number, in tenths.
pub(super) fn logarithm(number: u64) -> i32 {
    i32::try_from((log2(number.saturating_add(1)) * 10) >> 16).unwrap_or(i32::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_and_places_need_no_scale() {
        assert_eq!(shares(&[10, 0, 5, -3]), [1000, 0, 500, 0]);
        assert_eq!(places(&[10, 0, 30, 20]), [15, NO_PLACE, 0, 10]);
        assert_eq!(places(&[7, 7, 3]), [0, 0, 15]);
        assert_eq!((logarithm(0), logarithm(1), logarithm(1023)), (0, 10, 100));
        assert_eq!(share(i64::MAX, i64::MAX), 1000);
    }
}
