//! What the index knows of what somebody works on: what it needs, what needs it, what configures it; each with its role
//! and how far away it is.

use plimsoll_core::score::Role;
use plimsoll_core::vocab::SymbolKind;
use plimsoll_index::project::{Certainty, DefinitionId, FileId, Neighbour, Project};
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};

/// A file that has something to do with the targets.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Related {
    pub(crate) path: String,
    pub(crate) roles: BTreeSet<Role>,
    pub(crate) hops: u32,
}

impl Related {
    /// The best of its roles.
    pub(crate) fn role(&self) -> Role {
        self.roles.first().copied().unwrap_or(Role::Other)
    }
}

/// A file that somebody works on.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Center<'a> {
    pub(crate) path: &'a str,
    /// Line and name of what is meant of it; nothing means all of it.
    pub(crate) symbols: Vec<(u32, &'a str)>,
}

/// A definition whose signature is needed to understand the targets.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) struct Needed {
    pub(crate) path: String,
    /// Where its name stands.
    pub(crate) line: u32,
    pub(crate) name: String,
    /// The same with what encloses it.
    pub(crate) qualified: String,
    /// How many definitions its name could mean where it is used.
    pub(crate) among: u32,
}

impl Needed {
    fn is_same(&self, other: &Self) -> bool {
        let Self { path, line, qualified, .. } = self;
        (path, line, qualified) == (&other.path, &other.line, &other.qualified)
    }

    pub(crate) fn title(&self) -> String {
        format!("{}#{}", self.path, self.qualified)
    }
}

/// All that is related to some targets.
#[derive(Debug, Default)]
pub(crate) struct Relations {
    pub(crate) files: Vec<Related>,
    pub(crate) symbols: Vec<Needed>,
}

pub(crate) fn find(
    project: &Project,
    centers: &[Center<'_>],
    is_optional_wanted: bool,
) -> Relations {
    let ids = centers.iter().filter_map(|center| project.find(center.path));
    let mut web =
        Web { project, targets: ids.collect(), files: BTreeMap::new(), symbols: BTreeSet::new() };
    for center in centers {
        let Some(file) = project.find(center.path) else { continue };
        if center.symbols.is_empty() {
            web.add_file(file);
        }
        for &(line, name) in &center.symbols {
            let is_it = |id: &DefinitionId| {
                let view = project.definition(*id);
                view.line == line && name.ends_with(view.name)
            };
            if let Some(definition) = project.definitions_of(file).find(is_it) {
                web.add_symbol(file, definition);
            }
        }
        for surrounding in project.configuration(file) {
            web.note(surrounding.file, Role::Config, 1);
        }
        if is_optional_wanted {
            web.add_optional(file);
        }
    }
    web.relations()
}

/// What has been found so far.
struct Web<'a> {
    project: &'a Project,
    targets: BTreeSet<FileId>,
    files: BTreeMap<FileId, (BTreeSet<Role>, u32)>,
    symbols: BTreeSet<Needed>,
}

