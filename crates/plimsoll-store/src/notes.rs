//! What somebody recorded, in SQLite.

use crate::SqliteStore;
use crate::decisions::limit;
use crate::trouble::from_sqlite;
use plimsoll_core::notes::{Note, NoteKind, Noted};
use plimsoll_core::seal::canonical_json;
use plimsoll_core::store::{NoteSpan, Notebook, StoreError};
use rusqlite::{Row, params};

impl Notebook for SqliteStore {
    fn note(&self, made_at_ms: i64, note: &Note) -> Result<Noted, StoreError> {
        let (kind, text) = (note.kind().name(), canonical_json(note));
        let id = self.write(|transaction| {
            transaction.execute(
                "INSERT INTO notes (kind, made_at, note) VALUES (?1, ?2, ?3)",
                params![kind, made_at_ms, text],
            )?;
            Ok(transaction.last_insert_rowid())
        })?;
        Ok(Noted { id: id_of(id)?, made_at_ms, note: note.clone() })
    }

    fn notes(&self, kind: NoteKind, at_most: usize) -> Result<Vec<Noted>, StoreError> {
        let columns = |row: &Row<'_>| Ok((row.get(0)?, row.get(1)?, row.get(2)?));
        let rows: Vec<(i64, i64, String)> = self
            .connection()
            .prepare_cached(
                "SELECT id, made_at, note FROM notes WHERE kind = ?1 \
                 ORDER BY made_at DESC, id DESC LIMIT ?2",
            )
            .and_then(|mut query| {
                query.query_map(params![kind.name(), limit(at_most)], columns)?.collect()
            })
            .map_err(|error| from_sqlite(&error))?;
        rows.into_iter().map(|(id, made_at_ms, text)| noted(id, made_at_ms, &text)).collect()
    }
}

impl SqliteStore {
    pub(crate) fn remove_these_notes(&self, span: NoteSpan) -> Result<u64, StoreError> {
        let (condition, value) = match span {
            NoteSpan::All => ("?1 = 0", 0),
            NoteSpan::One(id) => ("id = ?1", i64::from(id)),
            NoteSpan::Before(time_ms) => ("made_at < ?1", time_ms),
        };
        let sql = |what: &str| format!("{what} FROM notes WHERE {condition}");
        // Most of the time nothing is due, and nobody has to wait to find that out.
        let is_any = self
            .connection()
            .prepare_cached(&sql("SELECT 1"))
            .and_then(|mut query| query.exists([value]))
            .map_err(|error| from_sqlite(&error))?;
        if !is_any {
            return Ok(0);
        }
        Ok(self.write(|transaction| transaction.execute(&sql("DELETE"), [value]))? as u64)
    }
}

fn noted(id: i64, made_at_ms: i64, text: &str) -> Result<Noted, StoreError> {
    let note = serde_json::from_str(text)
        .map_err(|_| StoreError::Corrupt(format!("note {id} is not what notes are")))?;
    Ok(Noted { id: id_of(id)?, made_at_ms, note })
}

fn id_of(id: i64) -> Result<u32, StoreError> {
    u32::try_from(id).map_err(|_| StoreError::Unavailable("there are too many notes".to_owned()))
}
