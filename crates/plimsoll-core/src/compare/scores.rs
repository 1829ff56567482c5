//! Where the scores of a candidate are not the same in two decisions.

use crate::candidate::Candidate;
use crate::score::Score;
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

/// A candidate whose score is another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ScoreChange {
    pub kind: String,
    pub group: String,
    pub name: String,
    /// Which part of its file it is, where it is one of several.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub section: Option<String>,
    pub chunk: u32,
    pub was: i64,
    pub is: i64,
    /// The lines that are not the same.
    pub lines: Vec<LineChange>,
}

/// A line of a score that is another; null where there is none.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LineChange {
    pub signal: String,
    pub was: Option<i64>,
    pub is: Option<i64>,
}

impl ScoreChange {
    /// Nothing where all lines are the same.
    pub(super) fn of(candidate: &Candidate, was: &Score, is: &Score) -> Option<Self> {
        if was == is {
            return None;
        }
        let mut lines: BTreeMap<&str, (Option<i64>, Option<i64>)> = BTreeMap::new();
        for line in &was.lines {
            let entry = &mut lines.entry(&line.signal).or_default().0;
            *entry = Some(entry.unwrap_or(0) + line.points);
        }
        for line in &is.lines {
            let entry = &mut lines.entry(&line.signal).or_default().1;
            *entry = Some(entry.unwrap_or(0) + line.points);
        }
        let lines = lines.into_iter().filter(|(_, (was, is))| was != is);
        let lines =
            lines.map(|(signal, (was, is))| LineChange { signal: signal.to_owned(), was, is });
        let Candidate { kind, group, name, part, chunk, .. } = candidate;
        Some(Self {
            kind: kind.clone(),
            group: group.clone(),
            name: name.as_str().to_owned(),
            section: part.clone(),
            chunk: *chunk,
            was: was.total,
            is: is.total,
            lines: lines.collect(),
        })
    }
}
