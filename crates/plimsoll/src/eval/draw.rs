//! Numbers that look drawn and are the same on every machine (SplitMix64).

pub(super) struct Draw(u64);

impl Draw {
    pub(super) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut mixed = self.0;
        mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        mixed ^ (mixed >> 31)
    }

    /// One of `0..below`; 0 where there is none. The bias of the remainder is far below what anybody measures.
    pub(super) fn below(&mut self, below: usize) -> usize {
        let drawn = self.next() % (below as u64).max(1);
        usize::try_from(drawn).expect("it is less than a number of this kind")
    }

    /// All in an order of its own (Fisher-Yates).
    pub(super) fn shuffle<T>(&mut self, items: &mut [T]) {
        for at in (1..items.len()).rev() {
            items.swap(at, self.below(at + 1));
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_same_seed_draws_the_same() {
        let order = |seed| {
            let mut items: Vec<usize> = (0..50).collect();
            Draw::new(seed).shuffle(&mut items);
            items
        };
        assert_eq!(order(7), order(7));
        assert_ne!(order(7), order(8));
        let mut sorted = order(7);
        sorted.sort_unstable();
        assert_eq!(sorted, (0..50).collect::<Vec<_>>());
        // As the published generator has it.
        assert_eq!(Draw::new(1_234_567).next(), 6_457_827_717_110_365_317);
    }
}
