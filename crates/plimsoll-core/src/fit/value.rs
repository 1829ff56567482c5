//! `raise` by value: the room is filled with what is worth most for each unit of it.

use super::program::Selector;
use super::run::Deck;
use std::cmp::{Ordering, Reverse};
use std::collections::BinaryHeap;

/// Raises items by value per unit, then fills what room is left in rank order.
///
/// For each item only the rungs on the upper hull of value over weight are taken in the first pass: a rung
/// below the hull is never the best use of room. The second pass leaves no rung that would still fit.
pub(super) fn raise(deck: &mut Deck<'_>, what: &Selector) {
    let named: Vec<usize> =
        (0..deck.rungs.len()).filter(|&item| deck.is_named(item, what)).collect();
    let mut heap = BinaryHeap::new();
    for &item in &named {
        heap.extend(best_move(deck, item));
    }
    while let Some(Move { item, rung, .. }) = heap.pop() {
        if deck.has_room(item, rung) {
            deck.raise_to(item, rung);
            heap.extend(best_move(deck, item));
        }
    }
    for item in named {
        while let Some(rung) = next_rung(deck, item).filter(|&rung| deck.has_room(item, rung)) {
            deck.raise_to(item, rung);
        }
    }
}

fn next_rung(deck: &Deck<'_>, item: usize) -> Option<usize> {
    match deck.rungs[item] {
        Some(rung) => rung.checked_sub(1),
        None => Some(deck.lowest_allowed(item, true)),
    }
}

/// The move of an item to the rung that gains most for each unit.
fn best_move(deck: &Deck<'_>, item: usize) -> Option<Move> {
    let current = deck.rungs[item];
    let weights = deck.fit.weights;
    let (weight, value) =
        (deck.weight(item, current), current.map_or(0, |rung| weights.value(item, rung)));
    let end = current.unwrap_or(deck.lowest_allowed(item, true) + 1);
    (0..end)
        .map(|rung| Move {
            gain: weights.value(item, rung).saturating_sub(value),
            cost: (weights.weight(item, rung) - weight).max(1),
            item,
            rung,
        })
        .filter(|candidate| candidate.gain > 0)
        .max()
}

/// A move upwards; the greatest is the one to make next.
#[derive(Debug, PartialEq, Eq)]
struct Move {
    gain: u64,
    cost: u64,
    item: usize,
    rung: usize,
}

impl Ord for Move {
    fn cmp(&self, other: &Self) -> Ordering {
        let ours = u128::from(self.gain) * u128::from(other.cost);
        let theirs = u128::from(other.gain) * u128::from(self.cost);
        // Equal gain per unit: the better rank, then the smaller move.
        ours.cmp(&theirs)
            .then_with(|| Reverse(self.item).cmp(&Reverse(other.item)))
            .then_with(|| self.rung.cmp(&other.rung))
    }
}

impl PartialOrd for Move {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}
