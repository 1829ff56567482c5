//! What the index knows of the code around the changes: what they lie in, what that uses, who needs the files, their
//! tests, and what a search finds for their words.
//!
//! All of it follows from the contents of files, the changes and the words of the request, so it is kept as a fact
//! about them: a composition that is asked for again does not look through the whole project again.

use super::scene::Scene;
use crate::changes::ChangedFile;
use crate::error::Error;
use crate::found::Finder;
use crate::graph::GoneFile;
use crate::known::KnownFile;
use crate::related::{self, Center, Needed};
use crate::snapshot::Snapshot;
use crate::symbols::names_of;
use plimsoll_core::ladder::{Graph, Ladder, Lines};
use plimsoll_core::seal;
use plimsoll_core::store::FactKey;
use plimsoll_index::outline::Outline;
use plimsoll_index::project::{Caller, FileId, Project, TestLink};
use plimsoll_index::{names, words as parts};
use serde::{Deserialize, Serialize};
use serde_json::json;
use std::collections::{BTreeMap, BTreeSet};

/// Moves when what is found changes though the inputs do not.
const VERSION: u32 = 2;
/// The graph is made of no more files than this: for a larger project, of those that lie nearest to the changes.
const MOST_FILES: usize = 20_000;
const MOST_TOUCHED: usize = 40;
const MOST_USED: usize = 40;
/// A name that more definitions in sight have says nothing of what is used: everybody has a `get`.
const MOST_MEANT: u32 = 3;
const MOST_EDGES: usize = 400;
const MOST_TESTS: usize = 10;
/// Of a test so many functions are shown, each around so many places.
const MOST_NAMING: usize = 3;
const MOST_PLACES: usize = 3;
const MOST_FOUND: usize = 12;
/// So many files that are no longer there are taken into the graph.
const MOST_GONE: usize = 200;
/// So many of the names in changed lines are searched for, those that stand there most often.
const MOST_WORDS: usize = 30;

#[derive(Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Around {
    pub(super) touched: Vec<Touched>,
    /// What the touched definitions use.
    pub(super) used: Vec<Needed>,
    pub(super) edges: Vec<(String, String)>,
    /// How many files need the changed ones.
    pub(super) dependents: usize,
    pub(super) tests: Vec<Test>,
    /// Best first.
    pub(super) found: Vec<Found>,
    /// The project was too large, and the graph is of the part around the changes.
    pub(super) is_part: bool,
}

/// A definition that a change lies in.
#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Touched {
    pub(super) path: String,
    pub(super) line: u32,
    pub(super) name: String,
    /// With what encloses it.
    pub(super) qualified: String,
    pub(super) callers: usize,
    /// It only encloses what changed: its signatures say enough.
    pub(super) is_around: bool,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Test {
    pub(super) path: String,
    pub(super) bond: Bond,
    /// The lines that name what was touched, of the first functions that do.
    pub(super) naming: Vec<u32>,
}

/// How sure it is that a test is one of what was changed; the surest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum Bond {
    Named,
    Imports,
    UsesNames,
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Found {
    pub(super) path: String,
    pub(super) points: i64,
    /// The lines that match best.
    pub(super) ladder: Ladder,
}

/// What is to be found.
#[derive(Debug, Clone, Copy)]
pub(super) struct Sought {
    /// The graph of the project.
    pub(super) structure: bool,
    pub(super) search: bool,
}

