//! Files that see each other's names without importing them: a Go folder, a Java package, a C# namespace, a
//! Swift target; in Ruby and Elixir the whole project. And what each name is called in full.

mod gather;
mod swift;

use super::FileId;
use super::facts::Facts;
use super::family::Family;
use super::names::NameId;
use super::tree::{parent, stem};
use std::collections::BTreeMap;

/// A name that more files than this could mean says nothing about any of them.
const MOST_MEANT: usize = 3;

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct PackageId(u32);

#[derive(Debug, Default)]
pub(crate) struct Packages {
    ids: BTreeMap<(Family, String), PackageId>,
    /// By number.
    names: Vec<String>,
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
    pub(crate) fn find(&self, family: Family, name: &str) -> Option<PackageId> {
        let id = *self.ids.get(&(family, name.to_owned()))?;
        self.members_of(id).next().map(|_| id)
    }

    /// Whether something lies in a package or in one below it.
    pub(crate) fn has_prefix(&self, family: Family, prefix: &str) -> bool {
        self.below(family, prefix).next().is_some()
    }

    pub(crate) fn members_of(&self, package: PackageId) -> impl Iterator<Item = FileId> {
        let from = self.members.partition_point(|&(of, _)| of < package);
        let of = move |entry: &&(PackageId, FileId)| entry.0 == package;
        self.members[from..].iter().take_while(of).map(|&(_, file)| file)
    }

    /// What lies below a full name: full names and their files.
    pub(crate) fn below(
        &self,
        family: Family,
        prefix: &str,
    ) -> impl Iterator<Item = (&str, FileId)> + use<'_> {
        let below = format!("{prefix}.");
        let from = self.full.partition_point(|(of, name, _)| (*of, &**name) < (family, &*below));
        let is_below = move |entry: &&(Family, String, FileId)| {
            entry.0 == family && entry.1.starts_with(&below)
        };
        self.full[from..].iter().take_while(is_below).map(|(_, name, file)| (name.as_str(), *file))
    }

    /// The packages whose names a file sees, the longest name first.
    pub(crate) fn names_seen_by(&self, file: FileId) -> Vec<&str> {
        let seen = self.seen_by(file);
        let mut names: Vec<&str> = seen.map(|id| self.names[id.0 as usize].as_str()).collect();
        names.sort_unstable_by_key(|name| (std::cmp::Reverse(name.len()), *name));
        names
    }

    /// The files with something of this full name.
    pub(crate) fn with_full_name(&self, family: Family, name: &str) -> Vec<FileId> {
        let from = self.full.partition_point(|(of, known, _)| (*of, &**known) < (family, name));
        let same = |entry: &&(Family, String, FileId)| entry.0 == family && entry.1 == name;
        self.full[from..].iter().take_while(same).map(|entry| entry.2).collect()
    }

    /// What a file needs of a package that it imports as a whole: what it names of it. Where it names nothing
    /// (extensions; names that are only passed on), a small package is meant, and of a large one nobody knows.
    pub(crate) fn meant_by(&self, package: PackageId, from: FileId, facts: &Facts) -> Vec<FileId> {
        let named = self.named_by(package, from, facts);
        if !named.is_empty() {
            return named;
        }
        let others = self.members_of(package).filter(|&file| file != from && !facts.is_test(file));
        let others: Vec<FileId> = others.take(MOST_MEANT + 1).collect();
        if others.len() <= MOST_MEANT { others } else { Vec::new() }
    }

    /// The files of a package that define something that a file names. What tests define only tests see.
    pub(crate) fn named_by(&self, package: PackageId, from: FileId, facts: &Facts) -> Vec<FileId> {
        let uses = facts.uses_of(from).iter();
        let mut files: Vec<FileId> =
            uses.flat_map(|used| self.defining(package, used.name)).collect();
        files.sort_unstable();
        files.dedup();
        let from_test = facts.is_test(from);
        files.retain(|&file| file != from && (from_test || !facts.is_test(file)));
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
        let whole_project = family.is_some_and(Family::is_one_package);
        let from_test = facts.is_test(from);
        let seen: Vec<PackageId> = self.seen_by(from).collect();
        let uses = if seen.is_empty() { &[] } else { facts.uses_of(from) };
        for used in uses {
            let mut meant: Vec<FileId> = seen
                .iter()
                .flat_map(|&package| self.defining(package, used.name))
                .filter(|&file| from_test || !facts.is_test(file))
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

/// A qualified name of any language with dots.
pub(crate) fn dotted(name: &str) -> String {
    name.replace("::", ".").replace('\\', ".").trim_matches('.').to_owned()
}
