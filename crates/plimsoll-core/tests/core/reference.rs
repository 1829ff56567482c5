//! A second implementation of admission and of the fit programs: slow, obvious, written from the text of the
//! design and the seeds, and compared with the fast one on random inputs.

use plimsoll_core::admit::{Boarding, Offer, Rejection, Shortfall, admit};
use plimsoll_core::constraints::Standing;
use plimsoll_core::fit::{Action, Fit, Group, Item, Program, Weights, programs};
use plimsoll_core::vocab::{ArtifactKind, Lane, PackClass};
use proptest::prelude::*;
use std::collections::BTreeMap;

// ---------------------------------------------------------------------------------------- admission

fn max_of(group: &Group) -> u64 {
    group.max.unwrap_or(u64::MAX)
}

/// Admission as the design tells it, every sum made anew.
fn admit_slowly(offers: &[Offer], groups: &[Group], total: u64) -> Vec<usize> {
    let mut aboard: Vec<usize> = Vec::new();
    let of_group = |aboard: &[usize], group: usize| -> u64 {
        aboard.iter().filter(|&&i| offers[i].group == group).map(|&i| offers[i].estimate).sum()
    };
    let of_all = |aboard: &[usize]| -> u64 { aboard.iter().map(|&i| offers[i].estimate).sum() };
    // Pinned, then must-include, each in rank order, whatever their lane's maximum.
    for standing in [Standing::Pinned, Standing::MustInclude] {
        aboard.extend((0..offers.len()).filter(|&i| offers[i].standing == standing));
    }
    let is_open = |i: usize| offers[i].standing == Standing::Open;
    let alone_fits = |aboard: &[usize], i: usize| {
        of_group(aboard, offers[i].group) + offers[i].estimate <= max_of(&groups[offers[i].group])
    };
    let need = |aboard: &[usize], group: usize| -> u64 {
        let has = of_group(aboard, group);
        let could: u64 = (0..offers.len())
            .filter(|&i| is_open(i) && offers[i].group == group && !aboard.contains(&i))
            .filter(|&i| alone_fits(aboard, i))
            .map(|i| offers[i].estimate)
            .sum();
        groups[group].min.min(has + could).saturating_sub(has)
    };
    for group in 0..groups.len() {
        let candidates = (0..offers.len()).filter(|&i| is_open(i) && offers[i].group == group);
        for i in candidates {
            if of_group(&aboard, group) >= groups[group].min {
                break;
            }
            let later: u64 = (group + 1..groups.len()).map(|later| need(&aboard, later)).sum();
            if alone_fits(&aboard, i) && of_all(&aboard) + offers[i].estimate + later <= total {
                aboard.push(i);
            }
        }
    }
    for i in (0..offers.len()).filter(|&i| is_open(i)) {
        let fits = alone_fits(&aboard, i) && of_all(&aboard) + offers[i].estimate <= total;
        if !aboard.contains(&i) && fits {
            aboard.push(i);
        }
    }
    aboard
}

fn standing() -> impl Strategy<Value = Standing> {
    prop_oneof![
        8 => Just(Standing::Open),
        1 => Just(Standing::Pinned),
        1 => Just(Standing::MustInclude),
        1 => Just(Standing::Excluded { reason: "r".to_owned() }),
    ]
}

