//! Finds what could be a path in a text, with its line where one follows. In one pass: every byte is looked at a fixed
//! number of times, whatever the text is.

use super::joints::{number_after, place_at_the_end};
use super::rows;

/// Lines that begin a stack in which the innermost frame comes last.
const INNERMOST_LAST: &[&str] = &["most recent call last", "= FAILURES =", "= ERRORS ="];
/// Lines that begin another stack, which caused the one before it.
const CAUSES: &[&str] = &["Caused by:", "[cause]:"];
/// Lines that begin another stack of its own.
const OTHERS: &[&str] = &[
    "During handling of the above",
    "The above exception was",
    "stack backtrace:",
    "thread '",
    "goroutine ",
    "--- FAIL",
    "----------",
    "__________",
    "  ● ",
];

/// Lines that say by what way a text was reached, or with which settings a program ran: where nothing else is said of places.
const ASIDE: &[&str] = &[
    "In file included from ",
    // The next ones of the same, as GCC aligns them.
    "                 from ",
    "configfile: ",
    "inifile: ",
    "Configuration: ",
];

/// A path is no longer than this, and no more of a text is looked at.
pub(super) const LONGEST_PATH: usize = 1024;
const MOST_MENTIONS: usize = 2000;
const LONGEST_TEXT: usize = 4 * 1024 * 1024;

/// Something that could be a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention<'a> {
    pub(super) path: &'a str,
    /// `com.acme` of `com.acme.Cache.get(Cache.java:3)`, or what a Go test belongs to: the path of a package.
    pub(super) package: Option<&'a str>,
    pub(super) line: Option<u32>,
    pub(super) stack: Stack,
    /// The line of the text that it stands in, counted from 1.
    pub(super) row: u32,
    /// Whether it only says how something was reached.
    pub(super) is_aside: bool,
}

/// The stack that a frame stands in.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(super) struct Stack {
    pub(super) number: usize,
    pub(super) innermost_last: bool,
    pub(super) is_cause: bool,
}

/// Everything in a text that could be a path, in its order.
pub(super) fn mentions(text: &str) -> Vec<Mention<'_>> {
    let mut end = text.len().min(LONGEST_TEXT);
    while !text.is_char_boundary(end) {
        end -= 1;
    }
    let mut found = Vec::new();
    let mut stack = Stack::default();
    let mut heading = None;
    let mut unnamed = 0;
    for (row, line) in (1..).zip(text[..end].lines()) {
        stack = next_stack(stack, line);
        if line.trim().is_empty() {
            heading = None;
        }
        if let Some(path) = heading
            && let Some(number) = rows::row(line)
        {
            let line = Some(number);
            found.push(Mention { path, package: None, line, stack, row, is_aside: false });
        }
        let before = found.len();
        add_mentions(line, (stack, row), &mut found);
        // Numbers below a place are those of its excerpt.
        let is_place = |one: &Mention<'_>| one.line.is_some() && could_be_path(one.path, false);
        if found[before..].iter().any(is_place) {
            heading = None;
        }
        heading = rows::heading(line).or(heading);
        if let Some(package) = go_package(line) {
            name_package(&mut found[unnamed..], package);
            unnamed = found.len();
        }
        if found.len() >= MOST_MENTIONS {
            found.truncate(MOST_MENTIONS);
            break;
        }
    }
    found
}

fn next_stack(stack: Stack, line: &str) -> Stack {
    let begins = |marks: &[&str]| marks.iter().any(|mark| line.contains(mark));
    let number = stack.number + 1;
    if begins(INNERMOST_LAST) {
        Stack { number, innermost_last: true, is_cause: false }
    } else if begins(CAUSES) {
        Stack { number, innermost_last: false, is_cause: true }
    } else if begins(OTHERS) {
        Stack {
            number,
            innermost_last: stack.innermost_last && line.starts_with("___"),
            is_cause: false,
        }
    } else {
        stack
    }
}

/// What cannot stand in a path that is not in quotes.
pub(super) fn is_border(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}')
        || matches!(c, '|' | ',' | ';' | ':' | '?' | '*' | '=' | '@' | '#' | '│' | '⋯')
}

fn ends_query(c: char) -> bool {
    is_border(c) && c != '='
}

