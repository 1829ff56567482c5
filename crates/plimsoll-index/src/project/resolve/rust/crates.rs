//! The crates of a project: their roots, from manifests and from where Cargo looks, and which others each sees.

use crate::project::FileId;
use crate::project::manifest::{Manifests, all_named, toml};
use crate::project::tree::{Tree, file_name, join, parent, upward};
use std::collections::{BTreeMap, BTreeSet};
use toml::{Table, Value};

pub(super) type CrateId = usize;

#[derive(Debug)]
pub(super) struct Crate {
    /// As `use` names it; empty for programs, tests and examples.
    name: String,
    /// As manifests name it.
    package: String,
    /// Where its manifest is.
    folder: String,
    pub(super) root: FileId,
    /// Which crates of this project it can name.
    pub(super) seen: BTreeMap<String, CrateId>,
}

/// All crates: those of manifests by path, then roots without a manifest.
pub(super) fn find_crates(tree: &Tree, manifests: &Manifests) -> Vec<Crate> {
    let mut crates: Vec<Crate> = all_named(manifests, "Cargo.toml")
        .filter_map(|(folder, text)| Some((folder, toml(text)?)))
        .flat_map(|(folder, manifest)| crates_of(folder, &manifest, tree))
        .collect();
    let packages: BTreeSet<String> = crates.iter().map(|one| one.folder.clone()).collect();
    let in_package =
        |file: &FileId| upward(parent(tree.path(*file))).any(|at| packages.contains(at));
    let bare = ["lib.rs", "main.rs"].into_iter().flat_map(|name| tree.named(name));
    let bare: Vec<FileId> = bare.filter(|file| !in_package(file)).collect();
    crates.extend(bare.into_iter().map(|root| {
        let folder = parent(tree.path(root));
        let name = file_name(folder.strip_suffix("/src").unwrap_or(folder)).replace('-', "_");
        new(&name, &name, folder, root)
    }));
    crates
}

fn new(name: &str, package: &str, folder: &str, root: FileId) -> Crate {
    Crate {
        name: name.replace('-', "_"),
        package: package.to_owned(),
        folder: folder.to_owned(),
        root,
        seen: BTreeMap::new(),
    }
}

fn crates_of(folder: &str, manifest: &Table, tree: &Tree) -> Vec<Crate> {
    let Some(package) = text(manifest, &["package", "name"]) else { return Vec::new() };
    let stated = text(manifest, &["lib", "path"]).unwrap_or("src/lib.rs");
    let library = join(folder, stated).and_then(|path| tree.find(&path));
    let name = text(manifest, &["lib", "name"]).unwrap_or(package);
    let mut crates: Vec<Crate> =
        library.map(|root| new(name, package, folder, root)).into_iter().collect();
    let mut roots: Vec<FileId> = stated_roots(folder, manifest, tree);
    roots.extend(conventional_roots(folder, tree));
    roots.sort_unstable();
    roots.dedup();
    roots.retain(|root| Some(*root) != library);
    crates.extend(roots.into_iter().map(|root| new("", package, folder, root)));
    crates
}

fn stated_roots(folder: &str, manifest: &Table, tree: &Tree) -> Vec<FileId> {
    let lists = ["bin", "test", "example", "bench"].into_iter().filter_map(|key| manifest.get(key));
    let paths = lists
        .filter_map(Value::as_array)
        .flatten()
        .filter_map(|one| one.get("path").and_then(Value::as_str));
    let script = text(manifest, &["package", "build"]);
    paths.chain(script).filter_map(|path| tree.find(&join(folder, path)?)).collect()
}

/// Where Cargo looks by itself.
fn conventional_roots(folder: &str, tree: &Tree) -> Vec<FileId> {
    let mut roots: Vec<FileId> = ["src/main.rs", "build.rs"]
        .iter()
        .filter_map(|path| tree.find(&join(folder, path)?))
        .collect();
    for place in ["src/bin", "tests", "examples", "benches"] {
        let Some(place) = join(folder, place) else { continue };
        roots.extend(tree.in_folder(&place).filter(|&file| tree.path(file).ends_with(".rs")));
        let prefix = format!("{place}/");
        roots.extend(tree.named("main.rs").filter(|&file| {
            let below = tree.path(file).strip_prefix(&prefix);
            below.is_some_and(|rest| rest.matches('/').count() == 1)
        }));
    }
    roots
}

/// Each crate sees the library of its own package, and what its manifest (or the workspace's) depends on.
pub(super) fn with_dependencies(mut crates: Vec<Crate>, manifests: &Manifests) -> Vec<Crate> {
    let by_package = by_package(&crates);
    let tables: BTreeMap<&str, Table> = all_named(manifests, "Cargo.toml")
        .filter_map(|(folder, text)| Some((folder, toml(text)?)))
        .collect();
    let libraries = crates.iter().enumerate().filter(|(_, one)| !one.name.is_empty());
    let libraries: BTreeMap<String, CrateId> =
        libraries.map(|(at, one)| (one.folder.clone(), at)).collect();
    for at in 0..crates.len() {
        let mut seen = BTreeMap::new();
        let own = libraries.get(&crates[at].folder);
        seen.extend(own.map(|&own| (crates[own].name.clone(), own)));
        if let Some(manifest) = tables.get(crates[at].folder.as_str()) {
            for (key, package) in dependencies(manifest, &crates[at].folder, &tables) {
                let Some(&other) = by_package.get(package.as_str()) else { continue };
                let renamed = key != package;
                let name = if renamed { key.replace('-', "_") } else { crates[other].name.clone() };
                seen.insert(name, other);
            }
        }
        crates[at].seen = seen;
    }
    crates
}

/// The libraries; of two packages with one name the first by path.
fn by_package(crates: &[Crate]) -> BTreeMap<String, CrateId> {
    let mut by_package = BTreeMap::new();
    for (at, one) in crates.iter().enumerate() {
        if !one.name.is_empty() {
            by_package.entry(one.package.clone()).or_insert(at);
        }
    }
    by_package
}

/// Key and package of each dependency.
fn dependencies(
    manifest: &Table,
    folder: &str,
    all: &BTreeMap<&str, Table>,
) -> Vec<(String, String)> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets =
        manifest.get("target").and_then(Value::as_table).into_iter().flat_map(Table::values);
    let places = std::iter::once(manifest).chain(targets.filter_map(Value::as_table));
    let tables = places.flat_map(|place| kinds.map(|kind| place.get(kind))).flatten();
    let entries = tables.filter_map(Value::as_table).flatten();
    let shared = |key: &str| {
        upward(folder).filter_map(|folder| all.get(folder)).find_map(|outer| {
            text(outer, &["workspace", "dependencies", key, "package"]).map(ToOwned::to_owned)
        })
    };
    let package = |key: &str, value: &Value| match value.get("package").and_then(Value::as_str) {
        Some(package) => package.to_owned(),
        None => shared(key).unwrap_or_else(|| key.to_owned()),
    };
    entries.map(|(key, value)| (key.clone(), package(key, value))).collect()
}

fn text<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t str> {
    let (first, rest) = keys.split_first()?;
    let value = rest.iter().try_fold(table.get(*first)?, |value, key| value.get(*key))?;
    value.as_str()
}
