//! `#include`: beside the file, then below the folders that a compiler would be told of. Those are not written
//! down anywhere that can be read, so the tree says it: of the files that end with the included path, the
//! nearest to the including file, then the one below the folder that most includes need. Folders that differ
//! in one place (`arch/x/include`, `arch/y/include`) are variants, and all of them are meant.
//!
//! A project includes the same few paths over and over, so which files fit a path is looked up once for each.

mod standard;

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::names::NameId;
use crate::project::tree::{Tree, file_name, join, parent, shared_folders};
use standard::STANDARD;
use std::collections::BTreeMap;

pub(super) struct C<'p> {
    tree: &'p Tree,
    includes: BTreeMap<NameId, Include<'p>>,
}

/// A path as it is written in includes.
struct Include<'p> {
    path: &'p str,
    /// In angle brackets.
    is_system: bool,
    /// How often it is written.
    count: u32,
    /// Those that end with the path, by path.
    fitting: Vec<Fitting<'p>>,
}

struct Fitting<'p> {
    file: FileId,
    /// The folder from which the path leads to it.
    root: &'p str,
    /// How many includes need that folder, where only one file fits.
    votes: u32,
}

impl<'p> C<'p> {
    pub(super) fn new(facts: &'p Facts) -> Self {
        let mut includes: BTreeMap<NameId, Include<'_>> = BTreeMap::new();
        let tree = &facts.tree;
        let sources = tree.ids().filter(|&file| facts.file(file).family == Some(Family::C));
        for import in sources.flat_map(|file| &facts.imports[facts.imports_of(file)]) {
            let include =
                includes.entry(import.key).or_insert_with(|| Include::new(&import.path, tree));
            include.count += 1;
        }
        let mut votes: BTreeMap<&str, u32> = BTreeMap::new();
        for include in includes.values() {
            if let [only] = &include.fitting[..] {
                *votes.entry(only.root).or_default() += include.count;
            }
        }
        for include in includes.values_mut() {
            include.count_votes(&votes);
        }
        Self { tree, includes }
    }
}

impl<'p> Include<'p> {
    fn new(written: &'p str, tree: &'p Tree) -> Self {
        let inside = written.strip_prefix('<').map(|rest| rest.trim_end_matches('>'));
        let path = inside.unwrap_or(written).trim();
        let below = path.rsplit("../").next().unwrap_or(path).trim_start_matches("./");
        let files = if below.is_empty() { Vec::new() } else { tree.ending_with(below) };
        let fitting = files.into_iter().map(|file| {
            let whole = tree.path(file);
            let root = whole.strip_suffix(below).map(|root| root.trim_end_matches('/'));
            Fitting { file, root: root.unwrap_or_else(|| parent(whole)), votes: 0 }
        });
        Self { path, is_system: inside.is_some(), count: 0, fitting: fitting.collect() }
    }

    /// What lies below a folder that can be on no compiler's list does not fit after all.
    fn count_votes(&mut self, votes: &BTreeMap<&str, u32>) {
        for fitting in &mut self.fitting {
            fitting.votes = votes.get(fitting.root).copied().unwrap_or(0);
        }
        let (path, is_system) = (self.path, self.is_system);
        self.fitting.retain(|fitting| !is_system || fitting.is_plausible(path));
    }

    /// Beside the file, as quotes ask for.
    fn beside(&self, folder: &str, tree: &Tree) -> Option<FileId> {
        if self.is_system {
            return None;
        }
        if self.path.contains("./") {
            return tree.find(&join(folder, self.path)?);
        }
        self.fitting.iter().find(|fitting| fitting.root == folder).map(|fitting| fitting.file)
    }

    /// The nearest to a folder, and its variants.
    fn best(&self, folder: &str) -> Vec<FileId> {
        if let [only] = &self.fitting[..] {
            return vec![only.file];
        }
        let rank = |fitting: &Fitting<'_>| (shared_folders(fitting.root, folder), fitting.votes);
        let ranks: Vec<(usize, u32)> = self.fitting.iter().map(rank).collect();
        let Some(best) = ranks.iter().max() else { return Vec::new() };
        let first = ranks.iter().position(|rank| rank == best).unwrap_or(0);
        let root = self.fitting[first].root;
        let is_meant = |(fitting, rank): &(&Fitting<'_>, &(usize, u32))| {
            *rank == best || (rank.0 == best.0 && differ_in_one_place(fitting.root, root))
        };
        self.fitting.iter().zip(&ranks).filter(is_meant).map(|(fitting, _)| fitting.file).collect()
    }
}

impl Fitting<'_> {
    /// Whether angle brackets can mean it. A system's header of one component may have the name of anything,
    /// anywhere.
    fn is_plausible(&self, path: &str) -> bool {
        let named_so = self.root.rsplit('/').next().is_some_and(|last| {
            ["include", "includes", "inc", "headers", "public"].contains(&last)
        });
        if STANDARD.binary_search(&path).is_ok() {
            return false;
        }
        path.contains('/') || self.root.is_empty() || named_so || self.votes > 1
    }
}

impl Rules for C<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let Some(include) = self.includes.get(&ask.import.key) else {
            return Resolution::Unresolved;
        };
        match include.beside(ask.folder, self.tree) {
            Some(file) => Resolution::of([file]),
            None => Resolution::of(include.best(ask.folder)).or_external(!include.is_system),
        }
    }
}

/// Whether two folders are alike but for one around them.
fn differ_in_one_place(a: &str, b: &str) -> bool {
    let parts = || a.split('/').zip(b.split('/'));
    let count = |path: &str| path.bytes().filter(|&byte| byte == b'/').count();
    count(a) > 0
        && count(a) == count(b)
        && file_name(a) == file_name(b)
        && parts().filter(|(a, b)| a != b).count() == 1
}
