//! Names as numbers. The numbers come in the order of arrival and say nothing: no result is ordered by them.

use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameId(pub(crate) u32);

/// Small trees are shallow; and a tree, unlike a hash table, nobody can make slow by choosing names.
const BUCKETS: usize = 1 << 12;

/// Every different name once.
#[derive(Debug)]
pub(crate) struct Names {
    known: Vec<BTreeMap<Arc<str>, NameId>>,
    texts: Vec<Arc<str>>,
}

impl Default for Names {
    fn default() -> Self {
        Self { known: vec![BTreeMap::new(); BUCKETS], texts: Vec::new() }
    }
}

fn bucket(name: &str) -> usize {
    let mix = |sum: usize, byte: u8| sum.wrapping_mul(31).wrapping_add(usize::from(byte));
    name.bytes().fold(name.len(), mix) % BUCKETS
}

impl Names {
    pub(crate) fn intern(&mut self, name: &str) -> NameId {
        let bucket = &mut self.known[bucket(name)];
        if let Some(&known) = bucket.get(name) {
            return known;
        }
        let next =
            u32::try_from(self.texts.len()).expect("texts hold fewer names than a u32 counts");
        let name: Arc<str> = name.into();
        self.texts.push(Arc::clone(&name));
        bucket.insert(name, NameId(next));
        NameId(next)
    }

    pub(crate) fn find(&self, name: &str) -> Option<NameId> {
        self.known[bucket(name)].get(name).copied()
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
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
