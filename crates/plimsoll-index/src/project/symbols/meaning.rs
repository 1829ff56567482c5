//! What a name means in a file: looked for in the file, then in what the file imports or shares a package with,
//! then behind that (a file that only passes names on), then everywhere in the same family of languages. What is
//! found nearest is meant.

use super::{Certainty, Linked};
use crate::outline::ReferenceKind;
use crate::project::family::Family;
use crate::project::names::NameId;
use crate::project::tree::stem;
use crate::project::{DefinitionId, FileId, Project};
use plimsoll_core::vocab::SymbolKind;
use std::collections::BTreeSet;

/// A name that more definitions than this have, none of them in sight, is not linked to any.
const MOST_BY_NAME: usize = 32;
/// A name that more definitions than this have is not looked for behind files that pass names on.
const MOST_BEHIND: usize = 64;

/// Everything that a name could mean, and how many things that is.
pub(super) struct Candidates {
    all: Vec<DefinitionId>,
    count: u32,
}

/// What a name means somewhere.
pub(super) struct Meaning {
    pub(super) definitions: Vec<DefinitionId>,
    pub(super) certainty: Certainty,
    pub(super) among: u32,
}

impl Project {
    pub(super) fn meaning(&self, from: FileId, name: NameId, kind: ReferenceKind) -> Meaning {
        self.meaning_among(from, &self.candidates(name, self.facts.file(from).family, kind))
    }

    /// Everything in a family of languages that a use of a name could mean.
    pub(super) fn candidates(
        &self,
        name: NameId,
        family: Option<Family>,
        kind: ReferenceKind,
    ) -> Candidates {
        let fits = |id: &DefinitionId| {
            let fact = self.facts.definition(*id);
            self.facts.file(fact.file).family == family && can_be(fact.kind, kind)
        };
        let all: Vec<DefinitionId> = self.by_name.definitions.of(name).filter(fits).collect();
        let count = self.count(&all);
        Candidates { all, count }
    }

    pub(super) fn meaning_among(&self, from: FileId, candidates: &Candidates) -> Meaning {
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
    pub(super) fn linked(&self, line: u32) -> impl Iterator<Item = Linked> {
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
