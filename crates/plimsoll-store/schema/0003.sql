-- The third format: what somebody recorded for later calls.

-- A note as JSON, screened. An id is given once and never again, so that it can be named safely.
CREATE TABLE notes (
    id      INTEGER PRIMARY KEY AUTOINCREMENT,
    kind    TEXT    NOT NULL,
    made_at INTEGER NOT NULL,
    note    TEXT    NOT NULL
) STRICT;
CREATE INDEX notes_by_time ON notes (kind, made_at, id);
