//! Modules of Rust: from the root of each crate along `mod` declarations (`#[path]` included), so that a path
//! of `use` is walked as the compiler walks it. What a path ends with below the last module is an item of it.

mod crates;

use super::{Ask, Resolution, Rules, expand};
use crate::project::FileId;
use crate::project::facts::{Facts, ImportFact};
use crate::project::family::Family;
use crate::project::manifest::Manifests;
use crate::project::tree::{Tree, file_name, join, parent, stem};
use crates::{Crate, CrateId, find_crates, with_dependencies};
use std::collections::BTreeMap;

pub(super) struct Rust<'p> {
    tree: &'p Tree,
    crates: Vec<Crate>,
    /// The file of each module; the root's name is empty.
    modules: BTreeMap<(CrateId, String), FileId>,
    /// Which module each file is; the first that was found.
    homes: BTreeMap<FileId, (CrateId, String)>,
}

impl<'p> Rust<'p> {
    pub(super) fn new(facts: &'p Facts, manifests: &Manifests) -> Self {
        let crates = with_dependencies(find_crates(&facts.tree, manifests), manifests);
        let mut rust =
            Self { tree: &facts.tree, crates, modules: BTreeMap::new(), homes: BTreeMap::new() };
        for at in 0..rust.crates.len() {
            rust.walk(at, rust.crates[at].root, "", true, facts);
        }
        rust.adopt(facts);
        rust
    }

    /// Files whose declaration is not seen (it stands in a macro) are modules by their place.
    fn adopt(&mut self, facts: &Facts) {
        let is_rust = |file: &FileId| facts.file(*file).family == Some(Family::Rust);
        let mut files: Vec<FileId> = facts.tree.ids().filter(is_rust).collect();
        // What lies around something comes before it.
        files.sort_by_key(|&file| {
            let path = facts.tree.path(file);
            path.matches('/').count() - usize::from(path.ends_with("/mod.rs"))
        });
        for file in files {
            let path = facts.tree.path(file);
            if self.homes.contains_key(&file) {
                continue;
            }
            let is_folder = file_name(path) == "mod.rs";
            let place =
                if is_folder { parent(path) } else { path.strip_suffix(".rs").unwrap_or(path) };
            let around = parent(place);
            let outer = self
                .tree
                .find_with(around, &[".rs", "/mod.rs", "/lib.rs", "/main.rs"])
                .and_then(|outer| self.homes.get(&outer))
                .cloned();
            if let Some((of, module)) = outer.filter(|_| !around.is_empty()) {
                self.walk(of, file, &child(&module, file_name(place)), is_folder, facts);
            }
        }
    }

    /// Follows `mod` declarations from a module on.
    fn walk(&mut self, of: CrateId, file: FileId, module: &str, owns_folder: bool, facts: &Facts) {
        let mut open = vec![(file, module.to_owned(), owns_folder)];
        while let Some((file, module, owns_folder)) = open.pop() {
            if self.modules.contains_key(&(of, module.clone())) {
                continue;
            }
            self.modules.insert((of, module.clone()), file);
            self.homes.entry(file).or_insert((of, module.clone()));
            for import in &facts.imports[facts.imports_of(file)] {
                let below =
                    import.within.iter().fold(module.clone(), |outer, inner| child(&outer, inner));
                for depth in 1..=import.within.len() {
                    let inline = import.within[..depth]
                        .iter()
                        .fold(module.clone(), |outer, inner| child(&outer, inner));
                    self.modules.entry((of, inline)).or_insert(file);
                }
                if let Some((name, file, owns)) = self.declared(file, owns_folder, import, facts) {
                    open.push((file, child(&below, &name), owns));
                }
            }
        }
    }

    /// The name and file of a `mod name;`, and whether its children lie beside it.
    fn declared(
        &self,
        file: FileId,
        owns_folder: bool,
        import: &ImportFact,
        facts: &Facts,
    ) -> Option<(String, FileId, bool)> {
        let path = self.tree.path(file);
        if let Some(stated) = stated_path(import) {
            let beside = join(parent(path), stated)?;
            let name = facts.imports[facts.imports_of(file)].iter().find(|other| {
                other.lines.last == import.lines.last && stated_path(other).is_none()
            });
            let name = name.map_or_else(|| stem(stated).to_owned(), |other| other.path.to_string());
            return Some((name, self.tree.find(&beside)?, true));
        }
        let name = import.path.strip_prefix("r#").unwrap_or(&import.path);
        let is_name = !name.is_empty() && name.chars().all(|c| c.is_alphanumeric() || c == '_');
        if !is_name {
            return None;
        }
        let folder = children_folder(path, owns_folder);
        let folder = import.within.iter().try_fold(folder, |outer, inner| join(&outer, inner))?;
        let place = join(&folder, name)?;
        let plain = self.tree.find(&format!("{place}.rs")).map(|file| (file, false));
        let (file, owns) =
            plain.or_else(|| Some((self.tree.find(&format!("{place}/mod.rs"))?, true)))?;
        Some((name.to_owned(), file, owns))
    }

