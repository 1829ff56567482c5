//! From rank to seal: one pure function of the capsule.

mod counterfactual;
mod document;
mod hold;
mod overview;
mod probes;
mod voyage;

pub use counterfactual::{Alternatives, Counterfactual, Rung, State, Stretch};
pub use probes::Probe;

use hold::{Hold, Settled};

use crate::admit::Rejection;
use crate::capsule::Capsule;
use crate::count::{Counter, counter};
use crate::escape::reveal_line;
use crate::fit::Action;
use crate::refusal::Refusal;
use crate::score::Score;
use crate::vocab::{Level, names};
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Decides. Same capsule, same bytes.
pub fn decide(capsule: &Capsule) -> Result<Decision, Undecidable> {
    Ok(select(capsule, counter_of(capsule)?)?.render(&capsule.fingerprint()))
}

/// The counter that a capsule names.
pub fn counter_of(capsule: &Capsule) -> Result<&'static dyn Counter, Undecidable> {
    let name = &capsule.limit.counter;
    counter(name).ok_or_else(|| Undecidable::NoCounter(name.clone()))
}

/// The first of the two halves of [`decide`], for those who time them, know the fingerprint already, or remember counts.
/// The counter has to be the one that the capsule names, or one that says the same sooner.
pub fn select<'a>(
    capsule: &'a Capsule,
    counter: &'a dyn Counter,
) -> Result<Selection<'a>, Undecidable> {
    let name = &capsule.limit.counter;
    if counter.name() != name {
        return Err(Undecidable::NoCounter(name.clone()));
    }
    voyage::select(capsule, counter)
}

/// Who is aboard, and on which rung: all of a decision but its document.
pub struct Selection<'a> {
    decision: Decision,
    /// Nothing where it is refused.
    aboard: Option<(Hold<'a>, Settled)>,
}

impl std::fmt::Debug for Selection<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Selection").field("verdicts", &self.decision.verdicts).finish()
    }
}

/// What was decided, and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Made from the fingerprint: the same decision has the same id.
    pub id: String,
    pub fingerprint: String,
    pub outcome: Outcome,
    /// One for each candidate of the capsule, by its index.
    pub verdicts: Vec<Verdict>,
    /// Indices of the candidates, best first.
    pub ranking: Vec<usize>,
    /// Indices of the admitted candidates, in the order of admission.
    pub admitted: Vec<usize>,
    /// What each group has in the document.
    pub group_totals: BTreeMap<String, u64>,
    pub shortfalls: Vec<GroupShortfall>,
    /// Constraints that matched nothing.
    pub unmatched: Vec<String>,
    /// What fit did, in order; items are candidate indices.
    pub actions: Vec<Action>,
}

/// A document within the limit, or a refusal.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Outcome {
    Loaded(Loaded),
    Refused(Refused),
}

/// The document and where everything in it stands.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Loaded {
    pub document: String,
    /// What the document counts, framing included.
    pub used: u64,
    /// What of it is framing.
    pub framing: u64,
    pub blocks: Vec<PlacedBlock>,
    /// Something was left out or shortened.
    pub truncated: bool,
    /// Byte offsets at which less stable parts begin.
    pub breakpoints: Vec<usize>,
}

/// Where a candidate's block stands in the document.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PlacedBlock {
    pub candidate: usize,
    pub start: usize,
    pub end: usize,
}

/// The capsule does not fit, whatever gives way; or it was refused from the start.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Refused {
    TooLarge { needed: u64, limit: u64 },
    Beforehand(Refusal),
}

/// What became of one candidate.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Verdict {
    /// Place in the ranking, from 0.
    pub rank: usize,
    pub score: Score,
    pub required: bool,
    /// What the candidate was estimated at.
    pub estimate: u64,
    pub fate: Fate,
}

/// In the document, or not and why.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Fate {
    Aboard {
        rung: usize,
        level: Level,
        count: u64,
        whole: u64,
    },
    /// Never admitted.
    Rejected(Rejection),
    /// Admitted, and then it had to go: what it would count at its smallest.
    Shed {
        smallest: u64,
    },
    /// The call was refused before this was asked.
    Undecided,
}

names! {
    /// Seed A's words for why something is not in the document.
    OutReason {
        ExcludedByPolicy = "excluded_by_policy",
        LaneMaxReached = "lane_max_reached",
        BudgetExceeded = "budget_exceeded",
        /// Admitted, and then it had to go.
        LowerPriority = "lower_priority",
        Undecided = "undecided",
    }
}

