//! One match of a query, asked by what its captures mean.

use super::capture::Role;
use super::hide::body_of;
use super::nest::Body;
use super::patterns::search::Match;
use super::patterns::tree::Nodes;
use plimsoll_core::vocab::SymbolKind;
use std::ops::Range;

pub(crate) struct Matched<'m> {
    pub(crate) matched: &'m Match<'m>,
    pub(crate) roles: &'m [Role],
    pub(crate) nodes: &'m Nodes,
    pub(crate) text: &'m str,
}

impl Matched<'_> {
    /// Which pattern of the query it is of.
    pub(crate) fn pattern(&self) -> usize {
        self.matched.pattern
    }

    fn places(&self) -> impl Iterator<Item = (Role, u32)> {
        self.matched.captures.iter().map(|&(id, at)| (self.roles[usize::from(id)], at))
    }

    fn places_of(&self, role: Role) -> impl Iterator<Item = u32> {
        self.places().filter(move |(other, _)| *other == role).map(|(_, at)| at)
    }

    /// Everything that it captures.
    pub(crate) fn captures(&self) -> impl Iterator<Item = (Role, Range<usize>)> {
        self.places().map(|(role, at)| (role, self.nodes.node(at).range()))
    }

    pub(crate) fn all(&self, role: Role) -> impl Iterator<Item = Range<usize>> {
        self.places_of(role).map(|at| self.nodes.node(at).range())
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
        let places = |code| {
            let role = Role::Body { code };
            let mut places = self.places_of(role);
            let range = match (places.next()?, places.next()) {
                (only, None) => body_of(self.nodes, only, self.text),
                _ => self.span(role)?,
            };
            Some((range, code))
        };
        let between = || {
            let head = self.first(Role::Head)?.end;
            let tail = self.first(Role::Tail).map_or(whole.end, |tail| tail.start);
            (head < tail).then_some((head..tail, false))
        };
        let (range, code) = places(false).or_else(|| places(true)).or_else(between)?;
        Some(Body { range, code, pattern: self.pattern() })
    }
}
