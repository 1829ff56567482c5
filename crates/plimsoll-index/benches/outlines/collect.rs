//! The files of a folder that have outlines.

use super::workspace::language::language_of;
use plimsoll_index::outline::{LARGEST_TEXT, has_outline};
use std::fs;
use std::path::Path;

/// A file to look at. Its text is read when its turn comes.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Source {
    pub(crate) path: String,
    pub(crate) language: &'static str,
}

/// No links, nothing hidden, nothing too large, nothing that is not UTF-8.
pub(crate) fn collect(folder: &Path, only: Option<&str>, sources: &mut Vec<Source>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let (path, Ok(kind)) = (entry.path(), entry.file_type()) else { continue };
        if entry.file_name().as_encoded_bytes().starts_with(b".") {
            continue;
        }
        if kind.is_dir() {
            collect(&path, only, sources);
        } else if kind.is_file() {
            sources.extend(source(&path, only));
        }
    }
}

fn source(path: &Path, only: Option<&str>) -> Option<Source> {
    if fs::metadata(path).ok()?.len() > LARGEST_TEXT as u64 {
        return None;
    }
    let text = fs::read_to_string(path).ok()?;
    let path = path.to_str()?.to_owned();
    let language = language_of(&path, &text)?;
    let wanted = has_outline(language) && only.is_none_or(|only| only == language);
    wanted.then_some(Source { path, language })
}
