//! Finding every match of a query in a tree.

use super::tree::Nodes;
use super::{Capture, Count, Item, Kind, Patterns, Shape};

/// One way in which a pattern fits.
#[derive(Debug)]
pub(crate) struct Match<'s> {
    pub(crate) pattern: usize,
    /// Which capture, and the place of its node.
    pub(crate) captures: &'s [(u16, u32)],
}

impl Patterns {
    /// Hands over each match, by where it begins and then in the order of the query; false where that takes more
    /// steps than are allowed. A step is one node that is held against one part of a pattern.
    pub(crate) fn search(
        &self,
        nodes: &Nodes,
        text: &str,
        steps: usize,
        mut each: impl FnMut(&Match<'_>),
    ) -> bool {
        let mut search = Search { nodes, text, steps, captures: Vec::new() };
        for at in 0..nodes.len() {
            let node = nodes.node(at);
            let Some(begin) = self.begin.get(usize::from(node.kind)) else { continue };
            let end = if node.parent == at { node.next } else { nodes.node(node.parent).next };
            for &pattern in begin {
                let pattern = usize::from(pattern);
                let [first, rest @ ..] = self.patterns[pattern].as_slice() else { continue };
                search.item(first, at, &mut |search| {
                    search.siblings(rest, node.next, end, &mut |search| {
                        each(&Match { pattern, captures: &search.captures });
                        true
                    })
                });
            }
        }
        search.steps > 0
    }
}

struct Search<'s> {
    nodes: &'s Nodes,
    text: &'s str,
    /// How many are left.
    steps: usize,
    captures: Vec<(u16, u32)>,
}

/// What is to be found behind something that fits; whether it was.
type Then<'t, 's> = &'t mut dyn FnMut(&mut Search<'s>) -> bool;

impl<'s> Search<'s> {
    /// Every way in which items fit to siblings from one on; whether there is one.
    fn siblings(&mut self, items: &[Item], from: u32, end: u32, then: Then<'_, 's>) -> bool {
        let Some((item, rest)) = items.split_first() else { return then(self) };
        if matches!(item.count, Count::Any | Count::AtLeastOne) {
            return self.repeated(item, rest, from, end, then);
        }
        // Where nothing is captured, the first that fits tells as much as any other.
        let is_any_as_good = !item.tells && rest.first().is_none_or(|next| !next.touches);
        let nodes = self.nodes;
        let mut found = false;
        for at in nodes.siblings(from, end) {
            let node = nodes.node(at);
            if self.may_stand(item, node.next, end) {
                let mut after = |search: &mut Self| search.siblings(rest, node.next, end, then);
                found |= self.item(item, at, &mut after);
            }
            if (found && is_any_as_good) || (item.touches && node.is_named) {
                break;
            }
        }
        found || (item.count == Count::AtMostOne && self.siblings(rest, from, end, then))
    }

    /// As many as there are, and fewer only if what follows does not fit behind them.
    fn repeated(
        &mut self,
        item: &Item,
        rest: &[Item],
        from: u32,
        end: u32,
        then: Then<'_, 's>,
    ) -> bool {
        let nodes = self.nodes;
        let before = self.captures.len();
        let has_signs = item.choices.iter().any(|shape| matches!(shape.kind, Kind::Sign(_)));
        // After each of them: where the next sibling is, and how much was captured.
        let mut ends = vec![(from, before)];
        for at in nodes.siblings(from, end) {
            let node = nodes.node(at);
            if self.may_stand(item, node.next, end) && self.once(item, at) {
                ends.push((node.next, self.captures.len()));
            } else if item.touches && (node.is_named || has_signs) {
                break;
            }
        }
        let least = usize::from(item.count == Count::AtLeastOne);
        let mut found = false;
        while !found && ends.len() > least {
            let (from, captures) = ends.pop().unwrap_or((from, before));
            self.captures.truncate(captures);
            found = self.siblings(rest, from, end, then);
        }
        self.captures.truncate(before);
        found
    }

    /// The first way in which a node fits; what it captures stays.
    fn once(&mut self, item: &Item, at: u32) -> bool {
        let before = self.captures.len();
        let mut kept = None;
        let found = self.item(item, at, &mut |search| {
            kept.get_or_insert_with(|| search.captures[before..].to_vec());
            true
        });
        self.captures.extend(kept.into_iter().flatten());
        found
    }

    /// Whether an item may stand before what follows.
    fn may_stand(&mut self, item: &Item, next: u32, end: u32) -> bool {
        self.steps = self.steps.saturating_sub(1);
        let named_follows =
            || self.nodes.siblings(next, end).any(|later| self.nodes.node(later).is_named);
        self.steps > 0 && !(item.is_last && named_follows())
    }

    fn item(&mut self, item: &Item, at: u32, then: Then<'_, 's>) -> bool {
        self.steps = self.steps.saturating_sub(item.choices.len());
        let mut found = false;
        for shape in &item.choices {
            if self.steps == 0 || !shape.is_of(self.nodes, at) {
                continue;
            }
            let before = self.captures.len();
            if self.capture(&shape.captures, at) && self.capture(&item.captures, at) {
                let end = self.nodes.node(at).next;
                found |= self.siblings(&shape.children, at + 1, end, then);
            }
            self.captures.truncate(before);
        }
        found
    }

    /// Captures a node, unless its text is not as it has to be.
    fn capture(&mut self, captures: &[Capture], at: u32) -> bool {
        captures.iter().all(|capture| {
            self.captures.push((capture.id, at));
            let text = || &self.text[self.nodes.node(at).range()];
            capture.conditions.iter().all(|condition| condition.allows(text()))
        })
    }
}

impl Shape {
    fn is_of(&self, nodes: &Nodes, at: u32) -> bool {
        let node = nodes.node(at);
        let is_kind = match self.kind {
            Kind::Is(kind) | Kind::Sign(kind) => node.kind == kind,
            Kind::Named => node.is_named && !node.is_error(),
            Kind::Anything => !node.is_error(),
        };
        let lacks = |field: &u16| nodes.children(at).all(|child| nodes.node(child).field != *field);
        is_kind
            && self.field.is_none_or(|field| node.field == field)
            && self.without.iter().all(lacks)
    }
}
