//! Opens the store's file, or makes it.

use crate::schema::{self, Header};
use crate::trouble::{from_io, from_sqlite, not_ours};
use plimsoll_core::store::StoreError;
use rusqlite::config::DbConfig;
use rusqlite::{Connection, OpenFlags, Transaction, TransactionBehavior};
use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

/// Longer than any write of ours takes, so that many processes wait for one another.
pub(crate) const PATIENCE: Duration = Duration::from_secs(20);

/// What the write-ahead log may keep of the room that it once needed, in bytes.
const LARGEST_JOURNAL: i64 = 4 << 20;

/// The store in one SQLite file. Threads may share it; processes may open the same file.
#[derive(Debug)]
pub struct SqliteStore {
    connection: Mutex<Connection>,
    /// Why facts could not be kept; nothing depends on them, so nobody was told.
    pub(crate) not_kept: Mutex<Option<String>>,
}

impl SqliteStore {
    /// Opens the store; makes it where there is none.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        let path = resolved(path)?;
        if !check_file(&path)? {
            make(&path)?;
            check_file(&path)?;
        }
        Self::connect(&path)
    }

    /// Opens the store and makes none; `None` where there is none.
    pub fn open_existing(path: &Path) -> Result<Option<Self>, StoreError> {
        if let Some(Ok(false)) = path.parent().map(Path::try_exists) {
            return Ok(None);
        }
        let path = resolved(path)?;
        if check_file(&path)? { Self::connect(&path).map(Some) } else { Ok(None) }
    }

    fn connect(path: &Path) -> Result<Self, StoreError> {
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_NOFOLLOW;
        let mut connection = prepared(path, flags).map_err(|error| from_sqlite(&error))?;
        schema::migrate(&mut connection)?;
        Ok(Self { connection: Mutex::new(connection), not_kept: Mutex::new(None) })
    }

    /// A panic elsewhere leaves no half-done work behind: open transactions are rolled back on the way.
    pub(crate) fn connection(&self) -> MutexGuard<'_, Connection> {
        self.connection.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Transactions that write take the lock at once: one that begins by reading could not get it later.
impl SqliteStore {
    /// Durable when it returns.
    pub(crate) fn write<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        write(&mut self.connection(), work).map_err(|error| from_sqlite(&error))
    }

    /// For what may be lost: not synced on its own, but by the next durable write. The order stays, so what
    /// is durable never depends on what is not.
    pub(crate) fn write_relaxed<T>(
        &self,
        work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
    ) -> Result<T, StoreError> {
        let mut connection = self.connection();
        let relaxed = connection.pragma_update(None, "synchronous", "NORMAL");
        let done = relaxed.and_then(|()| write(&mut connection, work));
        let strict = connection.pragma_update(None, "synchronous", "FULL");
        done.and_then(|done| strict.map(|()| done)).map_err(|error| from_sqlite(&error))
    }
}

fn write<T>(
    connection: &mut Connection,
    work: impl FnOnce(&Transaction<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<T> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let done = work(&transaction)?;
    transaction.commit()?;
    Ok(done)
}

/// The path with the links of its folder resolved, since SQLite is told to follow none.
fn resolved(path: &Path) -> Result<PathBuf, StoreError> {
    let missing = || from_io(path, &io::ErrorKind::InvalidFilename.into());
    let name = path.file_name().ok_or_else(missing)?;
    let folder = match path.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    Ok(folder.canonicalize().map_err(|error| from_io(path, &error))?.join(name))
}

/// Whether the file is there; an error if it is there and not a store of a known format. Only looks.
fn check_file(path: &Path) -> Result<bool, StoreError> {
    match fs::symlink_metadata(path) {
        Ok(found) if found.is_file() => {}
        Ok(_) => return Err(not_ours(path, "a link or folder, not a file")),
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(from_io(path, &error)),
    }
    let header = Header::read(path).map_err(|error| match from_sqlite(&error) {
        StoreError::Corrupt(_) => not_ours(path, "not an SQLite file"),
        other => other,
    })?;
    header.check(path)?;
    Ok(true)
}

/// Makes an empty store. It gets its name only when it is complete, and the first one to get it stays: a
/// half-made store is never seen, and those who begin at once agree.
fn make(path: &Path) -> Result<(), StoreError> {
    let io_trouble = |error: &io::Error| from_io(path, error);
    let folder = path.parent().expect("because the path was joined from folder and name");
    // Temporary files are readable by their owner alone, and SQLite gives its own files the same mode.
    let file = tempfile::Builder::new()
        .prefix(".new-")
        .tempfile_in(folder)
        .map_err(|error| io_trouble(&error))?;
    let flags = OpenFlags::SQLITE_OPEN_READ_WRITE | OpenFlags::SQLITE_OPEN_NOFOLLOW;
    let mut connection = prepared(file.path(), flags).map_err(|error| from_sqlite(&error))?;
    schema::migrate(&mut connection)?;
    // Everything has to be in the file before it has its name, since the log beside it has another. Closing
    // would move it too, but says nothing when that fails.
    let left: i64 = connection
        .query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |row| row.get(0))
        .map_err(|error| from_sqlite(&error))?;
    if left != 0 {
        return Err(io_trouble(&io::ErrorKind::ResourceBusy.into()));
    }
    connection.close().map_err(|(_, error)| from_sqlite(&error))?;
    file.as_file().sync_all().map_err(|error| io_trouble(&error))?;
    // Closed before it has its name: to close a second handle on a file drops the locks that another
    // thread's connection holds on it.
    match file.into_temp_path().persist_noclobber(path) {
        Err(error) if error.error.kind() != io::ErrorKind::AlreadyExists => {
            Err(io_trouble(&error.error))
        }
        _ => sync_folder(folder).map_err(|error| io_trouble(&error)),
    }
}

fn sync_folder(folder: &Path) -> io::Result<()> {
    if cfg!(unix) { File::open(folder)?.sync_all() } else { Ok(()) }
}

/// A connection that waits for others, syncs every commit, and does not believe the file: a repository
/// may have shipped it, so its schema runs nothing.
fn prepared(path: &Path, flags: OpenFlags) -> rusqlite::Result<Connection> {
    let connection = Connection::open_with_flags(path, flags)?;
    connection.busy_timeout(PATIENCE)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_DEFENSIVE, true)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_TRUSTED_SCHEMA, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_TRIGGER, false)?;
    connection.set_db_config(DbConfig::SQLITE_DBCONFIG_ENABLE_VIEW, false)?;
    connection.pragma_update(None, "cell_size_check", true)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    connection.pragma_update(None, "secure_delete", true)?;
    // What is kept is kept in this folder and nowhere else; a confined process has no other one.
    connection.pragma_update(None, "temp_store", "MEMORY")?;
    connection.pragma_update_and_check(None, "journal_mode", "WAL", |_| Ok(()))?;
    connection.pragma_update(None, "synchronous", "FULL")?;
    // One large capsule does not leave a large file behind for good.
    connection.pragma_update_and_check(None, "journal_size_limit", LARGEST_JOURNAL, |_| Ok(()))?;
    Ok(connection)
}
