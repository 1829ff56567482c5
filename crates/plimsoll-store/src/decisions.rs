//! The log in SQLite.

use crate::chain::link;
use crate::codec::{decode, encode};
use crate::trouble::from_sqlite;
use crate::{SHORTEST_PREFIX, SqliteStore, capsules};
use plimsoll_core::parcel::Parcel;
use plimsoll_core::record::Record;
use plimsoll_core::seal::sha256_hex;
use plimsoll_core::store::{
    Entry, Head, HeadSignature, LineContent, LogLine, SignedHead, Store, StoreError, Which,
};
use rusqlite::{Connection, OptionalExtension, Params, Row, Transaction, params};

impl Store for SqliteStore {
    fn append(&self, record: &Record, capsule: Option<&Parcel>) -> Result<u64, StoreError> {
        let text = encode(record)?;
        // Whatever takes time is done before the others have to wait.
        let prepared = capsule.map(|parcel| capsules::prepare(self, parcel)).transpose()?;
        self.write(|transaction| {
            let sequence = append(transaction, record, &text)?;
            if let Some(prepared) = &prepared {
                capsules::put(transaction, sequence, prepared)?;
            }
            Ok(sequence)
        })
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

    fn entries_after(&self, sequence: u64, at_most: usize) -> Result<Vec<Entry>, StoreError> {
        let sql = "SELECT sequence, kept, record FROM decisions \
                   WHERE sequence > ?1 AND record IS NOT NULL ORDER BY sequence LIMIT ?2";
        entries(&self.connection(), sql, params![number(sequence), limit(at_most)])
    }

    fn capsule(&self, sequence: u64) -> Result<Option<Parcel>, StoreError> {
        capsules::get(&self.connection(), sequence)
    }

    fn put_capsule(&self, sequence: u64, capsule: &Parcel) -> Result<(), StoreError> {
        let prepared = capsules::prepare(self, capsule)?;
        let there = self.write(|transaction| {
            let there = has_record(transaction, sequence)?;
            if there {
                capsules::put(transaction, sequence, &prepared)?;
            }
            Ok(there)
        })?;
        if there { Ok(()) } else { Err(StoreError::NoEntry(sequence)) }
    }

    fn head(&self) -> Result<Head, StoreError> {
        head(&self.connection()).map_err(|error| from_sqlite(&error))
    }

    fn start(&self) -> Result<SignedHead, StoreError> {
        let columns = |row: &Row<'_>| {
            let signature = match (row.get(2)?, row.get(3)?) {
                (Some(key), Some(value)) => Some(HeadSignature { key, value }),
                _ => None,
            };
            Ok(SignedHead { count: row.get(0)?, hash: row.get(1)?, signature })
        };
        self.connection()
            .prepare_cached("SELECT count, hash, key, signature FROM log_start")
            .and_then(|mut query| query.query_row([], columns))
            .map_err(|error| from_sqlite(&error))
    }

    fn sign_start(&self, start: &SignedHead) -> Result<(), StoreError> {
        let Some(HeadSignature { key, value }) = &start.signature else { return Ok(()) };
        let sql = "UPDATE log_start SET key = ?1, signature = ?2 WHERE count = ?3 AND hash = ?4";
        self.write(|transaction| {
            transaction.execute(sql, params![key, value, number(start.count), start.hash])?;
            Ok(())
        })
    }

    fn lines(&self, after: u64, at_most: usize) -> Result<Vec<LogLine>, StoreError> {
        let columns = |row: &Row<'_>| {
            let content = match row.get(3)? {
                Some(text) => LineContent::Record(text),
                None => LineContent::Removed { digest: row.get(2)? },
            };
            Ok(LogLine { sequence: row.get(0)?, hash: row.get(1)?, content })
        };
        let sql = "SELECT sequence, hash, digest, record FROM decisions \
                   WHERE sequence > ?1 ORDER BY sequence LIMIT ?2";
        self.connection()
            .prepare_cached(sql)
            .and_then(|mut query| {
                query.query_map(params![number(after), limit(at_most)], columns)?.collect()
            })
            .map_err(|error| from_sqlite(&error))
    }
}

/// Appends within a transaction that already holds the write lock, so that numbers have no gaps and no
/// doubles and the chain does not fork.
pub(crate) fn append(
    transaction: &Transaction<'_>,
    record: &Record,
    text: &str,
) -> rusqlite::Result<u64> {
    let Head { count, hash } = head(transaction)?;
    let sequence = count + 1;
    let digest = sha256_hex(text.as_bytes());
    let hash = link(&hash, sequence, &digest);
    transaction
        .prepare_cached(
            "INSERT INTO decisions (sequence, hash, digest, id, recorded_at, record) \
             VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
        )?
        .execute(params![sequence, hash, digest, record.id, record.recorded_at, text])?;
    Ok(sequence)
}

fn head(connection: &Connection) -> rusqlite::Result<Head> {
    let columns = |row: &Row<'_>| Ok(Head { count: row.get(0)?, hash: row.get(1)? });
    let newest = connection
        .prepare_cached("SELECT sequence, hash FROM decisions ORDER BY sequence DESC LIMIT 1")?
        .query_row([], columns)
        .optional()?;
    match newest {
        Some(head) => Ok(head),
        None => {
            connection.prepare_cached("SELECT count, hash FROM log_start")?.query_row([], columns)
        }
    }
}

fn has_record(connection: &Connection, sequence: u64) -> rusqlite::Result<bool> {
    connection
        .prepare_cached("SELECT 1 FROM decisions WHERE sequence = ?1 AND record IS NOT NULL")?
        .exists([number(sequence)])
}

/// No entry has a number that SQLite cannot hold.
pub(crate) fn number(sequence: u64) -> i64 {
    i64::try_from(sequence).unwrap_or(i64::MAX)
}

pub(crate) fn limit(at_most: usize) -> i64 {
    i64::try_from(at_most).unwrap_or(i64::MAX)
}

fn entries(
    connection: &Connection,
    sql: &str,
    parameters: impl Params,
) -> Result<Vec<Entry>, StoreError> {
    let columns =
        |row: &Row<'_>| Ok((row.get(0)?, row.get::<_, i64>(1)? != 0, row.get::<_, String>(2)?));
    let rows: Vec<(u64, bool, String)> = connection
        .prepare_cached(sql)
        .and_then(|mut query| query.query_map(parameters, columns)?.collect())
        .map_err(|error| from_sqlite(&error))?;
    rows.iter().map(|(sequence, kept, text)| decode(*sequence, *kept, text)).collect()
}

fn newest(connection: &Connection, at_most: usize) -> Result<Vec<Entry>, StoreError> {
    let sql = "SELECT sequence, kept, record FROM decisions \
               WHERE record IS NOT NULL ORDER BY sequence DESC LIMIT ?1";
    entries(connection, sql, [limit(at_most)])
}

fn newest_with_id(connection: &Connection, id: &str) -> Result<Option<Entry>, StoreError> {
    let sql = "SELECT sequence, kept, record FROM decisions \
               WHERE id = ?1 ORDER BY sequence DESC LIMIT 1";
    Ok(entries(connection, sql, [id])?.pop())
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
