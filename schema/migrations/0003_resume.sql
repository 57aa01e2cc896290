-- A run may be interrupted and resumed. Each process that worked on it has a start and, unless it died, a stop; the
-- newest of both say where the run stands.
CREATE TABLE run_start (
  id              INTEGER PRIMARY KEY,                -- newer is larger
  run             INTEGER NOT NULL REFERENCES run,
  started_utc     TEXT NOT NULL,                      -- 2024-02-29T12:34:56.789Z
  command_line    TEXT NOT NULL,
  tool_version    TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environment,
  process         TEXT NOT NULL,                      -- 'process 4711 on lab7'; empty when it was not kept
  recorded_points INTEGER NOT NULL CHECK (recorded_points >= 0),  -- what starts before this one had recorded
  changes         TEXT NOT NULL                       -- since the start before: driver, version, ...; empty when none
) STRICT;
CREATE INDEX run_start_by_run ON run_start (run);

CREATE TABLE run_stop (
  start       INTEGER PRIMARY KEY REFERENCES run_start,
  stopped_utc TEXT NOT NULL,
  outcome     TEXT NOT NULL CHECK (outcome IN ('finished', 'interrupted', 'failed')),
  reason      TEXT NOT NULL
) STRICT;

-- Every text that a run's plan was made of: sources, the family, the list of metrics.
CREATE TABLE run_text (
  run    INTEGER NOT NULL REFERENCES run,
  source INTEGER NOT NULL REFERENCES source,
  PRIMARY KEY (run, source)
) STRICT, WITHOUT ROWID;

INSERT INTO run_start (run, started_utc, command_line, tool_version, environment, process, recorded_points, changes)
SELECT id, started_utc, command_line, tool_version, environment, '', 0, '' FROM run ORDER BY id;

INSERT INTO run_stop (start, stopped_utc, outcome, reason)
SELECT run_start.id, ended_utc, outcome, reason FROM run_end JOIN run_start ON run_start.run = run_end.run;

DROP TABLE run_end;

CREATE TRIGGER run_start_no_update BEFORE UPDATE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_start_no_delete BEFORE DELETE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_update BEFORE UPDATE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_stop_no_delete BEFORE DELETE ON run_stop BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_update BEFORE UPDATE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER run_text_no_delete BEFORE DELETE ON run_text BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
