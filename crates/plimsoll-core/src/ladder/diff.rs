//! Diffs give way by whole hunks: a cut diff still applies for the hunks that remain.

use super::{Ladder, Lines, Piece};

/// The ladder of a unified diff of one file. The oldest hunks go first; without ages, those in front.
/// `ages` has a time for each hunk, or nothing.
pub fn diff(text: &str, ages: &[i64]) -> Ladder {
    let mut pieces: Vec<Lines> = Vec::new();
    let mut headings = Vec::new();
    let (mut added, mut removed) = (0, 0);
    for (number, line) in (1..).zip(text.split_inclusive('\n')) {
        if line.starts_with("@@") {
            pieces.push(Lines { first: number, last: number });
            headings.push(heading(line));
        } else if let Some(hunk) = pieces.last_mut() {
            hunk.last = number;
            added += usize::from(line.starts_with('+'));
            removed += usize::from(line.starts_with('-'));
        }
    }
    if pieces.is_empty() {
        return Ladder::Fixed;
    }
    let order = if ages.len() == pieces.len() { oldest_first(ages) } else { Vec::new() };
    let hunks = pieces.len();
    let noun = if hunks == 1 { "hunk" } else { "hunks" };
    let more = hunks.saturating_sub(MOST_HEADINGS);
    headings.truncate(MOST_HEADINGS);
    let more = if more > 0 { format!(" and {more} more") } else { String::new() };
    let summary = Some(format!(
        "{hunks} {noun} left out, {added} lines added, {removed} removed: {}{more}",
        headings.join("; ")
    ));
    Ladder::Pieces { piece: Piece::Hunk, pieces, order, summary }
}

/// A summary names so many hunks by their headings, and so much of each.
const MOST_HEADINGS: usize = 20;
const LONGEST_HEADING: usize = 100;

/// `@@ -1,4 +1,6 @@ fn get`, as the diff has it.
fn heading(line: &str) -> &str {
    let line = line.trim_end();
    let end = line.char_indices().nth(LONGEST_HEADING).map_or(line.len(), |(at, _)| at);
    &line[..end]
}

/// Indices by time, the oldest first, then by place.
pub(super) fn oldest_first(times: &[i64]) -> Vec<u32> {
    let mut order: Vec<u32> = (0..u32::try_from(times.len()).unwrap_or(u32::MAX)).collect();
    order.sort_by_key(|&index| times[index as usize]);
    order
}

/// The files of a diff that somebody else made: path and text of each, in their order.
pub fn diff_by_file(diff: &str) -> Vec<(&str, &str)> {
    let is_git = diff.lines().any(|line| line.starts_with("diff --git "));
    let starts_file = |at: usize, line: &str| {
        let rest = &diff[at + line.len()..];
        line.starts_with("diff --git ")
            || (!is_git && line.starts_with("--- ") && rest.starts_with("+++ "))
    };
    let mut starts = Vec::new();
    let mut at = 0;
    for line in diff.split_inclusive('\n') {
        if starts_file(at, line) {
            starts.push(at);
        }
        at += line.len();
    }
    // What stands before the first file belongs to it.
    if let Some(first) = starts.first_mut() {
        *first = 0;
    }
    let ends = starts.iter().skip(1).copied().chain([diff.len()]);
    let files = starts.iter().zip(ends).map(|(&start, end)| &diff[start..end]);
    files.map(|file| (path_of(file), file)).collect()
}

/// The path that a file's part of a diff is about: the new side, or the old one where there is no new.
fn path_of(diff: &str) -> &str {
    let side = |prefix: &str| {
        let line = diff.lines().find_map(|line| line.strip_prefix(prefix))?;
        let path = line.split('\t').next().unwrap_or(line).trim_end();
        let bare = path.strip_prefix("a/").or(path.strip_prefix("b/")).unwrap_or(path);
        (bare != "/dev/null" && !bare.is_empty()).then_some(bare)
    };
    side("+++ ").or_else(|| side("--- ")).unwrap_or("changes")
}

#[cfg(test)]
mod tests {
    use super::*;

    const DIFF: &str = "--- a/x\n+++ b/x\n@@ -1,2 +1,2 @@\n-a\n+b\n c\n@@ -9 +9 @@ fn e\n-d\n+e\n";

    #[test]
    fn hunks_are_the_pieces_and_the_oldest_goes_first() {
        let Ladder::Pieces { pieces, order, summary, .. } = diff(DIFF, &[]) else {
            panic!("hunks")
        };
        assert_eq!(pieces, [Lines { first: 3, last: 6 }, Lines { first: 7, last: 9 }]);
        assert!(order.is_empty());
        let said = "2 hunks left out, 2 lines added, 2 removed: @@ -1,2 +1,2 @@; @@ -9 +9 @@ fn e";
        assert_eq!(summary.as_deref(), Some(said));
        let Ladder::Pieces { order, .. } = diff(DIFF, &[20, 10]) else { panic!("hunks") };
        assert_eq!(order, [1, 0]);
        assert_eq!(diff("no diff", &[]), Ladder::Fixed);
    }

    #[test]
    fn of_many_hunks_the_first_are_named() {
        let hunk = |number: usize| format!("@@ -{number} +{number} @@ {}\n-a\n", "x".repeat(200));
        let text: String = (1..=30).map(hunk).collect();
        let Ladder::Pieces { summary: Some(summary), .. } = diff(&text, &[]) else {
            panic!("hunks")
        };
        assert!(summary.starts_with("30 hunks left out, 0 lines added, 30 removed: @@ -1 +1 @@ x"));
        assert!(summary.contains("@@ -20 +20 @@") && !summary.contains("@@ -21 +21 @@"));
        assert!(summary.ends_with(" and 10 more") && summary.len() < 20 * 110, "{summary}");
    }

    #[test]
    fn a_diff_of_several_files_is_cut_at_each() {
        let diff = "diff --git a/x b/x\n--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n\
                    diff --git a/y b/y\n--- a/y\n+++ /dev/null\n@@ -1 +0,0 @@\n--- gone\n";
        let files = diff_by_file(diff);
        assert_eq!(files.iter().map(|(path, _)| *path).collect::<Vec<_>>(), ["x", "y"]);
        assert_eq!(files.iter().map(|(_, text)| *text).collect::<String>(), diff);
        let plain = "--- old/x\t2020\n+++ new/x\t2021\n@@ -1 +1 @@\n-a\n+b\n";
        assert_eq!(diff_by_file(plain), [("new/x", plain)]);
        assert_eq!(diff_by_file("no diff at all"), []);
    }
}
