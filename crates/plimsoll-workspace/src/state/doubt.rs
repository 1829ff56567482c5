//! Why something in a state folder is not believed.

use thiserror::Error;

/// Why something is not believed. The texts follow its name.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Doubt {
    #[error("is a symbolic link")]
    Link,
    #[error("is not a folder")]
    NotAFolder,
    #[error("is not a file")]
    NotAFile,
    #[error("belongs to another user ({0})")]
    Foreign(u32),
    #[error("is open to other users (mode {0:03o})")]
    Open(u32),
    #[error("has no seal")]
    NoSeal,
    #[error("is not sealed with your key")]
    OtherSeal,
    #[error("was sealed with your key, but as another folder: it is a copy")]
    Copied,
}
