//! The log and its capsules in SQLite.

use crate::codec::{decode, encode};
use crate::trouble::from_sqlite;
use crate::{SHORTEST_PREFIX, SqliteStore};
use plimsoll_core::record::Record;
use plimsoll_core::store::{Entry, Store, StoreError, Which};
use rusqlite::{Connection, OptionalExtension, Row, TransactionBehavior, params};

impl Store for SqliteStore {
    fn append(&self, record: &Record, capsule: Option<&[u8]>) -> Result<u64, StoreError> {
        let text = encode(record)?;
        append(&mut self.connection(), record, &text, capsule).map_err(|error| from_sqlite(&error))
    }

    fn entry(&self, which: &Which) -> Result<Option<Entry>, StoreError> {
        let connection = self.connection();
        match which {
            Which::Newest => Ok(newest(&connection, 1)?.pop()),
            Which::Id(id) => match newest_with_id(&connection, id)? {
                Some(entry) => Ok(Some(entry)),
                None => match only_id_from(&connection, id)? {
                    Some(id) => newest_with_id(&connection, &id),
                    None => Ok(None),
                },
            },
        }
    }

    fn entries(&self, at_most: usize) -> Result<Vec<Entry>, StoreError> {
        newest(&self.connection(), at_most)
    }

    fn capsule(&self, sequence: u64) -> Result<Option<Vec<u8>>, StoreError> {
        // No entry has a number that SQLite cannot hold.
        let Ok(sequence) = i64::try_from(sequence) else { return Ok(None) };
        self.connection()
            .prepare_cached("SELECT bytes FROM capsules WHERE sequence = ?1")
            .and_then(|mut query| query.query_row([sequence], |row| row.get(0)).optional())
            .map_err(|error| from_sqlite(&error))
    }
}

/// Takes the write lock before it looks for the next number, so that numbers have no gaps and no doubles.
fn append(
    connection: &mut Connection,
    record: &Record,
    text: &str,
    capsule: Option<&[u8]>,
) -> rusqlite::Result<u64> {
    let transaction = connection.transaction_with_behavior(TransactionBehavior::Immediate)?;
    let sequence: u64 = transaction
        .prepare_cached(
            "INSERT INTO decisions (sequence, id, recorded_at, record) \
             VALUES ((SELECT coalesce(max(sequence), 0) + 1 FROM decisions), ?1, ?2, ?3) \
             RETURNING sequence",
        )?
        .query_row(params![record.id, record.recorded_at, text], |row| row.get(0))?;
    if let Some(bytes) = capsule {
        transaction
            .prepare_cached("INSERT INTO capsules (sequence, bytes) VALUES (?1, ?2)")?
            .execute(params![sequence, bytes])?;
    }
    transaction.commit()?;
    Ok(sequence)
}

fn newest(connection: &Connection, at_most: usize) -> Result<Vec<Entry>, StoreError> {
    let most = i64::try_from(at_most).unwrap_or(i64::MAX);
    let rows = connection
        .prepare_cached("SELECT sequence, record FROM decisions ORDER BY sequence DESC LIMIT ?1")
        .and_then(|mut query| query.query_map([most], columns)?.collect::<Result<Vec<_>, _>>())
        .map_err(|error| from_sqlite(&error))?;
    rows.iter().map(|(sequence, text)| decode(*sequence, text)).collect()
}

fn newest_with_id(connection: &Connection, id: &str) -> Result<Option<Entry>, StoreError> {
    let row = connection
        .prepare_cached(
            "SELECT sequence, record FROM decisions WHERE id = ?1 ORDER BY sequence DESC LIMIT 1",
        )
        .and_then(|mut query| query.query_row([id], columns).optional())
        .map_err(|error| from_sqlite(&error))?;
    row.map(|(sequence, text)| decode(sequence, &text)).transpose()
}

fn columns(row: &Row<'_>) -> rusqlite::Result<(u64, String)> {
    Ok((row.get(0)?, row.get(1)?))
}

/// The only id that begins so. In the order of bytes such ids follow one another, beginning with the
/// first that is not below the prefix, so two look-ups in the index are enough.
fn only_id_from(connection: &Connection, prefix: &str) -> Result<Option<String>, StoreError> {
    if prefix.chars().count() < SHORTEST_PREFIX {
        return Ok(None);
    }
    let begins = |id: &String| id.starts_with(prefix);
    let at_least = "SELECT min(id) FROM decisions WHERE id >= ?1";
    let Some(first) = look_up(connection, at_least, prefix)?.filter(begins) else {
        return Ok(None);
    };
    let above = "SELECT min(id) FROM decisions WHERE id > ?1";
    match look_up(connection, above, &first)?.filter(begins) {
        Some(_) => Err(StoreError::Ambiguous { prefix: prefix.to_owned() }),
        None => Ok(Some(first)),
    }
}

fn look_up(connection: &Connection, sql: &str, id: &str) -> Result<Option<String>, StoreError> {
    connection
        .prepare_cached(sql)
        .and_then(|mut query| query.query_row([id], |row| row.get(0)))
        .map_err(|error| from_sqlite(&error))
}
