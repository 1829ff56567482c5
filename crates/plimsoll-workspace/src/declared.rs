//! Which folders are source by the word of a workspace manifest or of `[paths] source`.
//!
//! Manifests are looked for only where a bulk folder asks for it, in the folders above that folder: what
//! lies in downloaded code does not declare itself.

use crate::bulk::{self, LiftedBy};
use crate::ground::Ground;
use crate::manifests::{MANIFESTS, Member};
use crate::path::{RelPath, join};
use plimsoll_core::glob::Glob;
use std::collections::BTreeMap;
use std::path::Path;

/// A larger manifest is not read.
const LARGEST: u64 = 1024 * 1024;
/// So many patterns of one manifest count, each with so many components.
const MOST_PATTERNS: usize = 1_000;
const MOST_PARTS: usize = 64;

/// What the declarations say about a folder.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Found {
    Declared(LiftedBy),
    /// Not this folder, but one below it may be.
    PerhapsBelow,
    Nothing,
}

/// Keeps the manifests that it has read.
pub(crate) struct Declarations {
    settings: Vec<Pattern>,
    by_folder: BTreeMap<String, Vec<Manifest>>,
}

struct Manifest {
    file: String,
    /// The file that makes a folder a member of such a workspace.
    marker: &'static str,
    /// In order: a later one wins.
    patterns: Vec<Pattern>,
}

struct Pattern {
    text: String,
    excludes: bool,
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
enum Fit {
    No,
    Below,
    /// The last name is matched by a wildcard.
    Loosely,
    ByName,
}

impl Declarations {
    pub(crate) fn new(source: &[String]) -> Self {
        let patterns = source.iter().filter_map(|glob| Pattern::new(glob, false)).collect();
        Self { settings: patterns, by_folder: BTreeMap::new() }
    }

    /// Whether the settings declare this very path.
    pub(crate) fn by_settings(&self, path: &str) -> Option<LiftedBy> {
        let found = self.settings.iter().find(|pattern| pattern.fit(path) >= Fit::Loosely)?;
        Some(LiftedBy::Setting { pattern: found.text.clone() })
    }

    /// Asks the settings and the manifests above `zone` about a folder in it.
    pub(crate) fn find(&mut self, ground: &dyn Ground, zone: &str, folder: &str) -> Found {
        if let Some(by) = self.by_settings(folder) {
            return Found::Declared(by);
        }
        let mut perhaps = self.settings.iter().any(|pattern| pattern.fit(folder) == Fit::Below);
        let ends = zone.match_indices('/').map(|(at, _)| at);
        for end in [0].into_iter().chain(ends) {
            let above = &zone[..end];
            let relative = folder[end..].trim_start_matches('/');
            for manifest in self.manifests(ground, above) {
                match manifest.ask(ground, folder, relative) {
                    Found::Nothing => {}
                    Found::PerhapsBelow => perhaps = true,
                    declared @ Found::Declared(_) => return declared,
                }
            }
        }
        if perhaps { Found::PerhapsBelow } else { Found::Nothing }
    }

    fn manifests(&mut self, ground: &dyn Ground, folder: &str) -> &[Manifest] {
        if !self.by_folder.contains_key(folder) {
            self.by_folder.insert(folder.to_owned(), load(ground, folder));
        }
        &self.by_folder[folder]
    }
}

/// The manifests of a folder that declare anything. What cannot be read or understood declares nothing.
fn load(ground: &dyn Ground, folder: &str) -> Vec<Manifest> {
    let manifest = |kind: &crate::manifests::Kind| {
        let path = RelPath::exact(&join(folder, kind.file))?;
        let bytes = ground.read(&path, LARGEST).ok()?;
        let bytes = bytes.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(&bytes);
        let members = (kind.members)(std::str::from_utf8(bytes).ok()?)?;
        let members = members.iter().take(MOST_PATTERNS);
        let pattern = |Member { pattern, excludes }: &Member| Pattern::new(pattern, *excludes);
        let patterns: Vec<Pattern> = members.filter_map(pattern).collect();
        Some(Manifest { file: path.into(), marker: kind.marker, patterns })
    };
    MANIFESTS.iter().filter_map(manifest).filter(|found| !found.patterns.is_empty()).collect()
}

impl Manifest {
    fn ask(&self, ground: &dyn Ground, folder: &str, relative: &str) -> Found {
        let mut perhaps = false;
        let mut declared: Option<(&Pattern, Fit)> = None;
        for pattern in &self.patterns {
            match (pattern.fit(relative), pattern.excludes) {
                (Fit::No, _) | (Fit::Below, true) => {}
                (Fit::Below, false) => perhaps = true,
                (_, true) => declared = None,
                (fit, false) => declared = Some((pattern, fit)),
            }
        }
        // A wildcard takes in the build output of a member too, unless that is a member itself.
        let name = relative.rsplit('/').next().unwrap_or(relative);
        let is_member = |fit: Fit| {
            fit == Fit::ByName || bulk::of(name).is_none() || self.has_marker(ground, folder)
        };
        match declared {
            Some((pattern, fit)) if is_member(fit) => {
                let (file, pattern) = (self.file.clone(), pattern.text.clone());
                Found::Declared(LiftedBy::Manifest { file, pattern })
            }
            Some(_) => Found::PerhapsBelow,
            None if perhaps => Found::PerhapsBelow,
            None => Found::Nothing,
        }
    }

    fn has_marker(&self, ground: &dyn Ground, folder: &str) -> bool {
        let folder = ground.folder(Path::new(folder));
        folder.is_ok_and(|folder| folder.look(self.marker.as_ref()).is_ok())
    }
}

impl Pattern {
    /// Nothing for what is no place below the manifest.
    fn new(text: &str, excludes: bool) -> Option<Self> {
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
    fn fit(&self, path: &str) -> Fit {
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
            let pattern = Pattern::new(pattern, false).unwrap();
            assert_eq!(pattern.fit(path), fit, "{} on {path}", pattern.text);
        }
        for nowhere in ["", "/", ".", "../x", "/etc", "a/../b", "[", &"a/".repeat(65)] {
            assert!(Pattern::new(nowhere, false).is_none(), "{nowhere}");
        }
    }

    #[test]
    fn many_double_stars_cost_no_more_than_one() {
        let pattern = Pattern::new(&"**/a/".repeat(30), false).unwrap();
        assert_eq!(pattern.fit("a/".repeat(3_000).trim_end_matches('/')), Fit::ByName);
    }
}
