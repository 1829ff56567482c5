-- The first format of the store. A later format is a further file, run on top of this one.

-- The log. Nothing in it is changed or removed; a record has ids, kinds and numbers, no path, no content.
CREATE TABLE decisions (
    sequence    INTEGER PRIMARY KEY CHECK (sequence > 0),
    id          TEXT    NOT NULL,
    recorded_at INTEGER NOT NULL,
    record      TEXT    NOT NULL
) STRICT;

-- A decision that is made again has the same id; the newest one is found first.
CREATE INDEX decisions_by_id ON decisions (id, sequence);

-- Inputs for replay, with contents. May be removed at any time: replay is lost, the log is not.
CREATE TABLE capsules (
    sequence INTEGER PRIMARY KEY REFERENCES decisions (sequence),
    bytes    BLOB    NOT NULL
) STRICT;

-- What extractors found in screened texts. May be removed at any time: it costs time, not answers.
CREATE TABLE facts (
    extractor TEXT NOT NULL,
    content   BLOB NOT NULL CHECK (length(content) = 32),
    value     BLOB NOT NULL,
    PRIMARY KEY (extractor, content)
) STRICT;
