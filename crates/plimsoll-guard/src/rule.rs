//! What a rule file says, and a rule made ready to run.

use crate::block::Block;
use crate::border::Before;
use crate::check::Check;
use crate::opening::Opening;
use plimsoll_core::screened::Grade;
use regex::bytes::{Regex, RegexBuilder};
use serde::Deserialize;
use std::sync::OnceLock;

/// The largest program that one expression may compile to.
const LARGEST_PROGRAM: usize = 4 << 20;

fn default_reach() -> usize {
    512
}

fn default_group() -> usize {
    1
}

fn default_delimited() -> bool {
    true
}

/// One rule file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleFile {
    pub(crate) rule: Vec<RuleText>,
}

/// A rule as it is written.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(PartialEq))]
#[serde(deny_unknown_fields)]
pub(crate) struct RuleText {
    pub(crate) id: String,
    pub(crate) what: String,
    pub(crate) why: String,
    pub(crate) grade: Grade,
    /// Code finds it, not an expression: the rule only describes it.
    #[serde(default)]
    pub(crate) by_code: bool,
    /// ASCII, compared without regard to case. A match begins where a keyword stands.
    #[serde(default)]
    pub(crate) keywords: Vec<String>,
    #[serde(default)]
    pub(crate) before: Before,
    /// The secret begins before the keyword: with a run of at least so many characters.
    #[serde(default)]
    pub(crate) back: usize,
    #[serde(default)]
    pub(crate) back_of: BackOf,
    /// How many bytes from the keyword on the expression may look at.
    #[serde(default = "default_reach")]
    pub(crate) reach: usize,
    /// Begins with `^`, which is where the keyword stands.
    #[serde(default)]
    pub(crate) regex: String,
    /// The capture group that is the secret.
    #[serde(default = "default_group")]
    pub(crate) group: usize,
    /// Whether the bounds of what matched are certain.
    #[serde(default = "default_delimited")]
    pub(crate) delimited: bool,
    #[serde(default)]
    pub(crate) check: Check,
    pub(crate) block: Option<BlockText>,
    /// Texts with `⟦the secret⟧` marked; `«hex32»` and its kin are drawn by the tests, so that no file holds
    /// a whole token.
    #[serde(default)]
    pub(crate) positive: Vec<String>,
    #[cfg_attr(not(test), expect(dead_code, reason = "samples run as tests"))]
    #[serde(default)]
    pub(crate) negative: Vec<String>,
}

/// How a secret goes on after its head.
#[derive(Debug, Clone, Deserialize)]
#[cfg_attr(test, derive(PartialEq))]
#[serde(deny_unknown_fields)]
pub(crate) struct BlockText {
    pub(crate) end: String,
    pub(crate) payload: String,
}

/// The characters of a secret that stand before its keyword.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(crate) enum BackOf {
    #[default]
    Token,
    Digits,
    /// Hex digits and hyphens.
    Hex,
}

impl BackOf {
    /// Where the run before `end` begins; no more than `most` bytes are looked at.
    pub(crate) fn start(self, text: &str, end: usize, most: usize) -> usize {
        let is_part = |byte: &u8| match self {
            Self::Token => byte.is_ascii_alphanumeric() || b"+/_~-".contains(byte),
            Self::Digits => byte.is_ascii_digit(),
            Self::Hex => byte.is_ascii_hexdigit() || *byte == b'-',
        };
        let window = &text.as_bytes()[end.saturating_sub(most)..end];
        end - window.iter().rev().take_while(|byte| is_part(byte)).count()
    }
}

/// What a person may want to know of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleInfo<'a> {
    pub id: &'a str,
    pub what: &'a str,
    pub why: &'a str,
    pub grade: Grade,
}

/// A rule that can run.
#[derive(Debug)]
pub(crate) struct Rule {
    pub(crate) text: RuleText,
    opening: Opening,
    /// None where code finds it.
    expressions: Option<OnceLock<Expressions>>,
}

