//! A pattern over folders, as workspace manifests and `[paths] source` write them: component by component, so that
//! the way to a folder can be told from the folder and from everything else.

use plimsoll_core::glob::Glob;

/// A pattern with more components is none.
const MOST_PARTS: usize = 64;

/// A list of them is asked in order: a later one wins.
pub(crate) struct FolderPattern {
    pub(crate) text: String,
    /// What it matches is taken out of what those before it have brought in.
    pub(crate) excludes: bool,
    parts: Vec<Part>,
}

enum Part {
    Name(String),
    Glob {
        glob: Glob,
        /// A name that begins with a dot is matched only by a wildcard that begins with one too.
        dotted: bool,
    },
    /// `**`: any number of folders, none included.
    Folders,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Fit {
    No,
    Below,
    /// The last name is matched by a wildcard.
    Loosely,
    ByName,
}

impl FolderPattern {
    /// Nothing for what is no place below the manifest.
    pub(crate) fn new(text: &str, excludes: bool) -> Option<Self> {
        let names = text.split('/').filter(|name| !matches!(*name, "" | "."));
        let mut parts: Vec<Part> =
            names.take(MOST_PARTS + 1).map(Part::new).collect::<Option<_>>()?;
        let leaves =
            text.starts_with('/') || parts.iter().any(|p| matches!(p, Part::Name(n) if n == ".."));
        if parts.is_empty() || parts.len() > MOST_PARTS || leaves {
            return None;
        }
        if matches!(parts.last(), Some(Part::Folders)) {
            // What is below, not the folder itself.
            parts.push(Part::new("*")?);
        }
        Some(Self { text: text.to_owned(), excludes, parts })
    }

    /// Walks all ways through the pattern at once, so that many `**` cost no more than one.
    pub(crate) fn fit(&self, path: &str) -> Fit {
        let end = self.parts.len();
        let mut at = vec![false; end + 1];
        at[0] = true;
        self.skip_folders(&mut at);
        let mut by_name = false;
        for name in path.split('/') {
            let mut next = vec![false; end + 1];
            by_name = false;
            for (place, part) in self.parts.iter().enumerate().filter(|(place, _)| at[*place]) {
                match part {
                    Part::Folders => next[place] |= !name.starts_with('.'),
                    part if part.matches(name) => {
                        next[place + 1] = true;
                        by_name |= place + 1 == end && matches!(part, Part::Name(_));
                    }
                    _ => {}
                }
            }
            self.skip_folders(&mut next);
            at = next;
        }
        match (at[end], at[..end].contains(&true)) {
            (true, _) if by_name => Fit::ByName,
            (true, _) => Fit::Loosely,
            (false, true) => Fit::Below,
            (false, false) => Fit::No,
        }
    }

    fn skip_folders(&self, at: &mut [bool]) {
        for (place, part) in self.parts.iter().enumerate() {
            at[place + 1] |= at[place] && matches!(part, Part::Folders);
        }
    }
}

impl Part {
    fn new(text: &str) -> Option<Self> {
        if text == "**" {
            return Some(Self::Folders);
        }
        if !text.contains(['*', '?', '[', '{', '\\']) {
            return Some(Self::Name(text.to_owned()));
        }
        Glob::new(text).ok().map(|glob| Self::Glob { glob, dotted: text.starts_with('.') })
    }

    fn matches(&self, name: &str) -> bool {
        match self {
            Self::Name(own) => own == name,
            Self::Glob { glob, dotted } => {
                glob.matches(name) && (*dotted || !name.starts_with('.'))
            }
            Self::Folders => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patterns_tell_places_from_the_way_there() {
        for (pattern, path, fit) in [
            ("packages/*", "packages", Fit::Below),
            ("packages/*", "packages/core", Fit::Loosely),
            ("packages/*", "packages/core/bin", Fit::No),
            ("packages/*", "packages/.cache", Fit::No),
            ("./packages/core/", "packages/core", Fit::ByName),
            ("packages/**", "packages", Fit::Below),
            ("packages/**", "packages/a/b/c", Fit::Loosely),
            ("**/bin", "a/b/bin", Fit::ByName),
            ("**/bin", "bin", Fit::ByName),
            ("**/bin", "a/b", Fit::Below),
            ("{apps,packages}/*", "packages/x", Fit::Loosely),
            ("a/**/b/**/c", "a/b/b/x/c", Fit::ByName),
            ("src/bin", "src/obj", Fit::No),
        ] {
            let pattern = FolderPattern::new(pattern, false).unwrap();
            assert_eq!(pattern.fit(path), fit, "{} on {path}", pattern.text);
        }
        for nowhere in ["", "/", ".", "../x", "/etc", "a/../b", "[", &"a/".repeat(65)] {
            assert!(FolderPattern::new(nowhere, false).is_none(), "{nowhere}");
        }
    }

    #[test]
    fn many_double_stars_cost_no_more_than_one() {
        let pattern = FolderPattern::new(&"**/a/".repeat(30), false).unwrap();
        assert_eq!(pattern.fit("a/".repeat(3_000).trim_end_matches('/')), Fit::ByName);
    }
}
