//! Tree-sitter's own engine is the oracle.

use super::Patterns;
use super::tree::Nodes;
use crate::outline::languages::sources;
use std::collections::BTreeSet;
use tree_sitter::{Language, Parser, Query, QueryCursor, StreamingIterator, Tree};

/// The pattern, and the name and the range of each capture.
type Found = BTreeSet<(usize, BTreeSet<(String, usize, usize)>)>;

fn parse(grammar: &Language, text: &str) -> Tree {
    let mut parser = Parser::new();
    parser.set_language(grammar).unwrap();
    parser.parse(text, None).unwrap()
}

fn ours(grammar: &Language, query: &str, text: &str) -> Found {
    let patterns = Patterns::read(grammar, query).unwrap();
    let nodes = Nodes::of(&parse(grammar, text), |end| end);
    let mut found = Found::new();
    let is_done = patterns.search(&nodes, text, usize::MAX, |one| {
        let capture = |&(id, at): &(u16, u32)| {
            let range = nodes.node(at).range();
            (patterns.captures()[usize::from(id)].clone(), range.start, range.end)
        };
        found.insert((one.pattern, one.captures.iter().map(capture).collect()));
    });
    assert!(is_done);
    found
}

fn theirs(grammar: &Language, query: &str, text: &str) -> Found {
    let query = Query::new(grammar, query).unwrap();
    let tree = parse(grammar, text);
    let mut cursor = QueryCursor::new();
    let mut matches = cursor.matches(&query, tree.root_node(), text.as_bytes());
    let mut found = Found::new();
    while let Some(one) = matches.next() {
        let capture = |capture: &tree_sitter::QueryCapture<'_>| {
            let name = query.capture_names()[capture.index as usize].to_owned();
            (name, capture.node.start_byte(), capture.node.end_byte())
        };
        found.insert((one.pattern_index, one.captures().iter().map(capture).collect()));
    }
    found
}

#[test]
#[expect(clippy::disallowed_methods, reason = "tests read their own data")]
fn matches_of_all_our_queries_are_those_of_tree_sitter() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/outlines");
    for (name, grammar, query) in sources() {
        for entry in std::fs::read_dir(format!("{folder}/{name}")).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "golden") {
                continue;
            }
            let text = std::fs::read_to_string(&path).unwrap();
            let (ours, theirs) = (ours(&grammar, query, &text), theirs(&grammar, query, &text));
            let missing: Vec<_> = theirs.difference(&ours).collect();
            let beyond: Vec<_> = ours.difference(&theirs).collect();
            assert!(missing.is_empty() && beyond.is_empty(), "{name}: {missing:?} {beyond:?}");
        }
    }
}
