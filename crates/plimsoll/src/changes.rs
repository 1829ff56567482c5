//! The working tree's changes against the last commit, as diffs of screened texts.

use crate::diff::{DiffSide, unified, unified_moved};
use crate::moves::{Moved, moved};
use crate::screening::{is_nameable, screen_message};
use crate::snapshot::{Snapshot, shown};
use crate::survey::{Survey, is_ours};
use plimsoll_core::glob::Glob;
use plimsoll_core::ladder::{Lines, join};
use plimsoll_core::screened::Screened;
use plimsoll_workspace::{Change, GitState, Mode, Side, decode};
use std::cell::Cell;
use std::collections::BTreeSet;

/// So many changes that are not shown are named; the rest is a number.
const MOST_NAMED: usize = 20;

/// One changed file.
pub(crate) struct ChangedFile {
    pub(crate) path: String,
    /// Where the last commit has it, if that is another place.
    pub(crate) was_at: Option<String>,
    /// A file that became a link, or a link that became a file, is two: what went, then what came.
    pub(crate) part: u32,
    /// A unified diff.
    pub(crate) diff: String,
    /// The last commit does not have it.
    pub(crate) is_new: bool,
    /// When the file was last written, in milliseconds since 1970; unknown for what is gone.
    pub(crate) modified_ms: Option<i64>,
}

impl ChangedFile {
    /// Where it is, and where it was.
    pub(crate) fn paths(&self) -> impl Iterator<Item = &str> {
        [Some(self.path.as_str()), self.was_at.as_deref()].into_iter().flatten()
    }

    /// The text of a file that is no longer there.
    pub(crate) fn gone_text(&self) -> String {
        let lines = self.edited().filter(|_| self.was_at.is_none());
        lines.map(|line| format!("{line}\n")).collect()
    }

    /// The lines that came or went, without their signs.
    pub(crate) fn edited(&self) -> impl Iterator<Item = &str> {
        let hunks = self.diff.lines().skip_while(|line| !line.starts_with("@@"));
        hunks.filter_map(|line| line.strip_prefix(['+', '-']))
    }

    pub(crate) fn changed_lines(&self) -> usize {
        self.edited().count()
    }

    /// Where the file, as it is now, differs: the lines that came, and where others went.
    pub(crate) fn edits(&self) -> Vec<Lines> {
        let mut edits = Vec::new();
        let mut next = 0;
        for line in self.diff.lines() {
            if line.starts_with("@@") {
                next = hunk_start(line).unwrap_or(1);
            } else if next > 0 {
                match line.as_bytes().first() {
                    Some(b'+') => {
                        edits.push(Lines { first: next, last: next });
                        next += 1;
                    }
                    // What stood there is seen from the line that now has its place.
                    Some(b'-') => edits.push(Lines { first: next, last: next }),
                    Some(b'\\') => {}
                    _ => next += 1,
                }
            }
        }
        join(edits.iter())
    }
}

/// The first line of a hunk on the new side.
fn hunk_start(header: &str) -> Option<u32> {
    let new = header.split(' ').find_map(|part| part.strip_prefix('+'))?;
    let start: u32 = new.split(',').next()?.parse().ok()?;
    Some(start.max(1))
}

/// The changed files by path, and what could not be told. What is `hidden` is no file that was moved: its text would stand
/// under another name.
pub(crate) fn working_tree(
    snapshot: &Snapshot<'_>,
    hidden: &[Glob],
) -> (Vec<ChangedFile>, Vec<String>) {
    let Survey { workspace, rules, tree, attributes, .. } = &snapshot.survey;
    if workspace.revision().is_some() {
        return (
            Vec::new(),
            vec!["a revision is read, so there is no diff of the working tree".into()],
        );
    }
    let git = match &snapshot.git {
        GitState::Ready(git) => git,
        GitState::None => {
            return (
                Vec::new(),
                vec!["there is no git repository here, so there is no diff".into()],
            );
        }
        // The snapshot's notices say why.
        GitState::Unusable { .. } => return (Vec::new(), Vec::new()),
    };
    let max_bytes = workspace.values().paths.max_file_bytes;
    let (jail, progress) = (workspace.jail(), workspace.progress());
    let changes = match git.changes(jail, rules, attributes, tree, max_bytes, progress) {
        Ok(changes) => changes,
        Err(error) => {
            return (
                Vec::new(),
                vec![screen_message(&format!("the diff cannot be told: {error}"))],
            );
        }
    };
    let mut notices: Vec<String> =
        changes.left_out.iter().map(|out| not_shown(&out.path, &out.reason.describe())).collect();
    let mut changed = Vec::new();
    let mut lone = Vec::new();
    for change in changes.changes {
        let path = change.path.as_str().to_owned();
        if snapshot.file(&path).is_none() && !is_nameable(&path) {
            notices.push(not_shown(&path, "its name holds a secret"));
            continue;
        }
        let is_new = change.old.is_none();
        let modified_ms = tree.file(&path).and_then(|file| file.modified_ms);
        for (part, change) in (0..).zip(by_type(change)) {
            let path = path.clone();
            match sides(snapshot, change) {
                Ok(Some(sides)) => {
                    let [old, new] = sides.each_ref().map(Option::as_ref);
                    let Some(diff) = unified(&path, old.map(side), new.map(side)) else { continue };
                    let was_at = None;
                    let is_hidden = hidden.iter().any(|glob| glob.matches(&path));
                    let is_lone = old.is_none() || new.is_none();
                    let one = ChangedFile { path, was_at, part, diff, is_new, modified_ms };
                    if is_lone && !is_hidden {
                        lone.push((changed.len(), sides));
                    }
                    changed.push(one);
                }
                Ok(None) => {}
                Err(why) => notices.push(not_shown(&path, &why)),
            }
        }
    }
    join_moved(&mut changed, &lone);
    let more = notices.len().saturating_sub(MOST_NAMED);
    if more > 1 {
        notices.truncate(MOST_NAMED);
        notices.push(format!("{more} more changes are not shown for such reasons"));
    }
    (changed, notices)
}

