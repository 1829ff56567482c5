//! Why something is not shown. Every file and folder that the walk meets is in the tree or has one of
//! these reasons.

use plimsoll_core::escape::reveal_line;
use plimsoll_core::limit::Grouped;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use std::io;

/// Something that is not shown, and why.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct LeftOut {
    /// As it is, not escaped: who shows it escapes it. A folder ends with `/`. Bytes that are not UTF-8
    /// are spelled out as by [`display_name`].
    pub path: String,
    pub reason: LeftOutReason,
}

#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, JsonSchema)]
#[serde(tag = "reason", rename_all = "snake_case")]
pub enum LeftOutReason {
    /// On the built-in list of what never leaves.
    NeverSend {
        pattern: String,
    },
    /// A deny glob of the settings; `origin` says whose.
    Denied {
        pattern: String,
        origin: String,
    },
    /// A line of an ignore file. A file that cannot be understood and has to be taken as blocking
    /// everything has line 0 and an empty pattern.
    Ignored {
        file: String,
        line: u32,
        pattern: String,
    },
    /// Build output or downloaded code.
    Bulk {
        folder: String,
    },
    /// A link whose target is absolute or leaves the root.
    OutsideRoot,
    DanglingLink,
    /// A link that leads to itself, or to a folder that it lies in.
    LinkLoop,
    /// A link to something that is known under its own path.
    Duplicate {
        of: String,
    },
    /// A fifo, socket or device.
    SpecialFile,
    NameNotUtf8,
    Binary,
    UnsupportedEncoding,
    TooLarge {
        size: u64,
        limit: u64,
    },
    Unreadable {
        what: String,
    },
    ChangedWhileReading,
    TooDeep,
    /// A file that was named, but is not there.
    Missing,
    /// Another repository that is kept inside this one.
    Submodule,
    /// A git repository's own files, outside of `.git`.
    GitStore,
    /// The folder in which plimsoll keeps its decisions.
    OwnState,
    /// Where the result of this call goes.
    OwnResult,
}

impl LeftOutReason {
    /// The part of a sentence that follows `left out: `.
    pub fn describe(&self) -> String {
        match self {
            Self::NeverSend { pattern } => {
                format!("never sent, since its name is of the kind `{}`", reveal_line(pattern))
            }
            Self::Denied { pattern, origin } => {
                format!("denied by `{}` ({})", reveal_line(pattern), reveal_line(origin))
            }
            Self::Ignored { file, line: 0, .. } => {
                format!("ignored, since `{}` blocks everything below it", reveal_line(file))
            }
            Self::Ignored { file, line, pattern } => {
                let (pattern, file) = (reveal_line(pattern), reveal_line(file));
                format!("ignored by `{pattern}` in `{file}`, line {line}")
            }
            Self::Bulk { folder } => {
                format!("in `{}`, build output or downloaded code by its name", reveal_line(folder))
            }
            Self::OutsideRoot => "a link that leaves the root".into(),
            Self::DanglingLink => "a link to something that does not exist".into(),
            Self::LinkLoop => "a link that leads back to itself".into(),
            Self::Duplicate { of } => format!("a link to `{}`", reveal_line(of)),
            Self::SpecialFile => "not a regular file".into(),
            Self::NameNotUtf8 => "its name is not UTF-8".into(),
            Self::Binary => "binary".into(),
            Self::UnsupportedEncoding => "not in an encoding that is understood".into(),
            Self::TooLarge { size, limit } => {
                format!("{} bytes, more than the {} allowed", Grouped(*size), Grouped(*limit))
            }
            Self::Unreadable { what } => format!("cannot be read ({})", reveal_line(what)),
            Self::ChangedWhileReading => "changed while it was read".into(),
            Self::TooDeep => "nested too deeply".into(),
            Self::Missing => "does not exist".into(),
            Self::Submodule => "another repository (a submodule)".into(),
            Self::GitStore => "part of a git repository's own files".into(),
            Self::OwnState => "where plimsoll keeps its decisions".into(),
            Self::OwnResult => "the result of this call".into(),
        }
    }

    /// The word that seed C has for it (C07).
    pub const fn code(&self) -> &'static str {
        match self {
            Self::NeverSend { .. }
            | Self::Denied { .. }
            | Self::Ignored { .. }
            | Self::Bulk { .. }
            | Self::GitStore
            | Self::OwnState
            | Self::OwnResult => "deny_rule",
            Self::OutsideRoot | Self::LinkLoop | Self::Submodule => "outside_sandbox",
            Self::Duplicate { .. } => "duplicate",
            Self::Binary | Self::SpecialFile => "binary",
            Self::UnsupportedEncoding => "unsupported_encoding",
            Self::TooLarge { .. } => "too_large",
            Self::ChangedWhileReading => "changed_while_reading",
            Self::DanglingLink
            | Self::NameNotUtf8
            | Self::Unreadable { .. }
            | Self::TooDeep
            | Self::Missing => "unreadable",
        }
    }

    /// What the operating system said, in words that do not depend on its language.
    pub(crate) fn from_io(error: &io::Error) -> Self {
        if error.kind() == io::ErrorKind::NotFound {
            return Self::Missing;
        }
        Self::Unreadable { what: error.kind().to_string() }
    }
}

/// A file name as text. What is not UTF-8 is spelled out byte by byte as `⟨0xFF⟩`, and so is an opening
/// bracket in such a name: two different names that are not UTF-8 never look the same.
#[cfg(unix)]
pub(crate) fn display_name(name: &std::ffi::OsStr) -> String {
    use std::fmt::Write;
    use std::os::unix::ffi::OsStrExt;
    const OPEN: char = '\u{27E8}';
    if let Some(text) = name.to_str() {
        return text.to_owned();
    }
    let mut out = String::new();
    let spell = |out: &mut String, bytes: &[u8]| {
        for byte in bytes {
            write!(out, "\u{27E8}0x{byte:02X}\u{27E9}").expect("because a String takes everything");
        }
    };
    for chunk in name.as_bytes().utf8_chunks() {
        for c in chunk.valid().chars() {
            if c == OPEN {
                spell(&mut out, OPEN.encode_utf8(&mut [0; 4]).as_bytes());
            } else {
                out.push(c);
            }
        }
        spell(&mut out, chunk.invalid());
    }
    out
}

#[cfg(not(unix))]
pub(crate) fn display_name(name: &std::ffi::OsStr) -> String {
    name.to_string_lossy().into_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reasons_have_the_names_that_others_rely_on() {
        let reason =
            LeftOutReason::Ignored { file: ".gitignore".into(), line: 3, pattern: "*.txt".into() };
        let json = serde_json::to_string(&reason).unwrap();
        let expected = r#"{"reason":"ignored","file":".gitignore","line":3,"pattern":"*.txt"}"#;
        assert_eq!(json, expected);
        assert_eq!(serde_json::from_str::<LeftOutReason>(&json).unwrap(), reason);
        assert_eq!(reason.describe(), "ignored by `*.txt` in `.gitignore`, line 3");
        assert_eq!(reason.code(), "deny_rule");
    }

    #[cfg(unix)]
    #[test]
    fn names_that_are_not_utf8_stay_apart() {
        use std::ffi::OsStr;
        use std::os::unix::ffi::OsStrExt;
        let shown = |bytes: &[u8]| display_name(OsStr::from_bytes(bytes));
        assert_eq!(shown(b"a\xFFb"), "a⟨0xFF⟩b");
        assert_ne!(shown(b"\xE2\x9F\xA80xFE\xE2\x9F\xA9\xFF"), shown(b"\xFE\xFF"));
    }
}
