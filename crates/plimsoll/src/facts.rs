//! Facts about texts that outlast a call: which there are, how each is made, kept and recalled.

use crate::known::{KnownFile, OpenFile};
use crate::parallel;
use crate::screening::screen_message;
use crate::snapshot::Snapshot;
use crate::workspace::Workspace;
use plimsoll_core::progress::{Cancelled, Quiet};
use plimsoll_core::screened::{Screened, ScreenedValue, Screening};
use plimsoll_core::seal;
use plimsoll_core::store::{FactKey, Facts};
use plimsoll_guard::{Watched, builtin_digest, seen_before, value_seen_before};
use plimsoll_index::outline::{Outline, outline, outline_extractor};
use plimsoll_index::{Query, WordCounts, words_extractor};
use serde_json::Value;
use std::collections::BTreeMap;

/// So many texts are held at a time.
const MADE_AT_ONCE: usize = 512;

/// Which facts about every file are wanted.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) struct Wanted {
    pub(crate) words: bool,
    pub(crate) outlines: bool,
}

impl Wanted {
    pub(crate) const NOTHING: Self = Self { words: false, outlines: false };
    pub(crate) const WORDS: Self = Self { words: true, outlines: false };
    pub(crate) const OUTLINES: Self = Self { words: false, outlines: true };
    pub(crate) const ALL: Self = Self { words: true, outlines: true };

    pub(crate) fn covers(self, other: Self) -> bool {
        (self.words || !other.words) && (self.outlines || !other.outlines)
    }
}

pub(crate) fn words_key(workspace: &Workspace, file: &KnownFile) -> FactKey {
    FactKey { extractor: words_extractor(workspace.watch().digest()), content: file.content }
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
            Self::Outline(file, language) => encode_outline(outline(language, &file.text).as_ref()),
        }
    }
}

/// No bytes say that there is none.
fn encode_outline(outline: Option<&Outline>) -> Vec<u8> {
    outline.map_or(Vec::new(), Outline::encode)
}

fn decode_outline(bytes: &[u8]) -> Option<Option<Outline>> {
    if bytes.is_empty() { Some(None) } else { Outline::decode(bytes).map(Some) }
}

/// Makes the facts that are wanted and not there. Files of equal content share theirs.
pub(crate) fn make_missing(
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

fn makings<'a>(
    workspace: &Workspace,
    files: &[&'a OpenFile],
    wanted: Wanted,
) -> BTreeMap<FactKey, Making<'a>> {
    let mut makings = BTreeMap::new();
    for &file in files {
        if wanted.words {
            makings.insert(words_key(workspace, &file.known), Making::Words(file));
        }
        if wanted.outlines
            && let Some((key, language)) = outline_key(workspace, &file.known)
        {
            makings.insert(key, Making::Outline(file, language));
        }
    }
    makings
}

