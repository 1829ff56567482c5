//! What the last look at a tree has found, so that the next one reads only what has changed.
//!
//! One page for each folder, kept as a fact: for each file its stamp and what came of reading it. A page holds
//! for one set of rules and settings; others have pages of their own. What is in doubt is read again, so a
//! catalogue that is lost, old or broken costs time and never an answer.

use crate::known::{KnownFile, Unseen};
use crate::reading::Wanted;
use crate::workspace::Workspace;
use plimsoll_core::codec::{push_number, push_text, take_count, take_number, take_text};
use plimsoll_core::seal;
use plimsoll_core::store::{FactKey, Facts};
use plimsoll_core::vocab::FileClass;
use plimsoll_guard::Silenced;
use plimsoll_index::{outline, words_extractor};
use plimsoll_workspace::{
    Attributes, Encoding, FileEntry, LeftOutReason, RelPath, Stamp, language_named,
};
use std::collections::BTreeMap;

/// Rises when the same file, read under the same rules, would be something else.
const VERSION: &str = "files 1";

/// What is known of a file.
#[derive(Debug, Clone, PartialEq, Eq)]
struct Entry {
    stamp: Stamp,
    made: Wanted,
    outcome: Result<KnownFile, Unseen>,
}

/// By the file's name.
type Page = BTreeMap<String, Entry>;

pub(crate) struct Catalogue<'a> {
    facts: &'a dyn Facts,
    extractor: String,
    /// By folder. A page whose files are not all known yet is not written.
    pages: BTreeMap<String, Draft>,
    /// By the file system's clock; nothing where there is no place to keep anything.
    now_ns: Option<i64>,
    /// How many pages could not be read.
    pub(crate) broken: usize,
}

#[derive(Default)]
struct Draft {
    /// What is kept and has not been found to be true still.
    before: Page,
    now: Page,
    /// How many files of the folder have not been looked at.
    missing: usize,
    has_news: bool,
}

impl Draft {
    fn is_to_be_written(&self) -> bool {
        self.missing == 0 && (self.has_news || !self.before.is_empty())
    }
}

impl<'a> Catalogue<'a> {
    /// Opens the pages of the folders in which these files lie.
    pub(crate) fn open(
        workspace: &Workspace,
        attributes: &Attributes,
        facts: &'a dyn Facts,
        entries: &[FileEntry],
    ) -> Self {
        let now_ns = workspace.file_time_ns();
        let mut pages: BTreeMap<String, Draft> = BTreeMap::new();
        if now_ns.is_some() {
            for entry in entries {
                let folder = entry.path.parent().unwrap_or("");
                match pages.get_mut(folder) {
                    Some(draft) => draft.missing += 1,
                    None => {
                        pages.insert(folder.to_owned(), Draft { missing: 1, ..Draft::default() });
                    }
                }
            }
        }
        let mut catalogue =
            Self { facts, extractor: extractor(workspace, attributes), pages, now_ns, broken: 0 };
        let keys: Vec<FactKey> =
            catalogue.pages.keys().map(|folder| catalogue.key(folder)).collect();
        let known = facts.lookup(&keys);
        for ((folder, draft), bytes) in catalogue.pages.iter_mut().zip(known) {
            let page = bytes.as_deref().map(|bytes| decode(folder, bytes));
            catalogue.broken += usize::from(matches!(page, Some(None)));
            draft.before = page.flatten().unwrap_or_default();
        }
        catalogue
    }

    pub(crate) fn key(&self, folder: &str) -> FactKey {
        let content = seal::sha256(folder.as_bytes());
        FactKey { extractor: self.extractor.clone(), content }
    }

    /// What came of reading a file, if it is still the same and everything that is wanted of it was made.
    pub(crate) fn find(
        &mut self,
        entry: &FileEntry,
        wanted: Wanted,
    ) -> Option<Result<KnownFile, Unseen>> {
        let draft = self.pages.get_mut(entry.path.parent().unwrap_or(""))?;
        let known = draft.before.get(entry.path.file_name())?;
        if entry.stamp != Some(known.stamp) || !known.made.covers(wanted) {
            return None;
        }
        let (name, known) = draft.before.remove_entry(entry.path.file_name())?;
        let outcome = known.outcome.clone();
        draft.now.insert(name, known);
        draft.missing -= 1;
        Some(outcome)
    }

    /// Remembers what came of reading a file.
    pub(crate) fn note(
        &mut self,
        entry: &FileEntry,
        outcome: &Result<KnownFile, Unseen>,
        made: Wanted,
    ) {
        let Some(draft) = self.pages.get_mut(entry.path.parent().unwrap_or("")) else { return };
        draft.missing -= 1;
        let settled = |stamp: &Stamp| self.now_ns.is_some_and(|now| stamp.is_settled_at(now));
        if let Some(stamp) = entry.stamp.filter(settled)
            && outcome.as_ref().err().is_none_or(lasts)
        {
            let name = entry.path.file_name().to_owned();
            draft.now.insert(name, Entry { stamp, made, outcome: outcome.clone() });
            draft.has_news = true;
        }
    }

    /// Writes the pages that are complete and not what they were. They are then done with.
    pub(crate) fn keep(&mut self) {
        let ready = self.pages.extract_if(.., |_, draft| draft.is_to_be_written());
        let ready: Vec<(String, Draft)> = ready.collect();
        let pages: Vec<(FactKey, Vec<u8>)> =
            ready.iter().map(|(folder, draft)| (self.key(folder), encode(&draft.now))).collect();
        if !pages.is_empty() {
            self.facts.keep(&pages);
        }
    }
}