impl Around {
    pub(super) fn look(scene: &Scene<'_>, sought: Sought) -> Result<Self, Error> {
        let snapshot = scene.snapshot;
        let words = words(scene);
        let wants_structure = sought.structure && !scene.changes.is_empty();
        let wants_search = sought.search && !words.is_empty();
        if !wants_structure && !wants_search {
            return Ok(Self::default());
        }
        let changes: Vec<_> = scene.changes.iter().map(|one| (&one.path, &one.diff)).collect();
        let languages = &snapshot.workspace().values().index.languages;
        let inputs = json!({
            "version": VERSION,
            "project": snapshot.fingerprint(),
            "languages": format!("{languages:?}"),
            "changes": changes,
            "words": words,
            "structure": wants_structure,
            "search": wants_search,
        });
        let content = seal::sha256(seal::canonical_json(&inputs).as_bytes());
        let extractor = format!("around {VERSION} {}", snapshot.workspace().watch().digest());
        let key = FactKey { extractor, content };
        let kept = snapshot.facts.lookup(std::slice::from_ref(&key)).pop().flatten();
        if let Some(around) = kept.and_then(|bytes| serde_json::from_slice(&bytes).ok()) {
            return Ok(around);
        }
        let mut around = Self::default();
        if wants_structure {
            around.add_structure(scene)?;
        }
        if wants_search {
            around.add_found(scene, &words)?;
        }
        if let Ok(bytes) = serde_json::to_vec(&around) {
            snapshot.facts.keep(&[(key, bytes)]);
        }
        Ok(around)
    }

    fn add_structure(&mut self, scene: &Scene<'_>) -> Result<(), Error> {
        let snapshot = scene.snapshot;
        let paths: BTreeSet<&str> = scene.changes.iter().flat_map(ChangedFile::paths).collect();
        let near = neighbourhood(snapshot, &paths);
        self.is_part = near.len() < snapshot.files.len();
        let project = snapshot.project_of(&near, &gone(snapshot, &scene.changes))?;
        let touched = touched(snapshot, &scene.changes)?;
        let centers: Vec<Center<'_>> = paths
            .iter()
            .map(|&path| {
                let of_it = touched.iter().filter(|one| one.path == path);
                Center { path, symbols: of_it.map(|one| (one.line, &*one.qualified)).collect() }
            })
            .filter(|center| !center.symbols.is_empty())
            .collect();
        self.used = related::find(&project, &centers, false).symbols;
        self.used.retain(|one| one.among <= MOST_MEANT);
        // A stable sort: what is as sure stays in the order of paths.
        self.used.sort_by_key(|one| one.among);
        self.used.truncate(MOST_USED);
        self.add_edges(&project, &paths);
        let callers: Vec<Vec<Caller>> = touched.iter().map(|one| callers(&project, one)).collect();
        let users = callers.iter().flatten().map(|caller| caller.file).collect();
        self.add_tests(snapshot, &project, &paths, &touched, &users)?;
        let counted = touched.into_iter().zip(&callers);
        self.touched =
            counted.map(|(one, callers)| Touched { callers: callers.len(), ..one }).collect();
        Ok(())
    }

    fn add_edges(&mut self, project: &Project, paths: &BTreeSet<&str>) {
        let files: Vec<_> = paths.iter().filter_map(|path| project.find(path)).collect();
        let mut graph = Graph::default();
        let path = |file| project.path(file).to_owned();
        for near in project.dependencies(&files, 1) {
            graph.edges.push((path(near.via), path(near.file)));
        }
        let dependents = project.dependents(&files, 1);
        self.dependents = dependents.len();
        graph.edges.extend(dependents.iter().map(|near| (path(near.file), path(near.via))));
        graph.edges.sort();
        graph.edges.dedup();
        graph.edges.truncate(MOST_EDGES);
        self.edges = graph.edges;
    }

