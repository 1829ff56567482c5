//! Looking up many paths in a sorted list, in their order: going along both is much less work than a search for each.

use std::cmp::Ordering;

/// A sorted list, and how far it was gone along.
pub(crate) struct InOrder<'a, T> {
    rest: &'a [T],
    path: fn(&T) -> &str,
}

impl<'a, T> InOrder<'a, T> {
    pub(crate) fn new(sorted: &'a [T], path: fn(&T) -> &str) -> Self {
        Self { rest: sorted, path }
    }

    /// What is there under a path. No path may come before the one that was asked for last.
    pub(crate) fn next(&mut self, path: &str) -> Option<&'a T> {
        while let [first, rest @ ..] = self.rest {
            match (self.path)(first).cmp(path) {
                Ordering::Less => self.rest = rest,
                Ordering::Equal => return Some(first),
                Ordering::Greater => return None,
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_there_is_found_and_nothing_else() {
        let list = ["a", "b/c", "b/d", "e"];
        let mut in_order = InOrder::new(&list, |one| one);
        let asked = ["", "a", "a", "b", "b/d", "d", "e", "f"];
        let found = asked.map(|path| in_order.next(path).copied());
        let expected = [None, Some("a"), Some("a"), None, Some("b/d"), None, Some("e"), None];
        assert_eq!(found, expected);
    }
}
