//! Graphs give way to counts by folder (seed A's collapse_summary).

use super::Ladder;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;

/// Who depends on whom, by relative path.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Graph {
    pub edges: Vec<(String, String)>,
}

const MOST_FOLDERS: usize = 40;

/// The text of a graph, an edge a line, and its ladder.
pub fn graph(graph: &Graph) -> (String, Ladder) {
    let mut edges = graph.edges.clone();
    edges.sort();
    edges.dedup();
    let text = edges.iter().map(|(from, to)| format!("{from} -> {to}\n")).collect();
    if edges.is_empty() {
        return (text, Ladder::Fixed);
    }
    let mut by_folder: BTreeMap<(&str, &str), usize> = BTreeMap::new();
    for (from, to) in &edges {
        *by_folder.entry((folder(from), folder(to))).or_default() += 1;
    }
    let mut counts: Vec<((&str, &str), usize)> = by_folder.into_iter().collect();
    counts.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
    let rest = counts.len().saturating_sub(MOST_FOLDERS);
    let named = counts.iter().take(MOST_FOLDERS);
    let mut named: Vec<String> =
        named.map(|((from, to), count)| format!("{from} -> {to} ({count})")).collect();
    if rest > 0 {
        named.push(format!("and {rest} more"));
    }
    let summary = Some(format!("{} edges by folder: {}", edges.len(), named.join(", ")));
    (text, Ladder::cuts(Vec::new(), summary, None))
}

fn folder(path: &str) -> &str {
    path.rsplit_once('/').map_or(".", |(folder, _)| folder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_graph_collapses_to_counts_by_folder() {
        let edge = |from: &str, to: &str| (from.to_owned(), to.to_owned());
        let edges =
            vec![edge("a/x", "b/y"), edge("a/z", "b/y"), edge("m", "a/x"), edge("m", "a/x")];
        let (text, ladder) = graph(&Graph { edges });
        assert_eq!(text, "a/x -> b/y\na/z -> b/y\nm -> a/x\n");
        let Ladder::Cuts { summary, .. } = ladder else { panic!("it has a summary") };
        assert_eq!(summary.as_deref(), Some("3 edges by folder: a -> b (2), . -> a (1)"));
        assert_eq!(graph(&Graph::default()).1, Ladder::Fixed);
    }
}
