//! What a decision did with something: everything that can be said about it.

use super::decided::{Decided, Matches};
use crate::error::Error;
use plimsoll_core::candidate::Candidate;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::decide::{Alternatives, Counterfactual, Fate, OutReason, Rung};
use plimsoll_core::ladder::Lines;
use plimsoll_core::limit::Limit;
use plimsoll_core::render::shown_lines;
use plimsoll_core::score::{Score, Scoring};
use plimsoll_core::vocab::{Door, Origin};
use schemars::JsonSchema;
use serde::Serialize;

/// What may be done to find the limits at which something turns: runs of the fit, times candidates. About a second.
const MOST_WORK: usize = 500_000;
/// However many candidates there are, so many limits are tried.
const FEWEST_RUNS: usize = 64;

/// What a decision did with something.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct InDecision {
    pub decision_id: String,
    pub door: Door,
    /// Milliseconds since 1970.
    pub recorded_at: u64,
    /// `loaded`, or the code of the refusal.
    pub outcome: String,
    pub limit: Limit,
    /// What the document counts; for a refusal, what it would have needed.
    pub used: u64,
    pub candidate_count: usize,
    /// The candidates that it is, best first; none where it was not considered.
    pub candidates: Vec<Judged>,
    /// Why it never became a candidate.
    pub left_out: Vec<PassedOver>,
}

/// A candidate with everything that can be said about it.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Judged {
    /// Its path-free id.
    pub artifact: String,
    pub name: String,
    pub kind: String,
    pub group: String,
    pub chunk: u32,
    /// Which part of its file it is, where it is one.
    pub section: Option<String>,
    pub origin: Origin,
    /// From 0, the best first.
    pub rank: usize,
    /// Of seed A's signals the lines are in hundred-thousandths and the total in thousandths; else all are points.
    pub score: Score,
    #[serde(skip)]
    pub is_scored_by_signals: bool,
    pub required: bool,
    /// The rung that the document shows.
    pub shown: Option<Rung>,
    /// The lines of its text that the document shows, where it does not show all of them.
    pub shown_lines: Option<Vec<Lines>>,
    /// Where in its text the symbol stands that was asked for, if it is one that this defines.
    pub symbol_lines: Option<Lines>,
    /// Why the document does not show it.
    pub out: Option<Out>,
    /// All the ways to show it, the largest first.
    pub rungs: Vec<Rung>,
    /// At which limits it enters and leaves, all else being as it was; null where no limit would have helped.
    pub limits: Option<Counterfactual>,
}

/// Why something is not in the document.
#[derive(Debug, Clone, Serialize, JsonSchema)]
pub struct Out {
    pub reason: OutReason,
    pub detail: String,
}

impl Decided {
    pub(super) fn judge(&self, matches: &Matches) -> Result<InDecision, Error> {
        let alternatives = Alternatives::of(&self.capsule)?;
        let candidates = &matches.candidates;
        let mut limits = vec![None; candidates.len()];
        // What was refused for another reason would have been refused at every limit.
        if self.capsule.refusal.is_none() && !candidates.is_empty() {
            let runs = (MOST_WORK / self.capsule.candidates.len()).max(FEWEST_RUNS);
            let found = alternatives.around(candidates, runs)?;
            limits = found.into_iter().map(Some).collect();
        }
        let judged = candidates.iter().zip(limits).map(|(&index, limits)| {
            let judged = self.judged(index, alternatives.rungs(index)?, limits);
            let symbol_lines = matches.symbols.get(&index).copied();
            Ok(Judged { symbol_lines, ..judged })
        });
        let record = &self.entry.record;
        Ok(InDecision {
            decision_id: record.id.clone(),
            door: record.door,
            recorded_at: record.recorded_at,
            outcome: record.outcome.clone(),
            limit: record.limit.clone(),
            used: record.used,
            candidate_count: self.capsule.candidates.len(),
            candidates: judged.collect::<Result<_, Error>>()?,
            left_out: matches.left_out.clone(),
        })
    }

    fn judged(&self, index: usize, rungs: Vec<Rung>, limits: Option<Counterfactual>) -> Judged {
        let (candidate, verdict) =
            (&self.capsule.candidates[index], &self.decision.verdicts[index]);
        let Candidate { id, kind, group, origin, name, chunk, part, scoring, .. } = candidate;
        let reason = verdict.fate.reason();
        Judged {
            artifact: id.clone(),
            name: name.as_str().to_owned(),
            kind: kind.clone(),
            group: group.clone(),
            chunk: *chunk,
            section: part.clone(),
            origin: *origin,
            rank: verdict.rank,
            score: verdict.score.clone(),
            is_scored_by_signals: matches!(scoring, Scoring::Signals(_)),
            required: verdict.required,
            shown: match verdict.fate {
                Fate::Aboard { rung, level, count, .. } => Some(Rung { rung, level, count }),
                _ => None,
            },
            shown_lines: match verdict.fate {
                Fate::Aboard { rung, .. } => shown_lines(candidate, rung),
                _ => None,
            },
            symbol_lines: None,
            out: reason.map(|reason| Out { reason, detail: verdict.fate.detail() }),
            rungs,
            limits,
        }
    }
}
