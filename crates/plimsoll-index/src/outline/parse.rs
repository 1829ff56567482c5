//! Parsing within bounds: a hostile text costs no more than an honest one of its size.

use super::Problem;
use super::languages::Language;
use super::patterns::tree::Nodes;
use super::skim::Skim;
use plimsoll_core::ladder::LineStarts;
use std::ops::ControlFlow;
use tree_sitter::{ParseOptions, Parser};

/// A larger text has no outline.
pub const LARGEST_TEXT: usize = 1 << 20;
/// Nor has one with more nodes than this.
const MOST_NODES: usize = 4_000_000;
/// The parser asks whether to go on after each hundred steps. Real source takes less than one step a byte.
const STEPS_BETWEEN: usize = 100;
const STEPS_PER_BYTE: usize = 16;
const STEPS_AT_LEAST: usize = 100_000;
/// Text is handed out in pieces of this many bytes, and they are counted: a lexer that looks far ahead from every
/// place takes no more steps than another. Real source has each piece handed out up to 26 times, most of it once.
const PIECE: usize = 1024;
const TIMES_A_PIECE: usize = 64;
const PIECES_AT_LEAST: usize = 4_000;
const MOST_PROBLEMS: usize = 100;

/// The tree of a text; nothing where it is out of bounds.
pub(crate) fn parse(language: &Language, text: &str, skim: &Skim) -> Option<Nodes> {
    if text.len() > LARGEST_TEXT {
        return None;
    }
    if language.bound.is_some_and(|bound| !bound.allows(text)) {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&language.grammar).ok()?;
    let ranges = if skim.is_empty() { Vec::new() } else { skim.included(text) };
    parser.set_included_ranges(&ranges).ok()?;
    let mut left = (text.len() * STEPS_PER_BYTE + STEPS_AT_LEAST) / STEPS_BETWEEN;
    let mut go_on = |_: &tree_sitter::ParseState| {
        left = left.saturating_sub(1);
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut go_on);
    let bytes = language.bound.map_or(text, |bound| bound.seen(text)).as_bytes();
    let pieces = bytes.len() / PIECE + ranges.len();
    let mut pieces_left = pieces * TIMES_A_PIECE + PIECES_AT_LEAST;
    let mut hand_out = |at: usize, _| {
        pieces_left = pieces_left.saturating_sub(1);
        let start = if pieces_left > 0 { at.min(bytes.len()) } else { bytes.len() };
        &bytes[start..bytes.len().min(start + PIECE)]
    };
    let tree = parser.parse_with_options(&mut hand_out, None, Some(options))?;
    (pieces_left > 0 && tree.root_node().descendant_count() <= MOST_NODES)
        .then(|| Nodes::of(&tree, |end| skim.end_of(end)))
}

/// What the grammar could not make sense of, in the order of the text.
pub(crate) fn problems(language: &Language, nodes: &Nodes, starts: &LineStarts) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut at = if nodes.has_problem { 0 } else { nodes.len() };
    while at < nodes.len() && problems.len() < MOST_PROBLEMS {
        let node = nodes.node(at);
        let what = match () {
            () if node.is_missing => {
                let kind = language.grammar.node_kind_for_id(node.kind);
                Some(format!("{} is missing", kind.unwrap_or_default()))
            }
            () if node.is_error() => Some("not understood".to_owned()),
            () => None,
        };
        at = if what.is_some() { node.next } else { at + 1 };
        let line = starts.line_at(node.range().start);
        problems.extend(what.map(|what| Problem { line, what }));
    }
    problems
}
