//! Seed A's budget: a total, and for each lane a minimum, a maximum and a priority.

use crate::vocab::Lane;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

/// What one lane may use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct LaneBudget {
    pub min: u64,
    pub max: u64,
    /// 0 is served first.
    pub priority: u64,
}

/// A budget. [`Budget::scaled`] and [`Budget::from_json`] make valid ones, as do the settings, which check the
/// same rules and know who set each number.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Budget {
    pub total_tokens: u64,
    pub lanes: BTreeMap<Lane, LaneBudget>,
}

/// The seed's default total.
const DEFAULT_TOTAL: u64 = 8000;

const DEFAULT_LANES: [(Lane, u64, u64); 6] = [
    (Lane::Policy, 200, 500),
    (Lane::Rules, 500, 2000),
    (Lane::Local, 1000, 3000),
    (Lane::Structure, 0, 1500),
    (Lane::Retrieved, 0, 2000),
    (Lane::History, 0, 1000),
];

impl Default for Budget {
    fn default() -> Self {
        Self::scaled(DEFAULT_TOTAL)
    }
}

impl Budget {
    /// The default table in proportion to another total, rounded down.
    pub fn scaled(total_tokens: u64) -> Self {
        let scale = |n: u64| {
            let scaled = u128::from(n) * u128::from(total_tokens) / u128::from(DEFAULT_TOTAL);
            u64::try_from(scaled).unwrap_or(u64::MAX)
        };
        let lanes = DEFAULT_LANES.into_iter().map(|(lane, min, max)| {
            let priority = u64::from(lane.default_priority());
            (lane, LaneBudget { min: scale(min), max: scale(max), priority })
        });
        Self { total_tokens, lanes: lanes.collect() }
    }

    /// Reads a budget from foreign JSON, or says everything that is wrong with it.
    pub fn from_json(value: &Value) -> Result<Self, Vec<BudgetProblem>> {
        let stated = Stated::read(value);
        let mut problems = stated.problems();
        let names = value["lanes"].as_object().into_iter().flat_map(serde_json::Map::keys);
        let unknown = names.filter(|name| Lane::from_name(name).is_none());
        problems.extend(unknown.map(|name| BudgetProblem::UnknownLane(name.clone())));
        if problems.is_empty() { Ok(stated.budget()) } else { Err(problems.into_iter().collect()) }
    }

    /// Everything that is wrong with its numbers.
    pub fn problems(&self) -> Vec<BudgetProblem> {
        Stated::of(self).problems().into_iter().collect()
    }

    /// The lanes in the order in which they are served.
    pub(crate) fn by_priority(&self) -> Vec<(Lane, LaneBudget)> {
        let mut lanes: Vec<_> =
            self.lanes.iter().map(|(&lane, &numbers)| (lane, numbers)).collect();
        lanes.sort_by_key(|(_, numbers)| numbers.priority);
        lanes
    }
}

/// Something that is wrong with a budget. `X` is a lane or `totalTokens`.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum BudgetProblem {
    DuplicatePriority,
    MinAboveMax(String),
    MissingLane(String),
    Negative(String),
    NotWhole(String),
    SumOfMinimums,
    TooLarge(String),
    UnknownLane(String),
    Zero(String),
}

impl BudgetProblem {
    /// The short form, `name:X`.
    pub fn code(&self) -> String {
        match self {
            Self::DuplicatePriority => "duplicate_priority".to_owned(),
            Self::SumOfMinimums => "sum_of_minimums".to_owned(),
            Self::MinAboveMax(x) => format!("min_above_max:{x}"),
            Self::MissingLane(x) => format!("missing_lane:{x}"),
            Self::Negative(x) => format!("negative:{x}"),
            Self::NotWhole(x) => format!("not_whole:{x}"),
            Self::TooLarge(x) => format!("too_large:{x}"),
            Self::UnknownLane(x) => format!("unknown_lane:{x}"),
            Self::Zero(x) => format!("zero:{x}"),
        }
    }
}