/// Makes facts, and keeps them if that can be done.
fn make(
    workspace: &Workspace,
    facts: &dyn Facts,
    makings: BTreeMap<FactKey, Making<'_>>,
) -> Result<BTreeMap<FactKey, Vec<u8>>, Cancelled> {
    let makings: Vec<(FactKey, Making<'_>)> = makings.into_iter().collect();
    let one = |(_, making): &(FactKey, Making<'_>)| making.make();
    let made = parallel::map(&makings, workspace.threads(), &Quiet, one)?;
    let made: Vec<_> = makings.into_iter().map(|(key, _)| key).zip(made).collect();
    facts.keep(&made);
    Ok(made.into_iter().collect())
}

impl Snapshot<'_> {
    /// The outlines of files, in their order. Nothing where there is none.
    pub(crate) fn outlines(&self, files: &[&KnownFile]) -> Result<Vec<Option<Outline>>, Cancelled> {
        let key = |file: &&KnownFile| Some(outline_key(self.workspace(), file)?.0);
        let keys = files.iter().map(key).collect();
        let outlines = self.recall(Wanted::OUTLINES, files, keys, decode_outline)?;
        Ok(outlines.into_iter().map(Option::flatten).collect())
    }

    /// How often files have the words of a query, in their order.
    pub(crate) fn word_counts(
        &self,
        query: &Query,
        files: &[&KnownFile],
    ) -> Result<Vec<WordCounts>, Cancelled> {
        let keys = files.iter().map(|file| Some(words_key(self.workspace(), file))).collect();
        let decode = |bytes: &[u8]| WordCounts::decode_for(query, bytes);
        let counts = self.recall(Wanted::WORDS, files, keys, decode)?;
        Ok(counts.into_iter().map(Option::unwrap_or_default).collect())
    }

    /// What may be shown of a text that a commit has of a file.
    pub(crate) fn screened(&self, path: &str, text: &str) -> Result<Screened, String> {
        let mut screened = screen_known(self.workspace(), self.facts.as_ref(), &[(path, text)]);
        match screened.pop() {
            Some(Screening::Shown(screened)) => Ok(screened),
            _ => Err("it holds a secret whose bounds are in doubt".to_owned()),
        }
    }

    /// What is known of files by their keys: as it was kept, or made now and kept. Nothing where there is no key, or
    /// where the file is no longer what it was.
    fn recall<T>(
        &self,
        wanted: Wanted,
        files: &[&KnownFile],
        keys: Vec<Option<FactKey>>,
        decode: impl Fn(&[u8]) -> Option<T>,
    ) -> Result<Vec<Option<T>>, Cancelled> {
        let keyed: Vec<(usize, FactKey)> =
            keys.into_iter().enumerate().filter_map(|(at, key)| Some((at, key?))).collect();
        let only_keys: Vec<FactKey> = keyed.iter().map(|(_, key)| key.clone()).collect();
        let mut recalled: Vec<Option<T>> = files.iter().map(|_| None).collect();
        let mut missing = Vec::new();
        for ((at, key), bytes) in keyed.into_iter().zip(self.facts.lookup(&only_keys)) {
            recalled[at] = bytes.as_deref().and_then(&decode);
            if recalled[at].is_none() {
                self.broken_facts.set(self.broken_facts.get() + usize::from(bytes.is_some()));
                missing.push((at, key));
            }
        }
        for part in missing.chunks(MADE_AT_ONCE) {
            let part_files: Vec<&KnownFile> = part.iter().map(|&(at, _)| files[at]).collect();
            let opened = self.open_all(&part_files)?;
            let shown: Vec<&OpenFile> = opened.iter().flatten().collect();
            let makings = makings(self.workspace(), &shown, wanted);
            let made = make(self.workspace(), self.facts.as_ref(), makings)?;
            for (at, key) in part {
                recalled[*at] = made.get(key).and_then(|bytes| decode(bytes));
            }
        }
        Ok(recalled)
    }
}

/// Texts as they may be said. Those that were found to hold nothing are known by their content, and the guard need
/// not look at them again, nor be made ready for it.
pub(crate) fn screen_all(facts: &dyn Facts, texts: Vec<String>) -> Vec<String> {
    let extractor = format!("names 1 {}", builtin_digest());
    let content = seal::sha256(seal::canonical_json(&texts).as_bytes());
    let key = FactKey { extractor, content };
    if texts.is_empty() || facts.known(std::slice::from_ref(&key)) == [true] {
        return texts;
    }
    let screened: Vec<String> = texts.iter().map(|text| screen_message(text)).collect();
    if screened == texts {
        facts.keep(&[(key, vec![1])]);
    }
    screened
}

fn value_key(value: &Value) -> FactKey {
    let content = seal::sha256(seal::canonical_json(value).as_bytes());
    FactKey { extractor: format!("values 1 {}", builtin_digest()), content }
}

/// A value in which nothing was found before.
pub(crate) fn known_value(facts: &dyn Facts, value: &Value) -> Option<ScreenedValue> {
    let key = value_key(value);
    let is_known = facts.known(std::slice::from_ref(&key)) == [true];
    is_known.then(|| value_seen_before(value, &key.content)).flatten()
}

/// Remembers a value if nothing was found in it.
pub(crate) fn keep_value(facts: &dyn Facts, value: &Value, screened: &ScreenedValue) {
    if screened.value() == value {
        facts.keep(&[(value_key(value), vec![1])]);
    }
}

/// What may be shown of texts, each with the name under which it stands. One in which nothing was found is known by its
/// name and content, and the guard need not look at it again.
pub(crate) fn screen_known(
    workspace: &Workspace,
    facts: &dyn Facts,
    texts: &[(&str, &str)],
) -> Vec<Screening> {
    let extractor = format!("clean 1 {}", workspace.watch().digest());
    let contents = texts.iter().map(|(_, text)| seal::sha256(text.as_bytes()));
    let contents: Vec<[u8; 32]> = contents.collect();
    let key = |((name, _), content): (&(&str, &str), &[u8; 32])| FactKey {
        extractor: extractor.clone(),
        content: seal::sha256(&[content, name.as_bytes()].concat()),
    };
    let keys: Vec<FactKey> = texts.iter().zip(&contents).map(key).collect();
    let mut clean = Vec::new();
    let mut screened = Vec::with_capacity(texts.len());
    for (at, is_known) in facts.known(&keys).into_iter().enumerate() {
        let (name, text) = texts[at];
        let known = if is_known { seen_before(text, &contents[at]) } else { None };
        screened.push(known.map_or_else(
            || {
                let Watched { screening, silenced } = workspace.watch().screen(name, text);
                if screening.findings().is_empty() && silenced.is_empty() {
                    clean.push((keys[at].clone(), vec![1]));
                }
                screening
            },
            Screening::Shown,
        ));
    }
    if !clean.is_empty() {
        facts.keep(&clean);
    }
    screened
}
