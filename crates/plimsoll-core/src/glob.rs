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

    /// A glob by which somebody means a place: a folder stands for all that is in it, and `./sec`, `/sec`
    /// and `sec/` mean `sec`. For [`Glob::covers`].
    pub fn place(pattern: &str) -> Result<Self, InvalidGlob> {
        let bare = pattern.strip_prefix("./").or(pattern.strip_prefix('/')).unwrap_or(pattern);
        let bare = bare.strip_suffix('/').unwrap_or(bare);
        let leaves = bare.split('/').any(|component| component == "..");
        if bare.is_empty() || leaves {
            let why = if leaves { "it leaves the root" } else { "it is empty" };
            let pattern = crate::escape::reveal_line(pattern).into_owned();
            return Err(InvalidGlob { pattern, why: why.to_owned() });
        }
        Self::new(bare)
    }

    pub fn matches(&self, path: &str) -> bool {
        self.0.is_match(path)
    }

    /// Whether the path or a folder that it lies in matches.
    pub fn covers(&self, path: &str) -> bool {
        let folders = path.match_indices('/').map(|(end, _)| &path[..end]);
        self.matches(path) || folders.into_iter().any(|folder| self.matches(folder))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_place_covers_what_is_in_it_however_it_is_written() {
        for pattern in ["sec", "sec/", "/sec", "./sec", "sec/**", "/sec/**", "sec/*", "**/deep"] {
            let glob = Glob::place(pattern).expect("it is a place");
            assert!(glob.covers("sec/deep/y.txt"), "{pattern}");
            assert!(!glob.covers("second/y.txt"), "{pattern}");
        }
        for pattern in ["", "/", "./", "../sec", "a/../../b"] {
            assert!(Glob::place(pattern).is_err(), "{pattern}");
        }
    }
}
