//! Lane numbers: those that nobody set follow those that somebody did, and the table must add up (A04).

use super::merge::Slots;
use super::problem::{Problem, SetBy, Wrong};
use super::value::Value;
use plimsoll_core::vocab::Lane;

pub(super) const TOTAL: &str = "budget.total";

pub(super) fn name(lane: Lane, field: &str) -> String {
    format!("budget.lanes.{lane}.{field}")
}

pub(super) fn number(slots: &Slots, name: &str) -> u64 {
    match slots.get(name).map(|slot| &slot.value) {
        Some(Value::Number(number)) => *number,
        other => unreachable!("{name} is a number with a built-in value, not {other:?}"),
    }
}

/// Scales the built-in table to the total, and lets a built-in minimum or maximum yield to its
/// counterpart where somebody set that one.
pub(super) fn follow(slots: &mut Slots, built_in_total: u64) {
    let total = number(slots, TOTAL);
    for lane in Lane::ALL {
        let (min_name, max_name) = (name(*lane, "min"), name(*lane, "max"));
        for share in [&min_name, &max_name] {
            // Both factors are at most 1,000,000,000, so the product stays inside 64 bits.
            let scaled = number(slots, share) * total / built_in_total;
            derive(slots, share, scaled);
        }
        let (min, max) = (number(slots, &min_name), number(slots, &max_name));
        if min > max {
            derive(slots, &min_name, max);
            let min = number(slots, &min_name);
            derive(slots, &max_name, min.max(max));
        }
    }
}

/// Changes a number, unless somebody set it.
fn derive(slots: &mut Slots, name: &str, number: u64) {
    let Some(slot) = slots.get_mut(name) else { return };
    let value = Value::Number(number);
    match slot.set_by {
        SetBy::BuiltIn if slot.value != value => slot.replace(value, SetBy::Derived),
        SetBy::Derived => slot.value = value,
        _ => {}
    }
}

/// What does not add up.
pub(super) fn check(slots: &Slots, problems: &mut Vec<Problem>) {
    for lane in Lane::ALL {
        let (min_name, max_name) = (name(*lane, "min"), name(*lane, "max"));
        let (min, max) = (number(slots, &min_name), number(slots, &max_name));
        if min > max {
            let max_by = slots[&max_name].set_by.clone();
            report(slots, min_name, Wrong::MinimumAboveMaximum { min, max, max_by }, problems);
        }
    }
    check_sum(slots, problems);
    check_priorities(slots, problems);
}

fn check_sum(slots: &Slots, problems: &mut Vec<Problem>) {
    let total = number(slots, TOTAL);
    let minimums = || Lane::ALL.iter().map(|lane| name(*lane, "min"));
    let sum: u64 = minimums().map(|min| number(slots, &min)).sum();
    if sum <= total {
        return;
    }
    // The minimum to name is the largest that somebody set: the scaled ones always fit.
    let culprit = minimums()
        .filter(|min| slots[min].set_by.is_somebody())
        .max_by_key(|min| number(slots, min));
    if let Some(culprit) = culprit {
        let total_by = slots[TOTAL].set_by.clone();
        let min = number(slots, &culprit);
        report(slots, culprit, Wrong::MinimumsAboveTotal { min, sum, total, total_by }, problems);
    }
}

fn check_priorities(slots: &Slots, problems: &mut Vec<Problem>) {
    for (i, lane) in Lane::ALL.iter().enumerate() {
        for other in &Lane::ALL[..i] {
            let mut pair = [name(*lane, "priority"), name(*other, "priority")];
            let priority = number(slots, &pair[0]);
            if priority != number(slots, &pair[1]) {
                continue;
            }
            // Of the two, the one that was set later is the one to correct.
            pair.sort_by_key(|name| std::cmp::Reverse(slots[name].set_by.clone()));
            let [name, other] = pair;
            let other_by = slots[&other].set_by.clone();
            report(slots, name, Wrong::SamePriority { priority, other, other_by }, problems);
        }
    }
}

fn report(slots: &Slots, key: String, wrong: Wrong, problems: &mut Vec<Problem>) {
    problems.push(Problem { set_by: slots[&key].set_by.clone(), key, wrong });
}
