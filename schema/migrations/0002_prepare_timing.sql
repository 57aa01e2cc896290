-- What a kernel's prepare launches cost, apart from the launches that are timed. A row only where there are such.
CREATE TABLE prepare_timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- as in timing
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0)
) STRICT;

CREATE TRIGGER prepare_timing_no_update BEFORE UPDATE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_delete BEFORE DELETE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
