//! Globs over relative paths, with one meaning everywhere.
//!
//! Anchored at the root; `*` and `?` stay inside one name; `**` as a whole component crosses folders, none
//! included; a leading dot is nothing special; `{a,b}`, `[x]`, `[!x]`; case-sensitive.

use globset::{GlobBuilder, GlobMatcher};

/// A pattern that is no glob, and why.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("`{pattern}` is not a valid glob: {why}")]
pub struct InvalidGlob {
    pub pattern: String,
    pub why: String,
}

/// A compiled glob.
#[derive(Debug, Clone)]
pub struct Glob(GlobMatcher);

impl Glob {
    pub fn new(pattern: &str) -> Result<Self, InvalidGlob> {
        let invalid = |why: String| InvalidGlob {
            pattern: crate::escape::reveal_line(pattern).into_owned(),
            why,
        };
        if pattern.len() > 1000 {
            return Err(invalid("it is longer than 1,000 bytes".to_owned()));
        }
        GlobBuilder::new(pattern)
            .literal_separator(true)
            .backslash_escape(true)
            .empty_alternates(true)
            .build()
            .map(|glob| Self(glob.compile_matcher()))
            .map_err(|error| invalid(error.kind().to_string()))
    }

    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }
}
