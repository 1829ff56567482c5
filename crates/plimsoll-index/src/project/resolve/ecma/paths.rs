//! `paths` and `baseUrl` of `tsconfig.json` and `jsconfig.json`, with what they extend.

use super::packages::NodePackages;
use crate::project::manifest::{Manifests, is_script_config, json, strings};
use crate::project::tree::{file_name, join, parent, upward};
use serde_json::Value;
use std::collections::BTreeMap;

/// Nobody extends more; a circle ends here.
const LONGEST_CHAIN: usize = 8;

/// What a configuration makes of bare specifiers. Folders are of the project.
#[derive(Debug, Clone, Default)]
pub(super) struct Aliases {
    base: Option<String>,
    /// Pattern and targets; the longest pattern first.
    paths: Vec<(String, Vec<String>)>,
}

impl Aliases {
    /// The places that a specifier may mean, best first.
    pub(super) fn candidates(&self, specifier: &str) -> impl Iterator<Item = String> {
        let aliased = self.paths.iter().find_map(|(pattern, targets)| {
            let star = match pattern.split_once('*') {
                Some((before, after)) => specifier.strip_prefix(before)?.strip_suffix(after)?,
                None => (pattern == specifier).then_some("")?,
            };
            Some(targets.iter().map(|target| target.replace('*', star)).collect::<Vec<_>>())
        });
        let based = self.base.as_deref().and_then(|base| join(base, specifier));
        aliased.into_iter().flatten().chain(based)
    }

    fn is_empty(&self) -> bool {
        self.base.is_none() && self.paths.is_empty()
    }
}

#[derive(Debug, Default)]
pub(super) struct ScriptConfigs {
    by_folder: BTreeMap<String, Aliases>,
}

impl ScriptConfigs {
    pub(super) fn new(manifests: &Manifests, packages: &NodePackages) -> Self {
        let read: BTreeMap<&str, Value> = manifests
            .texts
            .iter()
            .filter(|(path, _)| is_script_config(file_name(path)))
            .filter_map(|(path, text)| Some((path.as_str(), json(text)?)))
            .collect();
        let mut by_folder: BTreeMap<String, Aliases> = BTreeMap::new();
        for &path in read.keys() {
            let aliases = effective(path, &read, packages, 0);
            let known = by_folder.entry(parent(path).to_owned()).or_default();
            // A folder's main configuration counts; its variants where that one has nothing to say.
            let is_main = matches!(file_name(path), "tsconfig.json" | "jsconfig.json");
            if known.is_empty() || (is_main && !aliases.is_empty()) {
                *known = aliases;
            }
        }
        Self { by_folder }
    }

    pub(super) fn nearest(&self, folder: &str) -> Option<&Aliases> {
        upward(folder).find_map(|folder| self.by_folder.get(folder))
    }
}

/// A configuration with what it extends: later ones override as a whole.
fn effective(
    path: &str,
    all: &BTreeMap<&str, Value>,
    packages: &NodePackages,
    depth: usize,
) -> Aliases {
    let Some(config) = all.get(path).filter(|_| depth < LONGEST_CHAIN) else {
        return Aliases::default();
    };
    let folder = parent(path);
    let extended = config.get("extends");
    let extended = extended.and_then(Value::as_str).into_iter().chain(strings(extended));
    let mut aliases = Aliases::default();
    for base in extended.filter_map(|base| extended_path(base, folder, all, packages)) {
        let inherited = effective(&base, all, packages, depth + 1);
        aliases.base = inherited.base.or(aliases.base);
        if !inherited.paths.is_empty() {
            aliases.paths = inherited.paths;
        }
    }
    let options = config.get("compilerOptions");
    let base = options.and_then(|it| it.get("baseUrl")).and_then(Value::as_str);
    aliases.base = base.and_then(|base| join(folder, base)).or(aliases.base);
    if let Some(paths) = options.and_then(|it| it.get("paths")).and_then(Value::as_object) {
        let from = aliases.base.as_deref().unwrap_or(folder);
        let targets = |list| strings(Some(list)).filter_map(|to| join(from, to)).collect();
        aliases.paths =
            paths.iter().map(|(pattern, list)| (pattern.clone(), targets(list))).collect();
        aliases.paths.sort_by_key(|(pattern, _)| {
            let before = pattern.split('*').next().map_or(0, str::len);
            (pattern.contains('*'), std::cmp::Reverse(before))
        });
    }
    aliases
}

fn extended_path(
    base: &str,
    folder: &str,
    all: &BTreeMap<&str, Value>,
    packages: &NodePackages,
) -> Option<String> {
    let place = if base.starts_with('.') {
        join(folder, base)?
    } else {
        let (name, subpath) = super::split_package(base);
        packages.named(name, folder)?.find_map(|package| package.place(&subpath))?
    };
    let endings = ["", ".json", "/tsconfig.json"];
    endings
        .iter()
        .map(|ending| format!("{place}{ending}"))
        .find(|path| all.contains_key(path.as_str()))
}
