//! Grows both forests, and says how well they do on tasks that they have not seen.

use crate::boost::{Growth, Rows, grow};
use crate::rows::{PartRow, TaskRows};
use plimsoll_index::search::{FileSignal, Forest, Model, PieceSignal, probability};
use std::collections::BTreeSet;

/// For parts, files have the sums of trees that have not seen their repository: as it is when a search is made.
const FOLDS: usize = 3;
/// What it is worth that a file is shown at all, as the library has it.
const NEW_FILE: f64 = 0.4;
/// Of so many of the first files the parts are learned from.
const FILES_WITH_PARTS: usize = 30;

const FILE_GROWTH: Growth = Growth {
    forests: 3,
    trees: 200,
    leaves: 15,
    rate: 0.06,
    least: 2.0,
    smoothing: 4.0,
    order: 1.0,
    rows_seen: 80,
    signals_seen: 70,
};
const PIECE_GROWTH: Growth = Growth {
    forests: 1,
    trees: 160,
    leaves: 15,
    rate: 0.08,
    least: 6.0,
    smoothing: 6.0,
    order: 0.0,
    rows_seen: 80,
    signals_seen: 70,
};

pub(crate) fn fit(tasks: &[TaskRows]) -> Model {
    let repos: BTreeSet<&str> = tasks.iter().map(|task| task.repo.as_str()).collect();
    let repos: Vec<&str> = repos.into_iter().collect();
    let fold_of = |task: &TaskRows| repos.binary_search(&task.repo.as_str()).unwrap_or(0) % FOLDS;
    let unseen: Vec<Forest> = (0..FOLDS)
        .map(|fold| file_forest(tasks.iter().filter(|task| fold_of(task) != fold)))
        .collect();
    let mut rows = Rows::default();
    for task in tasks {
        let forest = &unseen[fold_of(task)];
        let order = order(task, forest);
        for (place, part, signals) in part_signals(task, &order, FILES_WITH_PARTS) {
            let changed = &task.files[order[place].0].changed;
            let is_changed = changed.iter().any(|&range| part.has_some_of(range));
            rows.push(&signals, f32::from(u8::from(is_changed)), 1.0);
        }
    }
    eprintln!("{} rows of parts", rows.len());
    let pieces = grow(&rows, PIECE_GROWTH);
    let learned_from = repos.into_iter().map(str::to_owned).collect();
    Model { learned_from, files: file_forest(tasks.iter()), pieces }
}

fn file_forest<'a>(tasks: impl Iterator<Item = &'a TaskRows>) -> Forest {
    let mut rows = Rows::default();
    for task in tasks {
        for file in &task.files {
            rows.push(&file.signals, f32::from(u8::from(file.is_changed)), 1.0);
        }
        rows.end_group();
    }
    eprintln!("{} rows of files", rows.len());
    grow(&rows, FILE_GROWTH)
}

/// The files of a task in the order that a forest gives them, each with its sum.
fn order(task: &TaskRows, forest: &Forest) -> Vec<(usize, i64)> {
    let mut order: Vec<(usize, i64)> =
        task.files.iter().enumerate().map(|(at, file)| (at, forest.sum(&file.signals))).collect();
    order.sort_by_key(|&(at, sum)| (std::cmp::Reverse(sum), at));
    order
}

/// The parts of the first files, with their signals as a search has them: place of the file, part, signals.
fn part_signals<'a>(
    task: &'a TaskRows,
    order: &[(usize, i64)],
    most: usize,
) -> Vec<(usize, &'a PartRow, Vec<i32>)> {
    let best = order.first().map_or(0, |&(_, sum)| sum);
    let mut all = Vec::new();
    for (place, &(at, sum)) in order.iter().take(most).enumerate() {
        for part in &task.files[at].parts {
            let mut signals = part.signals.clone();
            // As the search itself does it.
            signals[PieceSignal::FileSum as usize] = i32::try_from(sum).unwrap_or(i32::MAX);
            signals[PieceSignal::FilePlace as usize] = logarithm(place);
            signals[PieceSignal::FileAhead as usize] =
                i32::try_from(best - sum).unwrap_or(i32::MAX);
            all.push((place, part, signals));
        }
    }
    all
}

#[expect(clippy::cast_possible_truncation, reason = "a place is a small number")]
fn logarithm(place: usize) -> i32 {
    ((place as f64 + 1.0).log2() * 10.0).floor() as i32
}

/// What is told of a model, in the order of its figures.
pub(crate) const FIGURES: &[&str] = &[
    "MRR",
    "in the pool",
    "in the first 8",
    "recall, 650 lines",
    "edit",
    "recall, 2,800 lines",
    "edit",
];

/// Prints what a model does on tasks: the reciprocal rank, and what is shown by about so many lines.
pub(crate) fn report(tasks: &[TaskRows], model: &Model) {
    println!("repository: tasks, {}", FIGURES.join(", "));
    let per_repo = per_repository(tasks, model);
    for (repo, figures, count) in &per_repo {
        println!("{repo}: {count} {}", shown(*figures).join(" "));
    }
    println!("all: {} {}", tasks.len(), shown(mean(&per_repo)).join(" "));
}

