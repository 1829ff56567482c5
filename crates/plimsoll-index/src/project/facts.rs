//! What all files say, put side by side: definitions, imports and uses of names, in the order of paths.

use super::family::Family;
use super::names::{NameId, Names, last_name};
use super::tree::Tree;
use super::{DefinitionId, FileId};
use crate::outline::{Outline, ReferenceKind};
use plimsoll_core::ladder::Lines;
use plimsoll_core::vocab::{FileClass, SymbolKind};
use std::ops::Range;
use std::sync::Arc;

/// A file that the project has.
#[derive(Debug, Clone, Copy)]
pub struct SourceFile<'a> {
    pub path: &'a str,
    pub language: Option<&'a str>,
    pub class: FileClass,
    pub outline: Option<&'a Outline>,
}

/// One definition, as the graph keeps it.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Fact {
    pub(crate) file: FileId,
    /// The whole name; for imports and packages.
    pub(crate) name: NameId,
    /// The last part of it; for uses.
    pub(crate) key: NameId,
    pub(crate) kind: SymbolKind,
    pub(crate) parent: Option<DefinitionId>,
    pub(crate) line: u32,
    pub(crate) lines: Lines,
    pub(crate) inner: bool,
}

#[derive(Debug)]
pub(crate) struct ImportFact {
    pub(crate) path: Arc<str>,
    /// The path as a number: many files import the same.
    pub(crate) key: NameId,
    pub(crate) names: Vec<String>,
    pub(crate) lines: Lines,
    /// The modules around it in the file, the outermost first.
    pub(crate) within: Vec<String>,
}

/// A name that a file uses.
#[derive(Debug, Clone)]
pub(crate) struct Use {
    pub(crate) file: FileId,
    pub(crate) name: NameId,
    pub(crate) kind: ReferenceKind,
    lines: Range<u32>,
}

#[derive(Debug)]
pub(crate) struct FileFacts {
    pub(crate) family: Option<Family>,
    pub(crate) class: FileClass,
    definitions: Range<u32>,
    imports: Range<u32>,
    uses: Range<u32>,
}

/// What is known of all files.
#[derive(Debug, Default)]
pub(crate) struct Facts {
    pub(crate) tree: Tree,
    pub(crate) names: Names,
    pub(crate) files: Vec<FileFacts>,
    pub(crate) definitions: Vec<Fact>,
    /// What each definition extends: the last name.
    pub(crate) bases: Vec<(DefinitionId, NameId)>,
    pub(crate) imports: Vec<ImportFact>,
    pub(crate) uses: Vec<Use>,
    lines: Vec<u32>,
}

impl Facts {
    pub(crate) fn file(&self, file: FileId) -> &FileFacts {
        &self.files[file.at()]
    }

    pub(crate) fn is_test(&self, file: FileId) -> bool {
        self.file(file).class == FileClass::Test
    }

    pub(crate) fn definition(&self, definition: DefinitionId) -> &Fact {
        &self.definitions[definition.0 as usize]
    }

    pub(crate) fn definitions_of(
        &self,
        file: FileId,
    ) -> impl DoubleEndedIterator<Item = (DefinitionId, &Fact)> {
        let range = self.file(file).definitions.clone();
        range.clone().map(DefinitionId).zip(&self.definitions[wide(&range)])
    }

    /// By their place among all imports.
    pub(crate) fn imports_of(&self, file: FileId) -> Range<usize> {
        wide(&self.file(file).imports)
    }

    pub(crate) fn uses_of(&self, file: FileId) -> &[Use] {
        &self.uses[wide(&self.file(file).uses)]
    }

    pub(crate) fn lines_of(&self, used: &Use) -> &[u32] {
        &self.lines[wide(&used.lines)]
    }

    /// What encloses a definition, the innermost first.
    pub(crate) fn around(&self, definition: &Fact) -> impl Iterator<Item = &Fact> {
        let first = definition.parent.map(|parent| self.definition(parent));
        std::iter::successors(first, |inner| inner.parent.map(|parent| self.definition(parent)))
    }

    /// The innermost definition around a line.
    pub(crate) fn enclosing(&self, file: FileId, line: u32) -> Option<DefinitionId> {
        let range = wide(&self.file(file).definitions);
        let facts = &self.definitions[range.clone()];
        let begun = facts.partition_point(|fact| fact.lines.first <= line);
        let nearest = begun.checked_sub(1).map(|at| narrow(range.start + at))?;
        std::iter::successors(Some(DefinitionId(nearest)), |&inner| self.definition(inner).parent)
            .find(|&around| self.definition(around).lines.last >= line)
    }
}

fn wide(range: &Range<u32>) -> Range<usize> {
    range.start as usize..range.end as usize
}

fn narrow(count: usize) -> u32 {
    u32::try_from(count).expect("a project in memory has fewer facts than a u32 counts")
}

