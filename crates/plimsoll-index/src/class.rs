//! Which kind of file a path is, by its names alone.

/// Files that match the words of a request without being what it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FileClass {
    Source,
    Test,
    Generated,
    Vendored,
    Lock,
}

impl FileClass {
    /// The first that applies, from the least useful on.
    pub fn of(path: &str) -> Self {
        let lower = path.to_ascii_lowercase();
        let (folders, name) = lower.rsplit_once('/').unwrap_or(("", &lower));
        let has_folder = |known: &[&str]| folders.split('/').any(|folder| known.contains(&folder));
        if is_lock(name) {
            Self::Lock
        } else if has_folder(VENDORED_FOLDERS) {
            Self::Vendored
        } else if has_folder(GENERATED_FOLDERS) || is_generated(name) {
            Self::Generated
        } else if has_folder(TEST_FOLDERS) || is_test(name) {
            Self::Test
        } else {
            Self::Source
        }
    }
}

const VENDORED_FOLDERS: &[&str] =
    &["vendor", "vendored", "third_party", "third-party", "node_modules"];
const GENERATED_FOLDERS: &[&str] = &["generated", "dist", "target", "__generated__"];
const TEST_FOLDERS: &[&str] =
    &["test", "tests", "testing", "testdata", "__tests__", "spec", "specs", "fixtures", "e2e"];

fn is_lock(name: &str) -> bool {
    const NAMES: &[&str] =
        &["package-lock.json", "pnpm-lock.yaml", "npm-shrinkwrap.json", "go.sum", "flake.lock"];
    NAMES.contains(&name) || name.ends_with(".lock")
}

fn is_generated(name: &str) -> bool {
    const INSIDE: &[&str] = &[".min.", ".generated.", ".g.", ".pb.", "_pb2", ".designer."];
    INSIDE.iter().any(|part| name.contains(part)) || name.ends_with(".map")
}

fn is_test(name: &str) -> bool {
    let stem = name.split('.').next().unwrap_or(name);
    let inside = [".test.", ".spec."].iter().any(|part| name.contains(part));
    let ends = ["_test", "_tests", "-test", "_spec"].iter().any(|end| stem.ends_with(end));
    inside || ends || stem.starts_with("test_") || stem == "tests" || stem == "test"
}

#[cfg(test)]
mod tests {
    use super::FileClass;

    #[test]
    fn names_tell_the_class() {
        for (path, class) in [
            ("src/cache.rs", FileClass::Source),
            ("src/latest.rs", FileClass::Source),
            ("src/contest/attestation.go", FileClass::Source),
            ("tests/cache.rs", FileClass::Test),
            ("pkg/cache_test.go", FileClass::Test),
            ("web/Cache.Spec.ts", FileClass::Test),
            ("web/app.min.js", FileClass::Generated),
            ("api/v1.pb.go", FileClass::Generated),
            ("vendor/tests/Cargo.lock", FileClass::Lock),
            ("third_party/tests/a.c", FileClass::Vendored),
        ] {
            assert_eq!(FileClass::of(path), class, "{path}");
        }
    }
}
