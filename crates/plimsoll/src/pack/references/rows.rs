//! Places whose file has a line of its own, with rows below it that begin with the line's number: eslint and stylelint,
//! yamllint, ruff (grouped), Create React App and Next.js, RuboCop (simple), phpcs, PHPStan, `rg --heading`.

use super::joints::leading_number;
use super::scan::{LONGEST_PATH, could_be_path, is_border};

/// What may stand around a path that has a line of its own.
const BEFORE_PATH: &[&str] = &["FILE: ", "File: ", "Line  ", "== "];
const AFTER_PATH: &[&str] = &[" ==", " (in context of"];

/// What may stand before the number of a row, behind signs and blanks: words, and RuboCop's letters.
const BEFORE_NUMBER: &[&str] = &["Line: ", "Line ", "line ", "C:", "W:", "E:", "F:", "R:"];
/// What has to stand behind it: a column, a bar, or the blanks of a table.
const AFTER_NUMBER: &[&str] = &[":", " |", " │", "  ", "\t"];

/// What can stand before a row or a path, besides blanks: `✖`, `>`, `│`, a dash.
fn is_sign(c: char) -> bool {
    !c.is_alphanumeric() && !matches!(c, '/' | '\\' | '.' | '_' | '~' | '=' | '@')
}

/// The path that is all that a line says.
pub(super) fn heading(line: &str) -> Option<&str> {
    if line.len() > LONGEST_PATH {
        return None;
    }
    let line = line.trim_matches(is_sign);
    let line = BEFORE_PATH.iter().find_map(|word| line.strip_prefix(word)).unwrap_or(line);
    let line = line.trim_start();
    let end = AFTER_PATH.iter().find_map(|word| line.rfind(word));
    let path = line[..end.unwrap_or(line.len())].trim_end();
    // A path with blanks in it is told from a sentence by its beginning.
    let drive = path.get(1..3).filter(|after| matches!(*after, ":\\" | ":/"));
    let is_absolute = path.starts_with('/') || drive.is_some();
    let mut rest = path[drive.map_or(0, |after| after.len() + 1)..].chars();
    let is_plain = rest.all(|c| !is_border(c) || (is_absolute && c == ' ') || is_folder_sign(c));
    (is_plain && could_be_path(path, false)).then_some(path)
}

/// Signs that names of folders and files have in some frameworks: `app/(auth)/[id].tsx`.
fn is_folder_sign(c: char) -> bool {
    matches!(c, '(' | ')' | '[' | ']' | '@')
}

/// The line that a row is about.
pub(super) fn row(line: &str) -> Option<u32> {
    let line = line.trim_start_matches(is_sign);
    let word = BEFORE_NUMBER.iter().find_map(|word| line.strip_prefix(word));
    let line = word.unwrap_or(line).trim_start();
    let (number, end) = leading_number(line)?;
    let rest = &line[end..];
    let is_told = AFTER_NUMBER.iter().any(|after| rest.starts_with(after));
    (is_told || (word.is_some() && rest.is_empty())).then_some(number)
}
