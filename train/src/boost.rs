//! Gradient-boosted trees for yes or no, on whole numbers. What comes out is whole numbers too.
//!
//! Where rows come in groups of which the best is sought, a row with a yes is also drawn above those of its group with a no, by as
//! much as their change of places would matter (as LambdaMART does it).
//!
//! Values are sorted into at most 128 bins; a tree grows where it gains most, leaf by leaf; a leaf's answer is Newton's
//! step. Each tree sees some of the rows and some of the signals, so that no tree leans on what only these rows have.
//! One thread, fixed order, drawn by a fixed rule: the same rows give the same trees.

use plimsoll_index::search::{Forest, Node, Split, Tree};
use std::ops::Range;

const BINS: usize = 128;
/// Who stands behind so many does not matter to an order.
const PLACES_THAT_MATTER: usize = 20;
/// Points are 1/1024 of the logarithm of the odds.
const SCALE: f64 = 1024.0;

#[derive(Debug, Clone, Copy)]
pub(crate) struct Growth {
    /// So many are grown, each by itself, and asked together: what one has by chance the others have not.
    pub(crate) forests: usize,
    /// Of each of them.
    pub(crate) trees: usize,
    pub(crate) leaves: usize,
    pub(crate) rate: f64,
    /// The least second derivative in a leaf: about how many doubtful rows it needs.
    pub(crate) least: f64,
    pub(crate) smoothing: f64,
    /// How much the order inside of a group counts beside yes or no.
    pub(crate) order: f64,
    /// How many rows, and how many signals, of a hundred a tree sees.
    pub(crate) rows_seen: u64,
    pub(crate) signals_seen: u64,
}

/// Whether one of many is drawn, if `seen` of a hundred are.
fn is_drawn(tree: usize, kind: u64, one: usize, seen: u64) -> bool {
    // The last steps of SplitMix64: neighbours have nothing to do with each other.
    let mut mixed = (tree as u64) << 40 ^ kind << 36 ^ one as u64;
    mixed = mixed.wrapping_add(0x9E37_79B9_7F4A_7C15);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    (mixed ^ (mixed >> 31)) % 100 < seen
}

/// Rows of signals, with what is to be learned of each.
#[derive(Debug, Default, Clone)]
pub(crate) struct Rows {
    pub(crate) signals: usize,
    /// Row by row.
    pub(crate) values: Vec<i32>,
    pub(crate) labels: Vec<f32>,
    pub(crate) weights: Vec<f32>,
    /// Where each group of rows ends.
    pub(crate) groups: Vec<usize>,
}

impl Rows {
    pub(crate) fn end_group(&mut self) {
        self.groups.push(self.len());
    }

    pub(crate) fn push(&mut self, signals: &[i32], label: f32, weight: f32) {
        self.signals = signals.len();
        self.values.extend_from_slice(signals);
        self.labels.push(label);
        self.weights.push(weight);
    }

    pub(crate) fn len(&self) -> usize {
        self.labels.len()
    }
}

/// The largest value of each bin of a signal, ascending; what is more is in the last one. Half of the bins have equally many
/// rows. Most signals are the same for most rows, though, and these bins would be one: the other half have equally many
/// values.
fn edges(rows: &Rows, signal: usize) -> Vec<i32> {
    let mut values: Vec<i32> =
        rows.values.iter().skip(signal).step_by(rows.signals).step_by(7).copied().collect();
    values.sort_unstable();
    let mut distinct = values.clone();
    distinct.dedup();
    let mut edges = if distinct.len() < BINS {
        distinct
    } else {
        let half = BINS / 2;
        let cut = |values: &[i32]| -> Vec<i32> {
            (1..half).map(|bin| values[bin * values.len() / half]).collect()
        };
        [cut(&values), cut(&distinct)].concat()
    };
    edges.sort_unstable();
    edges.dedup();
    edges.truncate(BINS - 1);
    edges
}

#[derive(Clone, Copy, Default)]
struct Cell {
    gradient: f64,
    curvature: f64,
}

struct Leaf {
    node: usize,
    rows: Vec<u32>,
    /// Signal by signal, bin by bin.
    cells: Vec<Cell>,
    sum: Cell,
    best: Option<Choice>,
}

#[derive(Clone, Copy)]
struct Choice {
    gain: f64,
    signal: usize,
    bin: usize,
}

