//! Paths inside the workspace: relative, normalised, UTF-8, with `/`.
//!
//! A [`RelPath`] cannot name anything outside the root, so whatever holds one needs no check of its own.
//! Unicode normalisation is not applied: two names that differ are two files.

use plimsoll_core::escape::reveal_line;
use schemars::JsonSchema;
use serde::Serialize;
use std::borrow::Borrow;
use std::fmt;

/// A normalised path relative to the root, ordered bytewise.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, JsonSchema)]
#[serde(transparent)]
pub struct RelPath(String);

/// Why a text is not a path inside the workspace.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum PathError {
    #[error("the path is empty; name a file relative to the root")]
    Empty,
    #[error("`{}` is absolute; give it relative to the root", reveal_line(.0))]
    Absolute(String),
    #[error("`{}` leaves the root; only what lies below it can be named", reveal_line(.0))]
    LeavesRoot(String),
    #[error("`{}` has a NUL character in it, which no file name can have", reveal_line(.0))]
    Nul(String),
}

impl RelPath {
    /// Reads a path that somebody wrote. `.`, empty components and a trailing slash are taken out, and
    /// `a/../b` becomes `b`. Backslashes are ordinary characters.
    pub fn parse(text: &str) -> Result<Self, PathError> {
        if text.contains('\0') {
            return Err(PathError::Nul(text.to_owned()));
        }
        if text.starts_with('/') {
            return Err(PathError::Absolute(text.to_owned()));
        }
        let mut components: Vec<&str> = Vec::new();
        for component in text.split('/') {
            match component {
                "" | "." => {}
                ".." if components.pop().is_none() => {
                    return Err(PathError::LeavesRoot(text.to_owned()));
                }
                ".." => {}
                name => components.push(name),
            }
        }
        if components.is_empty() {
            return Err(PathError::Empty);
        }
        Ok(Self(components.join("/")))
    }

    /// A path whose components were checked one by one as they were found on disk.
    pub(crate) fn from_normalised(path: String) -> Self {
        debug_assert_eq!(Self::parse(&path).as_ref().map(Self::as_str), Ok(path.as_str()));
        Self(path)
    }

    /// Only a text that is already in normal form: for names that come from git, where anything else is
    /// not a file of this tree.
    pub(crate) fn exact(text: &str) -> Option<Self> {
        is_normal(text).then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }

    pub fn components(&self) -> impl DoubleEndedIterator<Item = &str> {
        self.0.split('/')
    }

    /// The last component.
    pub fn file_name(&self) -> &str {
        self.last_slash().map_or(&self.0, |at| &self.0[at + 1..])
    }

    /// The folder that it lies in; nothing for what lies in the root itself.
    pub fn parent(&self) -> Option<&str> {
        self.last_slash().map(|at| &self.0[..at])
    }

    /// Byte by byte: components are shorter than what a search for a character costs to begin.
    fn last_slash(&self) -> Option<usize> {
        self.0.bytes().rposition(|byte| byte == b'/')
    }

    /// `a`, `a/b`, `a/b/c` for `a/b/c`.
    pub(crate) fn prefixes(&self) -> impl Iterator<Item = &str> {
        let ends = self.0.bytes().enumerate().filter(|(_, byte)| *byte == b'/').map(|(at, _)| at);
        ends.chain([self.0.len()]).map(|end| &self.0[..end])
    }
}

/// Whether a text is a path in normal form.
pub(crate) fn is_normal(text: &str) -> bool {
    let mut components = text.as_bytes().split(|&byte| byte == b'/');
    !text.contains('\0') && components.all(|component| !matches!(component, b"" | b"." | b".."))
}

/// The path of an entry in a folder, where the root is the empty string.
pub(crate) fn join(folder: &str, name: &str) -> String {
    if folder.is_empty() {
        return name.to_owned();
    }
    // Not `format!`: the walk does this for every entry of the tree.
    let mut path = String::with_capacity(folder.len() + 1 + name.len());
    path.push_str(folder);
    path.push('/');
    path.push_str(name);
    path
}

impl fmt::Display for RelPath {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl AsRef<str> for RelPath {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl Borrow<str> for RelPath {
    fn borrow(&self) -> &str {
        &self.0
    }
}

impl From<RelPath> for String {
    fn from(path: RelPath) -> Self {
        path.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn foreign_text_is_normalised_or_told_what_is_wrong() {
        for (text, normal) in
            [("a/b", "a/b"), ("./a//b/", "a/b"), ("a/../b", "b"), (r"a\b", r"a\b"), ("...", "...")]
        {
            assert_eq!(RelPath::parse(text).unwrap().as_str(), normal);
        }
        let kind = |text: &str| RelPath::parse(text).unwrap_err();
        assert_eq!(kind("/etc/passwd"), PathError::Absolute("/etc/passwd".into()));
        assert_eq!(kind("a/../../b"), PathError::LeavesRoot("a/../../b".into()));
        assert_eq!(kind(".."), PathError::LeavesRoot("..".into()));
        assert_eq!(kind("a\0b"), PathError::Nul("a\0b".into()));
        for empty in ["", ".", "./", "a/.."] {
            assert_eq!(kind(empty), PathError::Empty);
        }
        assert!(!kind("/a\nb").to_string().contains('\n'));
    }

    #[test]
    fn prefixes_go_from_the_root_down() {
        let path = RelPath::parse("a/b/c").unwrap();
        assert_eq!(path.prefixes().collect::<Vec<_>>(), ["a", "a/b", "a/b/c"]);
    }

    proptest! {
        #[test]
        fn what_parses_is_normal_and_stays_inside(text in "(\\.|/|a|\\\\|é|\u{0}| ){0,12}") {
            let exact = RelPath::parse(&text).ok().filter(|path| path.as_str() == text);
            prop_assert_eq!(RelPath::exact(&text), exact);
            if let Ok(path) = RelPath::parse(&text) {
                prop_assert!(path.components().all(|c| !matches!(c, "" | "." | "..")));
                prop_assert!(!path.as_str().contains('\0'));
                let again = RelPath::parse(path.as_str());
                prop_assert_eq!(again, Ok(path));
            }
        }
    }
}
