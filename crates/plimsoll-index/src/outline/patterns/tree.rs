//! A syntax tree as a list: what encloses stands before what it encloses. It is made once and then read many times,
//! from one end to the other.

use std::ops::Range;
use tree_sitter::Tree;

/// The kind that a grammar gives to what it does not understand.
const ERROR: u16 = u16::MAX;

#[derive(Debug)]
pub(crate) struct Nodes {
    nodes: Vec<Node>,
    /// Whether the grammar missed something, or did not understand it.
    pub(crate) has_problem: bool,
}

#[derive(Debug, Clone, Copy)]
pub(crate) struct Node {
    start: u32,
    end: u32,
    /// The place of what encloses it; its own where nothing does.
    pub(crate) parent: u32,
    /// Where what it encloses is over.
    pub(crate) next: u32,
    pub(crate) kind: u16,
    /// Its role in what encloses it; 0 for none.
    pub(crate) field: u16,
    pub(crate) is_named: bool,
    pub(crate) is_missing: bool,
}

impl Node {
    pub(crate) fn is_error(&self) -> bool {
        self.kind == ERROR
    }

    pub(crate) fn range(&self) -> Range<usize> {
        self.start as usize..self.end as usize
    }
}

impl Nodes {
    /// `end_of` tells for the end of a node where it really is.
    pub(crate) fn of(tree: &Tree, end_of: impl Fn(usize) -> usize) -> Self {
        let mut nodes: Vec<Node> = Vec::with_capacity(tree.root_node().descendant_count());
        let mut open: Vec<u32> = Vec::new();
        let mut cursor = tree.walk();
        loop {
            let node = cursor.node();
            let at = narrow(nodes.len());
            nodes.push(Node {
                start: narrow(node.start_byte()),
                end: narrow(end_of(node.end_byte())),
                parent: open.last().copied().unwrap_or(at),
                next: at + 1,
                kind: node.kind_id(),
                field: cursor.field_id().map_or(0, u16::from),
                is_named: node.is_named(),
                is_missing: node.is_missing(),
            });
            if cursor.goto_first_child() {
                open.push(at);
                continue;
            }
            while !cursor.goto_next_sibling() {
                if !cursor.goto_parent() {
                    return Self { nodes, has_problem: tree.root_node().has_error() };
                }
                let over = narrow(nodes.len());
                if let Some(parent) = open.pop() {
                    nodes[parent as usize].next = over;
                }
            }
        }
    }

    pub(crate) fn len(&self) -> u32 {
        narrow(self.nodes.len())
    }

    pub(crate) fn node(&self, at: u32) -> &Node {
        &self.nodes[at as usize]
    }

    /// The places of what lies directly in a node.
    pub(crate) fn children(&self, of: u32) -> impl Iterator<Item = u32> {
        self.siblings(of + 1, self.node(of).next)
    }

    /// From one sibling to the end of what encloses it.
    pub(crate) fn siblings(&self, from: u32, end: u32) -> impl Iterator<Item = u32> {
        let some = move |at: u32| (at < end).then_some(at);
        std::iter::successors(some(from), move |&at| some(self.node(at).next))
    }
}

/// Texts with outlines are far smaller than what a `u32` counts, and so are their trees.
fn narrow(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}
