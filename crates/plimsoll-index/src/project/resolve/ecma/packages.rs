//! The packages of a project: `package.json` with `exports`, `imports`, `main` and `types`; workspaces.
//!
//! What a manifest names is often what a build makes (`lib/index.js`) of what is there (`src/index.ts`), so the
//! source is looked for in its place.

use super::Files;
use crate::project::FileId;
use crate::project::manifest::{Manifests, all_named, json};
use crate::project::tree::{join, upward};
use serde_json::Value;
use std::collections::BTreeMap;

/// Folders of what is built.
const BUILT: &[&str] =
    &["dist", "lib", "build", "out", "esm", "cjs", "es", "module", "types", "umd", "output"];
/// Conditions of `exports`, those that lead to sources and types first.
const CONDITIONS: &[&str] = &[
    "source",
    "development",
    "types",
    "typescript",
    "import",
    "module",
    "node",
    "browser",
    "require",
    "default",
];
/// `exports` are nested by conditions; nobody nests deeper.
const DEEPEST: usize = 8;

#[derive(Debug)]
pub(super) struct NodePackage {
    folder: String,
    manifest: Value,
}

#[derive(Debug, Default)]
pub(super) struct NodePackages {
    /// By folder.
    all: BTreeMap<String, NodePackage>,
    /// Folders by name.
    by_name: BTreeMap<String, Vec<String>>,
}

impl NodePackages {
    pub(super) fn new(manifests: &Manifests) -> Self {
        let read = |(folder, text): (&str, &str)| {
            let manifest = json(text).filter(Value::is_object)?;
            Some((folder.to_owned(), NodePackage { folder: folder.to_owned(), manifest }))
        };
        let all: BTreeMap<String, NodePackage> =
            all_named(manifests, "package.json").filter_map(read).collect();
        let mut by_name: BTreeMap<String, Vec<String>> = BTreeMap::new();
        for package in all.values() {
            let name = package.text("name").filter(|_| !package.folder.contains("node_modules"));
            by_name
                .entry(name.unwrap_or_default().to_owned())
                .or_default()
                .push(package.folder.clone());
        }
        // Where a workspace says which packages are its own, others of the same name are samples.
        for folders in by_name.values_mut() {
            let is_member = |folder: &String| {
                join(folder, "package.json").is_some_and(|path| manifests.members.contains(&path))
            };
            if folders.iter().any(is_member) {
                folders.retain(is_member);
            }
        }
        by_name.remove("");
        Self { all, by_name }
    }

    pub(super) fn in_folder(&self, folder: &str) -> Option<&NodePackage> {
        self.all.get(folder)
    }

    /// The package that a folder belongs to.
    pub(super) fn around(&self, folder: &str) -> Option<&NodePackage> {
        upward(folder).find_map(|folder| self.all.get(folder))
    }

    /// The packages of a name, seen from a folder: if one of them lies around it, only that.
    pub(super) fn named<'a>(
        &'a self,
        name: &str,
        from: &str,
    ) -> Option<impl Iterator<Item = &'a NodePackage> + use<'a>> {
        let own = self.around(from).filter(|own| own.text("name") == Some(name));
        let others = self.by_name.get(name).filter(|_| own.is_none());
        let others = others.into_iter().flatten().filter_map(|folder| self.all.get(folder));
        (own.is_some() || self.by_name.contains_key(name)).then(|| own.into_iter().chain(others))
    }
}

impl NodePackage {
    fn text(&self, key: &str) -> Option<&str> {
        self.manifest.get(key).and_then(Value::as_str)
    }

    /// A path below it, as it is written.
    pub(super) fn place(&self, subpath: &str) -> Option<String> {
        join(&self.folder, subpath)
    }