impl Web<'_> {
    fn note(&mut self, file: FileId, role: Role, hops: u32) {
        if self.targets.contains(&file) {
            return;
        }
        let (roles, nearest) = self.files.entry(file).or_insert_with(|| (BTreeSet::new(), hops));
        roles.insert(role);
        *nearest = hops.min(*nearest);
    }

    /// A target of which everything may change.
    fn add_file(&mut self, file: FileId) {
        for near in self.project.dependencies(&[file], 1) {
            self.note(near.file, Role::Dependency, near.hops);
        }
        for near in self.project.dependents(&[file], 1) {
            self.note(near.file, Role::Caller, near.hops);
        }
        let types = self.project.definitions_of(file);
        let types: Vec<DefinitionId> = types.filter(|id| self.is_type(*id)).collect();
        types.into_iter().for_each(|id| self.add_bases(id));
    }

    /// A target of which one definition may change: what that one needs, and what needs it.
    fn add_symbol(&mut self, file: FileId, definition: DefinitionId) {
        let project = self.project;
        let around = self.enclosing_type(definition);
        around.into_iter().for_each(|id| self.add_bases(id));
        let needs = Reach::new(project, &project.dependencies(&[file], FARTHEST));
        for linked in project.callees(definition) {
            let view = project.definition(linked.definition);
            let is_new = !self.targets.contains(&view.file) && needs.has(view.file);
            if is_new && is_meant(linked.certainty, linked.among) {
                let qualified = self.qualified(linked.definition);
                let (path, name) = (project.path(view.file).to_owned(), view.name.to_owned());
                let (line, among) = (view.line, linked.among);
                self.symbols.insert(Needed { path, line, name, qualified, among });
            }
        }
        // Who calls something through an interface knows only that.
        let declared =
            around.map_or(Vec::new(), |around| self.declared_in_bases(definition, around));
        let mut known_by = vec![file];
        known_by.extend(declared.iter().map(|&id| project.definition(id).file));
        let needed_by = Reach::new(project, &project.dependents(&known_by, FARTHEST));
        for definition in [&[definition][..], &declared].concat() {
            for caller in project.callers(definition) {
                if needed_by.has(caller.file) && is_meant(caller.certainty, caller.among) {
                    self.note(caller.file, Role::Caller, 1);
                }
            }
        }
        for linked in project.implementors(definition) {
            if is_meant(linked.certainty, linked.among) {
                self.note(project.definition(linked.definition).file, Role::Caller, 1);
            }
        }
    }

    /// What has the name of a definition in what its type extends or implements.
    fn declared_in_bases(
        &self,
        definition: DefinitionId,
        around: DefinitionId,
    ) -> Vec<DefinitionId> {
        let name = self.project.definition(definition).name;
        let bases = self.project.bases(around).into_iter();
        let bases = bases.filter(|base| is_meant(base.certainty, base.among));
        let members = bases.flat_map(|base| {
            let file = self.project.definition(base.definition).file;
            let is_of_it = move |id: &DefinitionId| {
                self.project.parent(*id) == Some(base.definition)
                    && self.project.definition(*id).name == name
            };
            self.project.definitions_of(file).filter(is_of_it)
        });
        members.collect()
    }

    fn qualified(&self, definition: DefinitionId) -> String {
        let outward = |id: &DefinitionId| self.project.parent(*id);
        let around = std::iter::successors(Some(definition), outward);
        let mut names: Vec<&str> = around.map(|id| self.project.definition(id).name).collect();
        names.reverse();
        names.join(".")
    }

    fn add_bases(&mut self, definition: DefinitionId) {
        for base in self.project.bases(definition) {
            if is_meant(base.certainty, base.among) {
                let view = self.project.definition(base.definition);
                let role = match view.kind {
                    SymbolKind::Interface | SymbolKind::Trait => Role::Interface,
                    _ => Role::BaseType,
                };
                self.note(view.file, role, 1);
            }
        }
    }

    /// What is further away, and the tests.
    fn add_optional(&mut self, file: FileId) {
        for near in self.project.dependencies(&[file], 2) {
            self.note(near.file, Role::Dependency, near.hops);
        }
        for test in self.project.tests_of(file) {
            self.note(test.file, Role::Other, 1);
        }
    }

    fn is_type(&self, definition: DefinitionId) -> bool {
        self.project.definition(definition).kind.is_type()
    }

    /// A definition that is a type, or the nearest around it that is one.
    fn enclosing_type(&self, definition: DefinitionId) -> Option<DefinitionId> {
        let outward = |id: &DefinitionId| self.project.parent(*id);
        let mut around = std::iter::successors(Some(definition), outward);
        around.find(|&id| {
            self.is_type(id) || self.project.definition(id).kind == SymbolKind::Extension
        })
    }

    fn relations(self) -> Relations {
        let path = |file: FileId| self.project.path(file).to_owned();
        let files = self.files.into_iter();
        let files = files.map(|(file, (roles, hops))| Related { path: path(file), roles, hops });
        let mut symbols: Vec<Needed> = self.symbols.into_iter().collect();
        // Where it is used in several places, the surest counts, which sorts first.
        symbols.dedup_by(|next, one| next.is_same(one));
        Relations { files: files.collect(), symbols }
    }
}

/// Whether a name means a definition well enough: it can be seen from there, or nothing else has its name.
fn is_meant(certainty: Certainty, among: u32) -> bool {
    certainty != Certainty::NameOnly || among == 1
}

/// What is called and lies farther away is another thing of that name: names are not types, and everybody has a `map`.
const FARTHEST: u32 = 2;

/// The files that can be meant from a file.
struct Reach<'p> {
    project: &'p Project,
    files: BTreeSet<FileId>,
    stems: BTreeSet<&'p str>,
}

impl<'p> Reach<'p> {
    fn new(project: &'p Project, near: &[Neighbour]) -> Self {
        let files: BTreeSet<FileId> = near.iter().map(|near| near.file).collect();
        let stems = files.iter().map(|&file| stem(project.path(file)).0).collect();
        Self { project, files, stems }
    }

    /// A header that is included stands for the source of its name.
    fn has(&self, file: FileId) -> bool {
        let (stem, ending) = stem(self.project.path(file));
        self.files.contains(&file) || (HAVE_HEADERS.contains(&ending) && self.stems.contains(stem))
    }
}

const HAVE_HEADERS: [&str; 6] = ["c", "cc", "cpp", "cxx", "m", "mm"];

/// The name of a file without its folder, and its ending.
fn stem(path: &str) -> (&str, &str) {
    let name = path.rsplit('/').next().unwrap_or(path);
    name.rsplit_once('.').unwrap_or((name, ""))
}