/// Compiled where they are first needed: most texts have few keywords, and all together take longer than to read
/// thousands of files. They are about ASCII, and any byte beyond it is a part of whatever is not named: with the classes
/// of Unicode, compiling three of them took a third of the time of the first megabyte.
#[derive(Debug)]
struct Expressions {
    regex: Regex,
    block: Option<Block>,
}

/// What is wrong with a rule.
#[derive(Debug, thiserror::Error)]
#[cfg_attr(not(test), expect(dead_code, reason = "the rules that ship are checked as tests"))]
pub(crate) enum RuleError {
    #[error("rule file {file} cannot be read: {source}")]
    File { file: String, source: Box<toml::de::Error> },
    #[error("rule `{id}` has an expression that does not compile: {source}")]
    Expression { id: String, source: Box<regex::Error> },
    #[error("rule `{id}` needs an expression that begins with `^`")]
    NotAnchored { id: String },
    #[error("rule `{id}` is found by code and takes neither keywords nor an expression")]
    CodeAndExpression { id: String },
    #[error("rule `{id}` has no capture group {group}")]
    NoGroup { id: String, group: usize },
    #[error(
        "rule `{id}` needs an id of at most 64 lower-case letters, digits and hyphens that no other rule has"
    )]
    BadId { id: String },
    #[error("rule `{id}` needs at least one keyword, each of it ASCII and not empty")]
    BadKeywords { id: String },
    #[error("the keywords cannot be searched for: {0}")]
    Keywords(#[from] Box<aho_corasick::BuildError>),
}

impl Rule {
    /// A rule whose expressions have not been tried.
    pub(crate) fn new(text: RuleText, opening: Opening) -> Self {
        let expressions = (!text.by_code).then(OnceLock::new);
        Self { text, opening, expressions }
    }

    /// Whether it is written as it has to be, and its expressions compile.
    #[cfg(test)]
    pub(crate) fn check(&self) -> Result<(), RuleError> {
        let text = &self.text;
        let id = || text.id.clone();
        if text.by_code {
            return match text.keywords.is_empty() && text.regex.is_empty() {
                true => Ok(()),
                false => Err(RuleError::CodeAndExpression { id: id() }),
            };
        }
        if text.keywords.is_empty() || text.keywords.iter().any(|k| k.is_empty() || !k.is_ascii()) {
            return Err(RuleError::BadKeywords { id: id() });
        }
        if !text.regex.starts_with('^') {
            return Err(RuleError::NotAnchored { id: id() });
        }
        Expressions::compile(text).map(drop)
    }

    /// Whether its expression can match a text at all.
    pub(crate) fn may_match(&self, text: &[u8]) -> bool {
        self.opening.fits(text)
    }

    pub(crate) fn regex(&self) -> Option<&Regex> {
        self.expressions().map(|expressions| &expressions.regex)
    }

    pub(crate) fn has_block(&self) -> bool {
        self.text.block.is_some()
    }

    pub(crate) fn block(&self) -> Option<&Block> {
        self.expressions()?.block.as_ref()
    }

    fn expressions(&self) -> Option<&Expressions> {
        let compile = || {
            Expressions::compile(&self.text)
                .expect("the expressions compile, because a test compiles the same bytes")
        };
        self.expressions.as_ref().map(|expressions| expressions.get_or_init(compile))
    }
}

impl Expressions {
    fn compile(text: &RuleText) -> Result<Self, RuleError> {
        let id = || text.id.clone();
        let compile = |pattern: &str| {
            RegexBuilder::new(pattern)
                .unicode(false)
                .size_limit(LARGEST_PROGRAM)
                .build()
                .map_err(|source| RuleError::Expression { id: id(), source: Box::new(source) })
        };
        let regex = compile(&text.regex)?;
        if text.group >= regex.captures_len() {
            return Err(RuleError::NoGroup { id: id(), group: text.group });
        }
        let block = match &text.block {
            Some(block) => Some(Block::new(compile(&block.end)?, compile(&block.payload)?)),
            None => None,
        };
        Ok(Self { regex, block })
    }
}
