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
/// Patterns of paths (`**/*`) look like comments too.
const MOST_OPEN_COMMENTS: usize = 1_000;
const MOST_PROBLEMS: usize = 100;

/// The tree of a text; nothing where it is out of bounds.
pub(crate) fn parse(language: &Language, text: &str) -> Option<Tree> {
    if text.len() > LARGEST_TEXT {
        return None;
    }
    if open_comments(text) > MOST_OPEN_COMMENTS {
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

/// How many comments begin and never end. Where comments may lie in comments, each of them lets a scanner read to
/// the end of the text, which no bound of steps sees.
fn open_comments(text: &str) -> usize {
    let (mut open, mut ends) = (0_usize, 0_usize);
    let mut later = 0;
    for &byte in text.as_bytes().iter().rev() {
        match (byte, later) {
            (b'*', b'/') => ends += 1,
            (b'/', b'*') if ends > 0 => ends -= 1,
            (b'/', b'*') => open += 1,
            _ => {}
        }
        later = byte;
    }
    open
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
