//! Seed A's lanes as groups of the fit program: the numbers, and nothing else.

use crate::budget::Budget;
use crate::constraints::LaneRequirement;
use crate::fit::Group;

/// What is not required is never lowered below this many tokens.
const FLOOR: u64 = 100;

/// The lanes in the order in which they are served. A requirement raises its lane's minimum, and its
/// maximum where that is lower.
pub fn groups(budget: &Budget, requirements: &[LaneRequirement]) -> Vec<Group> {
    let group = |(lane, numbers): (crate::vocab::Lane, crate::budget::LaneBudget)| {
        let required = requirements.iter().filter(|requirement| requirement.lane == lane);
        let required = required.map(|requirement| requirement.min_tokens).max().unwrap_or(0);
        let min = numbers.min.max(required);
        Group { name: lane.to_string(), min, max: Some(numbers.max.max(required)), floor: FLOOR }
    };
    budget.by_priority().into_iter().map(group).collect()
}
