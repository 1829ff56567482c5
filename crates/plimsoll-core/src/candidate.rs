//! A candidate: something that may stand in the document.

use crate::constraints::Matchable;
use crate::ladder::Ladder;
use crate::score::Scoring;
use crate::screened::Screened;
use crate::seal;
use crate::vocab::{Mark, Origin};
use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// Something that may stand in the document.
///
/// `T` is its text: a `String` while it is gathered, [`Screened`] from then on. Nothing but the screened
/// form is ever ranked, counted, kept or shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Candidate<T = Screened> {
    /// A path-free label for records. It depends on the workspace's secret, so nothing is ordered or
    /// fingerprinted by it.
    pub id: String,
    /// What it is, in the door's vocabulary: an artifact kind, a block type, `file`, `doc`, `diff` …
    pub kind: String,
    /// The lane or priority class that it belongs to.
    pub group: String,
    pub origin: Origin,
    pub name: Name,
    /// Tells candidates of one kind, group and path apart.
    #[serde(default)]
    pub chunk: u32,
    /// Which part of its file it is, as a person would say it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub part: Option<String>,
    /// Must be in, or the call is refused. For compose, admission says so instead.
    #[serde(default)]
    pub required: bool,
    pub scoring: Scoring,
    pub position: Position,
    /// A language id for the fence.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
    /// What may not be done with it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub marks: Vec<Mark>,
    pub ladder: Ladder,
    /// Each line is shown with its number before it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub numbered: bool,
    /// What its source says it counts, where that is not the exact count of its largest rung.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub estimate: Option<u64>,
    pub text: T,
}

/// What stands in a block's heading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Name {
    /// A file, by its relative path.
    Path(String),
    /// A part of the request or of plimsoll's own text.
    Title(String),
    /// Something that a file defines: `path#symbol`.
    Symbol(String),
}

impl Name {
    pub fn as_str(&self) -> &str {
        match self {
            Self::Path(name) | Self::Title(name) | Self::Symbol(name) => name,
        }
    }

    pub fn path(&self) -> Option<&str> {
        match self {
            Self::Path(path) => Some(path),
            Self::Symbol(_) => self.parts().map(|(path, _)| path),
            Self::Title(_) => None,
        }
    }

    pub fn symbol(&self) -> Option<&str> {
        self.parts().map(|(_, symbol)| symbol)
    }

    /// A path may have the sign in it, a symbol has not.
    fn parts(&self) -> Option<(&str, &str)> {
        match self {
            Self::Symbol(name) => name.rsplit_once('#'),
            Self::Path(_) | Self::Title(_) => None,
        }
    }
}

/// A candidate before the guard has seen it.
pub type Draft = Candidate<String>;

impl Candidate {
    /// Covers everything but the label.
    pub(crate) fn fingerprint(&self) -> String {
        let unlabelled = Candidate { id: String::new(), ..self.without_text() };
        seal::fingerprint("plimsoll.candidate.1", &unlabelled.with_text(&self.text))
    }
}

impl<T> Candidate<T> {
    /// A candidate that is whole or not at all, not required, named first by its task, at no special
    /// place. What differs is set afterwards.
    pub fn new(kind: &str, group: &str, origin: Origin, name: Name, text: T) -> Self {
        let position = Position { key: name.as_str().to_owned(), ..Position::default() };
        Self {
            id: String::new(),
            kind: kind.to_owned(),
            group: group.to_owned(),
            origin,
            name,
            chunk: 0,
            part: None,
            required: false,
            scoring: Scoring::Given { order: 0 },
            position,
            language: None,
            marks: Vec::new(),
            ladder: Ladder::Fixed,
            numbered: false,
            estimate: None,
            text,
        }
    }

    /// Its name as people are told it in lists, with the part of its file where it is one.
    pub fn said(&self) -> Cow<'_, str> {
        match &self.part {
            None => Cow::Borrowed(self.name.as_str()),
            Some(part) => Cow::Owned(format!("{}, section {part}", self.name.as_str())),
        }
    }

    /// The same candidate at another place; where its path and chunk belong there is theirs to say.
    pub fn at(mut self, section: u16, order: u32) -> Self {
        let (key, chunk) = (self.position.key, self.chunk);
        self.position = Position { section, order, key, chunk };
        self
    }

    /// What constraints may look at.
    pub fn matchable(&self) -> Matchable<'_> {
        let Self { id, kind, group, name, .. } = self;
        Matchable { id, kind, lane: group, path: name.path() }
    }

    /// The same candidate without its text, which is not copied.
    pub(crate) fn without_text(&self) -> Candidate<()> {
        Candidate {
            id: self.id.clone(),
            kind: self.kind.clone(),
            group: self.group.clone(),
            origin: self.origin,
            name: self.name.clone(),
            chunk: self.chunk,
            part: self.part.clone(),
            required: self.required,
            scoring: self.scoring.clone(),
            position: self.position.clone(),
            language: self.language.clone(),
            marks: self.marks.clone(),
            ladder: self.ladder.clone(),
            numbered: self.numbered,
            estimate: self.estimate,
            text: (),
        }
    }

    /// The same candidate with another text.
    pub fn with_text<U>(self, text: U) -> Candidate<U> {
        let Self { id, kind, group, origin, name, chunk, part, required, .. } = self;
        let Self { scoring, position, language, marks, ladder, numbered, estimate, .. } = self;
        Candidate {
            id,
            kind,
            group,
            origin,
            name,
            chunk,
            part,
            required,
            scoring,
            position,
            language,
            marks,
            ladder,
            numbered,
            estimate,
            text,
        }
    }
}

/// Where a candidate stands in the document. It does not depend on rank, so that a small change of rank
/// does not move the text of everything (prompt caches match prefixes).
#[derive(Debug, Clone, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    pub section: u16,
    /// Place in a given order.
    #[serde(default)]
    pub order: u32,
    /// Path, symbol or title: bytewise.
    #[serde(default)]
    pub key: String,
    #[serde(default)]
    pub chunk: u32,
}

/// Kinds by which fit programs tell candidates apart.
pub mod kind {
    pub const FILE: &str = "file";
    pub const DOC: &str = "doc";
    pub const DIFF: &str = "diff";
    pub const ERROR: &str = "error";
    /// A file that a plan step changes.
    pub const TARGET: &str = "target";
}

/// Sections of a document, what changes least first.
pub mod section {
    pub const RULES_OF_THE_CALL: u16 = 0;
    pub const RULE_DOCUMENTS: u16 = 20;
    pub const CONTEXT: u16 = 30;
    pub const REFERENCE: u16 = 40;
    pub const CHANGES: u16 = 50;
    pub const ERRORS: u16 = 60;
    /// What was said before.
    pub const HISTORY: u16 = 65;
    /// What was cut is said here.
    pub const NOTICE: u16 = 70;
    pub const TASK: u16 = 80;
}
