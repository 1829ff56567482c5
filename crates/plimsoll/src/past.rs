//! What past commits said and touched, for the search. Kept as one fact, so that a call reads only commits that are new.

use crate::error::Error;
use crate::screening::screen_message;
use crate::snapshot::Snapshot;
use plimsoll_core::codec::{push_number, push_text, take_count, take_number, take_text};
use plimsoll_core::seal;
use plimsoll_core::store::FactKey;
use plimsoll_guard::builtin_digest;
use plimsoll_index::search::{Past, PastCommit};
use plimsoll_index::words;
use plimsoll_workspace::{CommitPlace, GitState, HistoryError, LogBounds, Logged};
use std::collections::{BTreeMap, BTreeSet};

/// Rises when the same commit would be kept otherwise.
const EXTRACTOR: &str = "past 2";
/// So many words of a message count.
const MOST_WORDS: usize = 100;

/// A commit, as it is kept: words of its screened message, and digests of paths, which may hold anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Kept {
    place: CommitPlace,
    words: Vec<String>,
    paths: Vec<PathDigests>,
}

/// Digests of a path, of the name at its end, and of that without what follows its first dot.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
struct PathDigests {
    path: u64,
    name: u32,
    stem: u32,
}

impl PathDigests {
    fn of(path: &str) -> Self {
        let name = path.rsplit('/').next().unwrap_or(path);
        let stem = name.split_once('.').map_or(name, |(stem, _)| stem);
        let short = |text| u32::try_from(digest(text) >> 32).unwrap_or(0);
        Self { path: digest(path), name: short(name), stem: short(stem) }
    }
}

/// The files that are there, by their digests. What was moved is known again by its name, and what was written anew in another
/// language by its stem, if only one file has it.
struct Places {
    by_path: BTreeMap<u64, u32>,
    by_name: BTreeMap<u32, Option<u32>>,
    by_stem: BTreeMap<u32, Option<u32>>,
}

impl Places {
    fn of<'a>(paths: impl Iterator<Item = &'a str>) -> Self {
        let mut places =
            Self { by_path: BTreeMap::new(), by_name: BTreeMap::new(), by_stem: BTreeMap::new() };
        for (path, at) in paths.zip(0..) {
            let digests = PathDigests::of(path);
            places.by_path.insert(digests.path, at);
            let known = [(&mut places.by_name, digests.name), (&mut places.by_stem, digests.stem)];
            for (known, digest) in known {
                known.entry(digest).and_modify(|file| *file = None).or_insert(Some(at));
            }
        }
        places
    }

    fn file(&self, digests: PathDigests) -> Option<u32> {
        let there = self.by_path.get(&digests.path).copied();
        let moved = || self.by_name.get(&digests.name).copied();
        let anew = || self.by_stem.get(&digests.stem).copied();
        there.or_else(|| moved().or_else(anew).flatten())
    }
}

/// The past, and what its commits are called.
#[derive(Default)]
pub(crate) struct NamedPast {
    pub(crate) past: Past,
    /// In hex.
    pub(crate) ids: Vec<String>,
}

impl Snapshot<'_> {
    /// The newest commits before what is looked at; none where settings or the clone have none.
    pub(crate) fn past(&self) -> Result<NamedPast, Error> {
        let GitState::Ready(git) = &self.git else { return Ok(NamedPast::default()) };
        if !self.workspace().values().index.history {
            return Ok(NamedPast::default());
        }
        let key = FactKey {
            extractor: format!("{EXTRACTOR} {}", builtin_digest()),
            content: seal::sha256(EXTRACTOR.as_bytes()),
        };
        let kept = self.facts.lookup(std::slice::from_ref(&key)).pop().flatten();
        let mut known = kept.and_then(|bytes| decode(&bytes)).unwrap_or_default();
        let from = self.workspace().revision().map(plimsoll_workspace::Revision::commit);
        let place = |id: &str| Some(known.get(id)?.place.clone());
        let progress = self.workspace().progress();
        let steps = match git.log(from.as_deref(), LogBounds::default(), place, progress) {
            Ok(steps) => steps,
            Err(HistoryError::Cancelled(cancelled)) => return Err(cancelled.into()),
            Err(HistoryError::NoSuchCommit { .. }) => return Ok(NamedPast::default()),
        };
        let has_news = steps.iter().any(|step| step.found.is_some());
        let commits: Vec<(String, Kept)> = steps
            .into_iter()
            .map(|step| {
                let kept = match step.found {
                    Some(logged) => keep(&logged),
                    None => known.remove(&step.id).unwrap_or_default(),
                };
                (step.id, kept)
            })
            .collect();
        if has_news {
            self.facts.keep(&[(key, encode(&commits))]);
        }
        Ok(self.joined(commits))
    }

    /// Commits with the files that are there.
    fn joined(&self, commits: Vec<(String, Kept)>) -> NamedPast {
        let places = Places::of(self.files.iter().map(|file| file.path.as_str()));
        let commit = |(id, kept): (String, Kept)| {
            let files: BTreeSet<u32> =
                kept.paths.iter().filter_map(|&path| places.file(path)).collect();
            (id, PastCommit { files: files.into_iter().collect(), words: kept.words })
        };
        // A commit of nothing that is there is none of this project's past: else a document that is committed
        // would differ from what is made after that.
        let is_about_it =
            |(kept, (_, commit)): &(bool, (String, PastCommit))| *kept || !commit.files.is_empty();
        let commits = commits.into_iter().map(|one| (one.1.paths.is_empty(), commit(one)));
        let (ids, commits) = commits.filter(is_about_it).map(|(_, commit)| commit).unzip();
        NamedPast { past: Past { commits }, ids }
    }
}

