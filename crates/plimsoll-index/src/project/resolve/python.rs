//! Modules of Python. Relative imports go by packages; absolute ones by the folders that would be on the path:
//! the one that holds the file's outermost package, those of manifests and their `src`, the root, `src`, and
//! the file's own. A package may have no `__init__`.

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::manifest::Manifests;
use crate::project::tree::{Tree, file_name, join, parent, upward};

const MODULE: &[&str] = &[".py", "/__init__.py", ".pyi", "/__init__.pyi", ".pyx", ".pxd"];

pub(super) struct Python<'p> {
    tree: &'p Tree,
    /// Folders from which the project's packages are imported.
    roots: Vec<String>,
}

impl<'p> Python<'p> {
    pub(super) fn new(tree: &'p Tree, manifests: &Manifests) -> Self {
        let stated = manifests
            .texts
            .keys()
            .filter(|path| matches!(file_name(path), "pyproject.toml" | "setup.cfg"));
        let folders = stated.map(|path| parent(path));
        let scripts = tree.named("setup.py").map(|file| parent(tree.path(file)));
        let mut folders: Vec<&str> = folders.chain(scripts).chain([""]).collect();
        folders.sort_unstable();
        folders.dedup();
        let inner = ["src", "lib", "python", ""];
        let roots = folders.iter().flat_map(|folder| inner.map(|inner| join(folder, inner)));
        let mut roots: Vec<String> = roots.flatten().filter(|root| tree.has_folder(root)).collect();
        roots.dedup();
        Self { tree, roots }
    }

    /// The folder that holds the outermost package around a folder.
    fn own_root<'f>(&self, folder: &'f str) -> &'f str {
        let is_package = |folder: &&str| {
            !folder.is_empty()
                && self.tree.find_with(folder, &["/__init__.py", "/__init__.pyi"]).is_some()
        };
        upward(folder).take_while(is_package).last().map_or(folder, parent)
    }

    /// What `module` means below a root: a file, or a folder that is a package without `__init__`.
    fn at(&self, root: &str, module: &str) -> Option<Module> {
        let path = join(root, &module.replace('.', "/"))?;
        let file = (path != root && !path.is_empty())
            .then(|| self.tree.find_with(&path, MODULE))
            .flatten()
            .or_else(|| self.tree.find_with(&path, &["/__init__.py", "/__init__.pyi"]));
        (file.is_some() || self.tree.has_folder(&path)).then_some(Module { path, file })
    }

    /// The files that are meant when names are taken from a module.
    fn taken(&self, module: &Module, ask: &Ask<'_>) -> Resolution {
        let names: Vec<&str> = ask.names().filter(|name| *name != "*").collect();
        let submodule = |name: &str| {
            let is_package = module
                .file
                .is_none_or(|file| file_name(self.tree.path(file)).starts_with("__init__."));
            let path = is_package.then(|| join(&module.path, name))??;
            self.tree.find_with(&path, MODULE)
        };
        let each: Vec<Option<FileId>> =
            names.iter().map(|name| submodule(name).or(module.file)).collect();
        if each.is_empty() {
            return Resolution::of(module.file);
        }
        Resolution::of(each.into_iter().flatten())
    }

    fn absolute(&self, module: &str, ask: &Ask<'_>) -> Resolution {
        let own = self.own_root(ask.folder);
        let roots = std::iter::once(own).chain(self.roots.iter().map(String::as_str));
        let mut found = Resolution::Unresolved;
        for root in roots.chain([ask.folder]) {
            if let Some(module) = self.at(root, module) {
                found = self.taken(&module, ask);
                if found != Resolution::Unresolved && found.files() != [ask.from] {
                    return found;
                }
            }
        }
        let top = module.split('.').next().unwrap_or(module);
        let is_top = |root: &str| self.at(root, top).is_some_and(|top| top.file.is_some());
        let is_ours = is_top(own) || self.roots.iter().any(|root| is_top(root));
        found.or_external(is_ours)
    }

    fn relative(&self, written: &str, ask: &Ask<'_>) -> Resolution {
        let module = written.trim_start_matches('.');
        let up = written.len() - module.len();
        let Some(package) = upward(ask.folder).nth(up - 1) else { return Resolution::Unresolved };
        match self.at(package, module) {
            Some(module) => self.taken(&module, ask),
            None => Resolution::Unresolved,
        }
    }
}

/// Where a module lies, without extension, and its file if it has one.
struct Module {
    path: String,
    file: Option<FileId>,
}

impl Rules for Python<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let module: String = super::without_alias(ask.path()).split_whitespace().collect();
        if module.starts_with('.') {
            self.relative(&module, ask)
        } else {
            self.absolute(&module, ask)
        }
    }
}
