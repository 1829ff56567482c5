//! Who calls what and what extends what, by name. A name is looked for in the file, then in what the file
//! imports or shares a package with, then behind that (a file that only passes names on), then everywhere in
//! the same family of languages. What is found nearest is meant; how sure that is goes with it.

use super::facts::{Fact, Facts};
use super::family::Family;
use super::names::{NameId, last_name};
use super::tree::stem;
use super::{DefinitionId, FileId, Project};
use crate::outline::ReferenceKind;
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeSet;

/// A name that more definitions than this have, none of them in sight, is not linked to any.
const MOST_BY_NAME: usize = 32;
/// A name that more definitions than this have is not looked for behind files that pass names on.
const MOST_BEHIND: usize = 64;

/// How sure it is that a name means a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Certainty {
    /// It is the only one that can be seen from there.
    Certain,
    /// Several can be seen from there.
    OneOf,
    /// It has the name, and nothing else is known of it.
    NameOnly,
}

impl Certainty {
    pub const fn name(self) -> &'static str {
        match self {
            Self::Certain => "certain",
            Self::OneOf => "one of several",
            Self::NameOnly => "by name alone",
        }
    }
}

/// A definition that another one is linked to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Linked {
    pub definition: DefinitionId,
    /// Where, in the file that uses the name.
    pub line: u32,
    pub certainty: Certainty,
    /// How many definitions the name could mean there.
    pub among: u32,
}

/// A place that uses a definition.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    pub file: FileId,
    /// What it stands in, if anything.
    pub definition: Option<DefinitionId>,
    pub line: u32,
    pub certainty: Certainty,
    pub among: u32,
}

/// A definition as it can be shown.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DefinitionView<'p> {
    pub file: FileId,
    pub name: &'p str,
    pub kind: SymbolKind,
    pub line: u32,
    pub lines: Lines,
}

/// Definitions, uses and bases in the order of names.
#[derive(Debug, Default)]
pub(crate) struct ByName {
    definitions: Vec<(NameId, DefinitionId)>,
    /// Places in the list of uses.
    uses: Vec<(NameId, u32)>,
    bases: Vec<(NameId, DefinitionId)>,
}

impl ByName {
    pub(crate) fn new(facts: &Facts) -> Self {
        let definitions = (0..).map(DefinitionId).zip(&facts.definitions);
        let mut by_name = Self {
            definitions: definitions.map(|(id, fact)| (fact.key, id)).collect(),
            uses: (0..).zip(&facts.uses).map(|(at, used)| (used.name, at)).collect(),
            bases: facts.bases.iter().map(|&(definition, base)| (base, definition)).collect(),
        };
        by_name.definitions.sort_unstable();
        by_name.uses.sort_unstable();
        by_name.bases.sort_unstable();
        by_name
    }
}

/// The part of a list that has one name.
fn with_name<T: Copy>(list: &[(NameId, T)], name: NameId) -> impl Iterator<Item = T> {
    let from = list.partition_point(|entry| entry.0 < name);
    list[from..].iter().take_while(move |entry| entry.0 == name).map(|entry| entry.1)
}

/// Everything that a name could mean, and how many things that is.
struct Candidates {
    all: Vec<DefinitionId>,
    count: u32,
}

/// What a name means somewhere.
struct Meaning {
    definitions: Vec<DefinitionId>,
    certainty: Certainty,
    among: u32,
}

