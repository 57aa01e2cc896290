-- The file answers without the program: the summary of a point's samples is stored next to them, so that views need no function of
-- the program, and who started a run is columns instead of a sentence. The program makes the views (store/views.h).
--
-- Digests cover the new columns. A row whose digest was wrong keeps it, and stays wrong.

CREATE TEMP TABLE damaged_point AS
SELECT p.id
FROM point AS p
WHERE (SELECT digest FROM point_digest WHERE point = p.id) IS NOT
      content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s),
                 (SELECT bytes_of_rows(buffer, elements, mismatches, max_abs_error)
                  FROM (SELECT * FROM check_result WHERE point = p.id ORDER BY buffer)),
                 (SELECT bytes_of_rows(method, checksum) FROM timing WHERE point = p.id),
                 (SELECT bytes_of_rows(clock, checksum) FROM prepare_timing WHERE point = p.id),
                 (SELECT bytes_of_rows(kind, value, absence)
                  FROM (SELECT * FROM metric WHERE point = p.id ORDER BY kind)));
CREATE TEMP TABLE damaged_start AS
SELECT s.id
FROM run_start AS s
WHERE (SELECT digest FROM start_digest WHERE start = s.id) IS NOT
      content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment, s.process,
                              s.recorded_points, s.changes));
CREATE TEMP TABLE damaged_stop AS
SELECT t.start AS id
FROM run_stop AS t
WHERE (SELECT digest FROM stop_digest WHERE start = t.start) IS NOT
      content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason),
                 CASE t.outcome WHEN 'finished' THEN
                   (SELECT bytes_of_rows(point, digest)
                    FROM (SELECT point, digest FROM point_digest
                          WHERE point BETWEEN (t.start >> 16) << 22 AND ((t.start >> 16) << 22) + 4194303
                          ORDER BY point)) ELSE '' END);

DROP TRIGGER run_start_no_update;
ALTER TABLE run_start ADD COLUMN host TEXT;
ALTER TABLE run_start ADD COLUMN user TEXT;
ALTER TABLE run_start ADD COLUMN process_id INTEGER;
-- 'process 4711 of ann on lab7'
UPDATE run_start
SET process_id = CAST(substr(process, 9) AS INTEGER),
    user = substr(process, instr(process, ' of ') + 4, instr(process, ' on ') - instr(process, ' of ') - 4),
    host = substr(process, instr(process, ' on ') + 4)
WHERE process LIKE 'process % of % on %';
ALTER TABLE run_start DROP COLUMN process;

-- The text of these two tables as schema/tables.sql has it; the columns are those that ALTER TABLE has added.
PRAGMA writable_schema = ON;
UPDATE sqlite_schema SET sql = 'CREATE TABLE run (
  id             INTEGER PRIMARY KEY CHECK (id >= 0 AND id < 1 << 41),  -- the upper 41 bits of the UUID''s content_id
  uuid           TEXT NOT NULL UNIQUE,
  started_utc    TEXT NOT NULL,                       -- 2024-02-29T12:34:56.789Z
  command_line   TEXT NOT NULL,
  tool_version   TEXT NOT NULL,
  experiment     INTEGER NOT NULL REFERENCES experiment,
  device         INTEGER NOT NULL REFERENCES device,
  environment    INTEGER NOT NULL REFERENCES environment,
  submission     TEXT,                                -- NULL: the family''s own kernels
  seed           TEXT NOT NULL,                       -- decimal: 64 bits without a sign do not fit an INTEGER
  planned_points INTEGER NOT NULL CHECK (planned_points >= 0),
  report         TEXT NOT NULL,                       -- name of the page that shows it; may be empty
  settings       TEXT NOT NULL CHECK (json_valid(settings)),
  campaign       TEXT CHECK (campaign <> ''''),         -- a UUID; NULL: the run belongs to none
  shard          TEXT                                 -- ''2/8'': the second of eight; NULL: its whole plan
    CHECK (shard IS NULL OR (shard <> '''' AND campaign IS NOT NULL))
) STRICT' WHERE type = 'table' AND name = 'run';
UPDATE sqlite_schema SET sql = 'CREATE TABLE run_start (
  id              INTEGER PRIMARY KEY CHECK (id >> 16 = run),  -- of one run, a newer start is larger by 1
  run             INTEGER NOT NULL REFERENCES run,
  started_utc     TEXT NOT NULL,                      -- 2024-02-29T12:34:56.789Z
  command_line    TEXT NOT NULL,
  tool_version    TEXT NOT NULL,
  environment     INTEGER NOT NULL REFERENCES environment,
  recorded_points INTEGER NOT NULL CHECK (recorded_points >= 0),  -- what starts before this one had recorded
  changes         TEXT NOT NULL,                      -- since the start before: driver, version, ...; empty when none
  host            TEXT,                               -- NULL, as the next two: it was not kept
  user            TEXT,
  process_id      INTEGER
) STRICT' WHERE type = 'table' AND name = 'run_start';
PRAGMA writable_schema = RESET;

ALTER TABLE timing RENAME TO old_timing;
ALTER TABLE timing_method RENAME TO old_timing_method;
ALTER TABLE prepare_timing RENAME TO old_prepare_timing;

CREATE TABLE timing_method (
  id        INTEGER PRIMARY KEY,                      -- content_id of the rest
  clock     TEXT NOT NULL,                            -- 'cuda event', 'host steady clock'
  cache     TEXT CHECK (cache IN ('warm', 'cold')),   -- state of the L2 before each launch; NULL: not known
  stop_rule TEXT NOT NULL
) STRICT;

