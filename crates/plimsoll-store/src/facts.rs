//! Facts in SQLite. Losing one costs time and never an answer, so nothing here is an error.

use crate::SqliteStore;
use plimsoll_core::store::{FactKey, Facts};
use rusqlite::{Connection, OptionalExtension, params};

impl Facts for SqliteStore {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        look_up(&mut self.connection(), keys).unwrap_or_else(|_| vec![None; keys.len()])
    }

    fn keep(&self, facts: &[(FactKey, Vec<u8>)]) {
        // What could not be kept is found again next time.
        let _ = keep(&mut self.connection(), facts);
    }
}

/// One read transaction for all keys: one lock instead of thousands.
fn look_up(
    connection: &mut Connection,
    keys: &[FactKey],
) -> rusqlite::Result<Vec<Option<Vec<u8>>>> {
    let transaction = connection.transaction()?;
    let mut query = transaction
        .prepare_cached("SELECT value FROM facts WHERE extractor = ?1 AND content = ?2")?;
    keys.iter()
        .map(|key| {
            query.query_row(params![key.extractor, key.content], |row| row.get(0)).optional()
        })
        .collect()
}

/// One write transaction for all facts: one sync instead of thousands.
fn keep(connection: &mut Connection, facts: &[(FactKey, Vec<u8>)]) -> rusqlite::Result<()> {
    if facts.is_empty() {
        return Ok(());
    }
    let transaction = connection.transaction()?;
    {
        let mut insert = transaction.prepare_cached(
            "INSERT OR REPLACE INTO facts (extractor, content, value) VALUES (?1, ?2, ?3)",
        )?;
        for (key, value) in facts {
            insert.execute(params![key.extractor, key.content, value])?;
        }
    }
    transaction.commit()
}
