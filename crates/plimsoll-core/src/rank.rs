//! The exact order of candidates, best first: score, the formula's own ties, path bytewise, chunk, and then what is
//! left to tell two of them apart.

use crate::candidate::Candidate;
use crate::capsule::Capsule;
use crate::fit::Group;
use crate::score::Score;
use std::cmp::{Ordering, Reverse};
use std::collections::BTreeMap;

/// The result of ranking.
#[derive(Debug)]
pub struct Ranking {
    /// Indices of the candidates, best first.
    pub order: Vec<usize>,
    /// The score of each candidate, by its index.
    pub scores: Vec<Score>,
}

#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct RankKey<'a> {
    score: Reverse<i64>,
    ties: [u64; 2],
    name: &'a str,
    chunk: u32,
}

/// Ranks candidates; their labels come last (A08). Groups come in the order in which they are served.
pub fn rank<T>(candidates: &[Candidate<T>], groups: &[Group]) -> Ranking {
    ranking(candidates, groups, |a, b| a.id.cmp(&b.id))
}

/// Ranks the candidates of a capsule. Labels depend on the workspace's secret, and two clones must decide alike; so
/// here what the candidates are comes last, and neither their labels nor the order in which they were gathered.
pub(crate) fn ranked(capsule: &Capsule) -> Ranking {
    ranking(&capsule.candidates, &capsule.groups, by_what_they_are)
}

fn ranking<T>(
    candidates: &[Candidate<T>],
    groups: &[Group],
    last: impl Fn(&Candidate<T>, &Candidate<T>) -> Ordering,
) -> Ranking {
    let places: BTreeMap<&str, usize> =
        groups.iter().enumerate().map(|(place, group)| (group.name.as_str(), place)).collect();
    let scores: Vec<Score> = candidates.iter().map(|c| c.scoring.score()).collect();
    let key = |(candidate, score): (_, &Score)| {
        let Candidate { group, scoring, kind, name, chunk, .. }: &Candidate<T> = candidate;
        let place = places.get(group.as_str()).copied().unwrap_or(groups.len());
        let (score, ties) = (Reverse(score.total), scoring.ties(place, kind));
        RankKey { score, ties, name: name.as_str(), chunk: *chunk }
    };
    let keys: Vec<RankKey<'_>> = candidates.iter().zip(&scores).map(key).collect();
    let mut order: Vec<usize> = (0..candidates.len()).collect();
    order
        .sort_by(|&a, &b| keys[a].cmp(&keys[b]).then_with(|| last(&candidates[a], &candidates[b])));
    Ranking { order, scores }
}

/// What stays the same when a text is edited comes first, so that an edit seldom moves anything.
fn by_what_they_are(a: &Candidate, b: &Candidate) -> Ordering {
    fn key(candidate: &Candidate) -> impl Ord {
        let Candidate { kind, group, name, position, .. } = candidate;
        (kind, group, name, position)
    }
    key(a).cmp(&key(b)).then_with(|| a.fingerprint().cmp(&b.fingerprint()))
}