CREATE TABLE timing (
  point               INTEGER PRIMARY KEY REFERENCES point,
  method              INTEGER NOT NULL REFERENCES timing_method,
  samples_ns          BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),  -- little-endian doubles, in the order taken
  sm_clock_mhz        BLOB NOT NULL CHECK (length(sm_clock_mhz) = length(samples_ns)),  -- the same; NaN: not read
  checksum            INTEGER NOT NULL,               -- content_id of both
  sample_count        INTEGER NOT NULL CHECK (sample_count = length(samples_ns) / 8),
  min_us              REAL,                           -- of the samples, as the next four; NULL: there are none
  q1_us               REAL,
  median_us           REAL,
  q3_us               REAL,
  max_us              REAL,
  median_sm_clock_mhz REAL                            -- NULL: no clock was read
) STRICT;

CREATE TABLE prepare_timing (
  point        INTEGER PRIMARY KEY REFERENCES point,
  clock        TEXT NOT NULL,                         -- as in timing_method
  samples_ns   BLOB NOT NULL CHECK (length(samples_ns) % 8 = 0),
  checksum     INTEGER NOT NULL,                      -- content_id of the samples
  median_us    REAL
) STRICT;

INSERT OR IGNORE INTO timing_method
SELECT content_id(clock, cache, CASE stop_rule WHEN 'noise' THEN 'max_relative_error' ELSE stop_rule END), clock, cache,
       CASE stop_rule WHEN 'noise' THEN 'max_relative_error' ELSE stop_rule END
FROM old_timing_method;
INSERT INTO timing
SELECT t.point,
       content_id(m.clock, m.cache, CASE m.stop_rule WHEN 'noise' THEN 'max_relative_error' ELSE m.stop_rule END),
       t.samples_ns, t.sm_clock_mhz, t.checksum, length(t.samples_ns) / 8,
       1e-3 * samples_min(t.samples_ns), 1e-3 * samples_quantile(t.samples_ns, 0.25),
       1e-3 * samples_median(t.samples_ns), 1e-3 * samples_quantile(t.samples_ns, 0.75),
       1e-3 * samples_quantile(t.samples_ns, 1), samples_median(t.sm_clock_mhz)
FROM old_timing AS t JOIN old_timing_method AS m ON m.id = t.method;
INSERT INTO prepare_timing
SELECT point, clock, samples_ns, checksum, 1e-3 * samples_median(samples_ns) FROM old_prepare_timing;

DROP TABLE old_timing;
DROP TABLE old_timing_method;
DROP TABLE old_prepare_timing;

DROP TRIGGER point_digest_no_update;
DROP TRIGGER start_digest_no_update;
DROP TRIGGER stop_digest_no_update;

UPDATE point_digest
SET digest = (
  SELECT content_id(bytes_of_row(p.id, p.run, p.ordinal, p.configuration, p.outcome, p.reason, p.wall_s),
                    (SELECT bytes_of_rows(buffer, elements, mismatches, max_abs_error)
                     FROM (SELECT * FROM check_result WHERE point = p.id ORDER BY buffer)),
                    (SELECT bytes_of_rows(method, checksum, sample_count, min_us, q1_us, median_us, q3_us, max_us,
                                          median_sm_clock_mhz)
                     FROM timing WHERE point = p.id),
                    (SELECT bytes_of_rows(clock, checksum, median_us) FROM prepare_timing WHERE point = p.id),
                    (SELECT bytes_of_rows(kind, value, absence)
                     FROM (SELECT * FROM metric WHERE point = p.id ORDER BY kind)))
  FROM point AS p WHERE p.id = point_digest.point)
WHERE point IN (SELECT id FROM point) AND point NOT IN (SELECT id FROM damaged_point);
UPDATE start_digest
SET digest = (
  SELECT content_id(bytes_of_row(s.id, s.run, s.started_utc, s.command_line, s.tool_version, s.environment,
                                 s.recorded_points, s.changes, s.host, s.user, s.process_id))
  FROM run_start AS s WHERE s.id = start_digest.start)
WHERE start IN (SELECT id FROM run_start) AND start NOT IN (SELECT id FROM damaged_start);
UPDATE stop_digest
SET digest = (
  SELECT content_id(bytes_of_row(t.start, t.stopped_utc, t.outcome, t.reason),
                    CASE t.outcome WHEN 'finished' THEN
                      (SELECT bytes_of_rows(point, digest)
                       FROM (SELECT point, digest FROM point_digest
                             WHERE point BETWEEN (t.start >> 16) << 22 AND ((t.start >> 16) << 22) + 4194303
                             ORDER BY point)) ELSE '' END)
  FROM run_stop AS t WHERE t.start = stop_digest.start)
WHERE start IN (SELECT start FROM run_stop) AND start NOT IN (SELECT id FROM damaged_stop);

DROP TABLE temp.damaged_point;
DROP TABLE temp.damaged_start;
DROP TABLE temp.damaged_stop;

CREATE TRIGGER run_start_no_update BEFORE UPDATE ON run_start BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_update BEFORE UPDATE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_method_no_delete BEFORE DELETE ON timing_method BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_update BEFORE UPDATE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER timing_no_delete BEFORE DELETE ON timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_update BEFORE UPDATE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER prepare_timing_no_delete BEFORE DELETE ON prepare_timing BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER point_digest_no_update BEFORE UPDATE ON point_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER start_digest_no_update BEFORE UPDATE ON start_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
CREATE TRIGGER stop_digest_no_update BEFORE UPDATE ON stop_digest BEGIN SELECT RAISE(ABORT, 'the ledger is append only'); END;
