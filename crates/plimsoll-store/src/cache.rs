//! The cache in SQLite. An entry that is too old, from the future, or not what was written is a miss.

use crate::SqliteStore;
use crate::decisions::number;
use crate::packed::Packed;
use plimsoll_core::seal::sha256;
use plimsoll_core::store::Cache;
use rusqlite::{OptionalExtension, Row, params};

impl Cache for SqliteStore {
    fn get(&self, key: &str, now_ms: u64) -> Option<Vec<u8>> {
        let columns = |row: &Row<'_>| {
            Ok(Packed { digest: row.get(0)?, size: row.get(1)?, bytes: row.get(2)? })
        };
        let packed = self
            .connection()
            .prepare_cached(
                "SELECT digest, size, bytes FROM cache \
                 WHERE key = ?1 AND made_at <= ?2 AND expires_at > ?2",
            )
            .and_then(|mut query| {
                query.query_row(params![key, number(now_ms)], columns).optional()
            });
        packed.ok()??.open().ok()
    }

    fn put(&self, key: &str, value: &[u8], now_ms: u64, lives_ms: u64) {
        let Ok(packed) = Packed::new(value, sha256(value)) else { return };
        let (now, expires) = (number(now_ms), number(now_ms.saturating_add(lives_ms)));
        // What could not be kept is computed again next time.
        let _ = self.write_relaxed(|transaction| {
            // A clock that was set back leaves entries of a time that has not come.
            transaction
                .execute("DELETE FROM cache WHERE expires_at <= ?1 OR made_at > ?1", [now])?;
            transaction.execute(
                "INSERT OR REPLACE INTO cache (key, made_at, expires_at, digest, size, bytes) \
                 VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
                params![key, now, expires, packed.digest, packed.size, packed.bytes],
            )?;
            Ok(())
        });
    }
}
