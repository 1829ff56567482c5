//! What a warm search costs in one process, on trees of all sizes: looking at the tree, the query, and the closer look.

use super::ground::{Ground, name_of};
use super::line::{Amount, Asked, Line, Lines};
use super::said::after;
use super::{bench, walk};
use crate::command::{Failure, capture, git, program};
use std::time::Duration;

const ASKED: &str = "warm query on a 1,000-file repository under 30 ms in process, on 30,000 files under 150 ms (taken as: a \
                     line through both; with looking at every file)";
/// Words that every project has some of.
const SENTENCE: &str = "cache: reload the configuration when a connection times out, and report the error to the caller";

pub(super) fn run(ground: &Ground, lines: &mut Lines) -> Result<(), Failure> {
    let bench = bench(&ground.root, "pack")?;
    let many = walk::tree(ground)?;
    for tree in ground.trees.iter().chain([&many]) {
        let files = capture(git(tree, &["ls-files"]))?.lines().count();
        let said = capture(program(bench.as_os_str(), tree, &[&tree.to_string_lossy(), SENTENCE]))?;
        let took = |stage: &str| after(&said, &format!("{stage} ")).map(Duration::from_micros);
        let told = told(&said, files);
        let figure = format!("{}: a warm search", name_of(tree));
        let amount = took("gather").map(Amount::milliseconds);
        lines.push(Line::new(figure, Asked::below(asked(files), ASKED), amount).with(told));
    }
    Ok(())
}

/// In milliseconds.
fn asked(files: usize) -> f64 {
    let above = files.saturating_sub(1_000) as f64;
    30.0 + above * 120.0 / 29_000.0
}

fn told(said: &str, files: usize) -> String {
    let stage = |name: &str| -> String {
        let took = after(said, &format!("{name} ")).map(Duration::from_micros);
        took.map_or_else(|why| why, |took| format!("{name} {}", Amount::milliseconds(took)))
    };
    let rest = ["select", "render", "record"].map(stage).join(", ");
    format!("{files} files, below {:.0} ms asked; then {rest}", asked(files))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_asked_grows_with_the_files() {
        assert_eq!([500, 1_000, 30_000].map(asked), [30.0, 30.0, 150.0]);
        let said = "gather 2500\nselect 1500\nrender 900\nrecord 3000\n";
        let told = told(said, 500);
        assert!(told.starts_with("500 files, below 30 ms asked; then select 1.5 ms"), "{told}");
    }
}
