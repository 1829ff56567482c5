//! Facts about code, for those who ask for them by name: the index of a project, the outline of a file, the
//! places where something is defined.

use crate::error::Error;
use crate::facts::Wanted;
use crate::known::OpenFile;
use crate::request::path as request_path;
use crate::screening::screen_message;
use crate::snapshot::{Snapshot, shown};
use crate::symbols::{Symbol, SymbolPath};
use crate::workspace::Workspace;
use plimsoll_core::ladder::LineStarts;
use plimsoll_core::near::did_you_mean;
use plimsoll_index::outline::{LARGEST_TEXT, Outline, has_outline, outline, outline_in_full};
use schemars::JsonSchema;
use serde::Serialize;
use std::collections::BTreeMap;

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
    /// enclosed by such a thing, `path#name` for one of a file.
    pub fn symbols(&self, name: &str) -> Result<Vec<Symbol>, Error> {
        let snapshot = self.snapshot(Wanted::OUTLINES)?;
        let Some(asked) = SymbolPath::parse(name, |path| snapshot.file(path).is_some()) else {
            return Err(Error::invalid("give the name of something that is defined".to_owned()));
        };
        let mut symbols = Vec::new();
        for sighting in snapshot.sightings(&asked)? {
            let text = snapshot.open(sighting.file).ok();
            symbols.extend(sighting.at.iter().map(|&at| sighting.symbol(at, text.as_ref())));
        }
        if symbols.is_empty() { Err(unknown(&snapshot, name, &asked)?) } else { Ok(symbols) }
    }
}

fn unknown(snapshot: &Snapshot<'_>, name: &str, asked: &SymbolPath<'_>) -> Result<Error, Error> {
    let names = snapshot.names_like(asked)?;
    let near = did_you_mean(&asked.joined(), names.iter().map(String::as_str));
    let name = shown(&screen_message(name));
    Ok(Error::invalid(format!("nothing here defines {name}{near}")))
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
