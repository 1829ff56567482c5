//! `plimsoll eval`: how well `pack` finds what past commits changed.

use super::json_line;
use crate::args::{EvalArgs, Global};
use crate::exit::{Exit, Failure};
use crate::home;
use crate::input;
use crate::opening::{Memory, Opening};
use crate::output::{check_place, put};
use crate::paths::quoted;
use crate::wording::{counted, wrapped};
use plimsoll::core::escape::reveal_line;
use plimsoll::core::progress::{Progress, Quiet};
use plimsoll::eval::{
    AtLimit, EvalReport, EvalTask, Evaluation, LIMITS, Measure, Miss, Missed, Score, evaluate,
    mine_watched,
};
use plimsoll::screen_message;
use std::collections::BTreeMap;
use std::fmt::Write;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};

/// A task file that is larger is a mistake.
const LARGEST_TASKS: u64 = 200_000_000;
/// So many tasks are drawn from a history unless told otherwise.
const DRAWN: usize = 50;

type Clones = BTreeMap<String, PathBuf>;

pub(crate) fn run(global: &Global, args: &EvalArgs) -> Result<Exit, Failure> {
    check_place(global, args.predictions.as_deref())?;
    if global.rev.is_some() {
        return Err(Failure::input("each task has its own revision; leave --rev away"));
    }
    let opening = Opening::of(global, Memory::Nothing);
    let (options, line) = opening.options_confined(args.predictions.as_deref())?;
    let progress: &dyn Progress = options.progress.as_deref().map_or(&Quiet, |given| given);
    let count = args.count.map(NonZeroUsize::get);
    let gathered = match (&args.tasks, &args.repos) {
        (Some(tasks), Some(repos)) => given(tasks, repos, count),
        _ => drawn(&home::root(global)?, count.unwrap_or(DRAWN), progress),
    };
    let evaluated = gathered.and_then(|(tasks, clones)| Ok(evaluate(&tasks, &clones, &options)?));
    if let Some(line) = line {
        line.clear();
    }
    let Evaluation { report, predictions } = evaluated?;
    if let Some(file) = &args.predictions {
        let lines: String = predictions.iter().map(json_line).collect();
        put(&lines, Some(file))?;
    }
    put(&if args.json { json_line(&report) } else { as_text(&report) }, None)
}

/// Tasks out of the project's own history.
fn drawn(
    root: &Path,
    count: usize,
    progress: &dyn Progress,
) -> Result<(Vec<EvalTask>, Clones), Failure> {
    let tasks = mine_watched(root, count, progress)?;
    let clones = tasks.iter().map(|task| (task.repo.clone(), root.to_owned())).collect();
    Ok((tasks, clones))
}

/// Tasks of a file; where not all of them are wanted, some from everywhere in it.
fn given(
    file: &Path,
    repos: &Path,
    count: Option<usize>,
) -> Result<(Vec<EvalTask>, Clones), Failure> {
    let mut tasks = read_tasks(file)?;
    let (all, wanted) = (tasks.len(), count.unwrap_or(usize::MAX));
    if wanted < all {
        let picked: Vec<EvalTask> =
            (0..wanted).map(|at| tasks[at * all / wanted].clone()).collect();
        tasks = picked;
    }
    let mut clones = Clones::new();
    for task in &tasks {
        if !clones.contains_key(&task.repo) {
            clones.insert(task.repo.clone(), clone_of(repos, &task.repo)?);
        }
    }
    Ok((tasks, clones))
}

fn read_tasks(file: &Path) -> Result<Vec<EvalTask>, Failure> {
    let name = quoted(file);
    if file.extension().is_some_and(|extension| extension == "gz") {
        return Err(Failure::input(format!("{name} is compressed; unpack it first (gunzip)")));
    }
    let text = input::read_up_to(file, LARGEST_TASKS)?;
    let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
    let read = lines.map(|(at, line)| {
        serde_json::from_str(line).map_err(|error| {
            Failure::input(format!("line {} of {name} is no task: {error}", at + 1))
        })
    });
    let tasks: Vec<EvalTask> = read.collect::<Result<_, _>>()?;
    if tasks.is_empty() {
        return Err(Failure::input(format!("{name} has no task")));
    }
    Ok(tasks)
}

/// `OWNER+NAME` for `OWNER/NAME`, or `repo` in that.
fn clone_of(repos: &Path, repo: &str) -> Result<PathBuf, Failure> {
    let name = repo.replace('/', "+");
    // A task file names repositories; it does not choose folders.
    let is_name = !matches!(name.as_str(), "" | "." | "..") && !name.contains(['\\', '\0']);
    let folder = repos.join(&name);
    if !is_name || !folder.is_dir() {
        return Err(Failure::input(format!(
            "{} has no clone of `{}`: it would be a folder `{}`",
            quoted(repos),
            reveal_line(repo),
            reveal_line(&name)
        )));
    }
    let inside = folder.join("repo");
    Ok(if inside.is_dir() && !folder.join(".git").exists() { inside } else { folder })
}

