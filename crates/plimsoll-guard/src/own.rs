//! Rules of users: expressions that are looked for anywhere, within bounds.

use crate::rule::{Rule, RuleError, RuleText};
use plimsoll_core::screened::Grade;
use regex::{Regex, RegexBuilder};
use std::ops::Range;

/// How many rules of users there may be.
pub const MOST_OWN_RULES: usize = 500;
/// The largest program that one of their expressions may compile to.
const LARGEST_PROGRAM: usize = 1 << 20;
/// An expression sees so much of a text at once. Searching again and again for matches costs the square of
/// this and not of the text.
const WINDOW: usize = 4096;
/// So much of a window is seen again in the next one: a longer match may be missed where windows meet.
const OVERLAP: usize = 1024;

/// A rule that a user wrote.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct OwnRule {
    /// Lower-case letters, digits and hyphens; no rule of ours may have it.
    pub id: String,
    pub what: String,
    pub grade: Grade,
    /// Looked for anywhere in a text.
    pub regex: String,
    /// The capture group that is the secret; 0 for the whole match.
    pub group: usize,
    /// The expression is tried only on texts that have one of these, without regard to ASCII case. None: always.
    pub keywords: Vec<String>,
}

/// A user's rule that can run.
#[derive(Debug)]
pub(crate) struct Own {
    pub(crate) id: String,
    pub(crate) grade: Grade,
    pub(crate) keywords: Vec<String>,
    regex: Regex,
    group: usize,
}

impl OwnRule {
    /// The rule as the set knows it, and how it runs.
    pub(crate) fn compile(&self) -> Result<(Rule, Own), RuleError> {
        let id = || self.id.clone();
        if self.keywords.iter().any(String::is_empty) {
            return Err(RuleError::BadKeywords { id: id() });
        }
        let regex = RegexBuilder::new(&self.regex)
            .size_limit(LARGEST_PROGRAM)
            .dfa_size_limit(LARGEST_PROGRAM)
            .build()
            .map_err(|source| RuleError::Expression { id: id(), source: Box::new(source) })?;
        if self.group >= regex.captures_len() {
            return Err(RuleError::NoGroup { id: id(), group: self.group });
        }
        let why = "A user's rule says so.".to_owned();
        let text = RuleText::described(id(), self.what.clone(), why, self.grade);
        let keywords = self.keywords.clone();
        let own = Own { id: id(), grade: self.grade, keywords, regex, group: self.group };
        Ok((Rule::compile(text)?, own))
    }
}

impl Own {
    /// Where the secret stands, wherever the expression matches.
    pub(crate) fn find(&self, text: &str, mut found: impl FnMut(Range<usize>)) {
        let mut start = 0;
        loop {
            let end = text.floor_char_boundary(start + WINDOW);
            for captures in self.regex.captures_iter(&text[start..end]) {
                let secret = captures.get(self.group).filter(|secret| !secret.is_empty());
                if let Some(secret) = secret {
                    found(start + secret.start()..start + secret.end());
                }
            }
            if end == text.len() {
                return;
            }
            start = text.floor_char_boundary(end - OVERLAP);
        }
    }
}
