-- Who sails.
CREATE TABLE IF NOT EXISTS harbour.sailors (
  id INT PRIMARY KEY, -- never changes
  "full name" TEXT NOT NULL DEFAULT 'nobody; -- nowhere',
  boat_id INT REFERENCES boats (id),
  größe NUMERIC(4, 1),
  PRIMARY KEY (id)
);

/* All of them
   that float. */
CREATE TABLE boats (id INT, name VARCHAR(20));
CREATE TEMPORARY TABLE drafts AS SELECT id FROM boats;

CREATE OR REPLACE VIEW captains AS
SELECT s.id, b.name
FROM sailors s
JOIN boats b ON b.id = s.boat_id
WHERE s.id > 1
ORDER BY b.name;

CREATE MATERIALIZED VIEW counts AS SELECT count(*) FROM boats;
CREATE UNIQUE INDEX sailors_name ON harbour.sailors ("full name");

CREATE FUNCTION add_one(a INT, b TEXT DEFAULT 'x') RETURNS INT AS $$
BEGIN
  SELECT 1;
  SELECT 2;
  SELECT 3;
  RETURN a + 1;
END;
$$ LANGUAGE plpgsql;

CREATE FUNCTION one() RETURNS INT LANGUAGE sql AS $$ SELECT 1; $$;
CREATE TRIGGER changed BEFORE INSERT ON boats FOR EACH ROW EXECUTE FUNCTION add_one();
CREATE TYPE mood AS ENUM ('calm', 'rough');
CREATE SEQUENCE numbers;
CREATE SCHEMA harbour;

ALTER TABLE boats
  ADD COLUMN length INT,
  ADD COLUMN sails INT;

INSERT INTO boats (id, name) VALUES
  (1, 'one'),
  (2, 'two'),
  (3, 'three');
SELECT add_one(1, 'a') FROM boats;
UPDATE boats SET name = 'x' WHERE id = 1;
DELETE FROM boats;