fn as_text(report: &EvalReport) -> String {
    let mut out = String::new();
    let repos = report.limits.first().map_or(0, |limit| limit.repositories.len() as u64);
    let (tasks, repos_said) = (counted(report.tasks, "task"), repositories(repos));
    let _ = writeln!(out, "{tasks} of {repos_said}, with intervals of 95 %\n");
    let _ = writeln!(out, "limit  {:<18}{:<18}{:<18}MRR", "recall", "all", "edit");
    for AtLimit { budget, score: Score { recall, all, edit, mrr }, .. } in &report.limits {
        let cells = [recall, all, edit, mrr].map(|measure| format!("{:<18}", cell(*measure)));
        let _ = writeln!(out, "{:>5}  {}", limit_name(*budget), cells.concat().trim_end());
    }
    if repos > 1 {
        by_repository(&mut out, &report.limits[0]);
    }
    stages(&mut out, report);
    misses(&mut out, report);
    for failed in &report.failed {
        let (id, why) = (shown(&failed.id), reveal_line(&failed.why));
        let _ = writeln!(out, "not replayed: {id}: {why}");
    }
    out
}

fn repositories(count: u64) -> String {
    if count == 1 { "1 repository".to_owned() } else { format!("{count} repositories") }
}

fn by_repository(out: &mut String, limit: &AtLimit) {
    let name = limit_name(limit.budget);
    let _ = writeln!(out, "\n{:<36}tasks  recall  all   edit  MRR", format!("at {name}"));
    for one in &limit.repositories {
        let Score { recall, all, edit, mrr } = &one.score;
        let [recall, all, edit, mrr] = [recall, all, edit, mrr].map(|of| thousandths(of.mean));
        let (repo, tasks) = (shown(&one.repo), one.tasks);
        let _ = writeln!(out, "{repo:<36}{tasks:>5}  {recall:<6}  {all:<4}  {edit:<4}  {mrr}");
    }
}

fn stages(out: &mut String, report: &EvalReport) {
    let ms = |us: u64| format!("{}.{} ms", us / 1_000, us % 1_000 / 100);
    let stages = report.stages;
    let (open, gather, decide) = (ms(stages.open_us), ms(stages.gather_us), ms(stages.decide_us));
    let _ = writeln!(
        out,
        "\ntime of a task, all limits together: open {open}, read and search {gather},"
    );
    let _ = writeln!(out, "decide {decide}");
}

/// How many truth files were missed, by reason; then each of them.
fn misses(out: &mut String, report: &EvalReport) {
    if report.missed.is_empty() {
        return;
    }
    let names: String = LIMITS.iter().map(|limit| format!("{:>6}", limit_name(*limit))).collect();
    let _ = writeln!(out, "\n{:<24}{names}", "files missed");
    for miss in [Miss::NoCandidate, Miss::LeftOut, Miss::OtherLines] {
        let count = |limit: &u64| {
            report.missed.iter().filter(|one| one.miss == miss && one.budget == *limit).count()
        };
        let counts: String = LIMITS.iter().map(|limit| format!("{:>6}", count(limit))).collect();
        let _ = writeln!(out, "{:<24}{counts}", word(miss));
    }
    let mut by_file: BTreeMap<(&str, &str), Vec<&Missed>> = BTreeMap::new();
    for one in &report.missed {
        by_file.entry((&one.id, &one.path)).or_default().push(one);
    }
    let _ = writeln!(out);
    for ((id, path), misses) in by_file {
        let _ = writeln!(out, "{} {}", shown(id), shown(path));
        let mut said: Vec<(String, String)> = Vec::new();
        for one in misses {
            match said.last_mut() {
                Some((limits, why)) if *why == in_words(one) => {
                    limits.push_str(", ");
                    limits.push_str(&limit_name(one.budget));
                }
                _ => said.push((limit_name(one.budget), in_words(one))),
            }
        }
        for (limits, why) in said {
            let _ = writeln!(out, "  {}", wrapped(&format!("{limits}: {why}"), 4));
        }
    }
}

fn in_words(missed: &Missed) -> String {
    let rank = missed.rank.map_or(String::new(), |rank| format!(", rank {rank}"));
    let detail = missed.detail.as_ref();
    let detail = detail.map_or(String::new(), |detail| format!(" ({})", reveal_line(detail)));
    format!("{}{rank}{detail}", word(missed.miss))
}

const fn word(miss: Miss) -> &'static str {
    match miss {
        Miss::NoCandidate => "no candidate",
        Miss::LeftOut => "left out by the limit",
        Miss::OtherLines => "shown, other lines",
    }
}

fn limit_name(limit: u64) -> String {
    format!("{}k", limit / 1_000)
}

/// `.841 [.812-.870]`.
fn cell(Measure { mean, low, high }: Measure) -> String {
    format!("{} [{}-{}]", thousandths(mean), thousandths(low), thousandths(high))
}

fn thousandths(share: u64) -> String {
    if share >= 1_000 { "1.00".to_owned() } else { format!(".{share:03}") }
}

/// Names of others are texts like any others.
fn shown(name: &str) -> String {
    reveal_line(&screen_message(name)).into_owned()
}
