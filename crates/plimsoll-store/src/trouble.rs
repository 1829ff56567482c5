//! What SQLite says → what the caller can do about it.

use plimsoll_core::escape::reveal_line;
use plimsoll_core::store::StoreError;
use rusqlite::{Error, ErrorCode};
use std::path::Path;

pub(crate) fn from_sqlite(error: &Error) -> StoreError {
    let what = reveal_line(&error.to_string()).into_owned();
    let Some(code) = error.sqlite_error_code() else {
        // A row that does not have the form that the schema promises.
        return StoreError::Corrupt(what);
    };
    match code {
        ErrorCode::NotADatabase | ErrorCode::DatabaseCorrupt | ErrorCode::TypeMismatch => {
            StoreError::Corrupt(format!("{what}; move its file away, a new store is made"))
        }
        ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked => StoreError::Unavailable(format!(
            "another process has held the store for too long ({what}); try again"
        )),
        ErrorCode::DiskFull => {
            StoreError::Unavailable(format!("the disk is full ({what}); make room and try again"))
        }
        ErrorCode::ReadOnly | ErrorCode::CannotOpen | ErrorCode::PermissionDenied => {
            StoreError::Unavailable(format!(
                "the store cannot be written ({what}); give a writable state folder with --state"
            ))
        }
        _ => StoreError::Unavailable(format!("the store does not work: {what}")),
    }
}

pub(crate) fn from_io(path: &Path, error: &std::io::Error) -> StoreError {
    StoreError::Unavailable(format!(
        "the store `{}` cannot be opened: {error}; give a writable state folder with --state",
        reveal_line(&path.to_string_lossy())
    ))
}

pub(crate) fn not_ours(path: &Path, what: &str) -> StoreError {
    StoreError::Corrupt(format!(
        "`{}` is {what}; move it away, a new store is made",
        reveal_line(&path.to_string_lossy())
    ))
}
