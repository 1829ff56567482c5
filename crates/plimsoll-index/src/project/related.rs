//! The tests of a file, and what a test is about: by the conventions of names, by imports, by shared names.

use super::edges::{Edges, Link};
use super::facts::Facts;
use super::family::Family;
use super::tree::{file_name, parent};
use super::{FileId, Project};
use plimsoll_core::vocab::FileClass;
use std::cmp::Reverse;
use std::collections::BTreeMap;

/// Why a test belongs to a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum TestLink {
    /// `x_test` is named after `x`, and no other `x` is nearer.
    Named,
    Imports,
    UsesNames,
}

impl TestLink {
    /// As it is shown after the path of the test.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Named => "is named as the test of it",
            Self::Imports => "is a test that imports it",
            Self::UsesNames => "is a test that uses a name of it",
        }
    }
}

/// A test of a file, or a file that a test is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tested {
    pub file: FileId,
    pub link: TestLink,
}

/// Which tests are named after which files.
#[derive(Debug, Default)]
pub(crate) struct NamedTests {
    by_test: Vec<(FileId, FileId)>,
    by_source: Vec<(FileId, FileId)>,
}

impl NamedTests {
    pub(crate) fn new(facts: &Facts, edges: &Edges) -> Self {
        let mut sources: BTreeMap<(Family, String), Vec<FileId>> = BTreeMap::new();
        let mut tests = Vec::new();
        for file in facts.tree.ids() {
            let Some(family) = facts.file(file).family else { continue };
            let path = facts.tree.path(file);
            match facts.file(file).class {
                FileClass::Test => tests.push((file, family, subject(path))),
                FileClass::Source => {
                    sources.entry((family, own_name(path))).or_default().push(file);
                }
                _ => {}
            }
        }
        let mut by_test = Vec::new();
        for (test, family, subject) in tests {
            let Some(sources) = subject.and_then(|name| sources.get(&(family, name))) else {
                continue;
            };
            // Of several, those that the test imports; then the nearest. In Go a test lies beside its subject.
            let path = |file: FileId| facts.tree.path(file);
            let rank = |source: FileId| {
                (edges.needs.has(test, source), nearness(path(test), path(source)))
            };
            let can_be =
                |source: FileId| family != Family::Go || parent(path(test)) == parent(path(source));
            let best = sources.iter().map(|&source| rank(source)).max();
            let nearest = sources.iter().filter(|&&one| Some(rank(one)) == best && can_be(one));
            by_test.extend(nearest.map(|&source| (test, source)));
        }
        let mut by_source: Vec<(FileId, FileId)> =
            by_test.iter().map(|&(test, source)| (source, test)).collect();
        by_source.sort_unstable();
        Self { by_test, by_source }
    }
}

fn with(list: &[(FileId, FileId)], file: FileId) -> impl Iterator<Item = FileId> {
    let from = list.partition_point(|entry| entry.0 < file);
    list[from..].iter().take_while(move |entry| entry.0 == file).map(|entry| entry.1)
}

impl Project {
    /// The tests of a file, the surest first, then by path.
    pub fn tests_of(&self, file: FileId) -> Vec<Tested> {
        let named = with(&self.named_tests.by_source, file);
        let users = self.edges.needed_by.of(file).iter();
        gathered(named, users.filter(|(other, _)| self.is_test(*other)))
    }

    /// What a test is about, the surest first, then by path.
    pub fn sources_of(&self, test: FileId) -> Vec<Tested> {
        let named = with(&self.named_tests.by_test, test);
        let used = self.edges.needs.of(test).iter();
        gathered(named, used.filter(|(other, _)| !self.is_test(*other)))
    }

    fn is_test(&self, file: FileId) -> bool {
        self.facts.file(file).class == FileClass::Test
    }
}

fn gathered<'a>(
    named: impl Iterator<Item = FileId>,
    linked: impl Iterator<Item = &'a (FileId, Link)>,
) -> Vec<Tested> {
    let named = named.map(|file| Tested { file, link: TestLink::Named });
    let linked = linked.map(|&(file, link)| Tested {
        file,
        link: match link {
            Link::Import => TestLink::Imports,
            Link::SharedName => TestLink::UsesNames,
        },
    });
    let mut all: Vec<Tested> = named.chain(linked).collect();
    all.sort_unstable_by_key(|tested| (tested.file, tested.link));
    all.dedup_by_key(|tested| tested.file);
    all.sort_unstable_by_key(|tested| (tested.link, tested.file));
    all
}

