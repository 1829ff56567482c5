//! Unified diffs, made of texts that the guard has seen.
//!
//! Both sides are screened whole before they are compared, so a secret that is cut by the edge of a hunk
//! cannot slip through, and a changed secret does not show as a change.

use imara_diff::{Algorithm, Diff, Hunk, InternedInput, Interner, Token};
use plimsoll_workspace::Mode;
use std::ops::Range;

/// One side of a change: a text that the guard has seen, and git's mode.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct DiffSide<'a> {
    pub(crate) text: &'a str,
    pub(crate) mode: Mode,
}

/// Compares two sides of a file; a side that is not there is `None`. Nothing when they are the same.
pub(crate) fn unified(
    path: &str,
    old: Option<DiffSide<'_>>,
    new: Option<DiffSide<'_>>,
) -> Option<String> {
    if old == new {
        return None;
    }
    let [before, after] = [old, new].map(|side| side.map_or("", |side| side.text));
    let hunks = hunks(before, after);
    let side = |there: bool, prefix: &str| {
        if there { quoted(&format!("{prefix}/{path}")) } else { "/dev/null".to_owned() }
    };
    let mut text = format!("diff --git {} {}\n", side(true, "a"), side(true, "b"));
    text.push_str(&mode_lines(old, new));
    // Without hunks git does not have these lines either.
    if !hunks.is_empty() {
        text.push_str(&format!(
            "--- {}\n+++ {}\n",
            side(old.is_some(), "a"),
            side(new.is_some(), "b")
        ));
    }
    text.push_str(&hunks);
    Some(text)
}

