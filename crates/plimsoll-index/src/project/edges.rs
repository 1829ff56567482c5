//! Which file needs which, both ways, and how far away something is.

use super::facts::Facts;
use super::packages::Packages;
use super::resolve::Resolution;
use super::{FileId, Project};
use std::collections::BTreeSet;

/// Why a file needs another.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Link {
    Import,
    /// It uses a name that both see without an import: one package, one namespace, an autoloader.
    SharedName,
}

impl Link {
    /// As it is shown after the path of the file that needs the other.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Import => "imports it",
            Self::SharedName => "uses a name of it",
        }
    }
}

/// A file near another.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Neighbour {
    pub file: FileId,
    pub hops: u32,
    /// The file on the way, one hop nearer.
    pub via: FileId,
    pub link: Link,
}

/// For each file those on the other side, by path.
#[derive(Debug, Default)]
pub(crate) struct Adjacency {
    starts: Vec<u32>,
    others: Vec<(FileId, Link)>,
}

impl Adjacency {
    /// Of edges that are sorted.
    fn new(edges: &[(FileId, FileId, Link)], files: usize) -> Self {
        let mut starts = Vec::with_capacity(files + 1);
        let mut others: Vec<(FileId, Link)> = Vec::with_capacity(edges.len());
        let mut rest = edges.iter().peekable();
        for file in (0..files).map(FileId::from_place) {
            starts.push(FileId::from_place(others.len()).0);
            let first = others.len();
            while let Some((_, to, link)) = rest.next_if(|edge| edge.0 == file) {
                // An import says more than a name, and stands first.
                if others[first..].last().is_none_or(|(last, _)| last != to) {
                    others.push((*to, *link));
                }
            }
        }
        starts.push(FileId::from_place(others.len()).0);
        Self { starts, others }
    }

    pub(crate) fn of(&self, file: FileId) -> &[(FileId, Link)] {
        &self.others[self.starts[file.at()] as usize..self.starts[file.at() + 1] as usize]
    }

    pub(crate) fn has(&self, from: FileId, to: FileId) -> bool {
        self.of(from).binary_search_by_key(&to, |&(file, _)| file).is_ok()
    }

    /// Everything within some hops, nearest first, then by path.
    fn around(&self, from: &[FileId], hops: u32) -> Vec<Neighbour> {
        let mut seen: BTreeSet<FileId> = from.iter().copied().collect();
        let mut edge: Vec<FileId> = seen.iter().copied().collect();
        let mut found = Vec::new();
        for hops in 1..=hops {
            let mut next = Vec::new();
            for &via in &edge {
                for &(file, link) in self.of(via) {
                    if seen.insert(file) {
                        next.push(Neighbour { file, hops, via, link });
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            next.sort_unstable_by_key(|neighbour| neighbour.file);
            edge = next.iter().map(|neighbour| neighbour.file).collect();
            found.append(&mut next);
        }
        found
    }
}

/// The graph of files.
#[derive(Debug, Default)]
pub(crate) struct Edges {
    pub(crate) needs: Adjacency,
    pub(crate) needed_by: Adjacency,
}

impl Edges {
    pub(crate) fn new(facts: &Facts, packages: &Packages, resolutions: &[Resolution]) -> Self {
        let mut edges = Vec::new();
        for from in facts.tree.ids() {
            for at in facts.imports_of(from) {
                let files = resolutions[at].files();
                let used = packages.used_of(from, files, facts);
                edges.extend(used.iter().map(|&to| (from, to, Link::Import)));
            }
            let implied = packages.implied(from, facts).into_iter();
            edges.extend(implied.map(|to| (from, to, Link::SharedName)));
        }
        edges.retain(|(from, to, _)| from != to);
        edges.sort_unstable();
        let needs = Adjacency::new(&edges, facts.tree.len());
        for (from, to, _) in &mut edges {
            std::mem::swap(from, to);
        }
        edges.sort_unstable();
        Self { needs, needed_by: Adjacency::new(&edges, facts.tree.len()) }
    }
}

impl Project {
    /// What files need, nearest first, then by path.
    pub fn dependencies(&self, files: &[FileId], hops: u32) -> Vec<Neighbour> {
        self.edges.needs.around(files, hops)
    }

    /// What needs files, nearest first, then by path.
    pub fn dependents(&self, files: &[FileId], hops: u32) -> Vec<Neighbour> {
        self.edges.needed_by.around(files, hops)
    }
}
