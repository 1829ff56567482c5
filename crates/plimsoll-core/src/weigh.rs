//! What the rungs of candidates weigh, counted when somebody asks.

use crate::candidate::Candidate;
use crate::count::Counter;
use crate::fit::Weights;
use crate::ladder::{Ladder, View};
use crate::render::{Displayed, Part, Renderer};
use std::cell::OnceCell;

/// The candidates that may board, in rank order, ready to be weighed.
pub(crate) struct Scales<'a> {
    renderer: &'a dyn Renderer,
    counter: &'a dyn Counter,
    pub(crate) loads: Vec<Load<'a>>,
}

/// One candidate on the scales.
pub(crate) struct Load<'a> {
    pub(crate) candidate: &'a Candidate,
    displayed: OnceCell<Displayed>,
    whole: OnceCell<u64>,
    /// Rungs of the ladder that are strictly smaller than the one above, with their weights.
    lower: OnceCell<Vec<(usize, u64)>>,
}

impl<'a> Scales<'a> {
    pub(crate) fn new(renderer: &'a dyn Renderer, counter: &'a dyn Counter) -> Self {
        Self { renderer, counter, loads: Vec::new() }
    }

    pub(crate) fn add(&mut self, candidate: &'a Candidate) {
        self.loads.push(Load {
            candidate,
            displayed: OnceCell::new(),
            whole: OnceCell::new(),
            lower: OnceCell::new(),
        });
    }

    /// The view of a rung as fit counts them.
    pub(crate) fn view(&self, item: usize, rung: usize) -> View {
        let load = &self.loads[item];
        load.candidate.ladder.view(self.ladder_rung(item, rung), load.displayed().line_count())
    }

    /// Writes the block of an item at a rung.
    pub(crate) fn write(&self, item: usize, rung: usize, out: &mut String) {
        self.write_view(item, &self.view(item, rung), out);
    }

    fn write_view(&self, item: usize, view: &View, out: &mut String) {
        let load = &self.loads[item];
        let displayed = load.displayed();
        let head = displayed.head(load.candidate, view);
        out.push_str(&self.renderer.open_block(&head));
        for part in displayed.parts(view) {
            out.push_str(&self.renderer.body(part.as_str()));
        }
        out.push_str(&self.renderer.close_block(&head));
    }

    /// The rung of the ladder that a rung of fit is: fit leaves out those that save nothing.
    pub(crate) fn ladder_rung(&self, item: usize, rung: usize) -> usize {
        if rung == 0 { 0 } else { self.lower(item)[rung - 1].0 }
    }

    fn whole(&self, item: usize) -> u64 {
        *self.loads[item].whole.get_or_init(|| self.count(item, 0))
    }

    fn lower(&self, item: usize) -> &[(usize, u64)] {
        self.loads[item].lower.get_or_init(|| {
            let weights = self.weigh_ladder(item);
            let mut smallest = self.whole(item);
            let mut strictly_smaller = Vec::new();
            for (rung, weight) in weights {
                if weight < smallest {
                    smallest = weight;
                    strictly_smaller.push((rung, weight));
                }
            }
            strictly_smaller
        })
    }

    /// The weights of all rungs below the whole.
    fn weigh_ladder(&self, item: usize) -> Vec<(usize, u64)> {
        let ladder = &self.loads[item].candidate.ladder;
        if let Ladder::Pieces { pieces, .. } = ladder {
            return self.weigh_pieces(item, pieces.len());
        }
        (1..ladder.rungs()).map(|rung| (rung, self.count(item, rung))).collect()
    }

    /// A text in pieces is counted piece by piece: counting it anew for each rung would take the square
    /// of its length. That asks for pieces whose counts add up: one that would not is counted with the one
    /// before it, and there is no rung that begins with it.
    fn weigh_pieces(&self, item: usize, piece_count: usize) -> Vec<(usize, u64)> {
        let load = &self.loads[item];
        let displayed = load.displayed();
        let rungs = load.candidate.ladder.rungs();
        let count = |text: &str| self.counter.count(&self.renderer.body(text));
        let mut weights = Vec::new();
        // The last rung with pieces has one; every rung above it has one more at the front.
        let mut pieces_weight = 0;
        let mut uncounted = Vec::new();
        for rung in (1..rungs).rev() {
            let view = load.candidate.ladder.view(rung, displayed.line_count());
            let kept = piece_count.saturating_sub(rung);
            let parts = displayed.parts(&view);
            let (before, pieces) = parts.split_at(parts.len() - kept);
            if let Some(&Part::Text(first)) = pieces.first() {
                uncounted.push(first);
                if !starts_additively(first) {
                    continue;
                }
                pieces_weight += count(&uncounted.drain(..).rev().collect::<String>());
            }
            let head = displayed.head(load.candidate, &view);
            let mut open = self.renderer.open_block(&head);
            open.extend(before.iter().map(|part| self.renderer.body(part.as_str())));
            let frame =
                self.counter.count(&open) + self.counter.count(&self.renderer.close_block(&head));
            weights.push((rung, frame + pieces_weight));
        }
        weights.reverse();
        weights
    }

    fn count(&self, item: usize, ladder_rung: usize) -> u64 {
        let load = &self.loads[item];
        let view = load.candidate.ladder.view(ladder_rung, load.displayed().line_count());
        let mut block = String::new();
        self.write_view(item, &view, &mut block);
        self.counter.count(&block)
    }
}

/// Whether the count of a text adds up with that of a text ending in a newline before it.
fn starts_additively(text: &str) -> bool {
    text.chars().next().is_some_and(|first| !first.is_whitespace() && first != '/')
}

impl Load<'_> {
    pub(crate) fn displayed(&self) -> &Displayed {
        self.displayed.get_or_init(|| Displayed::new(self.candidate.text.text()))
    }
}

impl Weights for Scales<'_> {
    fn rungs(&self, item: usize) -> usize {
        1 + self.lower(item).len()
    }

    fn weight(&self, item: usize, rung: usize) -> u64 {
        if rung == 0 { self.whole(item) } else { self.lower(item)[rung - 1].1 }
    }

    /// What a candidate is worth falls with its place in the ranking; what a rung is worth of that falls
    /// slowly at first, since the best lines go last, and ends at half.
    fn value(&self, item: usize, rung: usize) -> u64 {
        let (place, rung, lowest) = (item as u64, rung as u64, self.lower(item).len() as u64);
        let lost = 50 * rung * rung / (lowest * lowest).max(1);
        1_000_000 / (place + 2) * (100 - lost.min(50))
    }
}
