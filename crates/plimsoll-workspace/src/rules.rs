//! What the walk is told: deny globs of the settings, what git tracks, and bounds.

use crate::git::Tracking;
use crate::ignore::{Ask, IgnoreChain};
use crate::left_out::LeftOutReason;
use crate::never_send;
use crate::path::RelPath;
use plimsoll_core::glob::{Globs, InvalidGlob};

/// The rules of a walk besides those that the tree itself holds.
#[derive(Debug, Clone)]
pub struct WalkRules {
    pub deny: DenyGlobs,
    pub tracked: Tracking,
    /// Whether bulk folders ever show anything; not so with `[paths] bulk = "deny"`.
    pub lift_bulk: bool,
    /// Globs over folders that are source although their name is that of a bulk folder.
    pub source: Vec<String>,
    /// The state folder, where it lies inside the root.
    pub state_folder: Option<RelPath>,
    /// Where the results of this call go, inside the root: what lies there is no input of it.
    pub results: Vec<RelPath>,
    /// How many threads walk. The result does not depend on it.
    pub threads: usize,
    /// Folders nested deeper are left out.
    pub max_depth: usize,
    /// A folder with more entries ends the walk.
    pub max_folder_entries: usize,
    /// A tree with more entries ends the walk.
    pub max_entries: usize,
    /// In a revision, folders and files may be the same object under many names. More entries of folders that
    /// were seen before, or more bytes of such files, end the walk.
    pub max_repeated: usize,
    pub max_repeated_bytes: u64,
    /// Larger files are not read, so they cost nothing.
    pub max_file_bytes: u64,
}

impl Default for WalkRules {
    fn default() -> Self {
        Self {
            deny: DenyGlobs::default(),
            tracked: Tracking::Unknown,
            lift_bulk: true,
            source: Vec::new(),
            state_folder: None,
            results: Vec::new(),
            threads: 1,
            max_depth: 1_500,
            max_folder_entries: 500_000,
            max_entries: 5_000_000,
            max_repeated: 250_000,
            max_repeated_bytes: 512 * 1024 * 1024,
            max_file_bytes: u64::MAX,
        }
    }
}

impl WalkRules {
    /// Why this very path is not shown, whatever stands there; the folders above it were asked about before, and
    /// `ignores` has the ignore files of all of them. The strictest reason comes first. Walks and single paths
    /// ask this, so that they give the same reason.
    pub(crate) fn refusal(
        &self,
        ignores: &IgnoreChain,
        path: &str,
        is_folder: bool,
        ask: Ask,
    ) -> Option<LeftOutReason> {
        if let Some(pattern) = never_send::pattern_for(path) {
            return Some(LeftOutReason::NeverSend { pattern: pattern.to_owned() });
        }
        if self.is_state(path) {
            return Some(LeftOutReason::OwnState);
        }
        if self.results.iter().any(|result| result.as_str() == path) {
            return Some(LeftOutReason::OwnResult);
        }
        self.deny.judge(path).or_else(|| ignores.judge(path, is_folder, ask))
    }

    /// Whether a path is the state folder, or lies in it.
    fn is_state(&self, path: &str) -> bool {
        let rest = self.state_folder.as_ref().and_then(|folder| path.strip_prefix(folder.as_str()));
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('/'))
    }
}

/// Deny globs of the settings, relative to the root, each with where it comes from. A glob that matches a
/// folder denies all that is in it.
#[derive(Debug, Clone, Default)]
pub struct DenyGlobs {
    places: Globs,
    texts: Vec<(String, String)>,
}

impl DenyGlobs {
    /// Takes pairs of glob and origin.
    pub fn new(globs: impl IntoIterator<Item = (String, String)>) -> Result<Self, InvalidGlob> {
        let texts: Vec<(String, String)> = globs.into_iter().collect();
        let places = Globs::places(texts.iter().map(|(glob, _)| glob.as_str()))?;
        Ok(Self { places, texts })
    }

    /// The first glob that matches this very path; folders above are judged before.
    pub(crate) fn judge(&self, path: &str) -> Option<LeftOutReason> {
        let (pattern, origin) = self.texts[self.places.first(path)?].clone();
        Some(LeftOutReason::Denied { pattern, origin })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn globs(globs: &[&str]) -> Result<DenyGlobs, InvalidGlob> {
        DenyGlobs::new(globs.iter().map(|glob| ((*glob).to_owned(), "the user's file".to_owned())))
    }

    #[test]
    fn globs_are_relative_to_the_root() {
        let deny = globs(&["secret", "/docs/*.md", "**/gen/", "{a,b}.txt", "key{,s}"]).unwrap();
        for (path, denied) in [
            ("secret", true),
            ("x/secret", false),
            ("docs/a.md", true),
            ("docs/x/a.md", false),
            ("gen", true),
            ("x/y/gen", true),
            ("b.txt", true),
            ("c.txt", false),
            ("key", true),
            ("keys", true),
        ] {
            assert_eq!(deny.judge(path).is_some(), denied, "{path}");
        }
    }

    #[test]
    fn a_bad_glob_is_named() {
        let error = globs(&["fine", "a[", "b"]).unwrap_err();
        assert_eq!(error.pattern, "a[");
        assert!(globs(&["/"]).is_err());
    }
}
