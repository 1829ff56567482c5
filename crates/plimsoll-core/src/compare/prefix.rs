//! How far two documents are the same: what a prompt cache that has seen the first need not read again.

use super::Decided;
use crate::count::counter;
use crate::decide::{Loaded, Undecidable};
use crate::limit::Unit;
use schemars::JsonSchema;
use serde::Serialize;

/// The beginning that two documents have in common.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Prefix {
    /// To the last character that is the same.
    pub bytes: usize,
    /// What it counts, by the counter of the first decision.
    pub count: u64,
    pub unit: Unit,
    pub counter: String,
    /// How many bytes the documents have.
    pub was_bytes: usize,
    pub is_bytes: usize,
    /// How many blocks lie wholly in it.
    pub whole_blocks: usize,
    /// Where it ends in each document; nothing where a document ends with it, or between its blocks.
    pub was_end: Option<End>,
    pub is_end: Option<End>,
}

/// The block in which it ends.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct End {
    pub kind: String,
    pub group: String,
    pub name: String,
    /// Where the block begins in the document.
    pub start: usize,
}

impl Prefix {
    /// Whether it is all of both documents.
    pub fn is_everything(&self) -> bool {
        self.bytes == self.was_bytes && self.bytes == self.is_bytes
    }
}

pub(super) fn shared(
    was: Decided<'_>,
    first: &Loaded,
    is: Decided<'_>,
    second: &Loaded,
) -> Result<Prefix, Undecidable> {
    let limit = &was.capsule.limit;
    let counter =
        counter(&limit.counter).ok_or_else(|| Undecidable::NoCounter(limit.counter.clone()))?;
    let (a, b) = (first.document.as_str(), second.document.as_str());
    let same = a.bytes().zip(b.bytes()).take_while(|(a, b)| a == b).count();
    // Two characters may begin with the same byte.
    let bytes = a.floor_char_boundary(same);
    Ok(Prefix {
        bytes,
        count: counter.count(&a[..bytes]),
        unit: limit.unit,
        counter: limit.counter.clone(),
        was_bytes: a.len(),
        is_bytes: b.len(),
        whole_blocks: first.blocks.iter().filter(|block| block.end <= bytes).count(),
        was_end: end(was, first, bytes),
        is_end: end(is, second, bytes),
    })
}

fn end(decided: Decided<'_>, loaded: &Loaded, bytes: usize) -> Option<End> {
    let block = loaded.blocks.iter().find(|block| block.start <= bytes && bytes < block.end)?;
    let candidate = &decided.capsule.candidates[block.candidate];
    Some(End {
        kind: candidate.kind.clone(),
        group: candidate.group.clone(),
        name: candidate.name.as_str().to_owned(),
        start: block.start,
    })
}
