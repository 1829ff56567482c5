//! What the last look at a tree has found, so that the next one reads only what has changed.
//!
//! One page for each folder, kept as a fact: for each file its stamp and what came of reading it. A page holds
//! for one set of rules and settings; others have pages of their own. What is in doubt is read again, so a
//! catalogue that is lost, old or broken costs time and never an answer.

mod page;

use crate::facts::Wanted;
use crate::known::{KnownFile, Unseen};
use crate::parallel;
use crate::survey::Survey;
use page::{Entry, Held, Page};
use plimsoll_core::progress::{Cancelled, Quiet};
use plimsoll_core::seal;
use plimsoll_core::store::{FactKey, Facts};
use plimsoll_index::{outline, words_extractor};
use plimsoll_workspace::{FileEntry, LeftOutReason, Stamp};
use std::collections::BTreeMap;

/// Rises when the same file, read under the same rules, would be something else, or be written otherwise.
const VERSION: u32 = 3;

/// What came of reading a file.
pub(crate) type Outcome = Result<KnownFile, Unseen>;

pub(crate) struct Catalogue<'a> {
    facts: &'a dyn Facts,
    extractor: String,
    /// By folder, the pages that are not what they should be.
    drafts: BTreeMap<String, Draft>,
    /// By the file system's clock; nothing where there is no place to keep anything.
    now_ns: Option<i64>,
    /// How many pages could not be read.
    pub(crate) broken: usize,
}

#[derive(Default)]
struct Draft {
    page: Page,
    /// How many files of the folder have not been looked at. The page is written when there are none.
    missing: usize,
    has_news: bool,
}

/// A folder, and where its files are in the list of all.
type Shelf<'e> = (&'e str, Vec<usize>);

impl<'a> Catalogue<'a> {
    /// Opens the pages of the folders in which files lie. With it comes what is known of each of the files, if
    /// it is still the same and everything that is wanted of it was made.
    pub(crate) fn open(
        survey: &Survey<'_>,
        facts: &'a dyn Facts,
        wanted: Wanted,
    ) -> Result<(Self, Vec<Option<Outcome>>), Cancelled> {
        let (workspace, entries) = (survey.workspace, &survey.tree.files);
        let now_ns = workspace.file_time_ns();
        let extractor = extractor(survey);
        let mut catalogue = Self { facts, extractor, drafts: BTreeMap::new(), now_ns, broken: 0 };
        let mut known: Vec<Option<Outcome>> = entries.iter().map(|_| None).collect();
        let shelves = if now_ns.is_some() { by_folder(entries) } else { Vec::new() };
        let keys: Vec<FactKey> = shelves.iter().map(|(folder, _)| catalogue.key(folder)).collect();
        let pages: Vec<(&Shelf<'_>, Option<Vec<u8>>)> =
            shelves.iter().zip(facts.lookup(&keys)).collect();
        let read = |((_, places), bytes): &(&Shelf<'_>, Option<Vec<u8>>)| {
            let files: Vec<&FileEntry> = places.iter().map(|&at| &entries[at]).collect();
            bytes.as_deref().map(|bytes| page::read(bytes, &files, wanted))
        };
        let held = parallel::map(&pages, workspace.threads(), &Quiet, read)?;
        for ((folder, places), held) in shelves.iter().zip(held) {
            catalogue.broken += usize::from(matches!(held, Some(None)));
            let held = held.flatten().unwrap_or_else(|| Held::nothing(places.len()));
            if let Some(draft) = Draft::of(&held, places.iter().map(|&at| &entries[at])) {
                catalogue.drafts.insert((*folder).to_owned(), draft);
            }
            for (&at, one) in places.iter().zip(held.known) {
                known[at] = one.map(|(_, outcome)| outcome);
            }
        }
        Ok((catalogue, known))
    }

    pub(crate) fn key(&self, folder: &str) -> FactKey {
        let content = seal::sha256(folder.as_bytes());
        FactKey { extractor: self.extractor.clone(), content }
    }

    /// Remembers what came of reading a file.
    pub(crate) fn note(&mut self, entry: &FileEntry, outcome: &Outcome, made: Wanted) {
        let Some(draft) = self.drafts.get_mut(entry.path.parent().unwrap_or("")) else { return };
        draft.missing -= 1;
        let settled = |stamp: &Stamp| self.now_ns.is_some_and(|now| stamp.is_settled_at(now));
        if let Some(stamp) = entry.stamp.filter(settled)
            && outcome.as_ref().err().is_none_or(lasts)
        {
            let name = entry.path.file_name().to_owned();
            draft.page.insert(name, Entry { stamp, made, outcome: outcome.clone() });
            draft.has_news = true;
        }
    }

    /// Writes the pages that are complete and not what they were. They are then done with.
    pub(crate) fn keep(&mut self) {
        let ready = self.drafts.extract_if(.., |_, draft| draft.missing == 0 && draft.has_news);
        let ready: Vec<(String, Draft)> = ready.collect();
        let pages: Vec<(FactKey, Vec<u8>)> = ready
            .iter()
            .map(|(folder, draft)| (self.key(folder), page::write(&draft.page)))
            .collect();
        if !pages.is_empty() {
            self.facts.keep(&pages);
        }
    }
}

impl Draft {
    /// Nothing if the page can stay as it is.
    fn of<'e>(held: &Held, files: impl Iterator<Item = &'e FileEntry>) -> Option<Self> {
        let missing = held.known.iter().filter(|one| one.is_none()).count();
        if missing == 0 && !held.is_stale {
            return None;
        }
        let entry = |(file, one): (&FileEntry, &Option<(Wanted, Outcome)>)| {
            let ((made, outcome), stamp) = (one.clone()?, file.stamp?);
            Some((file.path.file_name().to_owned(), Entry { stamp, made, outcome }))
        };
        let page = files.zip(&held.known).filter_map(entry).collect();
        Some(Self { page, missing, has_news: held.is_stale })
    }
}

