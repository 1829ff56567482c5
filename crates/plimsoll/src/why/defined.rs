//! Where something is defined that is asked for by its name alone, and that no decision knows by that name.
//!
//! Commands that only look keep nothing, so there may be no index: every file is read, and only those that have the name
//! in them are screened and looked into.

use crate::error::Error;
use crate::parallel;
use crate::survey::Survey;
use crate::symbols::{SymbolPath, names_of};
use plimsoll_core::ladder::Lines;
use plimsoll_index::outline::outline;
use plimsoll_workspace::FileEntry;
use schemars::JsonSchema;
use serde::Serialize;

/// A place where it is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct DefinedIn {
    pub path: String,
    pub line: u32,
    pub lines: Lines,
    /// With what encloses it.
    pub name: String,
}

/// By path and place.
pub(super) fn find(survey: &Survey<'_>, asked: &str) -> Result<Vec<DefinedIn>, Error> {
    let is_file = |path: &str| survey.tree.file(path).is_some();
    let Some(asked) = SymbolPath::parse(asked, is_file) else { return Ok(Vec::new()) };
    let files = survey.tree.files.iter();
    let files = files.filter(|file| asked.file.is_none_or(|path| path == file.path.as_str()));
    let files: Vec<&FileEntry> = files.collect();
    let progress = survey.workspace.progress();
    progress.begin("look for its definition", Some(files.len() as u64));
    let of_file = |file: &&FileEntry| in_file(survey, &asked, file);
    let found = parallel::map(&files, survey.workspace.threads(), progress, of_file)?;
    Ok(found.into_iter().flatten().collect())
}

/// The file that defines all of them.
pub(super) fn one_file(defined: &[DefinedIn]) -> Option<&str> {
    let first = defined.first()?.path.as_str();
    defined.iter().all(|one| one.path == first).then_some(first)
}

fn in_file(survey: &Survey<'_>, asked: &SymbolPath<'_>, entry: &FileEntry) -> Vec<DefinedIn> {
    let has_name = |text: &str| text.contains(asked.last());
    let text = survey.read(entry).ok().filter(|text| has_name(&text.text));
    let Some(file) = text.and_then(|text| survey.screen(entry, &text).ok()) else {
        return Vec::new();
    };
    let path = file.path();
    let language = file.known.language.filter(|language| survey.workspace.outlines(language));
    let outlined = language.and_then(|language| outline(language, &file.text));
    let Some(outline) = outlined else { return Vec::new() };
    let fits = (0..outline.definitions.len()).filter(|&at| asked.fits(path, &outline, at));
    let defined = fits.map(|at| {
        let definition = &outline.definitions[at];
        let name = names_of(&outline, at).join(".");
        DefinedIn { path: path.to_owned(), line: definition.line, lines: definition.lines, name }
    });
    defined.collect()
}
