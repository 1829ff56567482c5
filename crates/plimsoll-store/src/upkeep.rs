//! Removing, in SQLite. In small transactions, so that whoever appends waits a moment at most; SQLite
//! overwrites what goes (`secure_delete`).

use crate::SqliteStore;
use crate::capsules::ids;
use crate::decisions::{limit, number};
use crate::trouble::from_sqlite;
use plimsoll_core::store::{FactSpan, Span, StoreError, Upkeep};
use rusqlite::{Connection, OptionalExtension, Transaction, params};
use std::collections::BTreeMap;

/// How many entries or capsules go in one transaction.
const ENTRIES_AT_ONCE: usize = 200;
const FACTS_AT_ONCE: usize = 2000;
/// How many bytes of blobs go in one transaction: overwriting them takes its time.
const BLOB_BYTES_AT_ONCE: u64 = 8 << 20;
/// Of each family of extractors so many are in use: the newest, and the one that another version of plimsoll
/// on the same store may still want.
const EXTRACTORS_IN_USE: usize = 2;

/// Narrows entries to those that have a capsule.
const WITH_CAPSULE: &str = "JOIN capsules USING (sequence)";

impl Upkeep for SqliteStore {
    fn mark_kept(&self, sequence: u64, kept: bool) -> Result<(), StoreError> {
        let sql = "UPDATE decisions SET kept = ?1 WHERE sequence = ?2 AND record IS NOT NULL";
        match self.write(|t| t.execute(sql, params![kept, number(sequence)]))? {
            0 => Err(StoreError::NoEntry(sequence)),
            _ => Ok(()),
        }
    }

    fn remove_capsules(&self, span: Span) -> Result<u64, StoreError> {
        if !self.means_any(WITH_CAPSULE, span)? {
            return Ok(0);
        }
        let removed = in_batches(span, |span, at_most| {
            self.write(|transaction| {
                let sequences = meant(transaction, WITH_CAPSULE, span, at_most)?;
                remove_capsules(transaction, &sequences)?;
                Ok(sequences.len())
            })
        })?;
        self.sweep()?;
        Ok(removed)
    }

    fn remove_entries(&self, span: Span) -> Result<u64, StoreError> {
        if !self.means_any("", span)? {
            return Ok(0);
        }
        let removed = in_batches(span, |span, at_most| {
            self.write(|transaction| {
                let sequences = meant(transaction, "", span, at_most)?;
                remove_capsules(transaction, &sequences)?;
                let mut empty = transaction.prepare_cached(
                    "UPDATE decisions SET id = NULL, recorded_at = NULL, record = NULL \
                     WHERE sequence = ?1",
                )?;
                for sequence in &sequences {
                    empty.execute([sequence])?;
                }
                advance_start(transaction)?;
                Ok(sequences.len())
            })
        })?;
        self.sweep()?;
        Ok(removed)
    }

    fn remove_facts(&self, span: FactSpan) -> Result<u64, StoreError> {
        let (mut left, stale) = match span {
            FactSpan::All => (usize::MAX, None),
            FactSpan::Oldest(count) => (count, None),
            FactSpan::Stale => {
                let stale = stale_extractors(&self.connection());
                let stale = stale.map_err(|error| from_sqlite(&error))?;
                if stale.is_empty() {
                    return Ok(0);
                }
                (usize::MAX, Some(stale))
            }
        };
        let mut removed = 0;
        while left > 0 {
            let at_most = left.min(FACTS_AT_ONCE);
            let gone = self.write_relaxed(|t| match &stale {
                Some(extractors) => remove_facts_of(t, extractors, at_most),
                None => t.execute(
                    "DELETE FROM facts WHERE rowid IN \
                     (SELECT rowid FROM facts ORDER BY rowid LIMIT ?1)",
                    [limit(at_most)],
                ),
            })?;
            removed += gone as u64;
            left -= gone.min(left);
            if gone < at_most {
                break;
            }
        }
        Ok(removed)
    }

    fn clear_cache(&self) -> Result<(), StoreError> {
        self.write_relaxed(|t| t.execute("DELETE FROM cache", [])).map(drop)
    }

    fn size(&self) -> Result<u64, StoreError> {
        let connection = self.connection();
        let pragma = |name: &str| -> Result<u64, StoreError> {
            connection
                .pragma_query_value(None, name, |row| row.get(0))
                .map_err(|error| from_sqlite(&error))
        };
        let pages = pragma("page_count")?.saturating_sub(pragma("freelist_count")?);
        Ok(pages.saturating_mul(pragma("page_size")?))
    }

    fn recent_times(&self, at_most: usize) -> Result<Vec<u64>, StoreError> {
        let sql = "SELECT recorded_at FROM decisions \
                   WHERE record IS NOT NULL ORDER BY sequence DESC LIMIT ?1";
        self.connection()
            .prepare_cached(sql)
            .and_then(|mut query| query.query_map([limit(at_most)], |row| row.get(0))?.collect())
            .map_err(|error| from_sqlite(&error))
    }

