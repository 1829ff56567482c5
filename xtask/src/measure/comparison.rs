//! `cargo xtask measure comparison TASKS FOLDER [EACH]`: plimsoll beside what people use instead, into
//! `docs/comparison.md`.
//!
//! TASKS is a file of past commits as JSON lines (`repo`, `parent`, `text`, `truth`; it may be compressed with gzip),
//! FOLDER has clones of their repositories as `OWNER+NAME/repo`, and EACH says how many tasks of each repository are taken.
//! It refuses tasks of repositories that the search's tables were learned from.
//! The others are looked for in `PATH`; what is not there is said, with how to install it, and left out.

mod behaviour;
mod page;
mod planted;
mod tasks;
mod tools;

use super::evaluation::refuse_learned;
use super::report::Machine;
use crate::command::Failure;
use crate::stages::release_binary;
use std::fs;
use std::path::Path;
use std::time::Duration;
use tasks::{Score, Task};
use tools::{Tool, Workshop};

const FILE: &str = "docs/comparison.md";
const LIMITS: [u64; 2] = [8_000, 32_000];
const EACH: usize = 4;

/// What a tool made of one task.
struct Try {
    repository: String,
    limit: u64,
    /// By the o200k tokenizer, before anything is cut.
    tokens: u64,
    cpu: Duration,
    score: Score,
}

/// Everything that was found out about a tool.
struct Tried {
    tool: &'static Tool,
    version: String,
    tries: Vec<Try>,
    /// What did not end well, or not in time.
    failures: Vec<String>,
    behaviours: Vec<String>,
}

pub(super) fn run(root: &Path, arguments: &[String]) -> Result<(), Failure> {
    let [tasks, folder, rest @ ..] = arguments else {
        return Err(wrong("needs a file of tasks and a folder of repositories"));
    };
    let each = rest.first().map_or(Ok(EACH), |each| each.parse());
    let each = each.map_err(|_| wrong("takes a number of tasks as its third argument"))?;
    let machine = Machine::look(root)?;
    let folder = Path::new(folder).canonicalize().map_err(Failure::at(Path::new(folder)))?;
    let tasks = tasks::chosen(Path::new(tasks), &folder, each)?;
    refuse_learned(root, tasks.iter().map(|task| task.repo.as_str()))?;
    let scratch = root.join("target/comparison");
    let mut workshop = Workshop::new(&release_binary(root)?, &scratch)?;
    let mut tried = Vec::new();
    for tool in tools::TOOLS {
        match workshop.version(tool) {
            Some(version) => {
                let (tries, failures, behaviours) = (Vec::new(), Vec::new(), Vec::new());
                tried.push(Tried { tool, version, tries, failures, behaviours });
            }
            None => println!("{} is not here; install it with `{}`", tool.name, tool.install),
        }
    }
    for task in &tasks {
        println!("{} ({})", task.id, task.repo);
        let tree = tasks::checked_out(task, &folder, &scratch)?;
        for tried in &mut tried {
            try_task(&mut workshop, tried, task, &tree)?;
        }
        fs::remove_dir_all(&tree).map_err(Failure::at(&tree))?;
    }
    let Some(last) = tasks.last() else {
        return Err(wrong("found no task of a repository that is here"));
    };
    for tried in &mut tried {
        let tree = tasks::checked_out(last, &folder, &scratch)?;
        let same = behaviour::sameness(&mut workshop, tried.tool, &tree, &last.text)?;
        tried.behaviours = behaviour::of(&mut workshop, tried.tool, same)?;
    }
    fs::remove_dir_all(&scratch).map_err(Failure::at(&scratch))?;
    let file = root.join(FILE);
    fs::write(&file, page::written(&machine, &tasks, &tried)).map_err(Failure::at(&file))?;
    println!("{FILE} is written");
    Ok(())
}

/// Runs a tool on a task at every limit; one that takes no limit only once.
fn try_task(
    workshop: &mut Workshop,
    tried: &mut Tried,
    task: &Task,
    tree: &Path,
) -> Result<(), Failure> {
    let mut unlimited = None;
    for limit in LIMITS {
        let ran = match unlimited.take() {
            Some(ran) => Ok(ran),
            None => workshop.run(tried.tool, tree, &task.text, limit),
        };
        let (output, cost) = match ran {
            Ok(ran) => ran,
            Err(why) => {
                tried.failures.push(format!("{} at {limit}: {why}", task.id));
                continue;
            }
        };
        tried.tries.push(Try {
            repository: task.repo.clone(),
            limit,
            tokens: tools::tokens(&output),
            cpu: cost.cpu.unwrap_or_default(),
            score: task.score(tree, tools::first_tokens(&output, limit))?,
        });
        if !tried.tool.takes_limit() {
            unlimited = Some((output, cost));
        }
    }
    Ok(())
}

fn wrong(what: &str) -> Failure {
    Failure::Unexpected { command: "measure comparison".to_owned(), what: what.to_owned() }
}
