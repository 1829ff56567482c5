//! What people write for a commit: a reference, an id or its beginning, and `~2` or `^` behind it.
//!
//! The reference is looked up by ourselves, and gix only ever sees a whole id with what follows it, for which
//! it asks the objects alone.

use super::open::Git;
use super::refs::Refs;
use gix::ObjectId;
use gix::bstr::{BStr, ByteSlice};

/// The object that a revision names, if it does.
pub(crate) fn parse(git: &Git, refs: &Refs<'_>, rev: &str) -> Option<ObjectId> {
    let end = rev.find(['~', '^', ':']).unwrap_or(rev.len());
    let (name, rest) = rev.split_at(end);
    // What git remembers of yesterday is in logs, which are not read; nor are ranges one commit.
    if name.is_empty() || name.contains("@{") || rest.contains("..") {
        return None;
    }
    let id = base(git, refs, name)?;
    if rest.is_empty() {
        return Some(id);
    }
    let with_rest = format!("{}{rest}", id.to_hex());
    git.repo.rev_parse_single(BStr::new(&with_rest)).ok().map(gix::Id::detach)
}

fn base(git: &Git, refs: &Refs<'_>, name: &str) -> Option<ObjectId> {
    if name == "HEAD" || name == "@" {
        return git.head;
    }
    let hash = git.repo.object_hash();
    let whole = (name.len() == hash.len_in_hex()).then(|| ObjectId::from_hex(name.as_bytes()));
    if let Some(Ok(id)) = whole {
        return git.repo.has_object(id).then_some(id);
    }
    match refs.named(name.as_bytes().as_bstr()) {
        Ok(Some(id)) => Some(id),
        // As `git describe` writes it.
        Ok(None) => abbreviated(git, name.rsplit_once("-g").map_or(name, |(_, id)| id)),
        Err(_) => None,
    }
}

/// The only object whose id begins so.
fn abbreviated(git: &Git, hex: &str) -> Option<ObjectId> {
    let prefix = gix::hash::Prefix::from_hex(hex).ok()?;
    git.repo.objects.lookup_prefix(prefix, None).ok()??.ok()
}
