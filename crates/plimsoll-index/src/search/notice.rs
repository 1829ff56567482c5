//! What stands at the top of many files and is never what a request asks for: whose it is, and on which terms it may be used.

/// What a line of a comment begins with. Behind it stands a blank, or more of the same: `#include` is no comment.
const SIGNS: &[&str] = &["//", "#", "--", ";", "%", "*", "\"", "'", "REM"];
/// What encloses a comment of several lines.
const ENCLOSING: &[(&str, &str)] = &[
    ("/*", "*/"),
    ("<!--", "-->"),
    ("{-", "-}"),
    ("(*", "*)"),
    ("<#", "#>"),
    ("=begin", "=end"),
    ("--[[", "]]"),
    ("\"\"\"", "\"\"\""),
];
/// What such a comment says.
const SAYS: &[&str] = &["copyright", "license", "licence"];
/// Shorter ones take no room.
const SHORTEST: usize = 3;

/// How many lines at the top are a notice, with the blank ones behind it.
pub(super) fn lines_of(lines: &[&str]) -> u32 {
    let end = end_of_comment(lines);
    let says = |line: &&str| {
        let line = line.to_ascii_lowercase();
        SAYS.iter().any(|word| line.contains(word))
    };
    if end < SHORTEST || !lines[..end].iter().any(says) {
        return 0;
    }
    let blank = lines[end..].iter().take_while(|line| line.trim().is_empty()).count();
    u32::try_from(end + blank).unwrap_or(0)
}

/// How many lines the first comment has.
fn end_of_comment(lines: &[&str]) -> usize {
    // What opens a script stands above it.
    let opens = |line: &&&str| line.starts_with("#!") || line.starts_with("<?php");
    let before = lines.iter().take_while(opens).count();
    let blank = lines[before..].iter().take_while(|line| line.trim().is_empty()).count();
    let begin = before + blank;
    let Some(first) = lines.get(begin).map(|line| line.trim_start()) else { return 0 };
    let enclosed = ENCLOSING.iter().find(|(opening, _)| first.starts_with(opening));
    if let Some((opening, closing)) = enclosed {
        let inside = |line: &&str| !line.contains(closing);
        if first[opening.len()..].contains(closing) {
            return begin + 1;
        }
        let rest = &lines[begin + 1..];
        let inner = rest.iter().take_while(|line| inside(line)).count();
        // One that is never closed is none.
        return if inner < rest.len() { begin + inner + 2 } else { 0 };
    }
    let is_comment = |line: &&&str| {
        let line = line.trim();
        SIGNS.iter().any(|sign| {
            let rest = line.strip_prefix(sign).map(|rest| rest.trim_start_matches(sign));
            rest.is_some_and(|rest| rest.is_empty() || rest.starts_with([' ', '\t']))
        })
    };
    begin + lines[begin..].iter().take_while(is_comment).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_notice_ends_where_the_file_begins() {
        let lines = |text: &str| lines_of(&text.lines().collect::<Vec<_>>());
        for (text, expected) in [
            ("// Copyright\n//\n// Terms\n\npackage a\n", 4),
            ("/*\n * Copyright\n */\npackage a;\n", 3),
            ("#!/bin/sh\n#\n# License: MIT\n#\nset -e\n", 4),
            ("<?php\n\n/*\n * Copyright\n */\n\nnamespace A;\n", 6),
            ("<!--\n  Copyright\n-->\n<a/>\n", 3),
            ("// A parser of licenses.\nfn licenses() {}\n", 0),
            ("// One\n// of\n// many\n\nfn f() {}\n", 0),
            ("#include <license.h>\n#include <b.h>\n#include <c.h>\n", 0),
            ("/* Copyright\n never closed\n ever\n", 0),
            ("license\nlicense\nlicense\n", 0),
            ("", 0),
        ] {
            assert_eq!(lines(text), expected, "{text:?}");
        }
    }
}
