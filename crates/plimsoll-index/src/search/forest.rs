//! Trees of integers: what was learned, as data.

/// A sum of trees. Points are 1/1024 of the natural logarithm of the odds.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Forest {
    /// What is added to every sum.
    pub base: i32,
    pub trees: Vec<Tree>,
}

/// The root comes first.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Tree {
    pub nodes: Vec<Node>,
}

/// A question, or an answer where there is none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Node {
    /// What would be said if nothing more were asked.
    pub points: i32,
    pub split: Option<Split>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Split {
    pub signal: u16,
    /// What is at most this goes to the first node, what is more to the one behind it.
    pub most: i32,
    pub first: u32,
}

impl Forest {
    /// The sum for some signals.
    pub fn sum(&self, signals: &[i32]) -> i64 {
        let mut sum = i64::from(self.base);
        for tree in &self.trees {
            sum += i64::from(tree.leaf(signals, |_, _| {}));
        }
        sum
    }

    /// What each signal contributes: together with the base, exactly the sum.
    pub fn contributions(&self, signals: &[i32]) -> Vec<i64> {
        let mut contributions = vec![0; signals.len()];
        for tree in &self.trees {
            // A tree's first guess is the same for everything.
            tree.leaf(signals, |signal, points| contributions[signal] += i64::from(points));
        }
        contributions
    }

    /// What is said of everything before anything is asked.
    pub fn bias(&self) -> i64 {
        let first = |tree: &Tree| tree.nodes.first().map_or(0, |node| i64::from(node.points));
        i64::from(self.base) + self.trees.iter().map(first).sum::<i64>()
    }

    /// Whether it can be asked about so many signals: no way leads astray or in circles.
    pub fn is_sound(&self, signals: usize) -> bool {
        self.trees.iter().all(|tree| {
            !tree.nodes.is_empty()
                && tree.nodes.iter().enumerate().all(|(at, node)| {
                    node.split.is_none_or(|split| {
                        usize::from(split.signal) < signals
                            && split.first as usize > at
                            && (split.first as usize) + 1 < tree.nodes.len()
                    })
                })
        })
    }
}

impl Tree {
    fn leaf(&self, signals: &[i32], mut step: impl FnMut(usize, i32)) -> i32 {
        let mut node = self.nodes[0];
        while let Some(Split { signal, most, first }) = node.split {
            let signal = usize::from(signal);
            let next = self.nodes[first as usize + usize::from(signals[signal] > most)];
            step(signal, next.points - node.points);
            node = next;
        }
        node.points
    }
}

/// How probable something is whose sum is this, in millionths, by a table: the same on every machine.
pub fn probability(sum: i64) -> u32 {
    /// The logistic function at 0, 1/4, 1/2, … in millionths.
    const QUARTERS: [i64; 49] = [
        500_000, 562_177, 622_459, 679_179, 731_059, 777_300, 817_574, 851_953, 880_797, 904_651,
        924_142, 939_913, 952_574, 962_673, 970_688, 977_023, 982_014, 985_936, 989_013, 991_423,
        993_307, 994_780, 995_930, 996_827, 997_527, 998_073, 998_499, 998_830, 999_089, 999_290,
        999_447, 999_569, 999_665, 999_739, 999_797, 999_842, 999_877, 999_904, 999_925, 999_942,
        999_955, 999_965, 999_972, 999_979, 999_983, 999_987, 999_990, 999_992, 999_994,
    ];
    let size = sum.unsigned_abs().min(12 * 1024 - 1);
    let (quarter, rest) = ((size / 256) as usize, i64::try_from(size % 256).unwrap_or(0));
    let (low, high) = (QUARTERS[quarter], QUARTERS[quarter + 1]);
    let above = low + (high - low) * rest / 256;
    let probable = if sum < 0 { 1_000_000 - above } else { above };
    u32::try_from(probable).unwrap_or(0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn forest() -> Forest {
        let node = |points, split| Node { points, split };
        let ask = |signal, most, first| Some(Split { signal, most, first });
        Forest {
            base: -100,
            trees: vec![
                Tree {
                    nodes: vec![
                        node(7, ask(0, 5, 1)),
                        node(-20, None),
                        node(50, ask(1, -1, 3)),
                        node(30, None),
                        node(90, None),
                    ],
                },
                Tree { nodes: vec![node(3, None)] },
            ],
        }
    }

    #[test]
    fn a_sum_is_made_of_leaves() {
        let forest = forest();
        assert!(forest.is_sound(2) && !forest.is_sound(1));
        assert_eq!(forest.sum(&[5, 0]), -100 - 20 + 3);
        assert_eq!(forest.sum(&[6, -1]), -100 + 30 + 3);
        assert_eq!(forest.sum(&[6, 0]), -100 + 90 + 3);
    }

    #[test]
    fn a_way_that_leads_back_is_not_sound() {
        let mut forest = forest();
        forest.trees[0].nodes[2].split = Some(Split { signal: 1, most: 0, first: 2 });
        assert!(!forest.is_sound(2));
        forest.trees[0].nodes[2].split = Some(Split { signal: 1, most: 0, first: 4 });
        assert!(!forest.is_sound(2));
    }

    proptest! {
        #[test]
        fn contributions_add_up(a in -9_i32..9, b in -9_i32..9) {
            let forest = forest();
            let sum: i64 = forest.contributions(&[a, b]).iter().sum();
            prop_assert_eq!(forest.bias() + sum, forest.sum(&[a, b]));
        }

        #[test]
        fn probabilities_grow_with_sums(a in -20_000_i64..20_000, b in -20_000_i64..20_000) {
            prop_assert!(probability(a.min(b)) <= probability(a.max(b)));
            prop_assert!(probability(a).abs_diff(1_000_000 - probability(-a)) <= 1);
        }
    }
}
