//! Import paths of Go: the longest module path of a `go.mod` that begins them (what `go.mod` and `go.work` replace
//! included; every module of the project is known, whether `go.work` uses it or not), then `vendor` folders, then
//! `src` folders as before modules. A package is all files of its folder without tests.

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::manifest::{Manifests, all_named};
use crate::project::tree::{Tree, join, upward};

pub(super) struct Go<'p> {
    tree: &'p Tree,
    /// Module path and folder; the longest path first, then by folder.
    modules: Vec<(String, String)>,
}

impl<'p> Go<'p> {
    pub(super) fn new(tree: &'p Tree, manifests: &Manifests) -> Self {
        let mut modules = Vec::new();
        let workspaces = all_named(manifests, "go.work");
        for (folder, text) in all_named(manifests, "go.mod").chain(workspaces) {
            modules.extend(module_path(text).map(|path| (path.to_owned(), folder.to_owned())));
            modules.extend(
                replacements(text)
                    .filter_map(|(path, to)| Some((path.to_owned(), join(folder, to)?))),
            );
        }
        modules.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        modules.dedup();
        Self { tree, modules }
    }

    fn package(&self, folder: &str) -> Option<Vec<FileId>> {
        let is_source = |file: &FileId| {
            let path = self.tree.path(*file);
            path.ends_with(".go") && !path.ends_with("_test.go")
        };
        let files: Vec<FileId> = self.tree.in_folder(folder).filter(is_source).collect();
        (!files.is_empty()).then_some(files)
    }

    /// The folders that a path may mean by the modules of this project.
    fn in_modules(&self, path: &str) -> impl Iterator<Item = String> {
        self.modules.iter().filter_map(move |(module, folder)| {
            let rest = match module.as_str() {
                // The standard library's own paths have no prefix.
                "std" => path,
                module => {
                    path.strip_prefix(module).filter(|r| r.is_empty() || r.starts_with('/'))?
                }
            };
            join(folder, rest)
        })
    }
}

impl Rules for Go<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let path = ask.path();
        if path == "C" || path == "unsafe" {
            return Resolution::External;
        }
        if path.starts_with("./") || path.starts_with("../") {
            let Some(at) = join(ask.folder, path) else { return Resolution::Unresolved };
            let file = || self.tree.find(&format!("{at}.go")).map(|file| vec![file]);
            return Resolution::of(self.package(&at).or_else(file).into_iter().flatten());
        }
        let vendored =
            upward(ask.folder).filter_map(|folder| join(folder, &format!("vendor/{path}")));
        let gopath = upward(ask.folder)
            .filter(|folder| *folder == "src" || folder.ends_with("/src"))
            .filter_map(|folder| join(folder, path));
        let found =
            self.in_modules(path).chain(vendored).chain(gopath).find_map(|at| self.package(&at));
        let is_ours = self.modules.iter().any(|(module, _)| {
            path.strip_prefix(module.as_str())
                .is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
        });
        Resolution::of(found.into_iter().flatten()).or_external(is_ours)
    }
}

fn module_path(text: &str) -> Option<&str> {
    let line = text.lines().find_map(|line| line.trim().strip_prefix("module "))?;
    line.split_whitespace().next().map(|path| path.trim_matches('"'))
}

/// `replace a => ./b`, alone or in a block.
fn replacements(text: &str) -> impl Iterator<Item = (&str, &str)> {
    text.lines().filter_map(|line| {
        let (from, to) = line.trim().split_once("=>")?;
        let from = from.trim().trim_start_matches("replace ").split_whitespace().next()?;
        let to = to.split_whitespace().next()?;
        (to.starts_with("./") || to.starts_with("../")).then_some((from, to))
    })
}
