//! Learns from past commits how much each signal of the search counts.
//!
//! ```text
//! mine REPOS COUNT TASKS        tasks out of the histories of all repositories in a folder
//! see TASKS REPOS ROWS          searches for each task, and keeps what the search saw in a folder, a file for each repository
//! fit ROWS RANKER               grows the trees, and writes the tables
//! report ROWS RANKER            what the tables do on tasks; name only tasks of repositories that they were not grown from
//! ablate ROWS TESTED [KIND…]    what each kind of signal earns: grown without it, tried on other rows
//! ```

#![expect(
    clippy::print_stdout,
    clippy::print_stderr,
    reason = "talking to the person at the terminal is what this program is for"
)]

mod boost;
mod fit;
mod rows;
mod see;

use plimsoll::eval::{EvalTask, mine};
use plimsoll_index::search::{FileSignal, Model, PieceSignal};
use rows::TaskRows;
use std::collections::{BTreeMap, BTreeSet};
use std::error::Error;
use std::fs;
use std::path::Path;
use std::process::ExitCode;

type Done = Result<(), Box<dyn Error>>;

fn main() -> ExitCode {
    let arguments: Vec<String> = std::env::args().skip(1).collect();
    let words: Vec<&str> = arguments.iter().map(String::as_str).collect();
    let done = match words[..] {
        ["mine", repos, count, tasks] => mine_all(Path::new(repos), count, Path::new(tasks)),
        ["see", tasks, repos, rows] => see_all(Path::new(tasks), Path::new(repos), Path::new(rows)),
        ["fit", rows, ranker] => fit_all(Path::new(rows), Path::new(ranker)),
        ["report", rows, ranker] => report(Path::new(rows), Path::new(ranker)),
        ["ablate", rows, tested, ref kinds @ ..] => {
            ablate(Path::new(rows), Path::new(tested), kinds)
        }
        _ => Err("one of: mine REPOS COUNT TASKS, see TASKS REPOS ROWS, fit ROWS RANKER, report ROWS RANKER, ablate ROWS TESTED [KIND…]".into()),
    };
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            eprintln!("{error}");
            ExitCode::FAILURE
        }
    }
}

fn mine_all(repos: &Path, count: &str, out: &Path) -> Done {
    let count: usize = count.parse()?;
    let mut folders: Vec<String> = fs::read_dir(repos)?
        .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
        .filter(|name| name.contains('+'))
        .collect();
    folders.sort();
    let mut lines = String::new();
    for folder in folders {
        let repo = folder.replacen('+', "/", 1);
        match mine(&see::root_of(repos, &repo), count) {
            Ok(tasks) => {
                eprintln!("{repo}: {} tasks", tasks.len());
                for task in tasks {
                    let task = EvalTask { repo: repo.clone(), ..task };
                    lines.push_str(&serde_json::to_string(&task)?);
                    lines.push('\n');
                }
            }
            Err(error) => eprintln!("{repo}: {error}"),
        }
    }
    Ok(fs::write(out, lines)?)
}

fn see_all(tasks: &Path, repos: &Path, out: &Path) -> Done {
    let mut by_repo: BTreeMap<String, Vec<EvalTask>> = BTreeMap::new();
    for line in fs::read_to_string(tasks)?.lines() {
        let task: EvalTask = serde_json::from_str(line)?;
        by_repo.entry(task.repo.clone()).or_default().push(task);
    }
    fs::create_dir_all(out)?;
    for (repo, tasks) in by_repo {
        let file = out.join(format!("{}.rows", repo.replace('/', "+")));
        if file.exists() {
            continue;
        }
        let rows = see::see_all(&see::root_of(repos, &repo), &tasks);
        eprintln!("{repo}: {} tasks", rows.len());
        rows::write(&file, &rows)?;
    }
    Ok(())
}

fn read_all(folder: &Path) -> Result<Vec<TaskRows>, Box<dyn Error>> {
    let mut files: Vec<_> =
        fs::read_dir(folder)?.filter_map(|entry| Some(entry.ok()?.path())).collect();
    files.sort();
    let mut all = Vec::new();
    for file in files {
        all.extend(rows::read(&file)?);
    }
    Ok(all)
}

fn fit_all(rows: &Path, ranker: &Path) -> Done {
    Ok(fs::write(ranker, fit::fit(&read_all(rows)?).write())?)
}

fn report(rows: &Path, ranker: &Path) -> Done {
    let model = Model::read(&fs::read_to_string(ranker)?)?;
    fit::report(&read_all(rows)?, &model);
    Ok(())
}

fn ablate(rows: &Path, tested: &Path, wanted: &[&str]) -> Done {
    let (rows, tested) = (read_all(rows)?, read_all(tested)?);
    println!(
        "# What each kind of signal earns\n\nWritten by `cargo xtask train ablate ROWS TESTED`: the tables are grown anew from {} tasks \
         without a kind of signal, and tried on {} tasks of other repositories. What is shown is an estimate by lines, with no \
         document made. A kind that costs nothing when it is left out is told by others as well.\n",
        rows.len(),
        tested.len(),
    );
    println!("| left out | {} |", fit::FIGURES.join(" | "));
    println!("| --- |{}", " --- |".repeat(fit::FIGURES.len()));
    let print = |what: &str, tested: &[TaskRows], rows: &[TaskRows]| {
        println!("| {what} | {} |", fit::in_the_mean(tested, &fit::fit(rows)).join(" | "));
    };
    print("nothing", &tested, &rows);
    let kinds = FileSignal::ALL.iter().map(|signal| signal.about());
    let kinds: BTreeSet<&str> =
        kinds.chain(PieceSignal::ALL.iter().map(|signal| signal.about())).collect();
    // What a part is told of its file is what the trees of files make of all the rest.
    let is_asked = |&kind: &&str| wanted.is_empty() || wanted.contains(&kind);
    let kinds = kinds.into_iter().filter(is_asked);
    for kind in kinds.filter(|&kind| kind != PieceSignal::FileSum.about()) {
        print(kind, &fit::without(&tested, kind), &fit::without(&rows, kind));
    }
    Ok(())
}
