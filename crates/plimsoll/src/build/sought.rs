//! The symbols that a step names: each is one thing in one file, or the call is refused. Nothing is guessed.

use super::request::BuildRequest;
use super::stop::Stop;
use crate::snapshot::{Snapshot, shown};
use crate::symbols::{Sighting, Symbol, SymbolPath};
use plimsoll_core::near::near_misses;
use plimsoll_core::refusal::{Refusal, RefusalCode};
use plimsoll_core::vocab::SymbolKind;
use plimsoll_workspace::RelPath;
use serde_json::json;
use std::collections::BTreeSet;

/// So many matches of an ambiguous name are told.
const MOST_MATCHES: usize = 50;
/// So many of them become advice.
const MOST_ADVICE: usize = 5;

/// A definition that a step is about.
#[derive(Debug, Clone)]
pub(super) struct Sought {
    pub(super) symbol: Symbol,
    /// Its place in the outline of the file.
    pub(super) at: usize,
    has_body: bool,
    is_inner: bool,
    /// As it is known in the other places of the project that declare it.
    parts: Vec<String>,
}

impl Sought {
    /// Where its name stands, and the name.
    pub(super) fn place(&self) -> (u32, &str) {
        (self.symbol.line, &self.symbol.name)
    }
}

/// A symbol that a request names, with where it may be.
pub(super) struct Seek<'a> {
    pub(super) snapshot: &'a Snapshot<'a>,
    pub(super) request: &'a BuildRequest,
    /// The paths of target files, normalised.
    pub(super) files: &'a BTreeSet<String>,
}

impl Seek<'_> {
    /// What a name of `target_symbols` means: all definitions that it has in one file.
    pub(super) fn find(&self, given: &str) -> Result<Vec<Sought>, Stop> {
        let normal = |path: &str| RelPath::parse(path).ok().map(|path| path.as_str().to_owned());
        let is_file =
            |path: &str| normal(path).is_some_and(|path| self.snapshot.file(&path).is_some());
        let asked = SymbolPath::parse(given, is_file);
        let file = asked.as_ref().and_then(|asked| asked.file).and_then(normal);
        let asked = asked.map(|asked| SymbolPath { file: file.as_deref(), ..asked });
        let Some(asked) = asked else { return Err(self.not_found(given, None)?.into()) };
        let all = self.definitions(&asked)?;
        if all.is_empty() {
            return Err(self.not_found(given, Some(&asked))?.into());
        }
        let found = self.narrow(all);
        one_symbol(found).map_err(|several| ambiguous(given, &several).into())
    }

    /// What a user has selected in a file: by name, by line, or both.
    pub(super) fn selected(
        &self,
        path: &str,
        name: Option<&str>,
        line: Option<u32>,
    ) -> Result<Vec<Sought>, Stop> {
        let Some(name) = name else {
            return line.map_or(Ok(Vec::new()), |line| self.at(path, line));
        };
        let asked = SymbolPath::in_file(Some(path), name);
        let Some(asked) = asked else { return Err(self.not_found(name, None)?.into()) };
        let all = self.definitions(&asked)?;
        if all.is_empty() {
            return Err(self.not_found(name, Some(&asked))?.into());
        }
        let is_there = |one: &&Sought| line.is_none_or(|line| contains(one, line));
        let there: Vec<Sought> = all.iter().filter(is_there).cloned().collect();
        let found = if there.is_empty() { all } else { there };
        one_symbol(found).map_err(|several| ambiguous(name, &several).into())
    }

    /// The innermost definition around a line; nothing where the line is in none.
    fn at(&self, path: &str, line: u32) -> Result<Vec<Sought>, Stop> {
        let Some(file) = self.snapshot.file(path) else { return Ok(Vec::new()) };
        let outline = self.snapshot.outlines(&[file])?.pop().flatten();
        let Some(outline) = outline else { return Ok(Vec::new()) };
        let all = (0..outline.definitions.len()).collect();
        let all = self.tell(&Sighting { file, outline, at: all });
        let around = all.into_iter().filter(|one| contains(one, line));
        Ok(around
            .min_by_key(|one| one.symbol.lines.last - one.symbol.lines.first)
            .into_iter()
            .collect())
    }

    fn definitions(&self, asked: &SymbolPath<'_>) -> Result<Vec<Sought>, Stop> {
        let sightings = self.snapshot.sightings(asked)?;
        Ok(sightings.into_iter().flat_map(|sighting| self.tell(&sighting)).collect())
    }

    fn tell(&self, sighting: &Sighting<'_>) -> Vec<Sought> {
        let text = self.snapshot.open(sighting.file).ok();
        let tell = |&at: &usize| {
            let definition = &sighting.outline.definitions[at];
            let symbol = sighting.symbol(at, text.as_ref());
            let parts = symbol.name.split(['.', ':']).filter(|part| !part.is_empty());
            Sought {
                at,
                has_body: definition.body.is_some(),
                is_inner: definition.inner,
                parts: parts.map(str::to_owned).collect(),
                symbol,
            }
        };
        sighting.at.iter().map(tell).collect()
    }

    /// Leaves what is meant more probably by everybody's rules: code rather than headings and keys, what can be seen
    /// rather than what stands inside of a function, what lies in a target file, what the user has selected.
    fn narrow(&self, all: Vec<Sought>) -> Vec<Sought> {
        let all = prefer(all, |one| is_code(one.symbol.kind));
        let all = prefer(all, |one| !one.is_inner);
        let all = prefer(all, |one| self.files.contains(&one.symbol.path));
        prefer(all, |one| self.is_selected(one))
    }

    fn is_selected(&self, one: &Sought) -> bool {
        self.request.user_selected_targets.iter().any(|selected| {
            let path = RelPath::parse(&selected.path);
            let is_path = path.is_ok_and(|path| path.as_str() == one.symbol.path);
            let name =
                selected.symbol.as_deref().and_then(|name| name.rsplit(['.', ':', '#']).next());
            let is_name = name.is_none_or(|name| one.parts.iter().any(|part| part == name));
            is_path && is_name && selected.line.is_none_or(|line| contains(one, line))
        })
    }

    fn not_found(&self, given: &str, asked: Option<&SymbolPath<'_>>) -> Result<Refusal, Stop> {
        let file = asked.and_then(|asked| asked.file);
        let is_there = file.is_none_or(|file| self.snapshot.file(file).is_some());
        let near: Vec<String> = match (file, asked) {
            (Some(file), _) if !is_there => {
                let paths = self.snapshot.files.iter().map(|file| file.path.as_str());
                near_misses(file, paths).into_iter().map(str::to_owned).collect()
            }
            (_, Some(asked)) => {
                let names = self.snapshot.names_like(asked)?;
                let near = near_misses(&asked.joined(), names.iter().map(String::as_str));
                near.into_iter().map(str::to_owned).collect()
            }
            (_, None) => Vec::new(),
        };
        let mut advice: Vec<String> =
            near.iter().map(|name| format!("use {}", shown(name))).collect();
        advice.push("name the file instead in plan_step.target_files".to_owned());
        let what = match file {
            Some(file) if !is_there => format!("there is no file {}", shown(file)),
            Some(file) => format!("nothing in {} is called {}", shown(file), shown(given)),
            None => format!("nothing here defines {}", shown(given)),
        };
        Ok(Refusal {
            code: RefusalCode::TargetNotFound,
            message: what,
            advice,
            details: json!({"symbol": given, "nearMisses": near}),
        })
    }
}

