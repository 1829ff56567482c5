//! Names as numbers. The numbers come in the order of arrival and say nothing: no result is ordered by them.

use std::collections::BTreeMap;
use std::sync::Arc;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct NameId(pub(crate) u32);

/// So many places are looked at for a name. Who chooses names that all want the same places fills a tree
/// instead, which nobody can make slow.
const PROBES: u64 = 16;
const FEWEST_SLOTS: usize = 1 << 12;

/// Every different name once: millions of them in a large project, asked for tens of millions of times.
#[derive(Debug)]
pub(crate) struct Names {
    texts: Vec<Arc<str>>,
    slots: Vec<Option<Slot>>,
    /// Those for which there was no place.
    crowded: BTreeMap<Arc<str>, NameId>,
}

#[derive(Debug, Clone, Copy)]
struct Slot {
    /// A part of the hash: what differs here need not be compared.
    tag: u32,
    name: NameId,
}

/// What there is in the places of a name.
enum Place {
    Known(NameId),
    Free(usize),
    Full,
}

impl Default for Names {
    fn default() -> Self {
        Self { texts: Vec::new(), slots: vec![None; FEWEST_SLOTS], crowded: BTreeMap::new() }
    }
}

/// It decides nothing but where a name is kept.
fn hash(name: &str) -> u64 {
    let mix = |sum: u64, word: u64| (sum.rotate_left(5) ^ word).wrapping_mul(0x517c_c1b7_2722_0a95);
    let (words, rest) = name.as_bytes().as_chunks::<8>();
    let sum = words.iter().fold(0, |sum, word| mix(sum, u64::from_le_bytes(*word)));
    let sum = rest.iter().fold(sum, |sum, &byte| mix(sum, u64::from(byte)));
    sum ^ (sum >> 29)
}

fn tag(hash: u64) -> u32 {
    u32::try_from(hash >> 32).expect("half of 64 bits are 32")
}

impl Names {
    fn place(&self, name: &str, hash: u64) -> Place {
        let slots = self.slots.len() as u64;
        for step in 0..PROBES {
            let at = usize::try_from(hash.wrapping_add(step) % slots).expect("a place in a list");
            match self.slots[at] {
                None => return Place::Free(at),
                Some(slot) if slot.tag == tag(hash) && self.text(slot.name) == name => {
                    return Place::Known(slot.name);
                }
                Some(_) => {}
            }
        }
        Place::Full
    }

    pub(crate) fn intern(&mut self, name: &str) -> NameId {
        let hash = hash(name);
        let place = self.place(name, hash);
        if let Place::Known(known) = place {
            return known;
        }
        if let Some(&known) = self.crowded.get(name) {
            return known;
        }
        let next =
            NameId(u32::try_from(self.texts.len()).expect("texts hold fewer names than a u32"));
        let text: Arc<str> = name.into();
        self.texts.push(Arc::clone(&text));
        match place {
            Place::Free(at) => self.slots[at] = Some(Slot { tag: tag(hash), name: next }),
            _ => drop(self.crowded.insert(text, next)),
        }
        if self.texts.len() * 2 > self.slots.len() {
            self.grow();
        }
        next
    }

    fn grow(&mut self) {
        self.slots = vec![None; self.slots.len() * 2];
        self.crowded.clear();
        for (at, text) in (0..).zip(self.texts.clone()) {
            let hash = hash(&text);
            match self.place(&text, hash) {
                Place::Free(slot) => {
                    self.slots[slot] = Some(Slot { tag: tag(hash), name: NameId(at) });
                }
                _ => drop(self.crowded.insert(text, NameId(at))),
            }
        }
    }

    pub(crate) fn find(&self, name: &str) -> Option<NameId> {
        match self.place(name, hash(name)) {
            Place::Known(known) => Some(known),
            Place::Free(_) => None,
            Place::Full => self.crowded.get(name).copied(),
        }
    }

    pub(crate) fn len(&self) -> usize {
        self.texts.len()
    }

    /// The text of a name, to be kept elsewhere.
    pub(crate) fn shared(&self, name: NameId) -> Arc<str> {
        Arc::clone(&self.texts[name.0 as usize])
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

    /// Names of which most want the same places, as somebody could choose them.
    #[test]
    fn many_names_and_crowded_ones_keep_their_numbers() {
        let slots = FEWEST_SLOTS as u64;
        let chosen =
            (0..2_000_000_u32).map(|at| format!("n{at}")).filter(|name| hash(name) % slots < 8);
        let all: Vec<String> = chosen.chain((0..9_000).map(|at| format!("plain{at}"))).collect();
        let mut names = Names::default();
        let ids: Vec<NameId> = all.iter().map(|name| names.intern(name)).collect();
        assert!(all.len() > 10_000 && names.len() == all.len());
        for (name, id) in all.iter().zip(ids) {
            assert_eq!(
                (names.find(name), names.intern(name), names.text(id)),
                (Some(id), id, &**name)
            );
        }
        assert_eq!(names.find("absent"), None);
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
