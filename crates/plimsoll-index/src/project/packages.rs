//! Files that see each other's names without importing them: a Go folder, a Java package, a C# namespace, a
//! Swift target; in Ruby and Elixir the whole project. And what each name is called in full.

use super::FileId;
use super::facts::{Fact, Facts};
use super::family::Family;
use super::manifest::Manifests;
use super::names::NameId;
use super::resolve::swift;
use super::tree::{parent, stem};
use plimsoll_core::vocab::{FileClass, SymbolKind};
use std::collections::BTreeMap;

/// A name that more files than this could mean says nothing about any of them.
const MOST_MEANT: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackageId(u32);

#[derive(Debug, Default)]
pub(crate) struct Packages {
    ids: BTreeMap<(Family, String), PackageId>,
    /// Whose names a file sees.
    seen: Vec<(FileId, PackageId)>,
    /// Which files are part of one.
    members: Vec<(PackageId, FileId)>,
    /// Which file defines a name of it.
    entries: Vec<(PackageId, NameId, FileId)>,
    /// Full names with dots.
    full: Vec<(Family, String, FileId)>,
    /// Those that are all files of a family.
    whole_projects: Vec<PackageId>,
}

impl Packages {
    pub(crate) fn new(facts: &Facts, manifests: &Manifests) -> Self {
        let mut packages = Self::default();
        let targets = swift::Targets::new(&facts.tree, manifests);
        for file in facts.tree.ids() {
            let path = facts.tree.path(file);
            match facts.file(file).family {
                Some(family @ Family::Go) => packages.add_whole(family, parent(path), file, facts),
                Some(family @ Family::Swift) => {
                    packages.add_whole(family, targets.of(path), file, facts);
                }
                Some(family @ (Family::Ruby | Family::Elixir)) => {
                    packages.add_whole(family, "", file, facts);
                    packages.add_full_names(family, file, facts);
                }
                Some(family @ (Family::Jvm | Family::CSharp | Family::Php)) => {
                    packages.add_declared(family, file, facts);
                }
                _ => {}
            }
        }
        packages.settle();
        packages
    }

    fn settle(&mut self) {
        let everywhere = [Family::Ruby, Family::Elixir].map(|family| (family, String::new()));
        self.whole_projects.extend(everywhere.iter().filter_map(|key| self.ids.get(key)));
        self.seen.sort_unstable();
        self.seen.dedup();
        self.members.sort_unstable();
        self.members.dedup();
        self.entries.sort_unstable();
        self.entries.dedup();
        self.full.sort_unstable();
        self.full.dedup();
    }

    fn id(&mut self, family: Family, name: &str) -> PackageId {
        let next = PackageId(u32::try_from(self.ids.len()).expect("fewer packages than files"));
        *self.ids.entry((family, name.to_owned())).or_insert(next)
    }

    fn add_whole(&mut self, family: Family, name: &str, file: FileId, facts: &Facts) {
        let package = self.id(family, name);
        self.seen.push((file, package));
        self.members.push((package, file));
        let constants_only = matches!(family, Family::Ruby | Family::Elixir);
        for (_, fact) in facts.definitions_of(file) {
            let is_type = fact.kind.is_type() || fact.kind == SymbolKind::Module;
            let shared =
                if constants_only { is_type && !fact.inner } else { is_shared(fact, facts) };
            if shared {
                self.entries.push((package, fact.key, file));
            }
        }
    }

    fn add_full_names(&mut self, family: Family, file: FileId, facts: &Facts) {
        for (_, fact) in facts.definitions_of(file) {
            if (fact.kind.is_type() || fact.kind == SymbolKind::Module) && !fact.inner {
                let full = full_name("", fact, facts);
                self.full.push((family, full, file));
            }
        }
    }

