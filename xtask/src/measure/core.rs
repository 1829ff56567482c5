//! Core: admission and fit, how their cost grows with the number of candidates, and properties with many cases.

use super::ground::Ground;
use super::line::{Amount, Asked, Line, Lines};
use super::said::{columns, why};
use super::{bench, instructions};
use crate::command::{Failure, cargo, overhear, program};
use crate::vectors;
use std::fs;
use std::path::Path;

const WITHIN: Asked = Asked::at_most(5.0, "10,000 within 5 ms on an idle core");
/// Twenty times as many as in the tests.
const CASES: &str = "5120";
const PROPERTIES: Asked =
    Asked::at_most(0.0, "property tests, thousands of cases each; a slow reference agrees");
const VECTORS: Asked = Asked::at_most(0.0, "composer.json copied into test data and passed");
const FEW: u64 = 100;
const MANY: u64 = 100_000;
/// The logarithm of many is two and a half times that of few.
const NEAR_LINEAR: Asked = Asked::at_most(
    2.5,
    "near-linear from 100 to 100,000 candidates (taken as: no more than n log n, where one costs 2.5 times as much)",
);

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let vectors = ground.root.join("crates/plimsoll-core/tests/data/composer.json");
    lines.push(vectors_hold(&vectors));
    let bench = bench(&ground.root, "fit")?;
    let (said, _) = overhear(program(bench.as_os_str(), &ground.root, &[]))?;
    let time = milliseconds(&said, "admit and fit", "10000");
    lines.push(Line::new("admit and fit, 10,000 candidates, wall", WITHIN, time));
    for (figure, how) in [("admit and fit", None), ("raise by value", Some("value"))] {
        let each = |candidates| {
            a_candidate(&ground.root, &bench, candidates, how).map_err(|failure| why(&failure))
        };
        let both = each(FEW).and_then(|few| Ok((few, each(MANY)?)));
        let told = both.as_ref().map(|(few, many)| format!("{few:.0} and {many:.0} instructions"));
        let told = told.unwrap_or_default();
        let growth = both.map(|(few, many)| Amount::ratio(many, few));
        let figure = format!("{figure}: a candidate among 100,000 to one among 100");
        lines.push(Line::new(figure, NEAR_LINEAR, growth).with(told));
    }
    Ok(())
}

/// From the line of so many candidates in one of the tables.
fn milliseconds(said: &str, table: &str, candidates: &str) -> Result<Amount, String> {
    let rows = said.split_once(table).map_or("", |(_, rows)| rows);
    let best = columns(rows, candidates).and_then(|columns| columns.get(1)?.parse().ok());
    best.map(|best| Amount::new(best, "ms", 2)).ok_or_else(|| format!("no line of `{table}`"))
}

fn a_candidate(
    root: &Path,
    bench: &Path,
    candidates: u64,
    how: Option<&str>,
) -> Result<f64, Failure> {
    let count = candidates.to_string();
    let arguments: Vec<&str> = [&*count].into_iter().chain(how).collect();
    let all = instructions(root, bench, &arguments)?;
    let setup = instructions(root, bench, &[&count, "setup"])?;
    Ok(all.saturating_sub(setup) as f64 / candidates as f64)
}

fn vectors_hold(file: &Path) -> Line {
    let text = fs::read_to_string(file).map_err(|error| error.to_string());
    let report = text.and_then(|text| vectors::check(&text));
    let passed = report.as_ref().map_or(0, |report| report.passed);
    let failed = report.map(|report| Amount::count(report.failures.len(), "failed"));
    Line::new("vectors of the composer", VECTORS, failed).with(format!("{passed} passed"))
}

/// Core's tests with thousands of cases for each property.
pub(super) fn properties(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let arguments =
        ["test", "--locked", "--release", "-p", "plimsoll-core", "--tests", "--no-fail-fast"];
    let mut tests = cargo(&ground.root, &arguments);
    tests.env("PROPTEST_CASES", CASES);
    let (said, _) = overhear(tests)?;
    let counts = results(&said);
    let passed = counts.as_ref().map_or(0, |(passed, _)| *passed);
    let failed = counts.map(|(_, failed)| Amount::count(failed, "failed"));
    let figure = format!("tests of core, {CASES} cases for each property");
    lines.push(Line::new(figure, PROPERTIES, failed).with(format!("{passed} passed")));
    Ok(())
}

/// How many tests passed and failed, over all their programs.
fn results(said: &str) -> Result<(usize, usize), String> {
    let results: Vec<&str> = said.lines().filter(|line| line.starts_with("test result:")).collect();
    if results.is_empty() {
        return Err("the tests could not be built".to_owned());
    }
    let sum = |how: &str| {
        let count = |line: &&str| line.split_once(how)?.0.rsplit(' ').next()?.parse::<usize>().ok();
        results.iter().filter_map(count).sum()
    };
    Ok((sum(" passed;"), sum(" failed;")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_line_is_that_of_its_table() {
        let said = "admit and fit by lanes\n candidates best ms\n 1000 0.1 9\n 10000 0.620 62\n\
                    raise by value\n 10000 4.100 410\n";
        assert_eq!(milliseconds(said, "admit and fit", "10000"), Ok(Amount::new(0.62, "ms", 2)));
        assert_eq!(milliseconds(said, "raise by value", "10000"), Ok(Amount::new(4.1, "ms", 2)));
        assert!(milliseconds(said, "raise by value", "1000").is_err());
        assert!(milliseconds("", "raise by value", "1000").is_err());
    }

    #[test]
    fn tests_are_counted_over_all_programs() {
        let said = "running 2 tests\ntest a ... ok\n\
            test result: ok. 12 passed; 0 failed; 0 ignored; 0 measured; finished in 1.00s\n\
            test result: FAILED. 27 passed; 3 failed; 0 ignored; 0 measured; finished in 1.00s\n";
        assert_eq!(results(said), Ok((39, 3)));
        assert!(results("error: could not compile").is_err());
    }
}