fn contains(one: &Sought, line: u32) -> bool {
    (one.symbol.lines.first..=one.symbol.lines.last).contains(&line)
}

/// Those for which it holds, or all where it holds for none.
fn prefer(all: Vec<Sought>, is_better: impl Fn(&Sought) -> bool) -> Vec<Sought> {
    let better: Vec<Sought> = all.iter().filter(|one| is_better(one)).cloned().collect();
    if better.is_empty() { all } else { better }
}

const fn is_code(kind: SymbolKind) -> bool {
    use SymbolKind::{Element, Heading, Key, Selector};
    !matches!(kind, Heading | Key | Selector | Element)
}

/// What several definitions are if they are one thing: overloads, a type with the blocks that add to it, a definition
/// with its declarations elsewhere. Otherwise they are handed back.
fn one_symbol(found: Vec<Sought>) -> Result<Vec<Sought>, Vec<Sought>> {
    let of_type = prefer(found.clone(), |one| one.symbol.kind != SymbolKind::Extension);
    let is_one = |some: &[Sought]| {
        some.windows(2).all(|pair| {
            pair[0].parts == pair[1].parts && pair[0].symbol.path == pair[1].symbol.path
        })
    };
    let one_name = of_type.windows(2).all(|pair| pair[0].parts == pair[1].parts);
    let defined = prefer(of_type.clone(), |one| one.has_body);
    let meant = if is_one(&of_type) {
        &of_type[0]
    } else if one_name && is_one(&defined) {
        &defined[0]
    } else {
        return Err(found);
    };
    let path = meant.symbol.path.clone();
    Ok(found.into_iter().filter(|one| one.symbol.path == path).collect())
}

fn ambiguous(given: &str, found: &[Sought]) -> Refusal {
    let matches: Vec<_> = found
        .iter()
        .take(MOST_MATCHES)
        .map(|one| {
            let Symbol { path, line, kind, name, signature, .. } = &one.symbol;
            let parent = one.symbol.parent();
            json!({"path": path, "line": line, "kind": kind, "name": name, "signature": signature, "parent": parent})
        })
        .collect();
    let mut advice: Vec<String> = found
        .iter()
        .take(MOST_ADVICE)
        .map(|one| {
            let name = format!("{}#{}", one.symbol.path, one.symbol.name);
            format!("name {} if line {} there is meant", shown(&name), one.symbol.line)
        })
        .collect();
    advice.push("or select one with path, symbol and line in user_selected_targets".to_owned());
    Refusal {
        code: RefusalCode::AmbiguousTarget,
        message: format!("{} is defined in {} places", shown(given), found.len()),
        advice,
        details: json!({"symbol": given, "matches": matches, "count": found.len()}),
    }
}