fn offers() -> impl Strategy<Value = (Vec<Offer>, Vec<Group>, u64)> {
    let group = (0..200_u64, prop::option::weighted(0.9, 0..400_u64)).prop_map(|(min, more)| {
        let max = more.map(|more| min + more);
        Group { min, max, ..Group::named("any") }
    });
    prop::collection::vec(group, 1..5).prop_flat_map(|groups| {
        let offer = (0..groups.len(), 0..150_u64, standing())
            .prop_map(|(group, estimate, standing)| Offer { group, estimate, standing });
        (prop::collection::vec(offer, 0..25), Just(groups), 0..1500_u64)
    })
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn admission_agrees_with_the_slow_one((offers, groups, total) in offers()) {
        prop_assert_eq!(admit(&offers, &groups, total).admitted, admit_slowly(&offers, &groups, total));
    }

    #[test]
    fn admission_keeps_its_promises((offers, groups, total) in offers()) {
        let admission = admit(&offers, &groups, total);
        for (offer, boarding) in offers.iter().zip(&admission.boarding) {
            // Exclusion beats everything, and what becomes of each offer fits its standing.
            let fits = match (&offer.standing, boarding) {
                (Standing::Excluded { .. }, boarding) => {
                    matches!(boarding, Boarding::Rejected(Rejection::Excluded { .. }))
                }
                (Standing::Pinned | Standing::MustInclude, boarding) => {
                    *boarding == Boarding::Required
                }
                (Standing::Open, Boarding::Admitted) => true,
                (Standing::Open, Boarding::Rejected(Rejection::GroupFull { used, max, estimate })) => {
                    *estimate == offer.estimate
                        && *max == max_of(&groups[offer.group])
                        && used + estimate > *max
                }
                (Standing::Open, Boarding::Rejected(Rejection::NoRoom { used, total: of, estimate })) => {
                    *estimate == offer.estimate && *of == total && used + estimate > total
                }
                (Standing::Open, _) => false,
            };
            prop_assert!(fits, "{:?} for {:?}", boarding, offer);
        }
        let weight = |wanted: fn(&Offer, &Boarding) -> bool, group: usize| -> u64 {
            let all = offers.iter().zip(&admission.boarding);
            all.filter(|(o, b)| o.group == group && wanted(o, b)).map(|(o, _)| o.estimate).sum()
        };
        let (mut sum, mut required_sum) = (0, 0);
        let mut shortfalls = Vec::new();
        for (group, numbers) in groups.iter().enumerate() {
            let required = weight(|_, b| *b == Boarding::Required, group);
            let admitted = weight(|_, b| *b == Boarding::Admitted, group);
            let holds = admitted == 0 || required + admitted <= max_of(numbers);
            prop_assert!(holds, "a lane's maximum holds");
            prop_assert_eq!(admission.used[group], required + admitted);
            if required + admitted < numbers.min {
                let is_excluded =
                    |o: &Offer, _: &Boarding| !matches!(o.standing, Standing::Excluded { .. });
                let available = weight(is_excluded, group);
                shortfalls.push(Shortfall { group, requested: numbers.min, available });
            }
            sum += required + admitted;
            required_sum += required;
        }
        prop_assert_eq!(&admission.shortfalls, &shortfalls);
        prop_assert_eq!(admission.over_committed, required_sum > total);
        prop_assert!(admission.over_committed || sum <= total, "the total holds");
    }

    /// Nothing turns out differently before the next total, and at some later one everything is in.
    #[test]
    fn admission_tells_the_next_total((offers, groups, total) in offers()) {
        let admission = admit(&offers, &groups, total);
        let until = admission.next_total.unwrap_or(total + 5_000);
        prop_assert!(until > total);
        for other in [total + 1, total + (until - total) / 2, until - 1] {
            let other = admit(&offers, &groups, other.max(total).min(until - 1));
            prop_assert_eq!(&other.admitted, &admission.admitted);
        }
    }
}

// ---------------------------------------------------------------------------------------------- fit

/// An item with the weights of its rungs. Items come in rank order.
#[derive(Debug, Clone)]
struct Load {
    group: usize,
    kind: &'static str,
    required: bool,
    ladder: Vec<u64>,
    /// What each rung is worth.
    values: Vec<u64>,
}

struct Loads<'a>(&'a [Load]);

impl Weights for Loads<'_> {
    fn rungs(&self, item: usize) -> usize {
        self.0[item].ladder.len()
    }
    fn weight(&self, item: usize, rung: usize) -> u64 {
        self.0[item].ladder[rung]
    }
    fn value(&self, item: usize, rung: usize) -> u64 {
        self.0[item].values[rung]
    }
}

struct Ship<'a> {
    loads: &'a [Load],
    groups: &'a [Group],
    limit: u64,
    overhead: u64,
    rungs: Vec<Option<usize>>,
    actions: Vec<Action>,
}

