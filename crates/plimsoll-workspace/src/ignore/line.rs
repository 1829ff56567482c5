//! One line of an ignore file, read as git reads it and put into the syntax of `globset`.
//!
//! The two differ where it matters: git knows no `{a,b}`, allows escapes and POSIX names inside classes,
//! trims only unescaped spaces at the end, and looks for a slash in the line as written.

use super::class::Class;

/// As long as a path may be on Linux; what is longer only costs time.
const LONGEST: usize = 4096;

/// A pattern of an ignore file.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Line {
    /// For `globset`, with literal separators.
    pub(crate) glob: String,
    /// `!`: shows again what an earlier line hid.
    pub(crate) negated: bool,
    /// A slash at the end: holds for folders only.
    pub(crate) folders_only: bool,
    /// A slash elsewhere: matches the whole path below the ignore file's folder, not just the name.
    pub(crate) anchored: bool,
}

/// Why a line is no pattern. git lets such a line match nothing, and so do we, with a notice.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LineError {
    #[error("it is longer than any path")]
    TooLong,
    #[error("a `[` is not closed")]
    UnclosedClass,
    #[error("nothing follows the backslash at its end")]
    DanglingEscape,
    #[error("its `[…]` matches no character")]
    EmptyClass,
}

/// Reads a line without its line break. Empty lines and comments are no pattern.
pub(crate) fn parse(line: &str) -> Result<Option<Line>, LineError> {
    if line.starts_with('#') {
        return Ok(None);
    }
    if line.len() > LONGEST {
        return Err(LineError::TooLong);
    }
    let line = trim_spaces(line);
    let (negated, rest) = line.strip_prefix('!').map_or((false, line), |rest| (true, rest));
    let (folders_only, rest) = rest.strip_suffix('/').map_or((false, rest), |rest| (true, rest));
    let anchored = rest.contains('/');
    let rest = rest.strip_prefix('/').unwrap_or(rest);
    let glob = if anchored { translate_path(rest)? } else { Some(translate(rest, false)?) };
    let glob = glob.filter(|_| !rest.is_empty());
    Ok(glob.map(|glob| Line { glob, negated, folders_only, anchored }))
}

/// A pattern for whole paths, if it can match any. git compares what comes before the first special
/// character by itself, and what remains as if it stood alone: so a `**` that comes first crosses folders
/// even right after a name.
fn translate_path(pattern: &str) -> Result<Option<String>, LineError> {
    let special = pattern.find(['*', '?', '[', '\\']).unwrap_or(pattern.len());
    let (start, rest) = pattern.split_at(special);
    let crossed = after_double_star(rest);
    let mut after = crossed.unwrap_or(rest);
    // One after the other, they mean what one of them means.
    while let Some(again) = after.strip_prefix('/').and_then(after_double_star) {
        after = again;
    }
    let ways = if start.is_empty() || start.ends_with('/') || crossed.is_none() {
        vec![pattern.to_owned()]
    } else if let Some(after) = after.strip_prefix('/') {
        vec![format!("{start}{after}"), format!("{start}*/**/{after}")]
    } else {
        vec![format!("{start}*"), format!("{start}*/**")]
    };
    // No path has an empty component.
    let possible = ways.iter().filter(|way| !way.split('/').any(str::is_empty));
    let globs: Vec<String> = possible.map(|way| translate(way, true)).collect::<Result<_, _>>()?;
    Ok(match globs.as_slice() {
        [] => None,
        [glob] => Some(glob.clone()),
        globs => Some(format!("{{{}}}", globs.join(","))),
    })
}

/// What follows a `**` that stands for folders, at the beginning of the text.
fn after_double_star(text: &str) -> Option<&str> {
    let after = text.trim_start_matches('*');
    let ends = after.is_empty() || after.starts_with('/');
    (text.len() - after.len() >= 2 && ends).then_some(after)
}

/// Takes spaces off the end, up to one that a backslash keeps.
fn trim_spaces(line: &str) -> &str {
    let trimmed = line.trim_end_matches(' ');
    let backslashes = trimmed.bytes().rev().take_while(|&b| b == b'\\').count();
    if backslashes % 2 == 1 && trimmed.len() < line.len() {
        &line[..=trimmed.len()]
    } else {
        trimmed
    }
}

/// Where `crosses` is set, `**` between slashes crosses folders; every other run of stars is one star.
fn translate(pattern: &str, crosses: bool) -> Result<String, LineError> {
    let mut out = String::with_capacity(pattern.len() + 8);
    let mut rest = pattern;
    while let Some(c) = rest.chars().next() {
        let begins =
            rest.len() == pattern.len() || pattern[..pattern.len() - rest.len()].ends_with('/');
        rest = &rest[c.len_utf8()..];
        match c {
            '\\' => {
                let escaped = rest.chars().next().ok_or(LineError::DanglingEscape)?;
                rest = &rest[escaped.len_utf8()..];
                push_literal(&mut out, escaped);
            }
            '*' => {
                let after = rest.trim_start_matches('*');
                let ends = after.is_empty() || after.starts_with('/');
                let is_double = crosses && after.len() < rest.len() && begins && ends;
                out.push_str(match (is_double, after.is_empty() && !out.is_empty()) {
                    (false, _) => "*",
                    (true, false) => "**",
                    // All that is inside, but not the folder itself.
                    (true, true) => "**/*",
                });
                rest = after;
            }
            '[' => {
                let (class, after) = Class::parse(rest)?;
                class.write(&mut out)?;
                rest = after;
            }
            '?' => out.push(c),
            c => push_literal(&mut out, c),
        }
    }
    Ok(out)
}

fn push_literal(out: &mut String, c: char) {
    if matches!(c, '*' | '?' | '[' | ']' | '{' | '}' | '\\' | '!' | '^' | ',') {
        out.push('\\');
    }
    out.push(c);
}
