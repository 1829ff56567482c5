//! `[…]` in a line of an ignore file, from git's syntax to that of `globset`.

use super::line::LineError;

/// The characters between `[` and `]`.
pub(crate) struct Class {
    negated: bool,
    ranges: Vec<(char, char)>,
}

impl Class {
    /// Reads what follows `[`, and gives back what follows `]`.
    pub(crate) fn parse(text: &str) -> Result<(Self, &str), LineError> {
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
    pub(crate) fn write(mut self, out: &mut String) -> Result<(), LineError> {
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
