//! What the names of captures mean. Queries of all languages are written in these words and no others.
//!
//! | capture | on what |
//! | --- | --- |
//! | `@definition.KIND` | all of a definition; KIND is a name of `SymbolKind` |
//! | `@name` | its name, in the same match |
//! | `@whole` | what belongs to a definition besides: the statement, the export it is a part of |
//! | `@body` | what is left out of its signature, in the same match; several are one from the first to the last |
//! | `@body.code` | the same, where it says how something is done although the kind does not |
//! | `@base` | what it extends or implements, in the same match; several are several |
//! | `@doc` | a documentation inside of it, in the same match |
//! | `@import` | all of an import |
//! | `@path` | where it leads, in the same match; several are one from the first to the last |
//! | `@imported` | a name that is taken from there, in the same match; several are several |
//! | `@reference.call`, `@reference.type` | the name of what is called, of a type that is used |
//! | `@comment` | a comment: what stands directly before a definition documents it |
//! | `@attribute` | an attribute that the grammar puts beside what it belongs to |
//! | `@kept` | lines that signatures always have |
//! | `@inner` | what hides whatever is defined in it, without being a definition |
//! | `@scope` | what only encloses, and needs its first and last line, or all lines outside of its `@body` |
//! | `@scope.open` | the same without the last line |
//!
//! A function directly in a type is a method. Captures that begin with `_` are for a query's own conditions. Where several matches have the same name
//! node, they are one definition: the widest of them, with the kind and the body that stand last in the query,
//! and with the bases and documentation of all. A match with a `@name` and no `@definition` adds to a definition of
//! that name, and defines nothing by itself.

use super::ReferenceKind;
use plimsoll_core::vocab::SymbolKind;

/// What a capture means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Definition(SymbolKind),
    Name,
    Whole,
    Body {
        code: bool,
    },
    Base,
    Doc,
    Import,
    Path,
    Imported,
    Reference(ReferenceKind),
    Comment,
    Attribute,
    Inner,
    Kept,
    Scope {
        closes: bool,
    },
    /// For conditions only.
    Private,
}

impl Role {
    pub(crate) fn of(capture: &str) -> Option<Self> {
        Some(match capture {
            "name" => Self::Name,
            "whole" => Self::Whole,
            "body" => Self::Body { code: false },
            "body.code" => Self::Body { code: true },
            "base" => Self::Base,
            "doc" => Self::Doc,
            "import" => Self::Import,
            "path" => Self::Path,
            "imported" => Self::Imported,
            "reference.call" => Self::Reference(ReferenceKind::Call),
            "reference.type" => Self::Reference(ReferenceKind::Type),
            "comment" => Self::Comment,
            "attribute" => Self::Attribute,
            "inner" => Self::Inner,
            "kept" => Self::Kept,
            "scope" => Self::Scope { closes: true },
            "scope.open" => Self::Scope { closes: false },
            _ if capture.starts_with('_') => Self::Private,
            _ => Self::Definition(SymbolKind::from_name(capture.strip_prefix("definition.")?)?),
        })
    }
}
