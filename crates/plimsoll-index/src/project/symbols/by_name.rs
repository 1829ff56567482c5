//! Definitions, uses and bases by name.

use crate::project::DefinitionId;
use crate::project::facts::Facts;
use crate::project::names::NameId;

#[derive(Debug, Default)]
pub(crate) struct ByName {
    pub(super) definitions: Grouped<DefinitionId>,
    /// Places in the list of uses.
    pub(super) uses: Grouped<u32>,
    pub(super) bases: Grouped<DefinitionId>,
}

impl ByName {
    pub(crate) fn new(facts: &Facts) -> Self {
        let definitions = (0..).map(DefinitionId).zip(&facts.definitions);
        let uses = (0..).zip(&facts.uses);
        let bases = facts.bases.iter().map(|&(definition, base)| (base, definition));
        let names = facts.names.len();
        Self {
            definitions: Grouped::new(definitions.map(|(id, fact)| (fact.key, id)), names),
            uses: Grouped::new(uses.map(|(at, used)| (used.name, at)), names),
            bases: Grouped::new(bases, names),
        }
    }
}

/// For each name some things, in their order.
#[derive(Debug, Default)]
pub(crate) struct Grouped<T> {
    /// Where those of a name begin, and after the last name all end.
    starts: Vec<u32>,
    all: Vec<T>,
}

impl<T: Copy + Default> Grouped<T> {
    /// Counted, not sorted: there are millions of uses.
    fn new(entries: impl Iterator<Item = (NameId, T)> + Clone, names: usize) -> Self {
        let mut starts = vec![0_u32; names + 1];
        for (name, _) in entries.clone() {
            starts[name.0 as usize + 1] += 1;
        }
        for at in 0..names {
            starts[at + 1] += starts[at];
        }
        let mut next = starts.clone();
        let mut all = vec![T::default(); starts[names] as usize];
        for (name, one) in entries {
            let place = &mut next[name.0 as usize];
            all[*place as usize] = one;
            *place += 1;
        }
        Self { starts, all }
    }

    pub(super) fn of(&self, name: NameId) -> impl Iterator<Item = T> {
        let at = name.0 as usize;
        self.all[self.starts[at] as usize..self.starts[at + 1] as usize].iter().copied()
    }
}
