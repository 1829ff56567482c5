//! Verifying a log: one's own, or an exported one that somebody handed over. For the latter neither a
//! workspace nor a secret is needed.

use crate::error::Error;
use crate::exported::{EXPORT_FORM, First, Last, Place};
use crate::logbook::Logbook;
use crate::signing::{KeyError, PublicKey};
use plimsoll_core::seal::canonical_json;
use plimsoll_core::store::{Head, LineContent, LogLine, SignedHead, Store};
use plimsoll_store::Walk;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::io::BufRead;
use std::ops::ControlFlow;

/// What a log is held against.
#[derive(Debug, Clone, Default)]
pub struct Expected {
    /// A head that is known from elsewhere; without one a cut tail cannot be found.
    pub head: Option<SignedHead>,
    /// The key of the log's owner.
    pub key: Option<PublicKey>,
}

/// What verifying found.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Verified {
    /// Where the log begins and ends.
    pub start: u64,
    pub head: Head,
    pub entries: u64,
    pub removed: u64,
    /// Everything that does not hold; the log is good when there is nothing.
    pub problems: Vec<String>,
}

impl Logbook {
    /// Walks along the whole log.
    pub fn verify(&self, expected: &Expected) -> Result<Verified, Error> {
        let start = self.store.start()?;
        let mut check = Check::new(&start, expected);
        self.each_line(|line| {
            check.step(line);
            Ok(ControlFlow::Continue(()))
        })?;
        Ok(check.end(None))
    }
}

/// Verifies an exported log.
pub fn verify_export(export: &mut dyn BufRead, expected: &Expected) -> Result<Verified, Error> {
    let mut lines = Lines { export, number: 0 };
    let first: First = lines.next()?.ok_or_else(not_an_export)?.parse()?;
    if first.form != EXPORT_FORM {
        return Err(not_an_export());
    }
    let mut check = Check::new(&first.start, expected);
    let mut last = None;
    while let Some(line) = lines.next()? {
        if last.is_some() {
            return Err(line.wrong("stands behind the end of the log"));
        }
        if line.text.starts_with("{\"head\":") {
            last = Some(line.parse::<Last>()?.head);
            continue;
        }
        let place: Place = line.parse()?;
        let content = match (place.record, place.digest) {
            (Some(record), None) => LineContent::Record(canonical_json(&record)),
            (None, Some(digest)) => LineContent::Removed { digest },
            _ => return Err(line.wrong("has neither a record nor what is left of one")),
        };
        check.step(&LogLine { sequence: place.sequence, hash: place.hash, content });
    }
    if last.is_none() {
        check.problems.push("the export has no end: its last line is missing".to_owned());
    }
    Ok(check.end(last.as_ref()))
}

fn not_an_export() -> Error {
    Error::invalid("this is no exported log; `plimsoll log export` makes one")
}

struct Lines<'a> {
    export: &'a mut dyn BufRead,
    number: usize,
}

struct Line {
    number: usize,
    text: String,
}

impl Lines<'_> {
    fn next(&mut self) -> Result<Option<Line>, Error> {
        /// Far more than a record has.
        const LONGEST: u64 = 100_000_000;
        let mut bytes = Vec::new();
        self.number += 1;
        let unreadable =
            |error: std::io::Error| Error::invalid(format!("the export cannot be read: {error}"));
        std::io::Read::take(&mut *self.export, LONGEST)
            .read_until(b'\n', &mut bytes)
            .map_err(unreadable)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        let number = self.number;
        match String::from_utf8(bytes) {
            Ok(text) => Ok(Some(Line { number, text })),
            Err(_) => Err(Line { number, text: String::new() }.wrong("is not UTF-8")),
        }
    }
}

impl Line {
    fn wrong(&self, what: &str) -> Error {
        Error::invalid(format!("line {} of the export {what}", self.number))
    }

    /// Only the one way of writing a value is accepted, so that nobody can read something else into it.
    fn parse<T: for<'de> Deserialize<'de>>(&self) -> Result<T, Error> {
        let value: Value =
            serde_json::from_str(&self.text).map_err(|_| self.wrong("is not JSON"))?;
        if canonical_json(&value) + "\n" != self.text {
            return Err(self.wrong("is not as plimsoll writes it"));
        }
        serde_json::from_value(value).map_err(|_| self.wrong("is no line of an exported log"))
    }
}

/// The chain, and the signatures on it.
struct Check<'a> {
    walk: Walk,
    expected: &'a Expected,
    start: SignedHead,
    entries: u64,
    removed: u64,
    problems: Vec<String>,
}

impl<'a> Check<'a> {
    fn new(start: &SignedHead, expected: &'a Expected) -> Self {
        let head = expected.head.as_ref().map(SignedHead::head);
        Self {
            walk: Walk::new(&start.head(), head.as_ref()),
            expected,
            start: start.clone(),
            entries: 0,
            removed: 0,
            problems: Vec::new(),
        }
    }

    fn step(&mut self, line: &LogLine) {
        match line.content {
            LineContent::Record(_) => self.entries += 1,
            LineContent::Removed { .. } => self.removed += 1,
        }
        self.walk.step(line);
    }

    /// `stated` is the head that the export itself states at its end.
    fn end(self, stated: Option<&SignedHead>) -> Verified {
        let Self { walk, expected, start, entries, removed, mut problems } = self;
        let (head, breaks) = walk.end();
        problems.extend(breaks.iter().map(ToString::to_string));
        if let Some(stated) = stated
            && stated.head() != head
        {
            problems.push("the end that the export states is not where it ends".to_owned());
        }
        if let Some(key) = &expected.key {
            problems.extend(signature_problems(key, expected, &start, stated));
        }
        Verified { start: start.count, head, entries, removed, problems }
    }
}

fn signature_problems(
    key: &PublicKey,
    expected: &Expected,
    start: &SignedHead,
    stated: Option<&SignedHead>,
) -> Vec<String> {
    let mut problems = Vec::new();
    let heads: Vec<&SignedHead> = expected.head.iter().chain(stated).collect();
    let good = heads.iter().any(|head| key.verify(head).is_ok());
    for head in &heads {
        match key.verify(head) {
            // One that the owner has signed is enough.
            Ok(()) => {}
            Err(KeyError::Unsigned) if good => {}
            Err(error) => problems.push(error.to_string()),
        }
    }
    if heads.is_empty() {
        problems.push("no head was given that the key could verify".to_owned());
    }
    if start.count > 0
        && let Err(error) = key.verify(start)
    {
        problems.push(format!(
            "decisions 1 to {} are missing, and their removal is not vouched for: {error}",
            start.count
        ));
    }
    problems
}
