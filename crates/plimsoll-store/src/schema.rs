//! Formats of the store, and the way from one to the next.

use plimsoll_core::store::StoreError;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::path::Path;

use crate::migrate;
use crate::open::PATIENCE;
use crate::trouble::{from_sqlite, not_ours};

/// The way from one format to the next: a script, and what only a program can do.
struct Step {
    script: &'static str,
    then: fn(&Transaction<'_>) -> rusqlite::Result<()>,
}

/// The first step makes format 1, each further one leads to the next.
const STEPS: &[Step] = &[
    Step { script: include_str!("../schema/0001.sql"), then: |_| Ok(()) },
    Step { script: include_str!("../schema/0002.sql"), then: migrate::to_format_2 },
    Step { script: include_str!("../schema/0003.sql"), then: |_| Ok(()) },
];

/// Marks the file as ours, in SQLite's header field for that: "PLIM".
pub(crate) const APPLICATION_ID: i32 = 0x504C_494D;

/// The newest format that this program knows.
pub(crate) fn known() -> i64 {
    i64::try_from(STEPS.len()).expect("because there are a handful of steps")
}

/// What a file's head says about it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Header {
    format: i64,
    application: i32,
}

impl Header {
    /// Reads the head and nothing else: no lock is taken and no file made beside it. SQLite does the
    /// reading, since it knows which handles it may close while another connection holds locks.
    ///
    /// While another process moves its write-ahead log into the file, the file may be shorter than its head
    /// says. What looks damaged is therefore looked at again as everybody else does, with a lock.
    pub(crate) fn read(path: &Path) -> rusqlite::Result<Self> {
        let flags = OpenFlags::SQLITE_OPEN_NOFOLLOW | OpenFlags::SQLITE_OPEN_URI;
        let only_look = flags | OpenFlags::SQLITE_OPEN_READ_ONLY;
        Self::read_by(&Connection::open_with_flags(unchanging(path), only_look)?).or_else(|_| {
            let flags = OpenFlags::SQLITE_OPEN_NOFOLLOW | OpenFlags::SQLITE_OPEN_READ_WRITE;
            let connection = Connection::open_with_flags(path, flags)?;
            connection.busy_timeout(PATIENCE)?;
            Self::read_by(&connection)
        })
    }

    fn read_by(connection: &Connection) -> rusqlite::Result<Self> {
        Ok(Self {
            format: connection.pragma_query_value(None, "user_version", |row| row.get(0))?,
            application: connection.pragma_query_value(None, "application_id", |row| row.get(0))?,
        })
    }

    pub(crate) fn check(&self, path: &Path) -> Result<(), StoreError> {
        if self.application != APPLICATION_ID {
            return Err(not_ours(path, "a database of another program"));
        }
        check_format(self.format).map(drop)
    }
}

/// The file as an address that tells SQLite to take it as it stands. Every byte that could mean something
/// in an address is written as its number.
fn unchanging(path: &Path) -> String {
    let mut address = String::from("file:");
    for byte in path.as_os_str().as_encoded_bytes() {
        if byte.is_ascii_alphanumeric() || b"/._-".contains(byte) {
            address.push(char::from(*byte));
        } else {
            address.push_str(&format!("%{byte:02X}"));
        }
    }
    address + "?immutable=1"
}

/// How many steps have been taken on a file of this format.
fn check_format(found: i64) -> Result<usize, StoreError> {
    if found > known() {
        return Err(StoreError::Newer { found, known: known() });
    }
    usize::try_from(found)
        .map_err(|_| StoreError::Corrupt(format!("its format is {found}, which none has been")))
}

/// Brings the file to the newest format, in one transaction.
pub(crate) fn migrate(connection: &mut Connection) -> Result<(), StoreError> {
    // The usual case takes no lock: nobody waits for a writer just to look.
    if check_format(format(connection)?)? == STEPS.len() {
        return Ok(());
    }
    let transaction = connection
        .transaction_with_behavior(TransactionBehavior::Immediate)
        .map_err(|error| from_sqlite(&error))?;
    // Somebody else may have been faster, and may be newer.
    let done = check_format(format(&transaction)?)?;
    let run = || -> rusqlite::Result<()> {
        for step in &STEPS[done..] {
            transaction.execute_batch(step.script)?;
            (step.then)(&transaction)?;
        }
        transaction.pragma_update(None, "application_id", APPLICATION_ID)?;
        transaction.pragma_update(None, "user_version", known())?;
        transaction.commit()
    };
    run().map_err(|error| from_sqlite(&error))
}

fn format(connection: &Connection) -> Result<i64, StoreError> {
    connection
        .pragma_query_value(None, "user_version", |row| row.get(0))
        .map_err(|error| from_sqlite(&error))
}