/// Takes files one by one, in any order, so that outlines need not be held all at once.
#[derive(Debug, Default)]
pub(crate) struct Gathering {
    names: Names,
    drafts: Vec<Draft>,
}

#[derive(Debug)]
struct Draft {
    path: Box<str>,
    family: Option<Family>,
    class: FileClass,
    definitions: Vec<Fact>,
    bases: Vec<(u32, NameId)>,
    imports: Vec<ImportFact>,
    uses: Vec<(NameId, ReferenceKind, Range<u32>)>,
    lines: Vec<u32>,
}

impl Gathering {
    pub(crate) fn add(&mut self, file: &SourceFile<'_>) {
        let mut draft = Draft {
            path: file.path.into(),
            family: file.language.and_then(Family::of),
            class: file.class,
            definitions: Vec::new(),
            bases: Vec::new(),
            imports: Vec::new(),
            uses: Vec::new(),
            lines: Vec::new(),
        };
        if let Some(outline) = file.outline.filter(|_| draft.family.is_some()) {
            self.read(outline, &mut draft);
        }
        self.drafts.push(draft);
    }

    fn read(&mut self, outline: &Outline, draft: &mut Draft) {
        for (at, one) in (0..).zip(&outline.definitions) {
            let name = self.names.intern(&one.name);
            let last = last_name(&one.name);
            let key = if last == one.name { name } else { self.names.intern(last) };
            draft.definitions.push(Fact {
                file: FileId(0),
                name,
                key,
                kind: one.kind,
                parent: one.parent.map(DefinitionId),
                line: one.line,
                lines: one.lines,
                inner: one.inner,
            });
            let bases = one.bases.iter().map(|base| (at, self.names.intern(last_name(base))));
            draft.bases.extend(bases);
        }
        draft.imports.extend(outline.imports.iter().map(|import| {
            let key = self.names.intern(&import.path);
            ImportFact {
                path: self.names.shared(key),
                key,
                names: import.names.clone(),
                lines: import.lines,
                within: modules_around(outline, import.lines),
            }
        }));
        for reference in &outline.references {
            let name = self.names.intern(last_name(&reference.name));
            let from = narrow(draft.lines.len());
            draft.lines.extend(&reference.lines);
            draft.uses.push((name, reference.kind, from..narrow(draft.lines.len())));
        }
    }

    /// Everything in the order of paths. Of two files with one path the first is kept.
    pub(crate) fn finish(self) -> Facts {
        let Self { names, mut drafts } = self;
        drafts.sort_by(|a, b| a.path.cmp(&b.path));
        drafts.dedup_by(|later, first| later.path == first.path);
        let mut defined = vec![false; names.len()];
        for fact in drafts.iter().flat_map(|draft| &draft.definitions) {
            defined[fact.key.0 as usize] = true;
        }
        let paths = drafts.iter().map(|draft| draft.path.clone()).collect();
        let mut facts = Facts { tree: Tree::new(paths), names, ..Facts::default() };
        for (file, draft) in drafts.into_iter().enumerate() {
            facts.append(FileId::from_place(file), draft, &defined);
        }
        facts
    }
}

impl Facts {
    /// Uses of names that nobody defines lead nowhere and are not kept.
    fn append(&mut self, file: FileId, draft: Draft, defined: &[bool]) {
        let first = narrow(self.definitions.len());
        let moved = |at: DefinitionId| DefinitionId(first + at.0);
        self.definitions.extend(draft.definitions.into_iter().map(|fact| Fact {
            file,
            parent: fact.parent.map(moved),
            ..fact
        }));
        self.bases
            .extend(draft.bases.into_iter().map(|(at, base)| (DefinitionId(first + at), base)));
        let imports = narrow(self.imports.len());
        self.imports.extend(draft.imports);
        let uses = narrow(self.uses.len());
        for (name, kind, lines) in draft.uses {
            if defined[name.0 as usize] {
                let from = narrow(self.lines.len());
                self.lines.extend(&draft.lines[wide(&lines)]);
                self.uses.push(Use { file, name, kind, lines: from..narrow(self.lines.len()) });
            }
        }
        self.files.push(FileFacts {
            family: draft.family,
            class: draft.class,
            definitions: first..narrow(self.definitions.len()),
            imports: imports..narrow(self.imports.len()),
            uses: uses..narrow(self.uses.len()),
        });
    }
}

/// The names of the modules around some lines, the outermost first.
fn modules_around(outline: &Outline, lines: Lines) -> Vec<String> {
    let begun = outline.definitions.partition_point(|one| one.lines.first <= lines.first);
    let around = outline.definitions[..begun].iter().filter(|one| {
        one.kind == SymbolKind::Module && one.body.is_some() && one.lines.last >= lines.last
    });
    around.map(|one| one.name.clone()).collect()
}
