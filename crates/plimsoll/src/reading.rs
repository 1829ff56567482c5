//! Reads a whole tree, a part at a time: what the catalogue knows is not read, what is read is screened, and
//! the facts that are wanted are made while the text is at hand.

use crate::catalogue::{Catalogue, Outcome};
use crate::error::Error;
use crate::facts::{Wanted, make_missing};
use crate::known::OpenFile;
use crate::parallel;
use crate::survey::Survey;
use plimsoll_core::store::Facts;
use plimsoll_workspace::FileEntry;

#[cfg(test)]
mod tests;

/// So much is held at a time.
const PART_BYTES: u64 = 16 << 20;
const PART_FILES: usize = 1024;

/// What came of reading.
pub(crate) struct Read {
    /// In the order of the entries.
    pub(crate) files: Vec<Outcome>,
    /// How many were read, and not known from before, and how large they are.
    pub(crate) fresh: usize,
    pub(crate) fresh_bytes: u64,
    /// How many pages of the catalogue could not be read.
    pub(crate) broken: usize,
}

pub(crate) fn read_all(
    survey: &Survey<'_>,
    facts: &dyn Facts,
    wanted: Wanted,
) -> Result<Read, Error> {
    let (workspace, entries) = (survey.workspace, &survey.tree.files);
    let (mut catalogue, mut files) = Catalogue::open(survey, facts, wanted)?;
    let unknown: Vec<usize> = (0..entries.len()).filter(|&at| files[at].is_none()).collect();
    let progress = workspace.progress();
    progress.begin("read and screen", Some(unknown.len() as u64));
    // The last part may be empty: pages that only lost something are written then.
    for part in parts(&unknown, entries) {
        let read = |at: &usize| survey.open(&entries[*at]);
        let opened = parallel::map(part, workspace.threads(), progress, read)?;
        let shown: Vec<&OpenFile> = opened.iter().filter_map(|file| file.as_ref().ok()).collect();
        make_missing(workspace, facts, &shown, wanted)?;
        for (&at, file) in part.iter().zip(opened) {
            let file = file.map(|file| file.known);
            catalogue.note(&entries[at], &file, wanted);
            files[at] = Some(file);
        }
        catalogue.keep();
    }
    let all = "whatever was not known has been read";
    let files = files.into_iter().map(|file| file.expect(all)).collect();
    let fresh_bytes = unknown.iter().map(|&at| entries[at].size).sum();
    Ok(Read { files, fresh: unknown.len(), fresh_bytes, broken: catalogue.broken })
}

/// Divides files so that none of the parts takes too much memory.
fn parts<'a>(files: &'a [usize], entries: &[FileEntry]) -> Vec<&'a [usize]> {
    let mut parts = Vec::new();
    let (mut start, mut bytes) = (0, 0_u64);
    for (place, &at) in files.iter().enumerate() {
        if place - start >= PART_FILES || bytes > PART_BYTES {
            parts.push(&files[start..place]);
            (start, bytes) = (place, 0);
        }
        bytes = bytes.saturating_add(entries[at].size);
    }
    parts.push(&files[start..]);
    parts
}
