//! The tests of a file, and what a test is about: by the conventions of names, by imports, by shared names.

mod naming;

use super::edges::{Edges, Link};
use super::facts::Facts;
use super::family::Family;
use super::tree::parent;
use super::{FileId, Project};
use naming::{nearness, own_name, subject};
use plimsoll_core::vocab::FileClass;
use std::collections::BTreeMap;

/// A file with more tests of its name than this has a common name.
const MOST_NAMED: usize = 8;
/// Shorter names end too many others.
const SHORTEST_ENDING: usize = 4;

/// Why a test belongs to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestLink {
    /// `x_test` is named after `x`, and no other `x` is nearer.
    Named,
    Imports,
    UsesNames,
}

impl TestLink {
    /// As it is shown after the path of the test.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Named => "is named as the test of it",
            Self::Imports => "is a test that imports it",
            Self::UsesNames => "is a test that uses a name of it",
        }
    }
}

/// A test of a file, or a file that a test is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tested {
    pub file: FileId,
    pub link: TestLink,
}

/// Which tests are named after which files.
#[derive(Debug, Default)]
pub(crate) struct NamedTests {
    by_test: Vec<(FileId, FileId)>,
    by_source: Vec<(FileId, FileId)>,
}

impl NamedTests {
    pub(crate) fn new(facts: &Facts, edges: &Edges) -> Self {
        let mut sources: BTreeMap<(Family, String), Vec<FileId>> = BTreeMap::new();
        let mut tests = Vec::new();
        for file in facts.tree.ids() {
            let Some(family) = facts.file(file).family else { continue };
            let path = facts.tree.path(file);
            match facts.file(file).class {
                FileClass::Test => tests.push((file, family, subject(path))),
                FileClass::Source => {
                    sources.entry((family, own_name(path))).or_default().push(file);
                }
                _ => {}
            }
        }
        let mut by_test = Vec::new();
        for (test, family, subject) in tests {
            let Some(subject) = subject else { continue };
            let singular = || sources.get(&(family, subject.strip_suffix('s')?.to_owned()));
            let exact = sources.get(&(family, subject.clone())).or_else(singular);
            let named = exact.map(|sources| nearest(test, family, sources, facts, edges));
            let named = named.filter(|named| !named.is_empty());
            let named = named.unwrap_or_else(|| imported_by_name(test, &subject, facts, edges));
            by_test.extend(named.into_iter().map(|source| (test, source)));
        }
        leave_common_names(&mut by_test, facts, edges);
        let mut by_source: Vec<(FileId, FileId)> =
            by_test.iter().map(|&(test, source)| (source, test)).collect();
        by_source.sort_unstable();
        Self { by_test, by_source }
    }
}

/// Of several files with the name of a subject, those that the test imports; then the nearest. In Go a test lies
/// beside its subject.
fn nearest(
    test: FileId,
    family: Family,
    sources: &[FileId],
    facts: &Facts,
    edges: &Edges,
) -> Vec<FileId> {
    let path = |file: FileId| facts.tree.path(file);
    let can_be =
        |source: &FileId| family != Family::Go || parent(path(test)) == parent(path(*source));
    let rank = |source: FileId| (edges.needs.has(test, source), nearness(path(test), path(source)));
    let ranked: Vec<_> =
        sources.iter().copied().filter(can_be).map(|source| (rank(source), source)).collect();
    let best = ranked.iter().map(|(rank, _)| *rank).max();
    ranked.iter().filter(|(rank, _)| Some(*rank) == best).map(|&(_, source)| source).collect()
}

/// Where nobody has the subject's name: what the test imports and its name ends with, in the singular or plural.
/// `DatabaseHasOneTest` imports `HasOne`.
fn imported_by_name(test: FileId, subject: &str, facts: &Facts, edges: &Edges) -> Vec<FileId> {
    let ends = |name: &str| {
        let singular = subject.strip_suffix('s').unwrap_or(subject);
        name.len() >= SHORTEST_ENDING && (subject.ends_with(name) || singular.ends_with(name))
    };
    let imported = edges.needs.of(test).iter().map(|&(source, _)| source);
    let imported = imported.filter(|&source| facts.file(source).class == FileClass::Source);
    let named: Vec<(usize, FileId)> = imported
        .map(|source| (own_name(facts.tree.path(source)), source))
        .filter(|(name, _)| ends(name))
        .map(|(name, source)| (name.len(), source))
        .collect();
    let longest = named.iter().map(|(length, _)| *length).max();
    named.iter().filter(|(length, _)| Some(*length) == longest).map(|&(_, source)| source).collect()
}

/// A file after which many tests all over the project are named has a common name (`help`, `basic`): it is the
/// subject of those that import it or lie near it.
fn leave_common_names(by_test: &mut Vec<(FileId, FileId)>, facts: &Facts, edges: &Edges) {
    let mut counts: BTreeMap<FileId, usize> = BTreeMap::new();
    for (_, source) in by_test.iter() {
        *counts.entry(*source).or_default() += 1;
    }
    let path = |file: FileId| facts.tree.path(file);
    by_test.retain(|&(test, source)| {
        let (is_beside, shared, _) = nearness(path(test), path(source));
        counts[&source] <= MOST_NAMED || is_beside || shared > 0 || edges.needs.has(test, source)
    });
}

fn with(list: &[(FileId, FileId)], file: FileId) -> impl Iterator<Item = FileId> {
    let from = list.partition_point(|entry| entry.0 < file);
    list[from..].iter().take_while(move |entry| entry.0 == file).map(|entry| entry.1)
}

impl Project {
    /// The tests of a file, the surest first, then by path.
    pub fn tests_of(&self, file: FileId) -> Vec<Tested> {
        let named = with(&self.named_tests.by_source, file);
        let users = self.edges.needed_by.of(file).iter();
        gathered(named, users.filter(|(other, _)| self.facts.is_test(*other)))
    }

    /// What a test is about, the surest first, then by path.
    pub fn sources_of(&self, test: FileId) -> Vec<Tested> {
        let named = with(&self.named_tests.by_test, test);
        let used = self.edges.needs.of(test).iter();
        gathered(named, used.filter(|(other, _)| !self.facts.is_test(*other)))
    }
}

fn gathered<'a>(
    named: impl Iterator<Item = FileId>,
    linked: impl Iterator<Item = &'a (FileId, Link)>,
) -> Vec<Tested> {
    let named = named.map(|file| Tested { file, link: TestLink::Named });
    let linked = linked.map(|&(file, link)| Tested {
        file,
        link: match link {
            Link::Import => TestLink::Imports,
            Link::SharedName => TestLink::UsesNames,
        },
    });
    let mut all: Vec<Tested> = named.chain(linked).collect();
    all.sort_unstable_by_key(|tested| (tested.file, tested.link));
    all.dedup_by_key(|tested| tested.file);
    all.sort_unstable_by_key(|tested| (tested.link, tested.file));
    all
}
