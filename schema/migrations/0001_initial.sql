-- The ledger: what was run, on what, and all that was measured. Tall tables: a new metric or parameter is a row, not a
-- column. Rows are only ever added; the triggers at the end see to that. Readers use the views of schema/views.

CREATE TABLE device (
  id      INTEGER PRIMARY KEY,
  uuid    TEXT NOT NULL,
  backend TEXT NOT NULL,
  name    TEXT NOT NULL,
  chip    TEXT NOT NULL,                              -- empty when unknown
  facts   TEXT NOT NULL CHECK (json_valid(facts)),    -- object: name -> integer; an unknown fact is left out
  UNIQUE (uuid, backend, name, chip, facts)           -- a device that changed in anything is a new row
) STRICT;

CREATE TABLE environment (
  id     INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL UNIQUE,                        -- of the text
  text   TEXT NOT NULL CHECK (json_valid(text))       -- object: name -> text
) STRICT;

CREATE TABLE experiment (
  id     INTEGER PRIMARY KEY,
  name   TEXT NOT NULL,
  sha256 TEXT NOT NULL,                               -- of the text
  text   TEXT NOT NULL,                               -- the YAML file as it was
  UNIQUE (name, sha256)
) STRICT;

CREATE TABLE source (
  id     INTEGER PRIMARY KEY,
  sha256 TEXT NOT NULL,                               -- of the text
  name   TEXT NOT NULL,
  text   TEXT NOT NULL,
  UNIQUE (sha256, name)
) STRICT;

CREATE TABLE program (
  id     INTEGER PRIMARY KEY,
  digest TEXT NOT NULL UNIQUE                         -- over all its sources
) STRICT;

CREATE TABLE program_source (
  program INTEGER NOT NULL REFERENCES program,
  place   INTEGER NOT NULL CHECK (place >= 0),        -- 0: the main file; then its headers in order
  source  INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (program, place)
) STRICT, WITHOUT ROWID;

CREATE TABLE run (
  id             INTEGER PRIMARY KEY,
  uuid           TEXT NOT NULL UNIQUE,
  started_utc    TEXT NOT NULL,                       -- 2024-02-29T12:34:56.789Z
  command_line   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  experiment     INTEGER NOT NULL REFERENCES experiment,
  device         INTEGER NOT NULL REFERENCES device,
  environment    INTEGER NOT NULL REFERENCES environment,
  submission     TEXT,                                -- NULL: the family's own kernels
  seed           TEXT NOT NULL,                       -- decimal: 64 bits without a sign do not fit an INTEGER
  planned_points INTEGER NOT NULL CHECK (planned_points >= 0),
  report         TEXT NOT NULL,                       -- name of the page that shows it; may be empty
  settings       TEXT NOT NULL CHECK (json_valid(settings))
) STRICT;
CREATE INDEX run_by_experiment ON run (experiment);

-- A run without such a row is under way, or its process died.
CREATE TABLE run_end (
  run       INTEGER PRIMARY KEY REFERENCES run,
  ended_utc TEXT NOT NULL,
  outcome   TEXT NOT NULL CHECK (outcome IN ('finished', 'interrupted', 'failed')),
  reason    TEXT NOT NULL
) STRICT;

CREATE TABLE point (
  id        INTEGER PRIMARY KEY,
  run       INTEGER NOT NULL REFERENCES run,
  ordinal   INTEGER NOT NULL CHECK (ordinal >= 0),    -- place in the plan
  key       TEXT NOT NULL,                            -- same key: same experiment on the same source
  identity  TEXT NOT NULL,                            -- kernel and canonical parameters, for a person
  family    TEXT NOT NULL,
  kernel    TEXT NOT NULL,
  instance  TEXT NOT NULL,                            -- with template arguments
  program   INTEGER NOT NULL REFERENCES program,
  reference INTEGER NOT NULL REFERENCES program,
  outcome   TEXT NOT NULL CHECK (outcome IN ('ok', 'incorrect', 'invalid_point', 'compile_failed', 'launch_failed',
                                             'timed_out', 'crashed', 'interrupted')),
  reason    TEXT NOT NULL,                            -- empty when ok
  wall_s    REAL NOT NULL,                            -- what the point cost, all phases
  UNIQUE (run, ordinal)
) STRICT;
CREATE INDEX point_by_key ON point (key);
CREATE INDEX point_by_identity ON point (identity);

CREATE TABLE quantity (
  point INTEGER NOT NULL REFERENCES point,
  kind  TEXT NOT NULL CHECK (kind IN ('parameter', 'axis', 'launch', 'work')),
  name  TEXT NOT NULL,
  value REAL NOT NULL,
  PRIMARY KEY (point, name)
) STRICT, WITHOUT ROWID;
CREATE INDEX quantity_by_name ON quantity (name);

CREATE TABLE check_result (
  point         INTEGER NOT NULL REFERENCES point,
  buffer        TEXT NOT NULL,
  elements      INTEGER NOT NULL,
  mismatches    INTEGER NOT NULL,
  max_abs_error REAL,                                 -- NULL: no element was a number
  PRIMARY KEY (point, buffer)
) STRICT, WITHOUT ROWID;

CREATE TABLE timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- 'cuda event', 'host steady clock'
  cache        TEXT NOT NULL CHECK (cache IN ('warm', 'cold')),
  stop_rule    TEXT NOT NULL,
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),  -- little-endian doubles, in the order taken
  sm_clock_mhz BLOB NOT NULL CHECK (length(sm_clock_mhz) = length(samples_ns))  -- the same; NaN where it was not read
) STRICT;

CREATE TABLE metric (
  point  INTEGER NOT NULL REFERENCES point,
  name   TEXT NOT NULL,
  value  REAL,
  unit   TEXT NOT NULL,
  source TEXT NOT NULL CHECK (source IN ('event', 'cupti', 'model', 'attribute')),
  reason TEXT NOT NULL,                               -- why there is no value; empty when there is one
  PRIMARY KEY (point, name),
  CONSTRAINT an_absent_value_has_a_reason CHECK ((value IS NULL) = (reason <> ''))
) STRICT, WITHOUT ROWID;
CREATE INDEX metric_by_name ON metric (name);

CREATE TRIGGER device_no_update BEFORE UPDATE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER device_no_delete BEFORE DELETE ON device BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_update BEFORE UPDATE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER environment_no_delete BEFORE DELETE ON environment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_update BEFORE UPDATE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER experiment_no_delete BEFORE DELETE ON experiment BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_update BEFORE UPDATE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER source_no_delete BEFORE DELETE ON source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_update BEFORE UPDATE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_no_delete BEFORE DELETE ON program BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_update BEFORE UPDATE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER program_source_no_delete BEFORE DELETE ON program_source BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_update BEFORE UPDATE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_no_delete BEFORE DELETE ON run BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_end_no_update BEFORE UPDATE ON run_end BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_end_no_delete BEFORE DELETE ON run_end BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_update BEFORE UPDATE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_no_delete BEFORE DELETE ON point BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_update BEFORE UPDATE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER quantity_no_delete BEFORE DELETE ON quantity BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_update BEFORE UPDATE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER check_result_no_delete BEFORE DELETE ON check_result BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_update BEFORE UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_delete BEFORE DELETE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_update BEFORE UPDATE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER metric_no_delete BEFORE DELETE ON metric BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
