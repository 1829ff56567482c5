//! What became of each candidate.

use super::Decided;
use super::scores::ScoreChange;
use crate::candidate::{Candidate, Name};
use crate::decide::{Fate, OutReason, Verdict};
use crate::vocab::{Level, names};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// How a candidate stands in a decision.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Standing {
    pub kind: String,
    pub group: String,
    pub name: String,
    /// Which part of its file it is, where it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    #[serde(skip_serializing_if = "is_first")]
    pub chunk: u32,
    /// Place in the ranking, from 0.
    pub rank: usize,
    /// How much of it is shown, and what that counts; nothing when it is not in the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub level: Option<Level>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u64>,
    /// Why it is not in the document; nothing when it is, or when it is no candidate any more.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<OutReason>,
}

fn is_first(chunk: &u32) -> bool {
    *chunk == 0
}

/// A candidate of both decisions that is not as it was.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Change {
    pub was: Standing,
    pub is: Standing,
    pub what: Vec<Changed>,
}

names! {
    /// What of a candidate has changed.
    Changed {
        Content = "content",
        /// How much of it is shown.
        Rung = "rung",
        Rank = "rank",
    }
}

#[derive(Default)]
pub(super) struct Moves {
    pub(super) entered: Vec<Standing>,
    pub(super) left: Vec<Standing>,
    pub(super) changed: Vec<Change>,
    pub(super) unchanged: usize,
    pub(super) new: Vec<Standing>,
    pub(super) gone: Vec<Standing>,
    pub(super) scores: Vec<ScoreChange>,
}

/// By what a candidate is known again. Ids depend on the workspace's secret, so they are not asked. The number tells
/// apart what should not be there twice.
type Key<'a> = (&'a str, &'a str, &'a Name, u32, usize);

pub(super) fn moves(was: Decided<'_>, is: Decided<'_>) -> Moves {
    let (before, after) = (by_key(was), by_key(is));
    let mut moves = Moves::default();
    for &index in &is.decision.ranking {
        let now = One::of(is, index);
        match after.key_of(index).and_then(|key| before.indices.get(key)) {
            Some(&earlier) => moves.take(One::of(was, earlier), now),
            None => {
                moves.entered.extend(now.is_aboard().then(|| now.standing()));
                moves.new.push(now.standing());
            }
        }
    }
    for &index in &was.decision.ranking {
        let then = One::of(was, index);
        let later = before.key_of(index).and_then(|key| after.indices.get(key));
        match later.map(|&later| One::of(is, later)) {
            Some(now) if then.is_aboard() && !now.is_aboard() => moves.left.push(now.standing()),
            None => {
                moves.left.extend(then.is_aboard().then(|| then.standing().gone()));
                moves.gone.push(then.standing());
            }
            Some(_) => {}
        }
    }
    moves
}

impl Moves {
    /// A candidate of both decisions.
    fn take(&mut self, was: One<'_>, is: One<'_>) {
        self.scores.extend(ScoreChange::of(is.candidate, &was.verdict.score, &is.verdict.score));
        match (was.is_aboard(), is.is_aboard()) {
            (false, true) => self.entered.push(is.standing()),
            (true, false) => {}
            _ => {
                let what = changes(was, is);
                if what.is_empty() {
                    self.unchanged += 1;
                } else {
                    let (was, is) = (was.standing(), is.standing());
                    self.changed.push(Change { was, is, what });
                }
            }
        }
    }
}

fn changes(was: One<'_>, is: One<'_>) -> Vec<Changed> {
    let rung = |one: One<'_>| match &one.verdict.fate {
        Fate::Aboard { rung, level, .. } => Some((*rung, *level)),
        _ => None,
    };
    let is_changed = |changed: &Changed| match changed {
        Changed::Content => was.candidate.text != is.candidate.text,
        Changed::Rung => rung(was) != rung(is),
        Changed::Rank => was.verdict.rank != is.verdict.rank,
    };
    Changed::ALL.iter().copied().filter(is_changed).collect()
}

struct Keys<'a> {
    indices: BTreeMap<Key<'a>, usize>,
    /// In the order of the candidates.
    keys: Vec<Key<'a>>,
}

impl<'a> Keys<'a> {
    fn key_of(&self, index: usize) -> Option<&Key<'a>> {
        self.keys.get(index)
    }
}

fn by_key(decided: Decided<'_>) -> Keys<'_> {
    let mut times: BTreeMap<_, usize> = BTreeMap::new();
    let mut keys = Keys { indices: BTreeMap::new(), keys: Vec::new() };
    for (index, candidate) in decided.capsule.candidates.iter().enumerate() {
        let Candidate { kind, group, name, chunk, .. } = candidate;
        let seen = times.entry((kind, group, name, chunk)).or_default();
        let key = (kind.as_str(), group.as_str(), name, *chunk, *seen);
        *seen += 1;
        keys.indices.insert(key, index);
        keys.keys.push(key);
    }
    keys
}

/// A candidate with its verdict.
#[derive(Clone, Copy)]
struct One<'a> {
    candidate: &'a Candidate,
    verdict: &'a Verdict,
}

impl<'a> One<'a> {
    fn of(decided: Decided<'a>, index: usize) -> Self {
        let candidate = &decided.capsule.candidates[index];
        Self { candidate, verdict: &decided.decision.verdicts[index] }
    }

    fn is_aboard(self) -> bool {
        matches!(self.verdict.fate, Fate::Aboard { .. })
    }

    fn standing(self) -> Standing {
        let (level, count) = match self.verdict.fate {
            Fate::Aboard { level, count, .. } => (Some(level), Some(count)),
            _ => (None, None),
        };
        Standing {
            kind: self.candidate.kind.clone(),
            group: self.candidate.group.clone(),
            name: self.candidate.name.as_str().to_owned(),
            section: self.candidate.part.clone(),
            chunk: self.candidate.chunk,
            rank: self.verdict.rank,
            level,
            count,
            reason: self.verdict.fate.reason(),
        }
    }
}

impl Standing {
    /// The same of something that is no candidate any more.
    fn gone(self) -> Self {
        Self { level: None, count: None, reason: None, ..self }
    }
}
