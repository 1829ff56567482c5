//! Capsules in SQLite: lists of parts, and each different part once.

use crate::SqliteStore;
use crate::decisions::number;
use crate::packed::Packed;
use crate::trouble::from_sqlite;
use plimsoll_core::parcel::Parcel;
use plimsoll_core::seal::sha256;
use plimsoll_core::store::StoreError;
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};

/// How many bytes of blobs go in one transaction: overwriting them takes its time.
const BLOB_BYTES_AT_ONCE: u64 = 8 << 20;

/// A capsule that only has to be written.
pub(crate) struct Prepared<'a> {
    rules: &'a str,
    parts: Vec<Part<'a>>,
}

struct Part<'a> {
    digest: [u8; 32],
    content: &'a [u8],
    /// Nothing where the part was there when it was looked for.
    packed: Option<Packed>,
}

impl<'a> Prepared<'a> {
    /// Hashed; what is not there yet is compressed while it is written.
    pub(crate) fn unpacked(parcel: &'a Parcel) -> Self {
        let part = |content: &'a Vec<u8>| Part { digest: sha256(content), content, packed: None };
        Self { rules: &parcel.rules, parts: parcel.parts.iter().map(part).collect() }
    }
}

/// Hashes every part, and compresses those that are not there yet.
pub(crate) fn prepare<'a>(
    store: &SqliteStore,
    parcel: &'a Parcel,
) -> Result<Prepared<'a>, StoreError> {
    let mut prepared = Prepared::unpacked(parcel);
    for part in &mut prepared.parts {
        let known = blob_id(&store.connection(), &part.digest);
        if known.map_err(|error| from_sqlite(&error))?.is_none() {
            part.packed = Some(Packed::new(part.content, part.digest)?);
        }
    }
    Ok(prepared)
}

/// Writes a capsule for an entry, in the place of one that it may have.
pub(crate) fn put(
    transaction: &Transaction<'_>,
    sequence: u64,
    prepared: &Prepared<'_>,
) -> rusqlite::Result<()> {
    let mut ids = Vec::with_capacity(prepared.parts.len() * 8);
    for part in &prepared.parts {
        let id = match blob_id(transaction, &part.digest)? {
            Some(id) => id,
            None => insert_blob(transaction, part)?,
        };
        ids.extend_from_slice(&id.to_be_bytes());
    }
    transaction
        .prepare_cached(
            "INSERT OR REPLACE INTO capsules (sequence, rules, digest, parts) \
             VALUES (?1, ?2, ?3, ?4)",
        )?
        .execute(params![number(sequence), prepared.rules, digest_of(&prepared.parts), ids])?;
    Ok(())
}

fn insert_blob(transaction: &Transaction<'_>, part: &Part<'_>) -> rusqlite::Result<i64> {
    // It was there a moment ago, and somebody has removed it since.
    let again;
    let packed = match &part.packed {
        Some(packed) => packed,
        None => {
            again = Packed::new(part.content, part.digest)
                .map_err(|error| rusqlite::Error::ToSqlConversionFailure(Box::new(error)))?;
            &again
        }
    };
    transaction
        .prepare_cached("INSERT INTO blobs (content, size, bytes) VALUES (?1, ?2, ?3)")?
        .insert(params![packed.digest, packed.size, packed.bytes])
}

fn blob_id(connection: &Connection, digest: &[u8; 32]) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM blobs WHERE content = ?1")?
        .query_row([digest], |row| row.get(0))
        .optional()
}

/// Covers all parts in their order.
fn digest_of(parts: &[Part<'_>]) -> [u8; 32] {
    let digests: Vec<u8> = parts.iter().flat_map(|part| part.digest).collect();
    sha256(&digests)
}

/// The ids in a list of parts; what is no whole id says that the list is damaged.
fn ids(list: &[u8]) -> Option<Vec<i64>> {
    let (ids, rest) = list.as_chunks::<8>();
    rest.is_empty().then(|| ids.iter().map(|id| i64::from_be_bytes(*id)).collect())
}

/// Reads a capsule, and believes it only when everything in it is what was written.
pub(crate) fn get(connection: &Connection, sequence: u64) -> Result<Option<Parcel>, StoreError> {
    let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
    let row: Option<(String, [u8; 32], Vec<u8>)> = connection
        .prepare_cached("SELECT rules, digest, parts FROM capsules WHERE sequence = ?1")
        .and_then(|mut query| query.query_row([number(sequence)], columns).optional())
        .map_err(|error| from_sqlite(&error))?;
    let Some((rules, digest, list)) = row else { return Ok(None) };
    let damaged = || StoreError::Corrupt(format!("the capsule of decision {sequence} is damaged"));
    let mut parts = Vec::new();
    let mut digests = Vec::new();
    for id in ids(&list).ok_or_else(damaged)? {
        let packed = blob(connection, id).map_err(|error| from_sqlite(&error))?;
        let packed = packed.ok_or_else(damaged)?;
        digests.extend_from_slice(&packed.digest);
        parts.push(packed.open()?);
    }
    if sha256(&digests) != digest {
        return Err(damaged());
    }
    Ok(Some(Parcel { rules, parts }))
}

fn blob(connection: &Connection, id: i64) -> rusqlite::Result<Option<Packed>> {
    let columns =
        |row: &Row<'_>| Ok(Packed { digest: row.get(0)?, size: row.get(1)?, bytes: row.get(2)? });
    connection
        .prepare_cached("SELECT content, size, bytes FROM blobs WHERE id = ?1")?
        .query_row([id], columns)
        .optional()
}

/// Removes the capsules of these entries. Their parts go with [`sweep_some`].
pub(crate) fn remove(transaction: &Transaction<'_>, sequences: &[i64]) -> rusqlite::Result<()> {
    let mut delete = transaction.prepare_cached("DELETE FROM capsules WHERE sequence = ?1")?;
    sequences.iter().try_for_each(|sequence| delete.execute([sequence]).map(drop))
}

/// Removes some of the parts that no capsule has, and says whether there are more.
pub(crate) fn sweep_some(transaction: &Transaction<'_>) -> rusqlite::Result<bool> {
    let mut size = transaction.prepare_cached("SELECT size FROM blobs WHERE id = ?1")?;
    let mut delete = transaction.prepare_cached("DELETE FROM blobs WHERE id = ?1")?;
    let mut room = BLOB_BYTES_AT_ONCE;
    for (at, id) in dead_blobs(transaction)?.iter().enumerate() {
        let bytes: u64 = size.query_row([id], |row| row.get(0))?;
        if at > 0 && bytes > room {
            return Ok(true);
        }
        room = room.saturating_sub(bytes);
        delete.execute([id])?;
    }
    Ok(false)
}

fn dead_blobs(transaction: &Transaction<'_>) -> rusqlite::Result<Vec<i64>> {
    let mut used: Vec<i64> = Vec::new();
    let mut lists = transaction.prepare_cached("SELECT parts FROM capsules")?;
    let mut rows = lists.query([])?;
    while let Some(row) = rows.next()? {
        let list: Vec<u8> = row.get(0)?;
        // A list that is damaged names nothing that could be read.
        used.extend(ids(&list).unwrap_or_default());
    }
    used.sort_unstable();
    used.dedup();
    let mut all = transaction.prepare_cached("SELECT id FROM blobs")?;
    let all = all.query_map([], |row| row.get(0))?;
    let is_dead =
        |id: &rusqlite::Result<i64>| id.as_ref().is_ok_and(|id| used.binary_search(id).is_err());
    all.filter(is_dead).collect()
}
