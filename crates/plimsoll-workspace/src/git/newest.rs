//! The newest commits that lead to `HEAD`, of all branches that were merged into it, as `git log` lists them.

use super::by_time::{ByTime, Met};
use super::commit::{self, Parsed};
use super::diff::{self, PathChange};
use super::objects::Objects;
use super::open::Git;
use gix::ObjectId;
use plimsoll_core::progress::{Cancelled, Progress};

/// Of one commit's message.
const MESSAGE_BYTES: usize = 8 * 1024;
/// Of all commits that are read; and of the folders of one comparison.
const OBJECT_BYTES: u64 = 1024 * 1024 * 1024;
/// Of the paths that one commit changed.
const PATH_BYTES: u64 = 4 * 1024 * 1024;
/// So many commits are met for each that is wanted: merges are passed over.
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

impl Git {
    /// The newest commits with one parent, the newest first. A missing or broken object ends the list.
    pub fn newest_commits(
        &self,
        most: usize,
        progress: &dyn Progress,
    ) -> Result<Vec<NewestCommit>, Cancelled> {
        progress.begin("read the history", Some(most as u64));
        let objects = Objects::new(&self.repo, OBJECT_BYTES);
        let Some(head) = self.head else { return Ok(Vec::new()) };
        let mut log = Vec::new();
        let at_most = most.saturating_mul(MERGES);
        for Met { id, place, .. } in ByTime::new(&objects, head, |_| None).take(at_most) {
            progress.check()?;
            if log.len() == most {
                break;
            }
            if place.parents.len() != 1 {
                continue;
            }
            let Ok(raw) = objects.commit(id) else { break };
            let Ok(parsed) = commit::parse(&raw, id) else { break };
            log.extend(newest(id, &parsed));
            progress.advance(1);
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

fn newest(id: ObjectId, parsed: &Parsed<'_>) -> Option<NewestCommit> {
    let [parent] = parsed.parents[..] else { return None };
    Some(NewestCommit {
        id: id.to_hex().to_string(),
        parent: parent.to_hex().to_string(),
        author: parsed.author(),
        message: parsed.message(MESSAGE_BYTES).text,
        committed_ms: parsed.committed_ms,
    })
}
