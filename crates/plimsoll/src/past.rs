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
const EXTRACTOR: &str = "past 1";
/// So many words of a message count.
const MOST_WORDS: usize = 100;

/// A commit, as it is kept: words of its screened message, and digests of paths, which may hold anything.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
struct Kept {
    place: CommitPlace,
    words: Vec<String>,
    paths: Vec<u64>,
}

impl Snapshot<'_> {
    /// The newest commits before what is looked at; none where settings or the clone have none.
    pub(crate) fn past(&self) -> Result<Past, Error> {
        let GitState::Ready(git) = &self.git else { return Ok(Past::default()) };
        if !self.workspace().values().index.history {
            return Ok(Past::default());
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
            Err(HistoryError::NoSuchCommit { .. }) => return Ok(Past::default()),
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
    fn joined(&self, commits: Vec<(String, Kept)>) -> Past {
        let files: BTreeMap<u64, u32> =
            self.files.iter().zip(0..).map(|(file, at)| (digest(file.path.as_str()), at)).collect();
        let commit = |(_, kept): (String, Kept)| PastCommit {
            files: kept.paths.iter().filter_map(|path| files.get(path).copied()).collect(),
            words: kept.words,
        };
        Past { commits: commits.into_iter().map(commit).collect() }
    }
}

fn keep(logged: &Logged) -> Kept {
    let said = logged.message.lines().filter(|line| !is_trailer(line));
    let message: Vec<&str> = said.collect();
    let words: BTreeSet<String> = words(&screen_message(&message.join("\n"))).into_iter().collect();
    Kept {
        place: logged.place.clone(),
        words: words.into_iter().take(MOST_WORDS).collect(),
        paths: logged.paths.iter().map(|path| digest(path)).collect(),
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
        paths.iter().for_each(|path| out.extend_from_slice(&path.to_be_bytes()));
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
            let (path, rest) = bytes.split_first_chunk()?;
            *bytes = rest;
            paths.push(u64::from_be_bytes(*path));
        }
        let place = CommitPlace { committed_ms, parents };
        commits.insert(id, Kept { place, words, paths });
    }
    bytes.is_empty().then_some(commits)
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

    proptest! {
        #[test]
        fn decoding_undoes_encoding(
            id in "[0-9a-f]{40}", ms in 0_i64..1 << 50, words in prop::collection::vec("\\PC{0,8}", 0..4),
            paths in prop::collection::vec(any::<u64>(), 0..4),
        ) {
            let place = CommitPlace { committed_ms: ms, parents: vec![id.clone()] };
            let kept = Kept { place, words, paths };
            let bytes = encode(&[(id.clone(), kept.clone())]);
            prop_assert_eq!(decode(&bytes), Some(BTreeMap::from([(id, kept)])));
            prop_assert_eq!(decode(&bytes[..bytes.len() - 1]), None);
        }
    }
}