impl fmt::Display for BudgetProblem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::DuplicatePriority => f.write_str("two lanes have the same priority"),
            Self::SumOfMinimums => {
                f.write_str("the minimums of the lanes together are above the total")
            }
            Self::MinAboveMax(x) => write!(f, "the minimum of lane {x} is above its maximum"),
            Self::MissingLane(x) => write!(f, "lane {x} is missing"),
            Self::Negative(x) => write!(f, "{x} has a negative number"),
            Self::NotWhole(x) => write!(f, "{x} has a number that is missing or not whole"),
            Self::TooLarge(x) => write!(f, "{x} has a number above {LARGEST}"),
            Self::UnknownLane(x) => {
                let hint = crate::near::did_you_mean(x, Lane::ALL.iter().map(|lane| lane.name()));
                write!(f, "there is no lane {}{hint}", crate::escape::quoted(x))
            }
            Self::Zero(x) => write!(f, "{x} is zero"),
        }
    }
}

/// Numbers above this are a mistake, and sums of them stay far inside 64 bits.
const LARGEST: i64 = 1_000_000_000_000;

/// The numbers of a budget as somebody stated them. One that is missing or not whole takes no part in comparisons.
struct Stated {
    total: Option<i64>,
    /// Minimum, maximum and priority.
    lanes: BTreeMap<Lane, [Option<i64>; 3]>,
}

impl Stated {
    fn read(value: &Value) -> Self {
        let lanes = Lane::ALL.iter().filter_map(|&lane| {
            let numbers = value["lanes"].get(lane.name())?;
            Some((lane, ["min", "max", "priority"].map(|key| whole(&numbers[key]))))
        });
        Self { total: whole(&value["totalTokens"]), lanes: lanes.collect() }
    }

    fn of(budget: &Budget) -> Self {
        let number = |number: u64| Some(i64::try_from(number).unwrap_or(i64::MAX));
        let lanes = budget.lanes.iter().map(|(&lane, &LaneBudget { min, max, priority })| {
            (lane, [number(min), number(max), number(priority)])
        });
        Self { total: number(budget.total_tokens), lanes: lanes.collect() }
    }

    /// The budget, where there is no problem.
    fn budget(&self) -> Budget {
        let number = |number: Option<i64>| number.and_then(|n| u64::try_from(n).ok()).unwrap_or(0);
        let lanes = self.lanes.iter().map(|(&lane, &numbers)| {
            let [min, max, priority] = numbers.map(number);
            (lane, LaneBudget { min, max, priority })
        });
        Budget { total_tokens: number(self.total), lanes: lanes.collect() }
    }

    fn problems(&self) -> BTreeSet<BudgetProblem> {
        let total = "totalTokens";
        let mut problems = BTreeSet::from_iter(problem_of(self.total, total));
        if self.total == Some(0) {
            problems.insert(BudgetProblem::Zero(total.to_owned()));
        }
        let (mut minimums, mut priorities) = (0, BTreeSet::new());
        for lane in Lane::ALL {
            let Some(numbers) = self.lanes.get(lane) else {
                problems.insert(BudgetProblem::MissingLane(lane.to_string()));
                continue;
            };
            problems.extend(numbers.iter().filter_map(|&number| problem_of(number, lane.name())));
            let [min, max, priority] = numbers;
            if min.zip(*max).is_some_and(|(min, max)| min > max) {
                problems.insert(BudgetProblem::MinAboveMax(lane.to_string()));
            }
            if priority.is_some_and(|priority| !priorities.insert(priority)) {
                problems.insert(BudgetProblem::DuplicatePriority);
            }
            minimums += min.unwrap_or(0).clamp(-LARGEST, LARGEST);
        }
        if self.total.is_some_and(|total| minimums > total) {
            problems.insert(BudgetProblem::SumOfMinimums);
        }
        problems
    }
}

/// What is wrong with a number by itself.
fn problem_of(number: Option<i64>, of: &str) -> Option<BudgetProblem> {
    match number {
        None => Some(BudgetProblem::NotWhole(of.to_owned())),
        Some(n) if n < 0 => Some(BudgetProblem::Negative(of.to_owned())),
        Some(n) if n > LARGEST => Some(BudgetProblem::TooLarge(of.to_owned())),
        Some(_) => None,
    }
}

/// A whole number, also where JSON writes it as `8000.0`.
fn whole(value: &Value) -> Option<i64> {
    let text = value.as_number()?.to_string();
    text.strip_suffix(".0").unwrap_or(&text).parse().ok()
}