/// Takes a change apart that git does not put into one diff either.
fn by_type(change: Change) -> Vec<Change> {
    let is_link = |side: &Option<Side>| side.as_ref().map(|side| side.mode == Mode::Link);
    match (is_link(&change.old), is_link(&change.new)) {
        (Some(was), Some(is)) if was != is => vec![
            Change { path: change.path.clone(), old: change.old, new: None },
            Change { path: change.path, old: None, new: change.new },
        ],
        _ => vec![change],
    }
}

pub(crate) fn not_shown(path: &str, why: &str) -> String {
    format!("the change of {} is not shown: {why}", shown(&screen_message(path)))
}

/// What stood and what stands at a path: as it may be shown, with git's mode.
type Sides = [Option<(Screened, Mode)>; 2];

fn side((text, mode): &(Screened, Mode)) -> DiffSide<'_> {
    DiffSide { text: text.text(), mode: *mode }
}

/// Nothing where a document of ours came or went: the snapshot says that it is passed over.
fn sides(snapshot: &Snapshot<'_>, change: Change) -> Result<Option<Sides>, String> {
    let path = change.path.as_str();
    let Survey { attributes, .. } = &snapshot.survey;
    let of_ours = Cell::new(false);
    let screen = |side: Side| -> Result<(Screened, Mode), String> {
        let text = decode(side.bytes).map_err(|reason| reason.describe())?;
        of_ours.set(of_ours.get() || is_ours(&text.text));
        let text = attributes.with_stored_line_ends(path, text);
        Ok((snapshot.screened(path, &text.text)?, side.mode))
    };
    let old = change.old.map(screen).transpose()?;
    let new = match (change.new, snapshot.file(path)) {
        (None, _) => None,
        // What the snapshot has is what the rest of the document shows.
        (Some(side), Some(file)) => {
            let file = snapshot.open(file).map_err(|why| why.describe())?;
            Some((file.text, side.mode))
        }
        (Some(side), None) => Some(screen(side)?),
    };
    Ok((!of_ours.get()).then_some([old, new]))
}

/// Makes one change of a file that went and one that came, where they are the same file in another place. `lone` are
/// those that only one side has, each with its place among the changes.
fn join_moved(changed: &mut Vec<ChangedFile>, lone: &[(usize, Sides)]) {
    let mut left = BTreeSet::new();
    for (from, to, diff) in moves(changed, lone) {
        let was_at = Some(changed[from].path.clone());
        let one = &mut changed[to];
        (one.was_at, one.diff, one.is_new) = (was_at, diff, false);
        left.insert(from);
    }
    let mut at = 0..;
    changed.retain(|_| at.next().is_none_or(|at| !left.contains(&at)));
}

/// Places of what went and of what came, with the difference between the two.
fn moves(changed: &[ChangedFile], lone: &[(usize, Sides)]) -> Vec<(usize, usize, String)> {
    let (mut gone, mut come) = (Vec::new(), Vec::new());
    for (at, sides) in lone {
        match sides.each_ref().map(Option::as_ref) {
            // A link is where it leads to, and many lead to the same place.
            [Some((_, Mode::Link)), _] | [_, Some((_, Mode::Link))] => {}
            [Some(old), None] => gone.push((*at, side(old))),
            [_, Some(new)] => come.push((*at, side(new))),
            [None, None] => {}
        }
    }
    let path = |at: usize| changed[at].path.as_str();
    let [old, new] = [&gone, &come].map(|sides: &Vec<(usize, DiffSide<'_>)>| -> Vec<_> {
        sides.iter().map(|&(at, side)| (path(at), side.text)).collect()
    });
    let pairs = moved(&old, &new).into_iter();
    let told = pairs.map(|Moved { gone: from, come: to, same }| {
        let ((from, old), (to, new)) = (gone[from], come[to]);
        (from, to, unified_moved((path(from), old), (path(to), new), same))
    });
    told.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn edits_are_where_the_new_file_differs() {
        let diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1,4 +1,5 @@\n one\n-two\n+2\n+2b\n three\n \
                    four\n@@ -20,3 +21,2 @@\n a\n-b\n c\n\\ No newline at end of file\n";
        let change = ChangedFile {
            path: "x".to_owned(),
            was_at: None,
            part: 0,
            diff: diff.to_owned(),
            is_new: false,
            modified_ms: None,
        };
        assert_eq!(change.edits(), [Lines { first: 2, last: 3 }, Lines { first: 22, last: 22 }]);
        assert_eq!(change.edited().collect::<Vec<_>>(), ["two", "2", "2b", "b"]);
        assert_eq!(change.changed_lines(), 4);
        let gone = ChangedFile { diff: "@@ -1,1 +0,0 @@\n-all\n".to_owned(), ..change };
        assert_eq!(gone.edits(), [Lines { first: 1, last: 1 }]);
    }
}
