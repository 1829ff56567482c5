//! What the names of captures mean. Queries of all languages are written in these words and no others.
//!
//! | capture | on what |
//! | --- | --- |
//! | `@definition.KIND` | all of a definition; KIND is a name of `SymbolKind` |
//! | `@name` | its name, in the same match; without the quotes around it |
//! | `@name.instead` | the same; matches on the same node that give it another name do not count |
//! | `@whole` | what belongs to a definition besides: the statement, the export it is a part of |
//! | `@body` | what is left out of its signature, in the same match; it may stand behind it; several are one |
//! | `@body.code` | the same, where it says how something is done although the kind does not |
//! | `@head`, `@tail` | the same, for a body that is no node: what stands before and after it; without a tail, to the end |
//! | `@level.N` | it is a heading: it reaches to the next one of the same or a lower number, in the same match |
//! | `@base` | what it extends or implements, in the same match; several are several |
//! | `@doc` | a documentation inside of it, in the same match |
//! | `@import` | all of an import |
//! | `@import.part` | the same, as a part of a statement: it cannot be shown by itself |
//! | `@path` | where it leads, in the same match; several are one from the first to the last |
//! | `@imported` | a name that is taken from there, in the same match; several are several |
//! | `@reference.call`, `@reference.type` | the name of what is called, of a type that is used |
//! | `@comment` | a comment: what stands directly before a definition documents it |
//! | `@attribute` | an attribute that the grammar puts beside what it belongs to |
//! | `@scope` | what only encloses, and needs its first and last line; with a body, all but that |
//! | `@scope.open` | what only encloses, and needs its first line; signatures show it around what they show |
//! | `@keep` | what else is needed of such a thing, in the same match; by itself, what signatures always have |
//! | `@inner` | what hides whatever is defined in it, without being a definition |
//! | `@opaque` | what is shown as an example only: nothing in it is a definition |
//!
//! A function that lies in a type is a method. In the body of a function, variables, constants and functions that
//! are only declared are no definitions. Captures that begin with `_` are for a query's own conditions. Where several
//! matches have the same name node, they are one definition: the widest of them, with the kind and the body that stand
//! last in the query, and with the bases and documentation of all. A match with a `@name` and no `@definition` adds to
//! a definition of that name, and defines nothing by itself.

use super::ReferenceKind;
use plimsoll_core::vocab::SymbolKind;

/// What a capture means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Definition(SymbolKind),
    Name,
    /// A name that takes the place of others.
    NameInstead,
    /// What belongs to a definition besides.
    Whole,
    Body {
        code: bool,
    },
    Head,
    Tail,
    Level(u8),
    Base,
    Doc,
    Import {
        part: bool,
    },
    Path,
    Imported,
    Reference(ReferenceKind),
    Comment,
    Attribute,
    Opaque,
    Scope {
        closes: bool,
    },
    /// What is needed of a scope besides, or of the file.
    Keep,
    Inner,
    /// For conditions only.
    Private,
}

impl Role {
    pub(crate) fn of(capture: &str) -> Option<Self> {
        Some(match capture {
            "name" => Self::Name,
            "name.instead" => Self::NameInstead,
            "whole" => Self::Whole,
            "body" => Self::Body { code: false },
            "body.code" => Self::Body { code: true },
            "head" => Self::Head,
            "tail" => Self::Tail,
            "base" => Self::Base,
            "doc" => Self::Doc,
            "import" => Self::Import { part: false },
            "import.part" => Self::Import { part: true },
            "path" => Self::Path,
            "imported" => Self::Imported,
            "reference.call" => Self::Reference(ReferenceKind::Call),
            "reference.type" => Self::Reference(ReferenceKind::Type),
            "comment" => Self::Comment,
            "attribute" => Self::Attribute,
            "opaque" => Self::Opaque,
            "scope" => Self::Scope { closes: true },
            "scope.open" => Self::Scope { closes: false },
            "keep" => Self::Keep,
            "inner" => Self::Inner,
            _ if capture.starts_with('_') => Self::Private,
            _ => match capture.strip_prefix("level.") {
                Some(level) => Self::Level(level.parse().ok()?),
                None => {
                    Self::Definition(SymbolKind::from_name(capture.strip_prefix("definition.")?)?)
                }
            },
        })
    }

    /// That of a definition.
    pub(crate) fn kind(self) -> Option<SymbolKind> {
        if let Self::Definition(kind) = self { Some(kind) } else { None }
    }

    /// That of a heading.
    pub(crate) fn level(self) -> Option<u8> {
        if let Self::Level(level) = self { Some(level) } else { None }
    }
}
