//! Which lines of a file a commit changed, as its parent has them.

use imara_diff::{Algorithm, Diff, InternedInput};

/// Languages that programs are written in, with what begins a comment that takes a whole line.
const SOURCE: &[(&str, &[&str])] = &[
    ("bash", HASH),
    ("c", SLASHES),
    ("clojure", &[";"]),
    ("cpp", SLASHES),
    ("csharp", SLASHES),
    ("cuda", SLASHES),
    ("dart", SLASHES),
    ("elixir", HASH),
    ("erlang", &["%"]),
    ("fsharp", SLASHES),
    ("go", SLASHES),
    ("groovy", SLASHES),
    ("haskell", &["--", "{-"]),
    ("java", SLASHES),
    ("javascript", SLASHES),
    ("jsx", SLASHES),
    ("julia", HASH),
    ("kotlin", SLASHES),
    ("lua", &["--"]),
    ("nim", HASH),
    ("objectivec", SLASHES),
    ("ocaml", &["(*"]),
    ("perl", HASH),
    ("php", &["//", "/*", "*", "#"]),
    ("powershell", HASH),
    ("python", HASH),
    ("r", HASH),
    ("ruby", HASH),
    ("rust", SLASHES),
    ("scala", SLASHES),
    ("svelte", SLASHES),
    ("swift", SLASHES),
    ("tsx", SLASHES),
    ("typescript", SLASHES),
    ("vim", &["\""]),
    ("vue", SLASHES),
    ("zig", SLASHES),
];
const SLASHES: &[&str] = &["//", "/*", "*"];
const HASH: &[&str] = &["#"];

/// Where more lines than this differ, a change is no work on single places.
const MOST_LINES: usize = 40_000;

pub(super) fn is_source(language: &str) -> bool {
    comment_signs(language).is_some()
}

fn comment_signs(language: &str) -> Option<&'static [&'static str]> {
    SOURCE.iter().find(|(name, _)| *name == language).map(|(_, signs)| *signs)
}

/// Ranges of lines, from 1, both ends included: those that were removed or replaced; of an insertion the line
/// before and the line after it. None where nothing but white space and comments changed.
pub(super) fn changed_lines(language: &str, before: &str, after: &str) -> Vec<[usize; 2]> {
    let input = InternedInput::new(before, after);
    let lines = input.before.len();
    if lines.max(input.after.len()) > MOST_LINES {
        return Vec::new();
    }
    let mut diff = Diff::compute(Algorithm::Myers, &input);
    diff.postprocess_lines(&input);
    let (mut ranges, mut gone, mut come) = (Vec::new(), String::new(), String::new());
    for hunk in diff.hunks() {
        let place = |at: u32| at as usize;
        let (old, new) = (place(hunk.before.start)..place(hunk.before.end), hunk.after);
        ranges.push(if old.is_empty() {
            [old.start.max(1), (old.start + 1).min(lines)]
        } else {
            [old.start + 1, old.end]
        });
        let said = |token| code_of(language, input.interner[token]);
        gone.extend(input.before[old].iter().flat_map(|&token| said(token)));
        come.extend(input.after[place(new.start)..place(new.end)].iter().flat_map(|&t| said(t)));
    }
    ranges.retain(|[first, last]| first <= last);
    if gone == come { Vec::new() } else { ranges }
}

/// What of a line is neither white space nor a comment that takes all of it.
fn code_of<'a>(language: &str, line: &'a str) -> impl Iterator<Item = char> + use<'a> {
    let signs = comment_signs(language).unwrap_or_default();
    let is_comment = signs.iter().any(|sign| line.trim_start().starts_with(sign));
    let code = if is_comment { "" } else { line };
    code.chars().filter(|c| !c.is_whitespace())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ranges_are_those_of_the_parent() {
        let before = "a\nb\nc\nd\ne\n";
        let lines = |after: &str| changed_lines("rust", before, after);
        assert_eq!(lines("a\nB\nC\nd\ne\n"), [[2, 3]]);
        assert_eq!(lines("a\nd\ne\n"), [[2, 3]]);
        assert_eq!(lines("a\nb\nnew\nc\nd\ne\n"), [[2, 3]]);
        assert_eq!(lines("new\na\nb\nc\nd\ne\n"), [[1, 1]]);
        assert_eq!(lines("a\nb\nc\nd\ne\nnew\n"), [[5, 5]]);
        assert_eq!(lines("a\nB\nc\nd\nE\n"), [[2, 2], [5, 5]]);
        assert_eq!(changed_lines("rust", "", "new\n"), Vec::<[usize; 2]>::new());
    }

    #[test]
    fn comments_and_white_space_are_no_change() {
        let before = "fn a() {\n    // one\n    b();\n}\n";
        let lines = |after: &str| changed_lines("rust", before, after);
        assert!(lines("fn a() {\n    // two\n    // three\n\tb();\n}\n\n").is_empty());
        assert!(lines("fn a()\n{\n    // one\n    b(\n    );\n}\n").is_empty());
        assert_eq!(lines("fn a() {\n    // two\n    c();\n}\n"), [[2, 3]]);
        assert!(changed_lines("python", "# a\nx = 1\n", "# b\nx  = 1\n").is_empty());
        assert!(is_source("python") && !is_source("markdown") && !is_source("json"));
    }
}
