//! Facts in SQLite. Losing one costs time and never an answer, so nothing here is an error.

use crate::decisions::limit;
use crate::{SqliteStore, extractors};
use plimsoll_core::store::{FactKey, Facts};
use rusqlite::{Connection, OptionalExtension, Row, Transaction, params};
use std::collections::BTreeMap;
use std::sync::PoisonError;

impl Facts for SqliteStore {
    fn lookup(&self, keys: &[FactKey]) -> Vec<Option<Vec<u8>>> {
        let sql = "SELECT value FROM facts WHERE extractor = ?1 AND content = ?2";
        let found = look_up(&mut self.connection(), keys, sql, |row| row.get(0));
        found.unwrap_or_else(|_| vec![None; keys.len()])
    }

    fn keep(&self, facts: &[(FactKey, Vec<u8>)]) {
        if facts.is_empty() {
            return;
        }
        // What could not be kept is found again next time.
        if let Err(error) = self.write_relaxed(|transaction| keep(transaction, facts)) {
            *self.not_kept.lock().unwrap_or_else(PoisonError::into_inner) = Some(error.to_string());
        }
    }

    fn trouble(&self) -> Option<String> {
        self.not_kept.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }

    fn known(&self, keys: &[FactKey]) -> Vec<bool> {
        // The index alone answers this.
        let sql = "SELECT 1 FROM facts WHERE extractor = ?1 AND content = ?2";
        let found = look_up(&mut self.connection(), keys, sql, |_| Ok(()));
        found.map_or_else(
            |_| vec![false; keys.len()],
            |found| found.iter().map(Option::is_some).collect(),
        )
    }
}

/// The number of each extractor by its name, asked for once.
type Extractors<'a> = BTreeMap<&'a str, Option<i64>>;

fn extractor(connection: &Connection, name: &str) -> rusqlite::Result<Option<i64>> {
    connection
        .prepare_cached("SELECT id FROM extractors WHERE name = ?1")?
        .query_row([name], |row| row.get(0))
        .optional()
}

/// One read transaction for all keys: one lock instead of thousands.
fn look_up<T>(
    connection: &mut Connection,
    keys: &[FactKey],
    sql: &str,
    value: impl Fn(&Row<'_>) -> rusqlite::Result<T>,
) -> rusqlite::Result<Vec<Option<T>>> {
    let transaction = connection.transaction()?;
    let mut query = transaction.prepare_cached(sql)?;
    let mut extractors = Extractors::new();
    let mut found = Vec::with_capacity(keys.len());
    for key in keys {
        let id = match extractors.get(key.extractor.as_str()) {
            Some(known) => *known,
            None => {
                let id = extractor(&transaction, &key.extractor)?;
                extractors.insert(&key.extractor, id);
                id
            }
        };
        found.push(match id {
            Some(id) => query.query_row(params![id, key.content], &value).optional()?,
            None => None,
        });
    }
    Ok(found)
}

/// One write transaction for all facts.
fn keep(transaction: &Transaction<'_>, facts: &[(FactKey, Vec<u8>)]) -> rusqlite::Result<()> {
    let mut insert = transaction.prepare_cached(
        "INSERT OR REPLACE INTO facts (extractor, content, value) VALUES (?1, ?2, ?3)",
    )?;
    let mut extractors = Extractors::new();
    for (key, value) in facts {
        let id = match extractors.get(key.extractor.as_str()) {
            Some(known) => *known,
            None => {
                transaction.execute(
                    "INSERT OR IGNORE INTO extractors (name) VALUES (?1)",
                    [&key.extractor],
                )?;
                let id = extractor(transaction, &key.extractor)?;
                extractors.insert(&key.extractor, id);
                id
            }
        };
        insert.execute(params![id, key.content, value])?;
    }
    Ok(())
}

/// The extractors that nobody uses any more.
pub(crate) fn stale_extractors(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut query =
        connection.prepare_cached("SELECT id, name FROM extractors ORDER BY id DESC")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get(1)?)))?;
    let known = rows.collect::<rusqlite::Result<Vec<(i64, String)>>>()?;
    let stale = extractors::stale(known.iter().map(|(_, name)| name.as_str()));
    Ok(known.iter().zip(stale).filter_map(|((id, _), stale)| stale.then_some(*id)).collect())
}

/// Removes facts that these extractors made, and extractors that have none left.
pub(crate) fn remove_of(
    transaction: &Transaction<'_>,
    extractors: &[i64],
    at_most: usize,
) -> rusqlite::Result<usize> {
    let mut gone = 0;
    for extractor in extractors {
        gone += transaction.execute(
            "DELETE FROM facts WHERE rowid IN \
             (SELECT rowid FROM facts WHERE extractor = ?1 LIMIT ?2)",
            params![extractor, limit(at_most - gone)],
        )?;
        if gone == at_most {
            return Ok(gone);
        }
        transaction.execute("DELETE FROM extractors WHERE id = ?1", [extractor])?;
    }
    Ok(gone)
}

pub(crate) fn remove_oldest(
    transaction: &Transaction<'_>,
    at_most: usize,
) -> rusqlite::Result<usize> {
    transaction.execute(
        "DELETE FROM facts WHERE rowid IN (SELECT rowid FROM facts ORDER BY rowid LIMIT ?1)",
        [limit(at_most)],
    )
}