/// Names that stand for the folder they lie in.
const OF_THE_FOLDER: &[&str] =
    &["index", "mod", "__init__", "lib", "main", "init", "test", "tests", "spec"];
/// What a test's name has around that of its subject, folded; the longest first.
const ENDINGS: &[&str] = &[
    "integrationtests",
    "integrationtest",
    "unittests",
    "unittest",
    "testcase",
    "testsuite",
    "itcase",
    "tests",
    "specs",
    "suite",
    "test",
    "spec",
];
const BEGINNINGS: &[&str] = &["tests", "test", "spec"];
/// Folders that say what a file is, and not what it is about.
const NEUTRAL: &[&str] = &[
    "src",
    "lib",
    "main",
    "java",
    "kotlin",
    "scala",
    "test",
    "tests",
    "spec",
    "specs",
    "__tests__",
    "unit",
    "integration",
    "e2e",
    "app",
    "source",
    "sources",
];

/// A file's own name, folded.
fn own_name(path: &str) -> String {
    let stem = file_name(path).split('.').next().unwrap_or_default();
    if OF_THE_FOLDER.contains(&stem.to_ascii_lowercase().as_str()) {
        let mut folders = parent(path).rsplit('/').filter(|part| !NEUTRAL.contains(part));
        return fold(folders.next().unwrap_or(stem));
    }
    fold(stem)
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-')).flat_map(char::to_lowercase).collect()
}

/// What a test is named after; its own name where it has no mark.
fn subject(path: &str) -> Option<String> {
    let own = own_name(path);
    let stem = file_name(path).split('.').next().unwrap_or_default();
    // `IT` only in capitals: many words end with it.
    let own = if stem.ends_with("IT") { own.strip_suffix("it").unwrap_or(&own) } else { &own };
    let ending = ENDINGS.iter().find_map(|ending| own.strip_suffix(ending));
    let bare = ending.filter(|bare| !bare.is_empty());
    let bare = bare.or_else(|| BEGINNINGS.iter().find_map(|beginning| own.strip_prefix(beginning)));
    Some(bare.unwrap_or(own).to_owned()).filter(|name| !name.is_empty())
}

/// How much of their folders two files share, from both ends, without those that say nothing; then how little
/// is left over. The same folder is as near as can be.
fn nearness(test: &str, source: &str) -> (bool, usize, Reverse<usize>) {
    let kept = |path: &str| -> Vec<String> {
        let parts =
            parent(path).split('/').filter(|part| !part.is_empty() && !NEUTRAL.contains(part));
        parts.map(fold).collect()
    };
    let (a, b) = (kept(test), kept(source));
    let before = a.iter().zip(&b).take_while(|(a, b)| a == b).count();
    let after = a.iter().rev().zip(b.iter().rev()).take_while(|(a, b)| a == b).count();
    (parent(test) == parent(source), before + after, Reverse(a.len() + b.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_test_is_named_after_something() {
        let cases = [
            ("a/foo_test.go", "foo"),
            ("tests/test_forms.py", "forms"),
            ("src/Foo.test.tsx", "foo"),
            ("src/foo-bar.spec.ts", "foobar"),
            ("src/__tests__/Foo.js", "foo"),
            ("src/test/java/FooBarTests.java", "foobar"),
            ("src/test/java/FooIT.java", "foo"),
            ("src/test/java/TestFoo.java", "foo"),
            ("src/fit_test.rs", "fit"),
            ("src/foo/tests.rs", "foo"),
            ("src/foo/__tests__/index.js", "foo"),
            ("spec/models/user_spec.rb", "user"),
            ("x/contest_test.go", "contest"),
            ("x_unittest.cc", "x"),
        ];
        for (path, expected) in cases {
            assert_eq!(subject(path).as_deref(), Some(expected), "{path}");
        }
    }
}
