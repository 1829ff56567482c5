//! Which definition lies in which.

use super::{Definition, Import, Scope};
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeMap;
use std::ops::Range;

/// What is left out of a signature.
#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) range: Range<usize>,
    /// Whether it is code even if the definition's kind has none.
    pub(crate) code: bool,
    /// Which pattern said so.
    pub(crate) pattern: usize,
}

/// A definition while its matches come in. What it is and where its body is can be said by several patterns; the
/// last in the query is right.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) name: String,
    /// Whether this name takes the place of others.
    pub(crate) instead: bool,
    /// With the pattern that said so; none while nothing says that it is one.
    pub(crate) kind: Option<(usize, SymbolKind)>,
    pub(crate) range: Range<usize>,
    pub(crate) body: Option<Body>,
    pub(crate) doc: Option<Range<usize>>,
    /// By where they stand.
    pub(crate) bases: BTreeMap<usize, String>,
    /// Of a heading.
    pub(crate) level: Option<u8>,
}

impl Draft {
    /// Adds what another match says of the same definition.
    pub(crate) fn merge(&mut self, mut other: Self) {
        let said_by = |draft: &Self| draft.kind.map(|(pattern, _)| pattern);
        if said_by(&other) >= said_by(self) {
            self.kind = other.kind;
            self.name = std::mem::take(&mut other.name);
        }
        self.range.start = self.range.start.min(other.range.start);
        self.range.end = self.range.end.max(other.range.end);
        let rank = |draft: &Self| draft.body.as_ref().map(|body| (body.pattern, body.range.len()));
        if rank(&other) > rank(self) {
            self.body = other.body;
        }
        self.doc = self.doc.take().or(other.doc);
        self.level = self.level.or(other.level);
        self.bases.append(&mut other.bases);
    }

    pub(crate) fn kind(&self) -> SymbolKind {
        self.kind.map_or(SymbolKind::Variable, |(_, kind)| kind)
    }

    pub(crate) fn body(&self) -> Option<&Range<usize>> {
        self.body.as_ref().map(|body| &body.range)
    }

    /// What is no definition in the body of a function: nobody outside can see it, and it does nothing by
    /// itself. A function without a body is only declared, unless it is equal to something.
    pub(crate) fn is_local(&self, text: &str) -> bool {
        match self.kind() {
            SymbolKind::Variable | SymbolKind::Constant => true,
            SymbolKind::Function => self.body.is_none() && !text[self.range.clone()].contains('='),
            _ => false,
        }
    }

    /// What stands behind the body is beside a definition, not in it: `struct a { int b; } c;`.
    fn own(&self) -> Range<usize> {
        self.range.start..self.body().map_or(self.range.end, |body| body.end)
    }

    fn has_methods(&self) -> bool {
        let kind = self.kind();
        kind.is_type() || matches!(kind, SymbolKind::Extension | SymbolKind::Member)
    }

    /// The body, where it says how something is done.
    pub(crate) fn code(&self) -> Option<&Range<usize>> {
        let body = self.body.as_ref()?;
        (body.code || self.kind().hides_its_body()).then_some(&body.range)
    }

    fn hides(&self, at: usize) -> bool {
        self.code().is_some_and(|code| code.contains(&at))
    }

    /// Where its signature ends. A short value is as good as a signature.
    pub(crate) fn signature_end(&self, text: &str) -> usize {
        use SymbolKind::{Constant, Field, Variable};
        let is_value = matches!(self.kind(), Constant | Field | Variable);
        // A bracket of values is a part of what stands before it: `= Small(1)`.
        let is_shown = |body: &Range<usize>| {
            let body = &text[body.clone()];
            let is_short = body.len() <= SHORT_VALUE && !body.contains('\n');
            is_short && (is_value || body.starts_with('('))
        };
        let body = self.body().filter(|body| !is_shown(body));
        body.map_or(self.range.end, |body| body.start.max(self.range.start))
    }
}

/// What is not longer is shown with what has it.
const SHORT_VALUE: usize = 80;

/// Where a definition lies.
pub(crate) struct Place {
    /// A function that lies in a type is a method.
    pub(crate) kind: SymbolKind,
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
    pub(crate) fn place_of(&mut self, name_at: usize, draft: &Draft, hidden: &Hidden) -> Place {
        self.open.retain(|(outer, ..)| outer.range.end >= draft.range.end);
        // Of what one statement defines, nothing lies in the other.
        let holds = |outer: &Draft| outer.own().contains(&name_at) && outer.range != draft.range;
        let around = self.open.iter().filter(|(outer, ..)| holds(outer));
        let parent =
            around.min_by_key(|(outer, place, _)| (outer.own().len(), std::cmp::Reverse(*place)));
        let in_type = parent.is_some_and(|(outer, ..)| outer.has_methods());
        Place {
            kind: match draft.kind() {
                SymbolKind::Function if in_type => SymbolKind::Method,
                kind => kind,
            },
            parent: parent.map(|&(_, place, _)| place),
            inner: hidden.has(draft.range.start)
                || parent.is_some_and(|(outer, _, inner)| *inner || outer.hides(draft.range.start)),
        }
    }

    pub(crate) fn open(&mut self, draft: &'d Draft, place: u32, inner: bool) {
        self.open.push((draft, place, inner));
    }
}

/// What hides things without being a definition, when asked for them in any order.
#[derive(Debug, Default)]
pub(crate) struct Hidden {
    /// By where they begin, and none in another, once settled.
    ranges: Vec<Range<usize>>,
}

impl Hidden {
    pub(crate) fn add(&mut self, range: Range<usize>) {
        self.ranges.push(range);
    }

    /// To be called when all are known.
    pub(crate) fn settle(&mut self) {
        self.ranges.sort_by_key(|range| (range.start, std::cmp::Reverse(range.end)));
        let mut end = 0;
        self.ranges.retain(|range| {
            let is_outer = range.end > end;
            end = end.max(range.end);
            is_outer
        });
    }

    pub(crate) fn has(&self, at: usize) -> bool {
        let before = self.ranges.partition_point(|range| range.start <= at);
        before.checked_sub(1).is_some_and(|last| at < self.ranges[last].end)
    }
}

/// What is named by a match that knows better is not also what other matches call it; of several such names
/// the first counts.
pub(crate) fn drop_replaced(drafts: &mut BTreeMap<usize, Draft>) {
    let mut better: BTreeMap<(usize, usize), usize> = BTreeMap::new();
    for (&at, draft) in drafts.iter().filter(|(_, draft)| draft.instead) {
        better.entry((draft.range.start, draft.range.end)).or_insert(at);
    }
    drafts.retain(|&at, draft| {
        better.get(&(draft.range.start, draft.range.end)).is_none_or(|&best| best == at)
    });
}

/// Drops the scopes that enclose nothing that can be seen from outside.
pub(crate) fn prune(scopes: &mut Vec<Scope>, definitions: &[Definition], imports: &[Import]) {
    let outside = definitions.iter().filter(|one| !one.inner).map(|one| one.lines);
    let imported = imports.iter().filter(|import| !import.inner).map(|import| import.lines);
    let mut seen: Vec<Lines> = outside.chain(imported).collect();
    seen.sort_unstable();
    // Of each and all that begin after it: where the first of them ends.
    let mut earliest = u32::MAX;
    for seen in seen.iter_mut().rev() {
        earliest = earliest.min(seen.last);
        seen.last = earliest;
    }
    scopes.retain(|scope| {
        let next = seen.partition_point(|seen| seen.first < scope.lines.first);
        seen.get(next).is_some_and(|seen| seen.last <= scope.lines.last)
    });
}