    /// Where a path leads that begins in a module.
    fn walk_path(&self, of: CrateId, module: &str, rest: &[&str]) -> Option<FileId> {
        let mut at = module.to_owned();
        let mut file = *self.modules.get(&(of, at.clone()))?;
        for &name in rest {
            at = child(&at, name);
            match self.modules.get(&(of, at.clone())) {
                Some(&deeper) => file = deeper,
                None => break,
            }
        }
        Some(file)
    }

    fn one(&self, path: &str, ask: &Ask<'_>) -> Resolution {
        let parts: Vec<&str> =
            path.split("::").map(|part| part.trim().trim_start_matches("r#")).collect();
        let Some((of, home)) = self.homes.get(&ask.from) else {
            return self.outside_of_crates(&parts, ask);
        };
        let mut here = home.clone();
        for inner in &ask.import.within {
            here = child(&here, inner);
        }
        let found = match parts[..] {
            ["crate" | "$crate", ref rest @ ..] => self.walk_path(*of, "", rest),
            ["self", ref rest @ ..] => self.walk_path(*of, &here, rest),
            ["super", ..] => {
                let up = parts.iter().take_while(|part| **part == "super").count();
                let module = (0..up).fold(here.as_str(), |module, _| {
                    module.rsplit_once("::").map_or("", |(outer, _)| outer)
                });
                self.walk_path(*of, module, &parts[up..])
            }
            ["", first, ref rest @ ..] => return self.extern_crate(*of, first, rest),
            [first, ref rest @ ..] => {
                let is_module = self.modules.contains_key(&(*of, child(&here, first)));
                if !is_module {
                    return self.extern_crate(*of, first, rest);
                }
                self.walk_path(*of, &child(&here, first), rest)
            }
            [] => None,
        };
        Resolution::of(found)
    }

    fn extern_crate(&self, of: CrateId, name: &str, rest: &[&str]) -> Resolution {
        match self.crates[of].seen.get(name) {
            Some(&other) => Resolution::of(self.walk_path(other, "", rest)),
            None => Resolution::External,
        }
    }

    /// A file that no crate reaches: relative to its own folder.
    fn outside_of_crates(&self, parts: &[&str], ask: &Ask<'_>) -> Resolution {
        match parts {
            ["self" | "super", ..] if !ask.import.within.is_empty() => Resolution::of([ask.from]),
            ["crate" | "self" | "super", ..] => Resolution::Unresolved,
            [name] => {
                let place = join(ask.folder, name);
                Resolution::of(
                    place.and_then(|place| self.tree.find_with(&place, &[".rs", "/mod.rs"])),
                )
                .or_external(false)
            }
            _ => Resolution::External,
        }
    }
}

impl Rules for Rust<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        if let Some(stated) = stated_path(ask.import) {
            let place = join(ask.folder, stated);
            return Resolution::of(place.and_then(|place| self.tree.find(&place)));
        }
        let whole: Vec<String> = expand(ask.path(), "::");
        Resolution::merge(whole.iter().map(|path| self.one(path, ask)))
    }
}

/// `#[path = "x.rs"]`.
fn stated_path(import: &ImportFact) -> Option<&str> {
    Some(&*import.path).filter(|path| path.ends_with(".rs") || path.contains('/'))
}

fn child(module: &str, name: &str) -> String {
    if module.is_empty() { name.to_owned() } else { format!("{module}::{name}") }
}

/// Where the modules that a file declares lie.
fn children_folder(path: &str, owns_folder: bool) -> String {
    if owns_folder || file_name(path) == "mod.rs" {
        parent(path).to_owned()
    } else {
        path.strip_suffix(".rs").unwrap_or(path).to_owned()
    }
}
