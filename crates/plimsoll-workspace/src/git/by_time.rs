//! Commits along all parents, the newest first, as `git log` walks them.

use super::commit::{self, Parsed};
use super::objects::Objects;
use gix::ObjectId;
use std::collections::{BTreeSet, BinaryHeap};

/// Where a commit stands.
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct CommitPlace {
    /// In milliseconds since 1970; 0 where the commit does not say.
    pub committed_ms: i64,
    /// In hex.
    pub parents: Vec<String>,
}

impl CommitPlace {
    pub(super) fn of(commit: &Parsed<'_>) -> Self {
        let parents = commit.parents.iter().map(|parent| parent.to_hex().to_string());
        Self { committed_ms: commit.committed_ms.unwrap_or(0), parents: parents.collect() }
    }
}

/// A commit on the way. The newest is the greatest.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Met {
    committed_ms: i64,
    pub(super) id: ObjectId,
    pub(super) place: CommitPlace,
    /// Whether the caller knew it.
    pub(super) is_known: bool,
}

/// The way. Commits that `known` tells the place of are not read; one that is missing or broken is passed by, since others may lead
/// on.
pub(super) struct ByTime<'a, K> {
    objects: &'a Objects<'a>,
    known: K,
    ahead: BinaryHeap<Met>,
    seen: BTreeSet<ObjectId>,
}

impl<'a, K: Fn(&str) -> Option<CommitPlace>> ByTime<'a, K> {
    pub(super) fn new(objects: &'a Objects<'a>, from: ObjectId, known: K) -> Self {
        let mut way = Self { objects, known, ahead: BinaryHeap::new(), seen: BTreeSet::new() };
        way.add(from);
        way
    }

    fn add(&mut self, id: ObjectId) {
        if !self.seen.insert(id) {
            return;
        }
        let known = (self.known)(&id.to_hex().to_string());
        let is_known = known.is_some();
        let place = known.or_else(|| {
            let raw = self.objects.commit(id).ok()?;
            Some(CommitPlace::of(&commit::parse(&raw, id).ok()?))
        });
        if let Some(place) = place {
            self.ahead.push(Met { committed_ms: place.committed_ms, id, place, is_known });
        }
    }
}

impl<K: Fn(&str) -> Option<CommitPlace>> Iterator for ByTime<'_, K> {
    type Item = Met;

    fn next(&mut self) -> Option<Met> {
        let met = self.ahead.pop()?;
        let parents = met.place.parents.iter();
        parents
            .filter_map(|parent| ObjectId::from_hex(parent.as_bytes()).ok())
            .for_each(|parent| self.add(parent));
        Some(met)
    }
}