    fn add_tests(
        &mut self,
        snapshot: &Snapshot<'_>,
        project: &Project,
        paths: &BTreeSet<&str>,
        touched: &[Touched],
        users: &BTreeSet<FileId>,
    ) -> Result<(), Error> {
        let mut bonds: BTreeMap<&str, (bool, Bond)> = BTreeMap::new();
        for file in paths.iter().filter_map(|path| project.find(path)) {
            for test in project.tests_of(file) {
                let bond = match test.link {
                    TestLink::Named => Bond::Named,
                    TestLink::Imports => Bond::Imports,
                    TestLink::UsesNames => Bond::UsesNames,
                };
                // A test that is itself changed is shown by its diff.
                let path = project.path(test.file);
                if !paths.contains(path) {
                    // Of many tests that import a file those come first that use what was touched in it.
                    let bond = (!users.contains(&test.file), bond);
                    let known = bonds.entry(path).or_insert(bond);
                    *known = bond.min(*known);
                }
            }
        }
        let mut bonds: Vec<_> = bonds.into_iter().map(|(path, bond)| (bond, path)).collect();
        bonds.sort_unstable();
        bonds.truncate(MOST_TESTS);
        let names: BTreeSet<&str> = touched.iter().map(|one| one.name.as_str()).collect();
        for ((_, bond), path) in bonds {
            let Some(known) = snapshot.file(path) else { continue };
            let outline = snapshot.outlines(&[known])?.pop().flatten();
            let naming = outline.map_or(Vec::new(), |outline| naming(&outline, &names));
            self.tests.push(Test { path: path.to_owned(), bond, naming });
        }
        Ok(())
    }

    fn add_found(&mut self, scene: &Scene<'_>, words: &[String]) -> Result<(), Error> {
        let finder = Finder::new(scene.snapshot, &words.join(" "))?;
        let shown: BTreeSet<&str> = scene
            .changes
            .iter()
            .map(|change| change.path.as_str())
            .chain(self.tests.iter().map(|test| test.path.as_str()))
            .collect();
        let best = finder.points().filter(|(file, _)| {
            let path = file.path.as_str();
            !shown.contains(path) && !super::sources::is_rule_doc(path)
        });
        // A copy says nothing that the first of them does not say.
        let mut contents: BTreeSet<[u8; 32]> = scene.contents();
        let best = best.filter(|(file, _)| contents.insert(file.content));
        for (file, points) in best.take(MOST_FOUND) {
            let Ok(opened) = scene.snapshot.open(file) else { continue };
            if let Some(ladder) = finder.chunk(&opened) {
                self.found.push(Found { path: file.path.to_string(), points, ladder });
            }
        }
        Ok(())
    }
}

/// What is searched for: the keywords of the request, and the names in the lines that were changed.
fn words(scene: &Scene<'_>) -> Vec<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for change in &scene.changes {
        for line in change.edited() {
            // What consists of stop words alone, as `let` and `self`, says nothing.
            for name in names(line).into_iter().filter(|name| !parts(name).is_empty()) {
                *counts.entry(name).or_default() += 1;
            }
        }
    }
    let mut counted: Vec<(&str, usize)> = counts.into_iter().collect();
    counted.sort_by(|(a, n), (b, m)| m.cmp(n).then_with(|| a.cmp(b)));
    counted.truncate(MOST_WORDS);
    let keywords = scene.ask.keywords.iter().cloned();
    keywords.chain(counted.into_iter().map(|(name, _)| name.to_owned())).collect()
}

/// The files of which the graph is made: all of them, or those in the folders around the changes, the largest in
/// which there are not too many.
fn neighbourhood<'a>(snapshot: &'a Snapshot<'a>, paths: &BTreeSet<&str>) -> Vec<&'a KnownFile> {
    let files = &snapshot.files;
    if files.len() <= MOST_FILES {
        return files.iter().collect();
    }
    let share = MOST_FILES / paths.len().max(1);
    let mut near = BTreeSet::new();
    for path in paths {
        let folders = path.match_indices('/').map(|(at, _)| &path[..=at]);
        let mut around = folders.map(|folder| {
            let start = files.partition_point(|file| file.path.as_str() < folder);
            let length = files[start..]
                .iter()
                .take_while(|file| file.path.as_str().starts_with(folder))
                .count();
            start..start + length
        });
        let fits = around.find(|range| range.len() <= share.max(1));
        near.extend(fits.unwrap_or(0..0));
    }
    near.into_iter().map(|at| &files[at]).collect()
}

