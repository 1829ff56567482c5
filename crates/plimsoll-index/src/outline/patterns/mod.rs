//! Our queries, matched by ourselves. They are written as tree-sitter's are, and a test holds every match against
//! that engine. Its compiler analyses all states of a grammar before the first match (half a second for the largest,
//! which is more than a refresh may take) and its matcher is a quarter of what an index costs; here a query is read
//! in less than a millisecond, and only nodes of a kind with which a pattern begins are looked at.
//!
//! Of the language there is what our queries use:
//!
//! | written | means |
//! | --- | --- |
//! | `(kind …)`, `"sign"`, `(_)`, `_` | a node, a sign, any node, anything; children in their order, with gaps |
//! | `field: …`, `!field` | a child in this role; no child in this role |
//! | `[a b]` | one of them |
//! | `x?`, `x*`, `x+` | as many as there are, none only where it has to be |
//! | `.` | nothing that has a name in between, before the first, after the last; between repeated signs nothing |
//! | `@capture` | what is wanted of a match |
//! | `((a) . (b))` | siblings |
//! | `(#eq? @c "…")`, `#any-of?`, `#match?`, `#not-…` | how the text of a capture has to be |

mod read;
pub(crate) mod search;
#[cfg(test)]
mod tests;
pub(crate) mod tree;

use regex::Regex;

/// A query, ready for use.
#[derive(Debug)]
pub(crate) struct Patterns {
    patterns: Vec<Pattern>,
    captures: Vec<String>,
    /// The patterns that begin with a node of this kind, in the order of the query.
    begin: Vec<Vec<u16>>,
}

/// Siblings that have to be there.
type Pattern = Vec<Item>;

/// One or more siblings.
#[derive(Debug)]
struct Item {
    choices: Vec<Shape>,
    captures: Vec<Capture>,
    count: Count,
    /// Nothing that has a name stands between it and what is before it.
    touches: bool,
    /// Nothing that has a name stands behind it.
    is_last: bool,
    /// Whether it or something in it is captured.
    tells: bool,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Count {
    One,
    AtMostOne,
    Any,
    AtLeastOne,
}

/// What a node has to be.
#[derive(Debug)]
struct Shape {
    kind: Kind,
    field: Option<u16>,
    without: Vec<u16>,
    children: Vec<Item>,
    captures: Vec<Capture>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Kind {
    Is(u16),
    /// What has no name but itself.
    Sign(u16),
    Named,
    Anything,
}

#[derive(Debug)]
struct Capture {
    id: u16,
    conditions: Vec<Condition>,
}

/// How the text of a capture has to be.
#[derive(Debug, Clone)]
enum Condition {
    Among { texts: Vec<String>, holds: bool },
    Like { shape: Regex, holds: bool },
}

impl Condition {
    fn allows(&self, text: &str) -> bool {
        match self {
            Self::Among { texts, holds } => texts.iter().any(|one| one == text) == *holds,
            Self::Like { shape, holds } => shape.is_match(text) == *holds,
        }
    }
}

impl Patterns {
    /// In the order in which they first stand in the query.
    pub(crate) fn captures(&self) -> &[String] {
        &self.captures
    }
}