    /// As declared in the file: around the definitions, or once for all that follow.
    fn add_declared(&mut self, family: Family, file: FileId, facts: &Facts) {
        let mut scope = String::new();
        let mut declared = false;
        let mut definitions = facts.definitions_of(file).peekable();
        while let Some((id, fact)) = definitions.next() {
            let encloses = definitions.peek().is_some_and(|(_, next)| next.parent == Some(id));
            if fact.kind == SymbolKind::Module {
                let full = full_name(&scope, fact, facts);
                let before = std::mem::take(&mut scope);
                match (encloses, facts.tree.path(file).ends_with(".scala")) {
                    (true, _) => scope = before,
                    (false, true) => scope.clone_from(&full),
                    (false, false) => scope = dotted(facts.names.text(fact.name)),
                }
                let package = if encloses { full } else { scope.clone() };
                self.see(family, &package, file);
                declared = true;
            } else if !fact.inner {
                self.declare(family, &scope, fact, facts);
            }
        }
        if !declared {
            let package = self.id(family, "");
            self.seen.push((file, package));
        }
    }

    fn declare(&mut self, family: Family, scope: &str, fact: &Fact, facts: &Facts) {
        let shared = is_shared(fact, facts);
        if shared || fact.kind.is_type() {
            let full = full_name(scope, fact, facts);
            if shared {
                let package = full.rsplit_once('.').map_or("", |(package, _)| package);
                let package = self.id(family, package);
                self.members.push((package, fact.file));
                self.entries.push((package, fact.key, fact.file));
            }
            self.full.push((family, full, fact.file));
        }
    }

    /// In C# the namespaces around one's own are seen as well.
    fn see(&mut self, family: Family, package: &str, file: FileId) {
        let mut name = package;
        loop {
            let id = self.id(family, name);
            self.seen.push((file, id));
            match name.rsplit_once('.') {
                Some((outer, _)) if family == Family::CSharp => name = outer,
                _ => return,
            }
        }
    }

    pub(crate) fn find(&self, family: Family, name: &str) -> Option<PackageId> {
        let id = *self.ids.get(&(family, name.to_owned()))?;
        self.members_of(id).next().map(|_| id)
    }

    /// Whether something lies in a package or in one below it.
    pub(crate) fn has_prefix(&self, family: Family, prefix: &str) -> bool {
        let below = format!("{prefix}.");
        let from = self.full.partition_point(|(of, name, _)| (*of, &**name) < (family, &*below));
        self.full.get(from).is_some_and(|(of, name, _)| *of == family && name.starts_with(&below))
    }

    pub(crate) fn members_of(&self, package: PackageId) -> impl Iterator<Item = FileId> {
        let from = self.members.partition_point(|&(of, _)| of < package);
        let of = move |entry: &&(PackageId, FileId)| entry.0 == package;
        self.members[from..].iter().take_while(of).map(|&(_, file)| file)
    }

    /// The files with something of this full name.
    pub(crate) fn with_full_name(&self, family: Family, name: &str) -> Vec<FileId> {
        let from = self.full.partition_point(|(of, known, _)| (*of, &**known) < (family, name));
        let same = |entry: &&(Family, String, FileId)| entry.0 == family && entry.1 == name;
        self.full[from..].iter().take_while(same).map(|entry| entry.2).collect()
    }

    /// The files of a package that define something that a file names.
    pub(crate) fn named_by(&self, package: PackageId, from: FileId, facts: &Facts) -> Vec<FileId> {
        let mut files: Vec<FileId> =
            facts.uses_of(from).iter().flat_map(|used| self.defining(package, used.name)).collect();
        files.sort_unstable();
        files.dedup();
        files.retain(|&file| file != from);
        files
    }

    /// Of the files that an import leads to, those that are needed: a Go import names a folder, and a file uses
    /// some of it. All of them where nothing is used by name.
    pub(crate) fn used_of(&self, from: FileId, files: &[FileId], facts: &Facts) -> Vec<FileId> {
        let folder = files.first().map(|&file| parent(facts.tree.path(file)));
        let package = folder
            .filter(|_| files.len() > 1 && facts.file(from).family == Some(Family::Go))
            .and_then(|folder| self.find(Family::Go, folder));
        let Some(package) = package else { return files.to_vec() };
        let named = self.named_by(package, from, facts);
        let used: Vec<FileId> =
            files.iter().copied().filter(|file| named.binary_search(file).is_ok()).collect();
        if used.is_empty() { files.to_vec() } else { used }
    }

