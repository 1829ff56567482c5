//! What was learned, as a text: two forests, for files and for parts of files.
//!
//! ```text
//! plimsoll-ranker 2
//! from owner/name …         the repositories whose past it was learned from
//! forest files 1 -3021      its name, how many trees there are, what is added to every sum
//! Content Subject …         the signals that it knows, in their order
//! tree 3
//! 12 5 640 1        points, signal, most, first node
//! -40               a leaf
//! 77
//! ```

use super::files::FileSignal;
use super::forest::{Forest, Node, Split, Tree};
use super::pieces::PieceSignal;
use plimsoll_core::seal;
use std::fmt::Write as _;
use std::sync::LazyLock;

const HEAD: &str = "plimsoll-ranker 2";
const SHIPPED: &str = include_str!("../../data/ranker.txt");

/// Two forests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
    /// Whose past they were learned from: what they do there says little about what they do elsewhere.
    pub learned_from: Vec<String>,
    pub files: Forest,
    pub pieces: Forest,
}

/// Why a text is no model.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ModelError(&'static str);

impl std::fmt::Display for ModelError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(self.0)
    }
}

impl std::error::Error for ModelError {}

/// The model that comes with this program.
pub fn ranker() -> &'static Model {
    static RANKER: LazyLock<Model> = LazyLock::new(|| {
        Model::read(SHIPPED).expect("the tables that are shipped are read by a test")
    });
    &RANKER
}

/// The same for the same tables and the same signals.
pub fn ranker_fingerprint() -> &'static str {
    static FINGERPRINT: LazyLock<String> =
        LazyLock::new(|| seal::fingerprint("plimsoll.ranker.1", &SHIPPED));
    &FINGERPRINT
}

impl Model {
    /// Reads what `write` writes.
    pub fn read(text: &str) -> Result<Self, ModelError> {
        let mut lines = text.lines();
        if lines.next() != Some(HEAD) {
            return Err(ModelError("it does not begin like tables of a ranker"));
        }
        let learned_from = lines.next().and_then(|line| line.strip_prefix("from"));
        let learned_from = learned_from
            .ok_or(ModelError("it does not say what it was learned from"))?
            .split_whitespace()
            .map(str::to_owned)
            .collect();
        let mut numbers = Numbers { lines };
        let files = numbers.forest("files", &names_of_files())?;
        let pieces = numbers.forest("pieces", &names_of_pieces())?;
        match numbers.lines.next() {
            None => Ok(Self { learned_from, files, pieces }),
            Some(_) => Err(ModelError("something follows the last tree")),
        }
    }

    pub fn write(&self) -> String {
        let from: String = self.learned_from.iter().flat_map(|repo| [" ", repo]).collect();
        let mut out = format!("{HEAD}\nfrom{from}\n");
        let parts =
            [("files", &self.files, names_of_files()), ("pieces", &self.pieces, names_of_pieces())];
        for (name, forest, signals) in parts {
            let _ = writeln!(out, "forest {name} {} {}", forest.trees.len(), forest.base);
            let _ = writeln!(out, "{}", signals.join(" "));
            for tree in &forest.trees {
                let _ = writeln!(out, "tree {}", tree.nodes.len());
                for Node { points, split } in &tree.nodes {
                    let _ = match split {
                        Some(Split { signal, most, first }) => {
                            writeln!(out, "{points} {signal} {most} {first}")
                        }
                        None => writeln!(out, "{points}"),
                    };
                }
            }
        }
        out
    }
}

fn names_of_files() -> Vec<&'static str> {
    FileSignal::ALL.iter().map(|signal| signal.name()).collect()
}

fn names_of_pieces() -> Vec<&'static str> {
    PieceSignal::ALL.iter().map(|signal| signal.name()).collect()
}

struct Numbers<'a> {
    lines: std::str::Lines<'a>,
}

impl Numbers<'_> {
    /// Tables that were learned of the same number of other signals would say nonsense, so the signals are named.
    fn forest(&mut self, name: &str, signals: &[&str]) -> Result<Forest, ModelError> {
        let wrong = || ModelError("a forest does not begin as it should");
        let line = self.lines.next().ok_or_else(wrong)?;
        let words: Vec<&str> = line.split(' ').collect();
        let ["forest", of, trees, base] = words[..] else { return Err(wrong()) };
        if of != name {
            return Err(wrong());
        }
        if !self.lines.next().is_some_and(|line| line.split(' ').eq(signals.iter().copied())) {
            return Err(ModelError("a forest is about other signals than there are"));
        }
        let count: usize = trees.parse().map_err(|_| wrong())?;
        let base = base.parse().map_err(|_| wrong())?;
        let trees = (0..count).map(|_| self.tree()).collect::<Result<_, _>>()?;
        let forest = Forest { base, trees };
        if forest.is_sound(signals.len()) {
            Ok(forest)
        } else {
            Err(ModelError("a tree leads astray"))
        }
    }

    fn tree(&mut self) -> Result<Tree, ModelError> {
        let wrong = || ModelError("a tree is not as it should be");
        let line = self.lines.next().and_then(|line| line.strip_prefix("tree "));
        let count: usize = line.and_then(|count| count.parse().ok()).ok_or_else(wrong)?;
        let node = |line: &str| {
            let numbers: Option<Vec<i32>> =
                line.split(' ').map(|number| number.parse().ok()).collect();
            match numbers?[..] {
                [points] => Some(Node { points, split: None }),
                [points, signal, most, first] => {
                    let (signal, first) = (u16::try_from(signal).ok()?, u32::try_from(first).ok()?);
                    Some(Node { points, split: Some(Split { signal, most, first }) })
                }
                _ => None,
            }
        };
        let nodes = (0..count).map(|_| self.lines.next().and_then(node).ok_or_else(wrong));
        Ok(Tree { nodes: nodes.collect::<Result<_, _>>()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_shipped_can_be_read_and_written_again() {
        let model = Model::read(SHIPPED).unwrap();
        assert_eq!(model.write(), SHIPPED);
        assert!(!model.files.trees.is_empty() && !model.pieces.trees.is_empty());
        assert!(SHIPPED.len() < 1_000_000);
    }

    #[test]
    fn other_texts_are_refused() {
        for wrong in
            ["", "plimsoll-ranker 2", "plimsoll-ranker 2\nfrom a/b\nforest files 0 0\nContent"]
        {
            assert!(Model::read(wrong).is_err(), "{wrong:?}");
        }
        let astray = SHIPPED.replacen("tree ", "tree 1", 1);
        assert!(Model::read(&astray).is_err());
        assert!(Model::read(&format!("{SHIPPED}\n")).is_err());
        let others = SHIPPED.replacen("Content ContentPlace", "ContentPlace Content", 1);
        assert_eq!(
            Model::read(&others),
            Err(ModelError("a forest is about other signals than there are"))
        );
    }
}
