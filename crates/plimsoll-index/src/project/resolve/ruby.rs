//! `require_relative` beside the file; `require` from the load path: the `lib` of the file's own gem first,
//! then every other `lib`, `app/*` and test folder. Constants that nobody requires are found by name, as an
//! autoloader would (`packages.rs`).

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::facts::Facts;
use crate::project::family::Family;
use crate::project::names::last_name;
use crate::project::packages::{Packages, dotted};
use crate::project::tree::{Tree, join, parent, upward};

const ROOTS: &[&str] = &["lib", "app", "test", "spec", "ext", "src", ""];
const ENDINGS: &[&str] = &[".rb", ""];

pub(super) struct Ruby<'p> {
    tree: &'p Tree,
    facts: &'p Facts,
    packages: &'p Packages,
}

impl<'p> Ruby<'p> {
    pub(super) fn new(facts: &'p Facts, packages: &'p Packages) -> Self {
        Self { tree: &facts.tree, facts, packages }
    }

    fn beside(&self, ask: &Ask<'_>) -> Option<FileId> {
        self.tree.find_with(&join(ask.folder, ask.path())?, ENDINGS)
    }

    fn on_load_path(&self, ask: &Ask<'_>) -> Option<FileId> {
        upward(ask.folder)
            .flat_map(|folder| ROOTS.iter().filter_map(move |root| join(folder, root)))
            .filter_map(|root| join(&root, ask.path()))
            .find_map(|path| self.tree.find_with(&path, ENDINGS))
    }

    /// In the `lib` of another gem of this project.
    fn in_other_gems(&self, path: &str) -> Vec<FileId> {
        let ending = format!("lib/{}.rb", path.trim_end_matches(".rb"));
        self.tree.ending_with(&ending)
    }
}

impl Ruby<'_> {
    /// A constant that is mixed in: by the modules around it, the innermost first; then by its last name, as an
    /// autoloader finds it.
    fn constant(&self, ask: &Ask<'_>) -> Resolution {
        let name = dotted(ask.path());
        let around = &ask.import.within;
        let scopes = (0..=around.len()).rev().map(|depth| dotted(&around[..depth].join(".")));
        let names = scopes.map(|scope| format!("{scope}.{name}"));
        let full = names.map(|name| name.trim_start_matches('.').to_owned());
        let found = full
            .map(|full| self.packages.with_full_name(Family::Ruby, &full))
            .find(|files| !files.is_empty());
        let files = found
            .unwrap_or_else(|| self.packages.loaded_by_name(last_name(ask.path()), self.facts));
        Resolution::of(files).or_external(false)
    }
}

impl Rules for Ruby<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path();
        if path.trim_start_matches(':').starts_with(char::is_uppercase) {
            return self.constant(ask);
        }
        let is_relative =
            path.starts_with('.') || ask.names().any(|name| name == "require_relative");
        if is_relative {
            return Resolution::of(self.beside(ask));
        }
        let found = self.on_load_path(ask).or_else(|| self.beside(ask));
        if let Some(file) = found.filter(|&file| file != ask.from) {
            return Resolution::of([file]);
        }
        let files = self.in_other_gems(path);
        let top = path.split('/').next().unwrap_or(path);
        let own_library = |folder| join(folder, "lib").and_then(|lib| join(&lib, top));
        let is_ours = path.contains('/')
            && upward(parent(self.tree.path(ask.from)))
                .filter_map(own_library)
                .any(|folder| self.tree.has_folder(&folder));
        Resolution::of(files).or_external(is_ours)
    }
}