impl Project {
    pub fn definition(&self, definition: DefinitionId) -> DefinitionView<'_> {
        let fact = self.facts.definition(definition);
        let Fact { file, kind, line, lines, .. } = *fact;
        DefinitionView { file, name: self.facts.names.text(fact.name), kind, line, lines }
    }

    /// The definitions of a file, in its order.
    pub fn definitions_of(&self, file: FileId) -> impl Iterator<Item = DefinitionId> {
        self.facts.definitions_of(file).map(|(id, _)| id)
    }

    /// All definitions of a name, whole or its last part; by path.
    pub fn definitions_named(&self, name: &str) -> Vec<DefinitionId> {
        let Some(key) = self.facts.names.find(last_name(name)) else { return Vec::new() };
        let whole =
            |id: &DefinitionId| self.facts.names.text(self.facts.definition(*id).name) == name;
        let all: Vec<DefinitionId> = with_name(&self.by_name.definitions, key).collect();
        let exact: Vec<DefinitionId> = all.iter().copied().filter(whole).collect();
        if exact.is_empty() { all } else { exact }
    }

    /// What a definition calls and which types it names, in the order of its lines.
    pub fn callees(&self, definition: DefinitionId) -> Vec<Linked> {
        let fact = self.facts.definition(definition);
        let mut found = Vec::new();
        for used in self.facts.uses_of(fact.file) {
            let lines = self.facts.lines_of(used);
            let inside = |line: &&u32| (fact.lines.first..=fact.lines.last).contains(line);
            let Some(&line) = lines.iter().find(inside) else { continue };
            let meaning = self.meaning(fact.file, used.name, used.kind);
            let others = meaning.definitions.iter().filter(|&&other| other != definition);
            found.extend(others.map(|&definition| Linked {
                definition,
                line,
                certainty: meaning.certainty,
                among: meaning.among,
            }));
        }
        found.sort_unstable_by_key(|linked| (linked.line, linked.definition));
        found.dedup_by_key(|linked| linked.definition);
        found
    }

    /// Where a definition is called, or named as a type; by path and line.
    pub fn callers(&self, definition: DefinitionId) -> Vec<Caller> {
        let fact = self.facts.definition(definition);
        let family = self.facts.file(fact.file).family;
        let kinds = [ReferenceKind::Call, ReferenceKind::Type];
        let candidates = kinds.map(|kind| self.candidates(fact.key, family, kind));
        let mut found = Vec::new();
        for at in with_name(&self.by_name.uses, fact.key) {
            let used = &self.facts.uses[at as usize];
            if self.facts.file(used.file).family != family {
                continue;
            }
            let of_kind = &candidates[usize::from(used.kind == ReferenceKind::Type)];
            let meaning = self.meaning_among(used.file, of_kind);
            if meaning.definitions.binary_search(&definition).is_err() {
                continue;
            }
            let lines = self.facts.lines_of(used).iter();
            let here = |line: u32| fact.file == used.file && line == fact.line;
            found.extend(lines.filter(|line| !here(**line)).map(|&line| Caller {
                file: used.file,
                definition: self.facts.enclosing(used.file, line),
                line,
                certainty: meaning.certainty,
                among: meaning.among,
            }));
        }
        found.sort_unstable_by_key(|caller| (caller.file, caller.line));
        found.dedup_by_key(|caller| (caller.file, caller.line));
        found
    }

    /// What a type extends and implements, there or in blocks that add to it.
    pub fn bases(&self, definition: DefinitionId) -> Vec<Linked> {
        let fact = self.facts.definition(definition);
        let extensions = with_name(&self.by_name.definitions, fact.key).filter(|&other| {
            let extension = self.facts.definition(other);
            extension.kind == SymbolKind::Extension
                && fact.kind.is_type()
                && self
                    .meaning(extension.file, fact.key, ReferenceKind::Type)
                    .definitions
                    .contains(&definition)
        });
        let mut found = Vec::new();
        for part in std::iter::once(definition).chain(extensions) {
            let from = self.facts.bases.partition_point(|&(of, _)| of < part);
            let own = self.facts.bases[from..].iter().take_while(|&&(of, _)| of == part);
            for &(_, name) in own {
                let part = self.facts.definition(part);
                let meaning = self.meaning(part.file, name, ReferenceKind::Type);
                found.extend(
                    meaning.linked(part.line).filter(|linked| linked.definition != definition),
                );
            }
        }
        found.sort_unstable_by_key(|linked| (linked.definition, linked.certainty));
        found.dedup_by_key(|linked| linked.definition);
        found
    }

    /// What extends or implements a type; by path.
    pub fn implementors(&self, definition: DefinitionId) -> Vec<Linked> {
        let name = self.facts.definition(definition).key;
        let mut found = Vec::new();
        for other in with_name(&self.by_name.bases, name) {
            let part = self.facts.definition(other);
            let Meaning { definitions, certainty, among } =
                self.meaning(part.file, name, ReferenceKind::Type);
            if other != definition && definitions.contains(&definition) {
                found.push(Linked { definition: other, line: part.line, certainty, among });
            }
        }
        found.sort_unstable_by_key(|linked| linked.definition);
        found.dedup_by_key(|linked| linked.definition);
        found
    }

    fn meaning(&self, from: FileId, name: NameId, kind: ReferenceKind) -> Meaning {
        self.meaning_among(from, &self.candidates(name, self.facts.file(from).family, kind))
    }

    /// Everything in a family of languages that a use of a name could mean.
    fn candidates(&self, name: NameId, family: Option<Family>, kind: ReferenceKind) -> Candidates {
        let fits = |id: &DefinitionId| {
            let fact = self.facts.definition(*id);
            self.facts.file(fact.file).family == family && can_be(fact.kind, kind)
        };
        let all: Vec<DefinitionId> =
            with_name(&self.by_name.definitions, name).filter(fits).collect();
        let count = self.count(&all);
        Candidates { all, count }
    }

    fn meaning_among(&self, from: FileId, candidates: &Candidates) -> Meaning {
        let seen = self.narrowed(from, &candidates.all);
        if seen.is_empty() {
            // What so many have says nothing about any of them.
            let says_nothing = candidates.all.len() > MOST_BY_NAME;
            let definitions = if says_nothing { Vec::new() } else { candidates.all.clone() };
            return Meaning {
                definitions,
                certainty: Certainty::NameOnly,
                among: candidates.count,
            };
        }
        let among = self.count(&seen);
        // The type of what a method is called on is unknown: another of that name may be meant.
        let member = seen.iter().any(|id| is_member(self.facts.definition(*id).kind));
        if among > 1 || (member && candidates.count > among) {
            let among = candidates.count.max(among);
            return Meaning { definitions: seen, certainty: Certainty::OneOf, among };
        }
        Meaning { definitions: seen, certainty: Certainty::Certain, among }
    }

    /// Those of some definitions that are nearest to a file and in its sight.
    fn narrowed(&self, from: FileId, all: &[DefinitionId]) -> Vec<DefinitionId> {
        let own = self.inside(from, all);
        if all.is_empty() || !own.is_empty() {
            return own.to_vec();
        }
        let needs = &self.edges.needs;
        let partners = self.partners(from);
        let sees = |file| {
            needs.has(from, file) || self.packages.share(from, file) || partners.contains(&file)
        };
        let near = self.kept(all, &sees);
        if !near.is_empty() || all.len() > MOST_BEHIND {
            return near;
        }
        self.kept(all, &|file| needs.of(from).iter().any(|&(between, _)| needs.has(between, file)))
    }

    /// Those of some definitions that lie in one file.
    fn inside<'d>(&self, file: FileId, all: &'d [DefinitionId]) -> &'d [DefinitionId] {
        let of = |id: &DefinitionId| self.facts.definition(*id).file;
        let start = all.partition_point(|id| of(id) < file);
        let end = all.partition_point(|id| of(id) <= file);
        &all[start..end]
    }

    /// Those of some definitions whose file passes; each file is asked once.
    fn kept(&self, all: &[DefinitionId], passes: &dyn Fn(FileId) -> bool) -> Vec<DefinitionId> {
        let of = |id: &DefinitionId| self.facts.definition(*id).file;
        all.chunk_by(|a, b| of(a) == of(b))
            .filter(|same| passes(of(&same[0])))
            .flatten()
            .copied()
            .collect()
    }

    /// In C what a header declares is defined in a file of the same stem.
    fn partners(&self, from: FileId) -> BTreeSet<FileId> {
        let facts = &self.facts;
        if facts.file(from).family != Some(Family::C) {
            return BTreeSet::new();
        }
        let headers = self.edges.needs.of(from).iter().map(|&(header, _)| header).chain([from]);
        let endings = [".c", ".cc", ".cpp", ".cxx"];
        headers
            .filter_map(|header| facts.tree.path(header).rsplit_once('.'))
            .flat_map(|(place, _)| {
                endings.map(|ending| facts.tree.find(&format!("{place}{ending}")))
            })
            .flatten()
            .collect()
    }

    /// How many things some definitions are: a type and its constructors are one, a declaration in a header and
    /// the definition in the file of the same stem are one.
    fn count(&self, definitions: &[DefinitionId]) -> u32 {
        let fact = |id: &DefinitionId| self.facts.definition(*id);
        let is_part = |id: &DefinitionId| {
            let parent = fact(id).parent;
            fact(id).kind == SymbolKind::Constructor
                && parent.is_some_and(|it| definitions.contains(&it))
        };
        let mut stems = BTreeSet::new();
        let counted = definitions.iter().filter(|id| !is_part(id)).filter(|id| {
            let file = fact(id).file;
            let stem = stem(self.facts.tree.path(file));
            self.facts.file(file).family != Some(Family::C) || stems.insert(stem)
        });
        u32::try_from(counted.count()).unwrap_or(u32::MAX).max(1)
    }
}

impl Meaning {
    fn linked(&self, line: u32) -> impl Iterator<Item = Linked> {
        let Self { certainty, among, .. } = *self;
        self.definitions.iter().map(move |&definition| Linked {
            definition,
            line,
            certainty,
            among,
        })
    }
}

fn is_member(kind: SymbolKind) -> bool {
    matches!(
        kind,
        SymbolKind::Method | SymbolKind::Property | SymbolKind::Field | SymbolKind::Member
    )
}

/// Whether a use of this kind can mean a definition of that.
fn can_be(definition: SymbolKind, used: ReferenceKind) -> bool {
    use SymbolKind::{
        Constant, Constructor, Function, Macro, Member, Method, Module, Property, Variable,
    };
    let called = matches!(
        definition,
        Function | Method | Constructor | Macro | Property | Member | Constant | Variable
    );
    match used {
        ReferenceKind::Call => called || definition.is_type(),
        ReferenceKind::Type => definition.is_type() || definition == Module,
    }
}
