//! Paths that the user types: from the current folder, as a shell completes them, or from the root, as they are printed.

use crate::exit::Failure;
use plimsoll::core::escape;
use std::env;
use std::path::{Component, Path, PathBuf};

/// A path as it is seen from the root. What stands in the current folder is meant first.
pub(crate) fn from_root(path: &Path, root: &Path) -> Result<String, Failure> {
    let root = root.canonicalize().unwrap_or_else(|_| root.to_owned());
    let here = env::current_dir().ok().and_then(|here| here.canonicalize().ok());
    let here = here.filter(|here| here.starts_with(&root)).unwrap_or_else(|| root.clone());
    let from = |base: &Path| without_dots(&base.join(path));
    let is_there = |whole: &Path| whole.starts_with(&root) && whole.symlink_metadata().is_ok();
    let whole = if is_there(&from(&here)) { from(&here) } else { from(&root) };
    let shown = quoted(path);
    let inside = whole.strip_prefix(&root).map_err(|_| {
        Failure::input(format!("{shown} lies outside the project; name its folder with --root"))
    })?;
    let text = inside.to_str().map(str::to_owned);
    text.ok_or_else(|| Failure::input(format!("{shown} is not UTF-8, so it is never shown")))
}

/// A path as it stands in a sentence.
pub(crate) fn quoted(path: &Path) -> String {
    escape::quoted(&path.to_string_lossy())
}

/// The path without `.` and `..`, by its text alone: links are the jail's business.
fn without_dots(path: &Path) -> PathBuf {
    let mut plain = PathBuf::new();
    for part in path.components() {
        match part {
            Component::CurDir => {}
            Component::ParentDir => {
                plain.pop();
            }
            other => plain.push(other),
        }
    }
    plain
}