struct Grower<'a> {
    growth: Growth,
    signals: usize,
    /// Row by row.
    bins: Vec<u8>,
    edges: Vec<Vec<i32>>,
    gradients: Vec<Cell>,
    labels: &'a [f32],
    weights: &'a [f32],
    groups: &'a [usize],
    sums: Vec<f64>,
    /// The signals that the tree sees that is being grown.
    is_seen: Vec<bool>,
}

pub(crate) fn grow(rows: &Rows, growth: Growth) -> Forest {
    let edges: Vec<Vec<i32>> = (0..rows.signals).map(|signal| edges(rows, signal)).collect();
    let bin = |(at, &value): (usize, &i32)| {
        let edges = &edges[at % rows.signals];
        u8::try_from(edges.partition_point(|&edge| edge < value)).expect("there are 128 bins")
    };
    let bins: Vec<u8> = rows.values.iter().enumerate().map(bin).collect();
    let weigh =
        |sum: f64, (label, weight): (&f32, &f32)| sum + f64::from(*label) * f64::from(*weight);
    let yes = rows.labels.iter().zip(&rows.weights).fold(0.0, weigh);
    let all: f64 = rows.weights.iter().map(|&weight| f64::from(weight)).sum();
    let base = (yes.max(1.0) / (all - yes).max(1.0)).ln();
    let mut grower = Grower {
        growth,
        signals: rows.signals,
        bins,
        edges,
        gradients: vec![Cell::default(); rows.len()],
        labels: &rows.labels,
        weights: &rows.weights,
        groups: &rows.groups,
        sums: vec![base; rows.len()],
        is_seen: Vec::new(),
    };
    let mut trees = Vec::new();
    let mut together = vec![0.0; rows.len()];
    let share = 1.0 / growth.forests as f64;
    for forest in 0..growth.forests {
        grower.sums.fill(base);
        let first = forest * growth.trees;
        trees.extend((first..first + growth.trees).map(|tree| grower.tree(tree)));
        together.iter_mut().zip(&grower.sums).for_each(|(all, sum)| *all += share * sum);
    }
    grower.sums = together;
    for node in trees.iter_mut().flat_map(|tree: &mut Tree| &mut tree.nodes) {
        node.points = points(f64::from(node.points) / SCALE * share);
    }
    let forest = Forest { base: points(base), trees };
    if growth.order > 0.0 { in_odds(forest, &grower) } else { forest }
}

/// Stretches sums so that they are logarithms of odds again: what was drawn apart for the sake of order is too sure of itself.
fn in_odds(mut forest: Forest, grower: &Grower<'_>) -> Forest {
    let (mut slope, mut shift) = (1.0, 0.0);
    for _ in 0..30 {
        // Newton's steps for both at once.
        let (mut by_slope, mut by_shift) = (0.0, 0.0);
        let (mut bend, mut across, mut flat) = (1e-9, 0.0, 1e-9);
        for (&sum, &label) in grower.sums.iter().zip(grower.labels) {
            let probable = 1.0 / (1.0 + (-(slope * sum + shift)).exp());
            let (error, curve) = (f64::from(label) - probable, probable * (1.0 - probable));
            by_slope += error * sum;
            by_shift += error;
            bend += curve * sum * sum;
            across += curve * sum;
            flat += curve;
        }
        let whole = bend * flat - across * across;
        slope += (by_slope * flat - by_shift * across) / whole;
        shift += (by_shift * bend - by_slope * across) / whole;
    }
    let stretched = |value: i32| points(f64::from(value) / SCALE * slope);
    forest.base = points(f64::from(forest.base) / SCALE * slope + shift);
    for node in forest.trees.iter_mut().flat_map(|tree| &mut tree.nodes) {
        node.points = stretched(node.points);
    }
    forest
}

#[expect(clippy::cast_possible_truncation, reason = "logarithms of odds are small")]
fn points(value: f64) -> i32 {
    (value * SCALE).round() as i32
}

