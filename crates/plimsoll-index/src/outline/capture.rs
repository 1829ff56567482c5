//! What the names of captures mean. Queries of all languages are written in these words and no others.
//!
//! | capture | on what |
//! | --- | --- |
//! | `@definition.KIND` | all of a definition; KIND is a name of `SymbolKind` |
//! | `@name` | its name, in the same match |
//! | `@body` | what is left out of its signature, in the same match; it may stand behind it |
//! | `@base` | what it extends or implements, in the same match; several are several |
//! | `@doc` | a documentation inside of it, in the same match |
//! | `@import` | all of an import |
//! | `@path` | where it leads, in the same match |
//! | `@imported` | a name that is taken from there, in the same match; several are several |
//! | `@reference.call`, `@reference.type` | the name of what is called, of a type that is used |
//! | `@comment` | a comment: what stands directly before a definition documents it |
//! | `@attribute` | an attribute that the grammar puts beside what it belongs to |
//! | `@scope` | what only encloses, and needs its first and last line |
//! | `@scope.open` | what only encloses, and needs its first line; signatures show it around what they show |
//! | `@head` | what else is needed of such a thing, in the same match |
//!
//! In the body of a function, variables, constants and functions without a body are no definitions. Captures
//! that begin with `_` are for a query's own conditions. Where several matches have the same name
//! node, they are one definition: the widest of them, of the kind that stands last in the query, with the
//! bodies, bases and documentation of all.

use super::ReferenceKind;
use plimsoll_core::vocab::SymbolKind;

/// What a capture means.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Role {
    Definition(SymbolKind),
    Name,
    Body,
    Base,
    Doc,
    Import,
    Path,
    Imported,
    Reference(ReferenceKind),
    Comment,
    Attribute,
    Scope {
        closes: bool,
    },
    Head,
    /// For conditions only.
    Private,
}

impl Role {
    pub(crate) fn of(capture: &str) -> Option<Self> {
        Some(match capture {
            "name" => Self::Name,
            "body" => Self::Body,
            "base" => Self::Base,
            "doc" => Self::Doc,
            "import" => Self::Import,
            "path" => Self::Path,
            "imported" => Self::Imported,
            "reference.call" => Self::Reference(ReferenceKind::Call),
            "reference.type" => Self::Reference(ReferenceKind::Type),
            "comment" => Self::Comment,
            "attribute" => Self::Attribute,
            "scope" => Self::Scope { closes: true },
            "scope.open" => Self::Scope { closes: false },
            "head" => Self::Head,
            _ if capture.starts_with('_') => Self::Private,
            _ => Self::Definition(SymbolKind::from_name(capture.strip_prefix("definition.")?)?),
        })
    }
}
