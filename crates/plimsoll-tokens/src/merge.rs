//! How many tokens a piece has that is none itself.
//!
//! Of all neighbours that together are a token, those with the lowest rank are joined first, the leftmost ones where
//! there are several. That is how the encodings are defined, so nothing here may take another way.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

use crate::vocabulary::Vocabulary;

/// Up to so many bytes the lowest rank is looked for among all; beyond, that would take the square of them.
const SHORT: usize = 96;
/// The rank of what is no token.
const NONE: u32 = u32::MAX;

pub(crate) fn count(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    if piece.len() <= SHORT {
        count_short(vocabulary, piece)
    } else {
        count_long(vocabulary, piece)
    }
}

/// Parts lie side by side; joining two moves what follows one place forward.
fn count_short(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    let rank = |start: u8, end: u8| {
        vocabulary.rank(&piece[usize::from(start)..usize::from(end)]).unwrap_or(NONE)
    };
    // Where each part begins, and after the last one where it ends; and the rank of each with the one after it.
    let mut starts = [0u8; SHORT + 1];
    let mut ranks = [NONE; SHORT];
    let mut parts = piece.len();
    for (start, place) in (0u8..).zip(&mut starts[..=parts]) {
        *place = start;
    }
    for at in 0..parts.saturating_sub(1) {
        ranks[at] = rank(starts[at], starts[at + 2]);
    }
    loop {
        let lowest = (0..parts.saturating_sub(1)).min_by_key(|&at| ranks[at]);
        let Some(at) = lowest.filter(|&at| ranks[at] != NONE) else {
            return parts as u64;
        };
        starts.copy_within(at + 2..=parts, at + 1);
        ranks.copy_within(at + 1..parts, at);
        parts -= 1;
        ranks[at] = if at + 1 < parts { rank(starts[at], starts[at + 2]) } else { NONE };
        if at > 0 {
            ranks[at - 1] = rank(starts[at - 1], starts[at + 1]);
        }
    }
}

/// Neighbours wait in a heap; what is no longer true when its turn comes is passed over.
fn count_long(vocabulary: &Vocabulary, piece: &[u8]) -> u64 {
    let parts =
        (0..piece.len()).map(|at| Part { before: at.saturating_sub(1), end: at + 1, rank: NONE });
    let mut long = Long { vocabulary, piece, parts: parts.collect(), heap: BinaryHeap::new() };
    let mut count = piece.len() as u64;
    for at in 0..piece.len() {
        long.meet(at);
    }
    while let Some(Reverse((lowest, at))) = long.heap.pop() {
        if long.parts[at].rank == lowest {
            long.join(at);
            count -= 1;
        }
    }
    count
}

struct Long<'a> {
    vocabulary: &'a Vocabulary,
    piece: &'a [u8],
    /// Each at the place where it begins. What was joined to another one has no rank any more.
    parts: Vec<Part>,
    heap: BinaryHeap<Reverse<(u32, usize)>>,
}

#[derive(Debug, Clone, Copy)]
struct Part {
    /// Where the one before it begins.
    before: usize,
    end: usize,
    /// Its rank together with the one after it.
    rank: u32,
}

impl Long<'_> {
    /// Looks up what the part that begins there makes with the one after it.
    fn meet(&mut self, start: usize) {
        let after = self.parts.get(self.parts[start].end);
        let rank = after.and_then(|after| self.vocabulary.rank(&self.piece[start..after.end]));
        self.parts[start].rank = rank.unwrap_or(NONE);
        if let Some(rank) = rank {
            self.heap.push(Reverse((rank, start)));
        }
    }

    /// Makes one part of the one that begins there and the one after it.
    fn join(&mut self, start: usize) {
        let joined = self.parts[start].end;
        let end = self.parts[joined].end;
        self.parts[joined].rank = NONE;
        self.parts[start].end = end;
        if let Some(after) = self.parts.get_mut(end) {
            after.before = start;
        }
        self.meet(start);
        if start > 0 {
            self.meet(self.parts[start].before);
        }
    }
}
