//! What the user should know about a tree that was walked.

use crate::bulk::{self, Yields};
use crate::git::Tracking;
use crate::left_out::LeftOutReason;
use crate::rules::WalkRules;
use crate::tree::Tree;
use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;

/// One sentence for each thing that may surprise, whatever the number of files.
pub(crate) fn about(tree: &Tree, rules: &WalkRules) -> Vec<String> {
    [tracked_but_ignored(tree, rules), bulk_without_git(tree, rules)]
        .into_iter()
        .flatten()
        .collect()
}

/// Ignore rules hold for tracked files too: a copy without git has to look the same.
fn tracked_but_ignored(tree: &Tree, rules: &WalkRules) -> Option<String> {
    let Tracking::Index(tracked) = &rules.tracked else { return None };
    let mut count = 0;
    let mut first = None;
    for left in &tree.left_out {
        if !matches!(left.reason, LeftOutReason::Ignored { .. }) {
            continue;
        }
        let hidden = match left.path.strip_suffix('/') {
            Some(folder) => tracked.below(folder).count(),
            None => usize::from(tracked.contains(&left.path)),
        };
        if hidden > 0 {
            first.get_or_insert(left);
            count += hidden;
        }
    }
    let left = first?;
    let files =
        if count == 1 { "1 file".to_owned() } else { format!("{} files", Grouped(count as u64)) };
    Some(format!(
        "Ignore rules hide {files} that git tracks (`{}` is {}); `plimsoll why PATH` tells by which rule.",
        reveal_line(&left.path),
        left.reason.describe()
    ))
}

/// Without git nobody says what is source in folders that may be build output.
fn bulk_without_git(tree: &Tree, rules: &WalkRules) -> Option<String> {
    if !matches!(rules.tracked, Tracking::Unknown) || !rules.lift_bulk {
        return None;
    }
    let is_doubtful = |folder: &str| {
        let folder = folder.trim_end_matches('/');
        bulk::of(folder.rsplit('/').next().unwrap_or(folder)) == Some(Yields::ToSource)
    };
    let mut shut = tree.left_out.iter().filter(|left| {
        matches!(left.reason, LeftOutReason::Bulk { .. }) && is_doubtful(&left.path)
    });
    let first = reveal_line(&shut.next()?.path).into_owned();
    let more = match shut.count() {
        0 => String::new(),
        1 => " and 1 more folder".to_owned(),
        more => format!(" and {} more folders", Grouped(more as u64)),
    };
    Some(format!(
        "Git does not say here what is tracked, so `{first}`{more} may be build output and nothing in it is \
         shown; `[paths] source` names folders that are source."
    ))
}
