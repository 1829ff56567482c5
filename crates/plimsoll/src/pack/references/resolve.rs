//! Which file of the project a path in an output means. The path may be absolute, relative to another folder, of
//! another machine or of a container: what counts is how much of its end agrees with a path that is known.

use super::scan::Mention;
use std::cmp::Reverse;

/// What stands in a path before code that is not the project's: runtimes, and where tools keep dependencies.
const NOT_OURS: &[&str] = &[
    "/site-packages/",
    "/dist-packages/",
    "/lib/python",
    "/node_modules/",
    "/internal/modules/",
    "/internal/process/",
    "/rustc/",
    "/rustlib/",
    "/.cargo/",
    "/pkg/mod/",
    "/usr/local/go/",
    "/gems/",
    "/.rbenv/",
    "/.rvm/",
    "/vendor/",
    "/usr/lib/",
    "/usr/include/",
    "/usr/share/",
    "/nix/store/",
    "/opt/homebrew/",
    "/Program Files/",
    "/dotnet/",
    "/_/src/",
];

/// Where packages are put under their own names.
const INSTALLED: &[&str] = &["/site-packages/", "/dist-packages/"];

/// A name that more files than this end with says nothing by itself.
const MOST_ALIKE: usize = 256;

/// The files that may be meant, by their components from the last one on: what ends alike lies side by side.
#[derive(Debug)]
pub(in crate::pack) struct Files<'a> {
    reversed: Vec<(String, &'a str)>,
}

/// A file that a mention could mean.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Match<'a> {
    path: &'a str,
    /// So many components agree, from the end.
    agreeing: usize,
    /// All of the file's path, or all of what was mentioned.
    is_complete: bool,
}

/// `c/b/a/` of `a/b/c`.
fn reversed<'p>(parts: impl DoubleEndedIterator<Item = &'p str>) -> String {
    parts.rev().flat_map(|part| [part, "/"]).collect()
}

impl<'a> Files<'a> {
    pub(in crate::pack) fn of(paths: impl Iterator<Item = &'a str>) -> Self {
        let mut reversed: Vec<(String, &str)> =
            paths.map(|path| (reversed(path.split('/')), path)).collect();
        reversed.sort_unstable();
        Self { reversed }
    }

    /// The file that each of them means: by itself, or else the one that lies nearest to those around it.
    pub(super) fn resolve(&self, mentions: &[Mention<'_>]) -> Vec<Option<&'a str>> {
        let matches: Vec<Vec<Match<'a>>> = mentions.iter().map(|one| self.matches(one)).collect();
        let alone = |found: &Vec<Match<'a>>| match found[..] {
            [Match { path, agreeing, is_complete }] => {
                (is_complete || agreeing > 1).then_some(path)
            }
            _ => None,
        };
        let sure: Vec<Option<&str>> = matches.iter().map(alone).collect();
        let all = matches.iter().enumerate();
        all.map(|(at, several)| sure[at].or_else(|| nearest(several, &neighbours(&sure, at))))
            .collect()
    }

    /// Those whose end agrees most with what was mentioned. Without a line nothing is guessed.
    fn matches(&self, mention: &Mention<'_>) -> Vec<Match<'a>> {
        let package =
            mention.package.unwrap_or_default().split(['.', '/']).filter(|part| !part.is_empty());
        let parts: Vec<&str> = package.chain(mention.components()).collect();
        let alike = self.alike(&parts);
        let Some(&(first, _)) = alike.first() else { return Vec::new() };
        let before: String =
            parts[..parts.len() - first].iter().flat_map(|part| ["/", part]).collect::<String>()
                + "/";
        let is_whole = first == parts.len();
        let complete = |path: &str| is_whole || first == path.split('/').count();
        let mut found: Vec<Match<'a>> = alike
            .into_iter()
            .map(|(agreeing, path)| Match { path, agreeing, is_complete: complete(path) })
            .collect();
        // The project itself may have been installed among the others.
        let is_installed = first > 1
            && found.iter().all(|one| one.is_complete)
            && INSTALLED.iter().any(|folder| before.ends_with(folder));
        if !is_installed && NOT_OURS.iter().any(|mark| before.contains(mark)) {
            return Vec::new();
        }
        // A path that is all of what was mentioned is meant before one that only ends so.
        let is_exact = |one: &Match<'_>| is_whole && one.path.split('/').count() == first;
        for is_better in [&is_exact as &dyn Fn(&Match<'_>) -> bool, &|one| one.is_complete] {
            if found.iter().any(is_better) {
                found.retain(is_better);
            }
        }
        let is_certain =
            mention.line.is_some() || (is_whole && (first > 1 || found.iter().all(is_exact)));
        if is_certain { found } else { Vec::new() }
    }

    /// The files that agree in the most components from the end, with how many these are.
    fn alike(&self, parts: &[&str]) -> Vec<(usize, &'a str)> {
        let wanted = reversed(parts.iter().copied());
        let place = self.reversed.partition_point(|(known, _)| *known < wanted);
        let agreeing = |at: usize| {
            let (known, _) = &self.reversed[at];
            known.split('/').zip(parts.iter().rev()).take_while(|(a, b)| a == *b).count()
        };
        let around = place.saturating_sub(1)..self.reversed.len().min(place + 1);
        let most = around.map(agreeing).max().unwrap_or(0);
        if most == 0 {
            return Vec::new();
        }
        let prefix = reversed(parts[parts.len() - most..].iter().copied());
        let from = self.reversed.partition_point(|(known, _)| *known < prefix);
        let same = self.reversed[from..].iter().take_while(|(known, _)| known.starts_with(&prefix));
        let same: Vec<_> = same.take(MOST_ALIKE + 1).map(|&(_, path)| (most, path)).collect();
        if same.len() > MOST_ALIKE { Vec::new() } else { same }
    }
}

/// The nearest certain ones before and after a place.
fn neighbours<'a>(sure: &[Option<&'a str>], at: usize) -> [Option<&'a str>; 2] {
    // Frames of one stack stand close together; farther away lies another story.
    const NEAR: usize = 16;
    let before = sure[at.saturating_sub(NEAR)..at].iter().rev().find_map(|path| *path);
    let after = sure[at + 1..].iter().take(NEAR).find_map(|path| *path);
    [before, after]
}

/// The one that shares the most folders with a neighbour, where that is one.
fn nearest<'a>(several: &[Match<'a>], neighbours: &[Option<&str>; 2]) -> Option<&'a str> {
    let shared = |path: &str| {
        let with = |other: &&str| {
            let folders =
                |path: &str| path.rsplit_once('/').map_or(String::new(), |(f, _)| f.to_owned());
            let (a, b) = (folders(path), folders(other));
            a.split('/').zip(b.split('/')).take_while(|(a, b)| a == b && !a.is_empty()).count()
                + usize::from(a == b)
        };
        neighbours.iter().flatten().map(with).max().unwrap_or(0)
    };
    let mut by_nearness: Vec<(usize, &str)> =
        several.iter().map(|one| (shared(one.path), one.path)).collect();
    by_nearness.sort_by_key(|&(near, _)| Reverse(near));
    match by_nearness[..] {
        [(near, path)] if near > 0 => Some(path),
        [(near, path), (next, _), ..] if near > next => Some(path),
        _ => None,
    }
}
