//! What a file defines, imports and refers to, found with a grammar and a query of each language.
//!
//! ```text
//! text ─ parse (bounded) ─ tree ─ query of the language ─ capture ─ gather ─ Outline ─ rung
//! ```
//!
//! A language is one folder (`languages/NAME/outline.scm`) and one line in `languages.rs`, which also names what its
//! grammar cannot take (`bounds.rs`) and what of it need not be parsed (`skim.rs`). The engine knows no language: what a
//! capture's name means is written in `capture.rs`, and nothing else is.

mod alike;
mod bounds;
mod capture;
mod docs;
mod encode;
mod gather;
mod headings;
mod hide;
mod imports;
mod languages;
mod matched;
mod names;
mod nest;
mod parse;
mod patterns;
mod rung;
mod skim;
#[cfg(test)]
mod tests;

pub use languages::{has_outline, outline_extractor, outlined_languages};
pub use parse::LARGEST_TEXT;

use languages::Language;
use plimsoll_core::ladder::Lines;
use plimsoll_core::screened::Screened;
use plimsoll_core::vocab::SymbolKind;
use schemars::JsonSchema;
use serde::Serialize;
use skim::Skim;
use std::ops::Range;

/// The structure of one file. Places are of the screened text.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Outline {
    /// By where they begin; what encloses comes before what it encloses.
    pub definitions: Vec<Definition>,
    pub imports: Vec<Import>,
    /// Sorted by name and kind.
    pub references: Vec<Reference>,
    /// What the grammar could not make sense of; everything else is found all the same.
    pub problems: Vec<Problem>,
    /// What only encloses something that can be seen from outside: conditional compilation and the like.
    #[serde(skip)]
    pub(crate) scopes: Vec<Scope>,
}

/// Something that is defined.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "camelCase")]
pub struct Definition {
    pub name: String,
    pub kind: SymbolKind,
    /// The place in the list of what encloses it.
    pub parent: Option<u32>,
    /// Where its name stands.
    pub line: u32,
    /// All of it, with what documents it.
    pub lines: Lines,
    /// Bytes of the text.
    pub signature: Range<u32>,
    /// Bytes of the text.
    pub body: Option<Range<u32>>,
    pub doc: Option<Lines>,
    /// Whether it lies in the body of a function.
    pub inner: bool,
    /// What it extends and implements, as it is written there.
    pub bases: Vec<String>,
}

/// Something of elsewhere that is made known in a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Import {
    /// As it is written there, without quotes.
    pub path: String,
    /// What is taken from there by name, where the language says so apart from the path.
    pub names: Vec<String>,
    pub lines: Lines,
    /// Whether it is only a part of a statement, or lies in the body of a function.
    #[serde(skip)]
    pub inner: bool,
}

/// A name that is used.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Reference {
    pub name: String,
    pub kind: ReferenceKind,
    /// Where, each line once.
    pub lines: Vec<u32>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum ReferenceKind {
    Call,
    Type,
}

/// A place that the grammar does not understand.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Problem {
    pub line: u32,
    pub what: String,
}

/// Lines that belong together and have no name.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Scope {
    pub(crate) lines: Lines,
    /// What of it is needed around what it encloses.
    pub(crate) frame: Vec<Lines>,
}

/// The outline of a text; nothing where there is no grammar for its language, or where it is too large or
/// too deep to be understood within bounds.
pub fn outline(language: &str, text: &Screened) -> Option<Outline> {
    let language = languages::find(language)?;
    let skim = language.skimmer.map(|skimmer| skimmer.skim(text.text()));
    outline_around(language, text, &skim.unwrap_or_default())
}

/// The same with the grammar alone, and therefore with every problem, also those inside of bodies. Slower.
pub fn outline_in_full(language: &str, text: &Screened) -> Option<Outline> {
    outline_around(languages::find(language)?, text, &Skim::default())
}

fn outline_around(language: &Language, text: &Screened, skim: &Skim) -> Option<Outline> {
    let nodes = parse::parse(language, text.text(), skim)?;
    gather::gather(language, &nodes, text.text(), skim)
}
