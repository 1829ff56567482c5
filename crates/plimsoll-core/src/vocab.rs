//! The seeds' vocabulary, with their JSON names.

/// Makes an enum of words: its JSON names, its list, its schema, and the way back.
#[macro_export]
macro_rules! names {
    ($(#[$meta:meta])* $type:ident { $($(#[$vmeta:meta])* $variant:ident = $name:literal),+ $(,)? }) => {
        $(#[$meta])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, ::serde::Serialize, ::serde::Deserialize)]
        pub enum $type { $($(#[$vmeta])* #[serde(rename = $name)] $variant),+ }

        impl $type {
            pub const ALL: &[Self] = &[$(Self::$variant),+];
            pub const NAMES: &[&str] = &[$($name),+];

            pub const fn name(self) -> &'static str {
                match self { $(Self::$variant => $name),+ }
            }

            pub fn from_name(name: &str) -> Option<Self> {
                match name { $($name => Some(Self::$variant),)+ _ => None }
            }
        }

        impl ::std::fmt::Display for $type {
            fn fmt(&self, f: &mut ::std::fmt::Formatter<'_>) -> ::std::fmt::Result {
                f.pad(self.name())
            }
        }

        // By hand: a variant with a comment would become a schema of its own, and the words no list.
        impl ::schemars::JsonSchema for $type {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                stringify!($type).into()
            }

            fn schema_id() -> ::std::borrow::Cow<'static, str> {
                concat!(module_path!(), "::", stringify!($type)).into()
            }

            fn json_schema(_: &mut ::schemars::SchemaGenerator) -> ::schemars::Schema {
                ::schemars::json_schema!({"type": "string", "enum": Self::NAMES})
            }
        }
    };
}
pub(crate) use crate::names;

names! {
    /// Which of the three doors a call came through. A label for records; the engine never asks.
    Door { Pack = "pack", Build = "build", Compose = "compose" }
}

names! {
    /// What a definition is.
    SymbolKind {
        Module = "module",
        Class = "class",
        Struct = "struct",
        Enum = "enum",
        Union = "union",
        Interface = "interface",
        Trait = "trait",
        /// A block that adds to a type: `impl`, `extension`.
        Extension = "extension",
        Type = "type",
        Function = "function",
        Method = "method",
        Constructor = "constructor",
        Macro = "macro",
        Field = "field",
        Property = "property",
        Member = "member",
        Constant = "constant",
        Variable = "variable",
        Heading = "heading",
        Key = "key",
        Table = "table",
        Selector = "selector",
        Element = "element",
        View = "view",
        Index = "index",
    }
}

impl SymbolKind {
    /// Whether its body says how it does something, and not what it has.
    pub const fn hides_its_body(self) -> bool {
        matches!(
            self,
            Self::Function | Self::Method | Self::Constructor | Self::Macro | Self::Property
        )
    }

    /// Whether it can be extended, implemented or named as a type.
    pub const fn is_type(self) -> bool {
        use SymbolKind::{Class, Enum, Interface, Struct, Trait, Type, Union};
        matches!(self, Class | Struct | Enum | Union | Interface | Trait | Type)
    }
}

names! {
    /// What a file is to those who look for something: all but source only resembles what they look for.
    FileClass {
        Source = "source",
        Test = "test",
        /// Written by a program.
        Generated = "generated",
        /// In lines that nobody reads.
        Minified = "minified",
        /// Somebody else's.
        Vendored = "vendored",
        Lock = "lock",
    }
}

names! {
    /// Lanes of seed A, in the order of their default priority.
    Lane {
        Policy = "policy",
        Rules = "rules",
        Local = "local",
        Structure = "structure",
        Retrieved = "retrieved",
        History = "history",
    }
}

impl Lane {
    /// The seed's default priority, 0 first.
    pub(crate) const fn default_priority(self) -> u8 {
        self as u8
    }
}

names! {
    /// Artifact kinds of seed A, in the order of their priority.
    ArtifactKind {
        Constraint = "constraint",
        RuleDoc = "rule_doc",
        LocalDiff = "local_diff",
        RecentEdit = "recent_edit",
        SymbolContext = "symbol_context",
        DependencyGraph = "dependency_graph",
        TestContext = "test_context",
        SemanticMatch = "semantic_match",
        SessionHistory = "session_history",
        Violation = "violation",
        Learning = "learning",
    }
}

impl ArtifactKind {
    pub const fn priority(self) -> u8 {
        self as u8
    }

    /// The lane that a kind belongs to (A18).
    pub const fn lane(self) -> Lane {
        match self {
            Self::Constraint | Self::Violation => Lane::Policy,
            Self::RuleDoc => Lane::Rules,
            Self::LocalDiff | Self::RecentEdit => Lane::Local,
            Self::SymbolContext | Self::DependencyGraph | Self::TestContext => Lane::Structure,
            Self::SemanticMatch => Lane::Retrieved,
            Self::SessionHistory | Self::Learning => Lane::History,
        }
    }

    /// How a kind gives way (A12).
    pub const fn shrink_strategy(self) -> ShrinkStrategy {
        match self {
            Self::Constraint | Self::RuleDoc => ShrinkStrategy::Never,
            Self::LocalDiff | Self::RecentEdit | Self::SemanticMatch => {
                ShrinkStrategy::TruncateOldest
            }
            Self::SymbolContext | Self::TestContext => ShrinkStrategy::KeepSignatures,
            Self::DependencyGraph => ShrinkStrategy::CollapseSummary,
            Self::SessionHistory | Self::Violation | Self::Learning => ShrinkStrategy::DropEntries,
        }
    }
}

names! {
    ShrinkStrategy {
        TruncateOldest = "truncate_oldest",
        KeepSignatures = "keep_signatures",
        CollapseSummary = "collapse_summary",
        DropEntries = "drop_entries",
        Never = "never",
    }
}

names! {
    /// Who a text comes from. Shown on every block: a repository's text is shown, not trusted.
    Origin {
        Plimsoll = "plimsoll",
        User = "user",
        Request = "request",
        Repository = "repository",
        Recorded = "recorded",
    }
}

names! {
    /// What may not be done with a text.
    Mark { ReferenceOnly = "reference_only", ReadOnly = "read_only" }
}

impl Mark {
    /// What is said above its block.
    pub const fn said(self) -> &'static str {
        match self {
            Self::ReferenceOnly => "for reference only: the file contract does not allow changes",
            Self::ReadOnly => "read-only: it holds redacted values",
        }
    }
}

names! {
    /// How much of a text a rung shows.
    Level {
        Whole = "whole",
        /// Whole pieces (hunks, entries, sections) are left out.
        Part = "part",
        Regions = "regions",
        Signatures = "signatures",
        Summary = "summary",
    }
}

names! {
    /// The form of the document.
    Format { Markdown = "markdown", Xml = "xml" }
}

names! {
    /// Classes of seed B (B04), what is needed most first. Errors stand apart, since they are never shed.
    PackClass { Always = "always", Errors = "errors", High = "high", Medium = "medium", Low = "low" }
}

names! {
    /// Priorities of seed C.
    Priority { P0 = "P0", P1 = "P1", P2 = "P2", P3 = "P3" }
}

names! {
    /// Block types of seed C, in the order in which they stand when priorities tie.
    BlockType {
        System = "system",
        Constraints = "constraints",
        ProjectMeta = "project_meta",
        File = "file",
        Symbol = "symbol",
        ErrorContext = "error_context",
        DiffHint = "diff_hint",
    }
}