/// Everything but a file's own bytes and name that decides what comes of reading it.
fn extractor(workspace: &Workspace, attributes: &Attributes) -> String {
    let digest = workspace.watch().digest();
    let languages = outline::outlined_languages().filter(|language| workspace.outlines(language));
    let outlines: Vec<String> =
        languages.filter_map(|language| outline::outline_extractor(language, "")).collect();
    let max = workspace.values().paths.max_file_bytes;
    let all = (words_extractor(digest), outlines, max, attributes.digest());
    format!("{VERSION} {}", seal::fingerprint("plimsoll.catalogue.1", &all))
}

/// Whether a reason is the file's own, and not that of a moment.
fn lasts(why: &Unseen) -> bool {
    use LeftOutReason::{Binary, TooLarge, UnsupportedEncoding};
    match why {
        Unseen::LeftOut(Binary | UnsupportedEncoding | TooLarge { .. }) => true,
        Unseen::Withheld(_) | Unseen::OwnDocument => true,
        Unseen::LeftOut(_) | Unseen::SecretName => false,
    }
}

fn encode(page: &Page) -> Vec<u8> {
    let mut out = Vec::new();
    let entries: Vec<Vec<u8>> =
        page.iter().filter_map(|(name, entry)| encode_entry(name, entry)).collect();
    push_number(&mut out, entries.len() as u64);
    entries.iter().for_each(|entry| out.extend_from_slice(entry));
    out
}

/// Nothing for what cannot be written, such as times before 1970.
fn encode_entry(name: &str, entry: &Entry) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    push_text(&mut out, name);
    let Stamp { size, inode, modified_ns, changed_ns } = entry.stamp;
    for number in [size, inode, u64::try_from(modified_ns).ok()?, u64::try_from(changed_ns).ok()?] {
        push_number(&mut out, number);
    }
    push_number(&mut out, u64::from(entry.made.words) | u64::from(entry.made.outlines) << 1);
    match &entry.outcome {
        Err(why) => {
            push_number(&mut out, 0);
            push_text(&mut out, &serde_json::to_string(why).ok()?);
        }
        Ok(file) => {
            push_number(&mut out, 1);
            push_number(&mut out, file.byte_size);
            push_text(&mut out, file.encoding.name());
            push_text(&mut out, file.language.unwrap_or_default());
            push_text(&mut out, file.class.name());
            out.extend_from_slice(&file.content);
            push_number(&mut out, file.length as u64);
            push_text(&mut out, &remarks(file)?);
        }
    }
    Some(out)
}

/// What few files have.
fn remarks(file: &KnownFile) -> Option<String> {
    if file.findings.is_empty() && file.silenced.is_empty() {
        return Some(String::new());
    }
    let silenced: Vec<_> = file.silenced.iter().map(|one| (&one.finding, &one.by)).collect();
    serde_json::to_string(&(&file.findings, silenced)).ok()
}

fn decode(folder: &str, mut bytes: &[u8]) -> Option<Page> {
    let mut page = Page::new();
    for _ in 0..take_count(&mut bytes)? {
        let (name, entry) = decode_entry(folder, &mut bytes)?;
        page.insert(name, entry);
    }
    bytes.is_empty().then_some(page)
}

fn decode_entry(folder: &str, bytes: &mut &[u8]) -> Option<(String, Entry)> {
    let name = take_text(bytes)?;
    let (size, inode) = (take_number(bytes)?, take_number(bytes)?);
    let mut time = || i64::try_from(take_number(bytes)?).ok();
    let stamp = Stamp { size, inode, modified_ns: time()?, changed_ns: time()? };
    let made = take_number(bytes)?;
    let made = Wanted { words: made & 1 == 1, outlines: made & 2 == 2 };
    let outcome = match take_number(bytes)? {
        0 => Err(serde_json::from_str(&take_text(bytes)?).ok()?),
        1 => {
            let path = if folder.is_empty() { name.clone() } else { format!("{folder}/{name}") };
            Ok(decode_file(RelPath::parse(&path).ok()?, bytes)?)
        }
        _ => return None,
    };
    Some((name, Entry { stamp, made, outcome }))
}

fn decode_file(path: RelPath, bytes: &mut &[u8]) -> Option<KnownFile> {
    let byte_size = take_number(bytes)?;
    let encoding = Encoding::from_name(&take_text(bytes)?)?;
    let language = take_text(bytes)?;
    let language = if language.is_empty() { None } else { Some(language_named(&language)?) };
    let class = FileClass::from_name(&take_text(bytes)?)?;
    let (content, rest) = bytes.split_first_chunk::<32>()?;
    *bytes = rest;
    let length = usize::try_from(take_number(bytes)?).ok()?;
    let remarks = take_text(bytes)?;
    let (findings, silenced) = match remarks.as_str() {
        "" => (Vec::new(), Vec::new()),
        json => serde_json::from_str::<(_, Vec<(_, _)>)>(json).ok()?,
    };
    let silenced = silenced.into_iter().map(|(finding, by)| Silenced { finding, by }).collect();
    let content = *content;
    Some(KnownFile {
        path,
        byte_size,
        encoding,
        language,
        class,
        content,
        length,
        findings,
        silenced,
    })
}
