//! Parsing within bounds: a hostile text costs no more than an honest one of its size.

use super::Problem;
use super::languages::Language;
use std::ops::ControlFlow;
use tree_sitter::{Node, ParseOptions, Parser, Tree};

/// A larger text has no outline.
pub const LARGEST_TEXT: usize = 1 << 20;
/// Nor has one with more nodes than this.
const MOST_NODES: usize = 4_000_000;
/// The parser asks whether to go on after each hundred steps. Real source takes less than one step a byte.
const STEPS_BETWEEN: usize = 100;
const STEPS_PER_BYTE: usize = 16;
const STEPS_AT_LEAST: usize = 100_000;
const MOST_PROBLEMS: usize = 100;

/// The tree of a text; nothing where it is out of bounds.
pub(crate) fn parse(language: &Language, text: &str) -> Option<Tree> {
    if text.len() > LARGEST_TEXT {
        return None;
    }
    if language.bound.is_some_and(|bound| !bound.allows(text)) {
        return None;
    }
    let mut parser = Parser::new();
    parser.set_language(&language.grammar).ok()?;
    let mut left = (text.len() * STEPS_PER_BYTE + STEPS_AT_LEAST) / STEPS_BETWEEN;
    let mut go_on = |_: &tree_sitter::ParseState| {
        left = left.saturating_sub(1);
        if left > 0 { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    };
    let options = ParseOptions::new().progress_callback(&mut go_on);
    let bytes = text.as_bytes();
    let tree = parser.parse_with_options(
        &mut |at, _| &bytes[at.min(bytes.len())..],
        None,
        Some(options),
    )?;
    (tree.root_node().descendant_count() <= MOST_NODES).then_some(tree)
}

/// What the grammar could not make sense of, in the order of the text.
pub(crate) fn problems(tree: &Tree) -> Vec<Problem> {
    let mut problems = Vec::new();
    let mut cursor = tree.walk();
    loop {
        let node = cursor.node();
        let found = problem(node);
        let descend = found.is_none() && node.has_error();
        problems.extend(found);
        if problems.len() >= MOST_PROBLEMS {
            return problems;
        }
        if descend && cursor.goto_first_child() {
            continue;
        }
        while !cursor.goto_next_sibling() {
            if !cursor.goto_parent() {
                return problems;
            }
        }
    }
}

fn problem(node: Node<'_>) -> Option<Problem> {
    let what = match () {
        () if node.is_missing() => format!("{} is missing", node.kind()),
        () if node.is_error() => "not understood".to_owned(),
        () => return None,
    };
    let line = u32::try_from(node.start_position().row).unwrap_or(u32::MAX).saturating_add(1);
    Some(Problem { line, what })
}
