//! Which definition lies in which.

use super::{Definition, Import, Scope};
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::SymbolKind;
use std::ops::Range;

/// A definition while its matches come in.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) kind: SymbolKind,
    /// Which pattern said so.
    pub(crate) pattern: usize,
    pub(crate) range: Range<usize>,
    pub(crate) body: Option<Range<usize>>,
    pub(crate) doc: Option<Range<usize>>,
    pub(crate) bases: Vec<String>,
}

impl Draft {
    /// Adds what another match says of the same definition.
    pub(crate) fn merge(&mut self, other: Self) {
        if other.pattern >= self.pattern {
            self.kind = other.kind;
            self.pattern = other.pattern;
        }
        self.range.start = self.range.start.min(other.range.start);
        self.range.end = self.range.end.max(other.range.end);
        self.body = self.body.take().or(other.body);
        self.doc = self.doc.take().or(other.doc);
        let new: Vec<String> =
            other.bases.into_iter().filter(|base| !self.bases.contains(base)).collect();
        self.bases.extend(new);
    }

    /// What is no definition in the body of a function: nobody outside can see it, and it does nothing by
    /// itself.
    pub(crate) fn is_local(&self) -> bool {
        match self.kind {
            SymbolKind::Variable | SymbolKind::Constant => true,
            SymbolKind::Function => self.body.is_none(),
            _ => false,
        }
    }

    /// What stands behind the body is beside a definition, not in it: `struct a { int b; } c;`.
    fn own(&self) -> Range<usize> {
        self.range.start..self.body.as_ref().map_or(self.range.end, |body| body.end)
    }

    fn hides(&self, at: usize) -> bool {
        self.kind.hides_its_body() && self.body.as_ref().is_some_and(|body| body.contains(&at))
    }
}

/// Where a definition lies.
pub(crate) struct Place {
    /// What encloses it.
    pub(crate) parent: Option<u32>,
    /// Whether it lies in the body of a function.
    pub(crate) inner: bool,
}

/// What is open around the current definition, when they come by where they begin.
#[derive(Default)]
pub(crate) struct Nest<'d> {
    open: Vec<(&'d Draft, u32, bool)>,
}

impl<'d> Nest<'d> {
    pub(crate) fn place_of(&mut self, name_at: usize, draft: &Draft) -> Place {
        self.open.retain(|(outer, ..)| outer.range.end >= draft.range.end);
        // Of what one statement defines, nothing lies in the other.
        let holds = |outer: &Draft| outer.own().contains(&name_at) && outer.range != draft.range;
        let around = self.open.iter().filter(|(outer, ..)| holds(outer));
        let parent =
            around.min_by_key(|(outer, place, _)| (outer.own().len(), std::cmp::Reverse(*place)));
        Place {
            parent: parent.map(|&(_, place, _)| place),
            inner: parent.is_some_and(|(outer, _, inner)| *inner || outer.hides(draft.range.start)),
        }
    }

    pub(crate) fn open(&mut self, draft: &'d Draft, place: u32, inner: bool) {
        self.open.push((draft, place, inner));
    }
}

/// Where the imports are that do not lie in the body of a function.
pub(crate) fn imports_outside(
    definitions: &[Definition],
    imports: &[Import],
) -> impl Iterator<Item = Lines> {
    let hides = |one: &&Definition| !one.inner && one.kind.hides_its_body() && one.body.is_some();
    // Both are in the order of the text, and what hides does not overlap.
    let mut hiding = definitions.iter().filter(hides).map(|one| one.lines).peekable();
    imports.iter().map(|import| import.lines).filter(move |import| {
        while hiding.next_if(|outer| outer.last < import.first).is_some() {}
        hiding.peek().is_none_or(|outer| import.first <= outer.first)
    })
}

/// Drops the scopes that enclose nothing that can be seen from outside.
pub(crate) fn prune(scopes: &mut Vec<Scope>, definitions: &[Definition], imports: &[Import]) {
    let outside = definitions.iter().filter(|one| !one.inner).map(|one| one.lines);
    let mut seen: Vec<Lines> = outside.chain(imports_outside(definitions, imports)).collect();
    seen.sort_unstable();
    scopes.retain(|scope| {
        let next = seen.partition_point(|seen| seen.first < scope.lines.first);
        seen.get(next).is_some_and(|seen| seen.last <= scope.lines.last)
    });
}
