//! The files under version control, as text.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;

use crate::command::{self, Failure};

/// Relative path with `/` to content. What is not UTF-8 is read lossily: the checks look for ASCII.
pub(crate) type Files = BTreeMap<String, String>;

/// Everything that git tracks, as it is on disk.
pub(crate) fn tracked(root: &Path) -> Result<Files, Failure> {
    let git = || command::git(root, &["ls-files", "-z", "--cached"]);
    let listed = command::capture(git())?;
    let mut files = Files::new();
    for path in listed.split('\0').filter(|path| !path.is_empty()) {
        if let Some(content) = content(&root.join(path)) {
            files.insert(path.to_owned(), content);
        }
    }
    if files.is_empty() {
        let what = "listed no files; the checks need a git checkout".into();
        return Err(Failure::Unexpected { command: command::show(&git()), what });
    }
    Ok(files)
}

/// None for what was deleted and not yet committed, and for folders (submodules).
fn content(path: &Path) -> Option<String> {
    let kind = fs::symlink_metadata(path).ok()?.file_type();
    let bytes = if kind.is_symlink() {
        // What git keeps of a link is where it points, and that can be a path of this machine.
        fs::read_link(path).ok()?.into_os_string().into_encoded_bytes()
    } else {
        fs::read(path).ok()?
    };
    Some(String::from_utf8_lossy(&bytes).into_owned())
}

/// Whether a path lies in the test code of a crate, by Cargo's folders and by the name of a module.
pub(crate) fn is_test_path(path: &str) -> bool {
    path.ends_with("/tests.rs")
        || path.split('/').any(|part| matches!(part, "tests" | "benches" | "examples"))
}

pub(crate) fn rust_files(files: &Files) -> impl Iterator<Item = (&str, &str)> {
    files
        .iter()
        .filter(|(path, _)| path.ends_with(".rs"))
        .map(|(path, content)| (path.as_str(), content.as_str()))
}

#[cfg(test)]
pub(crate) fn of(pairs: &[(&str, &str)]) -> Files {
    pairs.iter().map(|(path, content)| ((*path).to_owned(), (*content).to_owned())).collect()
}
