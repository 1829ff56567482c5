//! The engine starts no process and has no network: its source does not even name the modules.
//!
//! Clippy forbids the types; this catches what clippy is told to look away from.

use super::{ENGINE, Problem};
use crate::items::without_tests;
use crate::tokens::{Token, tokens};
use crate::tree::{Files, is_test_path, rust_files};

const FORBIDDEN_MODULES: &[&str] = &["process", "net"];

pub(super) fn problems(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, content) in rust_files(files) {
        if is_engine(path) && !is_test_path(path) {
            let code = without_tests(&tokens(content));
            for (used, line) in std_paths(&code) {
                if let Some(what) = objection(&used) {
                    problems.push(Problem::at_line(path, line, what));
                }
            }
        }
    }
    problems
}

fn is_engine(path: &str) -> bool {
    let mut parts = path.split('/');
    parts.next() == Some("crates") && parts.next().is_some_and(|name| ENGINE.contains(&name))
}

fn objection(used: &[&str]) -> Option<String> {
    let shown = used.join("::");
    if used.iter().any(|part| FORBIDDEN_MODULES.contains(part)) {
        Some(format!(
            "`{shown}` is used in the engine, which starts no process and has no network; \
                      the binary may do it"
        ))
    } else if matches!(used, ["std"] | ["std", "self" | "*"]) {
        Some(format!(
            "`{shown}` is imported whole or under another name, so nobody sees what is \
                      used of it; import the parts by name"
        ))
    } else {
        None
    }
}

/// Every path that begins at `std`, with the groups of `use` written out, and the line it begins on.
pub(super) fn std_paths<'a>(code: &[Token<'a>]) -> Vec<(Vec<&'a str>, usize)> {
    let mut found = Vec::new();
    for (at, token) in code.iter().enumerate() {
        let next = code.get(at + 1).map(|token| token.text);
        if token.text == "std" && matches!(next, Some("::" | "as")) {
            let mut paths = Vec::new();
            walk_path(code, at, &[], &mut paths);
            found.extend(paths.into_iter().map(|path| (path, token.line)));
        }
    }
    found
}

/// Follows one path, or the tree of a `use`, from `at`; returns the place after it.
fn walk_path<'a>(
    code: &[Token<'a>],
    mut at: usize,
    before: &[&'a str],
    paths: &mut Vec<Vec<&'a str>>,
) -> usize {
    let mut path = before.to_vec();
    while let Some(token) = code.get(at) {
        if token.text == "{" {
            return walk_group(code, at + 1, &path, paths);
        }
        path.push(token.text);
        at += 1;
        if code.get(at).is_none_or(|token| token.text != "::") {
            break;
        }
        at += 1;
    }
    paths.push(path);
    if code.get(at).is_some_and(|token| token.text == "as") { at + 2 } else { at }
}

fn walk_group<'a>(
    code: &[Token<'a>],
    mut at: usize,
    before: &[&'a str],
    paths: &mut Vec<Vec<&'a str>>,
) -> usize {
    while let Some(token) = code.get(at) {
        match token.text {
            "}" => return at + 1,
            "," => at += 1,
            _ => at = walk_path(code, at, before, paths).max(at + 1),
        }
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    fn found(path: &str, source: &str) -> Vec<usize> {
        let problems = problems(&tree::of(&[(path, source)]));
        problems
            .iter()
            .map(|problem| problem.place.rsplit(':').next().unwrap().parse().unwrap())
            .collect()
    }

    const SOURCE: &str = "crates/plimsoll-store/src/lib.rs";

    #[test]
    fn every_way_to_name_the_modules_is_found() {
        for source in [
            "use std::process::Command;",
            "use std::process;",
            "use std::{fs, net::{TcpStream}};",
            "use std::{io::{self, Read}, process::Command as C};",
            "fn f() { ::std :: net :: TcpStream::connect(x) }",
            "use std::os::unix::process::CommandExt;",
            "use std as s;",
            "use std::{self as s};",
            "use std::*;",
            "#[cfg(not(test))] use std::net;",
        ] {
            assert_eq!(found(SOURCE, source), [1], "{source}");
        }
        assert_eq!(found(SOURCE, "a;\n\nb(std::process::id());"), [3]);
    }

    #[test]
    fn innocent_code_is_left_alone() {
        for source in [
            "use std::{fs, path::{Path, PathBuf}, collections::*};",
            "// std::process::Command\nlet x = \"std::net\";",
            "fn process(net: u8) { self.process(net) }",
            "let v = std::iter::once::<u8>(1).collect::<Vec<_>>();",
            "#[cfg(test)] mod tests { use std::process::Command; }",
        ] {
            assert_eq!(found(SOURCE, source), Vec::<usize>::new(), "{source}");
        }
    }

    #[test]
    fn tests_and_the_binary_are_free() {
        let source = "use std::process::Command;";
        for path in [
            "crates/plimsoll-store/tests/it.rs",
            "crates/plimsoll-cli/src/main.rs",
            "xtask/src/main.rs",
        ] {
            assert_eq!(found(path, source), Vec::<usize>::new(), "{path}");
        }
        assert_eq!(found("crates/plimsoll/build.rs", source), [1]);
    }
}
