//! The one interpreter of fit programs.

use super::program::{Group, Order, Program, Reach, Scope, Selector, Step};
use super::value;
use serde::{Deserialize, Serialize};
use std::cell::Cell;

/// An item to fit. Items come in rank order, best first.
#[derive(Debug, Clone)]
pub struct Item<'a> {
    /// Index into the groups.
    pub group: usize,
    pub kind: &'a str,
    pub required: bool,
}

/// What the rungs of the items weigh. Rung 0 is the largest; each is strictly smaller than the one above.
pub trait Weights {
    fn rungs(&self, item: usize) -> usize;
    fn weight(&self, item: usize, rung: usize) -> u64;
    /// What a rung is worth. Only `raise` by value asks.
    fn value(&self, _item: usize, _rung: usize) -> u64 {
        0
    }
}

impl Weights for Vec<Vec<u64>> {
    fn rungs(&self, item: usize) -> usize {
        self[item].len()
    }
    fn weight(&self, item: usize, rung: usize) -> u64 {
        self[item][rung]
    }
}

/// What was done to an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Action {
    Drop { item: usize },
    Shed { item: usize },
    Lower { item: usize, rung: usize },
    Raise { item: usize, rung: usize },
}

impl Action {
    /// The same action on an item with another index.
    pub(crate) fn map_item(self, map: impl Fn(usize) -> usize) -> Self {
        match self {
            Self::Drop { item } => Self::Drop { item: map(item) },
            Self::Shed { item } => Self::Shed { item: map(item) },
            Self::Lower { item, rung } => Self::Lower { item: map(item), rung },
            Self::Raise { item, rung } => Self::Raise { item: map(item), rung },
        }
    }
}

/// The state that fits.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Fitted {
    /// The rung of each item; nothing when it is not aboard.
    pub rungs: Vec<Option<usize>>,
    pub actions: Vec<Action>,
    /// What everything aboard weighs, overhead included.
    pub total: u64,
    pub group_totals: Vec<u64>,
    /// The smallest larger limit at which anything could turn out differently.
    pub next_limit: Option<u64>,
}

/// Every step has been taken and it still does not fit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooLarge {
    pub needed: u64,
    pub limit: u64,
    /// The smallest larger limit at which anything could turn out differently.
    pub next_limit: Option<u64>,
}

/// The input of a fit: items, what they weigh, and within what they must stay.
#[derive(Clone, Copy)]
pub struct Fit<'a> {
    pub items: &'a [Item<'a>],
    pub weights: &'a dyn Weights,
    pub groups: &'a [Group],
    pub limit: u64,
    /// What the document weighs without any item.
    pub overhead: u64,
}

impl std::fmt::Debug for Fit<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Fit").field("items", &self.items.len()).field("limit", &self.limit).finish()
    }
}

impl<'a> Fit<'a> {
    /// Runs a program from everything aboard at its largest rung, but for what it leaves ashore.
    pub fn run(self, program: &Program) -> Result<Fitted, TooLarge> {
        let starts = |item: &Item<'_>| {
            let named = |what: &Selector| {
                what.names(&self.groups[item.group].name, item.kind, item.required)
            };
            if program.ashore.as_ref().is_some_and(named) { None } else { Some(0) }
        };
        self.run_from(program, self.items.iter().map(starts).collect())
    }

    /// Runs a program from a given state.
    pub fn run_from(
        self,
        program: &Program,
        rungs: Vec<Option<usize>>,
    ) -> Result<Fitted, TooLarge> {
        let mut deck = Deck::new(self, rungs);
        for step in &program.steps {
            match step {
                Step::Drop { what } => deck.drop_all(what),
                Step::Shed { what, order, within, keep_minimum } => {
                    deck.shed(what, *order, *within, *keep_minimum);
                }
                Step::Lower { what, order, within, keep_floor, at_once, by_one } => {
                    deck.lower(what, *order, *within, [*keep_floor, *at_once, *by_one]);
                }
                Step::Raise { what, order: Order::Value, .. } => value::raise(&mut deck, what),
                Step::Raise { what, order, to } => deck.raise(what, *order, *to),
                Step::Refuse => deck.check()?,
            }
        }
        deck.check()?;
        Ok(Fitted {
            rungs: deck.rungs,
            actions: deck.actions,
            total: deck.total,
            group_totals: deck.group_totals,
            next_limit: deck.next_limit.get(),
        })
    }
}

