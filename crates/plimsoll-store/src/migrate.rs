//! What a script cannot do on the way to a newer format.

use crate::capsules;
use crate::chain::link;
use plimsoll_core::capsule::Capsule;
use plimsoll_core::parcel::Parcel;
use plimsoll_core::seal::sha256_hex;
use rusqlite::{Transaction, params};

/// Chains the records that are there, and takes the capsules apart. A capsule that cannot be read any more
/// could not have been replayed either, and goes.
pub(crate) fn to_format_2(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    chain_records(transaction)?;
    take_capsules_apart(transaction)?;
    transaction.execute_batch("DROP TABLE capsules_1; DROP TABLE decisions_1;")
}

fn chain_records(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut hash: String =
        transaction.query_row("SELECT hash FROM log_start", [], |row| row.get(0))?;
    let mut old = transaction
        .prepare("SELECT sequence, id, recorded_at, record FROM decisions_1 ORDER BY sequence")?;
    let mut insert = transaction.prepare(
        "INSERT INTO decisions (sequence, hash, digest, id, recorded_at, record) \
         VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
    )?;
    let mut rows = old.query([])?;
    while let Some(row) = rows.next()? {
        let (sequence, record): (u64, String) = (row.get(0)?, row.get(3)?);
        let (id, recorded_at): (String, i64) = (row.get(1)?, row.get(2)?);
        let digest = sha256_hex(record.as_bytes());
        hash = link(&hash, sequence, &digest);
        insert.execute(params![sequence, hash, digest, id, recorded_at, record])?;
    }
    Ok(())
}

fn take_capsules_apart(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let mut old =
        transaction.prepare("SELECT sequence, bytes FROM capsules_1 ORDER BY sequence")?;
    let mut rows = old.query([])?;
    while let Some(row) = rows.next()? {
        let (sequence, bytes): (u64, Vec<u8>) = (row.get(0)?, row.get(1)?);
        let Ok(capsule) = serde_json::from_slice::<Capsule>(&bytes) else { continue };
        // Under which rules its texts were screened was not kept, so they will be screened again.
        let parcel = Parcel::of(&capsule, "");
        capsules::put(transaction, sequence, &capsules::Prepared::unpacked(&parcel))?;
    }
    Ok(())
}
