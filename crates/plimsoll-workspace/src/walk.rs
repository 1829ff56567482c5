//! The walk: every file below the root, or why it is not shown.
//!
//! The uppermost folders are walked first; what lies below them is walked by several threads. How it is
//! divided depends on the tree alone, and the parts are joined by path, so the result does not depend on how
//! many threads there are or which is faster.

use crate::ground::Ground;
use crate::notices;
use crate::repeats::Repeats;
use crate::rules::WalkRules;
use crate::submodules;
use crate::tree::{FileEntry, Tree, WalkError};
use crate::walker::{Subtree, Walk, Walker};
use plimsoll_core::progress::Progress;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

/// So many parts are enough for all threads to be busy to the end.
const ENOUGH_PARTS: usize = 64;
/// A tree that is narrow so far down is not divided: every part is opened from the root.
const MOST_LEVELS: usize = 8;

/// Lists every file below the root that may be shown, and everything else with its reason.
pub fn walk(
    ground: &dyn Ground,
    rules: &WalkRules,
    progress: &dyn Progress,
) -> Result<Tree, WalkError> {
    progress.begin("walk", None);
    let seen = AtomicUsize::new(0);
    let submodules = submodules::declared(ground);
    let repeats = Repeats::default();
    let walk =
        Walk { ground, rules, progress, seen: &seen, repeats: &repeats, submodules: &submodules };
    let mut walker = Walker::new(walk);
    let mut parts = vec![Subtree::root()];
    for _ in 0..MOST_LEVELS {
        if parts.is_empty() || parts.len() >= ENOUGH_PARTS {
            break;
        }
        let mut below = Vec::new();
        for part in &parts {
            below.extend(walker.spread(part)?);
        }
        parts = below;
    }
    parts.sort_unstable_by(|a, b| a.path.cmp(&b.path));
    let upper = walker.take();
    let trees = walk_parts(walk, &parts)?;
    repeats.check(rules)?;
    let mut tree = join(upper, &parts, trees);
    tree.notices.extend(notices::about(&tree, rules));
    Ok(tree)
}

/// Walks the parts; trees come in the order of the parts.
fn walk_parts(walk: Walk<'_>, parts: &[Subtree]) -> Result<Vec<Tree>, WalkError> {
    let next = AtomicUsize::new(0);
    let run = || {
        let mut walker = Walker::new(walk);
        let mut done = Vec::new();
        loop {
            let at = next.fetch_add(1, Ordering::Relaxed);
            let Some(part) = parts.get(at) else { return Ok(done) };
            if let Err(error) = walker.run(part) {
                // Nobody needs the rest.
                next.store(parts.len(), Ordering::Relaxed);
                return Err(error);
            }
            done.push((at, walker.take()));
        }
    };
    let threads = walk.rules.threads.clamp(1, 16).min(parts.len());
    let results: Vec<Result<Vec<(usize, Tree)>, WalkError>> = if threads <= 1 {
        vec![run()]
    } else {
        thread::scope(|scope| {
            let others: Vec<_> = (1..threads).map(|_| scope.spawn(run)).collect();
            let own = run();
            let others = others.into_iter().map(|other| match other.join() {
                Ok(done) => done,
                Err(panic) => std::panic::resume_unwind(panic),
            });
            [own].into_iter().chain(others).collect()
        })
    };
    let done = results.into_iter().collect::<Result<Vec<_>, _>>()?;
    let mut done: Vec<(usize, Tree)> = done.into_iter().flatten().collect();
    done.sort_unstable_by_key(|(at, _)| *at);
    Ok(done.into_iter().map(|(_, tree)| tree).collect())
}

/// Every part lies as a whole between two files of the upper folders.
fn join(upper: Tree, parts: &[Subtree], trees: Vec<Tree>) -> Tree {
    let mut tree = Tree { files: Vec::new(), ..upper };
    let alone = upper.files.into_iter().map(|file| (file.path.as_str().to_owned(), vec![file]));
    let mut runs: Vec<(String, Vec<FileEntry>)> = alone.collect();
    for (part, found) in parts.iter().zip(trees) {
        runs.push((format!("{}/", part.path), found.files));
        tree.left_out.extend(found.left_out);
        tree.lifted.extend(found.lifted);
        tree.notices.extend(found.notices);
    }
    runs.sort_unstable_by(|(a, _), (b, _)| a.cmp(b));
    tree.files = runs.into_iter().flat_map(|(_, files)| files).collect();
    debug_assert!(tree.files.is_sorted_by(|a, b| a.path < b.path));
    tree.left_out.sort();
    tree.lifted.sort_unstable();
    tree.lifted.dedup();
    tree
}
