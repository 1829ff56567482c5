//! Unified diffs, made of texts that the guard has seen.
//!
//! Both sides are screened whole before they are compared, so a secret that is cut by the edge of a hunk
//! cannot slip through, and a changed secret does not show as a change.

use imara_diff::{
    Algorithm, Diff, InternedInput, Interner, Token, UnifiedDiffConfig, UnifiedDiffPrinter,
};
use plimsoll_workspace::Mode;
use std::fmt;

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

fn hunks(before: &str, after: &str) -> String {
    let input = InternedInput::new(before, after);
    let printer = Printer(&input.interner);
    let (old, new) = (&input.before, &input.after);
    let same_start = old.iter().zip(new).take_while(|(a, b)| a == b).count();
    let most = old.len().min(new.len()) - same_start;
    let same_end =
        old.iter().rev().zip(new.iter().rev()).take(most).take_while(|(a, b)| a == b).count();
    if old.len().max(new.len()) - same_start - same_end > MOST_COMPARED {
        return one_hunk(&printer, old, new, same_start, same_end);
    }
    let mut diff = Diff::compute(Algorithm::Histogram, &input);
    diff.postprocess_lines(&input);
    diff.unified_diff(&printer, UnifiedDiffConfig::default(), &input).to_string()
}

/// Everything between what is the same at both ends, with three lines of that around it.
fn one_hunk(
    printer: &Printer<'_>,
    old: &[Token],
    new: &[Token],
    same_start: usize,
    same_end: usize,
) -> String {
    let start = same_start.saturating_sub(3);
    let after = same_end.min(3);
    let line = |number: usize| u32::try_from(number).unwrap_or(u32::MAX);
    let length = |side: &[Token]| line(side.len() - start - (same_end - after));
    let mut out = String::new();
    let context = |out: &mut String, tokens: &[Token]| {
        tokens.iter().try_for_each(|&token| printer.display_context_token(&mut *out, token))
    };
    let written = printer
        .display_header(&mut out, line(start), line(start), length(old), length(new))
        .and_then(|()| context(&mut out, &old[start..same_start]))
        .and_then(|()| {
            let changed = |side: &[Token]| side.len() - same_end;
            let (gone, come) = (&old[same_start..changed(old)], &new[same_start..changed(new)]);
            printer.display_hunk(&mut out, gone, come)
        })
        .and_then(|()| context(&mut out, &old[old.len() - same_end..][..after]));
    written.expect("a string can always be written to");
    out
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

/// Prints hunks as git and patch have them: a side without lines starts at line 0, and a last line without
/// its newline says so.
struct Printer<'a>(&'a Interner<&'a str>);

impl Printer<'_> {
    fn line(&self, f: &mut impl fmt::Write, sign: char, token: Token) -> fmt::Result {
        let line = self.0[token];
        f.write_char(sign)?;
        f.write_str(line)?;
        if line.ends_with('\n') { Ok(()) } else { f.write_str("\n\\ No newline at end of file\n") }
    }
}

impl UnifiedDiffPrinter for Printer<'_> {
    fn display_header(
        &self,
        mut f: impl fmt::Write,
        start_before: u32,
        start_after: u32,
        len_before: u32,
        len_after: u32,
    ) -> fmt::Result {
        let first = |start: u32, len: u32| start + u32::from(len > 0);
        let (before, after) = (first(start_before, len_before), first(start_after, len_after));
        writeln!(f, "@@ -{before},{len_before} +{after},{len_after} @@")
    }

    fn display_context_token(&self, mut f: impl fmt::Write, token: Token) -> fmt::Result {
        self.line(&mut f, ' ', token)
    }

    fn display_hunk(
        &self,
        mut f: impl fmt::Write,
        before: &[Token],
        after: &[Token],
    ) -> fmt::Result {
        before.iter().try_for_each(|&token| self.line(&mut f, '-', token))?;
        after.iter().try_for_each(|&token| self.line(&mut f, '+', token))
    }
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
