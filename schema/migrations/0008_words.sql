-- A quantity's value may be a word: of parameters of type string and type, such as 'vector' or 'f16'.

ALTER TABLE quantity RENAME TO old_quantity;

CREATE TABLE quantity (
  configuration INTEGER NOT NULL REFERENCES configuration,
  kind          TEXT NOT NULL CHECK (kind IN ('parameter', 'axis', 'launch', 'work')),
  name          TEXT NOT NULL,
  value         ANY NOT NULL CHECK (typeof(value) = 'real' OR (typeof(value) = 'text' AND value <> '')),
  PRIMARY KEY (configuration, name)
) STRICT, WITHOUT ROWID;

INSERT INTO quantity SELECT configuration, kind, name, value FROM old_quantity;
DROP TABLE old_quantity;

CREATE INDEX quantity_by_name ON quantity (name, value);
CREATE TRIGGER quantity_no_update BEFORE UPDATE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_delete BEFORE DELETE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