impl Ship<'_> {
    fn shed(&mut self, item: usize) {
        if self.rungs[item].take().is_some() {
            self.actions.push(Action::Shed { item });
        }
    }

    fn raised(&mut self, item: usize, before: Option<usize>) {
        if let Some(rung) = self.rungs[item].filter(|_| self.rungs[item] != before) {
            self.actions.push(Action::Raise { item, rung });
        }
    }

    /// What was done to each item, in order. The order of the items is not the design's to say.
    fn steps(actions: &[Action]) -> BTreeMap<usize, Vec<Action>> {
        let mut steps: BTreeMap<usize, Vec<Action>> = BTreeMap::new();
        for &action in actions {
            let (Action::Drop { item }
            | Action::Shed { item }
            | Action::Lower { item, .. }
            | Action::Raise { item, .. }) = action;
            steps.entry(item).or_default().push(action);
        }
        steps
    }

    fn weight(&self, i: usize) -> u64 {
        self.rungs[i].map_or(0, |rung| self.loads[i].ladder[rung])
    }

    fn total(&self) -> u64 {
        self.overhead + (0..self.loads.len()).map(|i| self.weight(i)).sum::<u64>()
    }

    fn group(&self, group: usize) -> u64 {
        (0..self.loads.len())
            .filter(|&i| self.loads[i].group == group)
            .map(|i| self.weight(i))
            .sum()
    }

    /// Rungs that an item may stand on: with a floor, those at or above it, and always the whole.
    fn allowed(&self, i: usize, floor: bool) -> Vec<usize> {
        let floor = if floor { self.groups[self.loads[i].group].floor } else { 0 };
        let ladder = &self.loads[i].ladder;
        (0..ladder.len()).filter(|&rung| rung == 0 || ladder[rung] >= floor).collect()
    }

    /// Lowers one item to its largest allowed rung with which `holds` is true, else to its lowest allowed.
    fn lower(&mut self, i: usize, floor: bool, holds: impl Fn(&Self) -> bool) {
        let Some(now) = self.rungs[i] else { return };
        let below: Vec<usize> = self.allowed(i, floor).into_iter().filter(|&r| r > now).collect();
        for &rung in &below {
            self.rungs[i] = Some(rung);
            if holds(self) {
                break;
            }
        }
        if let Some(rung) = self.rungs[i].filter(|&rung| rung != now) {
            self.actions.push(Action::Lower { item: i, rung });
        }
    }
}

/// compose: each lane within its maximum, then the total, then what still fits comes back.
fn compose_slowly(ship: &mut Ship<'_>) -> bool {
    let optional = |ship: &Ship<'_>, i: usize| !ship.loads[i].required;
    for group in 0..ship.groups.len() {
        let max = ship.groups[group].max.unwrap_or(u64::MAX);
        let holds = |ship: &Ship<'_>| ship.group(group) <= max;
        let of_lane: Vec<usize> =
            (0..ship.loads.len()).rev().filter(|&i| ship.loads[i].group == group).collect();
        for &i in &of_lane {
            if !holds(ship) && optional(ship, i) {
                ship.lower(i, true, holds);
            }
        }
        for &i in &of_lane {
            if !holds(ship) && optional(ship, i) {
                ship.shed(i);
            }
        }
    }
    let mut order: Vec<usize> = (0..ship.loads.len()).rev().collect();
    order.sort_by_key(|&i| std::cmp::Reverse(ship.loads[i].group));
    let holds = |ship: &Ship<'_>| ship.total() <= ship.limit;
    for &i in order.iter().filter(|&&i| !ship.loads[i].required) {
        if !holds(ship) {
            ship.lower(i, true, holds);
        }
    }
    for &i in order.iter().filter(|&&i| !ship.loads[i].required) {
        let group = ship.loads[i].group;
        if !holds(ship) && ship.group(group) - ship.weight(i) >= ship.groups[group].min {
            ship.shed(i);
        }
    }
    for &i in order.iter().filter(|&&i| ship.loads[i].required) {
        if !holds(ship) {
            ship.lower(i, false, holds);
        }
    }
    for &i in order.iter().filter(|&&i| !ship.loads[i].required) {
        if !holds(ship) {
            ship.shed(i);
        }
    }
    if !holds(ship) {
        return false;
    }
    for required in [true, false] {
        for i in (0..ship.loads.len()).filter(|&i| ship.loads[i].required == required) {
            raise_slowly(ship, i);
        }
    }
    true
}

