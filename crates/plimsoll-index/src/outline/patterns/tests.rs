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

#[test]
fn what_is_wrong_with_a_query_is_said() {
    let json: Language = tree_sitter_json::LANGUAGE.into();
    for (query, said) in [
        ("(object", "something is missing before ``"),
        ("(objects) @a", "`objects` is no kind of node before `) @a`"),
        ("(pair keys: (_))", "`keys` is no field before ` (_))`"),
        ("(pair !keys)", "`keys` is no field before `)`"),
        ("(\"a", "a string does not end before `a`"),
        ("((pair) @a (#same? @a \"b\"))", "`#same?` is no condition before `))`"),
        ("((pair) (#eq? @a \"b\"))", "a condition is about nothing before ``"),
        ("(pair)\nkey", "`key` stands alone before ``"),
    ] {
        assert_eq!(Patterns::read(&json, query).unwrap_err(), said, "{query}");
    }
}

#[test]
fn a_search_ends_where_it_takes_too_many_steps() {
    let json: Language = tree_sitter_json::LANGUAGE.into();
    let patterns = Patterns::read(&json, "(array (number) @a (number) @b (number) @c)").unwrap();
    let text = format!("[{}1]", "1, ".repeat(99));
    let nodes = Nodes::of(&parse(&json, &text), |end| end);
    let count = |steps: usize| {
        let mut count = 0;
        let is_done = patterns.search(&nodes, &text, steps, |_| count += 1);
        (is_done, count)
    };
    assert_eq!(count(1_000_000), (true, 100 * 99 * 98 / 6));
    let (is_done, found) = count(10_000);
    assert!(!is_done && found < 10_000);
}
