//! Where imports lead, by the rules of each family of languages; one file each.

mod bash;
mod c;
mod csharp;
mod ecma;
mod elixir;
mod go;
mod jvm;
mod lua;
mod php;
mod python;
mod ruby;
mod rust;
mod swift;
#[cfg(test)]
mod tests;

use super::FileId;
use super::facts::{Facts, ImportFact};
use super::family::Family;
use super::manifest::Manifests;
use super::packages::Packages;
use super::tree::{Tree, parent};

/// Where an import leads.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Resolution {
    /// To files of this project, by path. Several where it is a package, or where it cannot be told which;
    /// none where it is a namespace of ours of which the file uses nothing by name.
    Files(Vec<FileId>),
    /// To something that is not of this project.
    External,
    /// To something that this project should have and has not.
    Unresolved,
}

impl Resolution {
    pub fn files(&self) -> &[FileId] {
        match self {
            Self::Files(files) => files,
            Self::External | Self::Unresolved => &[],
        }
    }

    /// Sorted, without doubles; unresolved where there are none.
    pub(crate) fn of(files: impl IntoIterator<Item = FileId>) -> Self {
        let mut files: Vec<FileId> = files.into_iter().collect();
        files.sort_unstable();
        files.dedup();
        if files.is_empty() { Self::Unresolved } else { Self::Files(files) }
    }

    /// Of an import that names several things: all files; without any, unresolved if a part is, then nothing
    /// of ours, and external if all of it is.
    fn merge(parts: impl IntoIterator<Item = Self>) -> Self {
        let (mut files, mut ours, mut external, mut unresolved) = (Vec::new(), false, false, false);
        for part in parts {
            match part {
                Self::Files(mut more) => {
                    ours = true;
                    files.append(&mut more);
                }
                Self::External => external = true,
                Self::Unresolved => unresolved = true,
            }
        }
        match (files.is_empty() && !unresolved, ours, external) {
            (true, true, _) => Self::Files(files),
            (true, false, true) => Self::External,
            _ => Self::of(files),
        }
    }

    /// As it is, or external where this project has nothing of the kind.
    fn or_external(self, is_ours: bool) -> Self {
        if self == Self::Unresolved && !is_ours { Self::External } else { self }
    }
}

/// One import of one file.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Ask<'a> {
    pub(crate) from: FileId,
    /// The folder of the file.
    pub(crate) folder: &'a str,
    pub(crate) import: &'a ImportFact,
}

impl<'a> Ask<'a> {
    fn path(&self) -> &'a str {
        &self.import.path
    }

    /// The imported names, without what they are called here.
    fn names(&self) -> impl Iterator<Item = &'a str> {
        self.import.names.iter().map(|name| without_alias(name))
    }
}

/// `a as b`, `a => b` and `b = a` are all `a`.
fn without_alias(name: &str) -> &str {
    let name = name.split(" as ").next().unwrap_or(name);
    let name = name.split("=>").next().unwrap_or(name);
    name.rsplit_once('=').map_or(name, |(_, name)| name).trim()
}

/// `a.{b, c.{d}}` as `a.b`, `a.c.d`, with any separator. Aliases and spaces are left out.
fn expand(path: &str, separator: &str) -> Vec<String> {
    let mut out = Vec::new();
    expand_into("", path, separator, 0, &mut out);
    out
}

/// Nobody nests deeper, and a hostile text costs no more.
const DEEPEST: usize = 8;
const MOST_EXPANDED: usize = 1_000;

fn expand_into(prefix: &str, path: &str, separator: &str, depth: usize, out: &mut Vec<String>) {
    if out.len() >= MOST_EXPANDED || depth > DEEPEST {
        return;
    }
    let joined = |tail: &str| match (prefix.is_empty(), tail.is_empty()) {
        (true, _) => tail.to_owned(),
        (_, true) => prefix.to_owned(),
        _ => format!("{prefix}{separator}{tail}"),
    };
    match path.split_once('{') {
        None => out.push(joined(without_alias(path))),
        Some((head, group)) => {
            let head: String = head.split_whitespace().collect();
            let head = joined(head.trim_end_matches(separator));
            let group = group.rsplit_once('}').map_or(group, |(inside, _)| inside);
            for part in split_outside_braces(group) {
                expand_into(&head, part.trim(), separator, depth + 1, out);
            }
        }
    }
}

fn split_outside_braces(list: &str) -> Vec<&str> {
    let (mut parts, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, c) in list.char_indices() {
        match c {
            '{' => depth += 1,
            '}' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                parts.push(&list[start..at]);
                start = at + 1;
            }
            _ => {}
        }
    }
    parts.push(&list[start..]);
    parts.retain(|part| !part.trim().is_empty());
    parts
}

/// The rules of a family, with what they know of this project.
trait Rules {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution;
}

pub(crate) struct Resolvers<'p> {
    facts: &'p Facts,
    packages: &'p Packages,
    manifests: &'p Manifests,
}

impl<'p> Resolvers<'p> {
    pub(crate) fn new(facts: &'p Facts, packages: &'p Packages, manifests: &'p Manifests) -> Self {
        Self { facts, packages, manifests }
    }

    /// Of every import, in the order of imports.
    pub(crate) fn resolve_all(&self) -> Vec<Resolution> {
        let mut all = vec![Resolution::Unresolved; self.facts.imports.len()];
        let mut families: Vec<Family> =
            self.facts.files.iter().filter_map(|file| file.family).collect();
        families.sort_unstable();
        families.dedup();
        for family in families {
            let rules = self.rules(family);
            for file in self.facts.tree.ids() {
                if self.facts.file(file).family == Some(family) {
                    self.resolve_file(file, &*rules, &mut all);
                }
            }
        }
        all
    }

    fn resolve_file(&self, file: FileId, rules: &dyn Rules, all: &mut [Resolution]) {
        let folder = parent(self.facts.tree.path(file));
        for at in self.facts.imports_of(file) {
            let ask = Ask { from: file, folder, import: &self.facts.imports[at] };
            all[at] = rules.resolve(&ask);
        }
    }

    fn rules(&self, family: Family) -> Box<dyn Rules + 'p> {
        let Self { facts, packages, manifests } = *self;
        let tree: &'p Tree = &facts.tree;
        match family {
            Family::Bash => Box::new(bash::Bash { tree }),
            Family::C => Box::new(c::C::new(facts)),
            Family::CSharp => Box::new(csharp::CSharp { facts, packages }),
            Family::Ecma => Box::new(ecma::Ecma::new(tree, manifests)),
            Family::Elixir => Box::new(elixir::Elixir { facts, packages }),
            Family::Go => Box::new(go::Go::new(tree, manifests)),
            Family::Jvm => Box::new(jvm::Jvm { facts, packages }),
            Family::Lua => Box::new(lua::Lua { tree }),
            Family::Php => Box::new(php::Php::new(facts, packages, manifests)),
            Family::Python => Box::new(python::Python::new(tree, manifests)),
            Family::Ruby => Box::new(ruby::Ruby::new(facts, packages)),
            Family::Rust => Box::new(rust::Rust::new(facts, manifests)),
            Family::Swift => Box::new(swift::Swift { facts, packages }),
        }
    }
}
