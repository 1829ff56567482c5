//! Signed evidence of what a model was shown: an in-toto statement over the digests of a result, in a DSSE envelope.
//!
//! The statement holds digests, ids and numbers: no path, no content. Both forms are the common ones, so that others
//! can verify it without this program; `docs/evidence.md` says how.

mod envelope;
mod statement;
mod verify;

use plimsoll_core::escape::quoted;

pub(crate) use statement::is_evidence;
pub use statement::{Predicate, Statement, Subject};
pub use verify::{Presented, VerifiedEvidence, verify_evidence};

/// Why there is no evidence, or none that could be verified.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum EvidenceError {
    #[error(
        "this is no signed evidence (line {line}, column {column}); `plimsoll build --sign` makes it"
    )]
    NotAnEnvelope { line: usize, column: usize },
    #[error("the envelope has more {0}, so it is none of ours")]
    TooMuch(&'static str),
    #[error("the {0} of the envelope is not base64")]
    NotBase64(&'static str),
    #[error("the envelope holds something else than an in-toto statement: {}", quoted(.0))]
    OtherPayload(String),
    #[error("the statement is of another kind, which is not known here: {}", quoted(.0))]
    OtherStatement(String),
    #[error("what was signed is no statement about a result of plimsoll")]
    NotAStatement,
    #[error("the result is not JSON (line {line}, column {column})")]
    NotAResult { line: usize, column: usize },
    /// One value can be written in many ways, and two readers may read one of them differently.
    #[error("the result is not as plimsoll writes it; give the file that it wrote")]
    NotAsWritten,
    #[error("the signature is not one of this key over the statement")]
    BadSignature,
}
