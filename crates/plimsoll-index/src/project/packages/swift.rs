//! A Swift module is a target: a folder below `Sources` or `Tests`, or where `Package.swift` says. Without a
//! package the project is one module.

use crate::project::manifest::{Manifests, all_named};
use crate::project::tree::{Tree, join};

const FOLDERS: &[&str] = &["Sources", "Source", "src", "srcs", "Tests", "Plugins"];

/// Which target each path belongs to.
#[derive(Debug)]
pub(super) struct Targets {
    /// Folder and name; the longest folder first.
    stated: Vec<(String, String)>,
    has_package: bool,
}

impl Targets {
    pub(super) fn new(tree: &Tree, manifests: &Manifests) -> Self {
        let mut stated: Vec<(String, String)> = all_named(manifests, "Package.swift")
            .flat_map(|(folder, text)| stated_targets(folder, text))
            .filter(|(folder, _)| tree.has_folder(folder))
            .collect();
        stated.sort_by(|a, b| b.0.len().cmp(&a.0.len()).then_with(|| a.cmp(b)));
        let has_package = tree.named("Package.swift").next().is_some();
        Self { stated, has_package }
    }

    pub(super) fn of<'a>(&'a self, path: &'a str) -> &'a str {
        let below = |folder: &str| {
            path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/')) || folder.is_empty()
        };
        let stated = self.stated.iter().find(|(folder, _)| below(folder));
        if let Some((_, name)) = stated {
            return name;
        }
        let mut parts = path.split('/');
        let by_folder = parts.find(|part| FOLDERS.contains(part)).and_then(|_| parts.next());
        by_folder.filter(|name| self.has_package && !name.contains('.')).unwrap_or("")
    }
}

/// `.target(name: "A", path: "B")` in a manifest, as far as literals say it.
fn stated_targets(folder: &str, text: &str) -> Vec<(String, String)> {
    let kinds = [".target(", ".testTarget(", ".executableTarget(", ".macro(", ".plugin("];
    let starts =
        kinds.iter().flat_map(|kind| text.match_indices(kind).map(|(at, it)| at + it.len()));
    let value = |declared: &str, key: &str| {
        let (_, rest) = declared.split_once(key)?;
        rest.split('"').nth(1).map(ToOwned::to_owned)
    };
    let mut targets: Vec<(String, String)> = starts
        .filter_map(|at| {
            let rest = &text[at..];
            let end = kinds.iter().filter_map(|kind| rest.find(kind)).min().unwrap_or(rest.len());
            let declared = &rest[..end];
            let name = value(declared, "name:")?;
            Some((join(folder, &value(declared, " path:")?)?, name))
        })
        .collect();
    targets.sort();
    targets
}