    fn compact(&self) -> Result<(), StoreError> {
        // Somebody may have been killed between removing and sweeping.
        self.sweep()?;
        let connection = self.connection();
        connection
            .execute_batch("VACUUM")
            .and_then(|()| connection.query_row("PRAGMA wal_checkpoint(TRUNCATE)", [], |_| Ok(())))
            .map_err(|error| from_sqlite(&error))
    }
}

/// Removes batch by batch until the span is empty, or as many as it names are gone.
fn in_batches(
    span: Span,
    mut remove: impl FnMut(Span, usize) -> Result<usize, StoreError>,
) -> Result<u64, StoreError> {
    let mut left = if let Span::Oldest(count) = span { count } else { usize::MAX };
    let mut removed = 0;
    while left > 0 {
        let at_most = left.min(ENTRIES_AT_ONCE);
        let gone = remove(span, at_most)?;
        removed += gone as u64;
        left -= gone.min(left);
        if gone < at_most {
            break;
        }
    }
    Ok(removed)
}

/// The first entries of a span, in the order of the log.
fn meant(
    connection: &Connection,
    join: &str,
    span: Span,
    at_most: usize,
) -> rusqlite::Result<Vec<i64>> {
    let (condition, value) = match span {
        Span::All | Span::Oldest(_) => ("?1 = 0", 0),
        Span::One(sequence) => ("sequence = ?1", number(sequence)),
        Span::Before(time) => ("recorded_at < ?1", number(time)),
    };
    let sql = format!(
        "SELECT sequence FROM decisions {join} \
         WHERE record IS NOT NULL AND kept = 0 AND {condition} ORDER BY sequence LIMIT ?2"
    );
    connection
        .prepare_cached(&sql)?
        .query_map(params![value, limit(at_most)], |row| row.get(0))?
        .collect()
}

fn remove_capsules(transaction: &Transaction<'_>, sequences: &[i64]) -> rusqlite::Result<()> {
    let mut delete = transaction.prepare_cached("DELETE FROM capsules WHERE sequence = ?1")?;
    sequences.iter().try_for_each(|sequence| delete.execute([sequence]).map(drop))
}

/// The log begins before the first record that is still there; what was removed before it leaves no trace.
fn advance_start(transaction: &Transaction<'_>) -> rusqlite::Result<()> {
    let before_first = "SELECT sequence - 1 FROM decisions WHERE record IS NOT NULL \
                        ORDER BY sequence LIMIT 1";
    let last = "SELECT max(sequence) FROM decisions";
    let end: Option<i64> = match transaction.query_row(before_first, [], |r| r.get(0)).optional()? {
        Some(end) => Some(end),
        None => transaction.query_row(last, [], |row| row.get(0))?,
    };
    let moved = transaction.execute(
        "UPDATE log_start SET key = NULL, signature = NULL, count = ?1, \
         hash = (SELECT hash FROM decisions WHERE sequence = ?1) \
         WHERE EXISTS (SELECT 1 FROM decisions WHERE sequence = ?1)",
        [end],
    )?;
    if moved > 0 {
        transaction.execute("DELETE FROM decisions WHERE sequence <= ?1", [end])?;
    }
    Ok(())
}

impl SqliteStore {
    /// Most of the time nothing is due, and nobody has to wait to find that out.
    fn means_any(&self, join: &str, span: Span) -> Result<bool, StoreError> {
        let meant =
            meant(&self.connection(), join, span, 1).map_err(|error| from_sqlite(&error))?;
        Ok(!meant.is_empty())
    }

    /// Removes the parts that no capsule has any more. What is in use is found anew in each transaction:
    /// another process may have begun to use a part that nobody had.
    fn sweep(&self) -> Result<(), StoreError> {
        while self.write(|transaction| {
            let dead = dead_blobs(transaction)?;
            let mut size = transaction.prepare_cached("SELECT size FROM blobs WHERE id = ?1")?;
            let mut delete = transaction.prepare_cached("DELETE FROM blobs WHERE id = ?1")?;
            let mut room = BLOB_BYTES_AT_ONCE;
            for (at, id) in dead.iter().enumerate() {
                let bytes: u64 = size.query_row([id], |row| row.get(0))?;
                if at > 0 && bytes > room {
                    return Ok(true);
                }
                room = room.saturating_sub(bytes);
                delete.execute([id])?;
            }
            Ok(false)
        })? {}
        Ok(())
    }
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

/// All but the newest of each family; the family is the first word of the name.
fn stale_extractors(connection: &Connection) -> rusqlite::Result<Vec<i64>> {
    let mut query =
        connection.prepare_cached("SELECT id, name FROM extractors ORDER BY id DESC")?;
    let rows = query.query_map([], |row| Ok((row.get(0)?, row.get::<_, String>(1)?)))?;
    let mut families: BTreeMap<String, usize> = BTreeMap::new();
    let mut stale = Vec::new();
    for row in rows {
        let (id, name): (i64, String) = row?;
        let family = name.split(' ').next().unwrap_or("").to_owned();
        let newer = families.entry(family).or_default();
        if *newer >= EXTRACTORS_IN_USE {
            stale.push(id);
        }
        *newer += 1;
    }
    Ok(stale)
}

fn remove_facts_of(
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
