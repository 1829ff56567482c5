//! Names as numbers. The numbers come in the order of arrival and say nothing: no result is ordered by them.

use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameId(pub(crate) u32);

/// Every different name once.
#[derive(Debug, Default)]
pub(crate) struct Names {
    known: BTreeMap<Arc<str>, NameId>,
    texts: Vec<Arc<str>>,
}

impl Names {
    pub(crate) fn intern(&mut self, name: &str) -> NameId {
        if let Some(&known) = self.known.get(name) {
            return known;
        }
        let next = NameId(
            u32::try_from(self.known.len()).expect("texts hold fewer names than a u32 counts"),
        );
        let name: Arc<str> = name.into();
        self.texts.push(Arc::clone(&name));
        self.known.insert(name, next);
        next
    }

    pub(crate) fn find(&self, name: &str) -> Option<NameId> {
        self.known.get(name).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.known.len()
    }

    pub(crate) fn text(&self, name: NameId) -> &str {
        &self.texts[name.0 as usize]
    }
}

/// The last name of a qualified one, without type arguments: `a::B<C>` is `B`, `x.y.Z` is `Z`.
pub(crate) fn last_name(name: &str) -> &str {
    let name = name.split(['<', '(', '[', '{']).next().unwrap_or(name).trim();
    let name = name.trim_end_matches(['&', '*', '?', '!']).trim();
    name.rsplit([':', '.', '\\', '/', ' ', '&', '*']).next().unwrap_or(name)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_has_one_number() {
        let mut names = Names::default();
        let (a, b) = (names.intern("a"), names.intern("b"));
        assert_ne!(a, b);
        assert_eq!((names.intern("a"), names.find("b"), names.find("c")), (a, Some(b), None));
        assert_eq!((names.text(a), names.text(b), names.len()), ("a", "b", 2));
    }

    #[test]
    fn the_last_name_is_what_is_meant() {
        let written = [
            "a::B<C::D>",
            "x.y.Z",
            "App\\Model",
            "React.Component<P>",
            "public Base",
            "A",
            "f(x)",
            "const T &",
        ];
        let last: Vec<&str> = written.iter().map(|name| last_name(name)).collect();
        assert_eq!(last, ["B", "Z", "Model", "Component", "Base", "A", "f", "T"]);
    }
}
