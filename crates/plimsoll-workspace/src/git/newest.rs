//! The newest commits that lead to `HEAD`, of all branches that were merged into it, as `git log` lists them.

use super::commit::{self, Parsed};
use super::diff::{self, PathChange};
use super::objects::{Ended, Objects};
use super::open::Git;
use gix::ObjectId;
use plimsoll_core::progress::{Cancelled, Progress};
use std::cmp::Reverse;
use std::collections::{BTreeSet, BinaryHeap};

/// Of one commit's message.
const MESSAGE_BYTES: usize = 8 * 1024;
/// Of all commits that are read; and of the folders of one comparison.
const OBJECT_BYTES: u64 = 1024 * 1024 * 1024;
/// Of the paths that one commit changed.
const PATH_BYTES: u64 = 4 * 1024 * 1024;
/// So many merges are passed over for each commit that is wanted.
const MERGES: usize = 4;

/// A commit with one parent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct NewestCommit {
    /// In hex.
    pub id: String,
    /// In hex.
    pub parent: String,
    /// Name and address, as they stand there.
    pub author: String,
    /// Without white space at its end; a long one ends with a whole line.
    pub message: String,
    pub committed_ms: Option<i64>,
}

/// The commit with the latest time comes first; of equal ones that which was met first.
type Waiting = (Option<i64>, Reverse<usize>, ObjectId);

impl Git {
    /// The newest commits with one parent, the newest first. A missing or broken object ends the list.
    pub fn newest_commits(
        &self,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<NewestCommit>, Cancelled> {
        progress.begin("read the history", Some(most as u64));
        let objects = Objects::new(&self.repo, OBJECT_BYTES);
        let mut log = Vec::new();
        let mut seen: BTreeSet<ObjectId> = self.head.into_iter().collect();
        let mut waiting: BinaryHeap<Waiting> = BinaryHeap::new();
        waiting.extend(self.head.map(|head| (None, Reverse(0), head)));
        while let Some((.., id)) = waiting.pop() {
            progress.check()?;
            if log.len() == most || seen.len() > most.saturating_mul(MERGES) {
                break;
            }
            let Ok(raw) = objects.commit(id) else { break };
            let Ok(parsed) = commit::parse(&raw, id) else { break };
            for &parent in &parsed.parents {
                if seen.insert(parent) {
                    let Ok(time) = committed(&objects, parent) else { return Ok(log) };
                    waiting.push((time, Reverse(seen.len()), parent));
                }
            }
            if let [parent] = parsed.parents[..] {
                log.push(newest(id, parent, &parsed));
                progress.advance(1);
            }
        }
        Ok(log)
    }

    /// What a commit changed; nothing where that cannot be told, or is very much.
    pub fn changed_by(&self, commit: &NewestCommit) -> Option<Vec<PathChange>> {
        let objects = Objects::new(&self.repo, OBJECT_BYTES);
        let tree = |id: &str| {
            let id = ObjectId::from_hex(id.as_bytes()).ok()?;
            Some(commit::parse(&objects.commit(id).ok()?, id).ok()?.tree)
        };
        let (old, new) = (tree(&commit.parent)?, tree(&commit.id)?);
        diff::changed_paths(&objects, Some(old), new, &mut { PATH_BYTES }).ok()
    }
}

fn committed(objects: &Objects<'_>, id: ObjectId) -> Result<Option<i64>, Ended> {
    Ok(commit::parse(&objects.commit(id)?, id)?.committed_ms)
}

fn newest(id: ObjectId, parent: ObjectId, parsed: &Parsed<'_>) -> NewestCommit {
    NewestCommit {
        id: id.to_hex().to_string(),
        parent: parent.to_hex().to_string(),
        author: parsed.author(),
        message: parsed.message(MESSAGE_BYTES).text,
        committed_ms: parsed.committed_ms,
    }
}
