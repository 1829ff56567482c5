//! A call that has been decided: the capsule, the decision, and what is said about both.

mod output;

pub use output::{HiddenPlace, Row};
pub(crate) use output::{Meta, RefusedOutput};

use crate::build::RefusalReports;
use plimsoll_core::capsule::{Capsule, PassedOver};
use plimsoll_core::count::counter;
use plimsoll_core::decide::{Decision, Fate, Loaded, Outcome as Decided, Refused};
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::render::shown_content;
use plimsoll_core::vocab::Door;
use serde_json::{Value, json};

/// A call that has been decided.
#[derive(Debug, Clone)]
pub struct Passage {
    pub(crate) capsule: Capsule,
    pub(crate) decision: Decision,
    /// What the user should know about this run; not part of the result.
    pub(crate) notices: Vec<String>,
    /// How the result came about, for those who want to know more.
    pub(crate) remarks: Vec<String>,
    /// Why this decision is not in the log, where it should be.
    pub(crate) log_trouble: Option<String>,
    /// The decision was made a moment ago, of the same inputs, and kept.
    pub(crate) cache_hit: bool,
}

/// A result, or a refusal that says what to change.
#[derive(Debug, Clone)]
pub enum Outcome<T> {
    Loaded(T),
    Refused(Box<RefusedCall>),
}

/// A call that was refused.
#[derive(Debug, Clone)]
pub struct RefusedCall {
    pub(crate) passage: Passage,
    pub(crate) refusal: Refusal,
    /// What build reports about it.
    pub(crate) reports: RefusalReports,
}

impl RefusedCall {
    pub fn code(&self) -> RefusalCode {
        self.refusal.code
    }

    pub fn message(&self) -> &str {
        &self.refusal.message
    }

    /// What to do next, most helpful first.
    pub fn advice(&self) -> &[String] {
        &self.refusal.advice
    }

    pub fn passage(&self) -> &Passage {
        &self.passage
    }

    pub fn to_json(&self) -> Value {
        json!(RefusedOutput {
            outcome: "refused",
            refusal: &self.refusal,
            meta: self.passage.meta(),
            budget_report: self.reports.budget.as_ref(),
            redaction_report: self.reports.redactions.as_ref(),
        })
    }
}

impl Passage {
    /// What the door makes of it, or the refusal with what the door reports about it.
    pub(crate) fn outcome<T>(
        self,
        reports: impl FnOnce(&Self, &Refusal) -> RefusalReports,
        load: impl FnOnce(Self) -> T,
    ) -> Outcome<T> {
        match self.refusal() {
            Some(refusal) => {
                let reports = reports(&self, &refusal);
                Outcome::Refused(Box::new(RefusedCall { passage: self, refusal, reports }))
            }
            None => Outcome::Loaded(load(self)),
        }
    }

    pub fn decision(&self) -> &Decision {
        &self.decision
    }

    pub fn capsule(&self) -> &Capsule {
        &self.capsule
    }

    /// What the user should know about this run.
    pub fn notices(&self) -> &[String] {
        &self.notices
    }

    /// How the result came about, for those who want to know more.
    pub fn remarks(&self) -> &[String] {
        &self.remarks
    }

    /// Why this decision is not in the log, where it should be.
    pub fn log_trouble(&self) -> Option<&str> {
        self.log_trouble.as_deref()
    }

    /// The document and its blocks, when there is one.
    pub(crate) fn loaded(&self) -> Option<&Loaded> {
        match &self.decision.outcome {
            Decided::Loaded(loaded) => Some(loaded),
            Decided::Refused(_) => None,
        }
    }

    /// What the document counts; for a refusal, what it would have needed.
    pub fn used(&self) -> u64 {
        self.decision.used()
    }

    /// Why this was refused, if it was.
    pub fn refusal(&self) -> Option<Refusal> {
        match &self.decision.outcome {
            Decided::Loaded(_) => None,
            Decided::Refused(Refused::Beforehand(refusal)) => Some(refusal.clone()),
            Decided::Refused(Refused::TooLarge { needed, limit }) => {
                let unit = self.capsule.limit.unit;
                let largest = self.largest_required();
                let advice = match self.capsule.door {
                    Door::Pack => crate::pack::TOO_LARGE,
                    Door::Build => crate::build::TOO_LARGE,
                    Door::Compose => crate::compose::TOO_LARGE,
                };
                let mut advice: Vec<String> = advice.iter().map(|&text| text.to_owned()).collect();
                if let Some((count, name)) = largest.first() {
                    let name = reveal_line(name);
                    advice
                        .push(format!("the largest part is `{name}`: {} {unit}", Grouped(*count)));
                }
                Some(Refusal {
                    code: RefusalCode::ContextTooLarge,
                    message: format!(
                        "what must be in needs {} {unit}, the limit is {}",
                        Grouped(*needed),
                        Grouped(*limit)
                    ),
                    advice,
                    details: json!({
                        "needed": needed,
                        "limit": limit,
                        "unit": unit,
                        "largest": largest
                            .iter()
                            .map(|(count, name)| json!({"name": name, "count": count}))
                            .collect::<Vec<_>>(),
                    }),
                })
            }
        }
    }

    /// The parts that must be in, by how much they hold when they have given way as far as they can.
    fn largest_required(&self) -> Vec<(u64, &str)> {
        let counter = counter(&self.capsule.limit.counter);
        let mut parts: Vec<(u64, &str)> = self
            .capsule
            .candidates
            .iter()
            .zip(&self.decision.verdicts)
            .filter(|(_, verdict)| verdict.required)
            .map(|(candidate, _)| {
                let smallest = shown_content(candidate, candidate.ladder.rungs() - 1);
                let count = counter.map_or(0, |counter| counter.count(&smallest));
                (count, candidate.name.as_str())
            })
            .collect();
        parts.sort_by(|a, b| b.cmp(a));
        parts.truncate(5);
        parts
    }

    /// What the document shows of a candidate, without its frame.
    pub(crate) fn content(&self, index: usize) -> String {
        match self.decision.verdicts[index].fate {
            Fate::Aboard { rung, .. } => shown_content(&self.capsule.candidates[index], rung),
            _ => String::new(),
        }
    }

    /// Everything that is not in the document, and why.
    pub fn left_out(&self) -> Vec<PassedOver> {
        let mut left_out = self.capsule.left_out.clone();
        for (candidate, verdict) in self.capsule.candidates.iter().zip(&self.decision.verdicts) {
            if let Some(reason) = verdict.fate.reason() {
                let path = candidate.name.as_str().to_owned();
                let detail = verdict.fate.detail();
                left_out.push(PassedOver { path, reason: reason.to_string(), detail });
            }
        }
        left_out.sort();
        left_out
    }
}
