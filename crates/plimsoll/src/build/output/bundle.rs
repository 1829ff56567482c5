//! The bundle: ordered, typed blocks.

use super::super::candidates::Files;
use super::super::request::{BuildRequest, Purpose, TokenBudget};
use super::loaded;
use crate::passage::Passage;
use plimsoll_core::candidate::{Candidate, kind};
use plimsoll_core::ladder::LineStarts;
use plimsoll_core::names;
use plimsoll_core::seal;
use plimsoll_core::vocab::{BlockType, Origin, Priority};
use schemars::JsonSchema;
use serde::Serialize;
use serde_json::json;

/// Seed C's ContextBundle.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ContextBundle {
    pub(super) bundle_id: String,
    bundle_version: u32,
    created_at: Option<String>,
    pub(super) purpose: Purpose,
    pub(super) correlation_id: String,
    model: TokenBudget,
    blocks: Vec<ContextBlock>,
    /// Covers the bundle without the ids and the time; the manifest tells it.
    #[serde(skip)]
    pub(super) fingerprint: String,
}

/// Seed C's ContextBlock.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct ContextBlock {
    block_id: String,
    block_type: BlockType,
    priority: Priority,
    title: String,
    content: String,
    meta: BlockMeta,
}

/// Of a block of code: about its file, whatever is shown of it. Of any other: about its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub(crate) struct BlockMeta {
    path: Option<String>,
    symbol: Option<String>,
    /// Of the screened text: a hash of raw bytes would let a weak secret be guessed.
    hash: Option<String>,
    encoding: String,
    byte_size: u64,
    line_count: u32,
    source: BlockSource,
}

names! {
    /// Where the text of a block comes from.
    BlockSource { Index = "index", Filesystem = "filesystem", User = "user", System = "system" }
}

impl ContextBundle {
    pub(super) fn new(passage: &Passage, request: &BuildRequest, files: &Files) -> Self {
        let blocks = loaded(passage).blocks.iter();
        let blocks: Vec<ContextBlock> =
            blocks.map(|placed| ContextBlock::new(passage, placed.candidate, files)).collect();
        let fingerprint = seal::fingerprint(
            "plimsoll.bundle.1",
            &json!({
                "bundle_version": 1,
                "purpose": request.purpose,
                "model": request.token_budget,
                "blocks": blocks,
            }),
        );
        let correlation = || seal::uuid("plimsoll.correlation", &fingerprint);
        Self {
            bundle_id: seal::uuid("plimsoll.bundle", &fingerprint),
            bundle_version: 1,
            created_at: request.created_at.clone(),
            purpose: request.purpose,
            correlation_id: request.correlation_id.clone().unwrap_or_else(correlation),
            model: request.token_budget.clone(),
            blocks,
            fingerprint,
        }
    }
}

impl ContextBlock {
    fn new(passage: &Passage, index: usize, files: &Files) -> Self {
        let candidate = &passage.capsule.candidates[index];
        let content = passage.content(index);
        let mut block = Self {
            block_id: String::new(),
            block_type: block_type(candidate),
            priority: Priority::from_name(&candidate.group)
                .expect("the groups of this door are seed C's priorities"),
            title: candidate.name.as_str().to_owned(),
            meta: BlockMeta::new(candidate, &content, files),
            content,
        };
        let fingerprint = seal::fingerprint("plimsoll.block.1", &block);
        block.block_id = seal::uuid("plimsoll.block", &fingerprint);
        block
    }
}

impl BlockMeta {
    fn new(candidate: &Candidate, content: &str, files: &Files) -> Self {
        let file = candidate.name.path().and_then(|path| files.get(path)).map(|(file, _)| file);
        let source = match (candidate.origin, file, candidate.name.symbol()) {
            (Origin::Plimsoll, ..) => BlockSource::System,
            (Origin::Repository, Some(_), None) => BlockSource::Filesystem,
            (Origin::Repository, ..) => BlockSource::Index,
            _ => BlockSource::User,
        };
        let text = file.map_or(content, |_| candidate.text.text());
        Self {
            path: candidate.name.path().map(str::to_owned),
            symbol: candidate.name.symbol().map(str::to_owned),
            hash: Some(seal::sha256_hex(text.as_bytes())),
            encoding: file.map_or("utf-8", |file| file.encoding.name()).to_owned(),
            byte_size: file.map_or(content.len() as u64, |file| file.byte_size),
            line_count: LineStarts::of(text).count(),
            source,
        }
    }
}

/// A target is a file like others, but for the order in which things give way.
fn block_type(candidate: &Candidate) -> BlockType {
    let name = if candidate.kind == kind::TARGET { kind::FILE } else { &candidate.kind };
    BlockType::from_name(name).expect("the kinds of this door are seed C's block types")
}
