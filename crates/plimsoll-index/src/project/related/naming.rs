//! What the names of files say about tests: what a test is named after, and how near two files are.

use crate::project::tree::{file_name, parent};
use std::cmp::Reverse;

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

/// Parts of a name that say which kind of file it is, or for which machine.
const KINDS: &[&str] = &[
    "test", "tests", "spec", "specs", "unit", "e2e", "d", "jvm", "js", "wasmjs", "web", "native",
    "posix", "android", "ios",
];

/// A file's own name, folded.
pub(super) fn own_name(path: &str) -> String {
    let stem = bare_stem(path);
    if OF_THE_FOLDER.contains(&stem.to_ascii_lowercase().as_str()) {
        let mut folders = parent(path).rsplit('/').filter(|part| !NEUTRAL.contains(part));
        return fold(folders.next().unwrap_or(stem));
    }
    fold(stem)
}

/// Without what kind of file it is, and without the number that puts it into an order: `01-x.test.ts` is `x`.
fn bare_stem(path: &str) -> &str {
    let mut stem = file_name(path);
    stem = stem.rsplit_once('.').map_or(stem, |(stem, _)| stem);
    while let Some((before, kind)) = stem.rsplit_once('.') {
        if before.is_empty() || !KINDS.contains(&kind.to_ascii_lowercase().as_str()) {
            break;
        }
        stem = before;
    }
    let numbered = stem.trim_start_matches(|c: char| c.is_ascii_digit());
    let unnumbered = numbered
        .strip_prefix(['-', '_'])
        .filter(|rest| !rest.is_empty() && !OF_THE_FOLDER.contains(rest));
    unnumbered.filter(|_| numbered.len() < stem.len()).unwrap_or(stem)
}

fn fold(name: &str) -> String {
    name.chars().filter(|c| !matches!(c, '_' | '-' | '.')).flat_map(char::to_lowercase).collect()
}

/// What a test is named after; its own name where it has no mark.
pub(super) fn subject(path: &str) -> Option<String> {
    let own = own_name(path);
    let stem = bare_stem(path);
    // `IT` only in capitals: many words end with it.
    let own = if stem.ends_with("IT") { own.strip_suffix("it").unwrap_or(&own) } else { &own };
    let ending = ENDINGS.iter().find_map(|ending| own.strip_suffix(ending));
    let bare = ending.filter(|bare| !bare.is_empty());
    let bare = bare.or_else(|| BEGINNINGS.iter().find_map(|beginning| own.strip_prefix(beginning)));
    Some(bare.unwrap_or(own).to_owned()).filter(|name| !name.is_empty())
}

/// How much of their folders two files share, from both ends, without those that say nothing; then how little
/// is left over. The same folder is as near as can be.
pub(super) fn nearness(test: &str, source: &str) -> (bool, usize, Reverse<usize>) {
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
            ("test/mix/tasks/app.gen.channel_test.exs", "appgenchannel"),
            ("spec/01-unit/16-loop_handler_spec.lua", "loophandler"),
            ("src/1_test.go", "1"),
        ];
        for (path, expected) in cases {
            assert_eq!(subject(path).as_deref(), Some(expected), "{path}");
        }
    }
}
