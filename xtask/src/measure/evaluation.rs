//! `cargo xtask measure evaluation TASKS FOLDER`: what the search reaches on past commits, into `docs/evaluation.md`.
//!
//! TASKS is a file of tasks as `plimsoll eval` takes it, FOLDER has the clones. It refuses tasks of repositories that the
//! tables were learned from: a figure that is taken there says nothing.

use super::report::Machine;
use crate::command::{Failure, capture, program};
use crate::stages::release_binary;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::fs;
use std::path::Path;

const FILE: &str = "docs/evaluation.md";
const TABLES: &str = "crates/plimsoll-index/data/ranker.txt";

pub(super) fn run(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let [tasks, folder] = arguments else {
        return Err(wrong("needs a file of tasks and a folder of clones".to_owned()));
    };
    let machine = Machine::look(root)?;
    let binary = release_binary(root)?;
    let asked = ["eval", "--json", "--quiet", "--tasks", tasks, "--repos", folder];
    let said = capture(program(binary.as_os_str(), root, &asked))?;
    let report: Value = serde_json::from_str(&said)
        .map_err(|error| wrong(format!("cannot read what `plimsoll eval` says: {error}")))?;
    refuse_learned(root, repositories(&report))?;
    let learned = learned_from(root)?;
    let learned: Vec<&str> = learned.iter().map(String::as_str).collect();
    let page = page(&report, &machine.told(), &learned);
    fs::write(root.join(FILE), page).map_err(Failure::at(Path::new(FILE)))
}

/// Refuses tasks of repositories that the tables were learned from.
pub(super) fn refuse_learned<'r>(
    root: &Path,
    mut repositories: impl Iterator<Item = &'r str>,
) -> Result<(), Failure> {
    let learned: BTreeSet<String> = learned_from(root)?.into_iter().collect();
    match repositories.find(|repository| learned.contains(*repository)) {
        Some(seen) => {
            Err(wrong(format!("has tasks of {seen}, which the tables were learned from")))
        }
        None => Ok(()),
    }
}

fn learned_from(root: &Path) -> Result<Vec<String>, Failure> {
    let tables = root.join(TABLES);
    let tables = fs::read_to_string(&tables).map_err(Failure::at(&tables))?;
    let learned = tables.lines().find_map(|line| line.strip_prefix("from ")).unwrap_or_default();
    Ok(learned.split(' ').map(str::to_owned).collect())
}

fn wrong(what: String) -> Failure {
    Failure::Unexpected { command: "measure evaluation".to_owned(), what }
}

fn list<'a>(value: &'a Value, key: &str) -> &'a [Value] {
    value[key].as_array().map_or(&[], Vec::as_slice)
}

fn repositories(report: &Value) -> impl Iterator<Item = &str> {
    let first = list(report, "limits").first();
    first
        .into_iter()
        .flat_map(|limit| list(limit, "repositories"))
        .filter_map(|one| one["repo"].as_str())
}

fn thousandths(value: &Value) -> String {
    match value.as_u64() {
        Some(1000) => "1".to_owned(),
        Some(value) => format!(".{value:03}"),
        None => "–".to_owned(),
    }
}

fn mean(score: &Value, measure: &str) -> String {
    thousandths(&score[measure]["mean"])
}

fn with_interval(score: &Value, measure: &str) -> String {
    let Value::Object(of) = &score[measure] else { return "–".to_owned() };
    let shown = |key: &str| of.get(key).map_or_else(String::new, thousandths);
    format!("{} [{}–{}]", shown("mean"), shown("low"), shown("high"))
}

fn page(report: &Value, machine: &str, learned: &[&str]) -> String {
    let mut page = String::from("# What the search reaches\n\n");
    let _ = writeln!(
        page,
        "Written by `cargo xtask measure evaluation TASKS CLONES`. {} tasks from past commits of {} public repositories, none \
         of which the tables were learned from ([eval.md](eval.md) says what a task is and what is measured). The documents are \
         those that `pack` prints, task and framing included. In brackets the middle 95 % of 1,000 resamples.\n\n{machine}\n",
        report["tasks"],
        repositories(report).count(),
    );
    page.push_str("| limit | recall | all | edit | MRR | tokens in the mean |\n| --- | --- | --- | --- | --- | --- |\n");
    for limit in list(report, "limits") {
        let score = &limit["score"];
        let measures =
            ["recall", "all", "edit", "mrr"].map(|measure| with_interval(score, measure));
        let _ = writeln!(
            page,
            "| {} | {} | {} |",
            limit["budget"],
            measures.join(" | "),
            limit["tokens"]
        );
    }
    page.push_str("\nBy repository, recall / edit at each limit:\n\n| repository | tasks |");
    let limits = list(report, "limits");
    limits.iter().for_each(|limit| page.push_str(&format!(" {} |", limit["budget"])));
    page.push_str(" MRR |\n| --- | --- | --- |");
    limits.iter().for_each(|_| page.push_str(" --- |"));
    page.push('\n');
    for (at, repo) in repositories(report).enumerate() {
        let score =
            |limit: &'_ Value| list(limit, "repositories").get(at).map(|one| one["score"].clone());
        let shown = limits.iter().filter_map(score);
        let shown: Vec<String> = shown
            .map(|score| format!("{} / {}", mean(&score, "recall"), mean(&score, "edit")))
            .collect();
        let first = limits.first().and_then(score).unwrap_or_default();
        let tasks =
            limits.first().map_or(&Value::Null, |limit| &list(limit, "repositories")[at]["tasks"]);
        let _ = writeln!(
            page,
            "| {repo} | {tasks} | {} | {} |",
            shown.join(" | "),
            mean(&first, "mrr")
        );
    }
    page.push_str("\n## Why files were missed\n\n| limit | no candidate | left out by the limit | shown, other lines |\n| --- | --- | --- | --- |\n");
    for limit in limits {
        let mut missed: BTreeMap<&str, u64> = BTreeMap::new();
        let of = list(report, "missed").iter().filter(|missed| missed["budget"] == limit["budget"]);
        of.filter_map(|one| one["miss"].as_str())
            .for_each(|miss| *missed.entry(miss).or_default() += 1);
        let count = |miss: &str| missed.get(miss).copied().unwrap_or(0);
        let _ = writeln!(
            page,
            "| {} | {} | {} | {} |",
            limit["budget"],
            count("no_candidate"),
            count("left_out"),
            count("other_lines")
        );
    }
    let tasks = report["tasks"].as_f64().unwrap_or(1.0).max(1.0);
    let seconds = |stage: &str| report["stages"][stage].as_f64().unwrap_or(0.0) / tasks / 1e6;
    let _ = writeln!(
        page,
        "\nA task takes {:.2} s of reading and searching, and {:.2} s for its {} documents; facts are shared between revisions.",
        seconds("openUs") + seconds("gatherUs"),
        seconds("decideUs"),
        limits.len(),
    );
    let _ = writeln!(
        page,
        "\n## What the tables were learned from\n\nPast commits of {}. A figure that is taken on one of these is flattering.\n\n\
         `cargo xtask train mine CLONES COUNT TASKS`, `cargo xtask train see TASKS CLONES ROWS` and `cargo xtask train fit ROWS \
         RANKER` make the tables; `report` and `ablate` say what they and what each kind of signal do, without making documents.",
        learned.join(", "),
    );
    page
}
