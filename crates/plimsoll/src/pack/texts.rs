//! The parts of a task as text.

use super::references;
use super::request::{Acceptance, Contract, Issue, RepairTicket, Task};
use plimsoll_core::ladder::diff_by_file;

/// How many of the previous issues are shown; the number of the rest is said.
pub(super) const TOP_ISSUES: usize = 10;

/// What a diff changes, as places of the new files.
pub(super) fn changed_places(diff: &str) -> String {
    let places = diff_by_file(diff).into_iter().flat_map(|(path, text)| {
        let hunks = text.lines().filter(|line| line.starts_with("@@ "));
        let lines = hunks.filter_map(|hunk| hunk.split('+').nth(1)?.split([',', ' ']).next());
        lines.map(move |line| format!("{path}:{line}\n"))
    });
    places.take(references::MOST_FRAMES).collect()
}

/// How many issues are not shown, and how many outputs with them.
pub(super) fn rest_of_issues(rest: &[&Issue]) -> String {
    let outputs = rest.iter().filter(|issue| issue.output.is_some()).count();
    match (rest.len(), outputs) {
        (0, _) => String::new(),
        (more, 0) => format!("and {more} more\n"),
        (more, outputs) => format!("and {more} more, {outputs} of them with an output\n"),
    }
}

/// Id, title and goal.
pub(super) fn goal(task: &Task) -> String {
    let mut text = String::new();
    for (label, value) in [("id", &task.id), ("title", &task.title)] {
        if !value.is_empty() {
            text.push_str(&format!("{label}: {value}\n"));
        }
    }
    text.push_str(&task.goal);
    text
}

pub(super) fn criterion(acceptance: &Acceptance) -> String {
    match acceptance {
        Acceptance::Text(text) => format!("- {text}\n"),
        Acceptance::Criterion(criterion) => {
            let id = criterion.id.as_ref().map_or(String::new(), |id| format!("{id}: "));
            let check = criterion.check.as_ref();
            let check = check.map_or(String::new(), |check| format!(" (check: {check})"));
            format!("- {id}{}{check}\n", criterion.text)
        }
    }
}

pub(super) fn contract(contract: &Contract) -> String {
    let list = |globs: &[String], none: &str| {
        if globs.is_empty() { none.to_owned() } else { globs.join(", ") }
    };
    let new_files = if contract.allow_new_files { "allowed" } else { "not allowed" };
    format!(
        "may be changed: {}\nmust not be changed: {}\nnew files: {new_files}\n",
        list(&contract.allowed_globs, "whatever is not forbidden"),
        list(&contract.forbidden_globs, "nothing is forbidden by name"),
    )
}

fn place(file: Option<&String>, line: Option<u32>) -> String {
    match (file, line) {
        (Some(file), Some(line)) => format!("{file}:{line}: "),
        (Some(file), None) => format!("{file}: "),
        (None, _) => String::new(),
    }
}

/// An issue, with where its output stands if it has one: not every issue does, so their numbers alone would not tell.
pub(super) fn issue_with_output(issue: &Issue, number: u32) -> String {
    let said = self::issue(issue);
    match issue.output {
        Some(_) => format!("{} (see Error output {number})\n", said.trim_end()),
        None => said,
    }
}

pub(super) fn issue(issue: &Issue) -> String {
    let id = issue.id.as_ref().map_or(String::new(), |id| format!("{id} "));
    let place = place(issue.file.as_ref(), issue.line);
    format!("- {id}[{}] {place}{}\n", issue.severity.name(), issue.message)
}

pub(super) fn ticket(ticket: &RepairTicket) -> String {
    let id = ticket.id.as_ref().map_or(String::new(), |id| format!("{id} "));
    let place = place(ticket.file.as_ref(), ticket.line);
    let mut text = format!("- {id}[{}] {place}{}\n", ticket.severity.name(), ticket.message);
    let details =
        [("expected", &ticket.expected), ("actual", &ticket.actual), ("hint", &ticket.hint)];
    for (label, detail) in details {
        if let Some(detail) = detail {
            text.push_str(&format!("  {label}: {detail}\n"));
        }
    }
    text
}