/// Compares a file with what it was in another place, of which so much is the same, in hundredths.
pub(crate) fn unified_moved(
    (was_at, old): (&str, DiffSide<'_>),
    (path, new): (&str, DiffSide<'_>),
    same: u64,
) -> String {
    let [was, is] =
        [("a", was_at), ("b", path)].map(|(side, path)| quoted(&format!("{side}/{path}")));
    let modes = mode_lines(Some(old), Some(new));
    let [from, to] = [was_at, path].map(quoted);
    let mut text = format!(
        "diff --git {was} {is}\n{modes}similarity index {same}%\nrename from {from}\nrename to {to}\n"
    );
    let hunks = hunks(old.text, new.text);
    if !hunks.is_empty() {
        text.push_str(&format!("--- {was}\n+++ {is}\n{hunks}"));
    }
    text
}

/// What git says of modes. Without these lines it does not believe that a side is missing.
fn mode_lines(old: Option<DiffSide<'_>>, new: Option<DiffSide<'_>>) -> String {
    match (old.map(|old| old.mode.octal()), new.map(|new| new.mode.octal())) {
        (None, Some(new)) => format!("new file mode {new}\n"),
        (Some(old), None) => format!("deleted file mode {old}\n"),
        (Some(old), Some(new)) if old != new => format!("old mode {old}\nnew mode {new}\n"),
        _ => String::new(),
    }
}

/// Where more lines than this differ on a side, they are one hunk: finding the smallest change among them
/// can take minutes, and nobody reads it.
const MOST_COMPARED: usize = 40_000;

/// So many lines that are the same stand around what differs.
const CONTEXT: u32 = 3;

fn hunks(before: &str, after: &str) -> String {
    let input = InternedInput::new(before, after);
    let texts = Texts { old: &input.before, new: &input.after, lines: &input.interner };
    let (old, new) = (texts.old, texts.new);
    let same_start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - same_start;
    let same_end =
        old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    let differs = if old.len().max(new.len()) - same_start - same_end > MOST_COMPARED {
        let side = |tokens: &[Token]| number(same_start)..number(tokens.len() - same_end);
        vec![Hunk { before: side(old), after: side(new) }]
    } else {
        let mut diff = Diff::compute(Algorithm::Histogram, &input);
        diff.postprocess_lines(&input);
        diff.hunks().collect()
    };
    // What would share lines around it is one hunk.
    let together = |one: &Hunk, next: &Hunk| next.before.start - one.before.end <= 2 * CONTEXT;
    differs.chunk_by(together).map(|group| texts.hunk(group)).collect()
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// Both sides, line by line.
struct Texts<'a> {
    old: &'a [Token],
    new: &'a [Token],
    lines: &'a Interner<&'a str>,
}

impl Texts<'_> {
    /// As git and patch have it: a side without lines starts at line 0, and a last line without its newline says so.
    fn hunk(&self, group: &[Hunk]) -> String {
        let [Some(first), Some(last)] = [group.first(), group.last()] else { return String::new() };
        let lead = first.before.start.min(CONTEXT);
        let tail = (number(self.old.len()) - last.before.end).min(CONTEXT);
        let place = |first: u32, last: u32| {
            let (start, count) = (first - lead, last + tail + lead - first);
            format!("{},{count}", start + u32::from(count > 0))
        };
        let mut out = format!(
            "@@ -{} +{} @@\n",
            place(first.before.start, last.before.end),
            place(first.after.start, last.after.end)
        );
        let mut at = first.before.start - lead;
        for Hunk { before, after } in group {
            self.write(&mut out, ' ', self.old, at..before.start);
            self.write(&mut out, '-', self.old, before.clone());
            self.write(&mut out, '+', self.new, after.clone());
            at = before.end;
        }
        self.write(&mut out, ' ', self.old, at..at + tail);
        out
    }

    fn write(&self, out: &mut String, sign: char, side: &[Token], lines: Range<u32>) {
        for &token in &side[lines.start as usize..lines.end as usize] {
            let line = self.lines[token];
            out.push(sign);
            out.push_str(line);
            if !line.ends_with('\n') {
                out.push_str("\n\\ No newline at end of file\n");
            }
        }
    }
}

/// A name as git writes it: in quotes where it could not stand on a line.
fn quoted(name: &str) -> String {
    if !name.contains(|c: char| c.is_ascii_control()) {
        return name.to_owned();
    }
    let mut out = String::from("\"");
    for c in name.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if c.is_ascii_control() => out.push_str(&format!("\\{:03o}", u32::from(c))),
            c => out.push(c),
        }
    }
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use expect_test::expect;

    /// Two ordinary files.
    fn unified(path: &str, old: Option<&str>, new: Option<&str>) -> Option<String> {
        let side = |text| DiffSide { text, mode: Mode::File };
        super::unified(path, old.map(side), new.map(side))
    }

    #[test]
    fn a_change_of_mode_is_told_in_the_header() {
        let side = |text, mode| Some(DiffSide { text, mode });
        let text = |old, new| super::unified("a", old, new).expect("they differ");
        expect![[r#"
            diff --git a/a b/a
            old mode 100644
            new mode 100755
        "#]]
        .assert_eq(&text(side("x\n", Mode::File), side("x\n", Mode::Executable)));
        expect![[r#"
            diff --git a/a b/a
            --- a/a
            +++ b/a
            @@ -1,1 +1,1 @@
            -here
            \ No newline at end of file
            +there
            \ No newline at end of file
        "#]]
        .assert_eq(&text(side("here", Mode::Link), side("there", Mode::Link)));
        let new = text(None, side("", Mode::Executable));
        assert_eq!(new, "diff --git a/a b/a\nnew file mode 100755\n");
    }

    #[test]
    fn a_change_reads_like_gits() {
        let diff = unified("a.txt", Some("one\ntwo\nthree\n"), Some("one\n2\nthree\n"));
        expect![[r#"
            diff --git a/a.txt b/a.txt
            --- a/a.txt
            +++ b/a.txt
            @@ -1,3 +1,3 @@
             one
            -two
            +2
             three
        "#]]
        .assert_eq(&diff.expect("they differ"));
    }

    /// Every line of a hunk is where its heading says that it is, on both sides; `old` becomes `new` by it.
    fn check_places(old: &str, new: &str) {
        let Some(diff) = unified("a", Some(old), Some(new)) else { return };
        let (old, new): (Vec<&str>, Vec<&str>) = (old.lines().collect(), new.lines().collect());
        let (mut at, mut becomes) = ((0, 0), Vec::new());
        for line in diff.lines().skip(3).filter(|line| !line.starts_with('\\')) {
            if let Some(places) = line.strip_prefix("@@ -") {
                let numbers = places.split(|c: char| !c.is_ascii_digit());
                let numbers: Vec<usize> = numbers.filter_map(|part| part.parse().ok()).collect();
                let [first, lines, new_first, new_lines] = numbers[..] else { panic!("{line}") };
                let from = first - usize::from(lines > 0);
                becomes.extend(&old[at.0..from]);
                at = (from, new_first - usize::from(new_lines > 0));
                assert_eq!(becomes.len(), at.1, "{diff}");
                continue;
            }
            let (sign, text) = line.split_at(1);
            if sign != "+" {
                assert_eq!(old[at.0], text, "{diff}");
                at.0 += 1;
            }
            if sign != "-" {
                assert_eq!(new[at.1], text, "{diff}");
                at.1 += 1;
                becomes.push(text);
            }
        }
        becomes.extend(&old[at.0..]);
        assert_eq!(becomes, new, "{diff}");
    }

    #[test]
    fn a_heading_says_where_its_lines_are_wherever_the_first_change_is() {
        let text: String = (1..=30).map(|n| format!("{n}\n")).collect();
        for first in 1..=30 {
            let edited = text.replacen(&format!("{first}\n"), "x\n", 1);
            check_places(&text, &edited);
            for second in 1..=30 {
                check_places(&text, &edited.replacen(&format!("\n{second}\n"), "\n", 1));
            }
        }
    }

    proptest::proptest! {
        #[test]
        fn a_diff_makes_the_new_side_of_the_old_one(old in "([abc]\n){0,24}", new in "([abc]\n){0,24}") {
            check_places(&old, &new);
        }
    }

    #[test]
    fn a_file_that_moved_is_told_with_what_differs() {
        let side = |text| DiffSide { text, mode: Mode::File };
        expect![[r#"
            diff --git a/old b/n/ew
            similarity index 66%
            rename from old
            rename to n/ew
            --- a/old
            +++ b/n/ew
            @@ -1,3 +1,3 @@
             one
            -two
            +2
             three
        "#]]
        .assert_eq(&unified_moved(
            ("old", side("one\ntwo\nthree\n")),
            ("n/ew", side("one\n2\nthree\n")),
            66,
        ));
    }

    #[test]
    fn equal_sides_make_no_diff_and_a_missing_side_is_dev_null() {
        assert_eq!(unified("a", Some("x\n"), Some("x\n")), None);
        let added = unified("a", None, Some("x\n")).expect("it is new");
        assert!(added.contains("--- /dev/null\n+++ b/a\n@@ -0,0 +1,1 @@\n+x\n"), "{}", added);
        assert!(unified("a", Some(""), None).is_some());
    }

    #[test]
    fn a_missing_newline_at_the_end_is_told() {
        let diff = unified("a", Some("x"), Some("x\ny")).expect("they differ");
        let lines: Vec<&str> = diff.lines().skip(3).collect();
        let told = "\\ No newline at end of file";
        assert_eq!(lines, ["@@ -1,1 +1,2 @@", "-x", told, "+x", "+y", told], "{diff}");
    }

    #[test]
    fn a_name_that_breaks_the_line_is_quoted() {
        assert_eq!(quoted("a/plain `\"name\""), "a/plain `\"name\"");
        assert_eq!(quoted("a/\n\t\u{1b}\"\\ü"), r#""a/\n\t\033\"\\ü""#);
    }

    #[test]
    fn a_very_large_change_is_one_hunk() {
        let side = |from: usize| -> String {
            let lines = (from..from + MOST_COMPARED + 1).map(|n| format!("{n}\n"));
            ["one\ntwo\nthree\nfour\n".to_owned()]
                .into_iter()
                .chain(lines)
                .chain(["end\n".to_owned()])
                .collect()
        };
        let (old, new) = (side(0), side(100_000));
        let diff = unified("a", Some(&old), Some(&new)).expect("they differ");
        let headers: Vec<&str> = diff.lines().filter(|line| line.starts_with("@@")).collect();
        assert_eq!(headers, ["@@ -2,40005 +2,40005 @@"]);
        assert!(diff.contains("@@\n two\n three\n four\n-0\n") && diff.ends_with("\n end\n"));
        assert_eq!(diff.lines().filter(|line| line.starts_with('+')).count(), MOST_COMPARED + 2);
    }
}
