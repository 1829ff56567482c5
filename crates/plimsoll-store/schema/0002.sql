-- The second format: a chained log, capsules by content, facts by extractor, a cache.

-- The log as a chain. `hash` covers everything up to this place. A record may be removed later; its place
-- stays as long as something before it does, with the digest that the chain needs. A record has ids, kinds
-- and numbers, no path, no content.
ALTER TABLE decisions RENAME TO decisions_1;
DROP INDEX decisions_by_id;
CREATE TABLE decisions (
    sequence    INTEGER PRIMARY KEY CHECK (sequence > 0),
    hash        TEXT    NOT NULL,
    digest      TEXT    NOT NULL,
    kept        INTEGER NOT NULL DEFAULT 0,
    id          TEXT,
    recorded_at INTEGER,
    record      TEXT,
    CHECK ((record IS NULL) = (id IS NULL) AND (record IS NULL) = (recorded_at IS NULL))
) STRICT;

-- A decision that is made again has the same id; the newest one is found first.
CREATE INDEX decisions_by_id ON decisions (id, sequence) WHERE id IS NOT NULL;
CREATE INDEX decisions_by_time ON decisions (recorded_at) WHERE recorded_at IS NOT NULL;

-- Where the log begins: the head up to which nothing is left, and its owner's signature. The first hash is
-- random, so that the logs of two workspaces cannot be taken for each other.
CREATE TABLE log_start (
    one       INTEGER PRIMARY KEY CHECK (one = 1),
    count     INTEGER NOT NULL,
    hash      TEXT    NOT NULL,
    key       TEXT,
    signature TEXT
) STRICT;
INSERT INTO log_start (one, count, hash) VALUES (1, 0, lower(hex(randomblob(32))));

-- Parts of capsules, by the sha256 of their content. `size` is that of the content, `bytes` is compressed.
CREATE TABLE blobs (
    id      INTEGER PRIMARY KEY,
    content BLOB    NOT NULL UNIQUE CHECK (length(content) = 32),
    size    INTEGER NOT NULL,
    bytes   BLOB    NOT NULL
) STRICT;

-- Inputs for replay, with contents. May be removed at any time: replay is lost, the log is not. `parts` has
-- the ids of the blobs, eight bytes each; `digest` covers their contents.
ALTER TABLE capsules RENAME TO capsules_1;
CREATE TABLE capsules (
    sequence INTEGER PRIMARY KEY REFERENCES decisions (sequence),
    rules    TEXT NOT NULL,
    digest   BLOB NOT NULL,
    parts    BLOB NOT NULL
) STRICT;

-- What extractors found in screened texts. May be removed at any time: it costs time, not answers.
ALTER TABLE facts RENAME TO facts_1;
CREATE TABLE extractors (
    id   INTEGER PRIMARY KEY,
    name TEXT    NOT NULL UNIQUE
) STRICT;
CREATE TABLE facts (
    extractor INTEGER NOT NULL,
    content   BLOB    NOT NULL CHECK (length(content) = 32),
    value     BLOB    NOT NULL
) STRICT;
CREATE UNIQUE INDEX facts_by_key ON facts (extractor, content);
INSERT INTO extractors (name) SELECT DISTINCT extractor FROM facts_1;
INSERT INTO facts
    SELECT extractors.id, content, value FROM facts_1 JOIN extractors ON name = extractor;
DROP TABLE facts_1;

-- Answers that hold for some time. May be removed at any time.
CREATE TABLE cache (
    key        TEXT    PRIMARY KEY,
    made_at    INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    digest     BLOB    NOT NULL,
    size       INTEGER NOT NULL,
    bytes      BLOB    NOT NULL
) STRICT;

-- What stood in the old tables is brought over by the program, which can hash; then they go.