/// The same of all repositories together, as texts.
pub(crate) fn in_the_mean(tasks: &[TaskRows], model: &Model) -> Vec<String> {
    shown(mean(&per_repository(tasks, model)))
}

fn per_repository(tasks: &[TaskRows], model: &Model) -> Vec<(String, [f64; 7], usize)> {
    let mut per_repo: Vec<(String, [f64; 7], usize)> = Vec::new();
    for task in tasks {
        let figures = figures(task, model);
        match per_repo.iter_mut().find(|(repo, _, _)| *repo == task.repo) {
            Some((_, sums, count)) => {
                sums.iter_mut().zip(figures).for_each(|(sum, figure)| *sum += figure);
                *count += 1;
            }
            None => per_repo.push((task.repo.clone(), figures, 1)),
        }
    }
    for (_, sums, count) in &mut per_repo {
        *sums = sums.map(|sum| sum / *count as f64);
    }
    per_repo
}

fn mean(per_repo: &[(String, [f64; 7], usize)]) -> [f64; 7] {
    let mut means = [0.0; 7];
    for (_, figures, _) in per_repo {
        means
            .iter_mut()
            .zip(figures)
            .for_each(|(mean, figure)| *mean += figure / per_repo.len() as f64);
    }
    means
}

fn shown(figures: [f64; 7]) -> Vec<String> {
    figures.iter().map(|figure| format!("{figure:.3}")).collect()
}

fn figures(task: &TaskRows, model: &Model) -> [f64; 7] {
    let order = order(task, &model.files);
    let changed = f64::from(task.files_changed.max(1));
    let place = order.iter().position(|&(at, _)| task.files[at].is_changed);
    let reciprocal =
        place.filter(|&place| place < 50).map_or(0.0, |place| 1.0 / (place as f64 + 1.0));
    let pooled = task.files.iter().filter(|file| file.is_changed).count() as f64 / changed;
    let first =
        order.iter().take(8).filter(|&&(at, _)| task.files[at].is_changed).count() as f64 / changed;
    let small = pack(task, model, &order, 650);
    let large = pack(task, model, &order, 2800);
    [reciprocal, pooled, first, small.0, small.1, large.0, large.1]
}

/// Recall and edit of a greedy choice within about so many lines.
fn pack(task: &TaskRows, model: &Model, order: &[(usize, i64)], lines: u32) -> (f64, f64) {
    let parts = part_signals(task, order, 80);
    let mut is_shown = vec![false; parts.len()];
    let mut has_file = vec![false; order.len()];
    let probable: Vec<f64> = parts
        .iter()
        .map(|(_, _, signals)| f64::from(probability(model.pieces.sum(signals))))
        .collect();
    let mut left = lines;
    loop {
        let worth = |at: usize| {
            let (place, part, _) = &parts[at];
            let new = f64::from(probability(order[*place].1)) * NEW_FILE;
            let new = if has_file[*place] { 0.0 } else { new };
            (probable[at] + new) / f64::from(part.lines() + 2)
        };
        let free = (0..parts.len()).filter(|&at| !is_shown[at] && parts[at].1.lines() + 2 <= left);
        let Some(best) = free.max_by(|&a, &b| worth(a).total_cmp(&worth(b))) else { break };
        is_shown[best] = true;
        has_file[parts[best].0] = true;
        left -= parts[best].1.lines() + 2;
    }
    let files =
        order.iter().zip(&has_file).filter(|((at, _), has)| **has && task.files[*at].is_changed);
    // A range is shown if no part that has some of it is missing.
    let all = order.iter().enumerate().flat_map(|(place, &(at, _))| {
        task.files[at].changed.iter().map(move |&range| (place, range))
    });
    let shown = all.filter(|&(place, range)| {
        let mut having = (0..parts.len())
            .filter(|&at| parts[at].0 == place && parts[at].1.has_some_of(range))
            .peekable();
        having.peek().is_some() && having.all(|at| is_shown[at])
    });
    let ranges = u32::try_from(shown.count()).unwrap_or(u32::MAX);
    (
        files.count() as f64 / f64::from(task.files_changed.max(1)),
        f64::from(ranges) / f64::from(task.ranges_changed.max(1)),
    )
}

/// How much is lost on other tasks when a kind of signals says nothing: what it earns.
pub(crate) fn without(tasks: &[TaskRows], about: &str) -> Vec<TaskRows> {
    let mut tasks = tasks.to_vec();
    for file in tasks.iter_mut().flat_map(|task| &mut task.files) {
        let silenced = FileSignal::ALL.iter().filter(|signal| signal.about() == about);
        silenced.for_each(|&signal| file.signals[signal as usize] = 0);
        for part in &mut file.parts {
            let silenced = PieceSignal::ALL.iter().filter(|signal| signal.about() == about);
            silenced.for_each(|&signal| part.signals[signal as usize] = 0);
        }
    }
    tasks
}
