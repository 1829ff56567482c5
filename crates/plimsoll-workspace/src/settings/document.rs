//! A settings file's text → the values in it, each with its line, and all that is wrong with it.

use super::keys::{self, Found, Key, Kind};
use super::problem::{Problem, SetBy, Wrong};
use super::value::{self, Value};
use plimsoll_core::near::near_misses;
use toml::de::{DeTable, DeValue};

const LARGEST_FILE: usize = 256 * 1024;
const LONGEST_NAME: usize = 64;

/// A value that somebody wrote, already checked against what its key takes.
#[derive(Debug)]
pub(super) struct Given {
    pub(super) name: String,
    pub(super) key: &'static Key,
    pub(super) value: Value,
    pub(super) set_by: SetBy,
}

/// Reads a settings file. `set_by` turns a line number into an origin.
pub(super) fn read(
    text: &str,
    set_by: &dyn Fn(usize) -> SetBy,
    problems: &mut Vec<Problem>,
) -> Vec<Given> {
    if text.len() > LARGEST_FILE {
        let wrong = Wrong::FileTooLarge { bytes: text.len() as u64, most: LARGEST_FILE as u64 };
        problems.push(Problem { set_by: set_by(1), key: String::new(), wrong });
        return Vec::new();
    }
    let lines = Lines::of(text);
    let (table, errors) = DeTable::parse_recoverable(text);
    let mut reader = Reader { lines: &lines, set_by, given: Vec::new(), problems };
    if errors.is_empty() {
        reader.section(table.get_ref(), &mut Vec::new());
    } else {
        // What stands around a syntax error may mean something else than it seems to.
        for error in errors {
            let line = error.span().map_or(1, |span| lines.number(span.start));
            reader.report(line, "", Wrong::Syntax(error.message().to_owned()));
        }
    }
    reader.given
}

struct Reader<'a> {
    lines: &'a Lines,
    set_by: &'a dyn Fn(usize) -> SetBy,
    given: Vec<Given>,
    problems: &'a mut Vec<Problem>,
}

impl Reader<'_> {
    fn section<'t>(&mut self, table: &'t DeTable<'_>, path: &mut Vec<&'t str>) {
        for (name, written) in table {
            let line = self.lines.number(name.span().start);
            path.push(name.get_ref());
            match (keys::find(path), written.get_ref()) {
                (Found::Key(key), written) => self.key(key, path, line, written),
                (Found::Section, DeValue::Table(below)) => self.section(below, path),
                (Found::Section, _) => self.report(line, &path.join("."), Wrong::Section),
                (Found::Nothing, _) => self.report(line, &path.join("."), unknown(path)),
            }
            path.pop();
        }
    }

    fn key(&mut self, key: &'static Key, path: &[&str], line: usize, written: &DeValue<'_>) {
        let name = path.join(".");
        if !path.last().is_some_and(|last| is_good_name(last)) {
            return self.report(line, &name, Wrong::Name);
        }
        match value::read(key.kind, written) {
            Ok(value) => {
                self.given.push(Given { name, key, value, set_by: (self.set_by)(line) });
            }
            Err(wrongs) => wrongs.into_iter().for_each(|wrong| self.report(line, &name, wrong)),
        }
    }

    fn report(&mut self, line: usize, key: &str, wrong: Wrong) {
        let key = key.to_owned();
        self.problems.push(Problem { set_by: (self.set_by)(line), key, wrong });
    }
}

fn unknown(path: &[&str]) -> Wrong {
    let (last, parent) = path.split_last().expect("because a name was pushed before the look-up");
    let known = keys::names_below(parent);
    let dotted = |name: &str| [parent, &[name]].concat().join(".");
    Wrong::UnknownKey { near: near_misses(last, known).into_iter().map(dotted).collect() }
}

/// Names of one's own end up in ids, headings and file paths of other tools, so they are kept plain.
pub(super) fn is_good_name(name: &str) -> bool {
    (1..=LONGEST_NAME).contains(&name.len())
        && name.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_' || b == b'-')
}

/// Reads a value that was written as one word, outside a file.
pub(super) fn read_word(kind: Kind, word: &str) -> Result<Value, Vec<Wrong>> {
    let written = match kind {
        Kind::Text | Kind::Choice { .. } => {
            return value::read(kind, &DeValue::String(word.into()));
        }
        Kind::Globs | Kind::Words { .. } if !word.trim_start().starts_with('[') => {
            let quoted = DeValue::String(word.into());
            let mut list = toml::de::DeArray::new();
            list.push(toml::Spanned::new(0..word.len(), quoted));
            return value::read(kind, &DeValue::Array(list));
        }
        Kind::Number { .. } | Kind::Switch | Kind::Globs | Kind::Words { .. } => word.trim(),
    };
    match DeValue::parse(written) {
        Ok(parsed) => value::read(kind, parsed.get_ref()),
        // A bare word is no TOML value; said as a text, the message shows what was written.
        Err(_) => value::read(kind, &DeValue::String(written.into())),
    }
}

/// Where lines begin, so that finding a line's number is cheap however many are asked for.
struct Lines(Vec<usize>);

impl Lines {
    fn of(text: &str) -> Self {
        Self(text.bytes().enumerate().filter(|(_, b)| *b == b'\n').map(|(at, _)| at + 1).collect())
    }

    fn number(&self, offset: usize) -> usize {
        1 + self.0.partition_point(|start| *start <= offset)
    }
}