fn raise_slowly(ship: &mut Ship<'_>, i: usize) {
    let (now, group) = (ship.rungs[i], ship.loads[i].group);
    let required = ship.loads[i].required;
    let alone = !(0..ship.loads.len())
        .any(|other| other != i && ship.loads[other].group == group && ship.rungs[other].is_some());
    for rung in ship.allowed(i, !required) {
        if now.is_some_and(|now| rung >= now) {
            break;
        }
        ship.rungs[i] = Some(rung);
        let in_lane = ship.group(group) <= ship.groups[group].max.unwrap_or(u64::MAX);
        if ship.total() <= ship.limit && (in_lane || (required && alone)) {
            ship.raised(i, now);
            return;
        }
    }
    ship.rungs[i] = now;
}

/// build: the seed's order, to the letter; then P1 goes too.
fn build_slowly(ship: &mut Ship<'_>) -> bool {
    let holds = |ship: &Ship<'_>| ship.total() <= ship.limit;
    let all = || (0..ship.loads.len()).rev().collect::<Vec<_>>();
    let order = all();
    if !holds(ship) {
        for &i in order.iter().filter(|&&i| ship.loads[i].group == 3) {
            ship.rungs[i] = None;
            ship.actions.push(Action::Drop { item: i });
        }
    }
    for &i in order.iter().filter(|&&i| ship.loads[i].group == 2) {
        if !holds(ship) {
            ship.shed(i);
        }
    }
    let targets =
        |ship: &Ship<'_>, i: usize| ship.loads[i].group == 0 && ship.loads[i].kind == "target";
    for step in 0..2 {
        for &i in &order {
            let meant = if step == 0 { ship.loads[i].group == 1 } else { targets(ship, i) };
            if meant && !holds(ship) {
                ship.lower(i, false, holds);
            }
        }
    }
    for &i in order.iter().filter(|&&i| ship.loads[i].group == 1) {
        if !holds(ship) {
            ship.shed(i);
        }
    }
    holds(ship)
}

/// pack with a task: what is needed least gives way first, each part whole before the next. What is high loses one rung
/// before the context loses any. An output that cannot be whole goes to its floor. The room that is left goes to a share for
/// each, then to all but the whole of what is high, to context files, to a share for docs, and to what ranks best.
fn task_slowly(ship: &mut Ship<'_>) -> bool {
    let holds = |ship: &Ship<'_>| ship.total() <= ship.limit;
    let order: Vec<usize> = (0..ship.loads.len()).rev().collect();
    let is_class =
        |ship: &Ship<'_>, i: usize, class: &str| ship.groups[ship.loads[i].group].name == class;
    let is_context = |ship: &Ship<'_>, i: usize, kind: &str| {
        is_class(ship, i, "medium") && ship.loads[i].kind == kind
    };
    let would_keep_enough = |ship: &Ship<'_>, i: usize| {
        let group = ship.loads[i].group;
        ship.group(group) - ship.weight(i) >= ship.groups[group].min
    };
    type Meant<'m> = &'m dyn Fn(&Ship<'_>, usize) -> bool;
    type Act<'m> = &'m dyn Fn(&mut Ship<'_>, usize);
    let lower: Act<'_> = &|ship, i| ship.lower(i, false, holds);
    let shed: Act<'_> = &|ship, i| ship.shed(i);
    let lower_at_once: Act<'_> = &|ship, i| ship.lower(i, true, |_| false);
    let lower_by_one: Act<'_> = &|ship, i| {
        if ship.rungs[i] == Some(0) {
            ship.lower(i, false, |_| true);
        }
    };
    let shed_beyond: Act<'_> = &|ship, i| {
        if would_keep_enough(ship, i) {
            ship.shed(i);
        }
    };
    let is_output: Meant<'_> = &|ship, i| ship.loads[i].kind == "error";
    let is_diff: Meant<'_> = &|ship, i| ship.loads[i].kind == "diff";
    let is_high: Meant<'_> = &|ship, i| is_class(ship, i, "high");
    let is_doc: Meant<'_> = &|ship, i| is_context(ship, i, "doc");
    let is_context_file: Meant<'_> = &|ship, i| is_context(ship, i, "file");
    let steps: [(Act<'_>, Meant<'_>); 13] = [
        (lower, &|ship, i| is_class(ship, i, "low")),
        (shed, &|ship, i| is_class(ship, i, "low")),
        (lower, is_diff),
        (lower, is_doc),
        (lower_by_one, is_high),
        (lower, is_context_file),
        (lower, is_high),
        (lower_at_once, is_output),
        (shed, is_doc),
        (shed, is_context_file),
        (shed_beyond, is_high),
        (lower, is_output),
        (shed, is_high),
    ];
    for (act, is_meant) in steps {
        for &i in &order {
            if is_meant(ship, i) && !holds(ship) {
                act(ship, i);
            }
        }
    }
    if !holds(ship) {
        return false;
    }
    let raises: [(Act<'_>, Meant<'_>); 8] = [
        (&raise_to_floor_slowly, is_high),
        (&raise_to_floor_slowly, is_diff),
        (&raise_to_floor_slowly, is_context_file),
        (&raise_to_share_slowly, is_output),
        (&raise_below_slowly, is_high),
        (&raise_slowly, is_context_file),
        (&raise_to_floor_slowly, is_doc),
        (&raise_slowly, &|_, _| true),
    ];
    for (act, is_meant) in raises {
        raise_all(ship, |ship, i| {
            if is_meant(ship, i) {
                act(ship, i);
            }
        });
    }
    true
}