    /// What others get who import `./subpath` (or `.`) of it.
    pub(super) fn entry(&self, subpath: &str, files: &Files<'_>) -> Option<FileId> {
        let exported = self.manifest.get("exports").and_then(|map| mapped(map, subpath));
        if let Some(file) =
            exported.into_iter().flatten().find_map(|path| self.source(&path, files))
        {
            return Some(file);
        }
        if subpath != "." {
            return self
                .source(subpath, files)
                .or_else(|| self.source(&format!("./src/{subpath}"), files));
        }
        let keys = ["source", "types", "typings", "module", "main", "browser"];
        let stated =
            keys.iter().filter_map(|key| self.text(key)).find_map(|path| self.source(path, files));
        let usual = ["src/index", "index", "src/main", "lib/index", "src"];
        stated.or_else(|| usual.iter().find_map(|path| files.at(&join(&self.folder, path)?)))
    }

    /// What its own files get for `#name`.
    pub(super) fn internal(&self, specifier: &str, files: &Files<'_>) -> Option<FileId> {
        let paths = mapped(self.manifest.get("imports")?, specifier)?;
        paths.iter().find_map(|path| self.source(path, files))
    }

    /// What a path of the project below it was built from.
    pub(super) fn built_from(&self, path: &str, files: &Files<'_>) -> Option<FileId> {
        let below = path.strip_prefix(&self.folder)?.trim_start_matches('/');
        self.source(below, files)
    }

    /// A path of the manifest, or what it was built from.
    fn source(&self, path: &str, files: &Files<'_>) -> Option<FileId> {
        let place = join(&self.folder, path)?;
        files.at(&place).filter(|_| place != self.folder).or_else(|| {
            let path = path.trim_start_matches("./");
            let mut rest = path;
            // `dist/esm/x.js` may come from `src/x.ts`, and from `src/esm/x.ts`.
            while let Some((built, below)) = rest.split_once('/') {
                if !BUILT.contains(&built) {
                    return None;
                }
                rest = below;
                let unsuffixed = below.replace(".d.ts", ".js").replace(".min.", ".");
                let places = [format!("src/{unsuffixed}"), unsuffixed];
                let found = places.iter().find_map(|path| {
                    let whole = join(&self.folder, path)?;
                    files.at(&whole).or_else(|| files.at(whole.rsplit_once('.')?.0))
                });
                if found.is_some() {
                    return found;
                }
            }
            None
        })
    }
}

/// What a map of `exports` or `imports` has for a key: by its name, or by the longest pattern with a star.
fn mapped(map: &Value, key: &str) -> Option<Vec<String>> {
    let entries = map.as_object().filter(|map| map.keys().any(|key| key.starts_with(['.', '#'])));
    let Some(entries) = entries else {
        return (key == ".").then(|| conditional(map, 0));
    };
    if let Some(value) = entries.get(key) {
        return Some(conditional(value, 0));
    }
    let matching = entries.iter().filter_map(|(pattern, value)| {
        let (before, after) = pattern
            .split_once('*')
            .or_else(|| Some((pattern.strip_suffix('/').map(|_| pattern.as_str())?, "")))?;
        let star = key.strip_prefix(before)?.strip_suffix(after)?;
        Some((before.len(), star, value, pattern.contains('*')))
    });
    let (_, star, value, has_star) = matching.max_by_key(|(length, ..)| *length)?;
    let fill = |path: String| if has_star { path.replace('*', star) } else { path + star };
    Some(conditional(value, 0).into_iter().map(fill).collect())
}

/// The paths of a target, whatever its conditions, in the order of preference.
fn conditional(value: &Value, depth: usize) -> Vec<String> {
    match value {
        _ if depth > DEEPEST => Vec::new(),
        Value::String(path) => vec![path.clone()],
        Value::Array(all) => all.iter().flat_map(|one| conditional(one, depth + 1)).collect(),
        Value::Object(map) => {
            let preferred = CONDITIONS.iter().filter_map(|condition| map.get(*condition));
            let others = map.iter().filter(|(key, _)| !CONDITIONS.contains(&key.as_str()));
            preferred
                .chain(others.map(|(_, value)| value))
                .flat_map(|one| conditional(one, depth + 1))
                .collect()
        }
        _ => Vec::new(),
    }
}
