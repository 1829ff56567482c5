//! How a path and its line are joined.

/// What may stand between a path and its line, the longest first where one ends with another.
///
/// `src/a.rs:3:5` (most), `a.ts(3,5)` and `a.php(3)` (tsc, MSBuild, MSVC, PHP), `File "a.py", line 3` (Python),
/// `a.cs:line 3` (.NET), `a.php on line 3` (PHP), `A.java:[3,5]` (Maven), `A.kt: (3, 5)` (Kotlin), `a.js#L3` (links),
/// `a.ml", lines 3-5` (OCaml), `a.pl line 3` (Perl, ShellCheck, Terraform), `'a.yml': line 3` (Ansible),
/// `file="a.py" line="3"` (JUnit), `file=a.ts,line=3` (GitHub), `a.html, error at line 3` (Django).
const JOINTS: &[&str] = &[
    "\", line ",
    "\", lines ",
    "', line ",
    "': line ",
    "\" line=\"",
    ", error at line ",
    ", line ",
    ", line: ",
    ",line=",
    ":line ",
    " on line ",
    " line ",
    ": line ",
    ": (",
    ":[",
    "#L",
    "(",
    ":",
];

/// The number behind a joint, and where it ends.
pub(super) fn number_after(line: &str, end: usize) -> Option<(u32, usize)> {
    let rest = &line[end..];
    let joined = JOINTS.iter().find_map(|joint| {
        let (number, length) = leading_number(rest.strip_prefix(joint)?)?;
        Some((number, end + joint.len() + length))
    });
    // Sass and webpack: `a.scss 3:5`. Behind a blank alone, any number would do.
    joined.or_else(|| {
        let (number, length) = leading_place(rest.strip_prefix(' ')?)?;
        Some((number, end + 1 + length))
    })
}

/// The number that a text begins with, and its length. Lines are counted from 1.
pub(super) fn leading_number(text: &str) -> Option<(u32, usize)> {
    let length = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..length].parse().ok().filter(|&number| number > 0).map(|number| (number, length))
}

/// The same for a line with its column: `3:5`.
fn leading_place(text: &str) -> Option<(u32, usize)> {
    let (number, length) = leading_number(text)?;
    let column = text[length..].strip_prefix(':')?;
    column.starts_with(|c: char| c.is_ascii_digit()).then_some((number, length))
}

/// The line that is given behind the message, as Babel and Prettier do: `a.js: Unexpected token (3:5)`.
pub(super) fn place_at_the_end(line: &str) -> Option<u32> {
    let inside = line.trim_end().strip_suffix(')')?.rsplit_once('(')?.1;
    leading_place(inside).map(|(number, _)| number)
}
