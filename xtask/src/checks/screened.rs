//! Only the guard calls a text screened.

use super::Problem;
use crate::items::without_tests;
use crate::tokens::{Token, tokens};
use crate::tree::{Files, is_test_path, rust_files};

/// The constructor that skips the guard; looked for by its name alone, so that an alias of the type
/// hides nothing.
const CONSTRUCTOR: &str = "by_guard";

pub(super) fn problems(files: &Files) -> Vec<Problem> {
    let mut problems = Vec::new();
    for (path, content) in rust_files(files) {
        let all = tokens(content);
        let code = match path.strip_prefix("crates/") {
            Some(inside) if inside.starts_with("plimsoll-guard/") => continue,
            Some(inside) if inside.starts_with("plimsoll-core/") => {
                if is_test_path(path) {
                    continue;
                }
                without_tests(&all)
            }
            _ => all,
        };
        for line in calls(&code) {
            let what = "only the guard calls a text screened; take `Screened` as a parameter, or \
                        use `Screened::ours` for a text that plimsoll wrote";
            problems.push(Problem::at_line(path, line, what));
        }
    }
    problems
}

/// The lines on which the constructor is named; its definition is no call.
fn calls(code: &[Token<'_>]) -> Vec<usize> {
    let named = code.iter().enumerate().filter(|(_, token)| token.text == CONSTRUCTOR);
    named
        .filter(|&(at, _)| at == 0 || code[at - 1].text != "fn")
        .map(|(_, token)| token.line)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tree;

    fn count(path: &str, source: &str) -> usize {
        problems(&tree::of(&[(path, source)])).len()
    }

    #[test]
    fn a_call_outside_the_guard_is_found() {
        let call = "let x = Screened::by_guard(text, vec![]);";
        assert_eq!(count("crates/plimsoll/src/pack.rs", call), 1);
        assert_eq!(count("crates/plimsoll-core/src/fit.rs", call), 1);
        assert_eq!(count("crates/plimsoll-store/tests/it.rs", call), 1);
        assert_eq!(
            count("crates/plimsoll/src/pack.rs", "use x::Screened as S; S\n::by_guard(a, b)"),
            1
        );
        assert_eq!(count("crates/plimsoll/src/pack.rs", "texts.map(Screened::by_guard)"), 1);
    }

    #[test]
    fn the_guard_the_definition_and_cores_tests_are_left_alone() {
        let call = "Screened::by_guard(text, vec![]);";
        assert_eq!(count("crates/plimsoll-guard/src/lib.rs", call), 0);
        assert_eq!(
            count("crates/plimsoll-core/src/screened.rs", "pub fn by_guard(t: String) {}"),
            0
        );
        assert_eq!(count("crates/plimsoll-core/tests/fit.rs", call), 0);
        let in_test = format!("#[cfg(test)] mod tests {{ fn f() {{ {call} }} }}");
        assert_eq!(count("crates/plimsoll-core/src/fit.rs", &in_test), 0);
        assert_eq!(count("crates/plimsoll/src/pack.rs", "// by_guard\nlet x = \"by_guard\";"), 0);
    }
}
