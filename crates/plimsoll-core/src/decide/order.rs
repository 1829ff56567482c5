//! The order of the candidates of a capsule.
//!
//! Rank ends at labels where nothing else tells two candidates apart. Labels depend on the workspace's
//! secret, and two clones must decide alike; so here what the candidates are decides instead, and neither
//! their labels nor the order in which they were gathered.

use crate::candidate::{Candidate, Ranking, rank};
use crate::capsule::Capsule;
use crate::fit::Group;
use crate::seal;
use std::cmp::Ordering;

/// Ranks the candidates of a capsule.
pub(super) fn ranked(capsule: &Capsule) -> Ranking {
    let Capsule { candidates, groups, .. } = capsule;
    let mut ranking = rank(candidates, groups);
    let scores = &ranking.scores;
    let is_tie = |&a: &usize, &b: &usize| {
        let same_score = scores[a].total == scores[b].total;
        same_score && is_tie(&candidates[a], &candidates[b], groups)
    };
    for tied in ranking.order.chunk_by_mut(is_tie) {
        tied.sort_by(|&a, &b| by_what_they_are(&candidates[a], &candidates[b]));
    }
    ranking
}

/// Whether nothing but the label told two candidates of equal score apart.
fn is_tie(a: &Candidate, b: &Candidate, groups: &[Group]) -> bool {
    let ties = |candidate: &Candidate| {
        let place = groups.iter().position(|group| group.name == candidate.group);
        candidate.scoring.ties(place.unwrap_or(groups.len()), &candidate.kind)
    };
    a.name.as_str() == b.name.as_str() && a.chunk == b.chunk && ties(a) == ties(b)
}

/// What stays the same when a text is edited comes first, so that an edit seldom moves anything.
fn by_what_they_are(a: &Candidate, b: &Candidate) -> Ordering {
    fn key(candidate: &Candidate) -> impl Ord {
        let Candidate { kind, group, name, position, .. } = candidate;
        (kind, group, name, position)
    }
    key(a).cmp(&key(b)).then_with(|| fingerprint(a).cmp(&fingerprint(b)))
}

fn fingerprint(candidate: &Candidate) -> String {
    let unlabelled = Candidate { id: String::new(), ..candidate.clone() };
    seal::fingerprint("plimsoll.candidate.1", &unlabelled)
}
