//! How good predictions are: the measures of the published scorer, in whole numbers.
//!
//! Each measure is a mean over tasks, then over repositories. Shares are counted in billionths of a thousandth, so
//! that sums are exact and nothing depends on their order.

use super::draw::Draw;
use super::{EvalTask, Prediction};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// All of it.
const ONE: u64 = 1_000_000_000_000;
/// Ranks behind this do not count.
const RANKS: usize = 50;
const RESAMPLES: usize = 1_000;
const SEED: u64 = 7;
const MEASURES: usize = 4;

/// recall, all, edit, MRR.
type Shares = [u64; MEASURES];

/// A measure and the interval in which it lies with 95 %, in thousandths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Measure {
    pub mean: u64,
    pub low: u64,
    pub high: u64,
}

/// How good a set of predictions is, or the part of it that is about one repository.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Score {
    /// The share of truth files of which a line is shown.
    pub recall: Measure,
    /// The share of tasks of which every truth file is shown.
    pub all: Measure,
    /// The share of truth ranges that are shown in full.
    pub edit: Measure,
    /// The mean of 1 / rank of the first truth file.
    pub mrr: Measure,
}

/// Scores the predictions for one limit. A task without one, or with one that is over the limit, counts as nothing
/// found.
pub fn score(tasks: &[EvalTask], predictions: &[Prediction], budget: u64) -> Score {
    let known: BTreeMap<&str, &Prediction> = predictions
        .iter()
        .filter(|one| one.budget == budget && one.tokens <= budget)
        .map(|one| (one.id.as_str(), one))
        .collect();
    let mut groups: BTreeMap<&str, Vec<Shares>> = BTreeMap::new();
    for task in tasks {
        let shares = known.get(task.id.as_str()).map_or([0; MEASURES], |one| measure(task, one));
        groups.entry(&task.repo).or_default().push(shares);
    }
    let groups: Vec<Vec<Shares>> = groups.into_values().collect();
    let means = mean_of_means(&groups, |group, at| group[at]);
    let mut draw = Draw::new(SEED);
    let resampled: Vec<Shares> = (0..RESAMPLES)
        .map(|_| mean_of_means(&groups, |group, _| group[draw.below(group.len())]))
        .collect();
    let [recall, all, edit, mrr] = std::array::from_fn(|at| {
        let mut drawn: Vec<u64> = resampled.iter().map(|shares| shares[at]).collect();
        drawn.sort_unstable();
        let percentile =
            |thousandths: usize| in_thousandths(drawn[(RESAMPLES - 1) * thousandths / 1_000]);
        Measure { mean: in_thousandths(means[at]), low: percentile(25), high: percentile(975) }
    });
    Score { recall, all, edit, mrr }
}

fn in_thousandths(share: u64) -> u64 {
    (share + ONE / 2_000) / (ONE / 1_000)
}

fn mean_of_means(
    groups: &[Vec<Shares>],
    mut pick: impl FnMut(&[Shares], usize) -> Shares,
) -> Shares {
    let mut means = [0; MEASURES];
    for group in groups {
        let mut sums = [0_u64; MEASURES];
        for at in 0..group.len() {
            let picked = pick(group, at);
            sums.iter_mut().zip(picked).for_each(|(sum, share)| *sum += share);
        }
        means.iter_mut().zip(sums).for_each(|(mean, sum)| *mean += share(sum, group.len()));
    }
    means.map(|sum| share(sum, groups.len()))
}

fn share(sum: u64, of: usize) -> u64 {
    sum / (of as u64).max(1)
}

fn measure(task: &EvalTask, prediction: &Prediction) -> Shares {
    let mut shown: BTreeMap<&str, Vec<[usize; 2]>> = BTreeMap::new();
    for file in &prediction.shown {
        shown.entry(&file.path).or_default().extend(&file.lines);
    }
    let shown: BTreeMap<&str, Vec<[usize; 2]>> =
        shown.into_iter().map(|(path, lines)| (path, merged(lines))).collect();
    let (mut hits, mut ranges, mut in_full) = (0, 0, 0);
    for file in &task.truth {
        let lines = shown.get(file.path.as_str()).map_or(&[][..], Vec::as_slice);
        hits += u64::from(!lines.is_empty());
        ranges += file.lines.len();
        in_full += file.lines.iter().filter(|range| is_shown(lines, **range)).count() as u64;
    }
    let is_truth = |path: &String| task.truth.iter().any(|file| file.path == *path);
    let rank = prediction.ranked_files.iter().take(RANKS).position(is_truth);
    let files = task.truth.len();
    [
        share(hits * ONE, files),
        if hits == files as u64 { ONE } else { 0 },
        share(in_full * ONE, ranges),
        rank.map_or(0, |rank| share(ONE, rank + 1)),
    ]
}

pub(super) fn is_shown(shown: &[[usize; 2]], [first, last]: [usize; 2]) -> bool {
    shown.iter().any(|[from, to]| *from <= first && last <= *to)
}

/// Sorted, and joined where one follows on another.
pub(super) fn merged(mut ranges: Vec<[usize; 2]>) -> Vec<[usize; 2]> {
    ranges.retain(|[first, last]| first <= last && *last > 0);
    ranges.sort_unstable();
    let mut out: Vec<[usize; 2]> = Vec::new();
    for [first, last] in ranges {
        match out.last_mut() {
            Some(before) if first <= before[1] + 1 => before[1] = before[1].max(last),
            _ => out.push([first, last]),
        }
    }
    out
}