impl Rejection {
    pub fn reason(&self) -> OutReason {
        match self {
            Self::Excluded { .. } => OutReason::ExcludedByPolicy,
            Self::GroupFull { .. } => OutReason::LaneMaxReached,
            Self::NoRoom { .. } => OutReason::BudgetExceeded,
        }
    }
}

impl Fate {
    /// Why this is not in the document; nothing when it is.
    pub fn reason(&self) -> Option<OutReason> {
        match self {
            Self::Aboard { .. } => None,
            Self::Rejected(rejection) => Some(rejection.reason()),
            Self::Shed { .. } => Some(OutReason::LowerPriority),
            Self::Undecided => Some(OutReason::Undecided),
        }
    }

    /// The numbers behind the reason, for people.
    pub fn detail(&self) -> String {
        match self {
            Self::Aboard { .. } => String::new(),
            Self::Rejected(Rejection::Excluded { reason }) => reason.clone(),
            Self::Rejected(Rejection::GroupFull { used, max, estimate }) => {
                format!("its lane is at {used} of {max} and it would add {estimate}")
            }
            Self::Rejected(Rejection::NoRoom { used, total, estimate }) => {
                format!("the total is at {used} of {total} and it would add {estimate}")
            }
            Self::Shed { smallest } => {
                format!("it had to go for what is needed more; it needs {smallest} at least")
            }
            Self::Undecided => "the call was refused before it came to this".to_owned(),
        }
    }
}

impl Decision {
    /// Whether this can be a decision of a capsule: for one that was kept somewhere meanwhile. Nothing in it
    /// points beyond the candidates, and it is sealed with this capsule's fingerprint and its own document.
    pub fn belongs_to(&self, capsule: &Capsule, fingerprint: &str) -> bool {
        let count = capsule.candidates.len();
        let in_bounds = |indices: &[usize]| indices.iter().all(|&index| index < count);
        let blocks = match &self.outcome {
            Outcome::Loaded(loaded) => loaded.blocks.iter().map(|block| block.candidate).collect(),
            Outcome::Refused(_) => Vec::new(),
        };
        self.verdicts.len() == count
            && in_bounds(&self.ranking)
            && in_bounds(&self.admitted)
            && in_bounds(&blocks)
            && self.fingerprint == voyage::seal_of(fingerprint, &self.outcome)
    }

    /// What the document counts; for a refusal, what it would have needed.
    pub fn used(&self) -> u64 {
        match &self.outcome {
            Outcome::Loaded(loaded) => loaded.used,
            Outcome::Refused(Refused::TooLarge { needed, .. }) => *needed,
            Outcome::Refused(Refused::Beforehand(_)) => 0,
        }
    }
}

/// A group that ends below its minimum.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupShortfall {
    pub group: String,
    pub requested: u64,
    pub available: u64,
}

/// Why a capsule cannot be decided at all. None of these happens to a capsule that a door has made.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Undecidable {
    #[error("there is no counter `{}`", reveal_line(.0))]
    NoCounter(String),
    #[error("candidate `{}` names a group that the capsule does not have", reveal_line(.0))]
    NoGroup(String),
    #[error("there is no candidate number {0}")]
    NoCandidate(usize),
    #[error(transparent)]
    Glob(#[from] crate::glob::InvalidGlob),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_fate_tells_its_reason_and_its_numbers() {
        let excluded = Rejection::Excluded { reason: "a rule".to_owned() };
        let full = Rejection::GroupFull { used: 11, max: 12, estimate: 13 };
        let no_room = Rejection::NoRoom { used: 21, total: 22, estimate: 23 };
        let aboard = Fate::Aboard { rung: 0, level: Level::Whole, count: 1, whole: 1 };
        let rows: [(Fate, Option<OutReason>, &[&str]); 6] = [
            (aboard, None, &[]),
            (Fate::Rejected(excluded), Some(OutReason::ExcludedByPolicy), &["a rule"]),
            (Fate::Rejected(full), Some(OutReason::LaneMaxReached), &["11", "12", "13"]),
            (Fate::Rejected(no_room), Some(OutReason::BudgetExceeded), &["21", "22", "23"]),
            (Fate::Shed { smallest: 31 }, Some(OutReason::LowerPriority), &["31"]),
            (Fate::Undecided, Some(OutReason::Undecided), &["refused"]),
        ];
        for (fate, reason, told) in rows {
            assert_eq!(fate.reason(), reason);
            assert!(told.iter().all(|word| fate.detail().contains(word)), "{}", fate.detail());
            assert_eq!(fate.detail().is_empty(), reason.is_none());
        }
    }
}
