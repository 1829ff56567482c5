//! How files hang together by the names that one defines and another uses.

use super::parts::Part;
use crate::outline::Outline;
use std::collections::BTreeMap;

/// A name that more files define says nothing about which one is meant.
const MOST_DEFINED: u32 = 8;
/// Nor does one that more use say what belongs together.
const MOST_USED: u32 = 24;
/// Shorter names are everywhere.
const SHORTEST: usize = 4;

/// Names of some files, or of their parts, as numbers.
#[derive(Debug, Default)]
pub(super) struct Links {
    defines: Vec<Vec<u32>>,
    uses: Vec<Vec<u32>>,
    /// How many of them define each name, and how many use it.
    definers: Vec<u32>,
    users: Vec<u32>,
}

/// What something defines, and what it uses.
#[derive(Debug, Default, Clone)]
pub(super) struct Names<'a> {
    pub(super) defined: Vec<&'a str>,
    pub(super) used: Vec<&'a str>,
}

impl<'a> Names<'a> {
    pub(super) fn of_file(outline: Option<&'a Outline>) -> Self {
        let Some(outline) = outline else { return Self::default() };
        let defined = outline.definitions.iter().filter(|definition| !definition.inner);
        let imported = outline.imports.iter().flat_map(|import| &import.names);
        let used = outline.references.iter().map(|reference| &reference.name);
        Self {
            defined: defined.map(|definition| definition.name.as_str()).collect(),
            used: used.chain(imported).map(String::as_str).collect(),
        }
    }

    /// The same for each part of a file.
    pub(super) fn of_parts(outline: Option<&'a Outline>, parts: &[Part]) -> Vec<Self> {
        let mut names = vec![Self::default(); parts.len()];
        let Some(outline) = outline else { return names };
        let part_at = |line: u32| {
            let at = parts.partition_point(|part| part.lines.last < line);
            at.min(parts.len().saturating_sub(1))
        };
        if parts.is_empty() {
            return names;
        }
        for definition in outline.definitions.iter().filter(|definition| !definition.inner) {
            names[part_at(definition.line)].defined.push(&definition.name);
        }
        for reference in &outline.references {
            for &line in &reference.lines {
                names[part_at(line)].used.push(&reference.name);
            }
        }
        names
    }
}

impl Links {
    pub(super) fn new<'a>(all: impl Iterator<Item = Names<'a>>) -> Self {
        let mut numbers: BTreeMap<&'a str, u32> = BTreeMap::new();
        let mut links = Self::default();
        for names in all {
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
            links.defines.push(sorted(names.defined));
            links.uses.push(sorted(names.used));
        }
        let count = |lists: &[Vec<u32>]| {
            let mut counts = vec![0; numbers.len()];
            lists.iter().flatten().for_each(|&name| counts[name as usize] += 1);
            counts
        };
        links.definers = count(&links.defines);
        links.users = count(&links.uses);
        links
    }

    /// How much `user` uses of what `definer` defines: thousandths of a name that nobody else defines.
    pub(super) fn uses(&self, user: usize, definer: usize) -> i64 {
        let rare = |name: u32| rarity(self.definers[name as usize], MOST_DEFINED);
        common(&self.uses[user], &self.defines[definer]).map(rare).sum()
    }

    /// How much two use the same: thousandths of a name that nobody else uses.
    pub(super) fn shares(&self, one: usize, other: usize) -> i64 {
        let rare = |name: u32| rarity(self.users[name as usize], MOST_USED);
        common(&self.uses[one], &self.uses[other]).map(rare).sum()
    }
}

fn rarity(count: u32, most: u32) -> i64 {
    if count > most { 0 } else { 1000 / i64::from(count.max(1)) }
}

/// What two sorted lists have in common.
fn common<'a>(mut one: &'a [u32], mut other: &'a [u32]) -> impl Iterator<Item = u32> + 'a {
    std::iter::from_fn(move || {
        while let ([a, rest_a @ ..], [b, rest_b @ ..]) = (one, other) {
            if a <= b {
                one = rest_a;
            }
            if b <= a {
                other = rest_b;
            }
            if a == b {
                return Some(*a);
            }
        }
        None
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_that_many_have_says_less() {
        let names = |defined: &[&'static str], used: &[&'static str]| Names {
            defined: defined.to_vec(),
            used: used.to_vec(),
        };
        let links = Links::new(
            [
                names(&["evict", "flush", "get"], &[]),
                names(&["flush"], &["evict", "report"]),
                names(&[], &["flush", "report", "evict"]),
            ]
            .into_iter(),
        );
        assert_eq!((links.uses(1, 0), links.uses(2, 0), links.uses(0, 1)), (1000, 1500, 0));
        assert_eq!((links.shares(1, 2), links.shares(2, 1), links.shares(0, 1)), (1000, 1000, 0));
    }
}