/// The state while a program runs. A step costs the rung's weight, never a new sum.
pub(super) struct Deck<'a> {
    pub(super) fit: Fit<'a>,
    pub(super) rungs: Vec<Option<usize>>,
    actions: Vec<Action>,
    pub(super) total: u64,
    group_totals: Vec<u64>,
    group_aboard: Vec<usize>,
    next_limit: Cell<Option<u64>>,
}

impl<'a> Deck<'a> {
    fn new(fit: Fit<'a>, rungs: Vec<Option<usize>>) -> Self {
        let mut deck = Self {
            fit,
            rungs: vec![None; rungs.len()],
            actions: Vec::new(),
            total: fit.overhead,
            group_totals: vec![0; fit.groups.len()],
            group_aboard: vec![0; fit.groups.len()],
            next_limit: Cell::new(None),
        };
        for (item, rung) in rungs.into_iter().enumerate() {
            deck.put(item, rung);
        }
        deck
    }

    fn check(&self) -> Result<(), TooLarge> {
        if self.within_limit(self.total) {
            return Ok(());
        }
        let (needed, limit) = (self.total, self.fit.limit);
        Err(TooLarge { needed, limit, next_limit: self.next_limit.get() })
    }

    /// Whether the limit allows for so much; if not, it is remembered what would. Every comparison with
    /// the limit is made here, so between this limit and the remembered one nothing turns.
    fn within_limit(&self, total: u64) -> bool {
        if total > self.fit.limit {
            let next = self.next_limit.get().map_or(total, |next| next.min(total));
            self.next_limit.set(Some(next));
        }
        total <= self.fit.limit
    }

    /// Whether a scope would hold if so much of it were replaced by so much.
    fn would_hold(&self, within: Scope, group: usize, without: u64, with: u64) -> bool {
        match within {
            Scope::Total => self.within_limit(self.total - without + with),
            Scope::EachGroup => {
                let max = self.fit.groups[group].max.unwrap_or(u64::MAX);
                self.group_totals[group] - without + with <= max
            }
        }
    }

    pub(super) fn weight(&self, item: usize, rung: Option<usize>) -> u64 {
        rung.map_or(0, |rung| self.fit.weights.weight(item, rung))
    }

    /// Moves an item to a rung, keeping the sums.
    fn put(&mut self, item: usize, rung: Option<usize>) {
        let group = self.fit.items[item].group;
        let (before, after) = (self.weight(item, self.rungs[item]), self.weight(item, rung));
        self.total = self.total - before + after;
        self.group_totals[group] = self.group_totals[group] - before + after;
        self.group_aboard[group] -= usize::from(self.rungs[item].is_some());
        self.group_aboard[group] += usize::from(rung.is_some());
        self.rungs[item] = rung;
    }

    pub(super) fn raise_to(&mut self, item: usize, rung: usize) {
        self.put(item, Some(rung));
        self.actions.push(Action::Raise { item, rung });
    }

    pub(super) fn is_named(&self, item: usize, what: &Selector) -> bool {
        let Item { group, kind, required } = self.fit.items[item];
        what.names(&self.fit.groups[group].name, kind, required)
    }

    /// The named items in the stated order.
    fn ordered(&self, what: &Selector, order: Order) -> Vec<usize> {
        let mut named: Vec<usize> =
            (0..self.fit.items.len()).filter(|&item| self.is_named(item, what)).collect();
        match order {
            Order::Rank | Order::Value => named.sort_by_key(|&item| !self.fit.items[item].required),
            Order::ReverseRank => named.reverse(),
            Order::LastGroupFirst => {
                named.reverse();
                named.sort_by_key(|&item| std::cmp::Reverse(self.fit.items[item].group));
            }
        }
        named
    }

    fn drop_all(&mut self, what: &Selector) {
        if self.within_limit(self.total) {
            return;
        }
        for item in 0..self.fit.items.len() {
            if self.rungs[item].is_some() && self.is_named(item, what) {
                self.put(item, None);
                self.actions.push(Action::Drop { item });
            }
        }
    }

