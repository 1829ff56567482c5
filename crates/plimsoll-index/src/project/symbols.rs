//! Who calls what and what extends what, by name; how sure that is goes with it.

mod by_name;
mod meaning;

pub(crate) use by_name::ByName;

use super::facts::Fact;
use super::{DefinitionId, FileId, Project};
use crate::outline::ReferenceKind;
use meaning::Meaning;
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::SymbolKind;

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

impl Project {
    pub fn definition(&self, definition: DefinitionId) -> DefinitionView<'_> {
        let fact = self.facts.definition(definition);
        let Fact { file, kind, line, lines, .. } = *fact;
        DefinitionView { file, name: self.facts.names.text(fact.name), kind, line, lines }
    }

    /// What encloses a definition, if anything.
    pub fn parent(&self, definition: DefinitionId) -> Option<DefinitionId> {
        self.facts.definition(definition).parent
    }

    /// The definitions of a file, in its order.
    pub fn definitions_of(&self, file: FileId) -> impl Iterator<Item = DefinitionId> {
        self.facts.definitions_of(file).map(|(id, _)| id)
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
        for at in self.by_name.uses.of(fact.key) {
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
        let extensions = self.by_name.definitions.of(fact.key).filter(|&other| {
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
        for other in self.by_name.bases.of(name) {
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
}
