//! Definitions while the matches of a query come in.

use plimsoll_core::vocab::SymbolKind;
use std::ops::Range;

/// A definition while its matches come in. What it is and where its body is can be said by several patterns;
/// the last in the query is right.
#[derive(Debug, Clone)]
pub(crate) struct Draft {
    pub(crate) name: String,
    pub(crate) kind: Option<(usize, SymbolKind)>,
    pub(crate) range: Range<usize>,
    pub(crate) body: Option<Body>,
    pub(crate) doc: Option<Range<usize>>,
    pub(crate) bases: Vec<String>,
}

#[derive(Debug, Clone)]
pub(crate) struct Body {
    pub(crate) pattern: usize,
    pub(crate) range: Range<usize>,
    /// Whether it is code even if the definition's kind has none.
    pub(crate) code: bool,
}

/// In the order of the text, each with where its name begins.
pub(crate) type Drafts = [(usize, Draft)];

impl Draft {
    pub(crate) fn kind(&self) -> SymbolKind {
        self.kind.map_or(SymbolKind::Variable, |(_, kind)| kind)
    }

    pub(crate) fn has_methods(&self) -> bool {
        use SymbolKind::{Extension, Member};
        self.kind().is_type() || matches!(self.kind(), Extension | Member)
    }

    /// Whether something that begins here is a part of how it does something.
    pub(crate) fn hides(&self, at: usize) -> bool {
        let has_code = |body: &Body| body.code || self.kind().hides_its_body();
        self.body.as_ref().is_some_and(|body| body.range.contains(&at) && has_code(body))
    }

    /// Where its signature ends. A value on one line is as good as a signature.
    pub(crate) fn signature_end(&self, text: &str) -> usize {
        use SymbolKind::{Constant, Field, Variable};
        let is_value = matches!(self.kind(), Constant | Field | Variable);
        let cuts = |body: &&Body| !is_value || text[body.range.clone()].contains('\n');
        let body = self.body.as_ref().filter(cuts);
        body.map_or(self.range.end, |body| body.range.start.max(self.range.start))
    }

    pub(crate) fn merge(&mut self, other: Self) {
        self.kind = self.kind.max(other.kind);
        self.range.start = self.range.start.min(other.range.start);
        self.range.end = self.range.end.max(other.range.end);
        let rank = |body: &Option<Body>| body.as_ref().map(|body| (body.pattern, body.range.len()));
        if rank(&other.body) > rank(&self.body) {
            self.body = other.body;
        }
        self.doc = self.doc.take().or(other.doc);
        for base in other.bases {
            if !self.bases.contains(&base) {
                self.bases.push(base);
            }
        }
    }
}
