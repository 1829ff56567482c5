//! Which folders are source by the word of a workspace manifest or of `[paths] source`.
//!
//! Manifests are looked for only where a bulk folder asks for it, in the folders above that folder: what
//! lies in downloaded code does not declare itself.

use crate::bulk::{self, LiftedBy};
use crate::folder_pattern::{Fit, FolderPattern};
use crate::ground::Ground;
use crate::manifests::{Kind, MANIFESTS, Member};
use crate::path::{RelPath, join};
use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

/// A larger manifest is not read.
const LARGEST: u64 = 1024 * 1024;
/// So many patterns of one manifest count.
const MOST_PATTERNS: usize = 1_000;

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
    settings: Vec<FolderPattern>,
    by_folder: BTreeMap<String, Vec<Manifest>>,
}

struct Manifest {
    file: String,
    /// The file that makes a folder a member of such a workspace.
    marker: &'static str,
    /// In order: a later one wins.
    patterns: Vec<FolderPattern>,
}

impl Declarations {
    pub(crate) fn new(source: &[String]) -> Self {
        let patterns = source.iter().filter_map(|glob| FolderPattern::new(glob, false)).collect();
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
    let manifest = |kind: &Kind| {
        let path = RelPath::exact(&join(folder, kind.file))?;
        let bytes = ground.read(&path, LARGEST).ok()?;
        Manifest::read(kind, path.into(), std::str::from_utf8(&bytes).ok()?)
    };
    MANIFESTS.iter().filter_map(manifest).collect()
}

/// The manifests that are members of a workspace by the word of another, of those whose texts are given by path.
pub fn members(manifests: &BTreeMap<String, String>) -> BTreeSet<String> {
    let mut members = BTreeSet::new();
    for (path, text) in manifests {
        let file = path.rsplit('/').next().unwrap_or(path);
        let kind = MANIFESTS.iter().find(|kind| kind.file == file);
        let Some(manifest) = kind.and_then(|kind| Manifest::read(kind, path.clone(), text)) else {
            continue;
        };
        let start = &path[..path.len() - file.len()];
        let below =
            manifests.range(start.to_owned()..).take_while(|(other, _)| other.starts_with(start));
        let is_member = |other: &&String| {
            let (folder, file) = other[start.len()..].rsplit_once('/').unwrap_or_default();
            file == manifest.marker && manifest.declares(folder).0.is_some()
        };
        members.extend(below.map(|(other, _)| other).filter(is_member).cloned());
    }
    members
}

impl Manifest {
    /// Nothing if it declares nothing.
    fn read(kind: &Kind, file: String, text: &str) -> Option<Self> {
        let members = (kind.members)(text.strip_prefix('\u{feff}').unwrap_or(text))?;
        let members = members.iter().take(MOST_PATTERNS);
        let pattern =
            |Member { pattern, excludes }: &Member| FolderPattern::new(pattern, *excludes);
        let patterns: Vec<FolderPattern> = members.filter_map(pattern).collect();
        (!patterns.is_empty()).then_some(Self { file, marker: kind.marker, patterns })
    }

    /// The pattern by which a folder is declared, and whether one below it may be.
    fn declares(&self, relative: &str) -> (Option<(&FolderPattern, Fit)>, bool) {
        let mut perhaps = false;
        let mut declared: Option<(&FolderPattern, Fit)> = None;
        for pattern in &self.patterns {
            match (pattern.fit(relative), pattern.excludes) {
                (Fit::No, _) | (Fit::Below, true) => {}
                (Fit::Below, false) => perhaps = true,
                (_, true) => declared = None,
                (fit, false) => declared = Some((pattern, fit)),
            }
        }
        (declared, perhaps)
    }

    fn ask(&self, ground: &dyn Ground, folder: &str, relative: &str) -> Found {
        let (declared, perhaps) = self.declares(relative);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn members_are_those_that_a_manifest_around_them_declares() {
        let all = [
            ("pnpm-workspace.yaml", "packages: ['!packages/old', packages/*] # all"),
            ("package.json", "{}"),
            ("packages/a/package.json", "{}"),
            ("packages/a/Cargo.toml", ""),
            ("packages/a/deep/package.json", "{}"),
            ("packages/old/package.json", "{}"),
            ("packages/.x/package.json", "{}"),
            ("sub/lerna.json", "\u{feff}{}"),
            ("sub/packages/b/package.json", "{}"),
            ("sub/other/package.json", r#"{"workspaces": ["../packages/*", "*"]}"#),
            ("sub/other/c/package.json", "{}"),
            ("sub2/packages/d/package.json", "{}"),
            ("Cargo.toml", "[workspace]\nmembers = ['crates/*']"),
            ("crates/e/Cargo.toml", "[package]"),
            ("crates/e/package.json", "{}"),
        ];
        let all = all.map(|(path, text)| (path.to_owned(), text.to_owned()));
        let found: Vec<String> = members(&all.into()).into_iter().collect();
        let expected = [
            "crates/e/Cargo.toml",
            "packages/a/package.json",
            "sub/other/c/package.json",
            "sub/packages/b/package.json",
        ];
        assert_eq!(found, expected);
    }
}
