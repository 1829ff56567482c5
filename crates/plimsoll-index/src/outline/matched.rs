//! One match of a query, asked by what its captures mean.

use super::capture::Role;
use super::hide::body_of;
use super::nest::Body;
use plimsoll_core::vocab::SymbolKind;
use std::ops::Range;
use tree_sitter::{Node, QueryMatch};

pub(crate) struct Matched<'m, 'tree> {
    matched: &'m QueryMatch<'m, 'tree>,
    roles: &'m [Role],
    text: &'m str,
}

impl<'m, 'tree> Matched<'m, 'tree> {
    pub(crate) fn new(
        matched: &'m QueryMatch<'m, 'tree>,
        roles: &'m [Role],
        text: &'m str,
    ) -> Self {
        Self { matched, roles, text }
    }

    /// Which pattern of the query it is of.
    pub(crate) fn pattern(&self) -> usize {
        self.matched.pattern_index
    }

    fn nodes(&self) -> impl Iterator<Item = (Role, Node<'tree>)> {
        let role = |at: u32| self.roles[at as usize];
        self.matched.captures().iter().map(move |capture| (role(capture.index), capture.node))
    }

    fn nodes_of(&self, role: Role) -> impl Iterator<Item = Node<'tree>> {
        self.nodes().filter(move |(other, _)| *other == role).map(|(_, node)| node)
    }

    /// Everything that it captures.
    pub(crate) fn captures(&self) -> impl Iterator<Item = (Role, Range<usize>)> {
        self.nodes().map(|(role, node)| (role, node.byte_range()))
    }

    pub(crate) fn all(&self, role: Role) -> impl Iterator<Item = Range<usize>> {
        self.nodes_of(role).map(|node| node.byte_range())
    }

    pub(crate) fn first(&self, role: Role) -> Option<Range<usize>> {
        self.all(role).next()
    }

    /// From the first to the last of them.
    pub(crate) fn span(&self, role: Role) -> Option<Range<usize>> {
        self.all(role).reduce(|one, next| one.start..next.end)
    }

    /// All of what it defines, and as what.
    pub(crate) fn definition(&self) -> Option<(SymbolKind, Range<usize>)> {
        self.captures().find_map(|(role, range)| Some((role.kind()?, range)))
    }

    /// That of a heading.
    pub(crate) fn level(&self) -> Option<u8> {
        self.captures().find_map(|(role, _)| role.level())
    }

    /// What is left out of a signature: a node or several, or what lies between two.
    pub(crate) fn body(&self, whole: &Range<usize>) -> Option<Body> {
        let nodes = |code| {
            let role = Role::Body { code };
            let mut nodes = self.nodes_of(role);
            let range = match (nodes.next()?, nodes.next()) {
                (only, None) => body_of(only, self.text),
                _ => self.span(role)?,
            };
            Some((range, code))
        };
        let between = || {
            let head = self.first(Role::Head)?.end;
            let tail = self.first(Role::Tail).map_or(whole.end, |tail| tail.start);
            (head < tail).then_some((head..tail, false))
        };
        let (range, code) = nodes(false).or_else(|| nodes(true)).or_else(between)?;
        Some(Body { range, code, pattern: self.pattern() })
    }
}
