//! Globs over relative paths, with one meaning everywhere.
//!
//! Anchored at the root; `*` and `?` stay inside one name; `**` as a whole component crosses folders, none
//! included; a leading dot is nothing special; `{a,b}`, `[x]`, `[!x]`; case-sensitive.

use globset::{Candidate, GlobBuilder, GlobMatcher, GlobSet, GlobSetBuilder};
use std::path::Path;

const LONGEST: usize = 1000;

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
        parse(pattern).map(|glob| Self(glob.compile_matcher()))
    }

    /// A glob by which somebody means a place: a folder stands for all that is in it, and `./sec`, `/sec`
    /// and `sec/` mean `sec`. For [`Glob::covers`].
    pub fn place(pattern: &str) -> Result<Self, InvalidGlob> {
        parse_place(pattern).map(|glob| Self(glob.compile_matcher()))
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

/// Many places, asked at once.
#[derive(Debug, Clone, Default)]
pub struct Globs(GlobSet);

impl Globs {
    /// Each pattern as [`Glob::place`] understands it.
    pub fn places<'a>(patterns: impl IntoIterator<Item = &'a str>) -> Result<Self, InvalidGlob> {
        let mut set = GlobSetBuilder::new();
        for pattern in patterns {
            set.add(parse_place(pattern)?);
        }
        let set = set.build().map_err(|error| {
            invalid(error.glob().unwrap_or("(all together)"), &error.kind().to_string())
        })?;
        Ok(Self(set))
    }

    /// The position of the first pattern that matches this very path; whoever wants to know about the folders
    /// that it lies in asks for them before.
    pub fn first(&self, path: &str) -> Option<usize> {
        if self.0.is_empty() {
            return None;
        }
        self.0.matches_candidate(&Candidate::new(Path::new(path))).into_iter().min()
    }
}

/// The one place that says what a glob means.
fn parse(pattern: &str) -> Result<globset::Glob, InvalidGlob> {
    if pattern.len() > LONGEST {
        return Err(invalid(pattern, "it is longer than 1,000 bytes"));
    }
    GlobBuilder::new(pattern)
        .literal_separator(true)
        .backslash_escape(true)
        .empty_alternates(true)
        .build()
        .map_err(|error| invalid(pattern, &error.kind().to_string()))
}

fn parse_place(pattern: &str) -> Result<globset::Glob, InvalidGlob> {
    let bare = pattern.strip_prefix("./").or(pattern.strip_prefix('/')).unwrap_or(pattern);
    let bare = bare.strip_suffix('/').unwrap_or(bare);
    if bare.is_empty() {
        return Err(invalid(pattern, "it is empty"));
    }
    if bare.split('/').any(|component| component == "..") {
        return Err(invalid(pattern, "it leaves the root"));
    }
    parse(bare)
}

fn invalid(pattern: &str, why: &str) -> InvalidGlob {
    InvalidGlob { pattern: crate::escape::reveal_line(pattern).into_owned(), why: why.to_owned() }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

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

    proptest! {
        #[test]
        fn many_globs_say_what_each_says(
            patterns in prop::collection::vec(r"(\*\*|[ab.*?{},/\[\]!\\]){1,6}", 1..4),
            paths in prop::collection::vec(r"\.?[ab][ab.,]{0,2}(/\.?[ab][ab.,]{0,2}){0,2}", 8),
        ) {
            let valid: Vec<&str> =
                patterns.iter().map(String::as_str).filter(|p| Glob::place(p).is_ok()).collect();
            let many = Globs::places(valid.iter().copied()).expect("because each of them is valid");
            let one_by_one: Vec<Glob> = valid.iter().map(|p| Glob::place(p).unwrap()).collect();
            for path in &paths {
                let first = one_by_one.iter().position(|glob| glob.matches(path));
                prop_assert_eq!(many.first(path), first, "{:?} on {}", valid, path);
            }
        }
    }
}