/// What is required comes first.
fn raise_all(ship: &mut Ship<'_>, act: impl Fn(&mut Ship<'_>, usize)) {
    for required in [true, false] {
        for i in 0..ship.loads.len() {
            if ship.loads[i].required == required {
                act(ship, i);
            }
        }
    }
}

/// Up to the smallest rung that is not below the floor, or as far as there is room.
fn raise_to_floor_slowly(ship: &mut Ship<'_>, i: usize) {
    let before = ship.rungs[i];
    let goal = ship.allowed(i, true).pop().expect("the whole is always allowed");
    for rung in goal..before.unwrap_or(ship.loads[i].ladder.len()) {
        ship.rungs[i] = Some(rung);
        if ship.total() <= ship.limit {
            return ship.raised(i, before);
        }
    }
    ship.rungs[i] = before;
}

/// Up to what its group's minimum is for each of the group.
fn raise_to_share_slowly(ship: &mut Ship<'_>, i: usize) {
    let Load { group, ref ladder, .. } = ship.loads[i];
    let share = ship.groups[group].min
        / ship.loads.iter().filter(|other| other.group == group).count() as u64;
    raise_where_slowly(ship, i, |rung| ladder[rung] <= share);
}

/// Up to the rung below the largest, or to that where it has little more.
fn raise_below_slowly(ship: &mut Ship<'_>, i: usize) {
    let Load { group, ref ladder, .. } = ship.loads[i];
    let floor = ship.groups[group].floor;
    let is_little = ladder.get(1).is_none_or(|next| ladder[0] - next <= floor);
    raise_where_slowly(ship, i, |rung| rung > 0 || is_little);
}

fn raise_where_slowly(ship: &mut Ship<'_>, i: usize, may: impl Fn(usize) -> bool) {
    let before = ship.rungs[i];
    let required = ship.loads[i].required;
    let above = |rung: &usize| before.is_none_or(|now| *rung < now);
    for rung in ship.allowed(i, !required).into_iter().filter(above) {
        ship.rungs[i] = Some(rung);
        if may(rung) && ship.total() <= ship.limit {
            return ship.raised(i, before);
        }
    }
    ship.rungs[i] = before;
}

