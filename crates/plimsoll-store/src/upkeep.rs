//! Removing, in SQLite. In small transactions, so that whoever appends waits a moment at most; SQLite
//! overwrites what goes (`secure_delete`).

use crate::decisions::{limit, number};
use crate::trouble::from_sqlite;
use crate::{SqliteStore, capsules, facts};
use plimsoll_core::store::{FactSpan, NoteSpan, Span, StoreError, Upkeep};
use rusqlite::{Connection, OptionalExtension, Transaction, params};

/// How many entries or capsules go in one transaction.
const ENTRIES_AT_ONCE: usize = 200;
const FACTS_AT_ONCE: usize = 2000;
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
        let removed = in_batches(at_most(span), ENTRIES_AT_ONCE, |at_most| {
            self.write(|transaction| {
                let sequences = meant(transaction, WITH_CAPSULE, span, at_most)?;
                capsules::remove(transaction, &sequences)?;
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
        let removed = in_batches(at_most(span), ENTRIES_AT_ONCE, |at_most| {
            self.write(|transaction| {
                let sequences = meant(transaction, "", span, at_most)?;
                capsules::remove(transaction, &sequences)?;
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
        let stale = match span {
            FactSpan::All => return self.remove_oldest_facts(usize::MAX),
            FactSpan::Oldest(count) => return self.remove_oldest_facts(count),
            FactSpan::Stale => facts::stale_extractors(&self.connection()),
        };
        let stale = stale.map_err(|error| from_sqlite(&error))?;
        if stale.is_empty() {
            return Ok(0);
        }
        in_batches(usize::MAX, FACTS_AT_ONCE, |at_most| {
            self.write_relaxed(|transaction| facts::remove_of(transaction, &stale, at_most))
        })
    }

    fn remove_notes(&self, span: NoteSpan) -> Result<u64, StoreError> {
        self.remove_these_notes(span)
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

/// Removes batch by batch until nothing more is found, or as many as were asked for are gone.
fn in_batches(
    mut left: usize,
    at_once: usize,
    mut remove: impl FnMut(usize) -> Result<usize, StoreError>,
) -> Result<u64, StoreError> {
    let mut removed = 0;
    while left > 0 {
        let at_most = left.min(at_once);
        let gone = remove(at_most)?;
        removed += gone as u64;
        left -= gone.min(left);
        if gone < at_most {
            break;
        }
    }
    Ok(removed)
}

/// How many entries a span means at most.
fn at_most(span: Span) -> usize {
    if let Span::Oldest(count) = span { count } else { usize::MAX }
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
    fn remove_oldest_facts(&self, count: usize) -> Result<u64, StoreError> {
        in_batches(count, FACTS_AT_ONCE, |at_most| {
            self.write_relaxed(|transaction| facts::remove_oldest(transaction, at_most))
        })
    }

    /// Most of the time nothing is due, and nobody has to wait to find that out.
    fn means_any(&self, join: &str, span: Span) -> Result<bool, StoreError> {
        let meant =
            meant(&self.connection(), join, span, 1).map_err(|error| from_sqlite(&error))?;
        Ok(!meant.is_empty())
    }

    /// Removes the parts that no capsule has any more. What is in use is found anew in each transaction:
    /// another process may have begun to use a part that nobody had.
    fn sweep(&self) -> Result<(), StoreError> {
        while self.write(capsules::sweep_some)? {}
        Ok(())
    }
}
