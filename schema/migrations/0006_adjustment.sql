-- What a person adds to a submission's grade, or takes off it: late days, a decision. All of them count and add up; a
-- mistake is mended by an opposite one.
CREATE TABLE adjustment (
  id          INTEGER PRIMARY KEY,                    -- content_id of the rest
  experiment  TEXT NOT NULL CHECK (experiment <> ''), -- its name
  submission  TEXT NOT NULL CHECK (submission <> ''), -- its name
  problem     TEXT,                                   -- its name; NULL: the whole grade
  points      REAL,
  percent     REAL,                                   -- of what the rules gave
  reason      TEXT NOT NULL CHECK (reason <> ''),
  written_utc TEXT NOT NULL,
  author      TEXT NOT NULL,
  CONSTRAINT either_points_or_percent CHECK ((points IS NULL) <> (percent IS NULL))
) STRICT;

CREATE TRIGGER adjustment_no_update BEFORE UPDATE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER adjustment_no_delete BEFORE DELETE ON adjustment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