impl Grower<'_> {
    fn tree(&mut self, number: usize) -> Tree {
        for at in 0..self.sums.len() {
            let probable = 1.0 / (1.0 + (-self.sums[at]).exp());
            let weight = f64::from(self.weights[at]);
            self.gradients[at] = Cell {
                gradient: (f64::from(self.labels[at]) - probable) * weight,
                curvature: (probable * (1.0 - probable)).max(1e-6) * weight,
            };
        }
        if self.growth.order > 0.0 {
            let mut start = 0;
            for &end in self.groups {
                self.draw_apart(start..end);
                start = end;
            }
        }
        let Growth { rows_seen, signals_seen, .. } = self.growth;
        let is_seen = |signal| is_drawn(number, 0, signal, signals_seen);
        self.is_seen = (0..self.signals).map(is_seen).collect();
        let all = 0..u32::try_from(self.sums.len()).expect("fewer than 2^32");
        let all: Vec<u32> =
            all.filter(|&row| is_drawn(number, 1, row as usize, rows_seen)).collect();
        let mut bin_of = vec![0];
        let mut nodes = vec![Node::default()];
        let mut leaves = vec![self.leaf(0, all)];
        nodes[0].points = points(self.answer(leaves[0].sum));
        while leaves.len() < self.growth.leaves {
            let gain = |leaf: &Leaf| leaf.best.map_or(0.0, |choice| choice.gain);
            let best =
                (0..leaves.len()).max_by(|&a, &b| gain(&leaves[a]).total_cmp(&gain(&leaves[b])));
            let Some(best) = best.filter(|&best| gain(&leaves[best]) > 1e-9) else { break };
            let parent = leaves.swap_remove(best);
            let Some(Choice { signal, bin, .. }) = parent.best else { break };
            let first = nodes.len();
            nodes[parent.node].split = Some(Split {
                signal: u16::try_from(signal).expect("there are few signals"),
                most: self.edges[signal][bin],
                first: u32::try_from(first).expect("there are few nodes"),
            });
            bin_of[parent.node] = bin;
            let is_less =
                |&row: &u32| usize::from(self.bins[row as usize * self.signals + signal]) <= bin;
            let (less, more): (Vec<u32>, Vec<u32>) =
                parent.rows.iter().partition(|row| is_less(row));
            let (small, large, small_is_less) =
                if less.len() < more.len() { (less, more, true) } else { (more, less, false) };
            let small = self.leaf(first + usize::from(!small_is_less), small);
            let large = self.rest(first + usize::from(small_is_less), large, &parent, &small);
            nodes.extend([Node::default(), Node::default()]);
            bin_of.extend([0, 0]);
            for leaf in [&small, &large] {
                nodes[leaf.node].points = points(self.answer(leaf.sum));
            }
            leaves.extend([small, large]);
        }
        self.step(&nodes, &bin_of);
        Tree { nodes }
    }

    /// Adds a tree's answers to the sums of all rows, also of those that it has not seen.
    fn step(&mut self, nodes: &[Node], bin_of: &[usize]) {
        for (sum, bins) in self.sums.iter_mut().zip(self.bins.chunks_exact(self.signals)) {
            let mut at = 0;
            while let Some(Split { signal, first, .. }) = nodes[at].split {
                let is_more = usize::from(bins[usize::from(signal)]) > bin_of[at];
                at = first as usize + usize::from(is_more);
            }
            *sum += f64::from(nodes[at].points) / SCALE;
        }
    }

    /// Draws rows with a yes above rows with a no, as far as it matters at which places they stand.
    fn draw_apart(&mut self, group: Range<usize>) {
        let mut order: Vec<usize> = group.clone().collect();
        order.sort_by(|&a, &b| self.sums[b].total_cmp(&self.sums[a]).then(a.cmp(&b)));
        let gain = |place: usize| 1.0 / (place as f64 + 2.0).log2();
        let is_yes = |row: usize| self.labels[row] > 0.5;
        let yes = group.filter(|&row| is_yes(row)).count();
        let ideal: f64 = (0..yes).map(gain).sum();
        for (place, &row) in order.iter().enumerate().filter(|(_, row)| is_yes(**row)) {
            for (other_place, &other) in order.iter().enumerate().filter(|(_, row)| !is_yes(**row))
            {
                if place.min(other_place) >= PLACES_THAT_MATTER {
                    continue;
                }
                let matters = (gain(place) - gain(other_place)).abs() / ideal * self.growth.order;
                let wrong = 1.0 / (1.0 + (self.sums[row] - self.sums[other]).exp());
                let curvature = (wrong * (1.0 - wrong)).max(1e-6) * matters;
                self.gradients[row].gradient += wrong * matters;
                self.gradients[other].gradient -= wrong * matters;
                self.gradients[row].curvature += curvature;
                self.gradients[other].curvature += curvature;
            }
        }
    }

    fn answer(&self, sum: Cell) -> f64 {
        self.growth.rate * sum.gradient / (sum.curvature + self.growth.smoothing)
    }

    fn leaf(&self, node: usize, rows: Vec<u32>) -> Leaf {
        let mut cells = vec![Cell::default(); self.signals * BINS];
        for &row in &rows {
            let Cell { gradient, curvature } = self.gradients[row as usize];
            let bins = &self.bins[row as usize * self.signals..][..self.signals];
            for (cells, &bin) in cells.chunks_exact_mut(BINS).zip(bins) {
                let cell = &mut cells[usize::from(bin)];
                cell.gradient += gradient;
                cell.curvature += curvature;
            }
        }
        self.finished(node, rows, cells)
    }

    /// The other half of a leaf of which one half is known.
    fn rest(&self, node: usize, rows: Vec<u32>, parent: &Leaf, half: &Leaf) -> Leaf {
        let less = |(all, half): (&Cell, &Cell)| Cell {
            gradient: all.gradient - half.gradient,
            curvature: all.curvature - half.curvature,
        };
        let cells = parent.cells.iter().zip(&half.cells).map(less).collect();
        self.finished(node, rows, cells)
    }

    fn finished(&self, node: usize, rows: Vec<u32>, cells: Vec<Cell>) -> Leaf {
        let sum = cells[..BINS].iter().fold(Cell::default(), |sum, cell| Cell {
            gradient: sum.gradient + cell.gradient,
            curvature: sum.curvature + cell.curvature,
        });
        let mut best: Option<Choice> = None;
        let worth =
            |cell: Cell| cell.gradient * cell.gradient / (cell.curvature + self.growth.smoothing);
        for signal in (0..self.signals).filter(|&signal| self.is_seen[signal]) {
            let mut less = Cell::default();
            for bin in 0..self.edges[signal].len() {
                let cell = cells[signal * BINS + bin];
                less.gradient += cell.gradient;
                less.curvature += cell.curvature;
                let more = Cell {
                    gradient: sum.gradient - less.gradient,
                    curvature: sum.curvature - less.curvature,
                };
                if less.curvature.min(more.curvature) < self.growth.least {
                    continue;
                }
                let gain = worth(less) + worth(more) - worth(sum);
                if best.is_none_or(|best| gain > best.gain) {
                    best = Some(Choice { gain, signal, bin });
                }
            }
        }
        Leaf { node, rows, cells, sum, best }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn growth(trees: usize, leaves: usize, rate: f64, order: f64) -> Growth {
        let (rows_seen, signals_seen) = (80, 100);
        Growth {
            forests: 1,
            trees,
            leaves,
            rate,
            least: 1.0,
            smoothing: 1.0,
            order,
            rows_seen,
            signals_seen,
        }
    }

    #[test]
    fn about_as_many_are_drawn_as_are_asked_for() {
        let drawn = |tree| (0..10_000).filter(|&row| is_drawn(tree, 1, row, 80)).count();
        assert!((7_800..8_200).contains(&drawn(0)) && (7_800..8_200).contains(&drawn(7)));
        assert!((0..100).any(|row| is_drawn(0, 1, row, 80) != is_drawn(1, 1, row, 80)));
        assert!((0..1_000).all(|row| is_drawn(3, 0, row, 100) && !is_drawn(3, 0, row, 0)));
    }

    #[test]
    fn what_is_asked_for_is_learned() {
        let mut rows = Rows::default();
        for at in 0..4000 {
            let (a, b) = (at % 100, (at / 100) % 7);
            rows.push(&[a, b], f32::from(u8::from(a > 60 && b != 3)), 1.0);
        }
        let growth = growth(30, 6, 0.3, 0.0);
        let forest = grow(&rows, growth);
        assert!(forest.is_sound(2));
        assert!(
            forest.sum(&[80, 1]) > 1024
                && forest.sum(&[80, 3]) < -1024
                && forest.sum(&[10, 1]) < -1024
        );
        assert_eq!(grow(&rows, growth), forest);
    }

    #[test]
    fn the_best_of_each_group_is_learned_and_stays_a_probability() {
        // In each group the first signal is only comparable inside of the group.
        let mut rows = Rows::default();
        for group in 0..200 {
            for at in 0..20 {
                rows.push(&[at, group % 13], f32::from(u8::from(at == 19)), 1.0);
            }
            rows.end_group();
        }
        let growth = growth(40, 4, 0.2, 1.0);
        let forest = grow(&rows, growth);
        assert!(forest.sum(&[19, 3]) > 1024 && forest.sum(&[18, 3]) < -1024);
        let all: f64 =
            (0..20).map(|at| 1.0 / (1.0 + (-(forest.sum(&[at, 3]) as f64) / SCALE).exp())).sum();
        assert!((0.5..1.5).contains(&all), "{all}");
    }
}
