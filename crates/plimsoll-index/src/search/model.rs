//! What was learned, as a text: two forests, for files and for parts of files.
//!
//! ```text
//! plimsoll-ranker 1
//! forest files 47 1 -3021      its name, how many signals it knows, how many trees there are, what is added to every sum
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

const HEAD: &str = "plimsoll-ranker 1";
const SHIPPED: &str = include_str!("../../data/ranker.txt");

/// Two forests.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Model {
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
        let mut numbers = Numbers { lines };
        let files = numbers.forest("files", FileSignal::ALL.len())?;
        let pieces = numbers.forest("pieces", PieceSignal::ALL.len())?;
        match numbers.lines.next() {
            None => Ok(Self { files, pieces }),
            Some(_) => Err(ModelError("something follows the last tree")),
        }
    }

    pub fn write(&self) -> String {
        let mut out = format!("{HEAD}\n");
        let parts = [
            ("files", &self.files, FileSignal::ALL.len()),
            ("pieces", &self.pieces, PieceSignal::ALL.len()),
        ];
        for (name, forest, signals) in parts {
            let _ = writeln!(out, "forest {name} {signals} {} {}", forest.trees.len(), forest.base);
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

struct Numbers<'a> {
    lines: std::str::Lines<'a>,
}

impl Numbers<'_> {
    fn forest(&mut self, name: &str, signals: usize) -> Result<Forest, ModelError> {
        let wrong =
            || ModelError("a forest does not begin as it should, or is about other signals");
        let line = self.lines.next().ok_or_else(wrong)?;
        let words: Vec<&str> = line.split(' ').collect();
        let ["forest", of, about, trees, base] = words[..] else { return Err(wrong()) };
        if of != name || about.parse() != Ok(signals) {
            return Err(wrong());
        }
        let count: usize = trees.parse().map_err(|_| wrong())?;
        let base = base.parse().map_err(|_| wrong())?;
        let trees = (0..count).map(|_| self.tree()).collect::<Result<_, _>>()?;
        let forest = Forest { base, trees };
        if forest.is_sound(signals) { Ok(forest) } else { Err(ModelError("a tree leads astray")) }
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
        for wrong in ["", "plimsoll-ranker 1", "plimsoll-ranker 1\nforest files 1 0 0"] {
            assert!(Model::read(wrong).is_err(), "{wrong:?}");
        }
        let astray = SHIPPED.replacen("tree ", "tree 1", 1);
        assert!(Model::read(&astray).is_err());
        assert!(Model::read(&format!("{SHIPPED}\n")).is_err());
    }
}