    fn shed(&mut self, what: &Selector, order: Order, within: Scope, keep_minimum: bool) {
        for item in self.ordered(what, order) {
            let group = self.fit.items[item].group;
            if self.rungs[item].is_none() || self.would_hold(within, group, 0, 0) {
                continue;
            }
            let left = self.group_totals[group] - self.weight(item, self.rungs[item]);
            if keep_minimum && left < self.fit.groups[group].min {
                continue;
            }
            self.put(item, None);
            self.actions.push(Action::Shed { item });
        }
    }

    fn lower(
        &mut self,
        what: &Selector,
        order: Order,
        within: Scope,
        [keep_floor, at_once, by_one]: [bool; 3],
    ) {
        for item in self.ordered(what, order) {
            let group = self.fit.items[item].group;
            let Some(rung) = self.rungs[item] else { continue };
            if self.would_hold(within, group, 0, 0) {
                continue;
            }
            let lowest = self.lowest_allowed(item, keep_floor);
            let lowest = if by_one { lowest.min(1) } else { lowest };
            // Rungs get smaller downwards: the first that frees enough is the largest that does.
            let weight = |rung| self.fit.weights.weight(item, rung);
            let frees_too_little =
                |below: usize| !self.would_hold(within, group, weight(rung), weight(below));
            let from = if at_once { lowest.max(rung + 1) } else { rung + 1 };
            let target = first_where_not(from, lowest, frees_too_little);
            if target <= lowest {
                self.put(item, Some(target));
                self.actions.push(Action::Lower { item, rung: target });
            }
        }
    }

    fn raise(&mut self, what: &Selector, order: Order, to: Reach) {
        for item in self.ordered(what, order) {
            // On the way to its floor an item may stay below it.
            let keeps_floor = to != Reach::Floor && !self.fit.items[item].required;
            let lowest = self.lowest_allowed(item, keeps_floor);
            let end = self.rungs[item].unwrap_or(lowest + 1).min(lowest + 1);
            let highest = self.highest(item, to);
            if let Some(rung) = (highest..end).find(|&rung| self.has_room(item, rung)) {
                self.raise_to(item, rung);
            }
        }
    }

    /// The highest rung that an item may be raised to. It does not depend on the limit.
    fn highest(&self, item: usize, to: Reach) -> usize {
        let weight = |rung| self.fit.weights.weight(item, rung);
        let (group, rungs) = (self.fit.items[item].group, self.fit.weights.rungs(item));
        let Group { min, floor, .. } = self.fit.groups[group];
        match to {
            Reach::Largest => 0,
            Reach::Floor => self.lowest_allowed(item, true),
            Reach::Below => usize::from(rungs > 1 && weight(0) - weight(1) > floor),
            Reach::Share => {
                let all = self.fit.items.iter().filter(|other| other.group == group).count() as u64;
                first_where_not(0, rungs, |rung| weight(rung) > min / all)
            }
        }
    }

    /// Whether an item may stand on a rung: within the total, and within its group's maximum. A required
    /// one may pass the maximum when nothing else of its group is aboard.
    pub(super) fn has_room(&self, item: usize, rung: usize) -> bool {
        let Item { group, required, .. } = self.fit.items[item];
        let gain = self.fit.weights.weight(item, rung) - self.weight(item, self.rungs[item]);
        let others = self.group_aboard[group] - usize::from(self.rungs[item].is_some());
        let max = self.fit.groups[group].max.unwrap_or(u64::MAX);
        let in_group = self.group_totals[group] + gain <= max || (required && others == 0);
        in_group && self.within_limit(self.total + gain)
    }

    /// The lowest rung that an item may be lowered to.
    pub(super) fn lowest_allowed(&self, item: usize, keep_floor: bool) -> usize {
        let rungs = self.fit.weights.rungs(item);
        if !keep_floor {
            return rungs - 1;
        }
        let floor = self.fit.groups[self.fit.items[item].group].floor;
        let below_floor =
            first_where_not(1, rungs, |rung| self.fit.weights.weight(item, rung) >= floor);
        below_floor - 1
    }
}

/// The first index in `from..to` for which `holds` is false, or `to`; `holds` is true up to some index.
fn first_where_not(from: usize, to: usize, holds: impl Fn(usize) -> bool) -> usize {
    let (mut low, mut high) = (from, to.max(from));
    while low < high {
        let middle = low.midpoint(high);
        if holds(middle) { low = middle + 1 } else { high = middle }
    }
    low
}
