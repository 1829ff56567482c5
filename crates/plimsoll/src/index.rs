//! Facts about code, for those who ask for them by name: the index of a project, the outline of a file, the
//! places where something is defined.

use crate::error::Error;
use crate::facts::{Wanted, outline_key};
use crate::known::{KnownFile, OpenFile};
use crate::request::path as request_path;
use crate::screening::screen_message;
use crate::snapshot::{Snapshot, shown};
use crate::workspace::Workspace;
use plimsoll_core::ladder::{LineStarts, Lines};
use plimsoll_core::near::did_you_mean;
use plimsoll_core::store::FactKey;
use plimsoll_core::vocab::SymbolKind;
use plimsoll_index::outline::{
    Definition, LARGEST_TEXT, Outline, has_outline, outline, outline_in_full,
};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};

/// So many facts are held at a time.
const READ_AT_ONCE: usize = 4096;
/// No more names than this are compared with a misspelled one.
const MOST_NAMES: usize = 200_000;

/// What the index of a project knows after a look at all of it.
#[derive(Debug, Clone, Default, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct IndexReport {
    /// Files that may be shown.
    pub files: u64,
    pub bytes: u64,
    /// Those that were read; of the others everything was known.
    pub read: u64,
    pub read_bytes: u64,
    /// By language, files that have an outline.
    pub outlined: BTreeMap<String, u64>,
    /// Files of such languages that are too large for one.
    pub too_large: u64,
    /// By language, files that settings leave without one.
    pub switched_off: BTreeMap<String, u64>,
    /// Files without a grammar for their language.
    pub without_grammar: u64,
    /// By reason, what is not in the tree.
    pub skipped: BTreeMap<String, u64>,
    pub notices: Vec<String>,
}

/// The outline of one file.
#[derive(Debug, Clone, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct FileOutline {
    pub path: String,
    pub language: Option<&'static str>,
    pub line_count: u32,
    /// Nothing where there is no grammar for the language, or where the file is too large or too deep.
    pub outline: Option<Outline>,
    /// The signatures of the definitions, each on one line.
    pub signatures: Vec<String>,
}

/// A place where something is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Symbol {
    pub path: String,
    pub line: u32,
    pub lines: Lines,
    pub kind: SymbolKind,
    /// With what encloses it.
    pub name: String,
    pub signature: String,
}

impl Workspace {
    /// Brings the index up to date: reads what has changed since, and keeps what is found.
    pub fn index(&self) -> Result<IndexReport, Error> {
        let snapshot = self.snapshot(Wanted::ALL)?;
        let mut report = IndexReport {
            files: snapshot.files.len() as u64,
            bytes: snapshot.files.iter().map(|file| file.byte_size).sum(),
            read: snapshot.fresh as u64,
            read_bytes: snapshot.fresh_bytes,
            notices: snapshot.notices.clone(),
            ..IndexReport::default()
        };
        for file in &snapshot.files {
            match file.language.filter(|language| has_outline(language)) {
                Some(language) if !self.outlines(language) => {
                    *report.switched_off.entry(language.to_owned()).or_default() += 1;
                }
                Some(_) if file.length > LARGEST_TEXT => report.too_large += 1,
                Some(language) => *report.outlined.entry(language.to_owned()).or_default() += 1,
                None => report.without_grammar += 1,
            }
        }
        for left_out in &snapshot.left_out {
            *report.skipped.entry(left_out.reason.clone()).or_default() += 1;
        }
        report.notices.extend(snapshot.last_notices());
        report.notices.extend(self.take_state_notices());
        Ok(report)
    }

    /// What a file defines, imports and refers to.
    pub fn outline(&self, path: &str) -> Result<FileOutline, Error> {
        let given = request_path(path, "path").map_err(Error::invalid)?;
        self.announce(None);
        let survey = self.survey()?;
        let cannot = |why: &str| {
            let path = shown(&screen_message(given.as_str()));
            Error::invalid(format!("{path} has no outline: {}", screen_message(why)))
        };
        let entry = survey.named(&given).map_err(|why| {
            let paths = survey.tree.files.iter().map(|file| file.path.as_str());
            cannot(&format!("{}{}", why.describe(), did_you_mean(given.as_str(), paths)))
        })?;
        let file = survey.open(&entry).map_err(|why| cannot(&why.describe()))?;
        match file.known.language.filter(|&name| has_outline(name) && !self.outlines(name)) {
            Some(name) => Err(cannot(&format!("`index.languages` leaves out {name}"))),
            None => Ok(file_outline(&file)),
        }
    }

