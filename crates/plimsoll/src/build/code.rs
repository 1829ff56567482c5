//! Blocks of code: what each is for, where it stands in the ranking, and whether another already shows it.

use super::output::Reason;
use crate::known::OpenFile;
use plimsoll_core::block_order;
use plimsoll_core::candidate::{Candidate, Name, kind};
use plimsoll_core::ladder::Ladder;
use plimsoll_core::score::{Role, Scoring};
use plimsoll_core::vocab::{BlockType, Origin, Priority};
use std::cmp::Reverse;
use std::collections::BTreeSet;

/// A file, or something that a file defines, before it is ranked.
pub(super) struct CodeBlock {
    pub(super) file: OpenFile,
    /// What is shown of it alone: its name, and the line of that.
    pub(super) symbol: Option<(String, u32)>,
    pub(super) roles: Vec<Role>,
    pub(super) hops: u32,
    pub(super) priority: Priority,
    pub(super) reason: Reason,
    pub(super) ladder: Ladder,
    pub(super) is_target: bool,
}

impl CodeBlock {
    fn scoring(&self, duplicate: bool) -> Scoring {
        let (roles, byte_size, hops) = (self.roles.clone(), self.file.known.byte_size, self.hops);
        Scoring::Roles { roles, byte_size, hops, duplicate }
    }

    /// What it weighs before any penalty.
    fn weight(&self) -> i64 {
        let roles = self.roles.clone();
        Scoring::Roles { roles, byte_size: 0, hops: 0, duplicate: false }.score().total
    }

    fn candidate(&self, duplicate: bool) -> Candidate {
        let (path, text) = (self.file.path().to_owned(), self.file.text.clone());
        let (block_type, name, chunk) = match &self.symbol {
            Some((symbol, line)) => {
                (BlockType::Symbol, Name::Symbol(format!("{path}#{symbol}")), *line)
            }
            None => (BlockType::File, Name::Path(path.clone()), 0),
        };
        let kind = if self.is_target { kind::TARGET } else { block_type.name() };
        let symbol = self.symbol.as_ref().map(|(symbol, _)| symbol.as_str());
        let mut position =
            block_order::position(self.priority, block_type, Some(&path), symbol, &path);
        position.chunk = chunk;
        Candidate {
            chunk,
            required: self.priority == Priority::P0,
            scoring: self.scoring(duplicate),
            position,
            language: self.file.known.language.map(str::to_owned),
            ladder: self.ladder.clone(),
            ..Candidate::new(kind, self.priority.name(), Origin::Repository, name, text)
        }
    }
}

/// The candidates of blocks. A block that another one already represents ranks a little lower (seed C); that is judged
/// once, in the order that they have before any penalty.
pub(super) fn candidates(blocks: &[CodeBlock]) -> Vec<Candidate> {
    let mut order: Vec<&CodeBlock> = blocks.iter().collect();
    order.sort_by_key(|block| {
        let name = block.symbol.as_ref().map(|(name, line)| (name, *line));
        let size = block.file.known.byte_size;
        (Reverse(block.weight()), block.hops, size, block.file.path(), name)
    });
    let (mut paths, mut contents) = (BTreeSet::new(), BTreeSet::new());
    let mut candidates = Vec::with_capacity(blocks.len());
    for block in order {
        let is_represented = match block.symbol {
            Some(_) => paths.contains(block.file.path()),
            None => {
                paths.insert(block.file.path());
                !contents.insert(block.file.known.content)
            }
        };
        candidates.push(block.candidate(is_represented));
    }
    candidates
}
