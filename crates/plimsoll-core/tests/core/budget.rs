//! What is wrong with a budget, whether it was read or made by hand.

use plimsoll_core::budget::{Budget, BudgetProblem, LaneBudget};
use plimsoll_core::vocab::Lane;
use serde_json::json;

#[test]
fn minimums_may_be_as_much_as_the_total_and_no_more() {
    let problems = |total_tokens: u64| Budget { total_tokens, ..Budget::default() }.problems();
    assert_eq!(problems(1700), []);
    assert_eq!(problems(1699), [BudgetProblem::SumOfMinimums]);
}

/// A budget that a host made by hand is judged like one that was read.
#[test]
fn a_budget_is_judged_alike_however_it_was_made() {
    let mut budget = Budget::default();
    let mut agrees = |change: &dyn Fn(&mut Budget)| {
        change(&mut budget);
        let read = Budget::from_json(&serde_json::to_value(&budget).expect("it serialises"));
        assert_eq!(read.clone().err().unwrap_or_default(), budget.problems());
        if let Ok(read) = read {
            assert_eq!(read, budget);
        }
        budget.problems().iter().map(BudgetProblem::code).collect::<Vec<_>>()
    };
    fn lane(budget: &mut Budget, lane: Lane) -> &mut LaneBudget {
        budget.lanes.get_mut(&lane).expect("nobody has removed it")
    }
    assert!(agrees(&|_| {}).is_empty());
    assert_eq!(agrees(&|budget| lane(budget, Lane::Local).max = 999), ["min_above_max:local"]);
    assert!(agrees(&|budget| lane(budget, Lane::Local).max = 1000).is_empty());
    assert_eq!(agrees(&|budget| lane(budget, Lane::Rules).priority = 0), ["duplicate_priority"]);
    let found = agrees(&|budget| lane(budget, Lane::Policy).max = 1_000_000_000_001);
    assert_eq!(found, ["duplicate_priority", "too_large:policy"]);
    let found = agrees(&|budget| budget.lanes.retain(|&lane, _| lane != Lane::Policy));
    assert_eq!(found, ["missing_lane:policy"]);
    let found = agrees(&|budget| budget.total_tokens = 0);
    assert_eq!(found, ["missing_lane:policy", "sum_of_minimums", "zero:totalTokens"]);
}

#[test]
fn numbers_of_a_budget_are_whole() {
    let problems = |total: serde_json::Value| {
        let mut budget = serde_json::to_value(Budget::default()).expect("it serialises");
        budget["totalTokens"] = total;
        let problems = Budget::from_json(&budget).err().unwrap_or_default();
        problems.iter().map(BudgetProblem::code).collect::<Vec<_>>()
    };
    for good in [json!(8000), json!(8000.0), json!(8e3)] {
        assert!(problems(good).is_empty());
    }
    for wrong in [json!(8000.5), json!("8000"), json!(null), json!(1e300), json!(1e-9)] {
        assert_eq!(problems(wrong), ["not_whole:totalTokens"]);
    }
    assert_eq!(problems(json!(2e12)), ["too_large:totalTokens"]);
    assert_eq!(problems(json!(-1.0)), ["negative:totalTokens", "sum_of_minimums"]);
}