    /// Where something is defined that has this name. `Parent.name` and `parent::name` ask for one that is
    /// enclosed by such a thing.
    pub fn symbols(&self, name: &str) -> Result<Vec<Symbol>, Error> {
        let asked: Vec<&str> = name
            .split([':', '.', '#', '/'])
            .map(str::trim)
            .filter(|part| !part.is_empty())
            .collect();
        let Some(&last) = asked.last() else {
            return Err(Error::invalid("give the name of something that is defined".to_owned()));
        };
        let snapshot = self.snapshot(Wanted::OUTLINES)?;
        let mut symbols = Vec::new();
        for part in snapshot.files.chunks(READ_AT_ONCE) {
            let files = with_bytes(&snapshot, part, last);
            for (file, outline) in files.iter().zip(snapshot.outlines(&files)?) {
                let Some(outline) = outline else { continue };
                let found: Vec<usize> = (0..outline.definitions.len())
                    .filter(|&at| is_asked_for(&outline, at, &asked))
                    .collect();
                if !found.is_empty() {
                    let text = snapshot.open(file).ok();
                    symbols
                        .extend(found.iter().map(|&at| symbol(file, &outline, at, text.as_ref())));
                }
            }
        }
        if symbols.is_empty() { Err(unknown(&snapshot, name, last)?) } else { Ok(symbols) }
    }
}

fn unknown(snapshot: &Snapshot<'_>, name: &str, last: &str) -> Result<Error, Error> {
    let mut names: BTreeSet<String> = BTreeSet::new();
    for part in snapshot.files.chunks(READ_AT_ONCE) {
        let files: Vec<&KnownFile> = part.iter().collect();
        for outline in snapshot.outlines(&files)?.into_iter().flatten() {
            names.extend(outline.definitions.into_iter().map(|definition| definition.name));
        }
        if names.len() > MOST_NAMES {
            break;
        }
    }
    let near = did_you_mean(last, names.iter().map(String::as_str));
    let name = shown(&screen_message(name));
    Ok(Error::invalid(format!("nothing here defines {name}{near}")))
}

/// The files whose outlines have a name somewhere in them: most have not, and need not be decoded.
fn with_bytes<'s>(
    snapshot: &Snapshot<'_>,
    files: &'s [KnownFile],
    name: &str,
) -> Vec<&'s KnownFile> {
    let key = |file: &KnownFile| Some(outline_key(snapshot.workspace(), file)?.0);
    let with_keys = files.iter().filter_map(|file| Some((file, key(file)?)));
    let (files, keys): (Vec<&KnownFile>, Vec<FactKey>) = with_keys.unzip();
    let facts = snapshot.facts.lookup(&keys);
    let has_name = |bytes: &[u8]| bytes.windows(name.len()).any(|some| some == name.as_bytes());
    let kept = files.into_iter().zip(facts);
    kept.filter(|(_, fact)| fact.as_deref().is_none_or(has_name)).map(|(file, _)| file).collect()
}

/// Whether a definition has the last of these names, and what encloses it the others, from inside out.
fn is_asked_for(outline: &Outline, at: usize, asked: &[&str]) -> bool {
    let mut asked = asked.iter().rev();
    let definition = &outline.definitions[at];
    if asked.next().is_none_or(|name| *name != definition.name) {
        return false;
    }
    let mut enclosing = enclosing(outline, definition);
    asked.all(|name| enclosing.any(|outer| is_named(&outer.name, name)))
}

/// `Cache<K, V>` is named by `Cache` too.
fn is_named(name: &str, asked: &str) -> bool {
    name == asked || name.split(['<', '(', '[', ' ']).next() == Some(asked)
}

fn enclosing<'o>(
    outline: &'o Outline,
    definition: &'o Definition,
) -> impl Iterator<Item = &'o Definition> {
    let parent = |one: &Definition| outline.definitions.get(one.parent? as usize);
    std::iter::successors(parent(definition), move |one| parent(one))
}

fn symbol(file: &KnownFile, outline: &Outline, at: usize, text: Option<&OpenFile>) -> Symbol {
    let definition = &outline.definitions[at];
    let mut names: Vec<&str> =
        enclosing(outline, definition).map(|one| one.name.as_str()).collect();
    names.reverse();
    names.push(&definition.name);
    Symbol {
        path: file.path.as_str().to_owned(),
        line: definition.line,
        lines: definition.lines,
        kind: definition.kind,
        name: names.join("."),
        signature: text
            .map_or(String::new(), |text| outline.signature(definition, text.text.text())),
    }
}

fn file_outline(file: &OpenFile) -> FileOutline {
    let text = file.text.text();
    let outline = file.known.language.and_then(|language| {
        let mut found = outline(language, &file.text)?;
        // What is wrong inside of bodies is worth the time here.
        if let Some(full) = outline_in_full(language, &file.text) {
            found.problems = full.problems;
        }
        Some(found)
    });
    let signatures = outline.as_ref().map_or(Vec::new(), |outline| {
        outline.definitions.iter().map(|one| outline.signature(one, text)).collect()
    });
    FileOutline {
        path: file.path().to_owned(),
        language: file.known.language,
        line_count: LineStarts::of(text).count(),
        outline,
        signatures,
    }
}
