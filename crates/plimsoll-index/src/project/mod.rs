//! The project as a whole: which file depends on which, who calls what, what tests what.
//!
//! ```text
//! outlines ─ facts ─┬─ resolve (each family of languages by its own rules) ─ imports
//! manifests ────────┘                                                          │
//!                     packages (files that share names without importing) ─ edges ─┬─ dependencies, dependents
//!                                                                                  ├─ symbols: callers, callees, bases
//!                                                                                  └─ related: tests, configuration
//! ```
//!
//! Pure: it is given paths, outlines and what some manifests say, and reads nothing by itself. Names are
//! not types: where several definitions could be meant, all are given, and how sure that is.

mod edges;
mod facts;
mod family;
mod manifest;
mod names;
mod packages;
mod related;
mod resolve;
mod surroundings;
mod symbols;
#[cfg(test)]
mod tests;
mod tree;

pub use edges::{Link, Neighbour};
pub use facts::SourceFile;
pub use manifest::{Manifests, is_manifest};
pub use related::{TestLink, Tested};
pub use resolve::Resolution;
pub use surroundings::Surrounding;
pub use symbols::{Caller, Certainty, DefinitionView, Linked};

use edges::Edges;
use facts::{Facts, Gathering};
use packages::Packages;
use related::NamedTests;
use resolve::Resolvers;
use symbols::ByName;

/// A file of a project. In the order of paths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct FileId(pub(crate) u32);

impl FileId {
    pub(crate) fn from_place(at: usize) -> Self {
        Self(u32::try_from(at).expect("a project in memory has fewer files than a u32 counts"))
    }

    pub(crate) fn at(self) -> usize {
        self.0 as usize
    }
}

/// A definition of a project. In the order of paths, then of places in the file.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct DefinitionId(pub(crate) u32);

/// Takes the files of a project, one by one and in any order.
#[derive(Debug, Default)]
pub struct ProjectBuilder {
    gathering: Gathering,
}

impl ProjectBuilder {
    pub fn add(&mut self, file: &SourceFile<'_>) {
        self.gathering.add(file);
    }

    pub fn finish(self, manifests: &Manifests) -> Project {
        let facts = self.gathering.finish();
        let packages = Packages::new(&facts, manifests);
        let resolutions = Resolvers::new(&facts, &packages, manifests).resolve_all();
        let edges = Edges::new(&facts, &packages, &resolutions);
        let (by_name, named_tests) = (ByName::new(&facts), NamedTests::new(&facts, &edges));
        Project { facts, packages, resolutions, edges, by_name, named_tests }
    }
}

/// What is known of a project.
#[derive(Debug)]
pub struct Project {
    facts: Facts,
    packages: Packages,
    /// Of each import.
    resolutions: Vec<Resolution>,
    edges: Edges,
    by_name: ByName,
    named_tests: NamedTests,
}

/// An import and where it leads.
#[derive(Debug, Clone, Copy)]
pub struct ResolvedImport<'a> {
    /// As it is written.
    pub path: &'a str,
    pub line: u32,
    pub resolution: &'a Resolution,
}

impl Project {
    pub fn find(&self, path: &str) -> Option<FileId> {
        self.facts.tree.find(path)
    }

    pub fn path(&self, file: FileId) -> &str {
        self.facts.tree.path(file)
    }

    pub fn files(&self) -> impl Iterator<Item = FileId> {
        self.facts.tree.ids()
    }

    /// The imports of a file, in its order.
    pub fn imports(&self, file: FileId) -> impl Iterator<Item = ResolvedImport<'_>> {
        let range = self.facts.imports_of(file);
        let imports = self.facts.imports[range.clone()].iter().zip(&self.resolutions[range]);
        imports.map(|(import, resolution)| ResolvedImport {
            path: &import.path,
            line: import.lines.first,
            resolution,
        })
    }
}
