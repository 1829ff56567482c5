//! Admission and fit over many candidates, by numbers alone. `cargo xtask measure core` runs it.
//!
//! Without arguments it prints wall times; with `N` it does the work once for N candidates and prints
//! nothing, for counting instructions; with `N value` it raises by value; with `N setup` it stops before the work.

#![expect(clippy::print_stdout, reason = "printing a table is what this program is for")]
#![expect(
    clippy::disallowed_methods,
    reason = "it measures time, and is told what to do by its arguments"
)]

use plimsoll_core::admit::{Boarding, Offer, admit};
use plimsoll_core::budget::Budget;
use plimsoll_core::constraints::Standing;
use plimsoll_core::fit::{Fit, Group, Item, Weights, programs};
use plimsoll_core::lanes;
use std::time::Instant;

struct Input {
    groups: Vec<Group>,
    offers: Vec<Offer>,
    ladders: Vec<Vec<u64>>,
    total: u64,
}

/// Candidates of all lanes with four rungs each; a third of them has room. What is counted exactly is a
/// fifth more than estimated, so that fit has work to do.
fn input(candidates: usize) -> Input {
    let mut state = 0x9E37_79B9_7F4A_7C15_u64;
    let mut random = |below: u64| {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state % below
    };
    let total = candidates as u64 * 200;
    let groups = lanes::groups(&Budget::scaled(total), &[]);
    let mut offers = Vec::new();
    let mut ladders = Vec::new();
    for _ in 0..candidates {
        let group = usize::try_from(random(6)).unwrap_or(0);
        let estimate = 100 + random(1000);
        let standing = if random(100) == 0 { Standing::Pinned } else { Standing::Open };
        offers.push(Offer { group, estimate, standing });
        let exact = estimate * 6 / 5;
        ladders.push(vec![exact, exact * 3 / 4, exact / 2, exact / 4]);
    }
    Input { groups, offers, ladders, total }
}

fn work(input: &Input) -> u64 {
    let admission = admit(&input.offers, &input.groups, input.total);
    let mut items = Vec::new();
    let mut weights = Vec::new();
    for (index, boarding) in admission.boarding.iter().enumerate() {
        if let Boarding::Admitted | Boarding::Required = boarding {
            let required = *boarding == Boarding::Required;
            items.push(Item { group: input.offers[index].group, kind: "file", required });
            weights.push(input.ladders[index].clone());
        }
    }
    let fit = Fit {
        items: &items,
        weights: &weights,
        groups: &input.groups,
        limit: input.total,
        overhead: 40,
    };
    fit.run(&programs::compose()).map_or(0, |fitted| fitted.total)
}

/// Ladders whose rungs have values, as a search gives them: less with every place.
struct Valued(Vec<Vec<u64>>);

impl Weights for Valued {
    fn rungs(&self, item: usize) -> usize {
        self.0[item].len()
    }
    fn weight(&self, item: usize, rung: usize) -> u64 {
        self.0[item][rung]
    }
    fn value(&self, item: usize, rung: usize) -> u64 {
        1_000_000_000 / (item as u64 + 2) * (100 - 15 * rung as u64)
    }
}

/// Raising by value: everything starts ashore, and a third of it has room.
fn work_by_value(input: &Input) -> u64 {
    let groups = [Group::named("low")];
    let items: Vec<Item<'_>> =
        input.offers.iter().map(|_| Item { group: 0, kind: "file", required: false }).collect();
    let weights = Valued(input.ladders.clone());
    let fit =
        Fit { items: &items, weights: &weights, groups: &groups, limit: input.total, overhead: 40 };
    fit.run(&programs::pack_sentence()).map_or(0, |fitted| fitted.total)
}

fn main() {
    let arguments: Vec<String> = std::env::args().skip(1).filter(|a| a != "--bench").collect();
    if let Some(candidates) = arguments.first().and_then(|n| n.parse().ok()) {
        let input = input(candidates);
        match arguments.get(1).map(String::as_str) {
            None => assert!(work(&input) > 0),
            Some("value") => assert!(work_by_value(&input) > 0),
            Some(_) => {}
        }
        return;
    }
    table("admit and fit by lanes", work);
    table("raise by value", work_by_value);
}

fn table(what: &str, work: fn(&Input) -> u64) {
    println!("{what}\n{:>10} {:>12} {:>14}", "candidates", "best ms", "ns a candidate");
    for candidates in [100, 1_000, 10_000, 100_000] {
        let input = input(candidates);
        let runs = if candidates > 10_000 { 10 } else { 50 };
        let best = (0..runs)
            .map(|_| {
                let start = Instant::now();
                assert!(work(&input) > 0);
                start.elapsed()
            })
            .min()
            .unwrap_or_default();
        let micros = best.as_nanos() / 1000;
        let each = best.as_nanos() / candidates as u128;
        println!("{candidates:>10} {:>8}.{:03} {each:>14}", micros / 1000, micros % 1000);
    }
}