fn keep(logged: &Logged) -> Kept {
    let said = logged.message.lines().filter(|line| !is_trailer(line));
    let message: Vec<&str> = said.collect();
    let words: BTreeSet<String> = words(&screen_message(&message.join("\n"))).into_iter().collect();
    Kept {
        place: logged.place.clone(),
        words: words.into_iter().take(MOST_WORDS).collect(),
        paths: logged.paths.iter().map(|path| PathDigests::of(path)).collect(),
    }
}

/// Who signed, reviewed and reported says nothing about what was done.
fn is_trailer(line: &str) -> bool {
    let Some((key, _)) = line.split_once(": ") else { return false };
    key.to_ascii_lowercase().ends_with("-by") || matches!(key, "Change-Id" | "Cc" | "PR-URL")
}

fn digest(path: &str) -> u64 {
    let digest = seal::sha256(path.as_bytes());
    digest.first_chunk().map_or(0, |start| u64::from_be_bytes(*start))
}

fn encode(commits: &[(String, Kept)]) -> Vec<u8> {
    let mut out = Vec::new();
    push_number(&mut out, commits.len() as u64);
    for (id, Kept { place, words, paths }) in commits {
        push_text(&mut out, id);
        push_number(&mut out, u64::try_from(place.committed_ms).unwrap_or(0));
        for texts in [&place.parents, words] {
            push_number(&mut out, texts.len() as u64);
            texts.iter().for_each(|text| push_text(&mut out, text));
        }
        push_number(&mut out, paths.len() as u64);
        for PathDigests { path, name, stem } in paths {
            out.extend_from_slice(&path.to_be_bytes());
            out.extend_from_slice(&name.to_be_bytes());
            out.extend_from_slice(&stem.to_be_bytes());
        }
    }
    out
}

fn decode(mut bytes: &[u8]) -> Option<BTreeMap<String, Kept>> {
    let bytes = &mut bytes;
    let mut commits = BTreeMap::new();
    for _ in 0..take_count(bytes)? {
        let id = take_text(bytes)?;
        let committed_ms = i64::try_from(take_number(bytes)?).ok()?;
        let parents = take_texts(bytes)?;
        let words = take_texts(bytes)?;
        let mut paths = Vec::new();
        for _ in 0..take_count(bytes)? {
            let path = u64::from_be_bytes(take(bytes)?);
            let name = u32::from_be_bytes(take(bytes)?);
            paths.push(PathDigests { path, name, stem: u32::from_be_bytes(take(bytes)?) });
        }
        let place = CommitPlace { committed_ms, parents };
        commits.insert(id, Kept { place, words, paths });
    }
    bytes.is_empty().then_some(commits)
}

fn take<const N: usize>(bytes: &mut &[u8]) -> Option<[u8; N]> {
    let (first, rest) = bytes.split_first_chunk()?;
    *bytes = rest;
    Some(*first)
}

fn take_texts(bytes: &mut &[u8]) -> Option<Vec<String>> {
    (0..take_count(bytes)?).map(|_| take_text(bytes)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn trailers_say_nothing() {
        let logged = Logged {
            place: CommitPlace::default(),
            message: "Evict stale entries\n\nSigned-off-by: Somebody Else".to_owned(),
            paths: vec!["src/cache.rs".to_owned()],
        };
        assert_eq!(keep(&logged).words, words("entries evict stale"));
    }

    #[test]
    fn what_was_moved_is_known_again_if_only_one_file_has_its_name() {
        let places = Places::of(["a/one.rs", "b/mod.rs", "c/mod.rs", "src/Call.kt"].into_iter());
        let file = |path: &str| places.file(PathDigests::of(path));
        assert_eq!((file("a/one.rs"), file("old/one.rs")), (Some(0), Some(0)));
        assert_eq!((file("b/mod.rs"), file("old/mod.rs")), (Some(1), None));
        assert_eq!((file("java/Call.java"), file("java/Gone.java")), (Some(3), None));
    }

    proptest! {
        #[test]
        fn decoding_undoes_encoding(
            id in "[0-9a-f]{40}", ms in 0_i64..1 << 50, words in prop::collection::vec("\\PC{0,8}", 0..4),
            paths in prop::collection::vec("[a-z./]{1,9}", 0..4),
        ) {
            let paths = paths.iter().map(|path| PathDigests::of(path)).collect();
            let place = CommitPlace { committed_ms: ms, parents: vec![id.clone()] };
            let kept = Kept { place, words, paths };
            let bytes = encode(&[(id.clone(), kept.clone())]);
            prop_assert_eq!(decode(&bytes), Some(BTreeMap::from([(id, kept)])));
            prop_assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        }
    }
}
