//! All tasks: repository by repository, as many at a time as there are threads.

use super::replay::{Replayed, replay};
use super::score::score;
use super::{AtLimit, EvalReport, EvalTask, Evaluation, LIMITS, RepoScore, Stages, Unreplayed};
use crate::error::Error;
use crate::parallel;
use crate::screening::screen_message;
use crate::workspace::{Options, Reach};
use plimsoll_core::progress::{Progress, Quiet};
use plimsoll_core::store::Facts;
use plimsoll_store::MemoryStore;
use plimsoll_workspace::{Git, GitState, HistoryBounds, Jail};
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Replays tasks, each in the clone of its repository, and scores what comes of them. What the options say about
/// revision, logging and facts does not count.
pub fn evaluate(
    tasks: &[EvalTask],
    clones: &BTreeMap<String, PathBuf>,
    options: &Options,
) -> Result<Evaluation, Error> {
    let by_repo = tasks_by_repository(tasks, clones)?;
    announce(by_repo.iter().map(|(_, root, _)| *root), options)?;
    let progress: &dyn Progress = options.progress.as_deref().map_or(&Quiet, |given| given);
    progress.begin("replay tasks", Some(tasks.len() as u64));
    let mut evaluation = Gathered::default();
    for (_, root, tasks) in by_repo {
        // What is known of one repository is of no use to another.
        let facts: Arc<dyn Facts + Send + Sync> = Arc::new(MemoryStore::new());
        let tasks = by_time(root, tasks);
        let one = |task: &&EvalTask| replay(root, task, LIMITS, &facts, options);
        let replayed = parallel::each(&tasks, parallel::threads(options.threads), progress, one)?;
        for (task, replayed) in tasks.iter().zip(replayed) {
            evaluation.add(task, replayed)?;
        }
    }
    Ok(evaluation.report(tasks))
}

type OfRepository<'a> = (&'a str, &'a Path, Vec<&'a EvalTask>);

fn tasks_by_repository<'a>(
    tasks: &'a [EvalTask],
    clones: &'a BTreeMap<String, PathBuf>,
) -> Result<Vec<OfRepository<'a>>, Error> {
    let mut by_repo: BTreeMap<&str, Vec<&EvalTask>> = BTreeMap::new();
    for task in tasks {
        by_repo.entry(&task.repo).or_default().push(task);
    }
    let with_root = |(repo, tasks): (&'a str, Vec<&'a EvalTask>)| match clones.get(repo) {
        Some(root) => Ok((repo, root.as_path(), tasks)),
        None => {
            Err(Error::invalid(format!("there is no clone of `{repo}` to replay its tasks in")))
        }
    };
    by_repo.into_iter().map(with_root).collect()
}

/// Tells the host once what all of it will touch.
fn announce<'a>(roots: impl Iterator<Item = &'a Path>, options: &Options) -> Result<(), Error> {
    let Some(before_reading) = &options.before_reading else { return Ok(()) };
    let mut reads = Vec::new();
    for root in roots {
        reads.push(root.to_owned());
        reads.extend(Git::folders_outside(&Jail::open(root)?, root));
    }
    before_reading(&Reach { reads, writes: Vec::new() });
    Ok(())
}

/// Trees that follow on one another have most of their files in common.
fn by_time<'a>(root: &Path, tasks: Vec<&'a EvalTask>) -> Vec<&'a EvalTask> {
    let Ok(jail) = Jail::open(root) else { return tasks };
    let GitState::Ready(git) = Git::open_for_revisions(&jail, root) else { return tasks };
    let bounds = HistoryBounds { commits: 1, ..HistoryBounds::default() };
    let time = |task: &&EvalTask| {
        git.history_from(&task.parent, bounds, &Quiet).ok()?.commits.first()?.committed_ms
    };
    let mut timed: Vec<_> = tasks.into_iter().map(|task| (time(&task), task)).collect();
    timed.sort_by(|(a, one), (b, other)| (a, &one.id).cmp(&(b, &other.id)));
    timed.into_iter().map(|(_, task)| task).collect()
}

#[derive(Default)]
struct Gathered {
    evaluation: Evaluation,
    stages: Stages,
    replayed: u64,
}

impl Gathered {
    /// A task that cannot be replayed counts as nothing found; one that was interrupted ends all.
    fn add(&mut self, task: &EvalTask, replayed: Result<Replayed, Error>) -> Result<(), Error> {
        match replayed {
            Ok(Replayed { predictions, missed, stages }) => {
                self.evaluation.predictions.extend(predictions);
                self.evaluation.report.missed.extend(missed);
                self.stages.add(stages);
                self.replayed += 1;
            }
            Err(Error::Interrupted) => return Err(Error::Interrupted),
            Err(error) => {
                let why = screen_message(&error.problems().join("; "));
                let failed = Unreplayed { id: task.id.clone(), why };
                self.evaluation.report.failed.push(failed);
            }
        }
        Ok(())
    }

    fn report(mut self, tasks: &[EvalTask]) -> Evaluation {
        let predictions = &self.evaluation.predictions;
        let limits = LIMITS.iter().map(|&budget| at_limit(tasks, predictions, budget));
        let report: EvalReport = EvalReport {
            tasks: tasks.len() as u64,
            limits: limits.collect(),
            stages: self.stages.for_each_of(self.replayed),
            ..std::mem::take(&mut self.evaluation.report)
        };
        Evaluation { report, ..self.evaluation }
    }
}

fn at_limit(tasks: &[EvalTask], predictions: &[super::Prediction], budget: u64) -> AtLimit {
    let of_limit = predictions.iter().filter(|one| one.budget == budget);
    let tokens: Vec<u64> = of_limit.map(|one| one.tokens).collect();
    let mut repos: Vec<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
    repos.sort_unstable();
    repos.dedup();
    let of_repo = |repo: &str| -> RepoScore {
        let tasks: Vec<EvalTask> = tasks.iter().filter(|task| task.repo == repo).cloned().collect();
        let score = score(&tasks, predictions, budget);
        RepoScore { repo: repo.to_owned(), tasks: tasks.len() as u64, score }
    };
    AtLimit {
        budget,
        tokens: tokens.iter().sum::<u64>() / (tokens.len() as u64).max(1),
        score: score(tasks, predictions, budget),
        repositories: repos.into_iter().map(of_repo).collect(),
    }
}