/// pack with a sentence: what it names has the room that it needs, but for all of a file; what was found fills the rest, by
/// value for each unit.
fn sentence_slowly(ship: &mut Ship<'_>) -> bool {
    let holds = |ship: &Ship<'_>| ship.total() <= ship.limit;
    let of_class = |ship: &Ship<'_>, class: &str| -> Vec<usize> {
        let is_meant = |&i: &usize| ship.groups[ship.loads[i].group].name == class;
        (0..ship.loads.len()).filter(is_meant).collect()
    };
    let (high, low) = (of_class(ship, "high"), of_class(ship, "low"));
    high.iter().chain(&low).for_each(|&i| ship.rungs[i] = None);
    if !holds(ship) {
        return false;
    }
    let is_high = |i: usize| high.contains(&i);
    type Act<'m> = &'m dyn Fn(&mut Ship<'_>, usize);
    let raises: [(Act<'_>, bool); 3] =
        [(&raise_slowly, true), (&raise_to_floor_slowly, false), (&raise_below_slowly, false)];
    for (act, only_diffs) in raises {
        raise_all(ship, |ship, i| {
            if is_high(i) && (!only_diffs || ship.loads[i].kind == "diff") {
                act(ship, i);
            }
        });
    }
    let mut closed = vec![false; ship.loads.len()];
    while let Some((_, i, rung)) = low
        .iter()
        .filter(|&&i| !closed[i])
        .flat_map(|&i| {
            (0..ship.rungs[i].unwrap_or(ship.loads[i].ladder.len())).map(move |r| (i, r))
        })
        .filter_map(|(i, rung)| {
            let Load { ladder, values, .. } = &ship.loads[i];
            let now = ship.rungs[i].map_or((0, 0), |now| (values[now], ladder[now]));
            let gain = values[rung].checked_sub(now.0).filter(|&gain| gain > 0)?;
            // Exact: all costs divide this.
            let per_unit = gain * COMMON / (ladder[rung] - now.1).max(1);
            Some((per_unit, i, rung))
        })
        .max_by_key(|&(per_unit, i, rung)| (per_unit, std::cmp::Reverse(i), rung))
    {
        let before = ship.rungs[i].replace(rung);
        if holds(ship) {
            ship.raised(i, before);
        } else {
            ship.rungs[i] = before;
            closed[i] = true;
        }
    }
    for i in low {
        loop {
            let before = ship.rungs[i];
            let next =
                before.map_or(Some(ship.loads[i].ladder.len() - 1), |now| now.checked_sub(1));
            ship.rungs[i] = next.or(before);
            if next.is_none() || !holds(ship) {
                ship.rungs[i] = before;
                break;
            }
            ship.raised(i, before);
        }
    }
    raise_all(ship, |ship, i| {
        if is_high(i) {
            raise_slowly(ship, i);
        }
    });
    true
}

/// The least common multiple of all numbers up to 20, the largest weight of a ladder that is chosen by value.
const COMMON: u64 = 232_792_560;

fn ladder(below: u64) -> impl Strategy<Value = Vec<u64>> {
    prop::collection::btree_set(0..below, 1..5).prop_map(|set| set.into_iter().rev().collect())
}

fn loads(
    groups: usize,
    kinds: &'static [&'static str],
    ladder: impl Strategy<Value = Vec<u64>>,
) -> impl Strategy<Value = Vec<Load>> {
    let kind = prop::sample::select(kinds);
    let values = prop::collection::vec(0..100_u64, 5);
    let load = (0..groups, kind, prop::bool::weighted(0.2), ladder, values).prop_map(
        |(group, kind, required, ladder, values)| Load { group, kind, required, ladder, values },
    );
    prop::collection::vec(load, 0..12)
}

fn lanes() -> impl Strategy<Value = Vec<Group>> {
    let lane = (0..150_u64, 0..500_u64, 0..120_u64).prop_map(|(min, more, floor)| Group {
        name: String::new(),
        min,
        max: Some(min + more),
        floor,
    });
    prop::collection::vec(lane, 1..5).prop_map(named)
}

fn named(mut groups: Vec<Group>) -> Vec<Group> {
    for (place, group) in groups.iter_mut().enumerate() {
        group.name = format!("P{place}");
    }
    groups
}

fn check(
    loads: &[Load],
    groups: &[Group],
    (limit, overhead): (u64, u64),
    program: &Program,
    slowly: fn(&mut Ship<'_>) -> bool,
) -> Result<(), TestCaseError> {
    let rungs = vec![Some(0); loads.len()];
    let mut ship = Ship { loads, groups, limit, overhead, rungs, actions: Vec::new() };
    let loaded = slowly(&mut ship);
    let item = |load: &Load| Item { group: load.group, kind: load.kind, required: load.required };
    let items: Vec<Item<'_>> = loads.iter().map(item).collect();
    let fit = Fit { items: &items, weights: &Loads(loads), groups, limit, overhead };
    match fit.run(program) {
        Ok(fitted) => {
            prop_assert!(loaded, "the slow one refuses");
            prop_assert_eq!(&fitted.rungs, &ship.rungs);
            prop_assert_eq!(fitted.total, ship.total());
            prop_assert_eq!(Ship::steps(&fitted.actions), Ship::steps(&ship.actions));
        }
        Err(refused) => {
            prop_assert!(!loaded, "the slow one loads");
            prop_assert_eq!(refused.needed, ship.total());
        }
    }
    Ok(())
}

/// The classes of a pack, with a minimum and a floor for what is to keep some room.
fn pack_classes() -> impl Strategy<Value = Vec<Group>> {
    let numbers = (0..300_u64, 0..120_u64, 0..300_u64, 0..900_u64, 0..150_u64);
    numbers.prop_map(|(min, high, outputs, share, floor)| {
        let group = |&class: &&str| match class {
            "high" => Group { min, floor: high, ..Group::named(class) },
            "errors" => Group { min: share, floor: outputs, ..Group::named(class) },
            "medium" | "always" => Group { floor, ..Group::named(class) },
            class => Group::named(class),
        };
        PackClass::NAMES.iter().map(group).collect()
    })
}

/// A limit and what the document takes without its parts.
fn room(limit: u64) -> impl Strategy<Value = (u64, u64)> {
    (0..limit, 0..limit / 20)
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 3000, ..ProptestConfig::default() })]

    #[test]
    fn fit_for_compose_agrees_with_the_slow_one(
        (groups, loads) in lanes().prop_flat_map(|groups| {
            let count = groups.len();
            (Just(groups), loads(count, &["any"], ladder(300)))
        }),
        room in room(2000),
    ) {
        check(&loads, &groups, room, &programs::compose(), compose_slowly)?;
    }

    #[test]
    fn fit_for_build_agrees_with_the_slow_one(
        loads in loads(4, &["target", "other"], ladder(300)),
        room in room(2000),
    ) {
        let groups = named((0..4).map(|_| Group::named("")).collect());
        check(&loads, &groups, room, &programs::build(), build_slowly)?;
    }

    #[test]
    fn fit_for_a_task_agrees_with_the_slow_one(
        loads in loads(5, &["file", "doc", "diff", "error"], ladder(300)),
        groups in pack_classes(),
        room in room(2000),
    ) {
        check(&loads, &groups, room, &programs::pack_task(), task_slowly)?;
    }

    #[test]
    fn fit_for_a_sentence_agrees_with_the_slow_one(
        loads in loads(3, &["file", "file", "diff"], ladder(21)),
        room in room(140),
        floor in 0..20_u64,
    ) {
        // Most is found, little is named.
        let mut groups = ["high", "low", "low"].map(Group::named);
        groups[0].floor = floor;
        check(&loads, &groups, room, &programs::pack_sentence(), sentence_slowly)?;
    }
}