/// The folders of files, each with its files in their order. Files of one folder mostly come one after the other.
fn by_folder(entries: &[FileEntry]) -> Vec<Shelf<'_>> {
    let mut shelves: Vec<Shelf<'_>> = Vec::new();
    let mut numbers: BTreeMap<&str, usize> = BTreeMap::new();
    let mut last = 0;
    for (at, entry) in entries.iter().enumerate() {
        let folder = entry.path.parent().unwrap_or("");
        if shelves.get(last).is_none_or(|(of, _)| *of != folder) {
            last = *numbers.entry(folder).or_insert(shelves.len());
            if last == shelves.len() {
                shelves.push((folder, Vec::new()));
            }
        }
        shelves[last].1.push(at);
    }
    shelves
}

/// Everything but a file's own bytes and name that decides what comes of reading it.
fn extractor(Survey { workspace, attributes, .. }: &Survey<'_>) -> String {
    let digest = workspace.watch().digest();
    let languages = outline::outlined_languages().filter(|language| workspace.outlines(language));
    let outlines: Vec<String> =
        languages.filter_map(|language| outline::outline_extractor(language, "")).collect();
    let max = workspace.values().paths.max_file_bytes;
    // A stamp of one ground says nothing on the other. The first word is the family, of which a store keeps two.
    let ground = if workspace.revision().is_some() { "objects" } else { "files" };
    let all = (words_extractor(digest), outlines, max, attributes.digest());
    format!("{ground} {VERSION} {}", seal::fingerprint("plimsoll.catalogue.1", &all))
}

/// Whether a reason is the file's own, and not that of a moment.
fn lasts(why: &Unseen) -> bool {
    use LeftOutReason::{Binary, TooLarge, UnsupportedEncoding};
    match why {
        Unseen::LeftOut(Binary | UnsupportedEncoding | TooLarge { .. }) => true,
        Unseen::Withheld(_) | Unseen::OwnDocument | Unseen::SecretName(_) => true,
        Unseen::LeftOut(_) => false,
    }
}
