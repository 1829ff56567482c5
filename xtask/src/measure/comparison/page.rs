//! `docs/comparison.md`.

use super::behaviour::ASKED;
use super::tasks::{Score, Task};
use super::{LIMITS, Tried, Try};
use crate::measure::report::Machine;
use plimsoll_core::limit::Grouped;
use std::collections::BTreeSet;
use std::fmt::Write;

const HEAD: &str = "\
# Comparison

Plimsoll beside what people use instead, on the same trees and with the same limits. This page is written by
`cargo xtask measure comparison TASKS FOLDER`, which says what is missing and how to install it by name; figures are of
one run.
";

const SHOWN: &str = "\
Each task is the message of a past commit, without paths, on the tree of the commit before it. *Files* is the share of the
files that the commit changed of which a changed line that says something is shown, *ranges* the share of the changed
ranges of lines that are shown in full (a range that was only inserted into counts with the lines around it). Tokens are
those of o200k; what a tool writes beyond the limit is cut off, as it would be for a model. Tools that take no sentence write
the same whatever is asked; those that take no limit are run once. CPU time is that of all threads and processes, in
seconds; medians. Plimsoll is run without anything known from before, and its tables were learned from other repositories.
";

const BEHAVIOUR: &str = "\
Tried on a project that is made for it, with secrets drawn at run time, texts in other encodings, a file that holds what
each tool writes between files, a name with a line break, and a link that leads out. Every file can be found by the word
that is asked for, and the limit is more than the project has. repomix can be told to fail when its output passes a number
of tokens, but writes all of it. aider's map shows definitions only, so most of what was planted has no place in it; that
is no protection. Whether the same bytes come out is tried on the tree of the last task.
";

pub(super) fn written(machine: &Machine, tasks: &[Task], tried: &[Tried]) -> String {
    let mut out = format!("{HEAD}\n{}\n\n## Versions and commands\n\n", machine.told());
    out.push_str("| tool | version | command |\n| --- | --- | --- |\n");
    for Tried { tool, version, .. } in tried {
        let _ = writeln!(out, "| {} | {version} | `{}` |", tool.name, tool.command());
    }
    let of: BTreeSet<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
    let of: Vec<&str> = of.into_iter().collect();
    let _ = write!(
        out,
        "\n## What each shows of what past commits changed\n\n{SHOWN}\n{} tasks of {}.\n\n",
        tasks.len(),
        of.join(", ")
    );
    for limit in LIMITS {
        let _ = writeln!(out, "Within {} tokens:\n", Grouped(limit));
        out.push_str("| tool | files | ranges | tokens written | limit kept | CPU time |\n");
        let _ = writeln!(out, "|{}", " --- |".repeat(6));
        for one in tried {
            out.push_str(&row(one, limit));
        }
        let _ = write!(out, "\nFiles by repository:\n\n{}", by_repository(tried, limit, &of));
        out.push('\n');
    }
    out.push_str(&failures(tried));
    let _ = write!(out, "## What else a user notices\n\n{BEHAVIOUR}\n|  |");
    for Tried { tool, .. } in tried {
        let _ = write!(out, " {} |", tool.name);
    }
    let _ = writeln!(out, "\n| --- |{}", " --- |".repeat(tried.len()));
    for (at, asked) in ASKED.iter().enumerate() {
        let said: Vec<&str> = tried.iter().map(|one| one.behaviours[at].as_str()).collect();
        let _ = writeln!(out, "| {asked} | {} |", said.join(" | "));
    }
    let ids: Vec<&str> = tasks.iter().map(|task| task.id.as_str()).collect();
    let _ = writeln!(out, "\nThe tasks: {}.", ids.join(", "));
    out
}

fn row(tried: &Tried, limit: u64) -> String {
    let tries: Vec<&Try> = tried.tries.iter().filter(|one| one.limit == limit).collect();
    let name = tried.tool.name;
    if tries.is_empty() {
        return format!("| {name} |{}\n", " – |".repeat(5));
    }
    let all = sum(tries.iter().copied());
    let within = tries.iter().filter(|one| one.tokens <= limit).count();
    format!(
        "| {name} | {} | {} | {} | {within} of {} | {:.2} |\n",
        percent(all.files_shown, all.files),
        percent(all.ranges_shown, all.ranges),
        Grouped(middle(tries.iter().map(|one| one.tokens))),
        tries.len(),
        middle(tries.iter().map(|one| one.cpu)).as_secs_f64(),
    )
}

/// What each shows of the files of each repository.
fn by_repository(tried: &[Tried], limit: u64, repositories: &[&str]) -> String {
    let mut out = String::from("| repository |");
    for Tried { tool, .. } in tried {
        let _ = write!(out, " {} |", tool.name);
    }
    let _ = writeln!(out, "\n| --- |{}", " --- |".repeat(tried.len()));
    for repository in repositories {
        let _ = write!(out, "| {repository} |");
        for Tried { tries, .. } in tried {
            let is_its = |one: &&Try| one.limit == limit && one.repository == *repository;
            let of = sum(tries.iter().filter(is_its));
            let _ = write!(out, " {} |", percent(of.files_shown, of.files));
        }
        out.push('\n');
    }
    out
}

fn failures(tried: &[Tried]) -> String {
    let mut out = String::new();
    for Tried { tool, failures, .. } in tried.iter().filter(|one| !one.failures.is_empty()) {
        let _ = writeln!(out, "{} gave nothing for: {}.\n", tool.name, failures.join("; "));
    }
    out
}

fn sum<'a>(tries: impl Iterator<Item = &'a Try>) -> Score {
    let mut sum = Score::default();
    tries.for_each(|one| sum.add(one.score));
    sum
}

fn percent(are: usize, of: usize) -> String {
    let share = (are * 100 + of / 2).checked_div(of);
    share.map_or("–".to_owned(), |share| format!("{share} %"))
}

fn middle<T: Ord + Copy + Default>(values: impl Iterator<Item = T>) -> T {
    let mut values: Vec<T> = values.collect();
    values.sort_unstable();
    values.get(values.len() / 2).copied().unwrap_or_default()
}