fn add_mentions<'a>(line: &'a str, (stack, row): (Stack, u32), found: &mut Vec<Mention<'a>>) {
    let closing = place_at_the_end(line);
    let is_aside = ASIDE.iter().any(|words| line.starts_with(words));
    let mut from = 0;
    while let Some(start) = line[from..].find(|c| !is_border(c)).map(|at| from + at) {
        let (path, next, number) = run_with_line(line, start, run_end(line, start));
        from = next;
        let says_at_the_end = || line[next..].starts_with(": ") && could_be_path(path, false);
        let number = number.or_else(|| closing.filter(|_| says_at_the_end()));
        if path.len() <= LONGEST_PATH && could_be_path(path, number.is_some()) {
            let package = package_before(line, start, path);
            found.push(Mention { path, package, line: number, stack, row, is_aside });
        }
    }
}

/// Where the path that begins here ends. Some frameworks give folders names in brackets, or with a sign before them:
/// `app/(auth)/@side/[id].tsx`.
fn run_end(line: &str, start: usize) -> usize {
    const LONGEST_NAME: usize = 64;
    let mut from = start;
    while let Some(end) = line[from..].find(is_border).map(|at| from + at) {
        let rest = &line[end..];
        let closing = match rest.chars().next() {
            _ if !line[..end].ends_with('/') => None,
            Some('@') => Some(0),
            Some('(') => rest.bytes().take(LONGEST_NAME).position(|byte| byte == b')'),
            Some('[') => rest.bytes().take(LONGEST_NAME).position(|byte| byte == b']'),
            _ => None,
        };
        let Some(after) = closing.map(|at| at + 1).filter(|&at| !rest[..at].contains(' ')) else {
            return end;
        };
        // `[[...all]]`
        from = end + after + usize::from(rest[after..].starts_with(']'));
    }
    line.len()
}

/// A run of path characters, where to go on, and the line that follows it. Python's quotes may hold spaces.
fn run_with_line(line: &str, start: usize, run: usize) -> (&str, usize, Option<u32>) {
    let quoted = line[..start].ends_with('"').then(|| line[start..].find('"')).flatten();
    if let Some(end) = quoted.map(|length| start + length)
        && let Some((number, next)) = number_after(line, end)
    {
        return (&line[start..end], next, Some(number));
    }
    // A module's version or a query may stand between: `a.ts?t=12:3`.
    let end = match line[run..].strip_prefix('?') {
        Some(query) => run + 1 + query.find(ends_query).unwrap_or(query.len()),
        None => run,
    };
    match number_after(line, end) {
        Some((number, next)) => (&line[start..run], next, Some(number)),
        None => (&line[start..run], end.max(run), None),
    }
}

/// The package that lines of `go test` were about: `FAIL\texample.com/shop/cache\t0.01s`.
fn go_package(line: &str) -> Option<&str> {
    let rest = ["FAIL", "ok"].iter().find_map(|word| line.strip_prefix(word))?;
    rest.starts_with([' ', '\t']).then(|| rest.split_whitespace().next()).flatten()
}

/// Tests in Go name their file alone, and only then their package.
fn name_package<'a>(found: &mut [Mention<'a>], package: &'a str) {
    let alone = |one: &&mut Mention<'_>| {
        one.package.is_none() && one.path.ends_with(".go") && !one.path.contains(['/', '\\'])
    };
    found.iter_mut().filter(alone).for_each(|one| one.package = Some(package));
}

/// Without a line, only what looks like a path: a folder in it, or an extension.
pub(super) fn could_be_path(run: &str, has_line: bool) -> bool {
    let name = run.rsplit(['/', '\\']).next().unwrap_or(run);
    let has_extension = name.rsplit_once('.').is_some_and(|(stem, extension)| {
        !stem.is_empty() && extension.starts_with(|c: char| c.is_ascii_alphabetic())
    });
    !name.is_empty() && (has_line || has_extension)
}

/// `com.acme.app` of `at app//com.acme.app.Cache.get(Cache.java:3)`.
fn package_before<'a>(line: &'a str, start: usize, path: &str) -> Option<&'a str> {
    let before = line[..start].strip_suffix('(')?;
    let from = before.rfind(|c: char| is_border(c) || c == '/').map_or(0, |at| at + 1);
    let name = before.get(from..)?;
    if path.contains(['/', '\\']) || !name.contains('.') {
        return None;
    }
    let method = name.rfind('.')?;
    let class = name[..method].rfind('.')?;
    Some(&name[..class])
}
