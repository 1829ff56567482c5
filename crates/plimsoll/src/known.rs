//! One file: what is known of it, its text, or why there is none.

use crate::screening::screen_message;
use plimsoll_core::capsule::PassedOver;
use plimsoll_core::screened::{Finding, Screened, Screening};
use plimsoll_core::seal;
use plimsoll_core::vocab::FileClass;
use plimsoll_guard::{Silenced, Watch};
use plimsoll_workspace::{
    Attributes, Encoding, FileEntry, LeftOutReason, RelPath, Text, class_of, language_of,
};
use serde::{Deserialize, Serialize};

/// A file whose text may be shown. The text itself is read again where it is needed: a project has more of it
/// than a machine has memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct KnownFile {
    pub(crate) path: RelPath,
    pub(crate) byte_size: u64,
    pub(crate) encoding: Encoding,
    pub(crate) language: Option<&'static str>,
    pub(crate) class: FileClass,
    /// The sha256 of the screened text, and its length.
    pub(crate) content: [u8; 32],
    pub(crate) length: usize,
    pub(crate) findings: Vec<Finding>,
    /// What would be a finding if nobody had declared it to be none.
    pub(crate) silenced: Vec<Silenced>,
}

/// A file with its text.
#[derive(Debug, Clone)]
pub(crate) struct OpenFile {
    pub(crate) known: KnownFile,
    pub(crate) text: Screened,
}

impl OpenFile {
    /// Has a text screened, and notes what it is.
    pub(crate) fn screen(
        watch: &Watch,
        attributes: &Attributes,
        entry: &FileEntry,
        text: &Text,
    ) -> Result<Self, Unseen> {
        let path = entry.path.as_str();
        let language = language_of(path, &text.text);
        let watched = watch.screen(path, &text.text);
        match watched.screening {
            Screening::Shown(screened) => Ok(Self {
                known: KnownFile {
                    path: entry.path.clone(),
                    byte_size: text.byte_size,
                    encoding: text.encoding,
                    language,
                    class: class_of(path, &text.text, language, attributes),
                    content: seal::sha256(screened.text().as_bytes()),
                    length: screened.text().len(),
                    findings: screened.findings().to_vec(),
                    silenced: watched.silenced,
                },
                text: screened,
            }),
            Screening::Withheld(findings) => Err(Unseen::Withheld(findings)),
        }
    }

    pub(crate) fn path(&self) -> &str {
        self.known.path.as_str()
    }
}

/// Why a file cannot be shown.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Unseen {
    LeftOut(LeftOutReason),
    /// It holds a secret whose bounds are in doubt.
    Withheld(Vec<Finding>),
    /// An earlier document of ours: a copy of what is there anyway.
    OwnDocument,
    /// Its name holds a secret: how it may be shown instead.
    SecretName(String),
}

/// It is not what it was a moment ago.
pub(crate) const CHANGED: Unseen = Unseen::LeftOut(LeftOutReason::ChangedWhileReading);

impl Unseen {
    /// For a path that holds a secret.
    pub(crate) fn secret_name(path: &str) -> Self {
        Self::SecretName(screen_message(path))
    }

    /// A word for programs.
    pub(crate) fn word(&self) -> String {
        match self {
            Self::Withheld(_) | Self::SecretName(_) => "secret_risk".to_owned(),
            Self::OwnDocument => "own_document".to_owned(),
            Self::LeftOut(reason) => {
                let value = serde_json::to_value(reason).unwrap_or_default();
                value["reason"].as_str().unwrap_or("unreadable").to_owned()
            }
        }
    }

    /// Seed C's word.
    pub(crate) fn code(&self) -> &'static str {
        match self {
            Self::Withheld(_) | Self::SecretName(_) => "secret_risk",
            Self::OwnDocument => "duplicate",
            Self::LeftOut(reason) => reason.code(),
        }
    }

    /// As it may be said.
    pub(crate) fn describe(&self) -> String {
        screen_message(&self.in_full())
    }

    /// It may quote a line of an ignore file, which is a text like any other.
    pub(crate) fn in_full(&self) -> String {
        match self {
            Self::LeftOut(reason) => reason.describe(),
            Self::OwnDocument => "a document or capsule that plimsoll made".to_owned(),
            Self::SecretName(_) => "its name holds a secret".to_owned(),
            Self::Withheld(findings) => {
                let lines: Vec<String> = findings
                    .iter()
                    .map(|finding| format!("{} on line {}", finding.rule, finding.line))
                    .collect();
                format!("it holds a secret whose bounds are in doubt ({})", lines.join(", "))
            }
        }
    }

    pub(crate) fn passed_over(&self, path: &str) -> PassedOver {
        PassedOver { path: path.to_owned(), reason: self.word(), detail: self.describe() }
    }
}