    fn defining(&self, package: PackageId, name: NameId) -> impl Iterator<Item = FileId> {
        let from = self.entries.partition_point(|entry| (entry.0, entry.1) < (package, name));
        let same =
            move |entry: &&(PackageId, NameId, FileId)| (entry.0, entry.1) == (package, name);
        self.entries[from..].iter().take_while(same).map(|entry| entry.2)
    }

    /// The files that an autoloader of Ruby would take for a constant; none where too many could be meant.
    pub(crate) fn loaded_by_name(&self, name: &str, facts: &Facts) -> Vec<FileId> {
        let package = self.find(Family::Ruby, "");
        let (Some(package), Some(name)) = (package, facts.names.find(name)) else {
            return Vec::new();
        };
        let mut meant: Vec<FileId> = self.defining(package, name).collect();
        narrow_by_file_name(&mut meant, name, facts);
        if meant.len() <= MOST_MEANT { meant } else { Vec::new() }
    }

    fn seen_by(&self, file: FileId) -> impl Iterator<Item = PackageId> {
        let from = self.seen.partition_point(|&(of, _)| of < file);
        self.seen[from..]
            .iter()
            .take_while(move |&&(of, _)| of == file)
            .map(|&(_, package)| package)
    }

    /// Whether two files see each other's names. (That all of a project does says nothing.)
    pub(crate) fn share(&self, one: FileId, other: FileId) -> bool {
        let is_narrow = |package: &PackageId| !self.whole_projects.contains(package);
        let has = |package| self.members.binary_search(&(package, other)).is_ok();
        self.seen_by(one).filter(is_narrow).any(has)
    }

    /// The files whose names a file uses without importing them.
    pub(crate) fn implied(&self, from: FileId, facts: &Facts) -> Vec<FileId> {
        let mut found = Vec::new();
        let family = facts.file(from).family;
        let whole_project = matches!(family, Some(Family::Ruby | Family::Elixir));
        let from_test = is_test(from, facts);
        for used in facts.uses_of(from) {
            let mut meant: Vec<FileId> = self
                .seen_by(from)
                .flat_map(|package| self.defining(package, used.name))
                .filter(|&file| from_test || !is_test(file, facts))
                .collect();
            if meant.contains(&from) {
                continue;
            }
            if whole_project {
                narrow_by_file_name(&mut meant, used.name, facts);
            }
            if meant.len() <= MOST_MEANT {
                found.append(&mut meant);
            }
        }
        found.sort_unstable();
        found.dedup();
        found
    }
}

fn is_test(file: FileId, facts: &Facts) -> bool {
    facts.file(file).class == FileClass::Test
}

/// Where some of several files are called as the constant is, only those: so autoloaders find it.
fn narrow_by_file_name(meant: &mut Vec<FileId>, name: NameId, facts: &Facts) {
    if meant.len() > 1 {
        let as_named = |file: &FileId| {
            let path_stem = stem(facts.tree.path(*file)).replace('_', "");
            path_stem.eq_ignore_ascii_case(facts.names.text(name))
        };
        let named: Vec<FileId> = meant.iter().copied().filter(as_named).collect();
        if !named.is_empty() {
            *meant = named;
        }
    }
}

/// Whether others can use it by its bare name.
fn is_shared(fact: &Fact, facts: &Facts) -> bool {
    use SymbolKind::{Constructor, Extension, Member, Method, Module};
    let is_member = matches!(fact.kind, Constructor | Extension | Member | Method | Module);
    !is_member && !fact.inner && facts.around(fact).all(|outer| outer.kind == Module)
}

fn full_name(scope: &str, fact: &Fact, facts: &Facts) -> String {
    let mut parts = vec![dotted(facts.names.text(fact.name))];
    parts.extend(facts.around(fact).map(|outer| dotted(facts.names.text(outer.name))));
    if !scope.is_empty() {
        parts.push(scope.to_owned());
    }
    parts.reverse();
    parts.join(".")
}

/// A qualified name of any language with dots.
pub(crate) fn dotted(name: &str) -> String {
    name.replace("::", ".").replace('\\', ".").trim_matches('.').to_owned()
}
