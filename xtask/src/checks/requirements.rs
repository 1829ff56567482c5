//! The table of requirements is whole, and the tests it names exist and run.

use std::collections::{BTreeMap, BTreeSet};

use super::Problem;
use crate::items::test_functions;
use crate::tokens::tokens;
use crate::tree::{Files, rust_files};

const TABLE: &str = "docs/requirements.md";

/// Letter, and the number of the last row.
const SECTIONS: &[(char, u32)] = &[('A', 23), ('B', 9), ('C', 19), ('X', 9)];

#[derive(Debug, PartialEq, Eq)]
enum Status {
    Proven,
    Partly,
    NotYet,
}

impl Status {
    fn parse(written: &str) -> Option<Self> {
        match written {
            "proven" => Some(Self::Proven),
            "partly" => Some(Self::Partly),
            "not yet" => Some(Self::NotYet),
            _ => None,
        }
    }
}

pub(super) fn problems(files: &Files) -> Vec<Problem> {
    let Some(table) = files.get(TABLE) else {
        return vec![Problem::in_file(TABLE, "is missing")];
    };
    let tests: BTreeSet<&str> =
        rust_files(files).flat_map(|(_, content)| test_functions(&tokens(content))).collect();
    let mut problems = Vec::new();
    let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
    for (at, line) in table.lines().enumerate() {
        let cells = cells(line);
        let Some(id) = cells.first().copied().filter(|cell| looks_like_id(cell)) else { continue };
        if let Some(first) = seen.insert(id, at + 1) {
            let what = format!("row {id} is already on line {first}; keep one of them");
            problems.push(Problem::at_line(TABLE, at + 1, what));
        }
        let of_row = row_problems(&cells, &tests);
        problems.extend(of_row.into_iter().map(|what| Problem::at_line(TABLE, at + 1, what)));
    }
    problems.extend(set_problems(&seen.keys().copied().collect()));
    problems
}

/// The cells of a table row; empty for any other line. A bar inside a cell is written `\|`.
fn cells(line: &str) -> Vec<&str> {
    let Some(inside) = line.trim().strip_prefix('|').and_then(|rest| rest.strip_suffix('|')) else {
        return Vec::new();
    };
    let mut cells = Vec::new();
    let mut start = 0;
    for (at, _) in inside.match_indices('|').filter(|(at, _)| !inside[..*at].ends_with('\\')) {
        cells.push(inside[start..at].trim());
        start = at + 1;
    }
    cells.push(inside[start..].trim());
    cells
}

/// A capital letter and digits: also what is not in the list, so that a typing error is not overlooked.
fn looks_like_id(cell: &str) -> bool {
    let digits = cell.strip_prefix(|c: char| c.is_ascii_uppercase()).unwrap_or("");
    !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
}

fn row_problems(cells: &[&str], tests: &BTreeSet<&str>) -> Vec<String> {
    let [id, what_must_hold, status, proof] = cells else {
        return vec![format!(
            "row {} has {} cells; it needs 4 (row, what must hold, status, proof)",
            cells[0],
            cells.len()
        )];
    };
    let mut problems = Vec::new();
    if what_must_hold.is_empty() {
        problems.push(format!("row {id} does not say what must hold"));
    }
    let named = tests_named(proof);
    match Status::parse(status) {
        None => problems
            .push(format!("row {id} has status {status:?}; write `proven`, `partly` or `not yet`")),
        Some(Status::Proven | Status::Partly) if named.is_empty() => {
            problems
                .push(format!("row {id} is {status} without a proof; name its tests in backticks"));
        }
        Some(_) => {}
    }
    for name in named.into_iter().filter(|name| !tests.contains(name)) {
        problems.push(format!(
            "row {id} names {name:?}, and no tracked file has a test of that name that runs"
        ));
    }
    problems
}

/// What stands in backticks in a proof are names of tests; the rest is free text.
fn tests_named(proof: &str) -> Vec<&str> {
    proof.split('`').skip(1).step_by(2).collect()
}

fn set_problems(seen: &BTreeSet<&str>) -> Vec<Problem> {
    let known: BTreeSet<String> = SECTIONS
        .iter()
        .flat_map(|(letter, last)| (1..=*last).map(move |number| format!("{letter}{number:02}")))
        .collect();
    let missing = known.iter().filter(|id| !seen.contains(id.as_str()));
    let missing = missing.map(|id| Problem::in_file(TABLE, format!("row {id} is missing")));
    let strange = seen.iter().filter(|id| !known.contains(**id));
    let strange = strange
        .map(|id| Problem::in_file(TABLE, format!("row {id} is no requirement that we know")));
    missing.chain(strange).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    const TESTS: &str =
        "#[test] fn it_holds() {} #[test] #[ignore] fn it_sleeps() {} fn helper() {}";

    /// A whole table in which `row` stands in place of A01.
    fn found(row: &str) -> Vec<String> {
        let mut table =
            String::from("| row | what must hold | status | proof |\n| --- | --- | --- | --- |\n");
        table.push_str(row);
        for (letter, last) in SECTIONS {
            let from = if *letter == 'A' { 2 } else { 1 };
            for number in from..=*last {
                table.push_str(&format!("\n| {letter}{number:02} | x \\| y | not yet | |"));
            }
        }
        let files = tree::of(&[(TABLE, &table), ("crates/plimsoll/tests/it.rs", TESTS)]);
        problems(&files).iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_whole_table_is_accepted() {
        for row in [
            "| A01 | x | not yet | |",
            "| A01 | x | proven | `it_holds` |",
            "| A01 | x | partly | `it_holds`, for Markdown only |",
        ] {
            assert_eq!(found(row), Vec::<String>::new(), "{row}");
        }
    }

    #[test]
    fn every_way_to_break_a_row_is_found() {
        for (row, complaint) in [
            ("", "row A01 is missing"),
            ("| A01 | x | not yet | |\n| A01 | x | not yet | |", "already on line 3"),
            ("| A01 | x | not yet | |\n| A99 | x | not yet | |", "no requirement that we know"),
            ("| A01 | x | not yet | |\n| A1 | x | not yet | |", "no requirement that we know"),
            ("| A01 | x | done | `it_holds` |", "has status \"done\""),
            ("| A01 | | not yet | |", "does not say what must hold"),
            ("| A01 | x | not yet |", "has 3 cells"),
            ("| A01 | x | proven | it_holds |", "without a proof"),
            ("| A01 | x | proven | `it_held` |", "names \"it_held\""),
            ("| A01 | x | proven | `helper` |", "names \"helper\""),
            ("| A01 | x | proven | `it_sleeps` |", "names \"it_sleeps\""),
            ("| A01 | x | not yet | `it_holds`, `soon` |", "names \"soon\""),
        ] {
            let found = found(row);
            assert_eq!(found.len(), 1, "{row}: {found:?}");
            assert!(found[0].contains(complaint), "{row}: {found:?}");
        }
    }

    #[test]
    fn a_missing_table_is_a_problem() {
        assert_eq!(problems(&tree::of(&[("README.md", "")])).len(), 1);
    }
}
