//! One task, replayed on the tree before its commit: what `pack` would have shown at each limit.

use super::score::{is_shown, merged};
use super::{EvalTask, LinesOf, Miss, Missed, Prediction, Stages};
use crate::error::Error;
use crate::limits::LimitRequest;
use crate::pack::{Pack, PackRequest, Task};
use crate::passage::{Outcome, Passage};
use crate::screening::screen_message;
use crate::workspace::{Clock, DecisionEvent, Logging, Options, Workspace};
use plimsoll_core::candidate::kind;
use plimsoll_core::decide::Fate;
use plimsoll_core::store::Facts;
use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

/// So many files of a ranking are told.
const RANKED: usize = 50;

/// What came of a task.
pub(super) struct Replayed {
    pub(super) predictions: Vec<Prediction>,
    pub(super) missed: Vec<Missed>,
    pub(super) stages: Stages,
}

/// Replays a task at each of the limits. The history that the search sees ends where the task begins, since
/// a revision has no other.
pub(super) fn replay(
    root: &Path,
    task: &EvalTask,
    limits: &[u64],
    facts: &Arc<dyn Facts + Send + Sync>,
    options: &Options,
) -> Result<Replayed, Error> {
    let heard: Arc<Mutex<Stages>> = Arc::default();
    let hears = Arc::clone(&heard);
    let began = now(options.clock.as_ref());
    let workspace = Workspace::open_with(
        root,
        Options {
            rev: Some(task.parent.clone()),
            logging: Logging::Off,
            facts: Some(Arc::clone(facts)),
            // As many tasks run at a time as there are threads.
            threads: Some(NonZeroUsize::MIN),
            progress: None,
            before_reading: None,
            on_decision: Some(Arc::new(move |event| hears_of(&hears, event))),
            ..options.clone()
        },
    )?;
    let opened = now(options.clock.as_ref()) - began;
    let mut replayed =
        Replayed { predictions: Vec::new(), missed: Vec::new(), stages: Stages::default() };
    for (&budget, outcome) in limits.iter().zip(packs(&workspace, task, limits)?) {
        let passage = match &outcome {
            Outcome::Loaded(pack) => pack.passage(),
            Outcome::Refused(refused) => refused.passage(),
        };
        let prediction = prediction(task, budget, passage);
        replayed.missed.extend(missed(task, &prediction, passage));
        replayed.predictions.push(prediction);
    }
    replayed.stages = *heard.lock().unwrap_or_else(PoisonError::into_inner);
    replayed.stages.open_us = opened;
    Ok(replayed)
}

/// The documents that `pack` makes of a task, by limit.
fn packs(
    workspace: &Workspace,
    task: &EvalTask,
    limits: &[u64],
) -> Result<Vec<Outcome<Pack>>, Error> {
    let request = PackRequest::new(Task::sentence(task.text.clone()));
    let limits: Vec<LimitRequest> =
        limits.iter().map(|&limit| LimitRequest::Tokens(limit)).collect();
    workspace.pack_at(&request, &limits)
}

fn now(clock: Option<&Clock>) -> u64 {
    clock.map_or(0, |clock| u64::try_from(clock().as_micros()).unwrap_or(u64::MAX))
}

fn hears_of(stages: &Mutex<Stages>, event: &DecisionEvent) {
    let Some(timings) = event.timings else { return };
    let mut stages = stages.lock().unwrap_or_else(PoisonError::into_inner);
    let micros = |time: std::time::Duration| u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
    stages.gather_us += micros(timings.gather);
    stages.decide_us += micros(timings.select + timings.render);
}

fn prediction(task: &EvalTask, budget: u64, passage: &Passage) -> Prediction {
    let blocks = passage.loaded().map_or(&[][..], |loaded| &loaded.blocks);
    let shown = blocks.iter().filter_map(|block| lines_of(passage, block.candidate)).collect();
    let tokens = passage.loaded().map_or(0, |loaded| loaded.used);
    Prediction { id: task.id.clone(), budget, ranked_files: ranked(passage), shown, tokens }
}

/// The lines of a file that its block shows.
fn lines_of(passage: &Passage, index: usize) -> Option<LinesOf> {
    let candidate = &passage.capsule.candidates[index];
    let path = candidate.name.path().filter(|_| candidate.kind == kind::FILE)?;
    let Fate::Aboard { rung, .. } = passage.decision.verdicts[index].fate else { return None };
    let count = candidate.text.text().lines().count();
    let view = candidate.ladder.view(rung, u32::try_from(count).unwrap_or(u32::MAX));
    let place = |line: u32| line as usize;
    let lines = match view.shown.lines() {
        None => vec![[1, count]],
        Some(lines) => lines.iter().map(|kept| [place(kept.first), place(kept.last)]).collect(),
    };
    Some(LinesOf { path: path.to_owned(), lines })
}

/// The files in the order of the decision's ranking.
fn ranked(passage: &Passage) -> Vec<String> {
    let mut seen = BTreeSet::new();
    let candidates = passage.decision.ranking.iter().map(|&at| &passage.capsule.candidates[at]);
    let files = candidates.filter(|candidate| candidate.kind == kind::FILE);
    let paths = files.filter_map(|candidate| candidate.name.path());
    paths.filter(|path| seen.insert(*path)).take(RANKED).map(str::to_owned).collect()
}

/// What of the truth is not shown, and why.
fn missed(task: &EvalTask, prediction: &Prediction, passage: &Passage) -> Vec<Missed> {
    let is_candidate = |path: &str| {
        let mut candidates = passage.capsule.candidates.iter();
        candidates.any(|candidate| candidate.name.path() == Some(path))
    };
    let why = |file: &LinesOf| {
        let shown = prediction.shown.iter().filter(|shown| shown.path == file.path);
        let shown = merged(shown.flat_map(|shown| shown.lines.clone()).collect());
        if !shown.is_empty() {
            let all = file.lines.iter().all(|&range| is_shown(&shown, range));
            return (!all).then_some((Miss::OtherLines, None));
        }
        if is_candidate(&file.path) {
            return Some((Miss::LeftOut, None));
        }
        let mut passed = passage.capsule.left_out.iter();
        let passed = passed.find(|out| out.path == file.path);
        Some((Miss::NoCandidate, passed.map(|out| format!("{}: {}", out.reason, out.detail))))
    };
    let missed = task.truth.iter().filter_map(|file| {
        let (miss, detail) = why(file)?;
        let rank = prediction.ranked_files.iter().position(|path| *path == file.path);
        Some(Missed {
            id: task.id.clone(),
            path: screen_message(&file.path),
            budget: prediction.budget,
            miss,
            rank: rank.map(|rank| rank + 1),
            detail,
        })
    });
    missed.collect()
}