/// The innermost definitions that changed lines lie in. Of one that is all new the diff shows everything, so what
/// encloses it is meant.
fn touched(snapshot: &Snapshot<'_>, changes: &[ChangedFile]) -> Result<Vec<Touched>, Error> {
    let mut all = Vec::new();
    // A rule document is shown by its sections.
    for change in changes.iter().filter(|change| !super::sources::is_rule_doc(&change.path)) {
        let Some(known) = snapshot.file(&change.path) else { continue };
        let Some(outline) = snapshot.outlines(&[known])?.pop().flatten() else { continue };
        let edits = change.edits();
        let mut found: BTreeSet<usize> = BTreeSet::new();
        for line in edits.iter().flat_map(|lines| lines.first..=lines.last) {
            found.extend(innermost(&outline, line));
        }
        let is_new = |lines: Lines| {
            edits.iter().any(|edit| edit.first <= lines.first && lines.last <= edit.last)
        };
        let mut seen = BTreeSet::new();
        for innermost in found.into_iter().filter(|_| !change.is_new) {
            let outward = |at: &usize| outline.definitions[*at].parent.map(|at| at as usize);
            let mut around = std::iter::successors(Some(innermost), outward);
            let Some(at) = around.find(|at| !is_new(outline.definitions[*at].lines)) else {
                continue;
            };
            let definition = &outline.definitions[at];
            if !seen.insert(at) {
                continue;
            }
            all.push(Touched {
                path: change.path.clone(),
                line: definition.line,
                name: definition.name.clone(),
                qualified: names_of(&outline, at).join("."),
                callers: 0,
                is_around: at != innermost,
            });
        }
    }
    all.truncate(MOST_TOUCHED);
    Ok(all)
}

/// The smallest definition with a name that a line lies in and that is not inside of a function.
fn innermost(outline: &Outline, line: u32) -> Option<usize> {
    let definitions = outline.definitions.iter().enumerate();
    let around = definitions.filter(|(_, one)| {
        !one.inner && !one.name.is_empty() && (one.lines.first..=one.lines.last).contains(&line)
    });
    around.min_by_key(|(_, one)| one.lines.last - one.lines.first).map(|(at, _)| at)
}

fn callers(project: &Project, touched: &Touched) -> Vec<Caller> {
    let Some(file) = project.find(&touched.path) else { return Vec::new() };
    let is_it = |id: &_| {
        let view = project.definition(*id);
        view.line == touched.line && view.name == touched.name
    };
    let found = project.definitions_of(file).find(is_it);
    found.map_or(Vec::new(), |definition| project.callers(definition))
}

/// The first lines on which the first functions of a test use one of the names.
fn naming(outline: &Outline, names: &BTreeSet<&str>) -> Vec<u32> {
    let uses = outline.references.iter().filter(|one| names.contains(one.name.as_str()));
    let mut by_place: BTreeMap<usize, BTreeSet<u32>> = BTreeMap::new();
    for &line in uses.flat_map(|one| &one.lines) {
        if let Some(place) = innermost(outline, line) {
            by_place.entry(place).or_default().insert(line);
        }
    }
    let first = by_place.into_values().take(MOST_NAMING);
    let first = first.flat_map(|lines| lines.into_iter().take(MOST_PLACES));
    first.collect::<BTreeSet<u32>>().into_iter().collect()
}

/// What is no longer there, as it was: who needed it breaks first, and the graph has to know to whom they lead.
fn gone(snapshot: &Snapshot<'_>, changes: &[ChangedFile]) -> Vec<GoneFile> {
    let was = |change: &'_ ChangedFile| change.was_at.clone().unwrap_or(change.path.clone());
    let gone = changes.iter().map(|change| (was(change), change));
    let gone = gone.filter(|(path, _)| snapshot.file(path).is_none()).take(MOST_GONE);
    gone.filter_map(|(path, change)| snapshot.gone_file(&path, &change.gone_text())).collect()
}
