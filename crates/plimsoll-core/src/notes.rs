//! What somebody recorded for later calls: violations, learnings, turns of a conversation (seed A).

use crate::vocab::names;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Something that was recorded. Its texts were screened before it was kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
pub enum Note {
    /// A rule was broken in a file.
    Violation {
        /// From the root.
        file: String,
        message: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        rule: Option<String>,
    },
    /// What to do the next time that something happens.
    Learning { trigger: String, action: String },
    /// Something that was said.
    Turn { session: String, role: Role, text: String },
}

names! {
    /// Kinds of notes.
    NoteKind { Violation = "violation", Learning = "learning", Turn = "turn" }
}

names! {
    /// Who said something.
    Role { User = "user", Assistant = "assistant", Tool = "tool" }
}

impl Note {
    pub const fn kind(&self) -> NoteKind {
        match self {
            Self::Violation { .. } => NoteKind::Violation,
            Self::Learning { .. } => NoteKind::Learning,
            Self::Turn { .. } => NoteKind::Turn,
        }
    }
}

/// A note as it is kept.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Noted {
    /// Given once and never again.
    pub id: u32,
    /// In milliseconds since 1970.
    pub made_at_ms: i64,
    pub note: Note,
}
