//! Module specifiers of JavaScript and TypeScript: relative ones with the searches of bundlers and of the
//! compiler, `#` imports, `paths` and `baseUrl` of the nearest configuration, and packages of this project.

mod packages;
mod paths;

use super::{Ask, Resolution, Rules};
use crate::project::FileId;
use crate::project::manifest::Manifests;
use crate::project::tree::{Tree, join, upward};
use packages::NodePackages;
use paths::ScriptConfigs;

/// What may be left out at the end of a specifier, in the compiler's order.
const ENDINGS: &[&str] = &[
    ".ts", ".tsx", ".d.ts", ".mts", ".cts", ".js", ".jsx", ".mjs", ".cjs", ".json", ".vue",
    ".svelte", ".astro", ".d.mts", ".d.cts", ".es6",
];
/// What is written and what may lie there instead.
const WRITTEN: &[(&str, &[&str])] = &[
    (".js", &[".ts", ".tsx", ".d.ts", ".jsx"]),
    (".jsx", &[".tsx", ".d.ts"]),
    (".mjs", &[".mts", ".d.mts"]),
    (".cjs", &[".cts", ".d.cts"]),
];

/// What can be asked of the files alone.
pub(super) struct Files<'p> {
    tree: &'p Tree,
}

impl Files<'_> {
    /// A file as a specifier means it, with endings and folders searched.
    fn at(&self, path: &str) -> Option<FileId> {
        let exact = self.tree.find(path);
        let instead = || {
            let (ending, others) = WRITTEN.iter().find(|(ending, _)| path.ends_with(ending))?;
            self.tree.find_with(path.strip_suffix(ending)?, others)
        };
        let with_ending =
            || (!path.is_empty()).then(|| self.tree.find_with(path, ENDINGS)).flatten();
        let index = || self.tree.find_with(&join(path, "index")?, ENDINGS);
        exact.or_else(instead).or_else(with_ending).or_else(index)
    }
}

pub(super) struct Ecma<'p> {
    files: Files<'p>,
    packages: NodePackages,
    configs: ScriptConfigs,
}

impl<'p> Ecma<'p> {
    pub(super) fn new(tree: &'p Tree, manifests: &Manifests) -> Self {
        let packages = NodePackages::new(manifests);
        let configs = ScriptConfigs::new(manifests, &packages);
        Self { files: Files { tree }, packages, configs }
    }

    fn relative(&self, specifier: &str, folder: &str) -> Option<FileId> {
        let path = join(folder, specifier)?;
        let own = self.packages.in_folder(&path);
        // `./x` is a file before it is a folder; `./x/` is a folder.
        let file = || self.files.at(&path);
        match own {
            Some(package) if self.files.tree.find_with(&path, ENDINGS).is_none() => {
                package.entry(".", &self.files).or_else(file)
            }
            _ => file().or_else(|| self.packages.around(&path)?.built_from(&path, &self.files)),
        }
    }

    /// By aliases of the nearest configuration. Its `baseUrl` makes every bare specifier a path.
    fn aliased(&self, specifier: &str, ask: &Ask<'_>) -> Option<FileId> {
        let config = self.configs.nearest(ask.folder)?;
        config.candidates(specifier).find_map(|path| self.relative(&path, ""))
    }

    /// Aliases that are used without being written down where they can be read.
    fn conventional(&self, specifier: &str, ask: &Ask<'_>) -> Option<FileId> {
        let rest = specifier.strip_prefix("@/").or_else(|| specifier.strip_prefix("~/"))?;
        upward(ask.folder)
            .flat_map(|folder| ["src", "app", ""].map(|inner| join(folder, inner)))
            .flatten()
            .find_map(|root| self.relative(rest, &root))
    }
}

impl Rules for Ecma<'_> {
    fn resolve(&self, ask: &Ask<'_>) -> Resolution {
        let specifier = plain(ask.path());
        let is_path = |prefix| specifier == prefix || specifier.starts_with(&format!("{prefix}/"));
        if is_path(".") || is_path("..") {
            return Resolution::of(self.relative(specifier, ask.folder));
        }
        if let Some(absolute) = specifier.strip_prefix('/') {
            let roots = upward(ask.folder)
                .flat_map(|folder| ["", "public", "src"].map(|inner| join(folder, inner)));
            return Resolution::of(roots.flatten().find_map(|root| self.relative(absolute, &root)));
        }
        if specifier.starts_with('#') && !specifier.starts_with("#/") {
            let owner = self.packages.around(ask.folder);
            let found = owner.and_then(|package| package.internal(specifier, &self.files));
            return Resolution::of(found.or_else(|| self.aliased(specifier, ask)));
        }
        if let Some(file) = self.aliased(specifier, ask) {
            return Resolution::of([file]);
        }
        let (name, subpath) = split_package(specifier);
        if let Some(packages) = self.packages.named(name, ask.folder) {
            return Resolution::of(
                packages.filter_map(|package| package.entry(&subpath, &self.files)),
            );
        }
        let is_ours = specifier.starts_with("@/")
            || specifier.starts_with("~/")
            || specifier.starts_with("#/");
        Resolution::of(self.conventional(specifier, ask)).or_external(is_ours)
    }
}

/// Without what loaders and bundlers are told: `loader!./x?raw`.
fn plain(specifier: &str) -> &str {
    let specifier = specifier.rsplit('!').next().unwrap_or(specifier);
    specifier.split('?').next().unwrap_or(specifier)
}

/// `@scope/name/sub/path` as `@scope/name` and `./sub/path`.
fn split_package(specifier: &str) -> (&str, String) {
    let parts = if specifier.starts_with('@') { 2 } else { 1 };
    let end = specifier.match_indices('/').nth(parts - 1).map_or(specifier.len(), |(at, _)| at);
    (&specifier[..end], format!(".{}", &specifier[end..]))
}
