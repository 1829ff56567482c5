//! Finds what could be a path in a text, with its line where one follows. In one pass: every byte is looked at a fixed
//! number of times, whatever the text is.

/// What may stand between a path and its line, the longest first where one ends with another.
///
/// `src/a.rs:3:5` (most), `a.ts(3,5)` and `a.php(3)` (tsc, MSBuild, MSVC, PHP), `File "a.py", line 3` (Python),
/// `a.cs:line 3` (.NET), `a.php on line 3` (PHP), `A.java:[3,5]` (Maven), `A.kt: (3, 5)` (Kotlin), `a.js#L3` (links).
const JOINTS: &[&str] = &[
    "\", line ",
    "', line ",
    ", line ",
    ":line ",
    " on line ",
    ": line ",
    ": (",
    ":[",
    "#L",
    "(",
    ":",
];

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

/// A path is no longer than this, and no more of a text is looked at.
const LONGEST_PATH: usize = 1024;
const MOST_MENTIONS: usize = 2000;
const LONGEST_TEXT: usize = 4 * 1024 * 1024;

/// Something that could be a path.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Mention<'a> {
    pub(super) path: &'a str,
    /// `com.acme.Cache.get` of `com.acme.Cache.get(Cache.java:3)`: the path of a package.
    pub(super) package: Option<&'a str>,
    pub(super) line: Option<u32>,
    pub(super) stack: Stack,
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
    for line in text[..end].lines() {
        stack = next_stack(stack, line);
        add_mentions(line, stack, &mut found);
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
fn is_border(c: char) -> bool {
    c.is_whitespace()
        || matches!(c, '"' | '\'' | '`' | '(' | ')' | '<' | '>' | '[' | ']' | '{' | '}')
        || matches!(c, '|' | ',' | ';' | ':' | '?' | '*' | '=' | '@' | '#' | '│' | '⋯')
}

fn ends_query(c: char) -> bool {
    is_border(c) && c != '='
}

fn add_mentions<'a>(line: &'a str, stack: Stack, found: &mut Vec<Mention<'a>>) {
    let mut from = 0;
    while let Some(start) = line[from..].find(|c| !is_border(c)).map(|at| from + at) {
        let run = line[start..].find(is_border).map_or(line.len(), |at| start + at);
        let (path, next, number) = run_with_line(line, start, run);
        from = next;
        if path.len() <= LONGEST_PATH && could_be_path(path, number.is_some()) {
            let package = package_before(line, start, path);
            found.push(Mention { path, package, line: number, stack });
        }
    }
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

/// The number behind a joint, and where it ends.
fn number_after(line: &str, end: usize) -> Option<(u32, usize)> {
    let rest = &line[end..];
    let joint = JOINTS.iter().find(|joint| {
        rest.strip_prefix(**joint)
            .is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
    })?;
    let digits = &rest[joint.len()..];
    let length = digits.find(|c: char| !c.is_ascii_digit()).unwrap_or(digits.len());
    let number = digits[..length].parse().ok().filter(|&number| number > 0)?;
    Some((number, end + joint.len() + length))
}

/// Without a line, only what looks like a path: a folder in it, or an extension.
fn could_be_path(run: &str, has_line: bool) -> bool {
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
