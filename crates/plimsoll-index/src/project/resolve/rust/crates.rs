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
        new(&name, folder, root)
    }));
    crates
}

fn new(name: &str, folder: &str, root: FileId) -> Crate {
    Crate { name: name.replace('-', "_"), folder: folder.to_owned(), root, seen: BTreeMap::new() }
}

fn crates_of(folder: &str, manifest: &Table, tree: &Tree) -> Vec<Crate> {
    let Some(package) = text(manifest, &["package", "name"]) else { return Vec::new() };
    let stated = text(manifest, &["lib", "path"]).unwrap_or("src/lib.rs");
    let library = join(folder, stated).and_then(|path| tree.find(&path));
    let name = text(manifest, &["lib", "name"]).unwrap_or(package);
    let mut crates: Vec<Crate> = library.map(|root| new(name, folder, root)).into_iter().collect();
    let mut roots: Vec<FileId> = stated_roots(folder, manifest, tree);
    roots.extend(conventional_roots(folder, tree));
    roots.sort_unstable();
    roots.dedup();
    roots.retain(|root| Some(*root) != library);
    crates.extend(roots.into_iter().map(|root| new("", folder, root)));
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
            for dependency in dependencies(manifest, &crates[at].folder, &tables) {
                let Some(&other) = libraries.get(&dependency.folder) else { continue };
                let name = match dependency.is_renamed {
                    true => dependency.key.replace('-', "_"),
                    false => crates[other].name.clone(),
                };
                seen.insert(name, other);
            }
        }
        crates[at].seen = seen;
    }
    crates
}

/// A crate of this project that another one depends on.
struct Dependency {
    key: String,
    is_renamed: bool,
    folder: String,
}

/// The dependencies that have a path: there, in the workspace's table, or in its patches. All others come from a
/// registry, even where this project has a package of that name.
fn dependencies(manifest: &Table, folder: &str, all: &BTreeMap<&str, Table>) -> Vec<Dependency> {
    let kinds = ["dependencies", "dev-dependencies", "build-dependencies"];
    let targets = manifest.get("target").and_then(Value::as_table).into_iter();
    let targets = targets.flat_map(Table::values).filter_map(Value::as_table);
    let places = std::iter::once(manifest).chain(targets);
    let tables = places.flat_map(|place| kinds.map(|kind| place.get(kind))).flatten();
    let entries = tables.filter_map(Value::as_table).flatten();
    entries.filter_map(|(key, value)| dependency(key, value, folder, all)).collect()
}

fn dependency(
    key: &str,
    value: &Value,
    folder: &str,
    all: &BTreeMap<&str, Table>,
) -> Option<Dependency> {
    let path_of =
        |value: &Value, folder: &str| join(folder, value.get("path").and_then(Value::as_str)?);
    let outer =
        |keys: &[&str]| upward(folder).find_map(|at| Some((at, value_at(all.get(at)?, keys)?)));
    let inherits = value.get("workspace").and_then(Value::as_bool) == Some(true);
    let shared = outer(&["workspace", "dependencies", key]).filter(|_| inherits);
    let stated =
        |value: &Value| value.get("package").and_then(Value::as_str).map(ToOwned::to_owned);
    let package = stated(value).or_else(|| shared.and_then(|(_, value)| stated(value)));
    let is_renamed = package.is_some();
    let package = package.unwrap_or_else(|| key.to_owned());
    let patched = || outer(&["patch", "crates-io", &package]);
    let folder = path_of(value, folder)
        .or_else(|| shared.and_then(|(at, value)| path_of(value, at)))
        .or_else(|| patched().and_then(|(at, value)| path_of(value, at)))?;
    Some(Dependency { key: key.to_owned(), is_renamed, folder })
}

fn text<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t str> {
    value_at(table, keys)?.as_str()
}

fn value_at<'t>(table: &'t Table, keys: &[&str]) -> Option<&'t Value> {
    let (first, rest) = keys.split_first()?;
    rest.iter().try_fold(table.get(*first)?, |value, key| value.get(*key))
}
