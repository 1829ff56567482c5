//! One line of an ignore file, read as git reads it and put into the syntax of `globset`.
//!
//! The two differ where it matters: git knows no `{a,b}`, allows escapes and POSIX names inside classes,
//! trims only unescaped spaces at the end, and looks for a slash in the line as written.

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

/// The characters between `[` and `]`.
struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    /// Reads what follows `[`, and gives back what follows `]`.
    fn parse(text: &str) -> Result<(Self, &str), LineError> {
        let negated = text.starts_with(['!', '^']);
        let mut rest = &text[usize::from(negated)..];
        let mut ranges = Vec::new();
        let mut previous: Option<char> = None;
        let mut first = true;
        loop {
            if !first && rest.starts_with(']') {
                return Ok((Self { negated, ranges }, &rest[1..]));
            }
            first = false;
            if let Some((named, after)) = posix_class(rest) {
                // git gives up on a name that it does not know.
                ranges.extend_from_slice(named.ok_or(LineError::EmptyClass)?);
                (previous, rest) = (None, after);
                continue;
            }
            let makes_range =
                rest.starts_with('-') && rest.len() > 1 && !rest[1..].starts_with(']');
            if let Some(low) = previous.filter(|_| makes_range) {
                let (high, after) = member(&rest[1..])?;
                ranges.push((low, high));
                (previous, rest) = (None, after);
            } else {
                let (single, after) = member(rest)?;
                ranges.push((single, single));
                (previous, rest) = (Some(single), after);
            }
        }
    }

    /// Writes it so that `globset` takes every member for itself, and never lets it match a slash.
    fn write(mut self, out: &mut String) -> Result<(), LineError> {
        self.ranges = without_slash(&self.ranges);
        if self.negated {
            self.ranges.push(('/', '/'));
        }
        let (mut plain, mut marks) = (String::new(), String::new());
        let (mut bracket, mut dash) = (false, false);
        for &(low, high) in &self.ranges {
            for (low, high) in split_special(low, high) {
                match (low, high) {
                    (']', _) => bracket = true,
                    ('-', _) => dash = true,
                    ('!' | '^', _) => marks.push(low),
                    _ if low == high => plain.push(low),
                    _ => plain.extend([low, '-', high]),
                }
            }
        }
        let body = [if bracket { "]" } else { "" }, &plain, &marks, if dash { "-" } else { "" }];
        let body = body.concat();
        match (self.negated, body.as_str()) {
            (_, "") => return Err(LineError::EmptyClass),
            (false, "!" | "^") => {
                out.push('\\');
                out.push_str(&body);
            }
            (false, _) if body.starts_with(['!', '^']) => {
                // Only marks, or marks and a dash: whatever comes first would negate.
                let choices: Vec<String> = body.chars().map(|c| format!("\\{c}")).collect();
                out.push_str(&format!("{{{}}}", choices.join(",")));
            }
            (negated, _) => {
                out.push_str(if negated { "[!" } else { "[" });
                out.push_str(&body);
                out.push(']');
            }
        }
        Ok(())
    }
}

/// One character, or one after a backslash.
fn member(text: &str) -> Result<(char, &str), LineError> {
    let text = text.strip_prefix('\\').unwrap_or(text);
    let c = text.chars().next().ok_or(LineError::UnclosedClass)?;
    Ok((c, &text[c.len_utf8()..]))
}

fn without_slash(ranges: &[(char, char)]) -> Vec<(char, char)> {
    let parts = ranges.iter().flat_map(|&(low, high)| {
        let around = low <= '/' && '/' <= high;
        if around { [(low, '.'), ('0', high)] } else { [(low, high), ('1', '0')] }
    });
    parts.filter(|(low, high)| low <= high).collect()
}

/// Sets `]`, `-`, `!` and `^` apart when a range begins or ends with them.
fn split_special(low: char, high: char) -> Vec<(char, char)> {
    let is_special = |c: char| matches!(c, ']' | '-' | '!' | '^');
    let next = |c: char| char::from_u32(u32::from(c) + 1).unwrap_or(c);
    let before = |c: char| char::from_u32(u32::from(c) - 1).unwrap_or(c);
    if low == high {
        vec![(low, high)]
    } else if is_special(low) {
        [vec![(low, low)], split_special(next(low), high)].concat()
    } else if is_special(high) {
        [split_special(low, before(high)), vec![(high, high)]].concat()
    } else {
        vec![(low, high)]
    }
}

type Ranges = &'static [(char, char)];

/// `[:alpha:]` and its like, at the beginning of the text, with what follows.
fn posix_class(text: &str) -> Option<(Option<Ranges>, &str)> {
    let body = text.strip_prefix("[:")?;
    let end = body.find(']')?;
    let name = body[..end].strip_suffix(':')?;
    let ranges: Ranges = match name {
        "alnum" => &[('0', '9'), ('A', 'Z'), ('a', 'z')],
        "alpha" => &[('A', 'Z'), ('a', 'z')],
        "blank" => &[(' ', ' '), ('\t', '\t')],
        "cntrl" => &[('\u{1}', '\u{1F}'), ('\u{7F}', '\u{7F}')],
        "digit" => &[('0', '9')],
        "graph" => &[('!', '~')],
        "lower" => &[('a', 'z')],
        "print" => &[(' ', '~')],
        "punct" => &[('!', '/'), (':', '@'), ('[', '`'), ('{', '~')],
        "space" => &[(' ', ' '), ('\t', '\r')],
        "upper" => &[('A', 'Z')],
        "xdigit" => &[('0', '9'), ('A', 'F'), ('a', 'f')],
        _ => return Some((None, &body[end + 1..])),
    };
    Some((Some(ranges), &body[end + 1..]))
}
