//! What the rungs of candidates weigh, counted when somebody asks.

use crate::candidate::Candidate;
use crate::count::Counter;
use crate::fit::Weights;
use crate::ladder::{Cut, Ladder, Lines, Shown, View, going};
use crate::limit::LARGEST_LIMIT;
use crate::render::{Displayed, Part, Renderer, contents_line};
use crate::vocab::Origin;
use std::cell::OnceCell;
use std::collections::{BTreeMap, BTreeSet};

/// So many rungs of a text in pieces are looked at.
const MOST_RUNGS: usize = 512;

/// The candidates that may board, in rank order, ready to be weighed.
pub(crate) struct Scales<'a> {
    renderer: &'a dyn Renderer,
    counter: &'a dyn Counter,
    /// What stands before this section has a line in the table of contents.
    contents_before: Option<u16>,
    pub(crate) loads: Vec<Load<'a>>,
}

/// One candidate on the scales.
pub(crate) struct Load<'a> {
    pub(crate) candidate: &'a Candidate,
    score: i64,
    displayed: OnceCell<Displayed>,
    whole: OnceCell<Weighed>,
    /// Rungs of the ladder that are strictly smaller than the one above.
    lower: OnceCell<Vec<Weighed>>,
}

/// A rung of a ladder on the scales.
#[derive(Debug, Clone, Copy)]
struct Weighed {
    rung: usize,
    block: u64,
    /// Its line in the table of contents.
    line: u64,
}

impl Weighed {
    /// With and without its line: which of both counts is not known here.
    fn is_smaller_than(self, above: Self) -> bool {
        self.block < above.block && self.block + self.line < above.block + above.line
    }
}

impl<'a> Scales<'a> {
    pub(crate) fn new(
        renderer: &'a dyn Renderer,
        counter: &'a dyn Counter,
        contents_before: Option<u16>,
    ) -> Self {
        Self { renderer, counter, contents_before, loads: Vec::new() }
    }