/// What a second step costs is what it adds: here 19 for a worth of 10, which is more for each unit than 20 for 10.
#[test]
fn a_second_step_is_weighed_by_what_it_adds() {
    let load = |ladder: &[u64], values: &[u64]| Load {
        group: 0,
        kind: "file",
        required: false,
        ladder: ladder.to_vec(),
        values: values.to_vec(),
    };
    let loads = [load(&[20, 1], &[30, 20]), load(&[20], &[10])];
    let groups = [Group::named("low")];
    check(&loads, &groups, (21, 0), &programs::pack_sentence(), sentence_slowly).unwrap();
}

/// Seed A's tables, written down a second time: kinds by priority, with lane and strategy.
#[test]
fn kinds_have_the_seed_s_priorities_lanes_and_strategies() {
    const TABLE: &[(&str, &str, &str)] = &[
        ("constraint", "policy", "never"),
        ("rule_doc", "rules", "never"),
        ("local_diff", "local", "truncate_oldest"),
        ("recent_edit", "local", "truncate_oldest"),
        ("symbol_context", "structure", "keep_signatures"),
        ("dependency_graph", "structure", "collapse_summary"),
        ("test_context", "structure", "keep_signatures"),
        ("semantic_match", "retrieved", "truncate_oldest"),
        ("session_history", "history", "drop_entries"),
        ("violation", "policy", "drop_entries"),
        ("learning", "history", "drop_entries"),
    ];
    let rows = ArtifactKind::ALL.iter().map(|kind| {
        (
            usize::from(kind.priority()),
            (kind.name(), kind.lane().name(), kind.shrink_strategy().name()),
        )
    });
    assert_eq!(rows.collect::<Vec<_>>(), TABLE.iter().copied().enumerate().collect::<Vec<_>>());
    let lanes: Vec<&str> = Lane::ALL.iter().map(|lane| lane.name()).collect();
    assert_eq!(lanes, ["policy", "rules", "local", "structure", "retrieved", "history"]);
}
