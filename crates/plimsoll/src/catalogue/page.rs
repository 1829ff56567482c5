//! How the page of a folder is written, and what of it still holds. An unchanged project is little else than
//! pages that are read, so a file is compared with its line where it stands, without a copy of anything.

use super::Outcome;
use crate::facts::Wanted;
use crate::known::{KnownFile, Unseen};
use plimsoll_core::codec::{push_number, push_text, take_count, take_number, take_str};
use plimsoll_core::seal;
use plimsoll_core::vocab::FileClass;
use plimsoll_guard::Silenced;
use plimsoll_workspace::{Encoding, FileEntry, RelPath, Stamp, language_named};
use std::collections::{BTreeMap, BTreeSet};

#[cfg(test)]
mod tests;

/// What is known of a file.
#[derive(Debug, Clone)]
pub(super) struct Entry {
    pub(super) stamp: Stamp,
    pub(super) made: Wanted,
    pub(super) outcome: Outcome,
}

/// By the file's name.
pub(super) type Page = BTreeMap<String, Entry>;

/// What a page says of the files that are there now.
pub(super) struct Held {
    /// In the order of the files; nothing of what has changed or was not made.
    pub(super) known: Vec<Option<(Wanted, Outcome)>>,
    /// Whether it says something that does not hold any more.
    pub(super) is_stale: bool,
}

impl Held {
    /// What no page says of so many files.
    pub(super) fn nothing(files: usize) -> Self {
        Self { known: (0..files).map(|_| None).collect(), is_stale: false }
    }
}

/// Encoding, language and class: a folder has few different ones, and files give their number.
type Kind = (Encoding, Option<&'static str>, FileClass);

const LEFT_OUT: u64 = 0;
const SHOWN: u64 = 1;
const SECRET_NAME: u64 = 2;

pub(super) fn write(page: &Page) -> Vec<u8> {
    let mut out = Vec::new();
    let files = page.values().filter_map(|entry| entry.outcome.as_ref().ok());
    let kinds: BTreeSet<_> = files.map(kind_names).collect();
    let kinds: Vec<[&str; 3]> = kinds.into_iter().collect();
    push_number(&mut out, kinds.len() as u64);
    kinds.iter().flatten().for_each(|name| push_text(&mut out, name));
    // Secret names are not written, and come first, as if they were empty.
    let is_secret = |entry: &Entry| matches!(entry.outcome, Err(Unseen::SecretName(_)));
    let (secret, named): (Vec<_>, Vec<_>) = page.iter().partition(|(_, entry)| is_secret(entry));
    let all = secret.into_iter().chain(named);
    let entries: Vec<Vec<u8>> =
        all.filter_map(|(name, entry)| write_entry(&kinds, name, entry)).collect();
    push_number(&mut out, entries.len() as u64);
    entries.iter().for_each(|entry| out.extend_from_slice(entry));
    out
}

/// Nothing for what cannot be written.
fn write_entry(kinds: &[[&str; 3]], name: &str, entry: &Entry) -> Option<Vec<u8>> {
    let mut out = Vec::new();
    let is_secret = matches!(entry.outcome, Err(Unseen::SecretName(_)));
    push_text(&mut out, if is_secret { "" } else { name });
    out.extend_from_slice(&stamp_bytes(&entry.stamp));
    push_number(&mut out, u64::from(entry.made.words) | u64::from(entry.made.outlines) << 1);
    match &entry.outcome {
        Err(Unseen::SecretName(shown)) => {
            push_number(&mut out, SECRET_NAME);
            push_number(&mut out, trace(name));
            push_text(&mut out, shown);
        }
        Err(why) => {
            push_number(&mut out, LEFT_OUT);
            push_text(&mut out, &serde_json::to_string(why).ok()?);
        }
        Ok(file) => {
            push_number(&mut out, SHOWN);
            push_number(&mut out, kinds.binary_search(&kind_names(file)).ok()? as u64);
            push_number(&mut out, file.byte_size);
            out.extend_from_slice(&file.content);
            push_number(&mut out, file.length as u64);
            push_text(&mut out, &remarks(file)?);
        }
    }
    Some(out)
}

fn kind_names(file: &KnownFile) -> [&'static str; 3] {
    [file.encoding.name(), file.language.unwrap_or_default(), file.class.name()]
}

fn stamp_bytes(stamp: &Stamp) -> [u8; 32] {
    let (size, inode, modified_ns, changed_ns) = match *stamp {
        Stamp::File { size, inode, modified_ns, changed_ns } => {
            (size, inode, modified_ns, changed_ns)
        }
        // Pages of revisions have another key.
        Stamp::Object(id) => return id,
    };
    let mut bytes = [0; 32];
    let numbers = [
        size.to_le_bytes(),
        inode.to_le_bytes(),
        modified_ns.to_le_bytes(),
        changed_ns.to_le_bytes(),
    ];
    bytes.chunks_exact_mut(8).zip(numbers).for_each(|(to, from)| to.copy_from_slice(&from));
    bytes
}

/// Enough to tell that a file has another name, and too little to guess a name from.
fn trace(name: &str) -> u64 {
    let digest = seal::sha256(name.as_bytes());
    u64::from(digest[0]) << 8 | u64::from(digest[1])
}

/// What few files have.
fn remarks(file: &KnownFile) -> Option<String> {
    if file.findings.is_empty() && file.silenced.is_empty() {
        return Some(String::new());
    }
    let silenced: Vec<_> = file.silenced.iter().map(|one| (&one.finding, &one.by)).collect();
    serde_json::to_string(&(&file.findings, silenced)).ok()
}

/// Reads a page beside the files of its folder, which are in the order of their names. Nothing if it is broken.
pub(super) fn read(mut bytes: &[u8], files: &[&FileEntry], wanted: Wanted) -> Option<Held> {
    let kinds = (0..take_count(&mut bytes)?).map(|_| read_kind(&mut bytes));
    let kinds: Vec<Kind> = kinds.collect::<Option<_>>()?;
    let mut held = Held::nothing(files.len());
    let folder = files.first()?.path.parent().map_or(0, |folder| folder.len() + 1);
    let name = |at: usize| files.get(at).map(|file| &file.path.as_str()[folder..]);
    let (mut next, mut before) = (0, "");
    for _ in 0..take_count(&mut bytes)? {
        let line = Line::read(&mut bytes)?;
        let at = if let Form::SecretName { trace: its_trace, .. } = line.form {
            let is_it =
                |&at: &usize| line.is_of(files[at]) && name(at).map(trace) == Some(its_trace);
            (0..files.len()).find(is_it)
        } else if line.name <= before {
            return None;
        } else {
            before = line.name;
            while name(next).is_some_and(|name| name < line.name) {
                next += 1;
            }
            (name(next) == Some(line.name)).then_some(next)
        };
        let holds = at.filter(|&at| line.made.covers(wanted) && line.is_of(files[at]));
        match holds {
            Some(at) => held.known[at] = Some((line.made, line.outcome(&files[at].path, &kinds)?)),
            None => held.is_stale = true,
        }
    }
    bytes.is_empty().then_some(held)
}

fn read_kind(bytes: &mut &[u8]) -> Option<Kind> {
    let encoding = Encoding::from_name(take_str(bytes)?)?;
    let language = match take_str(bytes)? {
        "" => None,
        name => Some(language_named(name)?),
    };
    Some((encoding, language, FileClass::from_name(take_str(bytes)?)?))
}

/// What a page says of one file, as it is written.
struct Line<'a> {
    name: &'a str,
    stamp: &'a [u8; 32],
    made: Wanted,
    form: Form<'a>,
}

