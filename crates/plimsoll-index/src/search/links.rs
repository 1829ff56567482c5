//! How files hang together by the names that one defines and another uses.

use super::share::points;
use crate::outline::Outline;
use std::collections::BTreeMap;

/// A name that more files define says nothing about which one is meant.
const MOST_DEFINED: usize = 8;
/// Shorter names are everywhere.
const SHORTEST: usize = 4;

/// Names of some files, as numbers.
#[derive(Debug, Default)]
pub(super) struct Links {
    defines: Vec<Vec<u32>>,
    uses: Vec<Vec<u32>>,
    /// How many files define each name.
    definers: Vec<u32>,
}

impl Links {
    pub(super) fn new<'a>(outlines: impl Iterator<Item = Option<&'a Outline>>) -> Self {
        let mut numbers: BTreeMap<&'a str, u32> = BTreeMap::new();
        let mut links = Self::default();
        for outline in outlines {
            let definitions = outline.map_or(&[][..], |outline| &outline.definitions);
            let defined = definitions.iter().filter(|definition| !definition.inner);
            let mut sorted = |names: Vec<&'a str>| {
                let names = names.into_iter().filter(|name| name.len() >= SHORTEST);
                let mut known: Vec<u32> = names
                    .map(|name| {
                        let next = u32::try_from(numbers.len()).unwrap_or(u32::MAX);
                        *numbers.entry(name).or_insert(next)
                    })
                    .collect();
                known.sort_unstable();
                known.dedup();
                known
            };
            links
                .defines
                .push(sorted(defined.map(|definition| definition.name.as_str()).collect()));
            let references = outline.map_or(&[][..], |outline| &outline.references);
            let imports = outline.map_or(&[][..], |outline| &outline.imports);
            let imported = imports.iter().flat_map(|import| import.names.iter());
            let used = references.iter().map(|reference| reference.name.as_str());
            links.uses.push(sorted(used.chain(imported.map(String::as_str)).collect()));
        }
        links.definers = vec![0; numbers.len()];
        for &name in links.defines.iter().flatten() {
            links.definers[name as usize] += 1;
        }
        links
    }

    /// How much `user` uses of what `definer` defines: thousandths of a name that nobody else defines.
    pub(super) fn uses(&self, user: usize, definer: usize) -> i64 {
        let (mut used, mut defined) = (&self.uses[user][..], &self.defines[definer][..]);
        let mut sum = 0;
        while let ([use_, uses @ ..], [define, defines @ ..]) = (used, defined) {
            if use_ == define {
                let definers = self.definers[*use_ as usize] as usize;
                sum += if definers > MOST_DEFINED { 0 } else { 1000 / points(definers.max(1)) };
            }
            if use_ <= define {
                used = uses;
            }
            if define <= use_ {
                defined = defines;
            }
        }
        sum
    }
}
