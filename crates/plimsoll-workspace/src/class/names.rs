//! What paths say about files, by the conventions of tools. All in lower case.

const VENDORED_FOLDERS: &[&str] = &[
    "vendor",
    "vendored",
    "third_party",
    "third-party",
    "thirdparty",
    "node_modules",
    "bower_components",
    "godeps",
    "pods",
    "carthage",
];
const GENERATED_FOLDERS: &[&str] = &["generated", "__generated__"];
/// Where bundlers put their output; to others `dist` is a distribution, and source.
const BUNDLES: &[&str] = &["dist"];
const BUNDLED: &[&str] =
    &["js", "mjs", "cjs", "ts", "mts", "cts", "css", "html", "map", "json", "svg", "txt"];
const TEST_FOLDERS: &[&str] =
    &["test", "tests", "testing", "testdata", "__tests__", "spec", "specs", "fixtures", "e2e"];

const LOCKS: &[&str] = &[
    "package-lock.json",
    "pnpm-lock.yaml",
    "npm-shrinkwrap.json",
    "packages.lock.json",
    "go.sum",
    "go.work.sum",
    "gradle.lockfile",
    "bun.lockb",
    "package.resolved",
    "cartfile.resolved",
];

/// Parts of the names that generators give.
const GENERATED_INSIDE: &[&str] = &[".generated.", ".g.", ".pb.", ".designer.", ".freezed."];
/// Endings of a name without its extension.
const GENERATED_STEMS: &[&str] = &["_pb2", "_pb2_grpc", "_generated", "_pb", "_grpc_pb"];
const SOURCE_MAPS: &[&str] = &[".js.map", ".css.map", ".mjs.map", ".cjs.map", ".ts.map"];

/// A path in lower case, taken apart.
#[derive(Debug)]
pub(super) struct Names<'a> {
    folders: &'a str,
    name: &'a str,
    stem: &'a str,
    extension: &'a str,
}

impl<'a> Names<'a> {
    pub(super) fn of(path: &'a str) -> Self {
        let (folders, name) = path.rsplit_once('/').unwrap_or(("", path));
        let (stem, extension) = name.rsplit_once('.').unwrap_or((name, ""));
        Self { folders, name, stem, extension }
    }

    fn has_folder(&self, known: &[&str]) -> bool {
        self.folders.split('/').any(|folder| known.contains(&folder))
    }

    fn has_part(&self, parts: &[&str]) -> bool {
        parts.iter().any(|part| self.name.contains(part))
    }

    pub(super) fn are_a_lock(&self) -> bool {
        LOCKS.contains(&self.name) || self.name.ends_with(".lock")
    }

    pub(super) fn are_vendored(&self) -> bool {
        self.has_folder(VENDORED_FOLDERS)
    }

    pub(super) fn are_generated(&self) -> bool {
        // Below the root, `target` is what compilers call the machines that they know.
        self.has_folder(GENERATED_FOLDERS)
            || (self.has_folder(BUNDLES) && BUNDLED.contains(&self.extension))
            || self.folders.split('/').next() == Some("target")
            || self.has_part(GENERATED_INSIDE)
            || GENERATED_STEMS.iter().any(|end| self.stem.ends_with(end))
            || self.name.starts_with("zz_generated")
    }

    pub(super) fn are_minified(&self) -> bool {
        self.has_part(&[".min.", "-min."]) || SOURCE_MAPS.iter().any(|end| self.name.ends_with(end))
    }

    pub(super) fn are_a_test(&self) -> bool {
        let stem = self.name.split('.').next().unwrap_or(self.name);
        let ends = ["_test", "_tests", "-test", "_spec"].iter().any(|end| stem.ends_with(end));
        self.has_folder(TEST_FOLDERS)
            || self.has_part(&[".test.", ".spec."])
            || ends
            || stem.starts_with("test_")
            || stem == "tests"
            || stem == "test"
    }
}