enum Form<'a> {
    LeftOut(&'a str),
    SecretName { trace: u64, shown: &'a str },
    Shown { kind: usize, byte_size: u64, content: &'a [u8; 32], length: usize, remarks: &'a str },
}

impl<'a> Line<'a> {
    fn read(bytes: &mut &'a [u8]) -> Option<Self> {
        let (name, stamp) = (take_str(bytes)?, take_array(bytes)?);
        let made = take_number(bytes)?;
        let made = Wanted { words: made & 1 == 1, outlines: made & 2 == 2 };
        let form = match take_number(bytes)? {
            LEFT_OUT => Form::LeftOut(take_str(bytes)?),
            SECRET_NAME => Form::SecretName { trace: take_number(bytes)?, shown: take_str(bytes)? },
            SHOWN => Form::Shown {
                kind: usize::try_from(take_number(bytes)?).ok()?,
                byte_size: take_number(bytes)?,
                content: take_array(bytes)?,
                length: usize::try_from(take_number(bytes)?).ok()?,
                remarks: take_str(bytes)?,
            },
            _ => return None,
        };
        Some(Self { name, stamp, made, form })
    }

    fn is_of(&self, file: &FileEntry) -> bool {
        file.stamp.is_some_and(|stamp| stamp_bytes(&stamp) == *self.stamp)
    }

    fn outcome(&self, path: &RelPath, kinds: &[Kind]) -> Option<Outcome> {
        let (kind, byte_size, content, length, remarks) = match self.form {
            Form::LeftOut(json) => return Some(Err(serde_json::from_str(json).ok()?)),
            Form::SecretName { shown, .. } => {
                return Some(Err(Unseen::SecretName(shown.to_owned())));
            }
            Form::Shown { kind, byte_size, content, length, remarks } => {
                (kind, byte_size, content, length, remarks)
            }
        };
        let &(encoding, language, class) = kinds.get(kind)?;
        let (findings, silenced) = match remarks {
            "" => (Vec::new(), Vec::new()),
            json => serde_json::from_str::<(_, Vec<(_, _)>)>(json).ok()?,
        };
        let silenced = silenced.into_iter().map(|(finding, by)| Silenced { finding, by }).collect();
        let (path, content) = (path.clone(), *content);
        Some(Ok(KnownFile {
            path,
            byte_size,
            encoding,
            language,
            class,
            content,
            length,
            findings,
            silenced,
        }))
    }
}

fn take_array<'a>(bytes: &mut &'a [u8]) -> Option<&'a [u8; 32]> {
    let (array, rest) = bytes.split_first_chunk::<32>()?;
    *bytes = rest;
    Some(array)
}
