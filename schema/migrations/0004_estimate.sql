-- What a memory model says where a metric cannot be counted, or beside what was counted. Measured numbers are in
-- `metric`, modelled ones here: they never share a table.

CREATE TABLE memory_model (
  id             INTEGER PRIMARY KEY,
  version        TEXT NOT NULL,
  profile_digest TEXT NOT NULL,                       -- SHA-256 of the modelled GPU's profile
  UNIQUE (version, profile_digest)
) STRICT;

-- A point may be modelled again, by another version or for another profile: each time is a generation more, and the
-- newest is shown.
CREATE TABLE estimate (
  point       INTEGER NOT NULL REFERENCES point,
  name        TEXT NOT NULL,                          -- of the metric
  generation  INTEGER NOT NULL CHECK (generation >= 0),
  value       REAL,
  unit        TEXT NOT NULL,
  reason      TEXT NOT NULL,                          -- why there is no value; empty when there is one
  lower       REAL,                                   -- the true number is not below
  upper       REAL,                                   -- the true number is not above
  confidence  TEXT CHECK (confidence IN ('exact', 'good', 'poor')),
  because     TEXT,                                   -- why so much confidence
  model       INTEGER REFERENCES memory_model,
  sampled_sms INTEGER CHECK (sampled_sms >= 0),       -- multiprocessors whose blocks were traced
  PRIMARY KEY (point, name, generation),
  CONSTRAINT an_absent_estimate_has_a_reason CHECK ((value IS NULL) = (reason <> '')),
  CONSTRAINT an_estimate_says_what_it_is_worth CHECK (
    (lower IS NULL) = (value IS NULL) AND (upper IS NULL) = (value IS NULL) AND
    (confidence IS NULL) = (value IS NULL) AND (because IS NULL) = (value IS NULL) AND
    (model IS NULL) = (value IS NULL) AND (sampled_sms IS NULL) = (value IS NULL)),
  CONSTRAINT an_estimate_is_between_its_bounds CHECK (lower <= value AND value <= upper)
) STRICT, WITHOUT ROWID;
CREATE INDEX estimate_by_name ON estimate (name);

CREATE TRIGGER memory_model_no_update BEFORE UPDATE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER memory_model_no_delete BEFORE DELETE ON memory_model BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_update BEFORE UPDATE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER estimate_no_delete BEFORE DELETE ON estimate BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
