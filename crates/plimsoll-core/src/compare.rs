//! Two decisions side by side: what entered, left or changed, and how far their documents are the same.

mod candidates;
mod prefix;
mod scores;

pub use candidates::{Change, Changed, Standing};
pub use prefix::{End, Prefix};
pub use scores::{LineChange, ScoreChange};

use crate::capsule::Capsule;
use crate::decide::{Decision, Loaded, Outcome, Undecidable};
use crate::record::Record;
use crate::replay::Difference;
use crate::seal;
use schemars::JsonSchema;
use serde::Serialize;

/// A capsule and the decision that was made of it.
#[derive(Debug, Clone, Copy)]
pub struct Decided<'a> {
    pub capsule: &'a Capsule,
    pub decision: &'a Decision,
}

impl<'a> Decided<'a> {
    fn loaded(self) -> Option<&'a Loaded> {
        match &self.decision.outcome {
            Outcome::Loaded(loaded) => Some(loaded),
            Outcome::Refused(_) => None,
        }
    }
}

/// What became of the first decision in the second.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Comparison {
    /// Decisions of different doors have other names and groups: what entered and left says little then.
    pub same_door: bool,
    /// What the decisions were made of, and what came of them.
    pub differences: Vec<Difference>,
    /// In the second document and not in the first, best first.
    pub entered: Vec<Standing>,
    /// In the first document and not in the second, best first; as they stand now, where they are still candidates.
    pub left: Vec<Standing>,
    /// In both documents or in neither, and not as they were.
    pub changed: Vec<Change>,
    /// As they were.
    pub unchanged: usize,
    /// Candidates of the second that the first had not, in its document or not, best first.
    pub new: Vec<Standing>,
    /// Candidates of the first that the second has not, best first.
    pub gone: Vec<Standing>,
    /// Candidates of both whose scores are not the same, best first.
    pub scores: Vec<ScoreChange>,
    /// How far the documents are the same, where there are two.
    pub prefix: Option<Prefix>,
}

/// Compares two decisions.
pub fn compare(was: Decided<'_>, is: Decided<'_>) -> Result<Comparison, Undecidable> {
    let candidates::Moves { entered, left, changed, unchanged, new, gone, scores } =
        candidates::moves(was, is);
    let prefix = match (was.loaded(), is.loaded()) {
        (Some(first), Some(second)) => Some(prefix::shared(was, first, is, second)?),
        _ => None,
    };
    let same_door = was.capsule.door == is.capsule.door;
    let differences = differences(was, is);
    Ok(Comparison {
        same_door,
        differences,
        entered,
        left,
        changed,
        unchanged,
        new,
        gone,
        scores,
        prefix,
    })
}

/// Everything but the candidates, each in one word or number.
fn differences(was: Decided<'_>, is: Decided<'_>) -> Vec<Difference> {
    let (first, second) = (stated(was), stated(is));
    let pairs = first.into_iter().zip(second);
    let different = pairs.filter(|((_, was), (_, is))| was != is);
    different.map(|((what, was), (_, is))| Difference { what: what.to_owned(), was, is }).collect()
}

fn stated(Decided { capsule, decision }: Decided<'_>) -> [(&'static str, String); 10] {
    let Record { outcome, document, used, .. } = Record::of(capsule, decision, 0);
    [
        ("door", capsule.door.to_string()),
        ("outcome", outcome),
        ("limit", capsule.limit.to_string()),
        ("used", used.to_string()),
        ("format", capsule.format.to_string()),
        ("request", seal::fingerprint("plimsoll.request.1", &capsule.request)),
        ("project", capsule.fingerprints.project_index.clone()),
        ("configuration", capsule.fingerprints.config.clone()),
        ("engine", format!("{}, rules {}", capsule.engine, capsule.screening.rule_set)),
        ("document", document.unwrap_or_else(|| "none".to_owned())),
    ]
}