    pub(crate) fn add(&mut self, candidate: &'a Candidate, score: i64) {
        self.loads.push(Load {
            candidate,
            score,
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

    /// The line of an item at a rung in the table of contents; our own texts have none, and what comes after it.
    pub(crate) fn contents_line(&self, item: usize, rung: usize) -> Option<String> {
        self.line_of(item, &self.view(item, rung))
    }

    fn line_of(&self, item: usize, view: &View) -> Option<String> {
        let load = &self.loads[item];
        let Candidate { position, origin, .. } = load.candidate;
        let is_listed = self.contents_before.is_some_and(|end| position.section < end);
        (is_listed && *origin != Origin::Plimsoll)
            .then(|| contents_line(&load.displayed().head(load.candidate, view)))
    }

    /// What the line of an item at a rung counts in the table of contents.
    pub(crate) fn line_weight(&self, item: usize, rung: usize) -> u64 {
        self.weighed(item, rung).line
    }

    fn weighed(&self, item: usize, rung: usize) -> Weighed {
        if rung == 0 { self.whole(item) } else { self.lower(item)[rung - 1] }
    }

    /// The rung of the ladder that a rung of fit is: fit leaves out those that save nothing.
    pub(crate) fn ladder_rung(&self, item: usize, rung: usize) -> usize {
        self.weighed(item, rung).rung
    }

    fn whole(&self, item: usize) -> Weighed {
        *self.loads[item].whole.get_or_init(|| self.weigh(item, 0))
    }

    fn lower(&self, item: usize) -> &[Weighed] {
        self.loads[item].lower.get_or_init(|| {
            let mut smallest = self.whole(item);
            let mut strictly_smaller = self.weigh_ladder(item);
            strictly_smaller.retain(|weighed| {
                let is_smaller = weighed.is_smaller_than(smallest);
                if is_smaller {
                    smallest = *weighed;
                }
                is_smaller
            });
            strictly_smaller
        })
    }

    /// The weights of all rungs below the whole.
    fn weigh_ladder(&self, item: usize) -> Vec<Weighed> {
        let ladder = &self.loads[item].candidate.ladder;
        match ladder {
            Ladder::Pieces { pieces, order, .. } => self.weigh_pieces(item, pieces, order),
            Ladder::Cuts { cuts, .. } if cuts.len() > 1 => self.weigh_cuts(item, cuts),
            _ => (1..ladder.rungs()).map(|rung| self.weigh(item, rung)).collect(),
        }
    }

    /// Selections have most of their lines in common: the text is divided wherever one of them begins or ends, and
    /// what lies between is counted once.
    fn weigh_cuts(&self, item: usize, cuts: &[Cut]) -> Vec<Weighed> {
        let load = &self.loads[item];
        let displayed = load.displayed();
        let all = cuts.iter().flat_map(|cut| &cut.keep);
        let edges = all.flat_map(|lines| [lines.first, lines.last.saturating_add(1)]);
        let adds_up = |line: &u32| {
            starts_additively(displayed.slice(Lines { first: *line, last: displayed.line_count() }))
        };
        let edges: BTreeSet<u32> = edges.filter(adds_up).collect();
        let mut known: BTreeMap<Lines, u64> = BTreeMap::new();
        let ladder = &load.candidate.ladder;
        (1..ladder.rungs())
            .map(|rung| {
                let view = ladder.view(rung, displayed.line_count());
                let head = displayed.head(load.candidate, &view);
                let Shown::Kept { lines, .. } = &view.shown else {
                    return self.weigh(item, rung);
                };
                let mut kept = lines.iter();
                // What is not counted yet: it has to be counted together with what follows, if that does not add up.
                let mut open = self.renderer.open_block(&head);
                let mut weight = self.counter.count(&self.renderer.close_block(&head));
                let mut last: Option<Lines> = None;
                for part in displayed.parts(&view) {
                    let lines = match part {
                        Part::Text(_) => kept.next().copied(),
                        _ => None,
                    };
                    let Some(lines) = lines else {
                        // A marker may be a comment that begins with a slash: then it is counted with what stands before it.
                        if let Some(last) =
                            last.take().filter(|_| !starts_additively(part.as_str()))
                        {
                            weight -= known[&last];
                            open.push_str(&self.renderer.body(displayed.slice(last)));
                        }
                        open.push_str(&self.renderer.body(part.as_str()));
                        continue;
                    };
                    for lines in divided(lines, &edges) {
                        if !edges.contains(&lines.first) {
                            open.push_str(&self.renderer.body(displayed.slice(lines)));
                            last = None;
                            continue;
                        }
                        last = Some(lines);
                        weight += self.counter.count(&std::mem::take(&mut open));
                        weight += *known.entry(lines).or_insert_with(|| {
                            self.counter.count(&self.renderer.body(displayed.slice(lines)))
                        });
                    }
                }
                self.with_line(item, rung, &view, weight + self.counter.count(&open))
            })
            .collect()
    }

    /// A text in pieces is counted piece by piece: counting it anew for each rung would take the square
    /// of its length. That asks for pieces whose counts add up. One that would not is counted together
    /// with the one before it, and there is no rung that parts the two.
    fn weigh_pieces(&self, item: usize, pieces: &[Lines], order: &[u32]) -> Vec<Weighed> {
        let load = &self.loads[item];
        let displayed = load.displayed();
        let mut together = Together::of(pieces, |lines| displayed.slice(lines));
        let mut kept: u64 = together
            .texts
            .iter()
            .map(|text| self.counter.count(&self.renderer.body(text)))
            .inspect(|&weight| together.weights.push(weight))
            .sum();
        let mut going = going(pieces.len(), order);
        let mut weights = Vec::new();
        let rungs = load.candidate.ladder.rungs();
        // Looking at a rung takes time for each piece: of very many, only some are looked at.
        let stride = rungs / MOST_RUNGS + 1;
        for rung in 1..rungs {
            if let Some(gone) = going.next() {
                kept -= together.let_go(gone);
            }
            let is_last = rung + 1 == rungs;
            if together.is_parted() || !(rung.is_multiple_of(stride) || is_last) {
                continue;
            }
            let view = load.candidate.ladder.view(rung, displayed.line_count());
            let head = displayed.head(load.candidate, &view);
            let mut open = self.renderer.open_block(&head);
            let before = displayed.parts_before_pieces(&view);
            open.extend(before.iter().map(|part| self.renderer.body(part.as_str())));
            let close = self.renderer.close_block(&head);
            let block = self.counter.count(&open) + kept + self.counter.count(&close);
            weights.push(self.with_line(item, rung, &view, block));
        }
        weights
    }

    fn weigh(&self, item: usize, ladder_rung: usize) -> Weighed {
        let load = &self.loads[item];
        let view = load.candidate.ladder.view(ladder_rung, load.displayed().line_count());
        let mut block = String::new();
        self.write_view(item, &view, &mut block);
        self.with_line(item, ladder_rung, &view, self.counter.count(&block))
    }

    fn with_line(&self, item: usize, rung: usize, view: &View, block: u64) -> Weighed {
        let line = self.line_of(item, view);
        let line = line.map_or(0, |line| self.counter.count(&self.renderer.body(&line)));
        Weighed { rung, block, line }
    }
}

/// Pieces that have to be counted together, since their counts would not add up.
struct Together<'a> {
    texts: Vec<&'a str>,
    weights: Vec<u64>,
    /// For each piece, where it is counted.
    place: Vec<usize>,
    sizes: Vec<usize>,
    gone: Vec<usize>,
    /// How many places are there in part only.
    parted: usize,
    /// The first piece does not add up with what stands before it.
    first_sticks: bool,
}

impl<'a> Together<'a> {
    fn of(pieces: &[Lines], slice: impl Fn(Lines) -> &'a str) -> Self {
        let mut together = Self {
            texts: Vec::new(),
            weights: Vec::new(),
            place: Vec::new(),
            sizes: Vec::new(),
            gone: Vec::new(),
            parted: 0,
            first_sticks: false,
        };
        let mut start = 0;
        for (index, &lines) in pieces.iter().enumerate() {
            let adds_up = starts_additively(slice(lines));
            together.first_sticks |= index == 0 && !adds_up;
            if adds_up || index == 0 {
                start = lines.first;
                together.texts.push(slice(lines));
                together.sizes.push(0);
                together.gone.push(0);
            } else if let Some(text) = together.texts.last_mut() {
                *text = slice(Lines { first: start, last: lines.last });
            }
            let place = together.texts.len() - 1;
            together.place.push(place);
            together.sizes[place] += 1;
        }
        together
    }

    /// Lets a piece go; what that frees once all that is counted with it has gone.
    fn let_go(&mut self, piece: usize) -> u64 {
        let place = self.place[piece];
        let is_parted = |gone: usize, size: usize| usize::from((1..size).contains(&gone));
        self.parted -= is_parted(self.gone[place], self.sizes[place]);
        self.gone[place] += 1;
        self.parted += is_parted(self.gone[place], self.sizes[place]);
        if self.gone[place] == self.sizes[place] { self.weights[place] } else { 0 }
    }

    /// Whether something that is counted together is there in part only, or begins where it cannot.
    fn is_parted(&self) -> bool {
        let begins = self.first_sticks && self.gone.first().is_some_and(|&gone| gone == 0);
        begins || self.parted > 0
    }
}

/// Lines, divided at edges.
fn divided(lines: Lines, edges: &BTreeSet<u32>) -> Vec<Lines> {
    let inside = edges.iter().copied().filter(|edge| (lines.first + 1..=lines.last).contains(edge));
    let starts: Vec<u32> = std::iter::once(lines.first).chain(inside).collect();
    let ends = starts.iter().skip(1).map(|next| next - 1).chain([lines.last]);
    starts.iter().zip(ends).map(|(&first, last)| Lines { first, last }).collect()
}

/// Whether the count of a text adds up with that of a text ending in a newline before it: it begins with no slash and with
/// no blank line, which pre-tokenizers would take together with that newline. Indentation is a word of its own.
fn starts_additively(text: &str) -> bool {
    let after = text.trim_start_matches([' ', '\t']);
    let first = after.chars().next();
    first.is_some_and(|first| !first.is_whitespace()) && !text.starts_with('/')
}

impl Load<'_> {
    pub(crate) fn displayed(&self) -> &Displayed {
        self.displayed.get_or_init(|| Displayed::of(self.candidate))
    }
}

impl Weights for Scales<'_> {
    fn rungs(&self, item: usize) -> usize {
        1 + self.lower(item).len()
    }

    fn weight(&self, item: usize, rung: usize) -> u64 {
        self.weighed(item, rung).block
    }

    /// What the ladder says; else what a candidate is worth grows with its score and falls with its place in the ranking; what a rung
    /// is worth of that falls slowly at first, since the best lines go last, and ends at half.
    fn value(&self, item: usize, rung: usize) -> u64 {
        let ladder = &self.loads[item].candidate.ladder;
        if let Some(worth) = ladder.worth(self.ladder_rung(item, rung)) {
            return worth;
        }
        let (place, rung, lowest) = (item as u64, rung as u64, self.lower(item).len() as u64);
        let score = u64::try_from(self.loads[item].score).unwrap_or(0).clamp(1, LARGEST_LIMIT);
        let lost = 50 * rung * rung / (lowest * lowest).max(1);
        score * 1000 / (place + 2) * (100 - lost.min(50))
    }
}
