//! Project files are opened by the jail alone.
//!
//! Looked for by name, in the crate that may read files and in the library above it. Core, guard and index have the
//! file system forbidden by clippy, and the store opens its own file only.

use super::Problem;
use super::engine_source::std_paths;
use crate::items::without_tests;
use crate::tokens::{Token, tokens};
use crate::tree::{Files, is_test_path, rust_files};

const LIBRARY: &str = "crates/plimsoll/src/";
const WORKSPACE: &str = "crates/plimsoll-workspace/src/";

/// The jail; the state folder, which is our own; and the two that look through git's own folder.
const MAY_OPEN: &[&str] =
    &["jail.rs", "jail/", "state.rs", "state/", "git/trust.rs", "git/refs.rs"];

/// What opens or lists something, whatever it is called on.
const OPENERS: &[&str] = &[
    "OpenOptions",
    "ambient_authority",
    "open_ambient_dir",
    "open_dir",
    "open_dir_nofollow",
    "open_with",
    "openat",
    "openat2",
    "read_dir",
    "rustix",
];

pub(super) fn problems(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, content) in rust_files(files).filter(|(path, _)| !is_test_path(path)) {
        let code = without_tests(&tokens(content));
        let found = if path.starts_with(LIBRARY) {
            standard_files(&code)
        } else if path.strip_prefix(WORKSPACE).is_some_and(|inside| !may_open(inside)) {
            [standard_files(&code), openers(&code)].concat()
        } else {
            continue;
        };
        let what =
            "only the jail opens project files; ask the ground (`Ground::read`, `Ground::folder`)";
        problems.extend(found.into_iter().map(|line| Problem::at_line(path, line, what)));
    }
    problems
}

fn may_open(inside: &str) -> bool {
    MAY_OPEN.iter().any(|place| match place.strip_suffix('/') {
        Some(_) => inside.starts_with(place),
        None => inside == *place,
    })
}

/// The lines on which `std::fs` is named.
fn standard_files(code: &[Token<'_>]) -> Vec<usize> {
    let paths = std_paths(code).into_iter();
    paths.filter(|(used, _)| used.get(1) == Some(&"fs")).map(|(_, line)| line).collect()
}

/// The lines on which something is opened by one of the names, or by `.open(`.
fn openers(code: &[Token<'_>]) -> Vec<usize> {
    let text = |at: usize| code.get(at).map(|token| token.text);
    let is_opener = |at: usize| {
        let is_method = at > 0 && text(at - 1) == Some(".") && text(at + 1) == Some("(");
        text(at).is_some_and(|name| OPENERS.contains(&name) || name == "open" && is_method)
    };
    (0..code.len()).filter(|&at| is_opener(at)).map(|at| code[at].line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    fn found(path: &str, source: &str) -> usize {
        problems(&tree::of(&[(path, source)])).len()
    }

    #[test]
    fn who_opens_something_outside_of_the_jail_is_found() {
        for source in [
            "let dir = root.open_dir_nofollow(name)?;",
            "let file = folder.open_with(name, &options)?;",
            "let file = folder.open(name)?;",
            "Dir::open_ambient_dir(path, cap())",
            "use rustix::fs::openat as o;",
            "fn f() { std::fs::read(path) }",
            "use std::{fs::File, io};",
        ] {
            assert!(found("crates/plimsoll-workspace/src/walker.rs", source) > 0, "{source}");
            assert!(found("crates/plimsoll-workspace/src/git/tree.rs", source) > 0, "{source}");
            for place in ["jail.rs", "jail/many.rs", "state/key.rs", "git/refs.rs"] {
                let path = format!("crates/plimsoll-workspace/src/{place}");
                assert_eq!(found(&path, source), 0, "{source}");
            }
        }
        assert_eq!(found("crates/plimsoll/src/pack.rs", "use std::fs;"), 1);
    }

    #[test]
    fn types_tests_and_other_crates_are_left_alone() {
        let path = "crates/plimsoll-workspace/src/walker.rs";
        for source in [
            "use cap_std::fs::{Dir, Metadata};",
            "use std::os::unix::fs::MetadataExt;",
            "let jail = Jail::open(root)?; self.open.pop();",
            "// open_with\nlet x = \"openat\";",
            "#[cfg(test)] mod tests { use std::fs; }",
        ] {
            assert_eq!(found(path, source), 0, "{source}");
        }
        assert_eq!(found("crates/plimsoll-workspace/tests/tree/site.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/plimsoll-store/src/open.rs", "use std::fs;"), 0);
        assert_eq!(found("crates/plimsoll/src/workspace.rs", "Workspace::open_with(root, o)"), 0);
    }
}
