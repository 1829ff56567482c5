//! Reads a whole tree, a part at a time: what the catalogue knows is not read, what is read is screened, and
//! the facts that are wanted are made while the text is at hand.

use crate::catalogue::{Catalogue, Outcome};
use crate::error::Error;
use crate::known::{KnownFile, OpenFile, Unseen, open};
use crate::parallel;
use crate::screening::is_nameable;
use crate::workspace::Workspace;
use plimsoll_core::progress::{Cancelled, Quiet};
use plimsoll_core::store::{FactKey, Facts};
use plimsoll_index::outline::{outline, outline_extractor};
use plimsoll_index::{WordCounts, words_extractor};
use plimsoll_workspace::{Attributes, FileEntry};
use std::collections::BTreeMap;

#[cfg(test)]
mod tests;

/// So much is held at a time.
const PART_BYTES: u64 = 16 << 20;
const PART_FILES: usize = 1024;

/// Which facts about every file are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) words: bool,
    pub(crate) outlines: bool,
}

impl Wanted {
    pub(crate) fn covers(self, other: Self) -> bool {
        (self.words || !other.words) && (self.outlines || !other.outlines)
    }
}

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
    workspace: &Workspace,
    entries: &[FileEntry],
    attributes: &Attributes,
    facts: &dyn Facts,
    wanted: Wanted,
) -> Result<Read, Error> {
    let (mut catalogue, mut files) =
        Catalogue::open(workspace, attributes, facts, entries, wanted)?;
    let unknown: Vec<usize> = (0..entries.len()).filter(|&at| files[at].is_none()).collect();
    let progress = workspace.progress();
    progress.begin("read and screen", Some(unknown.len() as u64));
    // The last part may be empty: pages that only lost something are written then.
    for part in parts(&unknown, entries) {
        let read = |at: &usize| {
            let entry = &entries[*at];
            // A name is shown like any text; what the catalogue knows has been through this.
            let is_nameable = is_nameable(entry.path.as_str());
            if is_nameable {
                open(workspace, entry, attributes)
            } else {
                Err(Unseen::secret_name(entry.path.as_str()))
            }
        };
        let opened = parallel::map(part, workspace.threads(), progress, read)?;
        let shown: Vec<&OpenFile> = opened.iter().filter_map(|file| file.as_ref().ok()).collect();
        make_missing_facts(workspace, facts, &shown, wanted)?;
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

/// One fact about one file.
#[derive(Clone, Copy)]
enum Making<'a> {
    Words(&'a OpenFile),
    Outline(&'a OpenFile, &'static str),
}

impl Making<'_> {
    fn make(self) -> Vec<u8> {
        match self {
            Self::Words(file) => WordCounts::of(&file.text).encode(),
            // No bytes say that there is none.
            Self::Outline(file, language) => {
                outline(language, &file.text).map_or(Vec::new(), |outline| outline.encode())
            }
        }
    }
}

/// Makes the facts that are wanted and not there. Files of equal content share theirs.
fn make_missing_facts(
    workspace: &Workspace,
    facts: &dyn Facts,
    files: &[&OpenFile],
    wanted: Wanted,
) -> Result<(), Cancelled> {
    let mut makings = makings(workspace, files, wanted);
    let keys: Vec<FactKey> = makings.keys().cloned().collect();
    for (key, is_known) in keys.iter().zip(facts.known(&keys)) {
        if is_known {
            makings.remove(key);
        }
    }
    make(workspace, facts, makings).map(|_| ())
}

/// Makes facts, also those that are there: they may be broken. They are kept if that can be done.
pub(crate) fn make_facts(
    workspace: &Workspace,
    facts: &dyn Facts,
    files: &[&OpenFile],
    wanted: Wanted,
) -> Result<Vec<(FactKey, Vec<u8>)>, Cancelled> {
    make(workspace, facts, makings(workspace, files, wanted))
}

fn makings<'a>(
    workspace: &Workspace,
    files: &[&'a OpenFile],
    wanted: Wanted,
) -> BTreeMap<FactKey, Making<'a>> {
    let digest = workspace.watch().digest();
    let mut makings = BTreeMap::new();
    for &file in files {
        if wanted.words {
            makings.insert(words_key(digest, &file.known), Making::Words(file));
        }
        if wanted.outlines
            && let Some((key, language)) = outline_key(workspace, &file.known)
        {
            makings.insert(key, Making::Outline(file, language));
        }
    }
    makings
}

fn make(
    workspace: &Workspace,
    facts: &dyn Facts,
    makings: BTreeMap<FactKey, Making<'_>>,
) -> Result<Vec<(FactKey, Vec<u8>)>, Cancelled> {
    let makings: Vec<(FactKey, Making<'_>)> = makings.into_iter().collect();
    let one = |(_, making): &(FactKey, Making<'_>)| making.make();
    let made = parallel::map(&makings, workspace.threads(), &Quiet, one)?;
    let made: Vec<_> = makings.into_iter().map(|(key, _)| key).zip(made).collect();
    facts.keep(&made);
    Ok(made)
}

pub(crate) fn words_key(guard_digest: &str, file: &KnownFile) -> FactKey {
    FactKey { extractor: words_extractor(guard_digest), content: file.content }
}

/// Nothing for a language without outlines.
pub(crate) fn outline_key(
    workspace: &Workspace,
    file: &KnownFile,
) -> Option<(FactKey, &'static str)> {
    let language = file.language.filter(|language| workspace.outlines(language))?;
    let extractor = outline_extractor(language, workspace.watch().digest())?;
    Some((FactKey { extractor, content: file.content }, language))
}
